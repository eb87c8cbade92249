import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createPersonContext } from "../../../src/app/person-context.ts";
import { Memories } from "../../../src/nodes/source/memories.ts";
import { fittingMemories } from "../../../src/nodes/source/recall/near-recall.ts";
import { openDatabase } from "../../../src/store/database.ts";
import { ManualClock } from "../../support/manual-clock.ts";

const PLACE = { personId: "ann", chatKey: "console:1" };
const HOUR_MS = 3_600_000;

function linesOf(name: string): readonly string[] {
  const lines = readFileSync(join(import.meta.dirname, name), "utf8").split("\n");
  return lines.filter((line) => line !== "" && !line.startsWith("#"));
}

/** What a person has told over half a year: the facts of a list, each among others. */
function remembering(list: string) {
  const facts = linesOf(list).map((line) => {
    const [fact = "", question = ""] = line.split(" | ");
    return { fact, question };
  });
  const others = linesOf("others.txt");
  const database = openDatabase(":memory:");
  const clock = new ManualClock();
  const memories = new Memories(database, clock);
  const share = Math.ceil(others.length / facts.length);
  for (const [index, { fact }] of facts.entries())
    for (const content of [fact, ...others.slice(index * share, (index + 1) * share)]) {
      void clock.advance(20 * HOUR_MS); // nobody waits for the time
      memories.save({ personId: PLACE.personId, content });
    }
  const context = createPersonContext({
    database,
    clock,
    schedules: { list: () => [] } as never, // what is open is not asked for
    approvals: { waiting: () => [] } as never,
    updates: { address: () => undefined },
  });
  return { facts, memories, context };
}

for (const list of [
  "facts.txt",
  "later-facts.txt",
  "asked-fifth.txt",
  "asked-sixth.txt",
  "asked-seventh.txt",
])
  test(`${list}: of 40 facts among 150 others, asked for in other words, 36 and more are told to the model`, () => {
    const { facts, context } = remembering(list);
    const missed = facts.filter(
      ({ fact, question }) => !context.relevant(PLACE, question).some(({ text }) => text === fact),
    );
    assert.equal(facts.length, 40);
    assert.ok(missed.length <= 4, JSON.stringify(missed, null, 2));
  });

for (const [list, least] of [
  ["facts.txt", 36],
  ["later-facts.txt", 18],
] as const)
  test(`${list}: where there is no room for all, the words alone put ${least} and more of 40 among the first 20`, () => {
    const { facts, memories } = remembering(list);
    const found = facts.filter(({ fact, question }) =>
      fittingMemories(memories, PLACE.personId, question)
        .slice(0, 20)
        .some(({ content }) => content === fact),
    );
    assert.ok(found.length >= least, String(found.length));
  });

test("every pinned fact is told, whatever is asked", () => {
  const { memories, context } = remembering("facts.txt");
  for (const row of memories.latest(PLACE.personId, 50)) memories.pin(row);
  assert.equal(context.pinned(PLACE).length, 50);
  const told = context.relevant(PLACE, "hello").map(({ text }) => text);
  assert.ok(context.pinned(PLACE).every(({ text }) => !told.includes(text)));
});

test("what nearly answers a question is told to the model before what is newer", () => {
  const clock = new ManualClock();
  const memories = new Memories(openDatabase(":memory:"), clock);
  const fact = "장모님 성함은 최옥분";
  for (const content of [fact, "와이프 어머니가 좋아하는 건 감", "와이프는 딸기를 좋아해"])
    memories.save({ personId: PLACE.personId, content });
  const [first] = fittingMemories(memories, PLACE.personId, "와이프 어머니 성함이 뭐지?");
  assert.equal(first?.content, fact);
});
