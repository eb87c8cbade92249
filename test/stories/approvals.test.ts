import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { startGeminiServer } from "../support/gemini-server.ts";
import { calling, saying } from "../support/gemini-shapes.ts";
import { commandLine, ServiceProcess, temporaryHome } from "../support/service.ts";
import { startTelegramServer } from "../support/telegram-server.ts";

const TOKEN = "123456:test-token-of-the-cards";
const MINUTE_MS = 60_000;

test("cards are refused in words and with a reason, asked again and passed on, with a crash between any two steps", {
  timeout: 240_000,
}, async (t) => {
  const telegram = await startTelegramServer({ token: TOKEN });
  const gemini = await startGeminiServer([
    calling('[system:delete]("a.old")', "call-1"),
    saying("그대로 두겠습니다."),
  ]);
  const home = temporaryHome();
  const environment = {
    TELEGRAM_BOT_TOKEN: TOKEN,
    TELEGRAM_API_ROOT: telegram.url,
    GEMINI_API_KEY: "test-key-of-the-cards",
    GEMINI_BASE_URL: gemini.origin,
  };
  let service = new ServiceProcess(home.path, environment);
  t.after(async () => {
    await service.kill();
    await gemini.close();
    await telegram.close();
    home.remove();
  });
  const alice = telegram.user({ id: 1001, firstName: "지은", languageCode: "ko" });
  const bob = telegram.user({ id: 2002, firstName: "Bob", languageCode: "en" });
  type Someone = { readonly id: number };
  const shown = (person: Someone, pattern: RegExp, after = 0) =>
    telegram.waitFor(
      () =>
        telegram
          .messages(person.id)
          .findLast((message) => message.messageId > after && pattern.test(message.text)),
      20_000,
    );
  const newest = (person: Someone): number => telegram.messages(person.id).at(-1)?.messageId ?? 0;
  /** Killed when all that was sent is known to have left; the window before is another story's. */
  const crash = async (): Promise<void> => {
    const before = newest(alice);
    telegram.say(alice, "/language ko");
    await shown(alice, /한국어/, before);
    await service.kill();
    service = new ServiceProcess(home.path, environment);
    await service.ready();
  };
  const crashAt = async (point: string, act: () => unknown): Promise<void> => {
    await service.dieAt(point);
    act();
    assert.equal(await service.ended(), "SIGKILL");
    service = new ServiceProcess(home.path, environment);
    await service.ready();
  };
  const file = (person: Someone, name: string): string =>
    join(home.path, "files", `telegram_${person.id}`, name);
  const write = async (person: Someone & typeof alice, name: string): Promise<void> => {
    telegram.say(person, `/ibl [system:write]("${name}/x.md") {content: "x"}`);
    await telegram.waitFor(() => existsSync(file(person, name)), 20_000);
  };

  await t.test("an owner comes in, and lets a member in", async () => {
    await service.ready();
    const [, code] = await service.prints(/\/claim ([0-9A-Z]{4}-[0-9A-Z]{4})/);
    telegram.say(alice, `/claim ${code}`);
    await shown(alice, /주인이에요/);
    telegram.say(bob, "hello");
    const card = await shown(alice, /Bob.*쓰고 싶대요/);
    telegram.press(alice, card.messageId, "들이기");
    await shown(bob, /You're in/);
    for (const name of ["a.old", "b.old"]) await write(alice, name);
    await write(bob, "x.old");
  });

  await t.test(
    "what is refused in words is not done, and what is asked for after it is",
    async () => {
      telegram.say(alice, '/ibl [system:delete]("a.old")');
      const card = await shown(alice, /a\.old\S* 지울까요/);
      await crash();
      telegram.say(alice, "a.old 지우지 마");
      await shown(alice, /✖️ .*지은/);
      const old = telegram.messages(alice.id).find(({ messageId }) => messageId === card.messageId);
      assert.deepEqual(old?.buttons ?? [], []);
      await crash();
      telegram.say(alice, '/ibl [system:delete]("b.old")');
      const next = await shown(alice, /b\.old\S* 지울까요/);
      await crash();
      telegram.press(alice, next.messageId, "지우기");
      await shown(alice, /^✅ \S+ 지웠어요/);
      assert.deepEqual(
        ["a.old", "b.old"].map((name) => existsSync(file(alice, name))),
        [true, false],
      );
    },
  );

  await t.test("a refusal reaches the model in the same turn", async () => {
    const before = newest(alice);
    telegram.say(alice, "a.old 폴더 좀 정리해줘");
    const card = await shown(alice, /a\.old\S* 지울까요/, before);
    assert.equal(gemini.requests.length, 1);
    await crash();
    telegram.press(alice, card.messageId, "안 할래요");
    await shown(alice, /그대로 두겠습니다/);
    assert.equal(gemini.requests.length, 2);
    assert.match(
      JSON.stringify(gemini.requests[1]!.body["contents"]),
      /functionResponse.*denied: 사람이 거절해서/,
    );
    await shown(alice, /✖️ .*지은/, before);
    assert.equal(existsSync(file(alice, "a.old")), true);
  });

  await t.test("an expired card asks again by its button, through a crash, once", async () => {
    const before = newest(alice);
    telegram.say(alice, '/ibl [system:delete]("a.old")');
    const card = await shown(alice, /지울까요/, before);
    await service.shiftClock(31 * MINUTE_MS);
    await shown(alice, /⌛ 답이 없어/, before);
    await crash();
    await crashAt("run-created", () => telegram.press(alice, card.messageId, "다시 묻기"));
    const next = await shown(alice, /지울까요/, card.messageId);
    assert.equal(existsSync(file(alice, "a.old")), true);
    telegram.press(alice, next.messageId, "지우기");
    await shown(alice, /^✅ \S+ 지웠어요/, card.messageId);
    assert.equal(existsSync(file(alice, "a.old")), false);
    const open = await commandLine(home.path, ["approvals", "list", "--json"]);
    assert.deepEqual(JSON.parse(open.output), []);
  });

  await t.test(
    "the card of someone who blocked the bot goes to the owner, who decides",
    async () => {
      const before = newest(alice);
      telegram.block(bob);
      telegram.say(bob, '/ibl [system:delete]("x.old")');
      await shown(alice, /Bob님에게 카드를 보낼 수 없어서/, before);
      const card = await shown(alice, /Bob[\s\S]*x\.old|x\.old[\s\S]*Bob/, before);
      await crash();
      const dataOf = (): string | undefined =>
        telegram
          .messages(alice.id)
          .find(({ messageId }) => messageId === card.messageId)
          ?.buttons?.flat()[0]?.callback_data;
      const oldData = dataOf();
      const rotated = await commandLine(home.path, ["keys", "rotate", "--json"]);
      assert.equal((JSON.parse(rotated.output) as { open: number }).open, 1);
      await telegram.waitFor(() => dataOf() !== oldData, 20_000);
      telegram.press(alice, card.messageId, oldData!, { isStale: true });
      await shown(alice, /^✅ \S+ 지웠어요/, before);
      assert.equal(existsSync(file(bob, "x.old")), false);
    },
  );
});
