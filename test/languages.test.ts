import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

/** The rooms whose sentences reach a person in a chat or on the command line. */
const ROOMS = [
  "nodes",
  "drivers",
  "scheduler",
  "security",
  "runs",
  "agent",
  "engine",
  "bots",
  "cli",
] as const;

/** What stays in English alone, as `file code`, each with the reason. */
const ENGLISH_ONLY: Readonly<Record<string, string>> = {
  "agent/turn/agent.ts aborted":
    "ends the work for somebody who has stopped reading; nobody reads it",
  "agent/turn/agent.ts bad-config": "a mistake of ours: the setting was checked when it was read",
  "runs/dry-run.ts aborted": "ends a trial whose time is up or that is over; nobody reads it",
  "runs/gate.ts run-unknown": "a mistake of ours: nobody can name a run that does not exist",
  "agent/tools/registry.ts bad-tool": "a mistake of ours: tools are registered by code",
  "agent/tools/registry.ts tool-exists": "a mistake of ours: tools are registered by code",
  "drivers/process/process.ts program-failed":
    "a mistake of ours: the folder is the service's, not a person's",
  "engine/execute/call-runner.ts aborted":
    "ends the waiting of a call that is over; nobody reads it",
  "engine/execute/executor.ts aborted":
    "ends the waiting of a program that is over; nobody reads it",
  "bots/discord/interactions.ts press-unanswered":
    "tells the handler of a press that its card is to be redrawn; nobody reads it",
  "bots/discord/adapter.ts adapter-started": "a mistake of ours: an adapter is started once",
  "bots/discord/adapter.ts aborted": "ends the waiting of an adapter that stops; nobody reads it",
  "bots/telegram/adapter.ts adapter-started": "a mistake of ours: an adapter is started once",
};

/** A failure or an error whose words are a text instead of one sentence for each language. */
const PLAIN_WORDS =
  /\b(?:failure|failed|AppError|ModelError|RequestRefused|DeliveryError)\(\s*(?:"([\w-]+)"|`[^`]*`|[\w.]+),\s*["'`]/g;

/** The Korean of a pair of sentences. */
const KOREAN =
  /\bko:\s*(?:korean)?(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|`((?:\\.|[^`\\])*)`)/g;

/** A particle written both ways, so that a reader would have to choose. */
const BOTH_WAYS =
  /[은이을와과는가를]\([은는이가을를과와]\)|\([으이]\)[가-힣]|은\/는|이\/가|을\/를|와\/과/gu;

/** What such a particle stands behind where the value before it chooses: the value, and signs that close it. */
const BEHIND_VALUE = /\}[^\p{L}\p{N}\s(]*$/u;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, "src");

/** Every file of the rooms with its text, by its path from src. */
function files(): ReadonlyMap<string, string> {
  return new Map(
    ROOMS.flatMap((room) => [...filesUnder(join(source, room), ".ts")]).map(([path, text]) => [
      relative(source, path),
      text,
    ]),
  );
}

function filesUnder(folder: string, ending: string): ReadonlyMap<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));
  return new Map(paths.map((path) => [path, readFileSync(path, "utf8")]));
}

/** The particles of a source that no value chooses: outside of the tag `korean`, of the tables of texts and of the words of cards, which are filled by one function. */
function undecided(path: string, text: string): readonly string[] {
  const isTable = /bots\/texts\/[a-z]+\.ts$|\.yaml$/.test(path);
  return [...text.matchAll(BOTH_WAYS)].flatMap(({ index, 0: particle }) => {
    const before = text.slice(0, index);
    const isFilled =
      isTable || /korean`(?:[^`$]|\$(?!\{)|\$\{(?:[^`}]|`[^`]*`)*\})*$/u.test(before);
    if (isFilled && BEHIND_VALUE.test(before)) return [];
    return [`${relative(root, path)}: ${before.slice(-20)}${particle}`];
  });
}

test("what can fail before a person's eyes is told in Korean and in English", () => {
  const found = [...files()].flatMap(([file, text]) =>
    [...text.matchAll(PLAIN_WORDS)].map((match) => `${file} ${match[1] ?? match[0]}`),
  );
  assert.deepEqual([...new Set(found)].sort(), Object.keys(ENGLISH_ONLY).sort());
});

test("the Korean of every sentence is Korean", () => {
  const found = [...files()].flatMap(([file, text]) =>
    [...text.matchAll(KOREAN)]
      .map((match) => match[1] ?? match[2] ?? match[3] ?? "")
      .filter((words) => {
        const own = words.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, "");
        return /[a-z]{3} [a-z]+/i.test(own) && !/[가-힣]/.test(own);
      })
      .map((words) => `${file}: ${words}`),
  );
  assert.deepEqual(found, []);
});

test("no Korean sentence leaves its reader to choose a particle", () => {
  const sources = [...filesUnder(source, ".ts")].filter(
    ([path]) => !path.endsWith(join("base", "korean-particles.ts")),
  );
  const descriptions = filesUnder(join(root, "data"), ".yaml");
  const found = [...sources, ...descriptions].flatMap(([path, text]) => undecided(path, text));
  assert.deepEqual(found, []);
});

/** A sentence of either language. */
const SENTENCE =
  /\b(?:ko|en):\s*(?:korean)?(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|`((?:\\.|[^`\\])*)`)/g;

/** How programs call an action, also with a value in the place of its name. */
const ACTION_NAME = /\[(?:system|source|messenger|forge|interface|stream|\$\{\w+\}):[^\]\s]+\]/u;

/** Who writes programs reads how they are written: help and refusals of the language, the commands that take programs, and what a button runs. */
const SHOWS_PROGRAMS =
  /^(?:engine\/|cli\/|bots\/texts\/(?:turns|cards|people)\.ts$|agent\/(?:things|planner|tools|turn)\/|bots\/answers\/follow-ups\.ts$)/u;

test("no sentence for people calls an action by its name", () => {
  const named = [...files()].flatMap(([path, text]) =>
    SHOWS_PROGRAMS.test(path)
      ? []
      : [...text.matchAll(SENTENCE)]
          .map(([, double, single, template]) => double ?? single ?? template ?? "")
          .filter((sentence) => ACTION_NAME.test(sentence))
          .map((sentence) => `${path}: ${sentence}`),
  );
  assert.deepEqual(named, []);
});
