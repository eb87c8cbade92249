import assert from "node:assert/strict";
import { test } from "node:test";
import { Town } from "../support/town.ts";

const ANN = { id: "1", name: "Ann", languageTag: "en" };

test("a message that is answered as it was edited takes the place of what it did before", async (context) => {
  const town = new Town({});
  context.after(() => town.close());
  town.admit(ANN, "owner");
  await town.start();
  await town.say(ANN, "add milk, bred", { messageId: "m1" });
  await town.say(ANN, "add milk, bread", { messageId: "m1", isEdited: true });
  await town.press(ANN, "Answer it as edited");
  const [list] = await town.say(ANN, "my to-dos");
  assert.equal(list, "1. ☐ milk\n2. ☐ bread");
});
