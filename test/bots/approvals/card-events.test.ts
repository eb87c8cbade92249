import assert from "node:assert/strict";
import { test } from "node:test";
import type { ApprovalRequest } from "../../../src/security/approvals/approvals.ts";
import { inTransaction } from "../../../src/store/database.ts";
import { ANN, type House, openHouse, personOf } from "../../support/bots-house.ts";
import { settled } from "../../support/manual-clock.ts";

const ANNS = "telegram:1";

function question(house: House, facts: Partial<ApprovalRequest> = {}): ApprovalRequest {
  const { id: personId } = personOf(house, ANN);
  return {
    kind: "question",
    personId,
    chatKey: ANNS,
    digest: "digest",
    card: { prompt: "Which file?" },
    approver: "requester",
    lifetimeMs: 60_000,
    ...facts,
  };
}

test("an approval that is requested has its card sent, and one that changes has it drawn again", async () => {
  const house = await openHouse();
  const { id } = house.approvals.request(question(house));
  await settled();
  assert.equal(house.adapter.shown.length, 1);
  assert.deepEqual(
    house.table.of("card", id).map(({ state }) => state),
    ["sent"],
  );
  house.approvals.replace(id, personOf(house, ANN));
  await settled();
  assert.equal(house.adapter.calls.length, 1); // another card may take its place
  await house.clock.advance(3000);
  await settled();
  assert.deepEqual(
    house.adapter.calls.map((call) => call.split(" ")[0]),
    ["send", "edit"],
  );
});

test("an approval whose transaction is rolled back leaves no card", async () => {
  const house = await openHouse();
  assert.throws(
    () =>
      inTransaction(house.database, () => {
        house.approvals.request(question(house));
        throw new Error("taken back");
      }),
    /taken back/,
  );
  await settled();
  assert.deepEqual(house.adapter.shown, []);
  assert.deepEqual(house.table.of("card"), []);
});

test("what a program waits for gets its card from whoever brings the words of the program", async () => {
  const house = await openHouse();
  house.waitingRun(personOf(house, ANN), ANNS);
  await settled();
  assert.deepEqual(house.table.of("card"), []);
});
