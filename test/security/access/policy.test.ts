import assert from "node:assert/strict";
import { test } from "node:test";
import type { Person, PersonRole } from "../../../src/security/access/people.ts";
import { approverFor, judge, type Verdict } from "../../../src/security/access/policy.ts";
import { goodPlan, type PlanOptions } from "../../engine/support/stage.ts";

const DENIED = "Only people whom an owner let in may run programs.";

function person(role: PersonRole): Person {
  return { id: "person_1", role, name: "Ann", language: "en", zone: "Asia/Seoul" };
}

function judged(
  source: string,
  role: PersonRole | undefined,
  rights: {
    readonly allowedNodes?: readonly string[];
    readonly granted?: ReadonlySet<string>;
    readonly ownerOnly?: () => boolean;
  } = {},
  options: PlanOptions = {},
): Verdict {
  const { allowedNodes, ...rest } = rights;
  return judge(goodPlan(source, options), role === undefined ? undefined : person(role), {
    ownerOnly: ({ action }) => action === "run_command",
    ...rest,
    ...(allowedNodes === undefined ? {} : { allowedNodes: () => allowedNodes }),
  });
}

/** What is asked for, as `node:action`, and of whom; or the whole verdict. */
function asked(verdict: Verdict): unknown {
  if (verdict.kind !== "ask") return verdict;
  return [verdict.approver, ...verdict.effects.map(({ node, action }) => `${node}:${action}`)];
}

/** Why a plan is denied, in English; or the whole verdict. */
function refusal(verdict: Verdict): unknown {
  return verdict.kind === "deny" ? verdict.words.en : verdict;
}

test("a program that only reads may run", () => {
  assert.deepEqual(judged('[source:web_search]("AI")', "member"), { kind: "allow" });
});

test("nobody and guests run nothing", () => {
  for (const role of [undefined, "guest"] as const)
    assert.equal(refusal(judged("[system:time]", role)), DENIED);
});

test("every effect that waits for approval is asked for, and only those", () => {
  const verdict = judged(
    '[system:time] & [system:delete]("a.md")\n[system:delete]("b.md")',
    "owner",
  );
  assert.deepEqual(asked(verdict), ["requester", "system:delete", "system:delete"]);
});

test("an approve in the program stands for what follows it", () => {
  const source = '[system:approve]("Delete a.md?") >> [system:delete]("a.md")';
  assert.deepEqual(judged(source, "member"), { kind: "allow" });
  assert.deepEqual(asked(judged(`${source}\n[system:delete]("b.md")`, "member")), [
    "requester",
    "system:delete",
  ]);
});

test("a program kept for later is judged when it runs, but scheduling it is asked for now", () => {
  const source =
    '[system:create]("clean") {pipeline: "[system:delete](\\"a.md\\")", config: {every: "1h"}}';
  assert.deepEqual(asked(judged(source, "member")), ["requester", "system:create"]);
});

const COMMAND_PLACES = [
  '[system:run_command]("ls")',
  '[system:time] & [system:run_command]("ls")',
  '[system:time] ?? [system:run_command]("ls")',
  '$x = [system:time]\n[if: $x] { [system:run_command]("ls") }',
  '$x = [system:list]\n[each: $f in $x] { [system:run_command]("ls") }',
  '[system:run_pipeline]() {pipeline: "[system:run_command](\\"ls\\")"}',
  '[system:run]("clean")',
  '[system:create]("c") {pipeline: "[system:run_command](\\"ls\\")", config: {every: "1h"}}',
];
const WORKFLOWS = { clean: { pipeline: '[system:run_command]("ls")' } };

test("what only an owner may run is refused to a member wherever it stands", () => {
  for (const source of COMMAND_PLACES) {
    const denied = "That's for owners alone.";
    assert.equal(refusal(judged(source, "member", {}, { workflows: WORKFLOWS })), denied, source);
    assert.equal(judged(source, "owner", {}, { workflows: WORKFLOWS }).kind, "ask", source);
  }
});

test("a member's command is an owner's to press wherever it stands", () => {
  for (const source of COMMAND_PLACES) {
    const verdict = judged(source, "member", { ownerOnly: () => false }, { workflows: WORKFLOWS });
    assert.ok(verdict.kind === "ask" && verdict.approver === "owner", source);
  }
});

test("a node that is not allowed is refused wherever it stands, and system never is", () => {
  const rights = { allowedNodes: ["source"] };
  const message = "I'm not allowed to do that here.";
  const send = '[messenger:send]("hi") {to: "Ben"}';
  for (const source of [send, `[system:time] ?? ${send}`, `[system:time] & ${send}`])
    assert.equal(refusal(judged(source, "owner", rights)), message, source);
  assert.deepEqual(judged('[source:web_search]("AI")', "owner", rights), { kind: "allow" });
  assert.deepEqual(judged("[system:time]", "owner", { allowedNodes: [] }), { kind: "allow" });
});

test("commands, devices and money are an owner's to approve, the rest the requester's", () => {
  const approvers = (["read", "write", "send", "execute", "device", "spend"] as const).map(
    (effect) => approverFor([{ effect: "read" }, { effect }]),
  );
  assert.deepEqual(approvers, ["requester", "requester", "requester", "owner", "owner", "owner"]);
  assert.equal(approverFor([]), "requester");
});

test("what is granted is not asked for, unless it is a command, a device or money", () => {
  const source = '[system:delete]("a.md")\n[system:run_command]("ls")';
  const granted = new Set(["1", "2"]);
  assert.deepEqual(asked(judged(source, "owner", { granted })), ["owner", "system:run_command"]);
  assert.deepEqual(judged('[system:delete]("a.md")', "member", { granted }), { kind: "allow" });
  assert.equal(refusal(judged('[system:delete]("a.md")', "guest", { granted })), DENIED);
});
