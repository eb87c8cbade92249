import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Sender } from "../../../src/bots/platform/chat-adapter.ts";
import { Memories } from "../../../src/nodes/source/memories.ts";
import { MAKERS, MODEL_KEY } from "../../support/model-makers.ts";
import { startModelServer } from "../../support/model-server.ts";
import { Town } from "../../support/town.ts";

const ANN: Sender = { id: "1", name: "Ann", languageTag: "en" };

function linesOf(name: string): readonly string[] {
  const lines = readFileSync(join(import.meta.dirname, name), "utf8").split("\n");
  return lines.filter((line) => line !== "" && !line.startsWith("#"));
}

test("of 40 facts among 150 others, asked for in other words, 36 and more go to the model with the question", async (t) => {
  const maker = MAKERS.find(({ name }) => name === "anthropic")!;
  const server = await startModelServer(maker.dialect, [{ text: "Let me see." }]);
  const environment = {
    IBL_MODEL: "anthropic/claude-test",
    ANTHROPIC_API_KEY: MODEL_KEY,
    ANTHROPIC_BASE_URL: server.origin,
  };
  const town = new Town({ environment });
  t.after(async () => {
    await town.close();
    await server.close();
  });
  const personId = town.admit(ANN, "owner");
  const memories = new Memories(town.parts.stores.database, town.clock);
  const facts = linesOf("asked-sixth.txt").map((line) => line.split(" | "));
  const others = linesOf("others.txt");
  for (const content of [...facts.map(([fact = ""]) => fact), ...others])
    memories.save({ personId, content });
  await town.start();
  const missed: string[] = [];
  for (const [fact = "", question = ""] of facts) {
    await town.clock.advance(60_000);
    await town.say(ANN, question);
    const messages = server.requests.at(-1)?.body["messages"] as readonly object[];
    const last = JSON.stringify(messages.at(-1));
    assert.ok(last.includes(JSON.stringify(question).slice(1, -1)), last);
    if (!last.includes(JSON.stringify(fact).slice(1, -1))) missed.push(fact);
  }
  assert.deepEqual(server.problems, []);
  assert.ok(missed.length <= 4, missed.join("\n"));
});
