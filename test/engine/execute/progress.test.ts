import assert from "node:assert/strict";
import { test } from "node:test";
import type { FollowSteps } from "../../../src/engine/execute/executor.ts";
import { ProgramProgress, type StepState } from "../../../src/engine/execute/progress.ts";
import { failure, success } from "../../../src/engine/values/outcome.ts";
import { type Act, goodPlan, Stage } from "../support/stage.ts";

const MARKS: Readonly<Record<StepState, string>> = {
  coming: ".",
  running: ">",
  asking: "?",
  done: "+",
  failed: "x",
};

/** What a watcher sees of a program after each event: its lines by their marks, with what they are about. */
async function watched(
  source: string,
  acts: Readonly<Record<string, Act>> = {},
): Promise<readonly string[]> {
  const plan = goodPlan(source);
  const progress = new ProgramProgress(plan);
  const seen: string[] = [shown(progress)];
  const stage = new Stage(acts);
  const follow: FollowSteps = (trace, call) => {
    progress.follow(trace, call);
    const now = shown(progress);
    if (seen.at(-1) !== now) seen.push(now);
  };
  await stage.perform(plan, follow);
  return seen;
}

function shown(progress: ProgramProgress): string {
  return progress
    .lines()
    .map(
      ({ state, subject = "", times }) =>
        `${MARKS[state]}${subject}${times > 1 ? `*${times}` : ""}`,
    )
    .join(" ");
}

const FAILS: Act = () => failure("http-error", "down");

test("a sequence is coming, running and done, step by step", async () => {
  assert.deepEqual(await watched('[system:read]("a") >> [system:write]("b"); [system:read]("c")'), [
    ".a .b .c",
    ">a .b .c",
    "+a .b .c",
    "+a >b .c",
    "+a +b .c",
    "+a +b >c",
    "+a +b +c",
  ]);
});

test("what follows a failure in its statement comes no more; the next statement does", async () => {
  const seen = await watched('[system:read]("a") >> [system:write]("b"); [system:list]("c")', {
    "system:read": FAILS,
  });
  assert.deepEqual(seen.slice(2), ["xa .c", "xa >c", "xa +c"]);
});

test("branches run side by side", async () => {
  const seen = await watched('[system:read]("a") & [system:read]("b")');
  assert.deepEqual(seen.slice(0, 3), [".a .b", ">a .b", ">a >b"]);
  assert.equal(seen.at(-1), "+a +b");
});

test("another way is shown when the one before it has failed, and not before", async () => {
  const seen = await watched('[system:read]("a") ?? [system:list]("b") ?? [system:list]("c")', {
    "system:read": FAILS,
  });
  assert.deepEqual(seen, [".a", ">a", "xa .b", "xa >b", "xa +b"]);
});

test("the calls of a condition are shown when it is known which way it goes", async () => {
  const source =
    '[system:read]("a"); [if: 1 == 1] { [system:read]("b") } [else] { [system:read]("c") }; [system:read]("d")';
  const seen = await watched(source);
  assert.deepEqual(seen[0], ".a .d");
  assert.deepEqual(seen.slice(-4), ["+a >b .d", "+a +b .d", "+a +b >d", "+a +b +d"]);
});

test("a loop counts how often a call was begun, and one over nothing is passed by", async () => {
  const items =
    (list: readonly string[]): Act =>
    () =>
      success({ kind: "list", items: [...list] });
  const source =
    '$l = [system:list]("l")\n[each: $f in $l] { [system:read]($f) }\n[system:read]("z")';
  const some = await watched(source, { "system:list": items(["a", "b"]) });
  assert.deepEqual(some.slice(2), [
    "+l . .z",
    "+l > .z",
    "+l + .z",
    "+l >*2 .z",
    "+l +*2 .z",
    "+l +*2 >z",
    "+l +*2 +z",
  ]);
  const none = await watched(source, { "system:list": items([]) });
  assert.deepEqual(none.slice(2), ["+l . .z", "+l >z", "+l +z"]);
});

test("a call that waits for a person is shown as asking, and goes on from there when the run is taken up", async () => {
  const plan = goodPlan('[system:read]("a") >> [system:ask_user]("Which?")');
  const stage = new Stage({
    "system:ask_user": () => ({ suspend: "question", prompt: "Which?", options: [] }),
  });
  const first = new ProgramProgress(plan);
  await stage.perform(plan, first.follow);
  assert.equal(shown(first), "+a ?Which?");
  const key =
    [...stage.journal.records].find(([, record]) => record.state === "waiting")?.[0] ?? "";
  stage.journal.finish(key, success("this"), 1);
  const second = new ProgramProgress(plan);
  await stage.perform(plan, second.follow);
  assert.equal(shown(second), "+a +Which?");
});
