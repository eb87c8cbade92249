/*
 * What is done here: the real composition in this process, without a model, is asked to hand work to a colleague in the background.
 * It is killed by an exception at every fault point between the message and the delivery of the report, and, in the long form, also
 * before and after each commit; then it is opened anew over the same HOME and what was not taken is handed over again. Where nobody
 * can know whether the report left, the chat is told, and who does not have it presses to get it. Exactly one report reaches the
 * chat, and the conversation holds it exactly once.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { ChatEvent } from "../../src/bots/platform/chat-adapter.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { privateChat, RecordingAdapter } from "../support/recording-adapter.ts";
import { ANN, CrashGround, Life } from "./support/crash-world.ts";
import { IS_SOAK, PROOF_LIMIT_MS } from "./support/sizes.ts";

const core = await new CrashGround().prepare();
after(() => core.remove());

const PROGRAM = '[system:agent_ask]("research/news") {message: "what time is it"}';

/** What a chat and its conversation have in the end, and the points that the first process passed. */
async function playTo(dieAt: number) {
  const home = core.newHome();
  const clock = new ManualClock();
  const platform = new RecordingAdapter();
  let open: ChatEvent | undefined = {
    kind: "message",
    updateId: "1",
    chat: privateChat("telegram", ANN),
    sender: ANN,
    messageId: "in-1",
    text: `/ibl ${PROGRAM}`,
    sentAtMs: 0,
    isAddressed: true,
  };
  const passed: string[][] = [];
  for (const [index, point] of [dieAt, Number.POSITIVE_INFINITY].entries()) {
    const life = new Life(platform, point);
    const isUp = await life.start(core, home, clock, `life${index}`);
    if (isUp && open !== undefined && (await life.deliver(open))) open = undefined;
    const isOver = isUp && (await life.quiet()) && (await fetched(life, platform));
    passed.push([...life.points.passed]);
    const known = isOver ? reportsIn(life) : undefined;
    await life.bury(home);
    if (known !== undefined) return { passed: passed[0] ?? [], known, told: toldBy(platform) };
  }
  throw new Error(`Killed at ${dieAt}, it did not come to its end.`);
}

/** Presses for what may not have arrived, where it has not. */
async function fetched(life: Life, platform: RecordingAdapter): Promise<boolean> {
  const note = platform.shown.find(({ buttons }) =>
    buttons.flat().some(({ label }) => label === "Send it again"),
  );
  if (note === undefined || toldBy(platform).length > 0) return true;
  const { messageId } = note;
  const [{ data } = assert.fail()] = note.buttons.flat();
  const chat = privateChat("telegram", ANN);
  const ids = { updateId: "2", pressId: "2" };
  await life.deliver({ kind: "press", chat, sender: ANN, data, messageId, ...ids });
  return life.quiet();
}

function reportsIn(life: Life): readonly unknown[] {
  return life.parts.database
    .prepare("SELECT state FROM turns WHERE origin LIKE 'errand:%/report'")
    .all();
}

/** The reports among the texts of the chat. */
function toldBy(platform: RecordingAdapter): readonly string[] {
  return platform.texts("telegram:1").filter((text) => text.startsWith("📨"));
}

test("killed between the request and the report and started again, a colleague in the background reports once", {
  timeout: PROOF_LIMIT_MS,
}, async (t) => {
  const whole = await playTo(Number.POSITIVE_INFINITY);
  assert.deepEqual([whole.told.length, whole.known], [1, [{ state: "done" }]]);
  const names = whole.passed;
  const isWanted = (name: string): boolean => IS_SOAK || !/^(?:before|after) /.test(name);
  const points = names.flatMap((name, index) => (isWanted(name) ? [index + 1] : []));
  for (const wanted of [
    "delegation-ended",
    "delegation-posted",
    "delegation-told",
    "message-settled",
  ])
    assert.ok(names.includes(wanted), `${wanted} is not among ${names.join(", ")}`);
  for (const point of points) {
    const { told, known } = await playTo(point);
    const place = `killed at ${point} (${names[point - 1]})`;
    assert.deepEqual([told.length, known], [1, [{ state: "done" }]], place);
  }
  t.diagnostic(`killed at ${points.length} of ${names.length} points`);
});
