import { randomBytes } from "node:crypto";
import { PassThrough } from "node:stream";
import { systemClock } from "../../src/base/clock.ts";
import type { ProcessEdges } from "../../src/base/edges.ts";
import { runCommandLine } from "../../src/cli/command-line.ts";
import { ROOT } from "./service.ts";

/** Runs a command line in this process, started in `workingFolder`, with nothing on its input; what it wrote, and its exit code. */
export async function commandLineHere(
  workingFolder: string,
  argv: readonly string[],
  environment: Readonly<Record<string, string>>,
) {
  const written = { output: "", errors: "" };
  const stream = (to: "output" | "errors") => {
    const all = new PassThrough().setEncoding("utf8");
    all.on("data", (text: string) => {
      written[to] += text;
    });
    return all;
  };
  const input = new PassThrough();
  input.end();
  const edges = {
    clock: systemClock,
    faultPoint: () => undefined,
    randomBytes: (sizeBytes: number) => randomBytes(sizeBytes),
    input,
    output: stream("output"),
    errors: stream("errors"),
    workingFolder,
    root: ROOT,
    onStopRequest: () => undefined,
  } as unknown as ProcessEdges; // the command line reads and writes as streams do
  const code = await runCommandLine(argv, environment, edges);
  await new Promise((resolve) => setImmediate(resolve));
  return { code, text: `${written.output}${written.errors}`, ...written };
}
