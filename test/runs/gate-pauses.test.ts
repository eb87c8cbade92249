// biome-ignore-all lint/suspicious/noTemplateCurlyInString: braces after a dollar are a sign of the language
import assert from "node:assert/strict";
import { test } from "node:test";
import { success } from "../../src/engine/values/outcome.ts";
import { applyDecision } from "../../src/runs/apply-decision.ts";
import { GateWorld, words } from "../agent/support/gate-world.ts";
import { settled } from "../support/manual-clock.ts";

const DELETE = '[system:delete]("notes.md")';
const WEB = '$p = [source:web]("x")\n';

/** A world where the web says that the file is called so. */
function tainted(path = "../a.md"): GateWorld {
  const world = new GateWorld();
  world.acts["source:web"] = () => path;
  return world;
}

test("a tainted path stops with the actual value to see, whatever was pressed beforehand", async () => {
  const world = tainted();
  const source = `${WEB}[system:delete]("$p")`;
  const planned = world.gate.compile(source, world.actor(world.member));
  assert.ok(planned.ok);
  const paused = await world.run(source, { approvedDigest: planned.plan.digest });
  assert.equal(words(paused), "waiting: value");
  assert.deepEqual(world.cardOf(paused).card.values, [
    { param: "path", role: "path", value: "../a.md", tainted: true },
  ]);
  assert.deepEqual(world.calls, ["web x"]);
  world.restart();
  assert.equal(words(await world.answer(paused, "y")), "ok: done");
  assert.deepEqual(world.calls, ["web x", "delete ../a.md"]);
});

test("a program is planned once on its way to a card, and once more from the press on", async () => {
  const world = new GateWorld({
    tidy: { description: "Tidies up.", pipeline: '[system:delete]("a.md")' },
  });
  let looks = 0;
  const get = world.workflows.get.bind(world.workflows);
  world.workflows.get = (...asked) => {
    looks += 1;
    return get(...asked);
  };
  const during = async <Result>(
    work: () => Result,
  ): Promise<readonly [Awaited<Result>, number]> => {
    looks = 0;
    return [await work(), looks];
  };
  const source = '[system:run]("tidy")';
  const [, once] = await during(() => world.gate.compile(source, world.actor(world.member)));
  assert.ok(once > 0);
  const [waiting, toCard] = await during(() => world.run(source));
  assert.equal(words(waiting), "waiting: plan");
  assert.equal(toCard, once);
  const [result, fromPress] = await during(() => world.answer(waiting, "y"));
  assert.equal(words(result), "ok: done");
  assert.equal(fromPress, once);
});

test("a refused value fails its step, and ?? applies", async () => {
  const world = tainted();
  const source = `${WEB}[system:write]("$p") {content: "x"} ?? [system:write]("b.md") {content: "y"}`;
  const paused = await world.run(source);
  const result = await world.answer(paused, "n");
  assert.equal(words(result), "ok: done");
  assert.deepEqual(world.calls, ["web x", "write b.md y"]);
  assert.equal(result.kind === "finished" && result.envelope.statements[1]?.steps[0]?.ok, false);
});

test("a value that nobody looked at in time fails its step, and on_error applies", async () => {
  const world = tainted();
  const paused = await world.run(
    `${WEB}[on_error: skip] [system:write]("$p") {content: "x"} >> [system:time]`,
  );
  await world.clock.advance(30 * 60_000);
  assert.match(words(await world.expire(paused)), /^partial: done$/);
  assert.deepEqual(world.calls, ["web x", "time"]);
});

test("a tainted recipient stops", async () => {
  const world = tainted("mallory");
  const paused = await world.run(`${WEB}[messenger:send]("hi") {to: "$p"}`);
  assert.deepEqual(
    world.cardOf(paused).card.values?.map(({ param, value }) => [param, value]),
    [["to", "mallory"]],
  );
  assert.match(words(await world.answer(paused, "n")), /^failed: A person said no/);
  assert.deepEqual(world.calls, ["web x"]);
});

