import { parse } from "../../engine/language/parser.ts";
import {
  type Message,
  type NudgeKind,
  type StopReason,
  type ToolResultContent,
  type ToolUseContent,
  textOfMessage,
  toolUsesOf,
  type Usage,
} from "../models/model-client.ts";
import type { AnswerFault } from "./check-claims.ts";

/** Why a turn ends without an answer of the model. */
export type StopKind = "max-rounds" | "same-failure" | "same-result" | "empty" | "malformed-call";

/** What a turn needs next, told from its messages alone: a turn that is taken up again goes on where they end. */
export type Move =
  /** `isInWords`: the model may call nothing any more. */
  | { readonly kind: "ask"; readonly isInWords: boolean }
  /** Calls of the last answer have no result, in the model's order. `isCut`: the answer hit the length limit, so they may not be whole. */
  | {
      readonly kind: "calls";
      readonly calls: readonly ToolUseContent[];
      readonly round: number;
      readonly isCut: boolean;
    }
  /** `text` says more than the kind of nudge does. */
  | { readonly kind: "nudge"; readonly nudge: NudgeKind; readonly text?: string }
  /** `note` corrects an answer whose model insists on what is not so. */
  | {
      readonly kind: "answered";
      readonly text: string;
      readonly isCut: boolean;
      readonly note?: string;
    }
  | { readonly kind: "stop"; readonly reason: StopKind };

/** A tool call of a turn and how it went; `open` while it has no result. */
export interface CallRecord {
  readonly call: ToolUseContent;
  readonly state: "done" | "failed" | "open";
}

/** Tells what is wrong with an answer in words, if anything is. */
export type FaultOf = (text: string) => AnswerFault | undefined;

/** Decides what comes next in a turn whose messages are `messages`, the person's first. Rounds count from 1. Pure as far as `faultOf` is. */
export function nextMove(
  messages: readonly Message[],
  maxRounds: number,
  faultOf: FaultOf = () => undefined,
): Move {
  const answers = messages.filter((message) => message.role === "assistant");
  const answer = answers.at(-1);
  const round = answers.length;
  const calls = callsOf(messages).flatMap(({ call, state }) => (state === "open" ? [call] : []));
  const isLast = messages.some((message) => message.role === "user" && message.nudge === LAST);
  if (answer !== undefined && calls.length > 0 && !isLast)
    return { kind: "calls", calls, round, isCut: answer.stopReason === "max_tokens" };
  if (answer !== undefined && messages.at(-1) === answer)
    return calls.length > 0
      ? { kind: "stop", reason: "max-rounds" }
      : afterWords(messages, maxRounds, faultOf);
  if (round >= maxRounds && !isLast) return { kind: "nudge", nudge: LAST };
  return { kind: "ask", isInWords: isLast };
}

/** Told after the last call: what was found is answered with once. */
const LAST = "last-round";

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
function afterWords(messages: readonly Message[], maxRounds: number, faultOf: FaultOf): Move {
  const answers = messages.filter((message) => message.role === "assistant");
  const [answer] = answers.slice(-1);
  if (answer === undefined) return { kind: "ask", isInWords: false };
  const mayRemind = (nudge: NudgeKind): boolean =>
    answers.length < maxRounds &&
    !messages.some((message) => message.role === "user" && message.nudge === nudge);
  const text = textOfMessage(answer);
  const fault =
    answer.stopReason === "malformed_call" ? "malformed-call" : text === "" ? "empty" : undefined;
  if (fault !== undefined)
    return mayRemind(fault) ? { kind: "nudge", nudge: fault } : { kind: "stop", reason: fault };
  if (mayRemind("program-in-text") && hasProgram(text))
    return { kind: "nudge", nudge: "program-in-text" };
  const untruth = faultOf(text);
  if (untruth !== undefined && mayRemind("false-claim"))
    return { kind: "nudge", nudge: "false-claim", text: untruth.nudge };
  const note = untruth === undefined ? {} : { note: untruth.note };
  return { kind: "answered", text, isCut: answer.stopReason === "max_tokens", ...note };
}

/** One answer of the model, and how its calls went. */
export interface RoundRecord {
  /** From 1. */
  readonly round: number;
  readonly stopReason: StopReason;
  readonly usage: Usage;
  readonly calls: readonly CallRecord[];
}

/** The rounds of a turn, in order. */
export function roundsOf(messages: readonly Message[]): readonly RoundRecord[] {
  const records = new Map(callsOf(messages).map((record) => [record.call.id, record]));
  return messages
    .filter((message) => message.role === "assistant")
    .map((answer, index) => ({
      round: index + 1,
      stopReason: answer.stopReason,
      usage: answer.usage,
      calls: toolUsesOf(answer).flatMap((call) => records.get(call.id) ?? []),
    }));
}

/** The same messages with the results behind each answer in the order of its calls: as they are reported, whenever they became known. */
export function inModelOrder(messages: readonly Message[]): readonly Message[] {
  const places = new Map(messages.flatMap(toolUsesOf).map((call, index) => [call.id, index]));
  const placeOf = (message: Message): number | undefined =>
    message.role === "tool" ? places.get(message.content[0]?.toolUseId ?? "") : undefined;
  const ordered: Message[] = [];
  for (const message of messages) {
    const place = placeOf(message);
    let index = ordered.length;
    while (place !== undefined && index > 0) {
      const before = ordered[index - 1];
      const placeBefore = before === undefined ? undefined : placeOf(before);
      if (placeBefore === undefined || placeBefore <= place) break;
      index -= 1;
    }
    ordered.splice(index, 0, message);
  }
  return ordered;
}

/** A code block with its language and its text. */
const FENCE = /```([\w-]*)[^`\n]*\n([\s\S]*?)```/g;

/** How a program, or the call of the tool spelled out, begins. */
const START = /^(?:\$\w+\s*=\s*)?\[\s*[a-z_]\w*\s*:\s*[a-z_]\w*\s*\]|^execute_ibl\s*\(/i;

/** True when the text shows a whole IBL program, in a code block or on a line of its own. */
export function hasProgram(text: string): boolean {
  const blocks = [...text.matchAll(FENCE)].filter(([, language = ""]) =>
    /^(?:ibl)?$/i.test(language),
  );
  if (blocks.some(([, , block = ""]) => isProgram(block))) return true;
  return text.replace(FENCE, "").split("\n").some(isProgram);
}

function isProgram(text: string): boolean {
  const trimmed = text.trim();
  return START.test(trimmed) && parse(trimmed).ok;
}
