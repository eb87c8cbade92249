import assert from "node:assert/strict";
import { test } from "node:test";
import type { RunRequest, RunResult } from "../../src/runs/run-result.ts";
import type { GrantPattern, GrantTarget } from "../../src/security/access/grant-pattern.ts";
import type { WantedGrant } from "../../src/security/access/grants.ts";
import { GateWorld, Killed, words } from "../agent/support/gate-world.ts";
import { pressCard } from "../support/press-card.ts";

const DELETE = '[system:delete]("notes.md")';
const CHAT = "telegram:2";
const TITLE = { ko: "지우기", en: "Delete" };

function path(kind: GrantTarget["kind"], value: string): GrantTarget {
  return { param: "path", role: "path", kind, value };
}

function deleting(target: GrantTarget): GrantPattern {
  return { node: "system", action: "delete", title: TITLE, targets: [target], open: [] };
}

function sendingTo(value: string, open: readonly string[] = []): GrantPattern {
  const target = { param: "to", role: "recipient", kind: "is", value } as const;
  return { node: "messenger", action: "send", title: TITLE, targets: [target], open };
}

/** A world in which an owner has granted this to the member in the member's chat. */
function granted(pattern: GrantPattern, facts: Partial<WantedGrant> = {}): GateWorld {
  const world = new GateWorld();
  const wanted = { pattern, personId: world.member.id, chatKey: CHAT, ...facts };
  world.grants.add(wanted, { givenBy: world.owner.id, approvalId: "ap_test" });
  return world;
}

/** How often each grant was used. */
function used(world: GateWorld): readonly number[] {
  return world.database
    .prepare(
      "SELECT (SELECT COALESCE(SUM(times), 0) FROM grant_uses WHERE grant_id = grants.id) FROM grants ORDER BY rowid",
    )
    .pluck()
    .all() as number[];
}

let lastOrigin = 0;

/** Runs a program under an origin of its own. */
function run(
  world: GateWorld,
  source: string,
  facts: Partial<RunRequest> = {},
): Promise<RunResult> {
  lastOrigin += 1;
  return world.run(source, { origin: `update:g${lastOrigin}`, ...facts });
}

test("what a grant covers runs at once and counts one use", async () => {
  const world = granted(deleting(path("is", "notes.md")));
  assert.equal(words(await run(world, DELETE)), "ok: done");
  assert.equal(words(await run(world, '[system:delete]("./notes.md")')), "ok: done");
  assert.deepEqual(world.calls, ["delete notes.md", "delete ./notes.md"]);
  assert.deepEqual(used(world), [2]);
});

test("everything that only looks like what was granted asks", async () => {
  const world = granted(deleting(path("is", "notes.md")));
  for (const source of [
    '[system:delete]("NOTES.md")',
    '[system:delete]("notes.md/../x")',
    '[system:delete]("nоtes.md")',
    '[system:delete]("notes.md\u200b")',
    '[system:delete]("other.md")',
    '[messenger:send]("notes.md") {to: "notes.md"}',
    `${DELETE}\n[system:delete]("other.md")`,
    '$p = [system:time]\n[system:delete]("$p")',
    '[system:create]("x") {pipeline: "[system:delete](\\"notes.md\\")"}',
  ]) {
    const result = await run(world, source);
    assert.match(words(result), /^(waiting: (plan|value)|refused)/, source);
  }
  assert.deepEqual(used(world), [0]);
  assert.deepEqual(
    world.calls.filter((call) => call.startsWith("delete")),
    [],
  );
});

test("a card for the rest marks what is granted already, and its press counts no use", async () => {
  const world = granted(deleting(path("is", "notes.md")));
  const asked = await run(world, `${DELETE}\n[system:delete]("b.md")`);
  const { card } = world.cardOf(asked);
  assert.deepEqual(card.granted, ["1"]);
  assert.deepEqual(
    card.offers?.map(({ targets }) => targets[0]?.value),
    ["b.md"],
  );
  assert.equal(words(await world.answer(asked, "y")), "ok: done");
  assert.deepEqual(used(world), [0]);
});

test("grants stand in branches, loops, nested code and stored workflows, and count what may happen", async () => {
  const loop = granted(deleting(path("like", "tmp/*.md")), { maxUses: 19 });
  const source = '$x = [system:list]\n[each: $f in $x] { [system:delete]("tmp/a.md") }';
  assert.equal(words(await run(loop, source)), "waiting: plan");
  const workflows = granted(deleting(path("is", "notes.md")), { maxUses: 3 });
  workflows.workflows.save(
    workflows.member.id,
    "clean",
    { pipeline: DELETE },
    { isTainted: false },
  );
  assert.equal(words(await run(workflows, '[system:run]("clean")')), "ok: done");
  const nested = "[system:run_pipeline]() {pipeline: \"[system:delete]('notes.md')\"}";
  assert.equal(words(await run(workflows, nested)), "ok: done");
  assert.equal(words(await run(workflows, `[system:time] ?? ${DELETE}`)), "ok: done");
  assert.deepEqual(used(workflows), [3]);
  assert.equal(words(await run(workflows, DELETE)), "waiting: plan");
});

