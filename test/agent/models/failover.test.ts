import assert from "node:assert/strict";
import { test } from "node:test";
import { createFailover } from "../../../src/agent/models/failover.ts";
import {
  type ModelClient,
  ModelError,
  type ModelErrorCode,
  NO_USAGE,
} from "../../../src/agent/models/model-client.ts";
import { wordsOf } from "../../../src/base/errors.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { streaming } from "../../support/model-events.ts";
import { asking, MAKERS, said, startMaker } from "../../support/model-makers.ts";

const SIGNAL = new AbortController().signal;
const QUESTION = asking(said("hi"));

/** A model whose tries end so, the last again and again. */
function model(
  name: string,
  ...ends: readonly (ModelErrorCode | "ok")[]
): ModelClient & { asked: number } {
  const client = streaming({
    name,
    async send() {
      counted.asked += 1;
      const end = ends[Math.min(counted.asked, ends.length) - 1]!;
      if (end !== "ok")
        throw new ModelError(end, { en: `${name} ${end}.`, ko: `${name} ${end}입니다.` });
      const content = [{ type: "text" as const, text: name }];
      return { role: "assistant", content, stopReason: "end_turn", model: name, usage: NO_USAGE };
    },
  });
  const counted = { ...client, asked: 0 };
  return counted;
}

function joined() {
  const clock = new ManualClock();
  const log: string[] = [];
  const join = createFailover({
    clock,
    onFailover: ({ from, to, error }) => log.push(`${from} > ${to}: ${error.code}`),
  });
  return { clock, join, log };
}

for (const code of ["model-unavailable", "model-rate-limited", "model-auth"] as const)
  test(`after ${code} the next model answers, asked whole or in pieces`, async () => {
    const { join, log } = joined();
    const both = join([model("a", code), model("b", "ok")]);
    assert.equal((await both.send(QUESTION, SIGNAL)).model, "b");
    assert.deepEqual(log, [`a > b: ${code}`]);
    const other = joined();
    const events = [];
    for await (const event of other
      .join([model("a", code), model("b", "ok")])
      .stream(QUESTION, SIGNAL))
      events.push(event.type);
    assert.deepEqual(events, ["text", "end"]);
  });

for (const code of ["model-blocked", "model-budget", "model-bad-answer"] as const)
  test(`after ${code} no other model is asked`, async () => {
    const second = model("b", "ok");
    const both = joined().join([model("a", code), second]);
    await assert.rejects(both.send(QUESTION, SIGNAL), { code });
    assert.equal(second.asked, 0);
  });

test("a model that failed rests for a minute, in every chat, and is then asked first again", async () => {
  const { join, clock } = joined();
  const first = model("a", "model-unavailable", "ok");
  const second = model("b", "ok");
  await join([first, second]).send(QUESTION, SIGNAL);
  assert.equal((await join([first, second]).send(QUESTION, SIGNAL)).model, "b");
  assert.equal(first.asked, 1);
  await clock.advance(60_001);
  assert.equal((await join([first, second]).send(QUESTION, SIGNAL)).model, "a");
});

test("where none is left the error tells of each, with the next step, in both languages", async () => {
  const both = joined().join([model("a", "model-auth"), model("b", "model-unavailable")]);
  const error = await both.send(QUESTION, SIGNAL).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ModelError);
  assert.equal(error.code, "model-unavailable");
  assert.equal(
    error.message,
    'None of the models that are set could answer.\na: a model-auth.\nb: b model-unavailable.\nTry again in a few minutes. "ibl-bot doctor --online" shows which of them work.',
  );
  assert.match(
    wordsOf(error, "ko"),
    /^설정된 모델이 모두 답하지 못했어요\.\na: a model-auth입니다\./,
  );
});

test("a single model's error comes as it is", async () => {
  const one = joined().join([model("a", "model-auth")]);
  await assert.rejects(one.send(QUESTION, SIGNAL), {
    code: "model-auth",
    message: "a model-auth.",
  });
});

test("an abort is answered by no other model", async () => {
  const second = model("b", "ok");
  const stop = new AbortController();
  const aborting = streaming({
    name: "a",
    send: async () => {
      stop.abort(new Error("/stop"));
      throw stop.signal.reason;
    },
  });
  const both = joined().join([aborting, second]);
  await assert.rejects(both.send(QUESTION, stop.signal), { message: "/stop" });
  assert.equal(second.asked, 0);
});

test("a conversation begun with one maker is ended by another, for every pair of makers", async (context) => {
  for (const from of MAKERS)
    for (const to of MAKERS) {
      if (from === to) continue;
      const calls = [{ code: "[system:time]" }, { code: "[system:todo]" }];
      const begun = await startMaker(from, context, [
        { thinking: "Hm.", text: "Both.", calls },
        { refuse: 401 },
      ]);
      const ended = await startMaker(to, context, [{ text: "done" }]);
      const both = joined().join([begun.model, ended.model]);
      const first = await both.send(QUESTION, SIGNAL);
      const results = first.content.flatMap((block) =>
        block.type === "tool_use"
          ? [
              {
                type: "tool_result" as const,
                toolUseId: block.id,
                name: block.name,
                content: "fine",
                isError: false,
                tainted: false,
              },
            ]
          : [],
      );
      const more = asking(said("hi"), first, { role: "tool", content: results });
      const second = await both.send(more, SIGNAL);
      assert.deepEqual(second.content, [{ type: "text", text: "done" }]);
      assert.deepEqual([...begun.server.problems, ...ended.server.problems], []);
    }
});
