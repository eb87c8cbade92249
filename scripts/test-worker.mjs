// Runs test files in one process, one after the other, as test-run.mjs names them, and tells it what comes of each. It is started
// with itself as Node's test reporter, so that it sees each test as it ends.
import hooks from "node:async_hooks";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";

/** How long what a file opened may take to close after its last test. */
const CLOSING_MS = 5_000;
const POLL_MS = 20;
/** Kinds that Node counts although they keep no process from ending. */
const HARMLESS = new Set(["IntervalHistogram", "TCPSocketWrap"]); // of sockets also those that nobody reads

/**
 * What Node's test runner follows every promise with: to know which file a test stands in, while the file is loaded, and then which
 * test an error is of that nobody took. The latter takes a sixth of the processor time of all tests, so it is only enabled during the
 * former; such an error is told as one of the file.
 */
let following;
const { createHook } = hooks;
hooks.createHook = (callbacks) => {
  following = createHook(callbacks);
  return following;
};
const { describe } = await import("node:test");
hooks.createHook = createHook;

/** What the running file has open of each kind is compared with this: what was open before it. */
let openBefore = new Map();
/** The processor time of this process and of those it started, before the running file. */
let cpuBefore = 0;
/** What was thrown that no code took. */
const strays = [];
let isEnding = false;

process.on("message", (order) => {
  if (order.file === undefined) {
    isEnding = true;
    process.disconnect();
    return;
  }
  openBefore = openResources();
  cpuBefore = cpuSeconds();
  following?.enable(); // the first file makes it, enabled
  describe(order.file, () =>
    import(pathToFileURL(order.file).href).finally(() => following?.disable()),
  );
});
// Nobody is there to tell any more: the files to come are not wanted either.
process.on("disconnect", () => {
  if (!isEnding) process.exit(1);
});
for (const event of ["uncaughtExceptionMonitor", "unhandledRejection"])
  process.on(event, (error) => {
    strays.push(inspect(error));
    process.stderr.write(`${inspect(error)}\n`); // seen also where a test waits for ever because of it
  });

/** Node's test reporter: sends each test that ended, and the file when it has. It prints nothing. */
// biome-ignore lint/style/noDefaultExport: Node takes the default export of a reporter.
// biome-ignore lint/correctness/useYield: a reporter is a generator, and this one prints nothing.
export default async function* report(events) {
  const path = [];
  for await (const { type, data } of events) {
    if (type === "test:dequeue" && data.nesting > 0)
      process.send({ type: "begun", name: data.name });
    if (type === "test:start") path.splice(data.nesting, path.length, data.name);
    if (type !== "test:pass" && type !== "test:fail") continue;
    if (data.nesting === 0) await tellFile(data);
    else tellTest(type === "test:pass", path.slice(1, data.nesting + 1), data);
  }
}

function tellTest(passed, path, { name, details, skip, todo }) {
  if (details.type === "suite" && passed) return;
  const isOfSubtests = details.error?.failureType === "subtestsFailed";
  process.send({
    type: "test",
    name: [...path.slice(0, -1), name].join(" › "),
    outcome: skip !== undefined ? "skipped" : passed || todo !== undefined ? "passed" : "failed",
    durationMs: details.duration_ms,
    // Of a test whose subtests failed, these are told.
    error: passed || isOfSubtests ? undefined : inspect(details.error.cause ?? details.error),
  });
}

async function tellFile({ details }) {
  const errors = [];
  const { error } = details;
  if (error !== undefined && error.failureType !== "subtestsFailed")
    errors.push(inspect(error.cause ?? error));
  const left = await leftOpen();
  if (left.length > 0) errors.push(`left open: ${left.join(", ")}`);
  // Of what is thrown after its test has ended Node's test runner sets no more than the exit code.
  if (process.exitCode)
    for (const stray of strays.splice(0)) errors.push(`outside its test: ${stray}`);
  process.exitCode = undefined;
  process.send({
    type: "end",
    errors,
    rssBytes: process.memoryUsage.rss(),
    cpuSeconds: cpuSeconds() - cpuBefore,
  });
}

/** What this process and the ended ones that it started have taken; without theirs where there is no /proc. */
function cpuSeconds() {
  try {
    // proc_pid_stat(5): utime, stime, cutime and cstime are the fields 14 to 17, in ticks of 10 ms.
    const fields = readFileSync("/proc/self/stat", "latin1")
      .replace(/^.*\) /s, "")
      .split(" ");
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
}

/** The kinds of resources of which more is open than before the file, after some time to close. */
async function leftOpen() {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const left = [...openResources()].filter(
      ([kind, count]) => count > (openBefore.get(kind) ?? 0),
    );
    if (left.length === 0 || waitedMs >= CLOSING_MS) return left.map(([kind]) => kind);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function openResources() {
  const counts = new Map();
  for (const kind of process.getActiveResourcesInfo())
    if (!HARMLESS.has(kind)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}