test("code that becomes known only now is shown whatever was granted, and its press counts no use", async () => {
  const world = granted(deleting(path("is", "notes.md")));
  world.acts["source:web"] = () => DELETE;
  const source = '$p = [source:web]("x")\n[system:run_pipeline]() {pipeline: "$p"}';
  const asked = await run(world, source);
  assert.equal(words(asked), "waiting: value");
  assert.deepEqual(world.calls, ["web x"]);
  assert.equal(words(await world.answer(asked, "y")), "ok: done");
  assert.deepEqual(used(world), [0]);
});

test("a tainted or late target pauses whatever is granted", async () => {
  const world = granted(deleting(path("like", "tmp/*.md")));
  world.acts["source:web"] = () => "tmp/a.md";
  world.acts["system:time"] = () => "tmp/b.md";
  for (const [read, file] of [
    ['[source:web]("x")', "tmp/a.md"],
    ["[system:time]", "tmp/b.md"],
  ] as const) {
    const source = `$p = ${read}\n[system:delete]("$p")`;
    const paused = await run(world, source);
    assert.equal(words(paused), "waiting: value", source);
    assert.equal(world.cardOf(paused).card.values?.[0]?.value, file);
  }
  const piped = granted(sendingTo("ann", ["message"]));
  piped.acts["source:web"] = () => "Ann";
  const to = '$t = [source:web]("x")\n[messenger:send]("hi") {to: "$t"}';
  assert.equal(words(await run(piped, to)), "waiting: value");
  assert.deepEqual([...used(world), ...used(piped)], [0, 0]);
});

test("text known only while it runs goes along only where the grant names it", async () => {
  const source = '[source:web]("x") >> [messenger:send] {to: "Ann"}';
  const closed = granted(sendingTo("ann"));
  assert.equal(words(await run(closed, source)), "waiting: value");
  assert.equal(words(await run(closed, '[messenger:send]("hi") {to: "Ann"}')), "ok: done");
  const open = granted(sendingTo("ann", ["message"]));
  assert.equal(words(await run(open, source)), "ok: done");
  assert.deepEqual(used(open), [1]);
});

test("commands and devices are asked whatever a row of the table says", async () => {
  for (const [action, source] of [
    ["run_command", '[system:run_command]("ls")'],
    ["open_door", "[system:open_door]"],
  ] as const) {
    const world = new GateWorld();
    for (const targets of [[], [{ param: "command", role: "path", kind: "like", value: "l*" }]]) {
      const pattern = { node: "system", action, title: TITLE, targets, open: [] } as GrantPattern;
      const wanted = { pattern, personId: world.owner.id };
      world.grants.add(wanted, { givenBy: world.owner.id, approvalId: "ap_x" });
    }
    assert.equal(
      words(await run(world, source, { actor: world.actor(world.owner) })),
      "waiting: plan",
    );
  }
});

test("two runs at once never use one grant twice", async () => {
  const world = granted(deleting(path("is", "notes.md")), { maxUses: 1 });
  const results = await Promise.all([run(world, DELETE), run(world, DELETE), run(world, DELETE)]);
  assert.deepEqual(results.map(words).sort(), ["ok: done", "waiting: plan", "waiting: plan"]);
  assert.deepEqual(world.calls, ["delete notes.md"]);
  assert.deepEqual(used(world), [1]);
});

test("a process killed at any point neither loses nor doubles a use", async () => {
  const clean = granted(deleting(path("is", "notes.md")), { maxUses: 1 });
  await clean.run(DELETE);
  for (let point = 1; point <= clean.passed.length; point += 1) {
    const world = granted(deleting(path("is", "notes.md")), { maxUses: 1 });
    world.killIn = point;
    await assert.rejects(world.run(DELETE), Killed);
    world.restart();
    let result = await world.run(DELETE);
    if (result.kind === "waiting") {
      assert.equal(words(result), "waiting: uncertain", `point ${point}`);
      const isDone = world.calls.length > 0;
      result = await world.answer(result, isDone ? "1" : "y");
    }
    assert.match(words(result), /^ok: /, `point ${point}`);
    assert.deepEqual([world.calls, used(world)], [["delete notes.md"], [1]], `point ${point}`);
  }
});

test("a grant that is over at the moment of the run asks, and one a millisecond longer does not", async () => {
  for (const [waitMs, expected] of [
    [999, "ok: done"],
    [1000, "waiting: plan"],
  ] as const) {
    const world = granted(deleting(path("is", "notes.md")), { lifetimeMs: 1000 });
    await world.clock.advance(waitMs);
    assert.equal(words(await run(world, DELETE)), expected);
  }
});

