import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { Sender } from "../../../src/bots/platform/chat-adapter.ts";
import { asNote } from "../../../src/nodes/source/facts.ts";
import { Memories } from "../../../src/nodes/source/memories.ts";
import { Town } from "../../support/town.ts";

const ANN: Sender = { id: "1", name: "Ann", languageTag: "en" };

function linesOf(name: string): readonly string[] {
  const lines = readFileSync(join(import.meta.dirname, name), "utf8").split("\n");
  return lines.filter((line) => line !== "" && !line.startsWith("#"));
}

const MINUTE_MS = 60_000;

/** A person without a model who told the bot these facts among 150 others, and what a message is answered with. */
async function telling(t: TestContext, facts: readonly string[]) {
  const town = new Town({});
  t.after(() => town.close());
  const personId = town.admit(ANN, "owner");
  const memories = new Memories(town.parts.stores.database, town.clock);
  const others = linesOf("others.txt");
  for (const content of [...others.slice(0, 75), ...facts, ...others.slice(75)])
    memories.save({ personId, content: asNote(content) });
  await town.start();
  return async (message: string) => {
    await town.clock.advance(MINUTE_MS);
    return (await town.say(ANN, message)).join("\n");
  };
}

/** A text without what marks parts of it. */
function bare(text: string): string {
  return text.replace(/\|\||\\|\[|\]\([^)]*\)/gu, "");
}

for (const [list, least] of [
  ["asked.txt", 36],
  ["asked-later.txt", 36],
  ["asked-third.txt", 38],
  ["asked-fourth.txt", 30],
  ["asked-fifth.txt", 32],
  ["asked-sixth.txt", 24],
] as const)
  test(`${list}: of 40 facts among 150 others, asked for in other words, ${least} and more are answered without a model`, async (t) => {
    const facts = linesOf(list).map((line) => line.split(" | "));
    const say = await telling(
      t,
      facts.map(([fact = ""]) => fact),
    );
    const missed: string[] = [];
    for (const [fact = "", question = ""] of facts) {
      const answer = bare(await say(question));
      const value = asNote(fact);
      if (
        !answer.includes(value) &&
        !answer.includes(value.split(/(?: is |은 |는 )/u).at(-1) ?? value)
      )
        missed.push(`${question} [${fact}]: ${answer}`);
    }
    assert.equal(facts.length, 40);
    assert.ok(facts.length - missed.length >= least, `${missed.length}\n${missed.join("\n")}`);
  });

for (const { told, untold, most } of [
  { told: "asked.txt", untold: ["untold.txt", "untold-later.txt"], most: 2 },
  { told: "asked-third.txt", untold: ["untold-third.txt"], most: 1 },
  { told: "asked-fifth.txt", untold: ["of-the-world.txt"], most: 1 },
])
  test(`${untold.join(", ")}: what was never told is not answered as though it was`, async (t) => {
    const say = await telling(
      t,
      linesOf(told).map((line) => line.split(" | ")[0] ?? ""),
    );
    const answered: string[] = [];
    for (const question of untold.flatMap(linesOf)) {
      const answer = await say(question);
      if (/you told me|알려 주셨어요/u.test(answer)) answered.push(`${question}: ${answer}`);
    }
    assert.ok(answered.length <= most, answered.join("\n"));
  });
