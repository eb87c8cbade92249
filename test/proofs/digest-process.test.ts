/*
 * What is done here: two briefings of one person are due at the same time, day after day, and come as one message. The real
 * service, a process of its own, is killed by SIGKILL on each day at another point: between claim and run, between run and
 * collection, with one of the two collected, when the message is about to leave, when it has left and that is not noted yet,
 * and when the platform has it and its answer is still on the way. A new process goes on at the same HOME and hour. Each due
 * time must end in one state, be told at most once, and count as delivered exactly where it was; where nobody can know, the
 * person is told so.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { Sqlite } from "../../src/store/sqlite.ts";
import { ServiceProcess, temporaryHome } from "../support/service.ts";
import { startTelegramServer } from "../support/telegram-server.ts";
import { PROOF_LIMIT_MS } from "./support/sizes.ts";

const TOKEN = "123456:test-token-of-the-proof";
const ALICE = { id: 1001, firstName: "Alice", languageCode: "en" };
const NAMES = ["one", "two"];
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A briefing waits for another for a minute at most. */
const WAIT_MS = 61_000;

/** Eight in the morning in Seoul, tomorrow or today. */
const FIRST_DUE_MS = Math.ceil((Date.now() + HOUR_MS) / DAY_MS) * DAY_MS - HOUR_MS;

/** How often another process's record is looked at. */
const LOOK_MS = 200;

interface Death {
  /** A fault point, or `answer` for the time while the platform's answer is on its way. */
  readonly point: string;
  readonly times?: number;
  /** How often the platform has each briefing, and whether anybody can know. Default: once, and known. */
  readonly ends?: { readonly arrived: 0 | 1; readonly isKnown: boolean };
}

const DEATHS: readonly Death[] = [
  { point: "occurrence-claimed", times: 2 },
  { point: "occurrence-ran" },
  { point: "occurrence-posted" },
  { point: "message-claimed", ends: { arrived: 0, isKnown: false } },
  { point: "message-settled" },
  { point: "answer", ends: { arrived: 1, isKnown: false } },
];

/** What is on record of the due times of a schedule, oldest first. */
interface Row {
  readonly name: string;
  readonly dueMs: number;
  readonly state: string;
  readonly deliveredAs: string | null;
}

async function openScene(context: TestContext) {
  const telegram = await startTelegramServer({ token: TOKEN });
  const home = temporaryHome();
  const clock = { aheadMs: 0 };
  const start = (): ServiceProcess =>
    new ServiceProcess(home.path, {
      TELEGRAM_BOT_TOKEN: TOKEN,
      TELEGRAM_API_ROOT: telegram.url,
      TEST_CLOCK_SHIFT_MS: String(clock.aheadMs),
    });
  const scene = {
    telegram,
    service: start(),
    /** A new process at the hour where the last one was. */
    async again(): Promise<void> {
      scene.service = start();
      await scene.service.ready();
    },
    async moveTo(instantMs: number): Promise<void> {
      const byMs = instantMs - Date.now() - clock.aheadMs;
      clock.aheadMs += byMs;
      await scene.service.shiftClock(byMs);
    },
    /** Messages in Alice's chat that match, oldest first. */
    shown: (pattern: RegExp) =>
      telegram.messages(ALICE.id).filter(({ text }) => pattern.test(text)),
    seen: (isSeen: () => boolean): Promise<unknown> => telegram.waitFor(isSeen, PROOF_LIMIT_MS),
    record(): readonly Row[] {
      const database = new Sqlite(join(home.path, "ibl-bot.db"), { readonly: true });
      const rows = database.prepare<[], Row>(
        `SELECT name, due_ms AS dueMs, occurrences.state, delivered_as AS deliveredAs
         FROM occurrences JOIN schedules ON schedules.id = schedule_id ORDER BY due_ms, name`,
      );
      const all = rows.all();
      database.close();
      return all;
    },
  };
  context.after(async () => {
    await scene.service.kill();
    await telegram.close();
    home.remove();
  });
  return scene;
}

type Scene = Awaited<ReturnType<typeof openScene>>;

