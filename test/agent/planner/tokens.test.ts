import assert from "node:assert/strict";
import { test } from "node:test";
import { readTokens } from "../../../src/agent/planner/tokens.ts";
import { knownZones, zoneOfPlace } from "../../../src/scheduler/timing/place-zones.ts";

/** The pieces of a text as `kind:value`, plain words by their key. */
function pieces(text: string): readonly string[] {
  return readTokens(text).map((token) => {
    const shown = token.kind === "word" ? token.key : `${token.kind}:${token.value}`;
    return token.particle === undefined ? shown : `${shown}/${token.particle}`;
  });
}

test("file names, addresses, paths and patterns are told apart, their particles cut off", () => {
  assert.deepEqual(pieces("notes.md를 backup/으로"), ["file:notes.md/object", "path:backup//to"]);
  assert.deepEqual(pieces("회의록.최종.pdf지워"), ["file:회의록.최종.pdf", "c:delete"]);
  assert.deepEqual(pieces("https://a.kr/b?c=1&d=2을"), ["url:https://a.kr/b?c=1&d=2/object"]);
  assert.deepEqual(pieces("(https://a.kr/b)."), ["url:https://a.kr/b"]);
  assert.deepEqual(pieces("naver.com에서"), ["url:https://naver.com/from"]);
  assert.deepEqual(pieces("**/*.csv"), ["glob:**/*.csv"]);
  assert.deepEqual(pieces("docs/2026/plan.txt"), ["file:docs/2026/plan.txt"]);
});

test("versions, abbreviations and decimals are no files", () => {
  for (const text of ["v1.2", "e.g.", "3.5", "etc.", "U.S.A"]) {
    assert.deepEqual(
      readTokens(text).filter((token) => token.kind === "file"),
      [],
      text,
    );
  }
});

test("quoted text of any kind is one piece", () => {
  for (const text of [
    '"우유 사기"',
    "“우유 사기”",
    "‘우유 사기’",
    "「우유 사기」",
    "'우유 사기'",
    "`우유 사기`",
  ]) {
    assert.deepEqual(pieces(`${text}라고`), ["quote:우유 사기/quoted"], text);
  }
  assert.deepEqual(
    pieces("don't say it's mine").filter((piece) => piece.startsWith("quote")),
    [],
  );
});

test("numbers take their counters, and lists without spaces are several", () => {
  assert.deepEqual(pieces("세 건, 5개만, 12,000원"), ["number:3", "number:5", "number:12000"]);
  assert.deepEqual(pieces("10,20,15"), ["number:10", "number:20", "number:15"]);
  assert.deepEqual(pieces("005930"), ["number:005930"]);
});

test("places stand for their zones, with particles, in both languages and several words", () => {
  assert.deepEqual(pieces("뉴욕은"), ["place:America/New_York/subject"]);
  assert.deepEqual(pieces("도쿄시간"), ["place:Asia/Tokyo", "c:time"]);
  assert.deepEqual(pieces("New York City's"), ["place:America/New_York"]);
  assert.deepEqual(pieces("시드니야?"), ["place:Australia/Sydney"]);
  assert.deepEqual(pieces("LA")[0], "place:America/Los_Angeles");
  assert.notEqual(pieces("la la la")[0], "place:America/Los_Angeles");
});

test("every zone of the table is one that this machine knows", () => {
  assert.ok(knownZones().size >= 90);
  for (const zone of knownZones())
    assert.doesNotThrow(() => new Intl.DateTimeFormat("en", { timeZone: zone }), zone);
  assert.equal(zoneOfPlace("런던"), "Europe/London");
  assert.equal(zoneOfPlace("SEOUL"), "Asia/Seoul");
  assert.equal(zoneOfPlace("wakanda"), undefined);
});
