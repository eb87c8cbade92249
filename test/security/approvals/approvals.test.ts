import assert from "node:assert/strict";
import { test } from "node:test";
import type { Person } from "../../../src/security/access/people.ts";
import {
  type ApprovalRequest,
  mayDecide,
  type PressResult,
} from "../../../src/security/approvals/approvals.ts";
import { pressCard } from "../../support/press-card.ts";
import { openSecurity } from "../house.ts";

const CHAT = "telegram:2";
const MINUTE_MS = 60_000;

/** A card that waits for Ben's press (or any owner's), unless a test says otherwise. */
function waiting(facts: Partial<ApprovalRequest> = {}) {
  const house = openSecurity();
  const request: ApprovalRequest = {
    kind: "plan",
    personId: house.member.id,
    chatKey: CHAT,
    runId: "run_1",
    digest: "d1",
    card: { program: '[system:delete]("notes.md")' },
    approver: "requester",
    lifetimeMs: 30 * MINUTE_MS,
    ...facts,
  };
  const approval = house.approvals.request(request);
  const button = (choice: string, chatKey = CHAT): string =>
    house.approvals.button(approval, choice, chatKey);
  const press = (data: string, person: Person | undefined, chatKey: string): PressResult =>
    pressCard(house, data, person, chatKey);
  return { ...house, request, approval, button, press };
}

/** Why a press did nothing, or the state it made. */
function said(result: PressResult): string {
  return result.ok ? result.approval.state : result.reason;
}

test("a press by the one who asked approves, and says who decided and when", () => {
  const { approvals, approval, button, member, clock, press } = waiting();
  const result = press(button("y"), member, CHAT);
  assert.deepEqual(result, {
    ok: true,
    approval: { ...approval, state: "approved", decidedBy: member.id, decidedAtMs: clock.now() },
  });
  assert.deepEqual(approvals.get(approval.id), result.approval);
});

test("a press on Deny denies", () => {
  const { button, member, press } = waiting();
  assert.equal(said(press(button("n"), member, CHAT)), "denied");
});

test("a second press does nothing, whatever it chooses and whoever presses", () => {
  const { approvals, approval, button, member, owner, press } = waiting();
  assert.equal(said(press(button("y"), member, CHAT)), "approved");
  assert.equal(said(press(button("y"), member, CHAT)), "answered");
  assert.equal(said(press(button("n"), owner, CHAT)), "answered");
  assert.equal(approvals.get(approval.id)?.state, "approved");
});

test("people who may not decide change nothing", () => {
  const { approvals, approval, button, other, guest, press } = waiting();
  assert.equal(said(press(button("y"), undefined, CHAT)), "not-admitted");
  assert.equal(said(press(button("y"), guest, CHAT)), "not-admitted");
  assert.equal(said(press(button("y"), other, CHAT)), "not-yours");
  assert.equal(said(press(button("n"), other, CHAT)), "not-yours");
  assert.equal(approvals.get(approval.id)?.state, "pending");
});

test("any owner may decide for a member", () => {
  const { button, owner, press } = waiting();
  assert.equal(said(press(button("y"), owner, CHAT)), "approved");
});

test("an owner's matter is not the requester's to decide", () => {
  const { button, member, owner, press } = waiting({ approver: "owner" });
  assert.equal(said(press(button("y"), member, CHAT)), "not-yours");
  assert.equal(said(press(button("y"), owner, CHAT)), "approved");
});

test("a question is answered by the one who was asked, not even by an owner", () => {
  const { approval, owner, member } = waiting({ kind: "question" });
  assert.deepEqual([mayDecide(approval, owner), mayDecide(approval, member)], [false, true]);
});

test("a button counts in the chat where it hangs and in no other", () => {
  const { button, member, press } = waiting();
  assert.equal(said(press(button("y"), member, "telegram:9")), "forged");
  assert.equal(said(press(button("y", "telegram:9"), member, CHAT)), "forged");
});

test("a button whose letters were changed is forged", () => {
  const { approvals, approval, button, member, press } = waiting();
  const data = button("n");
  for (const forged of [data.replace(".n.", ".y."), `${data.slice(0, -1)}`, "y", "승인", ""])
    assert.equal(said(press(forged, member, CHAT)), "forged", forged);
  assert.equal(approvals.get(approval.id)?.state, "pending");
});

test("a button of one card decides no other", () => {
  const { approvals, approval, button, member, request, press } = waiting();
  const second = approvals.request({ ...request, runId: "run_2", digest: "d2" });
  const [, , choice, mac] = button("y").split(".");
  const swapped = ["1", second.id.slice(3), choice, mac].join(".");
  assert.equal(said(press(swapped, member, CHAT)), "forged");
  assert.deepEqual(
    [approval, second].map(({ id }) => approvals.get(id)?.state),
    ["pending", "pending"],
  );
});

test("a button for a row that does not exist is unknown", () => {
  const { approvals, member, approval, press } = waiting();
  const gone = approvals.button({ ...approval, id: "ap_0000000000000000" }, "y", CHAT);
  assert.equal(said(press(gone, member, CHAT)), "unknown");
});

