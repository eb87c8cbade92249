import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { Sqlite } from "../../src/store/sqlite.ts";
import { commandLine, ServiceProcess, temporaryHome } from "../support/service.ts";
import { startTelegramServer, type TelegramServer } from "../support/telegram-server.ts";
import type { StoredMessage } from "../support/telegram-server-state.ts";
import { startUpstream } from "../support/upstream.ts";

const TOKEN = "123456:test-token-of-a-backup";
const ALICE = 1001;
const HOUR_MS = 3_600_000;
const TODO_COUNT = 15;

interface Scene {
  readonly telegram: TelegramServer;
  readonly home: string;
  readonly first: ServiceProcess;
  readonly file: string;
  readonly other: string;
  /** Ends the service that runs, if one does, and starts one over a HOME. */
  readonly start: (home: string) => Promise<ServiceProcess>;
  readonly say: (text: string) => void;
  readonly press: (card: StoredMessage, button: string) => void;
  readonly shown: (pattern: RegExp) => Promise<StoredMessage>;
  readonly count: (pattern: RegExp) => number;
}

/** A claimed bot on a Telegram of its own, and room for a second HOME. */
async function openScene(t: TestContext): Promise<Scene> {
  const telegram = await startTelegramServer({ token: TOKEN });
  const upstream = await startUpstream();
  const [first, second] = [temporaryHome(), temporaryHome()];
  rmSync(second.path, { recursive: true });
  const file = `${first.path}.backup`;
  const environment = {
    TELEGRAM_BOT_TOKEN: TOKEN,
    TELEGRAM_API_ROOT: telegram.url,
    ...upstream.environment,
  };
  let service: ServiceProcess | undefined;
  t.after(async () => {
    await service?.kill();
    await telegram.close();
    await upstream.close();
    rmSync(file, { force: true });
    for (const home of [first, second]) home.remove();
  });
  const alice = telegram.user({ id: ALICE, firstName: "지은", languageCode: "ko" });
  const start = async (home: string): Promise<ServiceProcess> => {
    await service?.kill();
    service = new ServiceProcess(home, environment);
    await service.ready();
    return service;
  };
  const found = (pattern: RegExp) =>
    telegram.messages(ALICE).filter((message) => pattern.test(message.text));
  const started = await start(first.path);
  const scene: Scene = {
    telegram,
    first: started,
    home: first.path,
    file,
    other: second.path,
    start,
    say: (text) => void telegram.say(alice, text),
    press: (card, button) => void telegram.press(alice, card.messageId, button),
    shown: (pattern) => telegram.waitFor(() => found(pattern).at(-1), 20_000),
    count: (pattern) => found(pattern).length,
  };
  const [, code] = await started.prints(/\/claim ([0-9A-Z]{4}-[0-9A-Z]{4})/);
  scene.say(`/claim ${code}`);
  await scene.shown(/주인이에요/);
  return scene;
}

async function backUp({ home, file }: Scene): Promise<void> {
  const result = await commandLine(home, ["backup", file]);
  assert.equal(result.code, 0, result.errors);
}

async function restore({ other, file }: Scene): Promise<Record<string, number>> {
  const result = await commandLine(other, ["restore", file, "--json"]);
  assert.equal(result.code, 0, result.errors + result.output);
  return (JSON.parse(result.output) as { state: Record<string, number> }).state;
}

test("a backup taken while the service works comes up elsewhere: old buttons, schedules, unsent messages", {
  timeout: 180_000,
}, async (t) => {
  const scene = await openScene(t);
  const { telegram, home, other, say, press, shown } = scene;
  say('/ibl [system:write]("old/notes.md") {content: "회의 내용"}');
  await shown(/notes\.md\S*에 적었어요/);
  say('/ibl [system:delete]("old")');
  const card = await shown(/old\S* 지울까요/);
  say("매일 아침 8시에 뉴스 브리핑 보내줘");
  await shown(/🔁 [\s\S]*오전 8시/);

  const texts = Array.from({ length: TODO_COUNT }, (_, index) => `할 일 ${index}번`);
  for (const text of texts) say(`/ibl [system:todo]("${text}")`);
  await backUp(scene);
  await shown(new RegExp(`${texts.at(-1)}.* 넣었어요`));
  await restore(scene);
  const database = new Sqlite(join(other, "ibl-bot.db"));
  const kept = database
    .prepare<[], { content: string }>("SELECT content FROM todos ORDER BY id")
    .all();
  assert.equal(database.pragma("quick_check", { simple: true }), "ok");
  database.close();
  assert.deepEqual(
    kept.map(({ content }) => content),
    texts.slice(0, kept.length),
  );
  rmSync(other, { recursive: true });
  rmSync(scene.file);

  telegram.failNext({ method: "sendMessage", status: 429, retryAfter: 300, times: 1 });
  say("지금 몇 시야");
  await scene.first.prints(/was not delivered/);
  await backUp(scene);
  const state = await restore(scene);
  assert.deepEqual(state, { approvals: 1, schedules: 1, people: 2, unsent: 1, inFlight: 0 });
  const service = await scene.start(other);
  await shown(/♻️ .*백업에서 되살렸어요/);
  await service.shiftClock(310_000);
  const answer = await shown(/요일 오[전후] \d+:\d+(?:이에요|예요)/);
  const notice = await shown(/♻️/);
  assert.ok(notice.messageId < answer.messageId);

  const note = (at: string): string => join(at, "files", `telegram_${ALICE}`, "old/notes.md");
  press(card, "지우기");
  const done = await shown(/^✅ \S+ 지웠어요/);
  assert.equal(done.messageId, card.messageId);
  assert.deepEqual([existsSync(note(other)), existsSync(note(home))], [false, true]);

  const dayMs = 24 * HOUR_MS;
  const sinceEightMs = (Date.now() + 310_000 + 9 * HOUR_MS - 8 * HOUR_MS) % dayMs;
  await service.shiftClock(dayMs - sinceEightMs + HOUR_MS);
  await shown(/🗞️ \**뉴스 브리핑\** \(늦게 실행됨/);
});

test("what was pressed and not yet done when the backup was taken asks again, and is done once", {
  timeout: 120_000,
}, async (t) => {
  const scene = await openScene(t);
  const { home, other, say, press, shown } = scene;
  say('/ibl [system:run_command]("echo x >> count.txt")');
  const card = await shown(/실행할까요/);
  const service = await scene.start(home);
  await service.dieAt("approval-claimed");
  press(card, "실행");
  assert.equal(await service.ended(), "SIGKILL");
  await backUp(scene);
  assert.equal((await restore(scene))["inFlight"], 1);
  await scene.start(other);
  const asked = await shown(/실행됐는지 확실하지 않아요/);
  const count = join(other, "files", `telegram_${ALICE}`, "count.txt");
  assert.equal(existsSync(count), false);
  press(asked, "다시 실행");
  press(asked, "다시 실행");
  await shown(/✅ 실행했어요/);
  assert.equal(readFileSync(count, "utf8"), "x\n");
});
