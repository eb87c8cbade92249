import assert from "node:assert/strict";
import { test } from "node:test";
import { DeliveryError } from "../../../src/bots/platform/chat-adapter.ts";
import { leaseTyping } from "../../../src/bots/replies/running-work.ts";
import { ManualClock, settled } from "../../support/manual-clock.ts";

const CHAT = { platform: "telegram", chatId: "1", isPrivate: true };

/** A chat that notes when it was shown "typing", in seconds from the start; `answer` is what the platform says. */
async function lease(answer: () => Promise<void> = async () => undefined) {
  const clock = new ManualClock();
  const startMs = clock.now();
  const shownAt: number[] = [];
  const adapter = {
    typing: async () => {
      shownAt.push((clock.now() - startMs) / 1000);
      await answer();
    },
  };
  const end = leaseTyping({ adapter, chat: CHAT, clock });
  await settled();
  return { clock, shownAt, end };
}

test("typing is shown at once and every four seconds until the lease ends", async () => {
  const { clock, shownAt, end } = await lease();
  await clock.advance(9000);
  assert.deepEqual(shownAt, [0, 4, 8]);
  end();
  await clock.advance(60_000);
  assert.deepEqual(shownAt, [0, 4, 8]);
  assert.equal(clock.sleeping, 0);
});

test("a lease that nobody ends ends by itself after ten minutes", async () => {
  const { clock, shownAt } = await lease();
  await clock.advance(30 * 60_000);
  assert.equal(shownAt.length, 150);
  assert.equal(clock.sleeping, 0);
});

test("typing rests for as long as the platform asks, and goes on whatever else fails", async () => {
  const answers = [
    new DeliveryError("rate-limited", "Too many.", { retryAfterMs: 30_000 }),
    new DeliveryError("unreachable", "No network."),
  ];
  const { clock, shownAt, end } = await lease(async () => {
    const error = answers.shift();
    if (error !== undefined) throw error;
  });
  await clock.advance(40_000);
  end();
  assert.deepEqual(shownAt, [0, 30, 34, 38]);
});
