import assert from "node:assert/strict";
import { test } from "node:test";
import { parseConfig } from "../../src/config/config.ts";

const TELEGRAM_BOT_TOKEN = "4242:AAsecret-token_of-nobody";
const TELEGRAM_WEBHOOK_URL = "https://bot.example.org/telegram";

function telegramOf(environment: Readonly<Record<string, string>>) {
  return parseConfig({ IBL_HOME: "/x", ...environment }, "/").telegram;
}

function problemsOf(environment: Readonly<Record<string, string>>): readonly string[] {
  try {
    telegramOf(environment);
  } catch (error) {
    return String(error)
      .split("\n")
      .filter((line) => line.startsWith("- "));
  }
  return [];
}

test("without an address messages are polled for; with one a place to listen is known", () => {
  assert.deepEqual(telegramOf({ TELEGRAM_BOT_TOKEN }), { token: TELEGRAM_BOT_TOKEN });
  assert.deepEqual(telegramOf({ TELEGRAM_BOT_TOKEN, TELEGRAM_WEBHOOK_URL })?.webhook, {
    url: TELEGRAM_WEBHOOK_URL,
    listen: { host: "127.0.0.1", port: 8443 },
  });
  const set = { TELEGRAM_WEBHOOK_LISTEN: "[::1]:9000", TELEGRAM_WEBHOOK_SECRET: "s".repeat(16) };
  assert.deepEqual(telegramOf({ TELEGRAM_BOT_TOKEN, TELEGRAM_WEBHOOK_URL, ...set })?.webhook, {
    url: TELEGRAM_WEBHOOK_URL,
    listen: { host: "::1", port: 9000 },
    secret: "s".repeat(16),
  });
});

test("addresses that Telegram cannot deliver to are refused with the reason, all at once", () => {
  const cases: readonly [string, readonly string[]][] = [
    [
      "bot.example.org",
      ["must be an address such as https://bot.example.org/telegram, without ? and #"],
    ],
    [
      "https://u:p@bot.example.org/",
      ["must be an address such as https://bot.example.org/telegram, without ? and #"],
    ],
    [
      "https://bot.example.org/?a=1",
      ["must be an address such as https://bot.example.org/telegram, without ? and #"],
    ],
    ["http://bot.example.org/", ["must begin with https://"]],
    [
      "https://bot.example.org:444/",
      ["must use port 443, 80, 88 or 8443: Telegram delivers to no other"],
    ],
    ["https://localhost/", ['must name a public host: Telegram cannot reach "localhost"']],
    ["https://nas.local/", ['must name a public host: Telegram cannot reach "nas.local"']],
    ["https://192.168.0.5/", ['must name a public host: Telegram cannot reach "192.168.0.5"']],
    [
      "http://127.0.0.1:9000/x",
      [
        "must begin with https://",
        "must use port 443, 80, 88 or 8443: Telegram delivers to no other",
        'must name a public host: Telegram cannot reach "127.0.0.1"',
      ],
    ],
  ];
  for (const [url, messages] of cases)
    assert.deepEqual(
      problemsOf({ TELEGRAM_BOT_TOKEN, TELEGRAM_WEBHOOK_URL: url }),
      messages.map((message) => `- TELEGRAM_WEBHOOK_URL ${message}`),
      url,
    );
  for (const port of ["443", "80", "88", "8443"])
    assert.ok(
      telegramOf({ TELEGRAM_BOT_TOKEN, TELEGRAM_WEBHOOK_URL: `https://a.example.org:${port}/` }),
    );
});

test("a Bot API server of one's own may deliver anywhere", () => {
  const own = { TELEGRAM_API_ROOT: "http://127.0.0.1:8081" };
  const url = "http://127.0.0.1:9000/x";
  assert.equal(
    telegramOf({ ...own, TELEGRAM_BOT_TOKEN, TELEGRAM_WEBHOOK_URL: url })?.webhook?.url,
    url,
  );
});

test("settings of a webhook without a token or an address, and malformed ones, are told together", () => {
  assert.deepEqual(problemsOf({ TELEGRAM_WEBHOOK_URL }), [
    "- TELEGRAM_WEBHOOK_URL needs TELEGRAM_BOT_TOKEN beside it",
  ]);
  const malformed = {
    TELEGRAM_BOT_TOKEN,
    TELEGRAM_WEBHOOK_LISTEN: "8443",
    TELEGRAM_WEBHOOK_SECRET: "too short",
  };
  assert.deepEqual(problemsOf(malformed), [
    "- TELEGRAM_WEBHOOK_LISTEN must be an address and a port, such as 127.0.0.1:8443",
    "- TELEGRAM_WEBHOOK_SECRET must be 16 to 256 of the characters A-Z, a-z, 0-9, _ and -",
    "- TELEGRAM_WEBHOOK_LISTEN needs TELEGRAM_WEBHOOK_URL beside it",
    "- TELEGRAM_WEBHOOK_SECRET needs TELEGRAM_WEBHOOK_URL beside it",
  ]);
  for (const listen of ["127.0.0.1:0", "127.0.0.1:70000", "::1:9000"])
    assert.equal(
      problemsOf({ TELEGRAM_BOT_TOKEN, TELEGRAM_WEBHOOK_URL, TELEGRAM_WEBHOOK_LISTEN: listen })
        .length,
      1,
      listen,
    );
});
