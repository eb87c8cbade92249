import assert from "node:assert/strict";
import { test } from "node:test";
import { ordinaryTasks, sensible, type Task } from "./support/ordinary-tasks.ts";
import { openTaintedHouse, type TaintedHouse, type Talk } from "./support/tainted-house.ts";

/** The short form plays every third task; the long one all. */
const isLong = (process.env["SOAK"] ?? "") !== "";
const MOST_EXTRA_SHARE = 0.05;

test("at least 95 of 100 ordinary tasks need no card beyond what their plans need anyhow", async (context) => {
  const house = await openTaintedHouse();
  context.after(() => house.close());
  const all = ordinaryTasks(house.web.pages);
  assert.ok(all.length >= 100);
  const tasks = isLong ? all : all.filter((_, index) => index % 3 === 0);
  const extra: string[] = [];
  for (const task of tasks) {
    const cards = await play(house, task);
    if (cards > 0) extra.push(`${task.name}: ${cards}`);
  }
  const share = extra.length / tasks.length;
  context.diagnostic(
    `${tasks.length} tasks, ${extra.length} with an extra card: ${extra.join("; ")}`,
  );
  assert.ok(share <= MOST_EXTRA_SHARE, extra.join("\n"));
});

/** Plays a task with a press on every card; gives how many cards its plans alone would not have needed. */
async function play(house: TaintedHouse, task: Task): Promise<number> {
  const talk = house.talk("owner");
  await talk.run('[system:write]("notes.md") {content: "secret-of-the-notes"}');
  let extra = 0;
  for (const { text, programs } of task.messages) {
    let said = await talk.say(text, sensible(programs));
    while (said.kind === "waiting") {
      const [approval] = said.approvals;
      assert.ok(approval !== undefined);
      const isNeeded = approval.kind === "plan" && asksAnyhow(house, talk, approval.card.program);
      if (!isNeeded) extra += 1;
      said = await talk.press(approval, "approved");
    }
  }
  const { personId, chatId } = talk.actor;
  for (const run of house.parts.runs.latest(personId, chatId, 50))
    assert.equal(run.state, "finished", `${task.name}: ${run.source} ${run.resultJson}`);
  for (const { name } of house.parts.schedules.list(personId))
    house.parts.schedules.remove(name, personId);
  return extra;
}

/** Whether a program would wait if the person had written it. */
function asksAnyhow({ parts }: TaintedHouse, { actor }: Talk, program = ""): boolean {
  const planned = parts.gate.compile(program, actor);
  assert.ok(planned.ok, program);
  return parts.gate.judge(planned.plan, actor).kind === "ask";
}
