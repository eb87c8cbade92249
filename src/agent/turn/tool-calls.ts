import { canonicalJson, isJsonObject } from "../../base/json.ts";
import type {
  Message,
  ToolDefinition,
  ToolResultContent,
  ToolUseContent,
} from "../models/model-client.ts";
import { callsOf, type Move, type StopKind } from "./loop-state.ts";
import type { ToolOutcome } from "./tool-result.ts";

/** Calls that run at a time, as of the branches of a program. */
const MAX_TOGETHER = 8;

/** How the calls of an answer are run. */
export interface CallRunner {
  /** The one tool. Its input is `{code}`. */
  readonly tool: ToolDefinition;
  /** Runs a program through the gate. The same call id and round may come again after a wait or a crash and must not take effect again. */
  readonly executeIbl: (
    code: string,
    callId: string,
    round: number,
    signal: AbortSignal,
  ) => Promise<ToolOutcome>;
  readonly signal: AbortSignal;
  /** Plans a program and says whether nothing but reading can come of it: such calls of one answer run together. Default: none of them does. */
  readonly onlyReads?: (code: string, callId: string) => boolean;
}

/** What became of the calls of an answer. */
export type CallsEnd =
  | { readonly kind: "settled" }
  /** Some wait for a person; what could be done without them is done. */
  | { readonly kind: "waiting"; readonly callIds: readonly string[] }
  | { readonly kind: "stop"; readonly reason: StopKind };

/** A call that was looked at and not run yet. */
interface Prepared {
  readonly call: ToolUseContent;
  readonly isRead: boolean;
  readonly run: () => Promise<ToolOutcome>;
}

/**
 * Runs the open calls of an answer. They are prepared in the model's order; neighbours that only read run together, all others alone
 * and in order. Behind a call that waits for a person the reads that follow it still run, up to the next call with an effect.
 * Each result is kept as it becomes known. Rejects on abort and as `executeIbl` does, once everything that was begun has ended.
 */
export async function settleCalls(
  runner: CallRunner,
  messages: readonly Message[],
  move: Extract<Move, { kind: "calls" }>,
  keep: (message: Message) => void,
): Promise<CallsEnd> {
  const prepared: Prepared[] = [];
  for (const call of move.calls) {
    const next = prepare(runner, messages, { ...move, call });
    if ("reason" in next) return { kind: "stop", reason: next.reason };
    prepared.push(next);
  }
  const waiting: string[] = [];
  for (const group of groupsOf(prepared)) {
    if (waiting.length > 0 && group.some(({ isRead }) => !isRead)) break;
    runner.signal.throwIfAborted();
    const isEarly = waiting.length > 0;
    waiting.push(
      ...(await runTogether(group, (message) => keep(isEarly ? early(message) : message))),
    );
  }
  return waiting.length > 0 ? { kind: "waiting", callIds: waiting } : { kind: "settled" };
}

interface CallInAnswer {
  readonly call: ToolUseContent;
  readonly round: number;
  readonly isCut: boolean;
}

/** Looks at a call: what cannot run, or would only repeat itself, is answered with an error that the model can act on. */
function prepare(
  runner: CallRunner,
  messages: readonly Message[],
  { call, round, isCut }: CallInAnswer,
): Prepared | { readonly reason: StopKind } {
  const code = codeIn(runner.tool, call, isCut);
  if ("fault" in code) return refused(call, code.fault);
  const { executeIbl, signal, onlyReads = () => false } = runner;
  const isRead = onlyReads(code.text, call.id);
  const repeat = repeatOf(messages, call);
  const isIdle = repeat?.since.every((other) => doesNothing(runner, other)) === true;
  if (repeat !== undefined && isIdle && (isRead || repeat.kind === "failure")) {
    const { kind, insists } = repeat;
    if (insists) return { reason: kind === "failure" ? "same-failure" : "same-result" };
    return refused(call, REPEAT_ADVICE[kind]);
  }
  return { call, isRead, run: () => executeIbl(code.text, call.id, round, signal) };
}

function refused(call: ToolUseContent, content: string): Prepared {
  const outcome: ToolOutcome = { kind: "result", content, isError: true, tainted: false };
  return { call, isRead: true, run: async () => outcome };
}

/** Whether a call that was done changed nothing. */
function doesNothing({ tool, onlyReads = () => false }: CallRunner, call: ToolUseContent): boolean {
  const code = codeIn(tool, call, false);
  return "fault" in code || onlyReads(code.text, call.id);
}

/** The program of a call, or why it has none that may run. */
function codeIn(
  { name }: ToolDefinition,
  call: ToolUseContent,
  isCut: boolean,
): { readonly text: string } | { readonly fault: string } {
  if (isCut) {
    return {
      fault:
        "Your answer hit the length limit, so this call may not be whole. It was not run. Send it again, shorter.",
    };
  }
  if (call.name !== name) {
    return {
      fault: `There is no tool "${call.name}". The only tool is "${name}", with {"code": "…"}.`,
    };
  }
  const code = isJsonObject(call.input) ? call.input["code"] : undefined;
  if (typeof code === "string" && code.trim() !== "") return { text: code };
  return {
    fault: `"${name}" takes an object with the program as text: {"code": "[system:time]"}. Nothing was run.`,
  };
}

