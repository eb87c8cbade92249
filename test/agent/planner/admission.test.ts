import assert from "node:assert/strict";
import { test } from "node:test";
import { NOW_MS, plannerOver } from "../support/planner-examples.ts";

const planner = plannerOver(async () => undefined);

function becomes(text: string, code: string, typed = text): string {
  const options = {
    language: "en" as const,
    nowMs: NOW_MS,
    zone: "Asia/Seoul",
    people: ["Otto", "Marta"],
  };
  return planner.admitted({ text, typed }, code, options).kind;
}

test("a program runs that accounts for what a message names", () => {
  assert.equal(becomes("weather in Lille", '[source:weather]("Lille")'), "run");
  assert.equal(becomes('tell Otto "see you"', '[messenger:send]("see you") {to: "Otto"}'), "run");
  assert.equal(
    becomes("don't tell Marta, tell Otto I am late", '[messenger:send]("I am late") {to: "Otto"}'),
    "run",
  );
  assert.equal(becomes("할일에 우유 추가", '[system:todo]("우유")'), "run");
});

test("an effect that leaves somebody or a file out is asked about, a read is offered", () => {
  assert.equal(
    becomes("tell Otto I am late and let Marta know", '[messenger:send]("I am late") {to: "Otto"}'),
    "ask",
  );
  assert.equal(becomes("copy a.txt to b.txt", '[system:delete]("a.txt")'), "ask");
  assert.equal(becomes("compare a.txt and b.txt", '[system:read]("a.txt")'), "offer");
});

test("a value that was cut wrong is no value, whatever made the program", () => {
  assert.equal(
    becomes("등본 알려주고 할일에도 등본 떼기 추가", '[system:todo]("도 등본 떼기")'),
    "ask",
  );
  assert.equal(becomes("tell Marta the same", '[messenger:send]("The same") {to: "Marta"}'), "ask");
  assert.equal(
    becomes("and what is it doing in Lille", '[source:weather]("doing in Lille")'),
    "ask",
  );
});

test("a name that no list holds is offered where something else is misspelt", () => {
  const code = '[source:weather]("Lilel")';
  assert.equal(becomes("weather in Lilel", code, "wether in Lilel"), "offer");
  assert.equal(becomes("weather in Lilel", code), "run");
});

test("what the person has or said is not run as a search of the web", () => {
  assert.equal(becomes("find the quote we talked about", '[source:web_search]("quote")'), "offer");
  assert.equal(becomes("search for a quote", '[source:web_search]("quote")'), "run");
});
