import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { differencesOf } from "./compare.ts";
import { NAMES, type Platform, type PlayedSituation } from "./play.ts";
import { breachesOf } from "./rules.ts";
import { readTalk } from "./talk.ts";

const FOLDER = import.meta.dirname;

/** Situations that are not yet as their transcripts say: a line each. */
export const OPEN_PATH = join(FOLDER, "open.txt");

/** Where transcripts are played. */
export const PLATFORMS: readonly Platform[] = ["telegram", "discord", "console"];

/** A transcript as it is written. */
export interface TalkSource {
  readonly name: string;
  readonly text: string;
}

/** All transcripts by name. */
export function allTalks(): readonly TalkSource[] {
  return readdirSync(join(FOLDER, "talks"))
    .sort()
    .map((file) => ({
      name: file.replace(/\.txt$/, ""),
      text: readFileSync(join(FOLDER, "talks", file), "utf8"),
    }));
}

/** What is otherwise in each situation of a played transcript, in order; `key` names it in the list of open ones. */
export function judged(talk: TalkSource, platform: Platform, played: readonly PlayedSituation[]) {
  const language = talk.name.endsWith(".en") ? "en" : "ko";
  const { place, secrets } = readTalk(talk.name, talk.text, platform);
  const asker = NAMES[language].owner;
  const breaches = breachesOf(played, { language, platform, place, secrets, asker });
  return played.map((situation) => ({
    key: `${talk.name} ${platform} ${situation.name}`,
    differences: [
      ...differencesOf(situation, platform),
      ...breaches
        .filter((breach) => breach.situation === situation.name)
        .map(({ rule, text }) => `${rule}:\n${text}`),
    ],
  }));
}

/** The open situations as listed. */
export function readOpen(): ReadonlySet<string> {
  if (!existsSync(OPEN_PATH)) return new Set();
  return new Set(
    readFileSync(OPEN_PATH, "utf8")
      .split("\n")
      .filter((line) => line !== ""),
  );
}

/** Lists open situations anew for the transcripts and platforms that were played. */
export function writeOpen(
  open: readonly string[],
  played: { readonly names: readonly string[]; readonly platforms: readonly Platform[] },
): void {
  const isPlayed = (key: string): boolean => {
    const [name = "", platform = ""] = key.split(" ");
    return played.names.includes(name) && played.platforms.includes(platform as Platform);
  };
  const kept = [...readOpen()].filter((key) => !isPlayed(key));
  writeFileSync(OPEN_PATH, `${[...kept, ...open].sort().join("\n")}\n`);
}
