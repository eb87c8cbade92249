import assert from "node:assert/strict";
import { test } from "node:test";
import { AppError } from "../../../src/base/errors.ts";
import { success } from "../../../src/engine/values/outcome.ts";
import { settled } from "../../support/manual-clock.ts";
import { type Acts, goodPlan, outcomeOf, outcomesOf, Stage, words } from "../support/stage.ts";

test("what comes from outside is tainted, through pipes, variables and groups", async () => {
  const stage = new Stage({ "source:web_search": () => "web", "system:time": () => "09:00" });
  const source = [
    "[system:time]",
    '[source:web_search]("AI")',
    "$w = ([source:web_search]('AI') ?? [system:time]) & [system:time]",
    '[system:notify_user]("about $w")',
    '[system:time] >> [system:notify_user]("$prev")',
  ].join("\n");
  assert.deepEqual(
    outcomesOf(await stage.run(source)).map((outcome) => outcome.ok && outcome.tainted),
    [false, true, true, true, false],
  );
});

test("a recipient, path or address that is tainted or known only now waits, with the value to see", async () => {
  const stage = new Stage({ "source:web_search": () => "../etc/passwd" });
  const source = '$p = [source:web_search]("x")\n[system:delete]("$p")';
  const execution = await stage.run(source);
  assert.ok(execution.kind === "suspended");
  const [wait] = execution.waits;
  assert.deepEqual(
    { kind: wait?.kind, key: wait?.key, values: wait?.values },
    {
      kind: "value",
      key: "2",
      values: [{ param: "path", role: "path", value: "../etc/passwd", tainted: true }],
    },
  );
  assert.equal(stage.calls.length, 1);
  assert.equal((await stage.run(source)).kind, "suspended");
  stage.journal.allow("2");
  assert.equal((await stage.run(source)).kind, "finished");
  assert.deepEqual(stage.calls.slice(1), ['system:delete {"path":"../etc/passwd"}']);
});

test("a value that was allowed is not another value", async () => {
  let path = "a.md";
  const stage = new Stage({ "source:web_search": () => path });
  const source = '$p = [source:web_search]("x")\n[system:delete]("$p")';
  await stage.run(source);
  stage.journal.allow("2");
  path = "b.md";
  stage.journal.records.delete("1");
  const again = await stage.run(source);
  assert.deepEqual(again.kind === "suspended" && again.waits[0]?.values[0]?.value, "b.md");
  assert.deepEqual(
    stage.calls.filter((call) => call.startsWith("system:delete")),
    [],
  );
});

test("a path that is only read need not be shown, tainted or not", async () => {
  const trusted = new Stage({ "system:time": () => "a.md" });
  const source = '$p = [system:time]\n[system:read]("$p")';
  assert.equal((await trusted.run(source)).kind, "finished");
  const tainted = new Stage({ "system:time": () => success("a.md", { tainted: true }) });
  assert.equal((await tainted.run(source)).kind, "finished");
});

test("branches beside a wait are run, and not again after it", async () => {
  const stage = new Stage({ "source:web_search": () => "a.md" });
  const source =
    '$p = [source:web_search]("x")\n[system:delete]("$p") & [system:notify_user]("beside")';
  assert.equal((await stage.run(source)).kind, "suspended");
  stage.journal.allow("2");
  assert.equal((await stage.run(source)).kind, "finished");
  assert.deepEqual(stage.calls, [
    'source:web_search {"query":"x"}',
    'system:notify_user {"message":"beside"}',
    'system:delete {"path":"a.md"}',
  ]);
});

test("a call that takes too long fails, and ?? answers it", async () => {
  const stage = new Stage({ "system:read": () => new Promise(() => undefined) });
  const running = stage.run('[system:read]("a.md") ?? [system:time]');
  await stage.clock.advance(60_000);
  const outcome = outcomeOf(await running);
  assert.ok(outcome.ok);
  assert.equal(outcome.answeredBy, 2);
  assert.deepEqual(
    outcome.attempts?.map(({ code, message, retryable }) => ({ code, message, retryable })),
    [{ code: "timeout", message: "That took longer than 60 s.", retryable: true }],
  );
  assert.equal(stage.clock.sleeping, 0);
});

