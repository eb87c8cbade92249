import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { timingWords } from "../../../src/scheduler/ledger/describe.ts";
import { findTime } from "../../../src/scheduler/phrases/find-time.ts";

/** A Sunday, ten past two in the afternoon. */
const CONTEXT = { nowMs: Date.parse("2026-11-22T14:10:30+09:00"), zone: "Asia/Seoul" };

/** Lines of phrasing, what it becomes and what is left of it; `?` and the question, with the proposals, where it is asked; `-` where it says no time. */
const ROWS = readFileSync(new URL("../when-said.tsv", import.meta.url), "utf8")
  .replace(/\n$/, "")
  .split("\n")
  .map((line) => line.split("\t"));

function understood(message: string): readonly string[] {
  const when = findTime(message, CONTEXT);
  if (when === undefined) return ["-", ""];
  const language = /[가-힣]/.test(message) ? "ko" : "en";
  const texts = when.candidates.map((candidate) => {
    const said = timingWords(candidate, CONTEXT, language);
    assert.ok(said !== undefined, `${message}: ${JSON.stringify(candidate)}`);
    return said.words;
  });
  if (when.timing !== undefined) return [texts.join(), when.rest];
  return [`? ${when.ambiguity}`, texts.join(" / ")];
}

test("times as people say them become a schedule, a question, or what no schedule can do", () => {
  assert.ok(ROWS.length >= 400);
  for (const [message = "", ...expected] of ROWS)
    assert.deepEqual(understood(message), expected, message);
});

test("what is offered to choose from can always be scheduled", () => {
  for (const [message = ""] of ROWS) {
    const { timing, candidates = [] } = findTime(message, CONTEXT) ?? {};
    if (timing !== undefined) assert.deepEqual(candidates, [timing], message);
  }
});

test("a repetition that begins later has its first time on or after that day", () => {
  const first = (message: string): string => {
    const { timing = {} } = findTime(message, CONTEXT) ?? {};
    return JSON.stringify(timing["date"]);
  };
  assert.equal(first("내일부터 매일 9시에 알려줘"), '"2026-11-23"');
  assert.equal(first("다음 주부터 평일 8시에 뉴스 보내줘"), '"2026-11-23"');
  assert.equal(first("every Monday at 9am starting December 1 send the plan"), '"2026-12-01"');
});

test("one time by the clock of another zone is told by the person's own, on the day that the person means", () => {
  const at = (message: string) => findTime(message, CONTEXT)?.timing;
  assert.deepEqual(at("내일 뉴욕 시간 오전 9시에 알려줘"), { at: "2026-11-23T23:00" });
  assert.deepEqual(at("at 5am New York time remind me"), { at: "2026-11-22T19:00" });
  assert.deepEqual(at("오늘 하와이 시간 오전 8시에 알려줘"), { at: "2026-11-23T03:00" });
});

test("a repetition keeps the zone it was said in, unless it is the person's own", () => {
  const zone = (message: string) => findTime(message, CONTEXT)?.timing?.["timezone"];
  assert.equal(zone("매일 런던 시간 9시에 알려줘"), "Europe/London");
  assert.equal(zone("every day at 9am KST"), undefined);
  assert.equal(zone("every 30 minutes"), undefined);
});
