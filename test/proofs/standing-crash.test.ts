/*
 * What is done here: a schedule that sends every day was allowed with one press when it was made. The real composition is killed
 * at every point of its due run (support/commit-points.ts), from the claim of the due time to the delivery, and started again
 * over the same HOME. The message has left at most once, and where no effect was cut off exactly once and without a card; the
 * due time is counted once. The day after the same press stands for one run again. Nor is it otherwise where the press is that of
 * the card which offers to go on when the 90 days are over.
 */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import type { ChatEvent } from "../../src/bots/platform/chat-adapter.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { privateChat, RecordingAdapter } from "../support/recording-adapter.ts";
import { runDue } from "../support/run-due.ts";
import { effectsCutOff } from "./support/crash-play.ts";
import { ANN, CrashGround, Life } from "./support/crash-world.ts";
import { PROOF_LIMIT_MS, sizeOf } from "./support/sizes.ts";

const POINTS = sizeOf("STANDING_POINTS", { short: 24, long: Number.POSITIVE_INFINITY });
const DAILY = `/ibl [system:schedule]("daily") {cron: "0 8 * * *", pipeline: '[messenger:send]("hi") {to: "Ben"}'}`;

const core = await new CrashGround().prepare();
after(() => core.remove());

function clockAt(iso: string): ManualClock {
  const clock = new ManualClock();
  clock.set(iso);
  return clock;
}

/** Ann makes the schedule and allows its runs, in the HOME that all others are copies of. */
async function allow(): Promise<void> {
  const platform = new RecordingAdapter();
  const life = new Life(platform, Number.POSITIVE_INFINITY);
  const home = join(core.folder, "template");
  assert.ok(await life.start(core, home, clockAt("2026-11-22T20:00:00Z"), "making"));
  const chat = privateChat("telegram", ANN);
  const deliver = async (event: ChatEvent): Promise<void> => {
    assert.ok((await life.deliver(event)) && (await life.quiet()));
  };
  const said = { messageId: "in-1", text: DAILY, sentAtMs: 0, isAddressed: true };
  await deliver({ kind: "message", updateId: "1", chat, sender: ANN, ...said });
  const { messageId, buttons } = platform.withButton("Every day");
  const { data = "" } = buttons.flat().find(({ label }) => label === "Every day") ?? {};
  await deliver({ kind: "press", updateId: "2", chat, sender: ANN, data, messageId, pressId: "p" });
  assert.equal(life.parts.standing.inForce().length, 1);
  await life.bury(home);
}

/** What a due run came to, over two lives, and on the day after. */
async function due(dieAt: number) {
  const home = core.newHome();
  const platform = new RecordingAdapter();
  const clock = clockAt("2026-11-23T08:00:01Z");
  const sent = (): number =>
    platform.texts("telegram:2").filter((text) => text.startsWith("✉️ **")).length;
  const first = new Life(platform, dieAt);
  const begins = (await first.start(core, home, clock, "life1")) ? first.points.passed.length : 0;
  if (begins > 0 && (await first.survives(() => runDue(first.parts, clock)))) await first.quiet();
  await first.bury(home);
  const cutOff = effectsCutOff(home);
  const second = new Life(platform, Number.POSITIVE_INFINITY);
  try {
    assert.ok(await second.start(core, home, clock, "life2"));
    const { schedules, occurrenceRunner, approvals, database } = second.parts;
    const look = async (): Promise<void> => {
      await runDue(second.parts, clock);
      assert.ok(await second.quiet());
    };
    for (const left of schedules.unfinished())
      schedules.finish(left.id, await occurrenceRunner.run(left));
    for (let again = 0; again < 2; again += 1) await look();
    const facts = {
      sent: sent(),
      cards: approvals.pending().map(({ kind }) => kind),
      uses: database.prepare("SELECT COUNT(*) FROM standing_uses").pluck().get(),
      begins,
      cutOff,
      points: first.points.passed,
    };
    clock.set("2026-11-24T08:00:01Z");
    await look();
    return { ...facts, nextDay: sent() - facts.sent };
  } finally {
    await second.bury(home);
    rmSync(home, { recursive: true, force: true });
  }
}

