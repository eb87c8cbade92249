// With nothing beside it: what else runs takes the time that is measured.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { connect } from "node:net";
import { test } from "node:test";
import type { ChatEvent } from "../../../src/bots/platform/chat-adapter.ts";
import type { TelegramOptions } from "../../../src/bots/telegram/adapter.ts";
import { listen, stopListening } from "../../support/platform-server.ts";
import { holdSlowly } from "../../support/slow-callers.ts";
import {
  keepsWait,
  MINJI,
  type TelegramBench,
  TOKEN,
  withTelegram,
} from "../../support/telegram-server-adapter.ts";
import { post } from "../../support/telegram-server-webhook.ts";

const PUBLIC = "https://bot.example.org/telegram";

interface WebhookBench extends TelegramBench {
  readonly port: number;
  /** Where the service listens, with the secret path once Telegram knows it. */
  readonly local: () => string;
}

/** A port that is free now; the service binds it at its start. */
async function freePort(): Promise<number> {
  const http = createServer();
  await listen(http, 0);
  const { port } = http.address() as { readonly port: number };
  await stopListening(http);
  return port;
}

async function withWebhook(
  run: (bench: WebhookBench) => Promise<void>,
  options: Partial<TelegramOptions> = {},
): Promise<void> {
  const port = await freePort();
  const webhook = { url: PUBLIC, listen: { host: "127.0.0.1", port } };
  await withTelegram(
    async (bench) => {
      const { server } = bench;
      server.proxyWebhook("https://bot.example.org", `http://127.0.0.1:${port}`);
      const local = (): string =>
        (server.webhook()?.url ?? "").replace(
          "https://bot.example.org",
          `http://127.0.0.1:${port}`,
        );
      await run({ ...bench, port, local });
    },
    { webhook, ...options },
  );
}

const texts = (events: readonly ChatEvent[]): readonly string[] =>
  events.flatMap((event) => (event.kind === "message" ? [event.text] : []));

test("a webhook is set with a secret and a path that say nothing of the token, and brings messages", async () => {
  await withWebhook(async ({ server, start, eventCount, log }) => {
    server.say(MINJI, "먼저 온 말");
    await start();
    await eventCount(1);
    server.say(MINJI, "안녕");
    assert.deepEqual(texts(await eventCount(2)), ["먼저 온 말", "안녕"]);
    await server.waitFor(() => server.pendingUpdates().length === 0);
    const [call] = server.callsOf("setWebhook");
    const { url, secret_token: secret, ...rest } = call!.parameters;
    assert.match(String(url), /^https:\/\/bot\.example\.org\/telegram\/[A-Za-z0-9_-]{43}$/);
    assert.match(String(secret), /^[A-Za-z0-9_-]{43}$/);
    assert.ok(!String(url).includes(String(secret)));
    assert.deepEqual(rest, {
      allowed_updates: ["message", "edited_message", "callback_query", "my_chat_member"],
      max_connections: 40,
    });
    assert.deepEqual(server.callsOf("getUpdates"), []);
    assert.deepEqual(log, [
      "info Telegram answers.",
      "info Telegram delivers messages to the webhook.",
    ]);
  });
});

test("200 is answered only when the event was taken in; one that was not comes again before the next of its chat", async () => {
  await withWebhook(async ({ server, start, eventCount, events }) => {
    let refusals = 2;
    await start(async (event) => {
      if (event.kind !== "message" || event.text !== "하나" || refusals === 0) return;
      refusals -= 1;
      throw new Error("disk full");
    });
    server.say(MINJI, "하나");
    server.say(MINJI, "둘");
    await eventCount(4);
    await server.waitFor(() => server.pendingUpdates().length === 0);
    assert.deepEqual(texts(events), ["하나", "하나", "하나", "둘"]);
    assert.deepEqual(
      server.deliveries.map(({ updateId, status }) => [updateId, status]),
      [
        [1001, 500],
        [1001, 500],
        [1001, 200],
        [1002, 200],
      ],
    );
  });
});

test("while one chat's event is being taken in, another chat's comes", async () => {
  await withWebhook(async ({ server, start, eventCount }) => {
    const yuna = server.user({ id: 8, firstName: "유나" });
    let takeIn = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      takeIn = resolve;
    });
    await start(async (event) => (event.sender.id === "7" ? await held : undefined));
    server.say(MINJI, "느린 말");
    await eventCount(1);
    server.say(yuna, "빠른 말");
    await server.waitFor(() => server.pendingUpdates().length === 1);
    assert.deepEqual(server.deliveries, [{ updateId: 1002, status: 200 }]);
    takeIn();
    await server.waitFor(() => server.pendingUpdates().length === 0);
  });
});

test("a duplicate is handed on for the store to tell, and a lost answer means the same update again", async () => {
  await withWebhook(async ({ server, start, events, eventCount }) => {
    await start();
    server.say(MINJI, "하나");
    await server.waitFor(() => server.pendingUpdates().length === 0);
    server.repeatUpdate(1001);
    await eventCount(2);
    assert.deepEqual(
      events.map(({ updateId }) => updateId),
      ["1001", "1001"],
    );
  });
});

