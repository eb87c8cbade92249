import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { COMMANDS } from "../../src/cli/command-list.ts";
import { SCHEMA } from "../../src/config/schema.ts";
import { wordsOfIssue } from "../../src/config/shapes.ts";
import { commandLineHere } from "../support/command-line-here.ts";

const HANGUL = /\p{Script=Hangul}/u;

const folder = mkdtempSync(join(tmpdir(), "ibl-bot-words-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const told = (argv: readonly string[], environment: Readonly<Record<string, string>>) =>
  commandLineHere(folder, argv, environment);

test("the help of the program and of every command is in Korean and in English", async () => {
  const lines = [[], ...COMMANDS.map(({ name }) => name.split(" ")), ["approvals"]];
  for (const words of lines) {
    const [ko, en] = await Promise.all(
      ["ko_KR.UTF-8", "en_US.UTF-8"].map((LANG) => told([...words, "--help"], { LANG })),
    );
    assert.deepEqual([ko!.code, en!.code], [0, 0], words.join(" "));
    assert.match(ko!.output, HANGUL, words.join(" "));
    assert.doesNotMatch(en!.output, HANGUL, words.join(" "));
  }
  for (const { name, help } of COMMANDS) {
    assert.match(help.ko, HANGUL, name);
    assert.doesNotMatch(help.en, HANGUL, name);
  }
});

test("the help of one command tells how it is written and what it does", async () => {
  const { output } = await told(["schedule", "next", "--help"], { LANG: "C" });
  assert.match(output, /^Usage: ibl-bot schedule next EXPR --tz ZONE/);
  assert.match(output, /show the next times of a cron expression/);
});

test("LC_ALL counts before LANG, IBL_LANGUAGE before both, and the files of settings too", async () => {
  const usage = async (environment: Readonly<Record<string, string>>, ...argv: string[]) =>
    HANGUL.test((await told(["--help", ...argv], environment)).output) ? "ko" : "en";
  assert.equal(await usage({}), "en");
  assert.equal(await usage({ LANG: "ko_KR.UTF-8" }), "ko");
  assert.equal(await usage({ LANG: "ko_KR.UTF-8", LC_ALL: "C" }), "en");
  assert.equal(await usage({ LANG: "ko_KR.UTF-8", IBL_LANGUAGE: "en" }), "en");
  assert.equal(await usage({ LANG: "en_US.UTF-8", IBL_LANGUAGE: "ko" }), "ko");
  writeFileSync(join(folder, ".env"), "IBL_LANGUAGE=ko\n");
  assert.equal(await usage({ LANG: "C" }, "--home", folder), "ko");
  rmSync(join(folder, ".env"));
});

test("what is typed wrong is told in the reader's language, and in JSON in English", async () => {
  const wrong: readonly (readonly string[])[] = [
    ["strat"],
    ["run", "x", "--nope"],
    ["schedule", "next", "0 9 * * *", "-n", "0"],
    ["schedule", "next"],
    ["schedule", "next", "0 9 * * *", "--from", "yesterday"],
    ["approvals", "approve"],
    ["approvals", "answer"],
    ["grants", "revoke"],
    ["agents", "show"],
    ["parse", "-"],
    ["backup"],
    ["export"],
    ["setup"],
  ];
  const home = ["--home", join(folder, "home")];
  for (const argv of wrong) {
    const korean = await told([...argv, ...home], { LANG: "ko_KR.UTF-8" });
    const english = await told([...argv, ...home], { LANG: "en_US.UTF-8" });
    assert.equal(korean.code, 2, argv.join(" "));
    assert.equal(english.code, 2, argv.join(" "));
    assert.match(korean.errors, HANGUL, argv.join(" "));
    assert.doesNotMatch(english.errors, HANGUL, argv.join(" "));
    const json = await told([...argv, ...home, "--json"], { LANG: "ko_KR.UTF-8" });
    const { ok, error } = JSON.parse(json.output) as { ok: boolean; error: { code: string } };
    assert.deepEqual([ok, error.code], [false, "bad-arguments"]);
  }
  const near = await told(["strat"], { LANG: "ko_KR.UTF-8" });
  assert.match(near.errors, /"start"/);
});

/** A value that is wrong for each setting that can be wrong. */
const WRONG: Readonly<Record<string, string>> = {
  IBL_LANGUAGE: "fr",
  IBL_TIME_ZONE: "Nowhere",
  IBL_LOG_LEVEL: "loud",
  IBL_ALLOW_ORIGINS: "ftp://x",
  IBL_APPROVAL_FOUR_EYES: "maybe",
  IBL_APPROVAL_QUORUM: "0",
  IBL_ALLOWED_NODES: "?",
  IBL_FILE_QUOTA_MB: "-1",
  IBL_KEEP_MESSAGES_DAYS: "3",
  IBL_KEEP_TRANSPORT_DAYS: "1.5",
  IBL_KEEP_DONE_DAYS: "many",
  IBL_SESSION_IDLE_HOURS: "-1",
  IBL_RATE_MESSAGES_PERSON: "x",
  IBL_TOKENS_PERSON: "x",
  IBL_MONEY_PERSON: "0",
  IBL_BUDGET_ASK_PERCENT: "0",
  IBL_MODEL_PRICES: "x",
  IBL_MODEL_MAX_OUTPUT_TOKENS: "1",
  IBL_MODEL_MAX_ROUNDS: "0",
  TELEGRAM_BOT_TOKEN: "x",
  TELEGRAM_API_ROOT: "x",
  TELEGRAM_WEBHOOK_URL: "x",
  TELEGRAM_WEBHOOK_LISTEN: "x",
  TELEGRAM_WEBHOOK_SECRET: "x",
  DISCORD_BOT_TOKEN: "x",
  DISCORD_GATEWAY: "x",
  DISCORD_SHARDS: "0",
  GEMINI_API_KEY: "x",
  ANTHROPIC_API_KEY: "x",
  IBL_MODEL: "x",
  IBL_MODEL_FAST: "openai/gpt",
  WHISPER_MODEL: "x",
  IBL_VOICE: "loud",
  IBL_UPSTREAM_GOOGLE_NEWS: "x",
};

test("every reason why a setting is wrong is told in both languages, all at once", async () => {
  for (const [LANG, isKorean] of [
    ["ko_KR.UTF-8", true],
    ["en_US.UTF-8", false],
  ] as const) {
    const { code, errors } = await told(["status"], { ...WRONG, LANG });
    assert.equal(code, 1);
    for (const name of Object.keys(WRONG)) {
      const reason = errors.split("\n").find((line) => line.startsWith(`- ${name} `));
      assert.ok(reason !== undefined, `${name} is not told:\n${errors}`);
      assert.equal(HANGUL.test(reason), isKorean, reason);
    }
  }
});

test("no reason of a setting is in one language alone", () => {
  for (const [name, type] of Object.entries(SCHEMA.shape))
    for (const value of ["", "?", "-1", "0", "1.5", "999999999999999999999", "x"])
      for (const { message } of type.safeParse(value).error?.issues ?? []) {
        const { ko, en } = wordsOfIssue(message);
        assert.match(ko, HANGUL, `${name}=${value}: ${ko}`);
        assert.doesNotMatch(en, HANGUL, `${name}=${value}: ${en}`);
      }
});
