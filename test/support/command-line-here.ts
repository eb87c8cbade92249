import { randomBytes } from "node:crypto";
import { PassThrough } from "node:stream";
import { systemClock } from "../../src/base/clock.ts";
import type { ProcessEdges } from "../../src/base/edges.ts";
import { builtProgram } from "./program.ts";
import { ROOT, testEnvironment } from "./service.ts";

/** Runs a command line of the built product in this process, started in `workingFolder`, with `typed` on its input; what it wrote, and its exit code. */
export async function commandLineHere(
  workingFolder: string,
  argv: readonly string[],
  environment: Readonly<Record<string, string>>,
  typed = "",
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
  input.end(typed);
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
    onStrayFailure: () => undefined,
  } as unknown as ProcessEdges; // the command line reads and writes as streams do
  const { main } = await builtProgram();
  const code = await main(argv, environment, edges);
  await new Promise((resolve) => setImmediate(resolve));
  return { code, text: `${written.output}${written.errors}`, ...written };
}

/** Runs a command line over a HOME as `commandLine` of ./service.ts does, without a process of its own: for what is no matter of the process. */
export async function commandAt(
  home: string,
  args: readonly string[],
  options: {
    readonly environment?: Readonly<Record<string, string>>;
    readonly input?: string;
  } = {},
) {
  const environment = testEnvironment(options.environment ?? {});
  const ended = await commandLineHere(ROOT, [...args, "--home", home], environment, options.input);
  return { ...ended, json: () => JSON.parse(ended.output) as never };
}
