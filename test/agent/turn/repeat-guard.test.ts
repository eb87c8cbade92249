import assert from "node:assert/strict";
import { test } from "node:test";
import { REPEAT_ADVICE } from "../../../src/agent/turn/tool-calls.ts";
import type { ToolOutcome } from "../../../src/agent/turn/tool-result.ts";
import { runs } from "../../support/scripted-model.ts";
import { failed, results, turn, worked } from "../support/loop-turn.ts";

const SAME = runs('[system:read]("a")');

test("a program that failed twice the same way is not run again: the model is told what to do, and whoever insists is stopped", async () => {
  const { result, executed, saved } = await turn(
    [SAME, runs(' [system:read]("a")\n'), SAME, SAME, "Never asked."],
    { outcomeOf: () => failed("There is no such file.") },
  );
  assert.equal(executed.length, 2);
  assert.equal(results(saved)[2], `c1-3 error: ${REPEAT_ADVICE.failure}`);
  assert.ok(result.kind === "stopped");
  assert.deepEqual([result.reason, result.rounds], ["same-failure", 4]);
  assert.equal(result.text, "The same step kept failing, so I stopped.");
});

test("the advice is enough for a model that takes it", async () => {
  const { result } = await turn([SAME, SAME, SAME, "There is no such file."], {
    outcomeOf: () => failed("There is no such file."),
  });
  assert.ok(result.kind === "answered");
  assert.equal(result.text, "There is no such file.");
});

test("a program that fails in another way each time may be tried again", async () => {
  let tries = 0;
  const { result, executed } = await turn([SAME, SAME, SAME, SAME, "Here it is."], {
    outcomeOf: () => (++tries < 4 ? failed(`busy ${tries}`) : worked("text")),
  });
  assert.equal(result.kind, "answered");
  assert.equal(executed.length, 4);
});

test("what failed twice may be tried again after something was changed, and not after something was only read", async () => {
  const onlyReads = (code: string): boolean => !code.startsWith("[system:write]");
  const outcomeOf = (code: string): ToolOutcome =>
    code.startsWith("[system:read]") ? failed("no") : worked("ok");
  const changed = await turn(
    [SAME, SAME, runs('[system:write]("a")'), SAME, runs("[system:list]"), SAME, "Done."],
    { outcomeOf, onlyReads },
  );
  assert.deepEqual(
    changed.executed.map((line) => line.split(" ")[1]),
    [
      '[system:read]("a")',
      '[system:read]("a")',
      '[system:write]("a")',
      '[system:read]("a")',
      "[system:list]",
    ],
  );
  assert.equal(changed.result.kind, "answered");
});

test("the same read that gives the same again and again is stopped too", async () => {
  const { result, executed, saved } = await turn([SAME, SAME, SAME, SAME, "Never asked."], {
    outcomeOf: () => worked("text"),
    onlyReads: () => true,
  });
  assert.equal(executed.length, 2);
  assert.equal(results(saved)[2], `c1-3 error: ${REPEAT_ADVICE.result}`);
  assert.ok(result.kind === "stopped");
  assert.equal(result.reason, "same-result");
  assert.match(result.text, /^The same step was repeated and only gave the same result/);
});

test("a read whose result changes, and an effect that is meant to happen again, go on", async () => {
  let count = 0;
  const polled = await turn([SAME, SAME, SAME, SAME, "Done."], {
    outcomeOf: () => worked(`state ${++count}`),
    onlyReads: () => true,
  });
  assert.equal(polled.executed.length, 4);
  const sent = await turn([SAME, SAME, SAME, SAME, "Done."], { outcomeOf: () => worked("sent") });
  assert.equal(sent.executed.length, 4);
});
