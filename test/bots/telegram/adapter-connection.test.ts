import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { systemClock } from "../../../src/base/clock.ts";
import { PlatformNotes } from "../../../src/bots/platform/adapter-state.ts";
import { isTelegramToken } from "../../../src/bots/telegram/client.ts";
import type { CommandMenu } from "../../../src/bots/telegram/menus.ts";
import { freshDatabase } from "../../support/fresh-database.ts";
import { keepsWait, MINJI, TOKEN, withTelegram } from "../../support/telegram-server-adapter.ts";

test("tokens are told from what is none by their form", () => {
  assert.equal(isTelegramToken("123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11"), true);
  for (const text of [
    "",
    "abc",
    "123456",
    ":abc",
    "0123:abc",
    "123:",
    "123:a b",
    "123:a/b",
    "https://t.me/x",
    `1:${"a".repeat(80)}`,
  ]) {
    assert.equal(isTelegramToken(text), false, text);
  }
});

test("a malformed token is refused before anything is asked of Telegram", async () => {
  await withTelegram(
    async ({ server, start }) => {
      await assert.rejects(start(), {
        code: "adapter-refused",
        message: /TELEGRAM_BOT_TOKEN.*@BotFather/,
      });
      assert.deepEqual(server.calls, []);
    },
    { token: "my secret token" },
  );
});

test("a token that Telegram does not know is refused with what to do, and without the token", async () => {
  await withTelegram(
    async ({ start }) => {
      const error = await start().then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      assert.deepEqual(error instanceof Error && "code" in error && [error.code, error.message], [
        "adapter-refused",
        "Telegram does not accept the bot token: set TELEGRAM_BOT_TOKEN to the one @BotFather shows for your bot, and start again.",
      ]);
      assert.doesNotMatch(inspect(error, { depth: 9 }), /wrong-secret/);
    },
    { token: "4242:wrong-secret" },
  );
});

