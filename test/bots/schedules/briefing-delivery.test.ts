/**
 * What is done here: briefings of many people leave through the real Telegram adapter to a Bot API on loopback that fails one call of five:
 * it refuses it, asks to wait, answers nonsense, or cuts the line before or after it has done its work. What the record says was
 * delivered must be there, once, and whatever is not on record as delivered must have been told.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Assistant } from "../../../src/agent/turn/assistant.ts";
import { Outbox } from "../../../src/bots/outbox/outbox.ts";
import { OutboxTable } from "../../../src/bots/outbox/table.ts";
import type { ChatAdapter } from "../../../src/bots/platform/chat-adapter.ts";
import { ReplyTables } from "../../../src/bots/replies/reply-tables.ts";
import { UnknownDeliveryNotice } from "../../../src/bots/replies/unknown-delivery.ts";
import { OccurrenceRunner } from "../../../src/bots/schedules/occurrence-runner.ts";
import { ANN, openHouse, personOf } from "../../support/bots-house.ts";
import { outboxRows } from "../../support/outbox-rows.ts";
import { finished } from "../../support/scripted-assistant.ts";
import { ShiftedClock } from "../../support/shifted-clock.ts";
import type { TelegramServer } from "../../support/telegram-server.ts";
import { withTelegram } from "../../support/telegram-server-adapter.ts";

const SEED = Number(process.env["IBL_TEST_SEED"] ?? Date.now() % 1_000_000);
const CHATS = 40;
const DROPPED = 0.2;
const DUE = "2026-11-23T08:00:00Z";

/** The same numbers for the same seed, in [0, 1). */
function randomOf(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** Breaks a send before it leaves, or lets it be. */
function breakNext(server: TelegramServer, random: () => number): void {
  if (random() >= DROPPED) return;
  const method = "sendMessage";
  const faults = [
    () => server.dropCall({ method }),
    () => server.dropAnswer({ method }),
    () => server.garbleNext({ method }),
    () => server.failNext({ method, status: 502 }),
    () => server.failNext({ method, status: 429, retryAfter: 1 }),
  ];
  faults[Math.floor(random() * faults.length)]?.();
}

/** Lets the clock go on until nothing waits to leave. */
async function untilSettled(outbox: Outbox, clock: ShiftedClock, count: () => number) {
  for (let round = 0; round < 20_000 && count() > 0; round += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    if (round % 20 === 0) clock.shift(250);
  }
  await outbox.stop();
  assert.equal(count(), 0, `seed ${SEED}: something never left`);
}

test("what is reported as delivered is there, once, where one send of five goes wrong", async () => {
  const random = randomOf(SEED);
  await withTelegram(async ({ server, adapter }) => {
    const house = await openHouse();
    await house.outbox.stop();
    const clock = new ShiftedClock();
    clock.shift(Date.parse(DUE) + 1000 - clock.now());
    const faulty: ChatAdapter = Object.create(adapter, {
      send: {
        value: (...facts: Parameters<ChatAdapter["send"]>) => {
          breakNext(server, random);
          return adapter.send(...facts);
        },
      },
    });
    const outbox = new Outbox({
      table: new OutboxTable({ database: house.database, clock }),
      clock,
      log: house.log,
      faultPoint: () => undefined,
      addressOf: (key) => house.updates.address(key),
    });
    new UnknownDeliveryNotice({ ...house, outbox, languageIn: () => "en" });
    const runner = new OccurrenceRunner({
      ...house,
      outbox,
      assistant: house.assistant as unknown as Assistant, // `run` and `remember` alone are called
      sheets: new ReplyTables({ outbox, filePath: (chatKey, path) => `/files/${chatKey}/${path}` }),
    });
    const { id: personId } = personOf(house, ANN);
    for (let index = 0; index < CHATS; index += 1) {
      const user = server.user({ id: 1000 + index, firstName: `Person ${index}` });
      server.say(user, "/start");
      const chat = { platform: "telegram", chatId: String(user.id), isPrivate: true };
      house.updates.remember(chat, personId);
      house.schedules.add({
        personId,
        chatId: `telegram:${user.id}`,
        name: `briefing ${index}`,
        timing: { kind: "cron", expression: "0 8 * * *" },
        zone: "UTC",
        program: "[system:time]",
        planDigest: "digest",
      });
    }
    house.assistant.onRun = () => finished("News", { tainted: false });
    house.clock.set(DUE);
    for (const due of house.schedules.claimDue(house.clock.now()))
      house.schedules.finish(due.id, await runner.run(due));
    outbox.start(faulty, { recover: true });
    const waiting = () =>
      outboxRows(house).filter(({ state }) => state === "pending" || state === "sending").length;
    await untilSettled(outbox, clock, waiting);

    let reported = 0;
    const history = house.schedules.history(personId, { limit: 1000 });
    assert.equal(history.length, CHATS);
    for (const { id, scheduleId, deliveredAs } of history) {
      const { chatId, name } = house.schedules.get(scheduleId, personId)!;
      const there = server
        .messages(Number(chatId.split(":")[1]))
        .filter(({ text = "" }) => text.startsWith(`🗞️ ${name}\n`));
      assert.ok(there.length <= 1, `seed ${SEED}: ${name} is there ${there.length} times`);
      if (deliveredAs === undefined) {
        assert.equal(
          house.table.byKey(`briefing:${id}`)?.state,
          "unknown",
          `seed ${SEED}: ${name}`,
        );
        continue;
      }
      reported += 1;
      assert.deepEqual(
        there.map(({ messageId }) => String(messageId)),
        [deliveredAs],
        `seed ${SEED}: ${name}`,
      );
    }
    assert.ok(reported >= CHATS / 2, `seed ${SEED}: only ${reported} of ${CHATS}`);
    const told = house.table.of("unknown-note").length;
    assert.ok(told >= CHATS - reported, `seed ${SEED}: ${told} told of ${CHATS - reported}`);
  });
});
