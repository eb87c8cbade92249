import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChatAddress, OutgoingMessage } from "../../../src/bots/platform/chat-adapter.ts";
import { MINJI, MINJIS_CHAT, withTelegram } from "../../support/telegram-server-adapter.ts";
import { kindOf, problemOf } from "../../support/telegram-server-problems.ts";

const refusals: readonly { name: string; status: number; description: string; kind: string }[] = [
  {
    name: "a deactivated account",
    status: 403,
    description: "Forbidden: user is deactivated",
    kind: "gone",
  },
  {
    name: "a group that threw the bot out",
    status: 403,
    description: "Forbidden: bot was kicked from the supergroup chat",
    kind: "gone",
  },
  {
    name: "a group where bots may not write",
    status: 400,
    description: "Bad Request: not enough rights to send text messages to the chat",
    kind: "gone",
  },
  { name: "a closed topic", status: 400, description: "Bad Request: TOPIC_CLOSED", kind: "gone" },
  {
    name: "any other error 400",
    status: 400,
    description: "Bad Request: REPLY_MARKUP_TOO_LONG",
    kind: "refused",
  },
  {
    name: "a body that is too large",
    status: 413,
    description: "Request Entity Too Large",
    kind: "refused",
  },
  {
    name: "a fault of Telegram's own",
    status: 500,
    description: "Internal Server Error",
    kind: "unknown",
  },
  { name: "a gateway of Telegram's", status: 502, description: "Bad Gateway", kind: "unknown" },
];

for (const { name, status, description, kind } of refusals) {
  test(`${name} is a delivery problem of the kind "${kind}"`, async () => {
    await withTelegram(async ({ server, adapter }) => {
      server.say(MINJI, "안녕");
      server.failNext({ method: "sendMessage", status, description });
      assert.equal(await kindOf(adapter.send(MINJIS_CHAT, { text: "x" })), kind);
    });
  });
}

test("a rate limit carries Telegram's wait, and the adapter does not retry", async () => {
  await withTelegram(async ({ server, adapter }) => {
    server.say(MINJI, "안녕");
    server.failNext({ method: "sendMessage", status: 429, retryAfter: 7 });
    const { kind, retryAfterMs } = await problemOf(adapter.send(MINJIS_CHAT, { text: "x" }));
    assert.deepEqual([kind, retryAfterMs], ["rate-limited", 7_000]);
    assert.equal(server.callsOf("sendMessage").length, 1);
    await adapter.send(MINJIS_CHAT, { text: "x" });
  });
});

test("people who blocked the bot, and chats nobody knows, are gone; after an unblock they are back", async () => {
  await withTelegram(async ({ server, adapter }) => {
    const stranger: ChatAddress = { ...MINJIS_CHAT, chatId: "8" };
    assert.equal(await kindOf(adapter.send(stranger, { text: "x" })), "gone");
    assert.equal(await kindOf(adapter.send(MINJIS_CHAT, { text: "x" })), "gone");
    server.say(MINJI, "안녕");
    server.block(MINJI);
    assert.equal(await kindOf(adapter.send(MINJIS_CHAT, { text: "x" })), "gone");
    server.unblock(MINJI);
    await adapter.send(MINJIS_CHAT, { text: "x" });
  });
});

test("without an answer nobody knows whether the message arrived", async () => {
  await withTelegram(
    async ({ server, adapter }) => {
      server.say(MINJI, "안녕");
      const send = (text: string): Promise<string> => kindOf(adapter.send(MINJIS_CHAT, { text }));
      server.dropAnswer({ method: "sendMessage" });
      assert.equal(await send("arrived"), "unknown");
      server.dropCall({ method: "sendMessage" });
      assert.equal(await send("lost"), "unknown");
      server.garbleNext({ method: "sendMessage" });
      assert.equal(await send("garbled"), "unknown");
      const held = server.holdNext({ method: "sendMessage" });
      assert.equal(await send("slow"), "unknown");
      held.release();
      assert.deepEqual(
        server.messages(7).map((message) => message.text),
        ["안녕", "arrived", "slow"],
      );
    },
    { callTimeoutMs: 250 },
  );
});

test("without a connection nothing was sent, and it may be sent later", async () => {
  await withTelegram(async ({ server, adapter }) => {
    server.say(MINJI, "안녕");
    await server.goDown();
    assert.deepEqual(await problemOf(adapter.send(MINJIS_CHAT, { text: "x" })), {
      kind: "unreachable",
      retryAfterMs: 0,
      message: "Telegram cannot be reached; nothing was sent.",
    });
    await server.comeUp();
    await adapter.send(MINJIS_CHAT, { text: "x" });
  });
});

test("a token taken back leaves messages to be sent when there is a good one", async () => {
  await withTelegram(async ({ server, adapter }) => {
    server.say(MINJI, "안녕");
    server.revokeToken();
    const { kind, message } = await problemOf(adapter.send(MINJIS_CHAT, { text: "x" }));
    assert.equal(kind, "unreachable");
    assert.match(message, /Whoever runs me can mend it/);
  });
});

test("button data of 65 bytes is refused, whatever its characters", async () => {
  await withTelegram(async ({ server, adapter }) => {
    server.say(MINJI, "안녕");
    const message = (data: string): OutgoingMessage => ({
      text: "x",
      buttons: [[{ label: "예", data }]],
    });
    await adapter.send(MINJIS_CHAT, message(`${"가".repeat(21)}a`));
    assert.equal(
      await kindOf(adapter.send(MINJIS_CHAT, message(`${"가".repeat(21)}ab`))),
      "refused",
    );
  });
});
