import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { breachesOf } from "../acceptance/breaches.ts";
import type { Recording } from "../acceptance/record.ts";
import { differencesOf } from "./compare.ts";
import { NAMES, type Platform, type PlayedSituation } from "./play.ts";
import { readTalk } from "./talk.ts";

const FOLDER = import.meta.dirname;

/** Situations that are not yet as their transcripts say: a line each. */
export const OPEN_PATH = join(FOLDER, "open.txt");

/** Where transcripts are played. */
export const PLATFORMS: readonly Platform[] = ["telegram", "discord", "console"];

/** What nobody in the talks says: who else owns the bot. */
const UPSTREAM = ["Absent"];

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

/** A played transcript as the rules for all talks read it. */
export function recordingOf(
  { name, text }: TalkSource,
  platform: Platform,
  situations: readonly PlayedSituation[],
): Recording {
  const { language, place, secrets, files, model } = readTalk(name, text, platform);
  const names = NAMES[language];
  const sent = situations.flatMap(({ steps }) =>
    steps.flatMap(({ step: { act } }) => (act.kind === "send" ? [act.name, act.content] : [])),
  );
  const foreign = [...Object.entries(files).flat(), ...model, ...sent, ...UPSTREAM];
  return { name, platform, language, place, names, secrets, foreign, situations };
}

/** What is otherwise in each situation of a played transcript, in order; `key` names it in the list of open ones. */
export function judged(talk: TalkSource, platform: Platform, played: readonly PlayedSituation[]) {
  const breaches = breachesOf(recordingOf(talk, platform, played));
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
