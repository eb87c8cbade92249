import assert from "node:assert/strict";
import { test } from "node:test";
import { quotedAsWritten } from "../../../src/bots/inbox/quoted-message.ts";
import { ANN, openHouse, personOf } from "../../support/bots-house.ts";
import { settled } from "../../support/manual-clock.ts";
import { finished } from "../../support/scripted-assistant.ts";

const SENT = [
  "🗞️ **news**",
  "- [A bridge opens](https://news.example/bridge) (Times)",
  "- [Rain until Sunday](https://news.example/rain) (Post)",
].join("\n");

test("a chosen part of a message becomes its lines as they were written, addresses included", () => {
  const quoted = { text: "Rain until Sunday", author: "Bot", messageId: "7", isPart: true };
  assert.deepEqual(quotedAsWritten(quoted, SENT), {
    ...quoted,
    text: "- [Rain until Sunday](https://news.example/rain) (Post)",
  });
  const two = { ...quoted, text: "• A bridge opens (Times)\n• Rain until Sunday (Post)" };
  assert.equal(quotedAsWritten(two, SENT).text, SENT.split("\n").slice(1).join("\n"));
});

test("without a chosen part all of it counts, and a part that stands nowhere stays as it is", () => {
  const whole = { text: "🗞️ news\n• A bridge opens (Times)", author: "Bot", messageId: "7" };
  assert.equal(quotedAsWritten(whole, SENT).text, SENT);
  const elsewhere = { ...whole, text: "something else", isPart: true };
  assert.equal(quotedAsWritten(elsewhere, SENT).text, "something else");
});

test("a briefing that has arrived belongs to the conversation, and an answer to it knows the item", async () => {
  const house = await openHouse();
  const { id: personId } = personOf(house, ANN);
  house.schedules.add({
    personId,
    chatId: "telegram:1",
    name: "news",
    timing: { kind: "cron", expression: "0 8 * * *" },
    zone: "UTC",
    program: '[source:search_news]("AI")',
    planDigest: "digest",
  });
  house.assistant.onRun = () => finished(SENT.split("\n").slice(1).join("\n"));
  house.clock.set("2026-11-23T08:00:00Z");
  const [due] = house.schedules.claimDue(house.clock.now());
  house.schedules.finish(due!.id, await house.occurrenceRunner.run(due!));
  await settled();
  assert.deepEqual(house.assistant.remembered, [
    {
      occurrenceId: due!.id,
      name: "news",
      personId,
      chatKey: "telegram:1",
      text: SENT,
      isTainted: true,
    },
  ]);
  const { messageId } = house.adapter.withButton("Turn off");
  const quoted = { text: "A bridge opens", author: "Bot", messageId, isPart: true };
  await house.adapter.say(ANN, "where is it?", { quoted });
  await settled();
  assert.equal(
    house.assistant.turns.at(-1)?.quoted?.text,
    "- [A bridge opens](https://news.example/bridge) (Times)",
  );
});
