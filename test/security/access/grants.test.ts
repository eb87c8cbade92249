import assert from "node:assert/strict";
import { test } from "node:test";
import { createIds } from "../../../src/base/ids.ts";
import type { GrantPattern } from "../../../src/security/access/grant-pattern.ts";
import {
  type GrantableCall,
  type GrantedRun,
  Grants,
  type WantedGrant,
} from "../../../src/security/access/grants.ts";
import { countedBytes, openSecurity } from "../house.ts";

const CHAT = "telegram:2";
const PATTERN: GrantPattern = {
  node: "system",
  action: "delete",
  title: { ko: "지우기", en: "Delete" },
  targets: [{ param: "path", role: "path", kind: "is", value: "a.md" }],
  open: [],
};
const CALL: GrantableCall = {
  callId: "1",
  times: 1,
  call: {
    node: "system",
    action: "delete",
    targets: [{ param: "path", role: "path", value: "a.md" }],
    open: [],
  },
};

/** Grants over a database in memory, with one of them given to the member in a chat. */
function given(wanted: Partial<WantedGrant> = {}) {
  const house = openSecurity();
  const { database, clock, member, owner } = house;
  const newId = createIds(countedBytes());
  const open = (): Grants => new Grants({ database, clock, newId });
  const grants = open();
  const press = { givenBy: owner.id, approvalId: "ap_1" };
  grants.add({ pattern: PATTERN, personId: member.id, chatKey: CHAT, ...wanted }, press);
  const run = (facts: Partial<GrantedRun> = {}): GrantedRun => ({
    runId: "run_1",
    digest: "digest",
    personId: member.id,
    chatKey: CHAT,
    ...facts,
  });
  const find = (facts: Partial<GrantedRun> = {}, calls: readonly GrantableCall[] = [CALL]) =>
    grants.find(run(facts), calls).map(({ callId }) => callId);
  /** Finds and counts, as the gate does. */
  const use = (runId: string, calls: readonly GrantableCall[] = [CALL]): number => {
    const uses = grants.find(run({ runId }), calls);
    grants.count(run({ runId }), uses);
    return uses.length;
  };
  const [grant] = grants.inForce();
  return { ...house, grants, open, run, find, use, grant: grant! };
}

test("a grant stands for its person in its chat, and for nobody and nowhere else", () => {
  const { find, other, owner } = given();
  assert.deepEqual(find(), ["1"]);
  assert.deepEqual(find({ personId: other.id }), []);
  assert.deepEqual(find({ personId: owner.id }), []);
  assert.deepEqual(find({ chatKey: "telegram:-5" }), []);
  assert.deepEqual(find({ chatKey: "telegram:2:7" }), []);
});

test("a grant for every chat stands in every chat of its person alone", () => {
  const house = openSecurity();
  const { database, clock, member, owner, other } = house;
  const grants = new Grants({ database, clock, newId: createIds(countedBytes()) });
  grants.add({ pattern: PATTERN, personId: member.id }, { givenBy: owner.id, approvalId: "ap_1" });
  const run = { runId: "run_1", digest: "d", personId: member.id, chatKey: "telegram:-9" };
  assert.equal(grants.find(run, [CALL]).length, 1);
  assert.equal(grants.find({ ...run, personId: other.id }, [CALL]).length, 0);
});

test("a grant ends at its very moment", () => {
  const { find, clock, grants } = given({ lifetimeMs: 1000 });
  const startMs = clock.now();
  clock.set(new Date(startMs + 999).toISOString());
  assert.deepEqual(find(), ["1"]);
  clock.set(new Date(startMs + 1000).toISOString());
  assert.deepEqual(find(), []);
  assert.deepEqual(grants.inForce(), []);
});

test("uses are counted once for a run, plan and call, however often they are written", () => {
  const { use, find, grants, grant, open } = given({ maxUses: 2 });
  assert.equal(use("run_1"), 1);
  assert.equal(use("run_1"), 1);
  assert.equal(grants.get(grant.id)?.used, 1);
  assert.equal(use("run_2"), 1);
  assert.equal(use("run_3"), 0);
  assert.equal(use("run_1"), 1, "a run that counted goes on");
  assert.deepEqual(find({ runId: "run_1", digest: "another plan" }), []);
  assert.equal(open().get(grant.id)?.used, 2);
  assert.deepEqual(grants.inForce(), []);
  const uses = grants.uses(grant.id).map(({ runId, times }) => [runId, times]);
  assert.deepEqual(uses, [
    ["run_1", 1],
    ["run_2", 1],
  ]);
});

test("a plan with more calls than uses left gets only as many, and a loop counts whole", () => {
  const calls = ["1", "2", "3"].map((callId) => ({ ...CALL, callId }));
  assert.deepEqual(given({ maxUses: 2 }).find({}, calls), ["1", "2"]);
  assert.deepEqual(given({ maxUses: 19 }).find({}, [{ ...CALL, times: 20 }]), []);
  assert.deepEqual(given({ maxUses: 20 }).find({}, [{ ...CALL, times: 20 }]), ["1"]);
});

test("a grant without a count is used before one with a count", () => {
  const { grants, member, owner, use, grant } = given({ maxUses: 1 });
  grants.add(
    { pattern: PATTERN, personId: member.id, chatKey: CHAT },
    { givenBy: owner.id, approvalId: "ap_2" },
  );
  for (const runId of ["run_1", "run_2", "run_3"]) assert.equal(use(runId), 1);
  assert.equal(grants.get(grant.id)?.used, 0);
});

test("what was revoked stands for nothing, not even for a run that counted", () => {
  const { grants, grant, use, owner, find } = given();
  assert.equal(use("run_1"), 1);
  assert.equal(grants.revoke(grant.id, owner.id), true);
  assert.equal(grants.revoke(grant.id, owner.id), false);
  assert.equal(grants.revoke("grant_none", owner.id), false);
  assert.deepEqual(find({ runId: "run_1" }), []);
  assert.equal(use("run_2"), 0);
});

test("all grants of a person end at once, and nobody else's", () => {
  const { grants, member, other, owner } = given();
  const press = { givenBy: owner.id, approvalId: "ap_2" };
  grants.add({ pattern: PATTERN, personId: other.id }, press);
  assert.equal(grants.revokeAllOf(member.id, owner.id), 1);
  assert.deepEqual(
    grants.inForce().map(({ personId }) => personId),
    [other.id],
  );
});
