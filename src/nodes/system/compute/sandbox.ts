import { readFile } from "node:fs/promises";
import { offsetAt } from "../../../base/format-time.ts";
import type { Language } from "../../../base/localized.ts";
import type { Moment } from "../../../engine/values/formula-dates.ts";
import { answerHelper } from "./helpers.ts";
import { PRELUDE } from "./prelude.ts";

/** A script with what it is given. */
export interface ScriptOrder {
  readonly script: string;
  /** Names that the script may use, each an identifier. */
  readonly names: readonly string[];
  /** Their values, as one JSON object. */
  readonly inputsJson: string;
  /** All that the script knows of the time. */
  readonly moment: Moment;
  /** Decides all of its random numbers: 32 bits. */
  readonly seed: number;
  readonly language: Language;
  readonly limitMs: number;
}

/** What a script came to: its result as JSON, or why there is none. */
export type ScriptAnswer =
  | { readonly json: string }
  | {
      readonly why: "syntax" | "thrown";
      readonly message: string;
      /** Line of the script, from 1; absent where it cannot be told. */
      readonly line?: number;
    }
  | {
      readonly why: "slow" | "memory" | "deep" | "promise" | "function" | "nothing" | "large";
      readonly line?: number;
    };

const MEMORY_BYTES = 64 * 1024 * 1024;
const STACK_BYTES = 256 * 1024;
/** Longest result, and longest message that is told, in UTF-16 units. */
const LONGEST_RESULT = 2_000_000;
const LONGEST_MESSAGE = 300;
/** Longest JSON that a helper takes, in UTF-16 units: it is read outside of the interpreter's memory. */
const LONGEST_ASKED = 8_000_000;
const FILE_NAME = "script";

/** Runs a script in an interpreter of its own. It is given JSON and a clock that stands still; there is nothing else for it to reach. `onBegin` is told when its time begins. */
export async function runInSandbox(order: ScriptOrder, onBegin: () => void): Promise<ScriptAnswer> {
  const { JSException, QuickJS } = await import("quickjs-wasi");
  const wasm = await readFile(new URL(import.meta.resolve("quickjs-wasi/quickjs.wasm")));
  onBegin();
  const untilMs = Date.now() + order.limitMs;
  // The interpreter takes the seed of its random numbers from its clock when it is made, in microseconds.
  let clockNs = BigInt(order.seed) * 1_000_000n;
  const vm = await QuickJS.create({
    wasm,
    memoryLimit: MEMORY_BYTES,
    maxStackSize: STACK_BYTES,
    interruptHandler: () => Date.now() > untilMs,
    timezoneOffset: (seconds: number) => -offsetAt(seconds * 1000, order.moment.zone) / 60_000,
    wasi: (memory: { readonly buffer: ArrayBuffer }) => ({
      clock_time_get(_clock: number, _precision: bigint, at: number) {
        new DataView(memory.buffer).setBigUint64(at, clockNs, true);
        return 0;
      },
    }),
  });
  clockNs = BigInt(order.moment.nowMs) * 1_000_000n;
  try {
    const host = vm.newFunction("host", (name, json) =>
      vm.newString(
        Number(json?.getProp("length").toNumber()) > LONGEST_ASKED
          ? TOO_MUCH
          : answerHelper(String(name?.toString()), String(json?.toString()), order),
      ),
    );
    const start = vm.callFunction(vm.evalCode(`(${PRELUDE})`), vm.undefined, host);
    const names = vm.newString(JSON.stringify(order.names));
    const inputs = vm.newString(order.inputsJson);
    const told = vm.callFunction(start, vm.undefined, compiled(vm, order), names, inputs);
    return told.getProp("length").toNumber() > LONGEST_RESULT
      ? { why: "large" }
      : answerOf(told.toString());
  } catch (error) {
    if (error instanceof JSException) return failureOf(error, Date.now() > untilMs);
    if (isTrap(error)) return { why: "deep" };
    throw error;
  }
}

const TOO_MUCH = JSON.stringify({
  problem: `a helper takes at most ${LONGEST_ASKED} characters of JSON`,
});

function answerOf(told: string): ScriptAnswer {
  if (told.startsWith("=")) return { json: told.slice(1) };
  if (told === "promise" || told === "function") return { why: told };
  return { why: "nothing" };
}

type Interpreter = import("quickjs-wasi").QuickJS;

/** The script as a function of its inputs: a single expression is its own result. */
function compiled(
  vm: Interpreter,
  { script, names }: ScriptOrder,
): ReturnType<Interpreter["evalCode"]> {
  const head = `(function (${names.join(", ")}) {`;
  const expression = script.trimEnd().replace(/;$/, "");
  const readings = [`${head} return (${expression}\n); })`, `${head}${script}\n})`];
  const mended = withoutBrokenQuotes(script);
  if (mended !== script) readings.push(`${head}${mended}\n})`);
  let problem: unknown;
  for (const [index, reading] of readings.entries())
    try {
      return vm.evalCode(reading, FILE_NAME);
    } catch (error) {
      // What is wrong with the script as it is written is told.
      if (index === 1 || problem === undefined) problem = error;
    }
  throw problem;
}

/** Puts `\n` where a line ends inside quotes, which no script may have: the escape was read by the program around it. */
function withoutBrokenQuotes(script: string): string {
  return script.replace(
    /\/\*[\s\S]*?\*\/|\/\/.*|`(?:[^`\\]|\\[\s\S])*`|"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'/g,
    (part) => (/^["']/.test(part) ? part.replace(/(?<!\\)\r?\n/g, "\\n") : part),
  );
}

/** WebAssembly or V8 itself gave up: the stack has run over. */
function isTrap(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === "RuntimeError");
}

interface ScriptError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string | undefined;
}

function failureOf(error: ScriptError, isLate: boolean): ScriptAnswer {
  const { name, message, stack = "" } = error;
  const [, line] = new RegExp(`${FILE_NAME}:(\\d+)`).exec(stack) ?? [];
  const place = line === undefined ? {} : { line: Number(line) };
  if (isLate && message === "interrupted") return { why: "slow", ...place };
  if (message === "out of memory") return { why: "memory", ...place };
  if (/^Maximum call stack size exceeded|^stack overflow/.test(message))
    return { why: "deep", ...place };
  const why = name === "SyntaxError" ? "syntax" : "thrown";
  const told =
    why === "syntax" || name === "Error" || name === "" ? message : `${name}: ${message}`;
  return { why, message: told.slice(0, LONGEST_MESSAGE), ...place };
}
