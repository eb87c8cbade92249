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
  "agent",
  "engine",
  "bots",
  "cli",
] as const;

/** What stays in English alone, as `file code`, each with the reason. */
const ENGLISH_ONLY: Readonly<Record<string, string>> = {
  "agent/agent.ts aborted": "ends the work for somebody who has stopped reading; nobody reads it",
  "agent/agent.ts bad-config": "a mistake of ours: the setting was checked when it was read",
  "agent/run-ibl.ts run-unknown": "a mistake of ours: nobody can name a run that does not exist",
  "drivers/process.ts program-failed":
    "a mistake of ours: the folder is the service's, not a person's",
  "engine/execute-call.ts aborted": "ends the waiting of a call that is over; nobody reads it",
  "engine/execute.ts aborted": "ends the waiting of a program that is over; nobody reads it",
  "bots/discord.ts adapter-started": "a mistake of ours: an adapter is started once",
  "bots/discord.ts aborted": "ends the waiting of an adapter that stops; nobody reads it",
  "bots/discord-gateway.ts adapter-refused": "a problem of the settings, in the log",
  "bots/telegram.ts adapter-started": "a mistake of ours: an adapter is started once",
  "bots/telegram-webhook-server.ts adapter-webhook": "printed at start",
  "bots/telegram.ts adapter-refused": "a problem of the settings, at start",
};

/** A failure or an error whose words are a text instead of one sentence for each language. */
const PLAIN_WORDS =
  /\b(?:failure|failed|AppError|ModelError|RequestRefused|DeliveryError)\(\s*(?:"([\w-]+)"|`[^`]*`|[\w.]+),\s*["'`]/g;

/** The Korean of a pair of sentences. */
const KOREAN = /\bko:\s*(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|`((?:\\.|[^`\\])*)`)/g;

const source = join(dirname(dirname(fileURLToPath(import.meta.url))), "src");

/** Every file of the rooms with its text, by its path from src. */
function files(): ReadonlyMap<string, string> {
  const paths = ROOMS.flatMap((room) =>
    readdirSync(join(source, room), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => join(source, room, name)),
  );
  return new Map(paths.map((path) => [relative(source, path), readFileSync(path, "utf8")]));
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
