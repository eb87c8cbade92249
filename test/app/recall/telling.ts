import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { Sender } from "../../../src/bots/platform/chat-adapter.ts";
import { asNote } from "../../../src/nodes/source/facts.ts";
import { Memories } from "../../../src/nodes/source/memories.ts";
import { Town } from "../../support/town.ts";

const ANN: Sender = { id: "1", name: "Ann", languageTag: "en" };

/** The lines of a list beside this file, without its remarks. */
export function linesOf(name: string): readonly string[] {
  const lines = readFileSync(join(import.meta.dirname, name), "utf8").split("\n");
  return lines.filter((line) => line !== "" && !line.startsWith("#"));
}

const MINUTE_MS = 60_000;

/** A person without a model who told the bot these facts among 150 others, and what a message is answered with. */
export async function telling(t: TestContext, facts: readonly string[]) {
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

/** Tests that without a model all but so many of a list's 40 facts among 150 others are told when asked for in other words. */
export function testAnswered(list: string, most: number): void {
  test(`${list}: of 40 facts among 150 others, asked for in other words, all but ${most} are answered without a model`, async (t) => {
    const missed = await missedIn(t, list);
    assert.ok(missed.length <= most, `${missed.length}\n${missed.join("\n")}`);
  });
}

/** The questions whose answer has not what was told. */
async function missedIn(t: TestContext, list: string): Promise<readonly string[]> {
  const facts = linesOf(list).map((line) => line.split(" | "));
  const say = await telling(
    t,
    facts.map(([fact = ""]) => fact),
  );
  assert.equal(facts.length, 40);
  const missed: string[] = [];
  for (const [fact = "", question = ""] of facts) {
    const answer = bare(await say(question));
    const value = asNote(fact);
    const words = value.split(/(?: is |은 |는 )/u).at(-1) ?? value;
    if (!answer.includes(value) && !answer.includes(words))
      missed.push(`${question} [${fact}]: ${answer}`);
  }
  return missed;
}

/** A text without what marks parts of it. */
function bare(text: string): string {
  return text.replace(/\|\||\\|\[|\]\([^)]*\)/gu, "");
}
