import assert from "node:assert/strict";
import { test } from "node:test";
import { DiscordRoom } from "../../../src/bots/discord/adapter.ts";

const CHAT = { platform: "discord", chatId: "1", isPrivate: false };
const THREAD = { ...CHAT, threadId: "2" };

/** The headers of an answer. */
function told(remaining: number, resetAfterSeconds: number): Headers {
  return new Headers({
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset-after": String(resetAfterSeconds),
  });
}

test("a channel that takes no more is left alone until it does, and only for that kind of call", () => {
  const room = new DiscordRoom(() => 10_000);
  room.note("POST", "/api/v10/channels/1/messages", told(0, 2.5));
  assert.equal(room.roomAtMs(CHAT, "send"), 12_560);
  assert.deepEqual([room.roomAtMs(CHAT, "edit"), room.roomAtMs(THREAD, "send")], [0, 0]);
  room.note("PATCH", "/api/v10/channels/2/messages/77", told(0, 1));
  assert.deepEqual([room.roomAtMs(THREAD, "edit"), room.roomAtMs(CHAT, "edit")], [11_060, 0]);
});

test("an answer that tells of room, and one that tells nothing, hold nothing", () => {
  const room = new DiscordRoom(() => 10_000);
  room.note("POST", "/api/v10/channels/1/messages", told(0, 2.5));
  room.note("POST", "/api/v10/channels/1/messages", told(4, 5));
  room.note("POST", "/api/v10/channels/1/messages", new Headers());
  room.note("POST", "/api/v10/channels/1/typing", told(0, 5));
  assert.equal(room.roomAtMs(CHAT, "send"), 0);
});
