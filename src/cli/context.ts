import { join, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { readEnvFiles } from "../app/home.ts";
import { openParts, type Parts } from "../app/parts.ts";
import type { ProcessEdges } from "../base/edges.ts";
import { AppError } from "../base/errors.ts";
import { createLog, createRedactor, type Log } from "../base/log.ts";
import { type Config, parseConfig } from "../config.ts";
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

/** A command: its line in the help, and what it does; resolves to the exit code. */
export interface Command {
  readonly name: string;
  readonly usage: string;
  readonly help: string;
  readonly run: (context: CliContext) => Promise<number>;
}

/** Longest text taken from standard input. */
const MAX_INPUT_BYTES = 4 * 1024 * 1024;

/** The settings: the environment first, then HOME/.env, then ./.env. */
export function configOf(context: CliContext): Config {
  const { edges, environment } = context;
  const home = context.arguments.home ?? environment["IBL_HOME"];
  const local = readEnvFiles([join(edges.workingFolder, ".env")]);
  const base = {
    ...local,
    ...definedOf(environment),
    ...(home === undefined ? {} : { IBL_HOME: home }),
  };
  const homePath = parseConfig({ IBL_HOME: base["IBL_HOME"] }, edges.workingFolder).home;
  const own = readEnvFiles([join(homePath, ".env")]);
  return parseConfig(
    {
      ...local,
      ...own,
      ...definedOf(environment),
      ...(home === undefined ? {} : { IBL_HOME: home }),
    },
    edges.workingFolder,
  );
}

/** A path as it was written on the command line, in full. */
export function pathArgument({ edges }: CliContext, path: string): string {
  return resolve(edges.workingFolder, path);
}

/** A log on standard error. */
export function logOf(
  context: CliContext,
  config: Config,
  options: { readonly quiet: boolean },
): Log {
  return createLog({
    write: (line) => void context.edges.errors.write(line),
    redact: createRedactor(config.secrets),
    level: options.quiet ? "error" : config.logLevel,
  });
}

/** Opens all parts for one command and closes them after. */
export async function withParts<T>(
  context: CliContext,
  work: (parts: Parts) => Promise<T> | T,
): Promise<T> {
  const config = configOf(context);
  const parts = openParts({
    config,
    edges: context.edges,
    log: logOf(context, config, { quiet: true }),
    root: context.edges.root,
    watch: false,
  });
  try {
    return await work(parts);
  } finally {
    await parts.close();
  }
}

/** The rest of the command line as one text; `-` (or nothing, on a pipe) reads standard input. Throws `AppError` `bad-arguments`. */
export async function textArgument(context: CliContext, what: string): Promise<string> {
  const given = context.arguments.rest.join(" ");
  if (given !== "" && given !== "-") return given;
  if (given === "" && context.edges.input.isTTY)
    throw new AppError(
      "bad-arguments",
      `Give ${what} after the command, or "-" to read it from standard input.`,
    );
  const text = await readAll(context.edges.input);
  if (text.trim() === "")
    throw new AppError("bad-arguments", `Standard input was empty; give ${what}.`);
  return text.replace(/\r?\n$/, "");
}

/** Asks a question on the terminal; `undefined` where there is none. */
export async function askOnTerminal(
  context: CliContext,
  question: string,
): Promise<string | undefined> {
  const { input, errors } = context.edges;
  if (!input.isTTY || !errors.isTTY) return undefined;
  const reader = createInterface({ input, output: errors });
  try {
    return (await reader.question(question, { signal: context.signal })).trim();
  } finally {
    reader.close();
  }
}

async function readAll(input: NodeJS.ReadStream): Promise<string> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of input) {
    const bytes = Buffer.from(chunk as Uint8Array | string); // a stream without an encoding gives bytes, one with it text
    sizeBytes += bytes.byteLength;
    if (sizeBytes > MAX_INPUT_BYTES)
      throw new AppError(
        "bad-arguments",
        `Standard input is longer than ${MAX_INPUT_BYTES / 1024 / 1024} MiB.`,
      );
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function definedOf(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}