test("values that wait side by side are asked about with one card, which stands for both", async () => {
  const source = `${WEB}[system:write]("$p") {content: "1"} & [system:write]("$p") {content: "2"}`;
  for (const choice of ["y", "n"] as const) {
    const world = tainted();
    const paused = await world.run(source);
    assert.equal(words(paused), "waiting: value");
    assert.equal(world.cardOf(paused).card.effects?.length, 2);
    world.restart();
    const result = await world.answer(paused, choice);
    assert.match(words(result), choice === "y" ? /^ok: / : /^failed: .*A person said no/);
    const written = ["write ../a.md 1", "write ../a.md 2"];
    assert.deepEqual(world.calls, ["web x", ...(choice === "y" ? written : [])]);
  }
});

test("an answer that comes while the neighbour of its step still runs is not lost", async () => {
  const world = tainted();
  let finish = (): void => undefined;
  let isAsked = false;
  world.acts["system:write"] = () => {
    if (isAsked) return "done";
    isAsked = true;
    return { suspend: "uncertain", prompt: "" };
  };
  world.acts["system:time"] = () =>
    new Promise((resolve) => {
      finish = () => resolve("09:00");
    });
  const running = world.run('[system:write]("a.md") {content: "1"} & [system:time]');
  await settled();
  const [approval] = world.approvals.pending();
  assert.ok(world.press(approval!, "y").ok);
  finish();
  assert.match(words(await running), /^ok: /);
});

test("ask_user suspends the program, and the answer continues it after a restart", async () => {
  const world = new GateWorld();
  const source =
    '$f = [system:ask_user]("어떤 형식?") {options: ["md", "pdf"]}\n[system:time] >> [system:write]("a.txt") {content: "$f"}';
  const asked = await world.run(source);
  const { kind, card } = world.cardOf(asked);
  assert.deepEqual(
    [kind, card.prompt, card.options],
    ["question", "어떤 형식?", [{ label: "md" }, { label: "pdf" }]],
  );
  world.restart();
  assert.match(words(await world.answer(asked, "2")), /^ok: done/);
  assert.deepEqual(world.calls, ["time", "write a.txt pdf"]);
});

test("a question that is refused fails its step", async () => {
  const world = new GateWorld();
  const asked = await world.run('[system:ask_user]("Which?") ?? [system:time]');
  assert.equal(words(await world.answer(asked, "n")), "ok: done");
  assert.deepEqual(world.calls, ["time"]);
});

test("approve shows what follows it, one press stands for it all, and the value before it goes on", async () => {
  const world = new GateWorld();
  world.acts["system:time"] = () => "09:00";
  const source =
    '[system:time] >> [system:approve]("Send it?") >> [messenger:send] {to: "Ann"} >> [system:delete]("a.md")';
  const asked = await world.run(source);
  const { kind, card } = world.cardOf(asked);
  assert.deepEqual(
    [kind, card.prompt, card.effects?.map(({ action }) => action)],
    ["approval", "Send it?", ["send", "delete"]],
  );
  assert.deepEqual(world.calls, ["time"]);
  world.restart();
  assert.equal(words(await world.answer(asked, "y")), "ok: done");
  assert.deepEqual(world.calls, ["time", "send 09:00 Ann", "delete a.md"]);
});

test("a refused approve ends its statement before any effect", async () => {
  const world = new GateWorld();
  const asked = await world.run(`[system:approve]("ok?") >> ${DELETE}\n[system:time]`);
  assert.match(words(await world.answer(asked, "n")), /^failed: A person said no/);
  assert.deepEqual(world.calls, ["time"]);
});

test("a refused approve opens no way around it", async () => {
  for (const source of [
    `[system:approve]("ok?") ?? ${DELETE}`,
    `[on_error: skip] [system:approve]("ok?") >> ${DELETE}`,
    `([system:approve]("ok?") ?? [system:time]) >> ${DELETE}`,
  ]) {
    const world = new GateWorld();
    assert.equal(words(await world.run(source)), "waiting: plan", source);
  }
});

test("an approve over an owner's matter is the owner's to press", async () => {
  const world = new GateWorld();
  const asked = await world.run('[system:approve]("ok?") >> [system:open_door]');
  const card = world.cardOf(asked);
  assert.equal(card.approver, "owner");
  assert.equal(world.press(card, "y", world.member).ok, false);
  assert.equal(words(await world.answer(asked, "y", world.owner)), "ok: done");
});

