import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import "../../../src/app/service.ts";
import { systemClock } from "../../../src/base/clock.ts";
import { createDiscordAdapter } from "../../../src/bots/discord/adapter.ts";
import { PlatformNotes } from "../../../src/bots/platform/adapter-state.ts";
import { openDatabase } from "../../../src/store/database.ts";
import { DISCORD_TOKEN } from "../../support/discord-server-adapter.ts";

// Alone in its process: what other files have imported counts here.

/** True once the library of the platform was loaded. */
function isLoaded(): boolean {
  const { cache } = createRequire(import.meta.url);
  return Object.keys(cache).some((path) => /node_modules\/(discord\.js|@discordjs)\//.test(path));
}

test("the whole service, and an adapter that was made, cost no import of discord.js until it is used", async () => {
  const adapter = createDiscordAdapter({
    token: DISCORD_TOKEN,
    apiBase: "http://127.0.0.1:9/api",
    memory: new PlatformNotes(openDatabase(":memory:"), systemClock).of("discord"),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  assert.equal(isLoaded(), false);
  await adapter.typing({ platform: "discord", chatId: "400000000000000001", isPrivate: false });
  assert.equal(isLoaded(), true);
  await adapter.stop();
});
