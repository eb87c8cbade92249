import assert from "node:assert/strict";
import { test } from "node:test";
import { parseQuietHours, quietText } from "../../../src/bots/outbox/quiet-hours.ts";
import { quietWish } from "../../../src/bots/outbox/quiet-words.ts";

function wish(text: string): string | undefined {
  const wanted = quietWish(text);
  const hours = wanted?.kind === "set" ? parseQuietHours(wanted.words) : undefined;
  if (hours !== undefined) return quietText(hours);
  return wanted?.kind === "set" ? wanted.words : wanted?.kind;
}

test("quiet hours are set in words", () => {
  for (const text of [
    "방해금지 밤 11시부터 아침 7시까지",
    "밤 11시부터 아침 7시까지 조용히 해줘",
    "밤 11시부터 아침 7시까지는 알림 보내지마",
    "do not disturb from 11pm to 7am",
    "no notifications between 11pm and 7am",
    "quiet hours 23:00-07:00",
  ])
    assert.equal(wish(text), "23:00–07:00", text);
  assert.equal(wish("방해금지 꺼줘"), "off");
  assert.equal(wish("방해금지"), "which");
});

test("quiet for once is told apart, and other words are none", () => {
  for (const text of [
    "한시간만 조용히해줘",
    "회의때문에 12시까지는 알림 보내지마",
    "be quiet for an hour",
    "don't disturb me until noon",
  ])
    assert.equal(wish(text), "once", text);
  for (const text of ["주간회의 알림 이제 안보내도 돼", "조용한 노래 틀어줘", "is it quiet hours?"])
    assert.equal(wish(text), undefined, text);
});
