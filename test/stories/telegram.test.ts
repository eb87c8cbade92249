import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { filesBelow, ServiceProcess, temporaryHome } from "../support/service.ts";
import { startTelegramServer } from "../support/telegram-server.ts";
import { startUpstream } from "../support/upstream.ts";

const TOKEN = "123456:test-token-of-the-story";
const HOUR_MS = 3_600_000;

test("a person claims the bot, asks, saves, deletes with a press across a crash, and gets a briefing", {
  timeout: 180_000,
}, async (t) => {
  const telegram = await startTelegramServer({ token: TOKEN });
  const upstream = await startUpstream();
  const home = temporaryHome();
  const environment = {
    TELEGRAM_BOT_TOKEN: TOKEN,
    TELEGRAM_API_ROOT: telegram.url,
    ...upstream.environment,
  };
  let service = new ServiceProcess(home.path, environment);
  t.after(async () => {
    await service.kill();
    await upstream.close();
    home.remove();
  });
  const alice = telegram.user({ id: 1001, firstName: "지은", languageCode: "ko" });
  const bob = telegram.user({ id: 2002, firstName: "Bob", languageCode: "en" });
  const shown = (person: { readonly id: number }, pattern: RegExp) =>
    telegram.waitFor(
      () => telegram.messages(person.id).findLast((message) => pattern.test(message.text)),
      20_000,
    );

  await t.test("the first owner claims with the code printed at the start", async () => {
    await service.ready();
    const [, code] = await service.prints(/\/claim ([0-9A-Z]{4}-[0-9A-Z]{4})/);
    telegram.say(bob, "hello");
    await shown(bob, /no owner yet/);
    telegram.say(alice, "/claim AAAA-AAAA");
    await shown(alice, /코드는 맞지 않/);
    telegram.say(alice, `/claim ${code}`);
    await shown(alice, /주인이에요/);
    telegram.say(bob, `/claim ${code}`);
    await shown(bob, /Only people whom the owner let in|wrong or was used/);
  });

  await t.test("a question is answered without a model", async () => {
    telegram.say(alice, "지금 몇 시야");
    const answer = await shown(alice, /요일 오[전후] \d+:\d+(?:이에요|예요)/);
    assert.doesNotMatch(answer.text, /\[system:time\]/);
  });

  await t.test("news is searched and saved into the chat's own folder", async () => {
    telegram.say(alice, "AI 뉴스 찾아서 news.md로 저장해줘");
    await shown(alice, /news\.md\S*에 적었어요/);
    const saved = filesBelow(join(home.path, "files"));
    assert.deepEqual(saved, ["telegram_1001/news.md"]);
    assert.match(readFileSync(join(home.path, "files", saved[0]!), "utf8"), /AI/);
  });

  const note = join(home.path, "files", "telegram_1001", "notes.md");
  await t.test("a file is deleted at once, and one press brings it back", async () => {
    telegram.say(alice, "notes.md에 회의 내용이라고 적어줘");
    await shown(alice, /notes\.md\S*에 적었어요/);
    const written = readFileSync(note, "utf8");
    telegram.say(alice, "notes.md 지워줘");
    const { messageId } = await shown(alice, /🗑 notes\.md를 지웠어요/);
    assert.equal(existsSync(note), false);
    telegram.press(alice, messageId, "되돌리기");
    await shown(alice, /↩️ 되돌렸어요: notes\.md/);
    assert.equal(readFileSync(note, "utf8"), written);
  });

  const kept = join(home.path, "files", "telegram_1001", "old", "notes.md");
  await t.test("deleting a folder waits for a press; a stranger's press does nothing", async () => {
    telegram.say(alice, '/ibl [system:write]("old/notes.md") {content: "회의"}');
    await telegram.waitFor(() => existsSync(kept), 20_000);
    telegram.say(alice, '/ibl [system:delete]("old")');
    const card = await shown(alice, /^old를 지울까요\?/);
    assert.deepEqual(
      card.buttons?.map((row) => row.map((button) => button.text)),
      [["지우기", "안 할래요"], ["⋯"]],
    );
    const { pressId } = telegram.press(bob, card.messageId, "지우기");
    const [told] = await telegram.waitFor(() => {
      const answers = telegram.answersTo(pressId);
      return answers.length > 0 && answers;
    });
    assert.match(JSON.stringify(told), /not let in yet/);
    assert.equal(existsSync(kept), true);
  });

  await t.test(
    "killed between card and press, the service carries the press out once after its restart",
    async () => {
      await service.kill();
      service = new ServiceProcess(home.path, environment);
      await service.ready();
      assert.equal(existsSync(kept), true);
      const card = telegram
        .messages(alice.id)
        .findLast((message) => /^old를 지울까요/.test(message.text))!;
      telegram.press(alice, card.messageId, "지우기");
      telegram.press(alice, card.messageId, "지우기");
      const done = await shown(alice, /^✅ old를 지웠어요 · [^\n]+$/);
      assert.equal(done.messageId, card.messageId);
      assert.deepEqual(done.buttons ?? [], []);
      assert.equal(existsSync(kept), false);
      assert.equal(
        telegram.messages(alice.id).filter((message) => /old를 지웠어요/.test(message.text)).length,
        1,
      );
    },
  );

  await t.test("a briefing is scheduled at once and arrives when its time comes", async () => {
    telegram.say(alice, "매일 아침 8시에 뉴스 브리핑 보내줘");
    const set = await shown(alice, /🔁 뉴스 브리핑 · 매일 오전 8시/);
    assert.deepEqual(
      set.buttons?.flat().map((button) => button.text),
      ["되돌리기", "바꾸기"],
    );
    const dayMs = 24 * HOUR_MS;
    const sinceEightMs = (Date.now() + 9 * HOUR_MS - 8 * HOUR_MS) % dayMs;
    const untilEightMs = dayMs - sinceEightMs;
    await service.shiftClock(untilEightMs + 1000);
    const briefing = await shown(alice, /🗞️/);
    assert.match(briefing.text, /뉴스 브리핑/);
    assert.match(briefing.text, /부동산/);
    assert.deepEqual(
      briefing.buttons?.flat().map((button) => button.text),
      ["바꾸기", "새로", "끄기"],
    );
    telegram.press(alice, briefing.messageId, "끄기");
    telegram.say(alice, "/schedule");
    await shown(alice, /뉴스 브리핑[\s\S]*꺼짐/);
  });

  await t.test(
    "limits, lost answers and duplicate updates neither lose nor double anything",
    async () => {
      telegram.failNext({ method: "sendMessage", status: 429, retryAfter: 1, times: 2 });
      const { updateId } = telegram.say(alice, "할 일에 우유 사기 추가해줘");
      await shown(alice, /✅ 우유 사기 넣었어요 \(1개\)/);
      telegram.repeatUpdate(updateId!);
      telegram.dropAnswer({ method: "sendMessage" });
      telegram.say(alice, "지금 몇 시야");
      telegram.say(alice, "/ibl [system:todo]");
      const list = await shown(alice, /1\. ☐ 우유 사기/);
      assert.doesNotMatch(list.text, /2\. /);
      const added = telegram
        .messages(alice.id)
        .filter((entry) => /우유 사기 넣었어요/.test(entry.text));
      assert.equal(added.length, 1);
    },
  );

  await t.test(
    "a stranger is told how to ask, and the owner lets them in by a button",
    async () => {
      telegram.say(bob, "hello again");
      const card = await shown(alice, /Bob.* 님이 쓰고 싶대요\s+텔레그램 · ID …/);
      telegram.press(alice, card.messageId, "들이기");
      await shown(bob, /You're in/);
      telegram.say(bob, "what time is it");
      await shown(bob, /It's .*\./);
      await shown(alice, /Bob님이 들어왔어요/);
    },
  );

  await t.test(
    "a misspelt program is answered with its corrected form, which one press runs once",
    async () => {
      telegram.say(bob, '/ibl [systm:write]("list.md") {content: "milk"}');
      const card = await shown(bob, /Corrected, it runs/);
      assert.match(card.text, /\[system:write\]\("list\.md"\)/);
      const written = join(home.path, "files", "telegram_2002", "list.md");
      assert.equal(existsSync(written), false);
      telegram.press(bob, card.messageId, "Run corrected");
      telegram.press(bob, card.messageId, "Run corrected");
      await shown(bob, /Saved \S*list\.md/);
      assert.equal(readFileSync(written, "utf8"), "milk");
    },
  );

  await t.test("asked to end, the service stops within ten seconds", async () => {
    const startedMs = Date.now();
    assert.equal(await service.stop(), 0);
    assert.ok(Date.now() - startedMs < 10_000);
    await telegram.close();
  });
});
