import assert from "node:assert/strict";
import { test } from "node:test";
import { outboxOf } from "../../src/app/node-ports.ts";
import { AppError, serviceEnd } from "../../src/base/errors.ts";
import { DeliveryError } from "../../src/bots/platform/chat-adapter.ts";
import { openHouse } from "../support/bots-house.ts";

const MESSAGE = {
  key: "notice:1",
  chatKey: "telegram:1",
  text: "hello",
  effectKey: "1",
  isUrgent: false,
};

const never = (): undefined => undefined;

for (const { name, reason, arrived } of [
  {
    name: "a message of a stopped program that has not begun to leave never does",
    reason: new AppError("aborted", "Stopped."),
    arrived: [],
  },
  {
    name: "a message of a program that the end of the process cuts off leaves all the same",
    reason: serviceEnd(),
    arrived: ["hello"],
  },
]) {
  test(name, async () => {
    const house = await openHouse();
    house.adapter.failNext(new DeliveryError("unreachable", "No connection."));
    const stop = new AbortController();
    const dispatch = outboxOf(
      house.outbox,
      never,
      () => false,
      () => ({}),
    ).send(MESSAGE, stop.signal);
    await house.clock.advance(100);
    stop.abort(reason);
    await house.clock.advance(20_000);
    const { state } = await dispatch;
    assert.equal(state, arrived.length === 0 ? "failed" : "delivered");
    assert.deepEqual(house.adapter.texts("telegram:1"), arrived);
  });
}

test("a program that was stopped already sends nothing", async () => {
  const house = await openHouse();
  const stopped = AbortSignal.abort(new AppError("aborted", "Stopped."));
  await assert.rejects(
    outboxOf(
      house.outbox,
      never,
      () => false,
      () => ({}),
    ).send(MESSAGE, stopped),
    {
      code: "aborted",
    },
  );
  assert.equal(house.table.byKey(MESSAGE.key), undefined);
});
