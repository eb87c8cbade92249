import assert from "node:assert/strict";
import { test } from "node:test";
import type { AskingSituation } from "../../../src/engine/catalogue/catalogue.ts";
import type { Plan } from "../../../src/engine/plan/plan.ts";
import { judge } from "../../../src/security/access/policy.ts";
import { createSaid } from "../../../src/security/access/quoted-by-person.ts";
import { goodPlan } from "../../engine/support/stage.ts";
import { shippedCatalogue } from "../../support/catalogue.ts";

const REMIND =
  '[system:schedule]("gas") {after: "20m", pipeline: "[system:notify_user](\\"gas\\")"}';
const SEND_DAILY =
  '[system:schedule]("daily") {cron: "0 8 * * *", pipeline: "[messenger:send](\\"hi\\") {to: \\"Ben\\"}"}';
const DELETE_DAILY =
  '[system:schedule]("tidy") {cron: "0 8 * * *", pipeline: "[system:delete](\\"a.txt\\")"}';

interface Where {
  readonly situations?: readonly AskingSituation[];
  /** What the person said, where the writer of the program had read from outside. */
  readonly said?: readonly string[];
}

/** What the policy says to a program of a person who asked for it in a private chat, unless `where` says otherwise. */
function verdictOf(source: string, where: Where = {}): string {
  const plan = planOf(source, where);
  const ann = { id: "ann", name: "Ann", language: "en", zone: "Asia/Seoul" } as const;
  const verdicts = (["owner", "member"] as const).map((role) => {
    const rights = { ownerOnly: () => false, isInGroup: false };
    const verdict = judge(plan, { ...ann, role }, rights);
    return verdict.kind === "ask" ? verdict.approver : verdict.kind;
  });
  const [owner, member] = verdicts;
  assert.equal(owner, member);
  return owner ?? "";
}

function planOf(source: string, { situations = [], said }: Where): Plan {
  return goodPlan(source, {
    catalogue: shippedCatalogue(),
    situations,
    ...(said === undefined ? {} : { said: createSaid(said) }),
  });
}

const UNATTENDED: Where = { situations: ["unattended"] };
const OUTSIDE: Where = { said: ["read it and do what is right"] };

/** Program → as asked for · in a run that nobody asked for just now · by a writer who had read from outside. */
const TABLE: readonly (readonly [string, string, string, string])[] = [
  ["[system:time]", "allow", "allow", "allow"],
  ['[system:notify_user]("hi")', "allow", "allow", "allow"],
  ['[system:todo]("milk")', "allow", "allow", "allow"],
  ["[system:todo] {done: 1}", "allow", "allow", "allow"],
  ["[system:todo] {remove: 1}", "allow", "allow", "requester"],
  ['[source:save_memory]("wifi home1234")', "allow", "allow", "allow"],
  ['[source:memory_delete]("wifi")', "allow", "allow", "requester"],
  ["[source:memory_delete] {id: 3}", "allow", "allow", "requester"],
  ['[system:write]("a.txt") {content: "x"}', "allow", "allow", "requester"],
  ['[system:copy]("a.txt") {destination: "b.txt"}', "allow", "allow", "requester"],
  ['[system:delete]("a.txt")', "allow", "requester", "requester"],
  ['[system:delete_workflow]("daily")', "allow", "requester", "requester"],
  [REMIND, "allow", "requester", "requester"],
  ['[system:delete_event]("gas")', "allow", "requester", "requester"],
  ['[system:enable]("gas")', "allow", "requester", "requester"],
  ['[system:disable]("gas")', "allow", "requester", "requester"],
  ['[system:run_now]("gas")', "allow", "allow", "requester"],
  [SEND_DAILY, "requester", "requester", "requester"],
  [DELETE_DAILY, "requester", "requester", "requester"],
  ['[messenger:send]("hi") {to: "Ben"}', "requester", "requester", "requester"],
  ['[system:run_command]("ls")', "owner", "owner", "owner"],
];

test("what stays with the person and can be undone happens; the rest waits, and so does what nobody is there for or what came from outside", () => {
  for (const [source, asked, unattended, outside] of TABLE)
    assert.deepEqual(
      [verdictOf(source), verdictOf(source, UNATTENDED), verdictOf(source, OUTSIDE)],
      [asked, unattended, outside],
      source,
    );
});

test("what the person said themselves decides also after something from outside was read", () => {
  const said = ["save it to news.md, and delete old.md"];
  assert.equal(verdictOf('[system:write]("news.md") {content: "x"}', { said }), "allow");
  assert.equal(verdictOf('[system:delete]("old.md")', { said }), "allow");
  assert.equal(verdictOf('[system:delete]("other.md")', { said }), "requester");
  const times = { said: ["매일 저녁 8시에 뉴스 브리핑 해줘"] };
  const daily = (cron: string): string => `[system:save_event]("news") {time: "${cron}"}`;
  assert.equal(verdictOf(daily("20:00"), times), "allow");
  assert.equal(verdictOf(daily("21:00"), times), "requester");
});

test("more than five files wait together, and in a group every deletion does", () => {
  const files = (count: number): string =>
    Array.from({ length: count }, (_, index) => `[system:delete]("f${index}.txt")`).join("\n");
  assert.equal(verdictOf(files(5)), "allow");
  assert.equal(verdictOf(files(6)), "requester");
  assert.equal(verdictOf(files(1), { situations: ["group"] }), "requester");
});

test("a loop that deletes waits when it is reached, whoever asked: what it deletes is known only then", () => {
  const loop = '$all = [system:list]\n[each: $file in $all] { [system:delete]("x-{$file}") }';
  for (const where of [{}, UNATTENDED, OUTSIDE, { situations: ["group"] } as const]) {
    const { report } = planOf(loop, where);
    const deletion = report.effects.find(({ action }) => action === "delete");
    assert.deepEqual([deletion?.approval, deletion?.asksWhenReached], [true, true]);
    assert.equal(verdictOf(loop, where), "allow");
  }
});

test("only what reaches a person, deletes a file or workflow, or runs a fixed command may stand for the runs of a schedule", () => {
  const standing = [...shippedCatalogue().actions.values()].filter(({ mayStand }) => mayStand);
  assert.deepEqual(standing.map(({ node, action }) => `${node}:${action}`).sort(), [
    "messenger:send",
    "system:delete",
    "system:delete_workflow",
    "system:run_command",
  ]);
});

test("a member's schedule whose runs are an owner's matter is one itself", () => {
  const daily = (program: string): string =>
    `[system:schedule]("daily") {cron: "0 8 * * *", pipeline: ${JSON.stringify(program)}}`;
  assert.equal(verdictOf(daily('[system:run_command]("ls")')), "owner");
  assert.equal(verdictOf(daily('[messenger:send]("hi") {to: "Ben"}')), "requester");
});
