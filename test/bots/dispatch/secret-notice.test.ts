import assert from "node:assert/strict";
import { test } from "node:test";
import { DeliveryError } from "../../../src/bots/platform/chat-adapter.ts";
import { ANN, openHouse } from "../../support/bots-house.ts";
import { settled } from "../../support/manual-clock.ts";

const GROUP = { platform: "telegram", chatId: "-5", isPrivate: false };

test("a message with a secret is deleted from its chat and its sender is notified", async () => {
  const { adapter } = await openHouse();
  await adapter.say(ANN, "my key is [secret]", { chat: GROUP, messageId: "77", isMasked: true });
  await settled();
  assert.deepEqual(adapter.deleted, ["telegram:-5 77"]);
  assert.match(adapter.texts("telegram:-5")[0] ?? "", /took the message out of this chat/);
});

test("where the platform does not let the bot, its sender is asked to delete it", async () => {
  const { adapter } = await openHouse();
  adapter.deleteFailure = new DeliveryError("refused", { en: "No rights.", ko: "권한 없음." });
  await adapter.say(ANN, "my key is [secret]", { chat: GROUP, messageId: "77", isMasked: true });
  await settled();
  assert.match(adapter.texts("telegram:-5")[0] ?? "", /Please delete your message/);
});

test("a message with files stays, since they would go with it", async () => {
  const { adapter } = await openHouse();
  adapter.files.set("f1", Buffer.from("hello"));
  const attachments = [
    { kind: "document", ref: "f1", name: "a.txt", mediaType: "text/plain" },
  ] as const;
  await adapter.say(ANN, "my key is [secret]", { isMasked: true, attachments });
  await settled();
  assert.deepEqual(adapter.deleted, []);
});

test("messages without a secret are never deleted", async () => {
  const { adapter } = await openHouse();
  await adapter.say(ANN, "hello", { chat: GROUP });
  await settled();
  assert.deepEqual(adapter.deleted, []);
});
