import { doInWorker } from "../../../base/worker.ts";
import { runInSandbox, type ScriptAnswer, type ScriptOrder } from "./sandbox.ts";

// Runs as a thread of its own, which can be ended wherever a script is.
doInWorker<ScriptOrder, "begun", ScriptAnswer>((order, tell) =>
  runInSandbox(order, () => tell("begun")),
);
