/*
 * What is done here: schedules of stale, forged, replayed, cross-chat, wrong-person, expired and malformed presses, with words
 * that look like consent, key changes, lost lines and restarts between them, over up to 50 cards of every kind. They enter as
 * events of the platform, through the dispatcher and the press handler, with the real gate behind. A judge that knows only the rules
 * (who may press, which button hung where, until when) says what each press must do; effects, notes and cards are compared with it.
 * Short: 300 schedules. Long: 10,000.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { CARD_SORTS } from "./support/fuzz-cards.ts";
import { Schedule, type Tally } from "./support/fuzz-schedule.ts";
import { PROOF_LIMIT_MS, seedOf, sizeOf } from "./support/sizes.ts";

const SEED = seedOf("press");
const SCHEDULES = sizeOf("SCHEDULES", { short: 200, long: 10_000 });

test("no press but a valid one has an effect, a valid one has exactly one, and every dead card says what became of it", {
  timeout: PROOF_LIMIT_MS,
}, async (t) => {
  const sum: Partial<Tally> = {};
  for (let index = 0; index < SCHEDULES; index += 1) {
    const schedule = new Schedule(`${SEED}/${index}`);
    await schedule.run();
    for (const [name, count] of Object.entries(schedule.tally))
      sum[name as keyof Tally] = (sum[name as keyof Tally] ?? 0) + count; // a name of the tally
  }
  for (const [name, count] of Object.entries(sum))
    assert.ok(count > 0, `No press came to "${name}", so nothing was proved about those.`);
  assert.ok((sum.cards ?? 0) > CARD_SORTS.length);
  t.diagnostic(JSON.stringify({ schedules: SCHEDULES, ...sum }));
});