/** Alice owns the bot and has two briefings at eight. */
async function settleIn({ service, telegram, shown, seen }: Scene): Promise<void> {
  const [, code] = await service.prints(/\/claim ([0-9A-Z]{4}-[0-9A-Z]{4})/);
  telegram.user(ALICE);
  telegram.say(ALICE, `/claim ${code}`);
  await seen(() => shown(/You're the owner/).length > 0);
  for (const name of NAMES) {
    telegram.say(
      ALICE,
      `/ibl [system:schedule]("${name}") {pipeline: '[system:time]', cron: "0 8 * * *", timezone: "Asia/Seoul"}`,
    );
    await seen(() => shown(new RegExp(`^(?:⏰|🔁) .*${name}`)).length > 0);
  }
}

/** The service dies at a point of a due time and another goes on, until the person has seen what there is to see. */
async function dieOn(scene: Scene, dueMs: number, { point, times, ends }: Death): Promise<void> {
  const { telegram, shown, seen } = scene;
  // Nothing else may be leaving when a point of leaving is set.
  assert.equal(await scene.service.stop(), 0);
  await scene.again();
  await scene.moveTo(dueMs - 10_000);
  const notes = shown(NOTE).length;
  const counts = NAMES.map((name) => shown(briefing(name)).length);
  const held = point === "answer" ? telegram.holdNext({ method: "sendMessage" }) : undefined;
  const isLater = !point.startsWith("occurrence-");
  if (held === undefined) await scene.service.dieAt(point, times);
  await scene.moveTo(dueMs + 1000);
  if (isLater) {
    await haveRun(scene, dueMs);
    await scene.moveTo(dueMs + 2 * WAIT_MS);
  }
  if (held !== undefined) {
    await held.arrived;
    await scene.service.kill();
    held.release();
  }
  assert.equal(await scene.service.ended(), "SIGKILL", point);
  await scene.again();
  await haveRun(scene, dueMs);
  await scene.moveTo(dueMs + 4 * WAIT_MS);
  const { arrived, isKnown } = ends ?? { arrived: 1, isKnown: true };
  await seen(() => shown(NOTE).length === notes + (isKnown ? 0 : 1));
  await seen(() =>
    NAMES.every((name, at) => shown(briefing(name)).length === counts[at]! + arrived),
  );
}

/** Resolves when both briefings of a due time have run: what waits for the other leaves after a minute. */
async function haveRun(scene: Scene, dueMs: number): Promise<void> {
  const isRun = (): boolean =>
    scene.record().filter((row) => row.dueMs === dueMs && row.state === "ran").length === 2;
  while (!isRun()) await setTimeout(LOOK_MS);
}

const NOTE = /may or may not have arrived/;

/** A message with the words of a briefing, which no note is. */
function briefing(name: string): RegExp {
  return new RegExp(`^(?!.*may or may not have arrived)[^]*🗞️ ${name}\\b`);
}

test("killed anywhere on the way of a digest, each due time ends once, is told at most once, and counts as delivered where it was", {
  timeout: 4 * PROOF_LIMIT_MS,
}, async (context) => {
  const scene = await openScene(context);
  await settleIn(scene);
  for (const [day, death] of DEATHS.entries())
    await dieOn(scene, FIRST_DUE_MS + day * DAY_MS, death);
  assert.equal(await scene.service.stop(), 0);
  const rows = scene.record();
  const told = rows.map(({ name, dueMs, state, deliveredAs }) => {
    const message = scene.shown(/./).find(({ messageId }) => String(messageId) === deliveredAs);
    const isThere = message === undefined ? "not known" : briefing(name).test(message.text);
    return [name, (dueMs - FIRST_DUE_MS) / DAY_MS, state, isThere];
  });
  assert.deepEqual(
    told,
    DEATHS.flatMap(({ ends }, day) =>
      NAMES.map((name) => [name, day, "ran", ends === undefined ? true : "not known"]),
    ),
  );
  assert.equal(scene.shown(NOTE).length, 2);
  assert.deepEqual(
    NAMES.map((name) => scene.shown(briefing(name)).length),
    [5, 5],
  );
});
