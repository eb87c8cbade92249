import assert from "node:assert/strict";
import { test } from "node:test";
import type { ApprovalPolicy } from "../../../src/security/approvals/approvals.ts";
import { ANN, BEN, CHO, type House, openHouse, personOf } from "../../support/bots-house.ts";
import { ANNS, BENS, CATALOGUE, last, press, restarted, write } from "../../support/cards-house.ts";
import { settled } from "../../support/manual-clock.ts";

const CHOS = "telegram:3";
const HALF_HOUR_MS = 30 * 60_000;
const WEEK_MS = 7 * 24 * 60 * 60_000;
const GRANT = "/grants add messenger:pay to=Ann amount=* days=7";

type AgainHouse = Awaited<ReturnType<typeof openHouse>>;

/** A house with the real gate where time passes until everything that waits has expired. */
async function expired(
  begin: (house: AgainHouse) => Promise<void>,
  options: { readonly policy?: ApprovalPolicy; readonly afterMs?: number } = {},
): Promise<AgainHouse> {
  const { afterMs = HALF_HOUR_MS, ...rest } = options;
  const house = await openHouse({ catalogue: CATALOGUE, ...rest });
  await begin(house);
  assert.equal(house.approvals.pending().length, 1);
  await house.clock.jump(afterMs);
  house.dispatcher.expireApprovals();
  await settled();
  assert.deepEqual(house.approvals.waiting(), []);
  return house;
}

const again = (house: House): unknown => house.adapter.withButton("Ask again");

test("a stranger's request that no owner answered in time is asked again by a button, once", async () => {
  const house = await expired((begun) => write(begun, "hello", CHO), { afterMs: WEEK_MS });
  assert.match(last(house, CHOS), /답하지 않았어요/);
  const old = house.adapter.withButton("Ask again");
  await press(house, "Ask again", ANN);
  assert.match(old.text, /^⌛ No answer, so Cho/);
  await house.adapter.press(ANN, "Ask again", { message: old });
  await settled();
  assert.match(house.adapter.notes.at(-1) ?? "", /^⌛ .* Asked again by Ann\.$/);
  const [open, ...others] = house.approvals.pending();
  assert.deepEqual([open!.expiresAtMs - open!.createdAtMs, others], [WEEK_MS, []]);
  await press(house, "Let in", ANN);
  assert.equal(personOf(house, CHO).role, "member");
});

test("a stranger who was let in or asked anew meanwhile is not asked about again", async () => {
  for (const how of ["let in", "asked"]) {
    const house = await expired((begun) => write(begun, "hello", CHO), { afterMs: WEEK_MS });
    const old = house.adapter.withButton("Ask again");
    await write(house, "hello again", CHO);
    if (how === "let in") await press(house, "Let in", ANN);
    const count = house.approvals.pending().length;
    await house.adapter.press(ANN, "Ask again", { message: old });
    await settled();
    assert.equal(house.approvals.pending().length, count, how);
    assert.throws(() => again(house), how);
  }
});

test("a grant that expired is asked for again, and its press gives it", async () => {
  const house = await expired((begun) => write(begun, GRANT, BEN));
  await press(house, "Ask again", ANN);
  assert.match(last(house, ANNS), /Ben/);
  await press(house, "Allow", ANN);
  assert.equal(house.grants.inForce().length, 1);
});

test("a grant for someone who was put out is not asked for again", async () => {
  const house = await expired((begun) => write(begun, GRANT, BEN));
  const old = house.adapter.withButton("Ask again");
  const { id } = personOf(house, BEN);
  house.people.changeRole({ personId: id, from: "member", to: "guest", by: id });
  await house.adapter.press(ANN, "Ask again", { message: old });
  await settled();
  assert.deepEqual(house.approvals.pending(), []);
});

test("a role that two owners must give is asked for again with the first press of the one who asked", async () => {
  const policy = { fourEyes: false, quorum: 2 };
  const house = await expired(
    async (begun) => {
      begun.people.admit({ platform: "telegram", externalId: "3" }, { role: "owner", name: "Cho" });
      await write(begun, "/people ben", ANN);
      await press(begun, "Make an owner", ANN);
    },
    { policy },
  );
  await press(house, "Ask again", ANN);
  const [open] = house.approvals.pending();
  assert.equal(house.approvals.votesOf(open!).length, 1);
  assert.ok(house.approvals.votesOf(open!).includes(personOf(house, ANN).id));
});

test("programs to choose from stay as they are when other cards end, also after a restart, and run once when chosen", async () => {
  const proposals = [{ intent: "the time", code: "[system:time]", score: 0.5 }];
  const house = await expired(async (begun) => {
    begun.planned = { kind: "unsure", proposals };
    await write(begun, "time perhaps", BEN);
  });
  const next = await restarted(house);
  assert.doesNotMatch(next.adapter.texts(BENS).join("\n"), /⌛/);
  const message = next.adapter.withButton("the time");
  await Promise.all([1, 2].map(() => next.adapter.press(BEN, "the time", { message })));
  await settled();
  assert.deepEqual(next.calls, ["system:time"]);
});

test("killed after the wish was noted, the new card is there at the next start", async () => {
  const house = await expired((begun) => write(begun, GRANT, BEN));
  house.onFault = (name) => {
    if (name === "message-posted") throw new Error("The process ends here.");
  };
  await press(house, "Ask again", ANN);
  house.onFault = () => undefined;
  const next = await restarted(house);
  assert.equal(next.approvals.pending().length, 1);
  await press(next, "Allow", ANN);
  assert.equal(next.grants.inForce().length, 1);
});

test("an expired erasure request is asked again with the current data", async () => {
  const house = await expired((begun) => write(begun, "/forget_me", BEN));
  await press(house, "Ask again", BEN);
  const [open] = house.approvals.pending();
  assert.ok(open?.card.forget !== undefined);
});