test("program text that is known only now is shown in full before any of it runs", async () => {
  const world = tainted('[system:delete]("a.md")   # clean up');
  const source = `${WEB}[system:run_pipeline]() {pipeline: "$p"}`;
  const paused = await world.run(source);
  assert.deepEqual(world.cardOf(paused).card.values, [
    { param: "pipeline", role: "code", value: '[system:delete]("a.md")', tainted: true },
  ]);
  assert.deepEqual(world.calls, ["web x"]);
  world.restart();
  assert.match(words(await world.answer(paused, "y")), /^ok: done/);
  assert.deepEqual(world.calls, ["web x", "delete a.md"]);
});

test("a workflow whose name is known only now is shown as the program it is", async () => {
  const world = new GateWorld({
    clean: { pipeline: '[system:delete]("$f")', params: { f: "a.md" } },
  });
  world.acts["system:time"] = () => "clean";
  const source = '$n = [system:time]\n[system:run]("$n")';
  const paused = await world.run(source);
  assert.deepEqual(
    world.cardOf(paused).card.values?.map(({ param, value }) => [param, value]),
    [
      ["workflow", "clean"],
      ["pipeline", '[system:delete]("$f")'],
    ],
  );
  assert.match(words(await world.answer(paused, "y")), /^ok: done/);
  assert.deepEqual(world.calls, ["time", "delete a.md"]);
});

test("program text that is known only now may not hold what its runner may not run", async () => {
  const owners = "This program does what only an owner may allow, so it was not run.";
  const command = "[system:run_command]('ls')";
  const table = [
    [command, owners],
    ["[system:open_door]", owners],
    [`[system:approve]('ok?') >> ${command}`, owners],
    [`[system:time] ?? ${command}`, owners],
    ["$x = [system:list]\n[each: $f in $x] { [system:run_command]('ls {$f}') }", owners],
    [`[system:run_pipeline]() {pipeline: \`[system:approve]("ok?") >> ${command}\`}`, owners],
    ["[system:tme]", 'Unknown action "tme" on node "system". Did you mean "time"?'],
  ] as const;
  for (const [program, message] of table) {
    const world = tainted(program);
    const result = await world.run(`${WEB}[system:run_pipeline]() {pipeline: "$p"}`);
    assert.ok(words(result).endsWith(message), words(result));
    assert.deepEqual(world.calls, ["web x"]);
  }
});

test("an owner's program text that is known only now runs no command once they are an owner no longer", async () => {
  const program = "[system:approve]('ok?') >> [system:run_command]('ls')";
  const source = `${WEB}[system:run_pipeline]() {pipeline: "$p"}`;
  for (const isDemoted of [false, true]) {
    const world = tainted(program);
    const shown = await world.run(source, { as: world.owner });
    assert.ok(world.press(world.cardOf(shown), "y", world.owner).ok);
    const asked = await world.resume(shown, world.owner);
    const card = world.cardOf(asked);
    assert.equal(card.kind, "approval");
    assert.equal(world.press(card, "y", world.member).ok, false);
    if (isDemoted)
      world.database.prepare("UPDATE people SET role = 'member' WHERE id = ?").run(world.owner.id);
    const ann = world.people.get(world.owner.id);
    world.press(card, "y", ann);
    await world.resume(asked, ann);
    assert.equal(world.calls.includes("run_command ls"), !isDemoted);
  }
});

test("a question inside program text that is known only now continues there, with one look at the program", async () => {
  const program = '$f = [system:ask_user]("Which?")\n[system:write]("log.md") {content: "$f"}';
  const world = tainted(program);
  const paused = await world.run(`${WEB}[system:run_pipeline]() {pipeline: "$p"}`);
  const asked = await world.answer(paused, "y");
  const { id, kind } = world.cardOf(asked);
  assert.equal(kind, "question");
  world.restart();
  const answered = world.approvals.decideById(id, world.member, {
    state: "answered",
    answer: "all",
  });
  assert.ok(answered.ok);
  applyDecision(world, answered.approval);
  assert.match(words(await world.resume(asked)), /^ok: done/);
  assert.deepEqual(world.calls, ["web x", "write log.md all"]);
});