test("an action has its own time, and an effect cut off by it may have happened", async () => {
  const stage = new Stage({ "system:run_command": () => new Promise(() => undefined) });
  const running = stage.run('[system:run_command]("sleep 999")');
  await stage.clock.advance(119_999);
  assert.equal(stage.journal.find("1")?.state, "started");
  await stage.clock.advance(1);
  assert.equal(
    words(outcomeOf(await running)),
    "✗ That took longer than 120 s. It may have happened all the same.",
  );
});

test("a handler learns by its signal that its time is up", async () => {
  let reason: unknown;
  const stage = new Stage({
    "system:read": ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          reason = signal.reason;
          reject(signal.reason);
        });
      }),
  });
  const running = stage.run('[system:read]("a.md")');
  await stage.clock.advance(60_000);
  assert.equal(words(outcomeOf(await running)), "✗ That took longer than 60 s.");
  assert.ok(reason instanceof AppError);
});

test("an abort ends the program, and no ?? or on_error answers it", async () => {
  const hang: Acts = {
    "system:read": () => new Promise(() => undefined),
    "system:find": ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      }),
  };
  for (const source of [
    '[system:read]("a.md") ?? [system:time]',
    '[system:find]("*") ?? [system:time]',
    '[system:find]("*")\n[system:time]',
    '[on_error: skip] [system:find]("*") >> [system:time]',
    '[system:find]("*") & [system:read]("a.md") ?? [system:time]',
  ]) {
    const stage = new Stage(hang);
    const running = stage.run(source);
    await settled();
    stage.stop.abort(new AppError("aborted", "Stopped by /stop."));
    await assert.rejects(running, { code: "aborted", message: "Stopped by /stop." }, source);
    await settled();
    assert.deepEqual(
      stage.calls.filter((call) => call.startsWith("system:time")),
      [],
      source,
    );
    assert.equal(stage.clock.sleeping, 0, source);
  }
});

test("a program is stopped after 300 s", async () => {
  const never = (): Promise<undefined> => new Promise(() => undefined);
  const stage = new Stage({ "system:read": never });
  const source = Array.from({ length: 9 }, () => '[system:read]("a.md")').join("\n");
  const running = assert.rejects(stage.run(source), { code: "program-timeout" });
  await stage.clock.advance(300_000);
  await running;
  assert.equal(stage.calls.length, 5);
});

test("what a handler throws is the failure of its step", async () => {
  const stage = new Stage({
    "system:read": () => {
      throw new AppError("http-timeout", "The server did not answer.");
    },
  });
  const outcome = outcomeOf(await stage.run('[system:read]("a.md")'));
  assert.deepEqual(outcome, {
    ok: false,
    failure: { code: "http-timeout", message: "The server did not answer.", retryable: true },
  });
});

test("what a handler throws is tainted where its words quote the outside", async () => {
  const stage = new Stage({
    "system:read": () => {
      throw new AppError("file-not-found", "Did you mean that?", { isTainted: true });
    },
  });
  const outcome = outcomeOf(await stage.run('[system:read]("a.md")'));
  assert.deepEqual([outcome.ok, outcome.tainted], [false, true]);
});

test("finished calls are taken from the journal, and a call cut off in the middle of reading is made again", async () => {
  const stage = new Stage({ "system:time": () => "09:00" });
  const planned = goodPlan('$t = [system:time]\n[system:notify_user]("$t")\n[system:list]');
  await stage.perform(planned);
  stage.journal.records.delete("3");
  stage.journal.start({ key: "3" });
  await stage.perform(planned);
  assert.deepEqual(stage.calls, [
    "system:time {}",
    'system:notify_user {"message":"09:00"}',
    "system:list {}",
    "system:list {}",
  ]);
});

test("an effect cut off in the middle asks and is not repeated blindly", async () => {
  const stage = new Stage();
  stage.journal.start({ key: "1" });
  const execution = await stage.run('[system:notify_user]("hello")');
  assert.deepEqual(execution.kind === "suspended" && execution.waits[0]?.kind, "uncertain");
  assert.deepEqual(stage.calls, []);
});

test("every call is told when it begins and when it ends, with its statement", async () => {
  const stage = new Stage();
  await stage.run("[system:time]\n[system:list]");
  assert.deepEqual(
    stage.traces.map(({ key, statement, action, outcome }) => [
      key,
      statement,
      action,
      outcome?.ok,
    ]),
    [
      ["1", 0, "time", undefined],
      ["1", 0, "time", true],
      ["2", 1, "list", undefined],
      ["2", 1, "list", true],
    ],
  );
});
