import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { evaluateMessages } from "../../../src/app/understanding/evaluate.ts";
import { systemClock } from "../../../src/base/clock.ts";
import { createLog } from "../../../src/base/log.ts";

const HEAD = "id\tlang\tkind\tcontext\trequest\texpect\tnote";
const ROWS = [
  'a\ten\tsingle\t\tweather in Oslo\t[source:weather]("Oslo")\t',
  `b\tko\tschedule\t\t내일 오후 3시에 병원 가라고 알려줘\t[system:schedule]("병원 가기") {pipeline: '[system:notify_user]("병원 가기")', at: "2026-12-03T15:00"}\t`,
  'c\ten\tfollowup\tuser: weather in Oslo | bot: Oslo 3°C\tand Bergen?\t[source:weather]("Bergen")\t',
  'd\ten\tsingle\t\tmessage Marta: see you at six\t[messenger:send]("see you at six") {to: "Marta"}\t',
];

/** Plays a table against the whole app. */
function play(content: string): ReturnType<typeof evaluateMessages> {
  return evaluateMessages(content, {
    edges: {
      clock: systemClock,
      faultPoint: () => undefined,
      randomBytes: (size) => randomBytes(size),
    },
    root: fileURLToPath(new URL("../../..", import.meta.url)),
    log: createLog({ write: () => undefined, redact: (text) => text, level: "error" }),
    signal: new AbortController().signal,
    onMessage: () => undefined,
  });
}

test("a table is played against the whole app, each message by a person of its own", async () => {
  const result = await play([HEAD, ...ROWS].join("\n"));
  assert.equal(result.shares.messages, ROWS.length);
  assert.deepEqual(
    result.messages.map(({ id, verdict, ran, asked }) => [id, verdict, ran.length + asked.length]),
    [
      ["a", "right", 1],
      ["b", "right", 1],
      ["c", "right", 1],
      ["d", "right", 1],
    ],
  );
});

test("what people say of their own to-dos, notes and files is done", async () => {
  const table = readFileSync(new URL("own-things.tsv", import.meta.url), "utf8");
  const { shares, messages } = await play(table);
  const lost = messages.filter(({ verdict }) => verdict !== "right").map(({ text }) => text);
  assert.ok(shares.rightAtOnce >= 0.8, lost.join("\n"));
});
