import assert from "node:assert/strict";
import { test } from "node:test";
import { asksHowItWasDone } from "../../../src/bots/programs/how-command.ts";
import { ANN, BEN, openHouse } from "../../support/bots-house.ts";
import { catalogueOf } from "../../support/catalogue.ts";
import { settled } from "../../support/manual-clock.ts";

const CATALOGUE = catalogueOf({ system: { time: {}, list: {} } });
const GROUP = { platform: "telegram", chatId: "-5", isPrivate: false };

test("words that ask how something was done are known from others", () => {
  for (const text of [
    "어떻게 했어?",
    "방금 어떻게 한 거야",
    "그거 어떻게 찾았어?",
    "how did you do that?",
    "How do you know that",
    "how was it done?",
  ])
    assert.ok(asksHowItWasDone(text), text);
  for (const text of [
    "김치찌개 어떻게 끓여?",
    "어떻게 생각해?",
    "how do you do",
    "how did you do in the exam",
    "how do I know that works",
  ])
    assert.ok(!asksHowItWasDone(text), text);
});

test("a reply shows the program of the answer it is to, other words that of the last one", async () => {
  const house = await openHouse({ catalogue: CATALOGUE });
  const say = async (text: string, facts = {}) => {
    await house.adapter.say(ANN, text, facts);
    await settled();
    return house.adapter.texts("telegram:1").at(-1);
  };
  await say("/ibl [system:time]");
  const first = house.adapter.shown.at(-1);
  await say("/ibl [system:list]");
  assert.match((await say("how did you do that?")) ?? "", /\[system:list\]/);
  assert.match(
    (await say("how did you do that?", { repliesToId: first?.messageId ?? "" })) ?? "",
    /\[system:time\]/,
  );
});

test("nobody is shown the program of somebody else", async () => {
  const house = await openHouse({ catalogue: CATALOGUE });
  await house.adapter.say(ANN, "/ibl [system:time]", { chat: GROUP });
  await settled();
  const messageId = house.adapter.shown.at(-1)?.messageId ?? "";
  await house.adapter.say(BEN, "how did you do that?", { chat: GROUP, repliesToId: messageId });
  await settled();
  assert.doesNotMatch(house.adapter.texts("telegram:-5").at(-1) ?? "", /system:time/);
});