/** Neighbours that only read together, at most so many; everything else alone. */
function groupsOf(prepared: readonly Prepared[]): readonly (readonly Prepared[])[] {
  const groups: Prepared[][] = [];
  for (const next of prepared) {
    const last = groups.at(-1);
    const joins = next.isRead && last?.[0]?.isRead === true && last.length < MAX_TOGETHER;
    if (last !== undefined && joins) last.push(next);
    else groups.push([next]);
  }
  return groups;
}

/** Runs calls side by side, keeps each result as it becomes known, and gives the ids of those that wait. */
async function runTogether(
  group: readonly Prepared[],
  keep: (message: Message) => void,
): Promise<readonly string[]> {
  const ends = await Promise.allSettled(
    group.map(async ({ call, run }) => {
      const outcome = await run();
      if (outcome.kind === "waiting") return [call.id];
      keep(resultOf(call, outcome));
      return [];
    }),
  );
  const failed = ends.find((end) => end.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  return ends.flatMap((end) => (end.status === "fulfilled" ? end.value : []));
}

function resultOf(
  call: ToolUseContent,
  outcome: Extract<ToolOutcome, { kind: "result" }>,
): Message {
  const { content, isError, tainted } = outcome;
  return {
    role: "tool",
    content: [
      { type: "tool_result", toolUseId: call.id, name: call.name, content, isError, tainted },
    ],
  };
}

/** What was read before the call in front of it was decided shows how things stood then. */
function early(message: Message): Message {
  if (message.role !== "tool") return message;
  const content = message.content.map((result) => ({
    ...result,
    content: `${EARLY_NOTE}\n${result.content}`,
  }));
  return { ...message, content };
}

const EARLY_NOTE =
  "(This ran while an earlier call of the same answer was waiting for the person: it shows how things stood before that call.)";

/** A call that went the same way twice already: it failed with the same words, or gave the same. */
interface Repeat {
  readonly kind: "failure" | "result";
  /** True where the model was told so before and makes the call all the same. */
  readonly insists: boolean;
  /** Calls of another kind that were done since: where one of them changed something, the call may go another way now. */
  readonly since: readonly ToolUseContent[];
}

/** What the model reads in the place of a result. */
export const REPEAT_ADVICE: Readonly<Record<Repeat["kind"], string>> = {
  failure:
    "Not run: this very program failed twice with the same error, and it would fail again. Read the error, then change the program, go another way, or tell the person what cannot be done.",
  result:
    "Not run: this very program gave the same result twice. Use that result: answer, or go on with another program.",
};

/** What a call would repeat in a turn; `undefined` where it is new, or went differently each time. Spaces around the code make no difference. Pure. */
function repeatOf(messages: readonly Message[], call: ToolUseContent): Repeat | undefined {
  const results = resultsOf(messages);
  const same = results.filter((entry) => keyOf(entry.call) === keyOf(call));
  const told = same.findLast(({ result }) => adviceKind(result) !== undefined);
  const [before, last] = same.filter((entry) => entry !== told && !isAdvice(entry)).slice(-2);
  if (before === undefined || last === undefined || !isSame(before.result, last.result))
    return undefined;
  const latest = told === undefined || results.indexOf(told) < results.indexOf(last) ? last : told;
  const since = results
    .slice(results.indexOf(latest) + 1)
    .flatMap(({ call: other, result }) => (result.isError ? [] : [other]));
  const kind = last.result.isError ? "failure" : "result";
  return { kind, insists: latest === told, since };
}

interface KnownResult {
  readonly call: ToolUseContent;
  readonly result: ToolResultContent;
}

/** Calls with their results, as these became known. */
function resultsOf(messages: readonly Message[]): readonly KnownResult[] {
  const calls = new Map(callsOf(messages).map(({ call }) => [call.id, call]));
  return messages.flatMap((message) =>
    message.role !== "tool"
      ? []
      : message.content.flatMap((result) => {
          const call = calls.get(result.toolUseId);
          return call === undefined ? [] : [{ call, result }];
        }),
  );
}

function isSame(left: ToolResultContent, right: ToolResultContent): boolean {
  return left.isError === right.isError && left.content === right.content;
}

function isAdvice({ result }: KnownResult): boolean {
  return adviceKind(result) !== undefined;
}

function adviceKind({ content }: ToolResultContent): Repeat["kind"] | undefined {
  if (content === REPEAT_ADVICE.failure) return "failure";
  return content === REPEAT_ADVICE.result ? "result" : undefined;
}

function keyOf(call: ToolUseContent): string {
  const code = isJsonObject(call.input) ? call.input["code"] : undefined;
  return canonicalJson([call.name, typeof code === "string" ? code.trim() : call.input]);
}
