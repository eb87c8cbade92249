import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_THINGS } from "../../../src/agent/things/said.ts";
import { readThing } from "../../../src/agent/things/things.ts";

function codeOf(message: string): string | undefined {
  const plan = readThing(message, NO_THINGS);
  return plan?.kind === "program" ? plan.code : undefined;
}

test("a figure that is told to be kept is kept under its name, for whom it is said", () => {
  const saved = (name: string, value: string, person?: string): string =>
    `[source:save_health]("${name}") {value: "${value}"${person === undefined ? "" : `, person: "${person}"`}}`;
  const told: Readonly<Record<string, string>> = {
    "혈압 120에 80 기록해줘": saved("혈압", "120/80"),
    "혈압 120/80": saved("혈압", "120/80"),
    "오늘 몸무게 71.5kg 기록해 줘": saved("몸무게", "71.5 kg"),
    "엄마 혈당 110 적어줘": saved("혈당", "110", "엄마"),
    "체온 37.2도 건강 기록에 남겨줘": saved("체온", "37.2 도"),
    "log my weight 71 kg": saved("weight", "71 kg"),
    "record mom's blood pressure as 130 over 85 today": saved("blood pressure", "130/85", "mom"),
    "my blood pressure is 120/80, note it": saved("blood pressure", "120/80"),
  };
  for (const [message, code] of Object.entries(told)) assert.equal(codeOf(message), code, message);
});

test("what was kept is shown", () => {
  assert.equal(codeOf("내 혈압 기록 보여줘"), '[source:health_query]("혈압")');
  assert.equal(codeOf("아빠 체중 변화 알려줘"), '[source:health_query]("체중") {person: "아빠"}');
  assert.equal(codeOf("show me my weight history"), '[source:health_query]("weight")');
  assert.equal(
    codeOf("what was my last blood pressure"),
    '[source:health_query]("blood pressure")',
  );
});

test("reminders, conditions and what is forbidden keep no figure", () => {
  for (const message of [
    "혈압 재라고 9시에 알려줘",
    "몸무게 70 되면 알려줘",
    "혈압 120/80 기록하지 마",
    "don't log my weight 71 kg",
    "remind me to log my weight at 8",
    "my weight is 71",
    "what is a normal blood pressure",
  ])
    assert.doesNotMatch(codeOf(message) ?? "", /health/u, message);
});