test("a button signed for another digest decides nothing", () => {
  const { approvals, approval, member, press } = waiting();
  const stale = approvals.button({ ...approval, digest: "d0" }, "y", CHAT);
  assert.equal(said(press(stale, member, CHAT)), "forged");
});

test("a press in the last millisecond counts, and one at the expiry does not", async () => {
  const first = waiting();
  await first.clock.advance(30 * MINUTE_MS - 1);
  assert.equal(said(pressCard(first, first.button("y"), first.member, CHAT)), "approved");
  const second = waiting();
  await second.clock.advance(30 * MINUTE_MS);
  const late = pressCard(second, second.button("y"), second.member, CHAT);
  assert.equal(said(late), "expired");
  assert.equal(second.approvals.get(second.approval.id)?.state, "pending");
});

test("what is past its time expires once, and cannot be approved when the clock goes back", async () => {
  const { approvals, approval, button, member, clock, press } = waiting();
  await clock.advance(30 * MINUTE_MS);
  assert.deepEqual(
    approvals.expireDue().map(({ id, state }) => ({ id, state })),
    [{ id: approval.id, state: "expired" }],
  );
  assert.deepEqual(approvals.expireDue(), []);
  clock.set("2026-11-23T00:00:01Z");
  assert.equal(said(press(button("y"), member, CHAT)), "expired");
});

test("a press after a restart counts once", () => {
  const { again, button, member } = waiting();
  assert.equal(said(pressCard(again(), button("y"), member, CHAT)), "approved");
  assert.equal(said(pressCard(again(), button("y"), member, CHAT)), "answered");
});

test("the same wait of the same run keeps its card; another run, step or digest gets its own", () => {
  const { approvals, approval, request } = waiting();
  assert.deepEqual(approvals.request(request), approval);
  const others = [
    approvals.request({ ...request, runId: "run_2" }),
    approvals.request({ ...request, stepKey: "1" }),
    approvals.request({ ...request, digest: "d2" }),
  ];
  assert.equal(new Set([approval, ...others].map(({ id }) => id)).size, 4);
  assert.equal(approvals.pending().length, 4);
});

test("an option of a card answers with its code, or its label", () => {
  const options = [{ label: "md" }, { label: "뉴스 찾기", code: '[source:search_news]("AI")' }];
  const answers = ["1", "2"].map((choice) => {
    const { button, member, press } = waiting({ kind: "question", card: { options } });
    const result = press(button(choice), member, CHAT);
    return result.ok ? result.approval.answer : result.reason;
  });
  assert.deepEqual(answers, ["md", '[source:search_news]("AI")']);
});

test("a letter that the card does not have decides nothing", () => {
  const asked = waiting({ kind: "question", card: { options: [{ label: "md" }] } });
  assert.equal(said(pressCard(asked, asked.button("2"), asked.member, CHAT)), "forged");
  assert.equal(said(pressCard(asked, asked.button("y"), asked.member, CHAT)), "forged");
  const plan = waiting();
  assert.equal(said(pressCard(plan, plan.button("1"), plan.member, CHAT)), "forged");
  assert.equal(said(pressCard(plan, plan.button("z"), plan.member, CHAT)), "forged");
});

test("a decision by id keeps the same rules", () => {
  const { approvals, approval, other, member } = waiting();
  const yes = { state: "approved" } as const;
  assert.equal(said(approvals.decideById("ap_none", member, yes)), "unknown");
  assert.equal(said(approvals.decideById(approval.id, other, yes)), "not-yours");
  assert.equal(said(approvals.decideById(approval.id, member, yes)), "approved");
  assert.equal(said(approvals.decideById(approval.id, member, yes)), "answered");
});

test("what a run still waits for is cancelled with it, and nothing else", () => {
  const { approvals, approval, request, button, member, press } = waiting();
  const second = approvals.request({ ...request, runId: "run_2" });
  assert.deepEqual(
    approvals.cancelRun("run_1").map(({ id, state }) => ({ id, state })),
    [{ id: approval.id, state: "cancelled" }],
  );
  assert.equal(said(press(button("y"), member, CHAT)), "answered");
  assert.equal(approvals.get(second.id)?.state, "pending");
});

test("what waits is listed oldest first, of one person, of one run or of all", async () => {
  const { approvals, request, other, clock, approval } = waiting();
  await clock.advance(1);
  const second = approvals.request({ ...request, runId: "run_2", personId: other.id });
  const ids = (filter?: { readonly personId?: string; readonly runId?: string }) =>
    approvals.pending(filter).map(({ id }) => id);
  assert.deepEqual(ids(), [approval.id, second.id]);
  assert.deepEqual(ids({ personId: other.id }), [second.id]);
  assert.deepEqual(ids({ runId: "run_1" }), [approval.id]);
  assert.deepEqual(ids({ runId: "run_1", personId: other.id }), []);
});

test("a card keeps what happened after its decision", () => {
  const { approvals, approval } = waiting();
  approvals.setOutcome(approval.id, "✅ 지웠습니다.");
  assert.equal(approvals.get(approval.id)?.outcomeText, "✅ 지웠습니다.");
});
