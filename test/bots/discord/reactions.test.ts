import assert from "node:assert/strict";
import { test } from "node:test";
import type { MessageEvent } from "../../../src/bots/platform/chat-adapter.ts";
import { type DiscordBench, MINJI, withDiscord } from "../../support/discord-server-adapter.ts";

const CHANNEL = "400000000000000001";

/** A message of Minji in a channel, as it came. */
async function asked(bench: DiscordBench): Promise<MessageEvent> {
  const { server } = bench;
  const minji = server.user(MINJI);
  server.channel({ id: CHANNEL, guildId: "300000000000000001" });
  await bench.start();
  server.say(minji, CHANNEL, "몇 시야", { mentions: true });
  const [event] = await bench.eventCount(1);
  assert.ok(event?.kind === "message");
  return event;
}

function reactionsOf({ server }: DiscordBench, { messageId }: MessageEvent): readonly string[] {
  return server.state.messages.get(messageId)?.reactions ?? [];
}

test("a message that is worked on has a mark, which goes after it was set", async () => {
  await withDiscord(async (bench) => {
    const { adapter } = bench;
    const event = await asked(bench);
    await adapter.noted!(event);
    assert.deepEqual(reactionsOf(bench, event), ["👀"]);
    await adapter.settled!(event);
    assert.deepEqual(reactionsOf(bench, event), []);
    const release = bench.server.hold({ path: /^PUT .*reactions/ });
    const noting = adapter.noted!(event);
    const settling = adapter.settled!(event);
    release();
    await Promise.all([noting, settling]);
    assert.deepEqual(reactionsOf(bench, event), []);
  });
});

test("a limit is waited for once, and a server that forbids reactions is none of our business", async () => {
  await withDiscord(async (bench) => {
    const { adapter, server } = bench;
    const event = await asked(bench);
    await adapter.noted!(event);
    server.failNext({ path: /^DELETE .*reactions/, status: 429, retryAfterSeconds: 0.05 });
    await adapter.settled!(event);
    assert.deepEqual(reactionsOf(bench, event), []);
    server.failNext({ path: /^PUT .*reactions/, status: 403, code: 50013 });
    await adapter.noted!(event);
    assert.deepEqual(reactionsOf(bench, event), []);
  });
});

test("what came by a command has no message to mark", async () => {
  await withDiscord(async (bench) => {
    const { adapter, server } = bench;
    await asked(bench);
    server.slash(server.user(MINJI), CHANNEL, "help");
    const [, event] = await bench.eventCount(2);
    assert.ok(event?.kind === "message");
    await adapter.noted!(event);
    await adapter.settled!(event);
    assert.deepEqual(server.callsOf(/reactions/), []);
  });
});
