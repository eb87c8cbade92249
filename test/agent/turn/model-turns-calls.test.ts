import assert from "node:assert/strict";
import { test } from "node:test";
import type { ModelAnswer } from "../../../src/agent/turn/assistant.ts";
import { ModelTurns } from "../../../src/agent/turn/model-turns.ts";
import { createTurns } from "../../../src/agent/turn/turn-table.ts";
import { createIds } from "../../../src/base/ids.ts";
import { applyDecision } from "../../../src/runs/apply-decision.ts";
import type { Approval } from "../../../src/security/approvals/approvals.ts";
import { runs, type ScriptedAnswer, scriptedModel } from "../../support/scripted-model.ts";
import { GATE_CATALOGUE, GateWorld, Killed } from "../support/gate-world.ts";

/** Turns over a real gate; the script goes by how many answers a turn has, so that it outlives the process. */
function houseOf(...answers: readonly ScriptedAnswer[]) {
  const world = new GateWorld();
  const { clock, database } = world;
  let count = 0;
  const newId = createIds((sizeBytes) => new Uint8Array(sizeBytes).fill(++count));
  const turns = createTurns({ database, clock, newId });
  const model = scriptedModel(...answers);
  const notes: string[] = [];
  /** The turns of the process that lives now. */
  const desk = (): ModelTurns => {
    const turn = turns.find("update:1");
    const done = turn === undefined ? [] : turns.messages(turn.id);
    const left = answers.slice(done.filter(({ role }) => role === "assistant").length);
    return new ModelTurns({
      modelFor: () => (left.length === answers.length ? model : scriptedModel(...left)),
      clock,
      gate: world.gate,
      turns,
      runs: world.runs,
      catalogue: () => GATE_CATALOGUE,
      log: { info: ({ round, calls }, message) => notes.push(`${round} ${calls} ${message}`) },
    });
  };
  const actor = world.actor(world.member);
  const request = { origin: "update:1", actor, text: "do it" };
  return {
    world,
    turns,
    model,
    desk,
    notes,
    actor,
    answer: (text?: (piece: string) => void): Promise<ModelAnswer> =>
      desk().answer({ ...request, ...(text === undefined ? {} : { onText: text }) }),
    /** What the tool gave, as the model was told or will be. */
    results: (): readonly string[] =>
      turns
        .messages(turns.find("update:1")!.id)
        .flatMap((message) => (message.role === "tool" ? message.content : []))
        .map(
          ({ toolUseId, content }) => `${toolUseId} ${content.includes("✓ ") ? "done" : content}`,
        ),
  };
}

type House = ReturnType<typeof houseOf>;

/** Presses a card and goes on with its turn, as the router does. */
async function press(
  { world, desk, actor }: House,
  approval: Approval,
  choice = "y",
): Promise<ModelAnswer> {
  assert.ok(world.press(approval, choice).ok);
  await world.gate.resume(approval.runId!, { actor });
  return (await desk().continueAfter(approval.runId!, { actor }))!;
}

function cardsOf(answer: ModelAnswer): readonly Approval[] {
  assert.ok(answer.kind === "waiting", JSON.stringify(answer));
  return answer.approvals;
}

test("reads beside a call that waits are done at once, and not again when the turn goes on", async () => {
  const house = houseOf(
    runs('[system:delete]("a.md")', "[system:time]", "[system:list]"),
    "All done.",
  );
  const [card] = cardsOf(await house.answer());
  assert.deepEqual(house.world.calls, ["time", "list"]);
  assert.equal(house.turns.find("update:1")?.state, "waiting");

  assert.deepEqual(await press(house, card!), {
    kind: "answer",
    text: "All done.",
    origin: "update:1",
  });
  assert.deepEqual(house.world.calls, ["time", "list", "delete a.md"]);
  assert.deepEqual(house.results(), ["c1 done", "c2 done", "c3 done"]);
  assert.deepEqual(house.notes, ["1 open done done The model answered.", "2  The model answered."]);
});

test("reads of one answer run side by side through the gate", async () => {
  const house = houseOf(runs('[source:web]("a")', '[source:web]("b")'), "Done.");
  const began: string[] = [];
  let release = (): void => undefined;
  const both = new Promise<void>((resolve) => {
    release = resolve;
  });
  house.world.acts["source:web"] = async ({ params }) => {
    began.push(String(params["query"]));
    if (began.length === 2) release();
    await both;
    return "found";
  };
  assert.deepEqual(await house.answer(), { kind: "answer", text: "Done." });
  assert.deepEqual(began, ["a", "b"]);
});