test("killed at any point of a due run, what was allowed beforehand happens at most once, and without a card unless it was cut off", {
  timeout: PROOF_LIMIT_MS,
}, async (t) => {
  await allow();
  const { begins, points, cutOff: none, ...whole } = await due(Number.POSITIVE_INFINITY);
  assert.equal(none, 0);
  assert.deepEqual(whole, { sent: 1, cards: [], uses: 1, nextDay: 1 });
  const stride = Math.max(1, Math.floor((points.length - begins) / POINTS));
  let asked = 0;
  for (let point = begins + 1; point <= points.length; point += stride) {
    const place = `killed at ${point} (${points[point - 1]})`;
    const played = await due(point);
    const isCutOff = played.cutOff > 0;
    assert.deepEqual(played.cards, isCutOff ? ["uncertain"] : [], place);
    assert.ok(isCutOff ? played.sent <= 1 : played.sent === 1, `${place}: sent ${played.sent}`);
    assert.equal(played.uses, 1, place);
    assert.equal(played.nextDay, 1, place);
    asked += Number(isCutOff);
  }
  t.diagnostic(`${points.length - begins} points, every ${stride}., ${asked} cut off`);
});

/** What the press on the card that comes after the 90 days came to, over two lives, and on the day after. */
async function renewed(dieAt: number) {
  const home = core.newHome();
  const platform = new RecordingAdapter();
  const clock = clockAt("2027-02-21T08:00:01Z");
  const sent = (): number =>
    platform.texts("telegram:2").filter((text) => text.startsWith("✉️ **")).length;
  const first = new Life(platform, dieAt);
  assert.ok(await first.start(core, home, clock, "life1"));
  assert.ok(await first.survives(() => runDue(first.parts, clock)));
  assert.ok(await first.quiet());
  const begins = first.points.passed.length;
  const { messageId, buttons } = platform.withButton("Every day");
  const { data = "" } = buttons.flat().find(({ label }) => label === "Every day") ?? {};
  const chat = privateChat("telegram", ANN);
  const press = { kind: "press", updateId: "9", chat, sender: ANN } as const;
  const isAlive = await first.deliver({ ...press, data, messageId, pressId: "p9" });
  if (isAlive) await first.quiet();
  await first.bury(home);
  const cutOff = effectsCutOff(home);
  const second = new Life(platform, Number.POSITIVE_INFINITY);
  try {
    assert.ok(await second.start(core, home, clock, "life2"));
    const { approvals, database, standing } = second.parts;
    await second.deliver({ ...press, data, messageId, pressId: "p9" });
    assert.ok(await second.quiet());
    const facts = {
      sent: sent(),
      cards: approvals.pending().map(({ kind }) => kind),
      uses: database.prepare("SELECT COUNT(*) FROM standing_uses").pluck().get(),
      stands: standing.inForce().length,
    };
    clock.set("2027-02-22T08:00:01Z");
    await runDue(second.parts, clock);
    assert.ok(await second.quiet());
    return { ...facts, begins, cutOff, points: first.points.passed, nextDay: sent() - facts.sent };
  } finally {
    await second.bury(home);
    rmSync(home, { recursive: true, force: true });
  }
}

test("killed at any point of the press that lets it stand anew, it stands once, and the run is counted once", {
  timeout: PROOF_LIMIT_MS,
}, async (t) => {
  const { begins, points, cutOff: none, ...whole } = await renewed(Number.POSITIVE_INFINITY);
  assert.equal(none, 0);
  assert.deepEqual(whole, { sent: 1, cards: [], uses: 1, stands: 1, nextDay: 1 });
  const stride = Math.max(1, Math.floor((points.length - begins) / POINTS));
  let asked = 0;
  for (let point = begins + 1; point <= points.length; point += stride) {
    const place = `killed at ${point} (${points[point - 1]})`;
    const played = await renewed(point);
    const isCutOff = played.cutOff > 0;
    assert.deepEqual(played.cards, isCutOff ? ["uncertain"] : [], place);
    assert.ok(isCutOff ? played.sent <= 1 : played.sent === 1, `${place}: sent ${played.sent}`);
    assert.deepEqual([played.uses, played.stands, played.nextDay], [1, 1, 1], place);
    asked += Number(isCutOff);
  }
  t.diagnostic(`${points.length - begins} points, every ${stride}., ${asked} cut off`);
});
