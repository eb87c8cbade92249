import { canonicalJson, isJsonObject } from "../base/json.ts";
import {
  type Message,
  type NudgeKind,
  type ToolResultContent,
  type ToolUseContent,
  textOfMessage,
  toolUsesOf,
} from "./model.ts";
import { hasProgram } from "./program-in-text.ts";

/** Why a turn ends without an answer of the model. */
export type StopKind = "max-rounds" | "same-failure" | "empty" | "malformed-call";

/** What a turn needs next, told from its messages alone: a turn that is taken up again goes on where they end. */
export type Move =
  | { readonly kind: "ask" }
  /** A call has no result. `isCut`: its answer hit the length limit, so the call may not be whole. */
  | {
      readonly kind: "call";
      readonly call: ToolUseContent;
      readonly round: number;
      readonly isCut: boolean;
    }
  | { readonly kind: "nudge"; readonly nudge: NudgeKind }
  | { readonly kind: "answered"; readonly text: string; readonly isCut: boolean }
  | { readonly kind: "stop"; readonly reason: StopKind };

/** A tool call of a turn and how it went; `open` while it has no result. */
export interface CallRecord {
  readonly call: ToolUseContent;
  readonly state: "done" | "failed" | "open";
}

/** The same failing call is made this often at most. */
const MAX_SAME_FAILURES = 3;

/** Decides what comes next in a turn whose messages are `messages`, the person's first. Rounds count from 1. Pure. */
export function nextMove(messages: readonly Message[], maxRounds: number): Move {
  const answers = messages.filter((message) => message.role === "assistant");
  const answer = answers.at(-1);
  const round = answers.length;
  if (failsTheSameWay(messages)) return { kind: "stop", reason: "same-failure" };
  const open = callsOf(messages).find((record) => record.state === "open");
  if (answer !== undefined && open !== undefined) {
    return { kind: "call", call: open.call, round, isCut: answer.stopReason === "max_tokens" };
  }
  if (answer !== undefined && messages.at(-1) === answer) return afterWords(messages, maxRounds);
  return round >= maxRounds ? { kind: "stop", reason: "max-rounds" } : { kind: "ask" };
}

/** The calls of a turn in the model's order. */
export function callsOf(messages: readonly Message[]): readonly CallRecord[] {
  const results = new Map<string, ToolResultContent>();
  for (const message of messages) {
    if (message.role !== "tool") continue;
    for (const result of message.content) results.set(result.toolUseId, result);
  }
  return messages
    .flatMap(toolUsesOf)
    .map((call) => ({ call, state: stateOf(results.get(call.id)) }));
}

function stateOf(result: ToolResultContent | undefined): CallRecord["state"] {
  if (result === undefined) return "open";
  return result.isError ? "failed" : "done";
}

/** The last message is an answer that calls nothing. */
function afterWords(messages: readonly Message[], maxRounds: number): Move {
  const answers = messages.filter((message) => message.role === "assistant");
  const [answer] = answers.slice(-1);
  if (answer === undefined) return { kind: "ask" };
  const isLast = answers.length >= maxRounds;
  const wasNudged = (nudge: NudgeKind): boolean =>
    messages.some((message) => message.role === "user" && message.nudge === nudge);
  const text = textOfMessage(answer);
  const fault =
    answer.stopReason === "malformed_call" ? "malformed-call" : text === "" ? "empty" : undefined;
  if (fault !== undefined) {
    return wasNudged(fault) || isLast
      ? { kind: "stop", reason: fault }
      : { kind: "nudge", nudge: fault };
  }
  if (!isLast && !wasNudged("program-in-text") && hasProgram(text))
    return { kind: "nudge", nudge: "program-in-text" };
  return { kind: "answered", text, isCut: answer.stopReason === "max_tokens" };
}

function failsTheSameWay(messages: readonly Message[]): boolean {
  const failures = new Map<string, number>();
  for (const { call, state } of callsOf(messages)) {
    if (state === "failed") failures.set(keyOf(call), (failures.get(keyOf(call)) ?? 0) + 1);
  }
  return [...failures.values()].some((count) => count >= MAX_SAME_FAILURES);
}

/** Two calls are the same when only spaces around their code differ. */
function keyOf(call: ToolUseContent): string {
  const code = isJsonObject(call.input) ? call.input["code"] : undefined;
  return canonicalJson([call.name, typeof code === "string" ? code.trim() : call.input]);
}