test("a start without a network succeeds, says so once, and polls when the network is back", async () => {
  await withTelegram(async ({ server, start, clock, log, eventCount }) => {
    server.say(MINJI, "안녕");
    await server.goDown();
    await start();
    const waits = [];
    for (let time = 0; time < 8; time += 1) {
      const wait = await clock.nextWait();
      waits.push(wait.delayMs);
      if (time === 7) await server.comeUp();
      wait.end();
    }
    await eventCount(1);
    assert.deepEqual(waits, [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
    assert.deepEqual(log, [
      "warn Telegram cannot be reached. Trying again.",
      "info Telegram answers.",
      "info Messages arrive from Telegram again.",
    ]);
  });
});

test("a start that hangs ends when the adapter is stopped", async () => {
  await withTelegram(async ({ server, adapter, start, events }) => {
    server.say(MINJI, "안녕");
    const held = server.holdNext({ method: "getMe" });
    const starting = start();
    await held.arrived;
    await adapter.stop();
    await starting;
    held.release();
    assert.deepEqual([events, server.callsOf("getUpdates")], [[], []]);
  });
});

test("a network that fails twice is reported twice, and nothing said meanwhile is lost", async () => {
  await withTelegram(async ({ server, start, clock, log, eventCount }) => {
    await start();
    for (const round of [1, 2]) {
      await server.waitFor(() => server.callsOf("getUpdates").length >= round);
      await server.goDown();
      const wait = await clock.nextWait();
      server.say(MINJI, `${round}번째`);
      await server.comeUp();
      wait.end();
      const events = await eventCount(round);
      assert.equal(
        events.at(-1)?.kind === "message" && events.at(-1)?.updateId,
        String(1000 + round),
      );
    }
    assert.deepEqual(log, [
      "info Telegram answers.",
      "warn Telegram cannot be reached. Trying again.",
      "info Messages arrive from Telegram again.",
      "warn Telegram cannot be reached. Trying again.",
      "info Messages arrive from Telegram again.",
    ]);
  });
});

test("a lost poll answer only means that the same updates come with the next one", async () => {
  await withTelegram(async ({ server, start, clock, eventCount }) => {
    server.say(MINJI, "안녕");
    server.dropAnswer({ method: "getUpdates" });
    await start();
    (await clock.nextWait()).end();
    const events = await eventCount(1);
    assert.deepEqual(
      events.map((event) => event.updateId),
      ["1001"],
    );
  });
});

test("another poller is reported once with what to do, and polling goes on", async () => {
  await withTelegram(async ({ server, start, clock, log, eventCount }) => {
    await start();
    for (const round of [1, 2]) {
      await server.waitFor(() => server.callsOf("getUpdates").length === 2 * round - 1);
      const other = fetch(`${server.url}/bot${TOKEN}/getUpdates?timeout=30`);
      const wait = await clock.nextWait();
      wait.end();
      assert.equal((await other).status, 409);
    }
    server.say(MINJI, "안녕");
    await eventCount(1);
    assert.deepEqual(log, [
      "info Telegram answers.",
      "warn Another program takes this bot's messages with the same token; stop it, or take a token of its own from @BotFather. Trying again.",
      "info Messages arrive from Telegram again.",
    ]);
  });
});

test("a wait that Telegram asks for is kept", async () => {
  await withTelegram((bench) => keepsWait(bench, "getUpdates"));
});

test("a token taken back while the service runs ends the polling with one loud line", async () => {
  await withTelegram(async ({ server, start, log, logged }) => {
    await start();
    await server.waitFor(() => server.callsOf("getUpdates").length === 1);
    server.revokeToken();
    await logged(/^error/);
    assert.deepEqual(log, [
      "info Telegram answers.",
      "error Telegram does not accept the bot token: set TELEGRAM_BOT_TOKEN to the one @BotFather shows for your bot, and start again. No more messages arrive from Telegram.",
    ]);
  });
});

test("a webhook is removed, and what waits for it is not dropped", async () => {
  await withTelegram(async ({ server, start, log, eventCount }) => {
    server.say(MINJI, "안녕");
    await fetch(`${server.url}/bot${TOKEN}/setWebhook?url=https://example.org/hook`);
    await start();
    await eventCount(1);
    assert.deepEqual(server.callsOf("deleteWebhook")[0]?.parameters, {});
    assert.match(log[0] ?? "", /^warn The bot had a webhook/);
  });
});

test("command menus are set by language", async () => {
  const help = [{ command: "help", description: "What I can do" }];
  const korean = [{ command: "help", description: "할 수 있는 일" }];
  await withTelegram(
    async ({ server, start }) => {
      await start();
      assert.deepEqual([server.commandsFor(""), server.commandsFor("ko")], [help, korean]);
    },
    { menus: () => [{ commands: help }, { languageCode: "ko", commands: korean }] },
  );
});

test("a menu is set again only when it changed, and one that is no longer wanted is taken away", async () => {
  const memory = new PlatformNotes(freshDatabase(), systemClock).of("telegram");
  const help = [{ command: "help", description: "What I can do" }];
  const time = [{ command: "time", description: "What time it is" }];
  let menus: readonly CommandMenu[] = [
    { commands: help },
    { audience: "groups", languageCode: "ko", commands: help },
    { audience: { chatId: "7" }, commands: time },
  ];
  await withTelegram(
    async ({ server, adapter, start, clock }) => {
      let look = { delayMs: 0, end: (): void => undefined };
      const restart = async (): Promise<readonly string[]> => {
        const before = server.calls.length;
        await adapter.stop();
        await start();
        look = await clock.nextWait();
        const calls = server.calls.slice(before).map(({ method }) => method);
        return calls.filter((method) => method.includes("commands"));
      };
      assert.equal((await restart()).length, 3);
      const shown = (): unknown[] => [
        server.commandsFor(""),
        server.commandsFor("ko", "all_group_chats"),
        server.commandsFor("", "chat 7"),
      ];
      assert.deepEqual(shown(), [help, help, time]);
      assert.deepEqual(await restart(), []);
      menus = [{ commands: help }, { audience: "groups", languageCode: "ko", commands: time }];
      assert.deepEqual(await restart(), ["deletemycommands", "setmycommands"]);
      assert.deepEqual(shown(), [help, time, undefined]);
      assert.deepEqual(await restart(), []);

      const owner = { audience: { chatId: "9" }, commands: help };
      menus = [...menus, owner];
      const before = server.callsOf("setMyCommands").length;
      server.failNext({ method: "setMyCommands", status: 429, retryAfter: 9 });
      assert.equal(look.delayMs, 1000);
      look.end();
      await server.waitFor(() => server.callsOf("setMyCommands").length === before + 1);
      server.say(MINJI, "하나");
      (await clock.nextWait()).end();
      await server.waitFor(() => server.commandsFor("", "chat 9") !== undefined);
      assert.deepEqual(server.commandsFor("", "chat 9"), help);
    },
    { memory, menus: () => menus },
  );
});

test("a menu that Telegram refuses does not keep the bot from its messages", async () => {
  await withTelegram(
    async ({ server, start, eventCount, logged }) => {
      server.say(MINJI, "안녕");
      await start();
      await eventCount(1);
      await logged(/^warn Telegram refuses the menu/);
    },
    { menus: () => [{ commands: [{ command: "Not A Command", description: "x" }] }] },
  );
});

test("only messages, edits, presses and the bot's own membership are asked for", async () => {
  await withTelegram(async ({ server, start }) => {
    await start();
    await server.waitFor(() => server.callsOf("getUpdates").length === 1);
    assert.deepEqual(server.callsOf("getUpdates")[0]?.parameters, {
      timeout: 30,
      allowed_updates: ["message", "edited_message", "callback_query", "my_chat_member"],
    });
  });
});
