import type { ProcessEdges } from "./base/edges.ts";
import { runCommandLine } from "./cli/command-line.ts";

/** The program: arguments after its name, the environment, and the process around it. Resolves to the exit code. */
export function main(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  edges: ProcessEdges,
): Promise<number> {
  return runCommandLine(argv, environment, edges);
}
