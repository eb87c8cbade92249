import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { ReopenRequest } from "../../src/bots/decisions/ask-again.ts";
import { ReplySender } from "../../src/bots/replies/reply-sender.ts";
import { ReplyTables } from "../../src/bots/replies/reply-tables.ts";
import { LOCAL_PERSON_ID } from "../../src/security/access/people.ts";
import type { Approval } from "../../src/security/approvals/approvals.ts";
import { openTaintedHouse } from "../proofs/support/tainted-house.ts";

/** A member whose model has read the outside, and the owner. */
async function openHeld(context: TestContext) {
  const house = await openTaintedHouse();
  context.after(() => house.close());
  const { parts } = house;
  const talk = house.talk("member");
  const owner = parts.people.get(LOCAL_PERSON_ID)!;
  let count = 0;
  /** The outcome of a program in words. */
  const told = async (source: string, actor = talk.actor): Promise<string> => {
    count += 1;
    const result = await parts.gate.run({ source, actor, origin: `told:${count}` });
    if (result.kind === "finished") return result.envelope.text;
    return result.kind === "refused" ? (result.problems[0]?.message ?? "") : result.kind;
  };
  /** The card by which the owners are asked to look at something. */
  const look = (): Approval => parts.approvals.pending().find((open) => open.approver === "owner")!;
  return { house, parts, talk, owner, told, look };
}

const SAVE = '[system:save_workflow]("daily") {pipeline: "[system:time] {format: \\"iso\\"}"}';

test("a workflow that a tainted turn of a member saved waits, says so, and lives by an owner's button", async (context) => {
  const { parts, talk, owner, told, look } = await openHeld(context);
  await talk.run(SAVE, []);
  assert.match(
    await told("[system:list_workflows]"),
    /\*\*daily\*\* · ✗ it holds text from outside/,
  );
  assert.match(await told('[system:get_workflow]("daily")'), /waits for an owner's look/);
  assert.match(await told('[system:run_pipeline]("daily")'), /"daily" cannot run: it holds text/);
  const card = look();
  assert.match(card.card.program ?? "", /\[system:let_run\]\("daily"\).*\[system:time\]/);
  const member = parts.people.get(talk.actor.personId)!;
  const refused = await parts.dispatcher.decide(card.id, member, { state: "approved" });
  assert.equal(refused.ok, false);
  assert.ok((await parts.dispatcher.decide(card.id, owner, { state: "approved" })).ok);
  assert.match(await told('[system:run_pipeline]("daily")'), /^\d{4}-/);
});

test("what was saved again after the card was sent is not what the button lets live", async (context) => {
  const { parts, talk, owner, told, look } = await openHeld(context);
  await talk.run(SAVE, []);
  const card = look();
  await talk.run(SAVE.replace("iso", "date"), []);
  assert.ok((await parts.dispatcher.decide(card.id, owner, { state: "approved" })).ok);
  assert.match(await told('[system:run_pipeline]("daily")'), /cannot run/);
});

test("the person's own words clear a held workflow", async (context) => {
  const { talk, told } = await openHeld(context);
  await talk.run(SAVE, []);
  await talk.run(SAVE);
  assert.match(await told('[system:run_pipeline]("daily")'), /^\d{4}-/);
});

test("a schedule from outside is off until an owner has looked, whatever is tried", async (context) => {
  const { parts, talk, owner, told, look } = await openHeld(context);
  const { personId } = talk.actor;
  await talk.run('[system:schedule]("hourly") {pipeline: "[system:time]", every: "1h"}', []);
  const held = parts.schedules.get("hourly", personId)!;
  assert.deepEqual([held.state, held.isHeld, held.nextDueMs], ["disabled", true, undefined]);
  assert.match(await told("[system:list_events]"), /holds text from outside, waits for an owner/);
  for (const change of [
    () => parts.schedules.enable("hourly", personId),
    () => parts.schedules.runNow("hourly", personId),
  ])
    assert.throws(change, { code: "schedule-held" });
  assert.throws(() => parts.schedules.snooze("hourly", personId, Date.now() + 60_000), {
    code: "schedule-off",
  });
  parts.schedules.update("hourly", personId, { zone: "UTC" });
  assert.equal(parts.schedules.get("hourly", personId)?.state, "disabled");
  assert.ok((await parts.dispatcher.decide(look().id, owner, { state: "approved" })).ok);
  const live = parts.schedules.get("hourly", personId)!;
  assert.deepEqual([live.state, live.isHeld], ["active", false]);
});

test("a new program in the person's own words makes a held schedule live", async (context) => {
  const { parts, talk } = await openHeld(context);
  await talk.run('[system:schedule]("hourly") {pipeline: "[system:list]", every: "1h"}', []);
  await talk.run(
    '[system:manage_events]("update") {event_id: "hourly", pipeline: "[system:time]"}',
  );
  const live = parts.schedules.get("hourly", talk.actor.personId)!;
  assert.deepEqual([live.state, live.isHeld, live.isTainted], ["active", false, false]);
});

test("the owners can be asked again", async (context) => {
  const { parts, talk, told, look, owner } = await openHeld(context);
  await talk.run(SAVE, []);
  const first = look();
  assert.ok((await parts.dispatcher.decide(first.id, owner, { state: "denied" })).ok);
  assert.match(await told("[system:review]"), /asked to look at:\n- daily/);
  assert.notEqual(look().id, first.id);
});

test("a look that no owner took in time is asked for again by the button of its card", async (context) => {
  const { parts, talk, owner, told, look } = await openHeld(context);
  await talk.run(SAVE, []);
  const first = look();
  const daysMs = 8 * 24 * 60 * 60_000;
  parts.database
    .prepare(
      "UPDATE approvals SET created_at_ms = created_at_ms - ?, expires_at_ms = expires_at_ms - ?",
    )
    .run(daysMs, daysMs);
  await parts.dispatcher.expireApprovals();
  const expired = parts.approvals.get(first.id)!;
  assert.equal(expired.state, "expired");
  const filePath = (_chat: string, path: string): string => path;
  const sheets = new ReplyTables({ outbox: parts.outbox, filePath });
  const replies = new ReplySender({
    ...parts,
    about: () => ({}),
    clock: parts.edges.clock,
    sheets,
    filePath,
    onlyFor: () => undefined,
  });
  const ask = new ReopenRequest({ ...parts, replies }).ask(expired, owner);
  await ask?.();
  const second = look();
  assert.notEqual(second.id, first.id);
  assert.equal(second.expiresAtMs - second.createdAtMs, first.expiresAtMs - first.createdAtMs);
  assert.ok((await parts.dispatcher.decide(second.id, owner, { state: "approved" })).ok);
  assert.match(await told('[system:run_pipeline]("daily")'), /^\d{4}-/);
});

test("what an owner's tainted turn saves stood on a card that the owner pressed, so it lives at once", async (context) => {
  const { house, parts, told } = await openHeld(context);
  const talk = house.talk("owner");
  const asked = await parts.gate.run({
    source: SAVE,
    actor: talk.actor,
    origin: "owner:1",
    ownWords: [],
  });
  assert.ok(asked.kind === "waiting");
  const [effect] = asked.approvals[0]?.card.effects ?? [];
  assert.match(effect?.card.en ?? "", /Save the workflow "daily": \[system:time\]/);
  await talk.run(SAVE, []);
  assert.match(await told('[system:run_pipeline]("daily")', talk.actor), /^\d{4}-/);
});
