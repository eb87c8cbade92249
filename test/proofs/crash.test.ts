/*
 * What is done here: the real composition (`openApp`: SQLite file, files, outbox, dispatcher, gate, actions as shipped) runs
 * generated programs with effects and approvals in this very process, against a chat platform in memory. It is killed by an
 * exception at a numbered point: each `faultPoint` of the product, and the moment before and after each commit of its database
 * (support/commit-points.ts). From that moment its database is closed and the platform unreachable, so nothing that still
 * unwinds can be seen; what the disk had already been told may end, as after a real SIGKILL. Then the parts are opened anew over
 * the same HOME with the recovery of the service, the platform hands over again what was not taken, and a person goes on
 * pressing, with the truth about effects that were cut off. Everything visible must be as in a run that was never killed.
 * Short: every kind of statement, a few points each. Long: 230 programs at every point. SIGKILL on a process of its own:
 * crash-process.test.ts.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { type Played, play } from "./support/crash-play.ts";
import { type CrashProgram, crashProgram, STATEMENTS } from "./support/crash-programs.ts";
import { CrashGround } from "./support/crash-world.ts";
import { Dice } from "./support/dice.ts";
import { IS_SOAK, PROOF_LIMIT_MS, seedOf, sizeOf } from "./support/sizes.ts";

const SEED = seedOf("crash");
const PROGRAMS = sizeOf("PROGRAMS", { short: Object.keys(STATEMENTS).length, long: 230 });
const POINTS_EACH = sizeOf("POINTS", { short: 4, long: Number.POSITIVE_INFINITY });
const PAIRS = sizeOf("PAIRS", { short: 10, long: 3000 });

const core = await new CrashGround().prepare();
after(() => core.remove());

/** Nothing is open in the end, whatever happened on the way. */
const CLOSED = {
  open: ["updates 0", "approvals 0", "unsettled 0", "outbox 0", "failed 0", "updates given up 0"],
  liveButtons: [],
  falseCards: [],
  repeated: [],
};

/** The run that is never killed. */
async function reference(program: CrashProgram): Promise<Played> {
  const played = await play(core, program, []);
  const { open, liveButtons, falseCards, repeated } = played.state;
  assert.deepEqual({ open, liveButtons, falseCards, repeated }, CLOSED, placeOf(program, []));
  assert.equal(played.state.runs.length, 1, placeOf(program, []));
  return played;
}

function placeOf({ seed, source }: CrashProgram, deaths: readonly string[]): string {
  return `seed ${seed}, killed at ${deaths.join(" and at ") || "no point"}:\n${source}`;
}

/** All points, or in the short form some of them, evenly from a start that differs by program. */
function pointsOf({ lives: [points = []] }: Played, dice: Dice): readonly number[] {
  const stride = Math.max(1, Math.floor(points.length / POINTS_EACH));
  const first = 1 + dice.below(stride);
  return points.flatMap((_, index) => (index % stride === first - 1 ? [index + 1] : []));
}

test("killed at any commit point and started again, a program ends as if it had never been killed", {
  timeout: PROOF_LIMIT_MS,
}, async (t) => {
  let kills = 0;
  let uncertain = 0;
  for (let index = 0; index < PROGRAMS; index += 1) {
    const program = crashProgram(SEED, index);
    const whole = await reference(program);
    for (const point of pointsOf(whole, new Dice(`${program.seed} points`))) {
      const place = placeOf(program, [`${point} (${whole.lives[0]?.[point - 1]})`]);
      const played = await play(core, program, [point]);
      assert.deepEqual(played.state, whole.state, place);
      assert.deepEqual(played.changes, whole.changes, place);
      const asked = played.pressed.filter((kind) => kind === "uncertain").length;
      assert.equal(asked, played.cutOff, `${place}\nEvery effect cut off asks, and no other.`);
      kills += 1;
      uncertain += asked;
    }
  }
  assert.ok(uncertain > 0, "No effect was cut off, so nothing was proved about those.");
  t.diagnostic(`${PROGRAMS} programs, ${kills} kills, ${uncertain} effects cut off`);
});

test("killed two or three times in a row, also while it recovers, it ends the same", {
  timeout: PROOF_LIMIT_MS,
}, async (t) => {
  const dice = new Dice(`${SEED} again`);
  for (let count = 0; count < PAIRS; count += 1) {
    const program = crashProgram(SEED, dice.below(IS_SOAK ? 10_000 : 100));
    const whole = await reference(program);
    const length = whole.lives[0]?.length ?? 0;
    const later = Array.from({ length: 1 + dice.below(2) }, () => 1 + dice.below(60));
    const deaths = [1 + dice.below(length), ...later];
    const place = placeOf(program, deaths.map(String));
    const played = await play(core, program, deaths);
    assert.deepEqual(played.state, whole.state, place);
    assert.deepEqual(played.changes, whole.changes, place);
  }
  t.diagnostic(`${PAIRS} runs killed more than once`);
});
