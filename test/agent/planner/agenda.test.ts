import assert from "node:assert/strict";
import { test } from "node:test";
import { planAgenda } from "../../../src/agent/planner/schedule.ts";

const OPTIONS = { language: "en", nowMs: Date.parse("2026-11-22T10:00:00Z"), zone: "UTC" } as const;

/** What a message that asks what is to come is planned as. */
function codeOf(message: string): string | undefined {
  const planned = planAgenda(message, OPTIONS);
  return planned?.kind === "sure" ? planned.code : undefined;
}

test("what is to come is listed for the days that are asked about", () => {
  for (const [message, code] of [
    ["오늘 일정", "[system:list_events] {days: 1}"],
    ["오늘 일정 뭐 있어?", "[system:list_events] {days: 1}"],
    ["내일 일정 알려줘", "[system:list_events] {days: 1, from: 1}"],
    ["내일 일정 뭐야", "[system:list_events] {days: 1, from: 1}"],
    ["이번주 일정", "[system:list_events] {days: 7}"],
    ["내 알림 보여줘", "[system:list_events]"],
    ["today's reminders", "[system:list_events] {days: 1}"],
    ["what's on today", "[system:list_events] {days: 1}"],
    ["what do i have tomorrow", "[system:list_events] {days: 1, from: 1}"],
    ["what reminders do i have", "[system:list_events]"],
    ["what have i got on today", "[system:list_events] {days: 1}"],
    ["this week's schedule", "[system:list_events] {days: 7}"],
    ["list my reminders", "[system:list_events]"],
  ] as const)
    assert.equal(codeOf(message), code, message);
});

test("what sets or ends something is no question what is to come", () => {
  for (const message of [
    "내일 3시에 병원 알림",
    "약 알림 꺼줘",
    "remind me tomorrow",
    "what's new today",
  ])
    assert.equal(codeOf(message), undefined, message);
});
