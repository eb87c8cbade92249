import { pathToFileURL } from "node:url";
import { ShiftedClock } from "./shifted-clock.ts";

/** What a test tells the process it started: move the clock, or die at the n-th passing of a fault point; `*` is any of them. */
export type ProcessOrder =
  | { readonly shiftMs: number }
  | { readonly killAt: string; readonly times: number };

/** The folder of the product, which test/support/program.ts puts in. */
declare const PRODUCT_ROOT: string;

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

const built = pathToFileURL(`${PRODUCT_ROOT}/dist/ibl-bot.mjs`).href;
const { runProcess } = (await import(built)) as typeof import("../../src/entry.ts"); // what it is built from
await runProcess(PRODUCT_ROOT, {
  clock,
  faultPoint(point) {
    for (const name of [point, "*"]) {
      const left = deaths.get(name);
      if (left === undefined) continue;
      deaths.set(name, left - 1);
      if (left <= 1) process.kill(process.pid, "SIGKILL");
    }
  },
});
