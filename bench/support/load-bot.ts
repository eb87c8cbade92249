import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { systemClock } from "../../src/base/clock.ts";
import { builtProgram } from "../../test/support/program.ts";
import { machineMs } from "./monotonic.ts";

/** When every update was committed, in the order in which they were. */
const storedAtMs: number[] = [];

process.on("message", () => process.send?.(storedAtMs));

const { main } = await builtProgram();
process.exitCode = await main(process.argv.slice(2), process.env, {
  clock: systemClock,
  faultPoint(name) {
    if (name === "update-on-disk") storedAtMs.push(machineMs());
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
  onStrayFailure: () => undefined,
});
process.exit();