test("updates out of order are handed on as they come, and a slow delivery holds no other", async () => {
  await withWebhook(async ({ server, start, events, eventCount, port, local }) => {
    await start();
    const { secret } = (await server.waitFor(() => server.webhook()))!;
    const message = { from: { id: 7, first_name: "민지" }, chat: { id: 7, type: "private" } };
    const updateOf = (updateId: number): string =>
      JSON.stringify({
        update_id: updateId,
        message: { ...message, message_id: updateId, date: 1_700_000_000, text: `${updateId}` },
      });
    const body = updateOf(1);
    const slow = connect(port, "127.0.0.1");
    const head = [
      `POST ${new URL(local()).pathname} HTTP/1.1`,
      "Host: bot.example.org",
      "Content-Type: application/json",
      `X-Telegram-Bot-Api-Secret-Token: ${secret}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      "",
      "",
    ];
    slow.write(`${head.join("\r\n")}${body.slice(0, 20)}`);
    for (const updateId of [3, 2]) {
      const { status } = await post({ url: local(), secret }, JSON.parse(updateOf(updateId)));
      assert.equal(status, 200);
    }
    slow.write(body.slice(20));
    await eventCount(3);
    assert.deepEqual(
      events.map(({ updateId }) => updateId),
      ["3", "2", "1"],
    );
    slow.destroy();
  });
});

test("nobody without path, method, secret, type and a body of JSON is let in, and no attempt ends the service", async () => {
  await withWebhook(async ({ server, start, eventCount, events, local, port, log }) => {
    await start();
    const { secret } = (await server.waitFor(() => server.webhook()))!;
    const update = JSON.stringify({ update_id: 1, message: {} });
    const good = {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-telegram-bot-api-secret-token": secret,
      },
      body: update,
    };
    const without = (name: string): Record<string, string> =>
      Object.fromEntries(Object.entries(good.headers).filter(([key]) => key !== name));
    const cases: readonly [number, string, RequestInit][] = [
      [404, `http://127.0.0.1:${port}/`, good],
      [404, `http://127.0.0.1:${port}/telegram/${"x".repeat(43)}`, good],
      [405, local(), { headers: good.headers }],
      [401, local(), { ...good, headers: without("x-telegram-bot-api-secret-token") }],
      [
        401,
        local(),
        { ...good, headers: { ...good.headers, "x-telegram-bot-api-secret-token": "guess" } },
      ],
      [415, local(), { ...good, headers: { ...good.headers, "content-type": "text/plain" } }],
      [413, local(), { ...good, body: "x".repeat(1024 * 1024 + 1) }],
      [400, local(), { ...good, body: "{" }],
      [400, local(), { ...good, body: "[1]" }],
      [400, local(), { ...good, body: '{"update_id":"1"}' }],
      // What cannot be read would come for ever if it were refused.
      [200, local(), good],
    ];
    for (const [status, address, request] of cases) {
      const response = await fetch(address, request).catch(() => undefined);
      // A body that is refused by its length may be cut off before the answer is read.
      if (response !== undefined) assert.equal(response.status, status);
      else assert.equal(status, 413);
    }
    const cut = connect(port, "127.0.0.1", () => {
      const path = new URL(local()).pathname;
      cut.write(
        `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nX-Telegram-Bot-Api-Secret-Token: ${secret}\r\nContent-Length: 99\r\n\r\n{`,
        () => cut.destroy(),
      );
    });
    server.say(MINJI, "아직 여기 있어요");
    assert.deepEqual(texts(await eventCount(1)), ["아직 여기 있어요"]);
    assert.equal(events.length, 1);
    const warnings = log.filter((line) => line.startsWith("warn"));
    assert.deepEqual(warnings, [
      "warn Somebody called the webhook without its secret. It is said only once.",
    ]);
  });
});

test("stopping answers what is under way, takes nothing more, and keeps the webhook: the next start gets the rest", async () => {
  await withWebhook(async ({ server, adapter, start, eventCount, events, local }) => {
    let takeIn = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      takeIn = resolve;
    });
    await start(() => held);
    server.say(MINJI, "하나");
    await eventCount(1);
    const stopping = adapter.stop();
    const { secret } = server.webhook()!;
    assert.equal((await post({ url: local(), secret }, { update_id: 9 })).status, 0);
    takeIn();
    await stopping;
    await server.waitFor(() => server.pendingUpdates().length === 0);
    assert.deepEqual(server.deliveries, [{ updateId: 1001, status: 200 }]);
    server.say(MINJI, "둘");
    await server.waitFor(() => server.deliveries.some(({ status }) => status === 0));
    assert.deepEqual(server.callsOf("deleteWebhook"), []);
    await start();
    await eventCount(2);
    assert.deepEqual(texts(events), ["하나", "둘"]);
  });
});

