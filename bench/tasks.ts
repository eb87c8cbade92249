// Requests with what surrounds them and when they are done, given to whoever speaks for the model: what they see, and what comes of what they write.
//   node --import tsx bench/tasks.ts                     the size of every prompt; and that words alone fulfil no task
//   node --import tsx bench/tasks.ts prompt ID           what a model is given
//   node --import tsx bench/tasks.ts run ID FILE         plays rounds, each below "=== program", "=== say" or "=== words"
//   node --import tsx bench/tasks.ts judge ID FILE       the same, and what does not hold of what was to be done
import { readFileSync } from "node:fs";
import { tokensOf } from "../src/agent/models/count-tokens.ts";
import { print, printTable } from "./support/rounds.ts";
import { benchArguments, sized } from "./support/short.ts";
import { playTask } from "./tasks/play.ts";
import type { Task } from "./tasks/task.ts";
import { TASKS } from "./tasks/tasks.ts";
import { readRounds } from "./tasks/voice.ts";

const [what = "measure", id = "", file = ""] = benchArguments();

switch (what) {
  case "prompt":
    print((await playTask(taskOf(id), [{ kind: "say", text: "…" }])).prompt);
    break;
  case "run":
  case "judge": {
    const played = await playTask(taskOf(id), readRounds(readFileSync(file, "utf8")));
    print(played.log);
    if (what === "judge")
      print(`=== ${id}: ${JSON.stringify({ missing: played.missing, troubles: played.troubles })}`);
    break;
  }
  default:
    await measure();
}

function taskOf(wanted: string): Task {
  const task = TASKS.find((one) => one.id === wanted);
  if (task === undefined) throw new Error(`There is no task "${wanted}".`);
  return task;
}

async function measure(): Promise<void> {
  const rows: string[][] = [["task", "prompt tokens", "not done by words"]];
  for (const task of TASKS.slice(0, sized(TASKS.length, 2))) {
    const { prompt, missing } = await playTask(task, [{ kind: "say", text: "Done. 했어요." }]);
    const tokens = tokensOf([{ role: "user", content: [{ type: "text", text: prompt }] }]);
    rows.push([task.id, String(tokens), String(missing.length)]);
    if (missing.length === 0) throw new Error(`${task.id} is fulfilled by words alone.`);
  }
  printTable(`${rows.length - 1} tasks`, rows);
}
