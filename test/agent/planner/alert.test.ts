import assert from "node:assert/strict";
import { test } from "node:test";
import { planAlert } from "../../../src/agent/planner/lookups/alert.ts";

const OPTIONS = { language: "en", nowMs: Date.parse("2026-11-22T10:00:00Z"), zone: "UTC" } as const;

/** The name, the look and the line of what a message is planned as. */
function alertOf(message: string, schedules: readonly string[] = []) {
  const planned = planAlert(message, { ...OPTIONS, schedules });
  if (planned?.kind !== "sure") return undefined;
  const [, name] = /create\]\("([^"]*)"\)/.exec(planned.code) ?? [];
  const [, line] = /condition: "([^"]*)"/.exec(planned.code) ?? [];
  return [name, line];
}

test("a price that is to cross a line is watched, and nothing is told before", () => {
  for (const [message, ...wanted] of [
    ["삼성전자 8만원 넘으면 알려줘", "삼성전자", "price > 80000"],
    ["삼성전자가 80,000원 이하로 떨어지면 알려줘", "삼성전자", "price <= 80000"],
    ["alert me if tesla goes above 400", "Tesla", "price > 400"],
    ["tell me when the price of apple drops below $150.5", "Apple", "price < 150.5"],
    ["let me know if bitcoin hits 100k", "Bitcoin", "price >= 100000"],
    ["네이버 30만원 미만으로 내려가면 신호 줘", "네이버", "price < 300000"],
    ["하이브 20만원 밑으로 떨어지거든 바로 말 좀 해줘", "하이브", "price < 200000"],
    ["shout if boeing drops below 120", "Boeing", "price < 120"],
    ["카카오 5만원 찍으면 알림", "카카오", "price >= 50000"],
    ["ping me when nvidia drops to 150 or lower", "Nvidia", "price <= 150"],
    ["if tesla climbs over 400, tell me", "Tesla", "price > 400"],
    ["when bitcoin hits 100k ping me please", "Bitcoin", "price >= 100000"],
    ["text me the moment ethereum breaks above 5k", "Ethereum", "price > 5000"],
  ] as const)
    assert.deepEqual(alertOf(message), wanted, message);
});

test("a second alert of the same name has its line in its own", () => {
  assert.deepEqual(alertOf("alert me if tesla goes above 500", ["Tesla"])?.[0], "Tesla 500");
});

test("what is no price is no alert", () => {
  for (const message of [
    "기온이 30도 넘으면 알려줘",
    "alert me if the temperature goes above 30",
    "alert me if traffic goes above 30",
    "tesla price",
    "remind me at 4 to call",
    "삼성전자 8만원 넘었어?",
    "네이버 30만원 넘으면 알려주고 아니면 뉴스 보여줘",
  ])
    assert.equal(alertOf(message), undefined, message);
});

test("a file of a kind and a failed run are watched by their names", () => {
  for (const [message, part] of [
    ["피디에프 들어오면 알려줘", 'pattern: "*.pdf"'],
    ["tell me when a docx is uploaded", 'pattern: "*.docx"'],
    ["daily_sync 실패하면 알려줘", 'of: "daily_sync", outcome: "failed"'],
    ["ping me whenever weekly-report crashes", 'of: "weekly-report", outcome: "failed"'],
  ] as const) {
    const planned = planAlert(message, OPTIONS);
    assert.ok(planned?.kind === "sure" && planned.code.includes(part), message);
  }
  assert.equal(planAlert("the pdf shows up in the folder", OPTIONS), undefined);
});
