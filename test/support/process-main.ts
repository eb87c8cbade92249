import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { main } from "../../src/main.ts";
import { ShiftedClock } from "./shifted-clock.ts";

/** What a test tells the process it started: move the clock, or die at the n-th passing of a fault point; `*` is any of them. */
export type ProcessOrder =
  | { readonly shiftMs: number }
  | { readonly killAt: string; readonly times: number };

const clock = new ShiftedClock();
// For a process that goes on where another left off, whose clock had been moved.
clock.shift(Number(process.env["TEST_CLOCK_SHIFT_MS"] ?? "0"));
const deaths = new Map<string, number>();

/** For commands that end before an order could reach them: `point:times`. */
const [deathPoint = "", deathTimes = "1"] = (process.env["TEST_KILL_AT"] ?? "").split(":");
if (deathPoint !== "") deaths.set(deathPoint, Number(deathTimes));

process.on("message", (order: ProcessOrder) => {
  if ("shiftMs" in order) clock.shift(order.shiftMs);
  else deaths.set(order.killAt, order.times);
  process.send?.({ done: true });
});

process.exitCode = await main(process.argv.slice(2), process.env, {
  clock,
  faultPoint(point) {
    for (const name of [point, "*"]) {
      const left = deaths.get(name);
      if (left === undefined) continue;
      deaths.set(name, left - 1);
      if (left <= 1) process.kill(process.pid, "SIGKILL");
    }
  },
  randomBytes: (sizeBytes) => randomBytes(sizeBytes),
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
  workingFolder: process.cwd(),
  root: dirname(dirname(dirname(fileURLToPath(import.meta.url)))),
  onStopRequest(handler) {
    process.once("SIGTERM", handler);
    process.once("SIGINT", handler);
  },
});
process.exit();