test("an update that comes while nobody knows who the bot is comes again later", async () => {
  await withWebhook(async ({ server, start, eventCount, clock, port, adapter }) => {
    await start();
    await clock.nextWait();
    const { secret, url } = server.webhook()!;
    await adapter.stop();
    await server.goDown();
    await start();
    const proxy = { from: "https://bot.example.org", to: `http://127.0.0.1:${port}` };
    assert.equal((await post({ url, secret }, { update_id: 9 }, proxy)).status, 503);
    const wait = await clock.nextWait();
    await server.comeUp();
    wait.end();
    server.say(MINJI, "안녕");
    await eventCount(1);
  });
});

test("what keeps Telegram from delivering is told in its own words, and that it works again", async () => {
  await withWebhook(async ({ server, start, clock, log, logged, eventCount, port }) => {
    await start();
    const look = async (): Promise<void> => (await clock.nextWait()).end();
    server.proxyWebhook("https://bot.example.org", "https://nowhere.example.org");
    server.say(MINJI, "안녕");
    await server.waitFor(() => server.deliveries.length > 0);
    await look();
    await logged(/^warn Telegram could not deliver/);
    server.proxyWebhook("https://bot.example.org", `http://127.0.0.1:${port}`);
    await eventCount(1);
    await server.waitFor(() => server.pendingUpdates().length === 0);
    await look();
    await look();
    await logged(/^info Telegram delivers to the webhook again/);
    // Telegram may try again, and fail, after the first look: each look that finds a newer failure tells it.
    const told = log.filter((line, index) => line !== log[index - 1]);
    assert.deepEqual(told, [
      "info Telegram answers.",
      "info Telegram delivers messages to the webhook.",
      "warn Telegram could not deliver a message to the webhook.",
      "info Telegram delivers to the webhook again.",
    ]);
  });
});

test("a webhook that another program changed is set again", async () => {
  await withWebhook(async ({ server, start, clock, logged, eventCount }) => {
    await start();
    await server.waitFor(() => server.webhook());
    const wait = await clock.nextWait();
    await fetch(`${server.url}/bot${TOKEN}/setWebhook?url=https://example.org/hook`);
    wait.end();
    await logged(/^warn Another program changed/);
    server.say(MINJI, "안녕");
    await eventCount(1);
  });
});

test("an address that Telegram does not take is told once and tried again", async () => {
  await withWebhook(async ({ server, start, clock, log, eventCount }) => {
    const description =
      "Bad Request: bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443";
    server.failNext({ method: "setWebhook", status: 400, description, times: 2 });
    await start();
    for (const delayMs of [1000, 2000]) {
      const wait = await clock.nextWait();
      assert.equal(wait.delayMs, delayMs);
      wait.end();
    }
    server.say(MINJI, "안녕");
    await eventCount(1);
    assert.deepEqual(log.slice(0, 2), [
      "info Telegram answers.",
      "error Telegram does not take the address in TELEGRAM_WEBHOOK_URL, so no messages arrive. Trying again.",
    ]);
  });
});

test("a wait that Telegram asks for is kept, and a token that it refuses ends the start", async () => {
  await withWebhook((bench) => keepsWait(bench, "setWebhook"));
  await withWebhook(
    async ({ start, port }) => {
      await assert.rejects(start(), { code: "adapter-refused" });
      await assert.rejects(fetch(`http://127.0.0.1:${port}/`));
    },
    { token: "4242:wrong-secret" },
  );
});

test("a port that is taken ends the start with what to set", async () => {
  await withWebhook(async ({ start, port }) => {
    const other = createServer();
    await listen(other, port);
    await assert.rejects(start(), {
      code: "adapter-webhook",
      message: `The webhook cannot listen on 127.0.0.1:${port} (EADDRINUSE): set TELEGRAM_WEBHOOK_LISTEN to an address of this machine with a free port.`,
    });
    await stopListening(other);
  });
});

test("a secret of the operator's own is the one that Telegram sends", async () => {
  const port = await freePort();
  const secret = "operator-chosen-secret_1";
  await withWebhook(
    async ({ server, start, eventCount }) => {
      server.proxyWebhook("https://bot.example.org", `http://127.0.0.1:${port}`);
      await start();
      server.say(MINJI, "안녕");
      await eventCount(1);
      assert.equal(server.webhook()?.secret, secret);
      assert.ok(!server.webhook()?.url.includes(secret));
    },
    { webhook: { url: `${PUBLIC}/`, listen: { host: "127.0.0.1", port }, secret } },
  );
});

test("200 callers whose heads never end do not keep a message of Telegram out", async (context) => {
  await withWebhook(async ({ server, start, eventCount, port }) => {
    await start();
    const text = "POST /telegram HTTP/1.1\r\nhost: bot.example.org\r\n";
    await holdSlowly(context, { port, count: 200, text });
    const startedMs = performance.now();
    server.say(MINJI, "안녕");
    assert.deepEqual(texts(await eventCount(1)), ["안녕"]);
    await server.waitFor(() => server.pendingUpdates().length === 0);
    assert.ok(performance.now() - startedMs < 1000);
    assert.deepEqual(
      server.deliveries.map(({ status }) => status),
      [200],
    );
  });
});
