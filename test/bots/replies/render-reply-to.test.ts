import assert from "node:assert/strict";
import { test } from "node:test";
import type { Message } from "grammy/types";
import { asMessage, toMessageEvent } from "../../../src/bots/discord/events.ts";
import { answeredIn } from "../../../src/bots/telegram/updates.ts";

test("a Telegram message tells which one it answers, with words or without, and a topic's opening is none", () => {
  const answering = (facts: object): string | undefined =>
    answeredIn({ message_id: 9, date: 0, ...facts } as Message); // nothing else of it is read
  assert.equal(answering({}), undefined);
  assert.equal(answering({ reply_to_message: { message_id: 4, text: "Which colour?" } }), "4");
  assert.equal(answering({ reply_to_message: { message_id: 4, photo: [] } }), "4");
  const topic = { is_topic_message: true, message_thread_id: 3 };
  assert.equal(answering({ ...topic, reply_to_message: { message_id: 3 } }), undefined);
  assert.equal(answering({ ...topic, reply_to_message: { message_id: 4 } }), "4");
  const opened = { message_id: 4, forum_topic_created: { name: "Plans" } };
  assert.equal(answering({ reply_to_message: opened }), undefined);
});

test("a Discord message tells which one it answers, and none where that was deleted", () => {
  const author = { id: "200000000000000007", username: "minji" };
  const shown = { mentions: [], mention_roles: [], attachments: [], embeds: [] };
  const answered = { ...shown, id: "4", author, content: "" };
  const chat = { platform: "discord", chatId: "1", isPrivate: true };
  const answering = (referenced: object | null | undefined): string | undefined => {
    const message = { ...shown, id: "9", channel_id: "1", author, content: "blue", timestamp: "" };
    const read = asMessage({ ...message, referenced_message: referenced });
    return toMessageEvent(read, chat, { botId: "5" })?.repliesToId;
  };
  assert.deepEqual(
    [answering(undefined), answering(null), answering(answered)],
    [undefined, undefined, "4"],
  );
});
