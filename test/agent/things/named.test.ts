import assert from "node:assert/strict";
import { test } from "node:test";
import { readNamedThing } from "../../../src/agent/things/named.ts";
import type { KnownThings } from "../../../src/agent/things/said.ts";

const KNOWN: KnownThings = {
  files: [],
  folders: [],
  nearMemories: () => [],
  recalls: () => false,
  todos: [{ number: 1, content: "buy oat milk" }],
};
const REMINDERS = ["take the laundry out", "put the car in the garage"];

/** What it asks about, in English. */
function asked(message: string): string | undefined {
  const plan = readNamedThing(message, KNOWN, REMINDERS);
  return plan?.kind === "ask" ? plan.words.en : undefined;
}

test("a thing is named by a word of its own", () => {
  assert.match(asked("hmm the laundry") ?? "", /take the laundry out/u);
  assert.match(asked("about that garage") ?? "", /garage/u);
  assert.match(asked("oat milk??") ?? "", /buy oat milk/u);
});

test("words that stand in any request name nothing", () => {
  for (const message of ["take the dog out on saturdays", "put the kettle on at 6"])
    assert.equal(asked(message), undefined, message);
});
