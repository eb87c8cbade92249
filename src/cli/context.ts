import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { type App, openApp } from "../app/open-app.ts";
import { AppError, codeOf } from "../base/errors.ts";
import type { Localized } from "../base/localized.ts";
import { createLog, createRedactor, type Log } from "../base/log.ts";
import { type Config, parseConfig } from "../config/config.ts";
import { definedOf, readEnvFiles } from "../config/environment.ts";
import type { CliContext } from "./command.ts";

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

/** The text of a file of the command line. Throws `AppError` `bad-arguments` where it cannot be read. */
export async function readArgument(context: CliContext, file: string): Promise<string> {
  try {
    return await readFile(pathArgument(context, file), "utf8");
  } catch (error) {
    const words = {
      ko: `"${file}" 파일을 읽을 수 없어요(${codeOf(error)}).`,
      en: `"${file}" cannot be read (${codeOf(error)}).`,
    };
    throw new AppError("bad-arguments", words, { cause: error });
  }
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
  work: (parts: App) => Promise<T> | T,
): Promise<T> {
  const config = configOf(context);
  const parts = openApp({
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
export async function textArgument(context: CliContext, what: Localized): Promise<string> {
  const given = context.arguments.rest.join(" ");
  if (given !== "" && given !== "-") return given;
  if (given === "" && context.edges.input.isTTY)
    throw new AppError("bad-arguments", {
      ko: `명령 뒤에 ${what.ko} 적거나, 표준 입력에서 읽도록 "-"를 적어 주세요.`,
      en: `Give ${what.en} after the command, or "-" to read it from standard input.`,
    });
  const text = await readAll(context.edges.input);
  if (text.trim() === "")
    throw new AppError("bad-arguments", {
      ko: `표준 입력이 비어 있어요. ${what.ko} 적어 주세요.`,
      en: `Standard input was empty; give ${what.en}.`,
    });
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

/** Asks for something that nobody must see: what is typed is not shown, and stays in no history. `undefined` where there is no terminal. */
export async function askSecret(
  context: CliContext,
  question: string,
): Promise<string | undefined> {
  const { input, errors } = context.edges;
  if (!input.isTTY || !errors.isTTY) return undefined;
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input, output: nowhere, terminal: true, historySize: 0 });
  errors.write(question);
  try {
    const answer = (await reader.question("", { signal: context.signal })).trim();
    errors.write(answer === "" ? "\n" : "••••\n");
    return answer;
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
      throw new AppError("bad-arguments", {
        ko: `표준 입력이 ${MAX_INPUT_BYTES / 1024 / 1024} MiB보다 길어요.`,
        en: `Standard input is longer than ${MAX_INPUT_BYTES / 1024 / 1024} MiB.`,
      });
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString("utf8");
}
