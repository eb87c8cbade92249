import { randomBytes } from "node:crypto";
import { systemClock } from "./base/clock.ts";
import type { Edges, ProcessEdges } from "./base/edges.ts";
import { processEnvironment } from "./config/environment.ts";
import { main } from "./main.ts";

/** What the process makes belongs to its account alone: files 0600, folders 0700, also those of SQLite and of programs it starts. */
const OWN_FILES_ONLY = 0o077;

/** Runs the program with the real clock, randomness and process, save for the edges that are given, and ends the process with its exit code. `root` is the folder of the product. */
export async function runProcess(root: string, given: Partial<Edges> = {}): Promise<void> {
  process.umask(OWN_FILES_ONLY);
  const edges: ProcessEdges = {
    clock: systemClock,
    faultPoint: () => undefined,
    randomBytes: (sizeBytes) => randomBytes(sizeBytes),
    input: process.stdin,
    output: process.stdout,
    errors: process.stderr,
    workingFolder: process.cwd(),
    root,
    onStopRequest(handler) {
      process.once("SIGTERM", handler);
      process.once("SIGINT", handler);
    },
    onStrayFailure: (handler) => void process.on("unhandledRejection", handler),
    ...given,
  };
  process.exitCode = await main(process.argv.slice(2), processEnvironment(), edges);
  // Whatever still listens (a keep-alive socket, a watcher) must not keep an ended program alive.
  process.stdout.write("", () => process.exit());
}

/** For who calls the built program with a process of their own around it. */
export { main };
