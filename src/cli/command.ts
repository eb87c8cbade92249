import type { ProcessEdges } from "../base/edges.ts";
import type { Localized } from "../base/localized.ts";
import type { Arguments } from "./arguments.ts";
import type { Speaker } from "./output.ts";

/** What a command is given. */
export interface CliContext {
  readonly arguments: Arguments;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly edges: ProcessEdges;
  readonly speaker: Speaker;
  /** Aborts when the process is asked to end. */
  readonly signal: AbortSignal;
}

/** A command: its line in the help, and what it does, which resolves to the exit code. */
export interface Command {
  readonly name: string;
  readonly usage: string;
  readonly help: Localized;
  readonly load: () => Promise<(context: CliContext) => Promise<number>>;
}