test("a later effect of the same answer asks only when the one before it is decided", async () => {
  const house = houseOf(runs('[system:delete]("a.md")', '[system:delete]("b.md")'), "Done.");
  const first = cardsOf(await house.answer());
  assert.deepEqual(
    first.map(({ card }) => card.program),
    ['[system:delete]("a.md")'],
  );
  const second = cardsOf(await press(house, first[0]!, "n"));
  assert.deepEqual(
    second.map(({ card }) => card.program),
    ['[system:delete]("b.md")'],
  );
  assert.equal((await press(house, second[0]!)).kind, "answer");
  assert.deepEqual(house.world.calls, ["delete b.md"]);
});

test("two questions of one answer are asked together, and answers that come at once go on with the turn once", async () => {
  const house = houseOf(
    runs('[system:ask_user]("Which?")', '[system:ask_user]("When?")', "[system:time]"),
    "Thank you.",
    "Never asked.",
  );
  const questions = cardsOf(await house.answer());
  assert.deepEqual(
    questions.map(({ card }) => card.prompt),
    ["Which?", "When?"],
  );
  assert.deepEqual(house.world.calls, ["time"]);
  const desk = house.desk();
  const { world, actor } = house;
  for (const { id } of questions) {
    const said = { state: "answered", answer: "this" } as const;
    const decided = world.approvals.decideById(id, world.member, said);
    assert.ok(decided.ok);
    applyDecision(world, decided.approval);
  }
  const ends = await Promise.all(
    questions.map(async ({ runId }) => {
      await world.gate.resume(runId!, { actor });
      return desk.continueAfter(runId!, { actor });
    }),
  );
  assert.deepEqual(
    ends.map((end) => (end?.kind === "answer" ? end.text : end?.kind)),
    ["Thank you.", ""],
  );
  assert.deepEqual(house.results(), ["c1 done", "c2 done", "c3 done"]);
});

test("a program whose code is known only while it runs counts as an effect", async () => {
  const house = houseOf(
    runs(
      '$c = [source:web]("x")\n[system:run_pipeline]() {pipeline: "$c"}',
      "[system:time]",
      '[system:delete]("a.md")',
    ),
    "Done.",
  );
  house.world.acts["source:web"] = () => '[system:write]("b.md")';
  const cards = cardsOf(await house.answer());
  assert.equal(cards.length, 1);
  assert.deepEqual(house.world.calls, ["web x", "time"]);
});

const THREE_CALLS = runs(
  '[system:write]("a.md") {content: "1"}',
  "[system:time]",
  '[system:write]("b.md") {content: "2"}',
);

/** Answers every card for a step that was cut off after a look at what really happened, to the end of the turn. */
async function toItsEnd(house: House): Promise<ModelAnswer> {
  let end: ModelAnswer = await house.answer();
  while (end.kind === "waiting") {
    const [card] = end.approvals;
    const path = String(card!.card.values?.[0]?.value ?? "");
    const isDone = house.world.calls.some((call) => call.startsWith(`write ${path}`));
    end = await press(house, card!, isDone ? "1" : "y");
  }
  return end;
}

/** The whole turn in a process that is killed at a moment, and in the next one. */
async function playKilled(killIn: number): Promise<{ house: House; end: ModelAnswer }> {
  const house = houseOf(THREE_CALLS, "All done.");
  house.world.killIn = killIn;
  try {
    return { house, end: await toItsEnd(house) };
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    house.world.restart();
    return { house, end: await toItsEnd(house) };
  }
}

test("killed between any two steps of an answer with several calls, the turn ends with each effect once", async () => {
  const quiet = await playKilled(Number.POSITIVE_INFINITY);
  const { passed } = quiet.house.world;
  assert.ok(passed.length > 6, passed.join(" "));
  for (let killIn = 1; killIn <= passed.length; killIn += 1) {
    const { house, end } = await playKilled(killIn);
    const place = `killed at ${killIn} (${passed[killIn - 1]})`;
    assert.ok(end.kind === "answer" && end.text === "All done.", place);
    const effects = house.world.calls.filter((call) => call.startsWith("write"));
    assert.deepEqual(effects, ["write a.md 1", "write b.md 2"], place);
    const order = house.results().map((line) => line.slice(0, 2));
    assert.deepEqual(order, ["c1", "c2", "c3"], place);
  }
});

test("who reads along gets the words of every round, and the reply is the last", async () => {
  const pieces: string[] = [];
  const house = houseOf(
    { content: [{ type: "text", text: "One moment." }, ...runs("[system:time]").content] },
    "Noon.",
  );
  const end = await house.answer((piece) => pieces.push(piece));
  assert.deepEqual(end, { kind: "answer", text: "Noon." });
  assert.deepEqual(pieces, ["One moment.", "\n", "Noon."]);
});