test("programs inside programs do not take each other's results", async () => {
  const world = new GateWorld({
    inner: { pipeline: '$c = [source:web]("two")\n[system:run_pipeline]() {pipeline: "$c"}' },
  });
  world.acts["source:web"] = ({ params }) =>
    success(`[system:write]("${String(params["query"])}.md") {content: "x"}`);
  const source =
    '$c = [source:web]("one")\n[system:run_pipeline]() {pipeline: "$c"}\n[system:run]("inner")';
  const first = await world.run(source);
  const second = await world.answer(first, "y");
  assert.match(words(await world.answer(second, "y")), /^ok: done/);
  assert.deepEqual(world.calls, ["web one", "write one.md x", "web two", "write two.md x"]);
});

test("a workflow whose name is known only now may not be one that it runs inside of", async () => {
  const world = new GateWorld({
    loop: { pipeline: '$n = [source:web]("x")\n[system:run]("$n")' },
    round: { pipeline: '[system:run]("loop")' },
  });
  world.acts["source:web"] = () => success("round");
  assert.match(
    words(await world.run('[system:run]("round")')),
    /"round" runs itself: round → loop → round\.$/,
  );
});

test("a program has 300 s in all, and the time that a person takes does not count", async () => {
  const world = new GateWorld();
  world.acts["source:web"] = async ({ signal }) => {
    await world.clock.sleep(45_000, signal);
    return success("page");
  };
  const web = '[source:web]("x")\n';
  const source = `${web.repeat(5)}[system:approve]("Go on")\n${web.repeat(2)}`;
  const running = world.run(source);
  await settled();
  for (let call = 0; call < 5; call += 1) await world.clock.advance(45_000);
  const paused = await running;
  await world.clock.advance(1_000_000);
  const resumed = world.answer(paused, "y");
  await settled();
  await world.clock.advance(45_000);
  await world.clock.advance(30_000);
  assert.match(words(await resumed), /300 s/);
  assert.equal(world.calls.length, 7);
});

test("a date in a path is known to the plan: nothing is asked because of it, and the card of the plan shows it", async () => {
  const world = new GateWorld();
  const kept = await world.run('[system:write]("${today()}.md") {content: "x"}');
  assert.equal(words(kept), "ok: done");
  assert.deepEqual(world.calls, ["write 2026-11-23.md x"]);
  const other = new GateWorld();
  const asked = await other.run("$day = ${add(today(), '1 day')}\n[system:delete](\"$day.md\")");
  assert.deepEqual(
    other.cardOf(asked).card.effects?.map(({ details }) => details.map(({ value }) => value)),
    [["2026-11-24.md"]],
  );
});

test("a run that was begun yesterday goes on with the day on which it was begun", async () => {
  const world = new GateWorld();
  const asked = await world.run("[system:delete](\"${format(now(), 'MM-DD HH:mm:ss')}.md\")");
  world.clock.set("2026-11-23T00:20:05Z");
  world.restart();
  assert.equal(words(await world.answer(asked, "y")), "ok: done");
  assert.deepEqual(world.calls, ["delete 11-23 09:00:00.md"]);
});

test("a program that is kept for later knows no day yet, and keeps the words that ask for it", async () => {
  const world = new GateWorld();
  const asked = await world.run(
    '$who = "Mina"\n[system:keep]("daily") {pipeline: \'$n = [system:time]\n[system:write]("${today()}.md") {content: "$who ${n}"}\'}',
  );
  const inner = world.cardOf(asked).card.effects?.filter(({ later }) => later === true);
  assert.deepEqual(
    inner?.flatMap(({ details }) => details.filter(({ role }) => role === "path")),
    [{ param: "path", role: "path" }],
  );
  await world.answer(asked, "y");
  assert.deepEqual(world.calls, [
    'keep daily $n = [system:time]\n[system:write]("${today()}.md") {content: "Mina ${n}"}',
  ]);
});
