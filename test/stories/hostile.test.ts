import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { pdfBomb } from "../support/pdf.ts";
import { ServiceProcess, temporaryHome } from "../support/service.ts";
import { startTelegramServer } from "../support/telegram-server.ts";

const TOKEN = "123456:test-token-of-the-hostile";

/** Starting and letting in, on a machine with much else to do. */
const PATIENCE_MS = 30_000;

// With nothing beside it: what else runs takes the time that is measured.

/** A stop and a press are answered by then, and the service is held no longer, where the machine has nothing else to do. */
const ANSWER_MS = 1000;
const HELD_MS = 500;

/** The platform lets ten messages and edits into a chat in five seconds. What is measured is the service, not that. */
const PACE_MS = 2500;

/** How many times as long as it needs work takes here just now, for all that else goes on; twice that is allowed, since it changes. */
function allowance(): number {
  const [cpu, begunMs] = [process.cpuUsage(), performance.now()];
  const spentMs = (): number => {
    const { user, system } = process.cpuUsage(cpu);
    return (user + system) / 1000;
  };
  while (spentMs() < 100);
  return 2 * Math.max(1, (performance.now() - begunMs) / spentMs());
}

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join("\n");

const PAGES: Readonly<Record<string, string>> = {
  "/nested": "<div>word, word, word </b>".repeat(15_000),
  "/links": '<a href="https://a.b/c">word</a> '.repeat(14_000),
  "/less": "<".repeat(4_000_000),
};

const FILES: Readonly<Record<string, string | Uint8Array>> = {
  "bomb.pdf": pdfBomb(2_600_000_000),
  "escapes.md": "\\*".repeat(20_000),
  "marks.md": "**a *b* ~~c~~ ||d|| ".repeat(90_000),
};

/** What a stranger's message, file or page may hold. */
const INPUTS: readonly (readonly [string, (web: string) => string])[] = [
  ["900 numbered lines", () => lines(900, (index) => `${index + 1}`)],
  ["a table of 250 rows", () => lines(250, (index) => `${index},name${index},${index * 7}`)],
  ["a list of 400 lines", () => lines(400, (index) => `item ${index}`)],
  ["1,024 dashes", () => "- a\n".repeat(1024)],
  ["links", () => "http://a.b ".repeat(372)],
  ["escaped stars", () => "\\*".repeat(2048)],
  ["a nested page", (web) => `/ibl [source:crawl]("${web}/nested")`],
  ["a page of links", (web) => `/ibl [source:crawl]("${web}/links")`],
  ["a page of less-thans", (web) => `/ibl [source:crawl]("${web}/less")`],
  ["a PDF that unpacks to gigabytes", () => '/ibl [system:read]("bomb.pdf")'],
  ["a file of escapes", () => '/ibl [system:read]("escapes.md") >> [system:notify_user]'],
  ["a file of marks", () => '/ibl [system:read]("marks.md") >> [system:notify_user]'],
];

test("a stop and a press are answered beside whatever a stranger sends", {
  timeout: 900_000,
}, async (t) => {
  const telegram = await startTelegramServer({ token: TOKEN });
  const web = await startPages(t);
  const home = temporaryHome();
  const service = new ServiceProcess(home.path, {
    IBL_LANGUAGE: "en",
    TELEGRAM_BOT_TOKEN: TOKEN,
    TELEGRAM_API_ROOT: telegram.url,
    IBL_ALLOW_ORIGINS: web,
  });
  t.after(async () => {
    await service.kill();
    await telegram.close();
    home.remove();
  });
  const ann = telegram.user({ id: 1001, firstName: "Ann", languageCode: "en" });
  const bob = telegram.user({ id: 2002, firstName: "Bob", languageCode: "en" });
  const shows = (chatId: number, pattern: RegExp, since: number, timeoutMs = PATIENCE_MS) =>
    telegram.waitFor(
      () =>
        telegram
          .messages(chatId)
          .find((message) => message.messageId > since && pattern.test(message.text)),
      timeoutMs,
    );
  const newest = (chatId: number): number => telegram.messages(chatId).at(-1)?.messageId ?? 0;

  await service.ready();
  const [, code] = await service.prints(/\/claim ([0-9A-Z]{4}-[0-9A-Z]{4})/);
  telegram.say(ann, `/claim ${code}`);
  await shows(ann.id, /owner/, 0);
  telegram.say(bob, "hello");
  const entry = await shows(ann.id, /Bob/, 0);
  telegram.press(ann, entry.messageId, "Let in");
  await shows(bob.id, /./, newest(bob.id));
  const folder = join(home.path, "files", "telegram_1001");
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(FILES)) writeFileSync(join(folder, name), content);
  telegram.say(bob, '/ibl [system:write]("old/note.md") {content: "hello"}');
  await shows(bob.id, /Saved old/, newest(bob.id));

  let loosest = allowance();
  for (const [name, inputOf] of INPUTS) {
    await t.test(name, async () => {
      await setTimeout(PACE_MS);
      const before = newest(bob.id);
      telegram.say(bob, '/ibl [system:delete]("old")');
      const card = await telegram.waitFor(
        () =>
          telegram
            .messages(bob.id)
            .find(({ messageId, buttons = [] }) => messageId > before && buttons.length > 0),
        PATIENCE_MS,
      );
      const from = newest(ann.id);
      telegram.say(ann, inputOf(web));
      const begunMs = performance.now();
      const { pressId } = telegram.press(bob, card.messageId, "Don't");
      await telegram.waitFor(() => telegram.answersTo(pressId)[0], PATIENCE_MS);
      const pressedMs = performance.now() - begunMs;
      telegram.say(ann, "/stop");
      await shows(ann.id, /stopp|nothing/i, from);
      const stoppedMs = performance.now() - begunMs - pressedMs;
      t.diagnostic(`${name}: press ${pressedMs.toFixed(0)} ms, stop ${stoppedMs.toFixed(0)} ms`);
      const times = allowance();
      loosest = Math.max(loosest, times);
      assert.ok(pressedMs <= times * ANSWER_MS, `press ${pressedMs} ms, ${times} times allowed`);
      assert.ok(stoppedMs <= times * ANSWER_MS, `stop ${stoppedMs} ms, ${times} times allowed`);
    });
  }

  for (const name of ["escapes.md", "marks.md"]) {
    await t.test(`all of ${name} arrives as a file`, async () => {
      const from = newest(ann.id);
      telegram.say(ann, `/ibl [system:read]("${name}") >> [system:notify_user]`);
      await shows(ann.id, /The whole answer/, from);
      assert.ok(telegram.messages(ann.id).filter(({ messageId }) => messageId > from).length < 10);
    });
  }

  const from = newest(ann.id);
  telegram.say(ann, "/status service");
  const { text } = await shows(ann.id, /longest time without an answer/, from);
  const [, seconds] = /longest time without an answer to anybody: ([\d.]+) s/.exec(text) ?? [];
  t.diagnostic(`held ${seconds} s, ${loosest.toFixed(1)} times allowed`);
  assert.ok(Number(seconds) * 1000 <= loosest * HELD_MS, text);
});

async function startPages(t: TestContext): Promise<string> {
  const server = createServer((request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(PAGES[request.url ?? ""] ?? "");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