for (const [name, end] of [
  ["revoked", (world: GateWorld) => world.grants.revokeAllOf(world.member.id, world.owner.id)],
  ["over", (world: GateWorld) => world.clock.advance(60_000)],
] as const)
  test(`a run that waits in its middle asks for what its grant covered, once that is ${name}`, async () => {
    const world = granted(deleting(path("is", "notes.md")), { lifetimeMs: 60_000, maxUses: 1 });
    const parked = await run(world, `$q = [system:ask_user]("Really?")\n${DELETE}`);
    assert.equal(words(parked), "waiting: question");
    await end(world);
    world.restart();
    const question = world.cardOf(parked);
    assert.ok(
      world.approvals.decideById(question.id, world.member, { state: "answered", answer: "yes" })
        .ok,
    );
    world.runs.settleStep(question.runId!, question.stepKey!, {
      ok: true,
      value: { kind: "text", text: "yes" },
      tainted: false,
    });
    const asked = await world.resume(parked);
    assert.equal(words(asked), "waiting: plan");
    assert.deepEqual(world.calls, []);
    assert.equal(words(await world.answer(asked, "y")), "ok: done");
    assert.deepEqual([world.calls, used(world)], [["delete notes.md"], [1]]);
  });

test("the press that also grants runs the plan and lets the next one through for 24 hours, in that chat", async () => {
  const world = new GateWorld();
  const asked = await run(world, DELETE);
  assert.equal(words(await world.answer(asked, "h", world.owner)), "ok: done");
  assert.equal(words(await run(world, DELETE)), "ok: done");
  const elsewhere = { ...world.actor(world.member), chatId: "telegram:-9" };
  assert.equal(words(await run(world, DELETE, { actor: elsewhere })), "waiting: plan");
  const owners = { ...world.actor(world.owner), chatId: CHAT };
  assert.equal(words(await run(world, DELETE, { actor: owners })), "waiting: plan");
  const [grant] = world.grants.inForce();
  assert.deepEqual(
    [grant?.givenBy, grant?.personId, grant?.chatKey, grant?.used],
    [world.owner.id, world.member.id, CHAT, 1],
  );
  await world.clock.advance(24 * 60 * 60 * 1000);
  assert.equal(words(await run(world, DELETE)), "waiting: plan");
});

test("a press that also grants is an owner's, counts once, and needs a card that offers it", async () => {
  const world = new GateWorld();
  const card = world.cardOf(await run(world, DELETE));
  const byMember = world.press(card, "h");
  assert.deepEqual(byMember.ok ? "" : byMember.reason, "not-yours");
  assert.deepEqual(world.grants.inForce(), []);
  const data = world.approvals.button(card, "y", card.chatKey);
  const forged = pressCard(world, data.replace(".y.", ".h."), world.owner, card.chatKey);
  assert.deepEqual(forged.ok ? "" : forged.reason, "forged");
  const typed = world.approvals.decideById(card.id, world.owner, {
    state: "approved",
    isGrant: true,
  });
  assert.deepEqual(typed.ok ? "" : typed.reason, "wrong-answer");
  assert.ok(world.press(card, "h", world.owner).ok);
  const again = world.press(card, "h", world.owner);
  assert.deepEqual(again.ok ? "" : again.reason, "answered");
  assert.equal(world.grants.inForce().length, 1);
  const command = await run(world, '[system:run_command]("ls")', {
    actor: world.actor(world.owner),
  });
  const none = world.press(world.cardOf(command), "h", world.owner);
  assert.deepEqual(none.ok ? "" : none.reason, "forged");
  assert.equal(world.grants.inForce().length, 1);
});

test("a plain press grants nothing", async () => {
  const world = new GateWorld();
  const asked = await run(world, DELETE);
  await world.answer(asked, "y", world.owner);
  assert.deepEqual(world.grants.inForce(), []);
  assert.equal(words(await run(world, DELETE)), "waiting: plan");
});

test("of a turn that has read something from outside no program uses a grant, also after a restart", async () => {
  const world = granted(deleting(path("is", "notes.md")));
  assert.equal(words(await run(world, DELETE, { turnId: "turn_1" })), "ok: done");
  assert.equal(words(await run(world, '[source:web]("x")', { turnId: "turn_1" })), "ok: done");
  const asked = await run(world, DELETE, { turnId: "turn_1" });
  assert.equal(words(asked), "waiting: plan");
  assert.deepEqual(world.cardOf(asked).card.offers, []);
  assert.equal(words(await run(world, DELETE, { turnId: "turn_2" })), "ok: done");
  const barred = await run(world, DELETE, { barsGrants: true });
  world.restart();
  assert.equal(words(await world.resume(barred)), "waiting: plan");
  assert.deepEqual(used(world), [2]);
});

test("no grant stands for a program whose writer had read something from outside, even where its words were said", async () => {
  const world = granted(deleting(path("is", "notes.md")));
  const asked = await run(world, DELETE, { ownWords: ["notes.md를 지워줘"] });
  assert.equal(world.cardOf(asked).kind, "plan");
  assert.deepEqual([world.calls, used(world)], [[], [0]]);
  assert.equal(words(await world.answer(asked, "y")), "ok: done");
});
