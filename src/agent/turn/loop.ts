import { wordsOf } from "../../base/errors.ts";
import type { Language } from "../../base/localized.ts";
import {
  type AssistantMessage,
  addUsage,
  type Message,
  type ModelClient,
  ModelError,
  type ModelRequest,
  NO_USAGE,
  type NudgeKind,
  type ToolResultContent,
  type ToolUseContent,
  toolUsesOf,
  type Usage,
} from "../models/model-client.ts";
import { cutAnswer, NUDGES, stopText } from "./loop-messages.ts";
import {
  type CallRecord,
  callsOf,
  type FaultOf,
  inModelOrder,
  type Move,
  nextMove,
  type RoundRecord,
  roundsOf,
  type StopKind,
} from "./loop-state.ts";
import { type CallRunner, settleCalls } from "./tool-calls.ts";

/** Answers of the model in one turn. */
export const MAX_ROUNDS = 10;

/** A turn to run, or to go on with. */
export interface LoopRequest extends CallRunner {
  readonly model: ModelClient;
  readonly system: string;
  /** Earlier turns, as `Turns.history` gives them. */
  readonly history: readonly Message[];
  /** The saved messages of this turn, the person's first. */
  readonly turn: readonly Message[];
  /** Keeps one more message of this turn; it is on disk when this returns. */
  readonly save: (message: Message) => void;
  /** Of the endings that the loop writes itself. */
  readonly language: Language;
  /** Holds an answer against what was done. The model is told once of what is not so; then the answer carries a correction. Default: nothing is wrong with any. */
  readonly faultOf?: FaultOf;
  /** Default: 10. */
  readonly maxRounds?: number;
  /** Waited for before each step, which is work in one piece: what to ask the model, and what to make of its answer. Default: no step waits. */
  readonly pass?: () => Promise<void>;
  /** Told of everything as it comes; the model is then asked for its answers in pieces. */
  readonly onEvent?: (event: LoopEvent) => void;
}

/** What happens in a turn. Words are a draft until the turn has ended: what counts is its result. */
export type LoopEvent =
  | { readonly type: "text"; readonly text: string }
  /** The words of this answer so far are none: the model is asked for it again. */
  | { readonly type: "anew" }
  /** A call is about to be made, or made again after a wait. */
  | { readonly type: "tool_use"; readonly call: ToolUseContent; readonly round: number }
  | {
      readonly type: "tool_result";
      readonly callId: string;
      readonly state: "done" | "failed" | "waiting";
    }
  /** The words before it are no answer; the model is asked again. */
  | { readonly type: "nudge"; readonly nudge: NudgeKind };

/** How far a turn came. */
export type LoopResult = LoopFacts &
  (
    | { readonly kind: "answered"; readonly text: string; readonly isCut: boolean }
    /** Calls wait for a person. Running the loop again with the saved messages goes on there. */
    | { readonly kind: "waiting"; readonly callIds: readonly string[] }
    /** The model gave no answer. `text` says why, what was done and what was not; `error` is there for `model-error`. */
    | {
        readonly kind: "stopped";
        readonly reason: StopKind | "model-error";
        readonly text: string;
        readonly error?: ModelError;
      }
  );

/** What every end of the loop tells. */
export interface LoopFacts {
  /** Answers of the model in this turn. */
  readonly rounds: number;
  /** Tokens of the whole turn, also from before a restart. */
  readonly usage: Usage;
  readonly calls: readonly CallRecord[];
  readonly log: readonly RoundRecord[];
}

/**
 * Asks the model, runs its calls, and asks again with their results until it answers in words. Every answer is saved before its
 * calls run and every result as it becomes known, so the loop may end anywhere and be run again: calls without a result are
 * executed again under the same id. Throws only on abort and what `save` or `executeIbl` throw.
 */
export async function runLoop(request: LoopRequest): Promise<LoopResult> {
  const messages: Message[] = [...request.turn];
  const keep = (message: Message): void => {
    request.save(message);
    messages.push(message);
    if (message.role === "tool") for (const result of message.content) tellResult(request, result);
  };
  for (;;) {
    await request.pass?.();
    request.signal.throwIfAborted();
    const move = nextMove(messages, request.maxRounds ?? MAX_ROUNDS, request.faultOf);
    const next =
      move.kind === "calls"
        ? await settle(request, messages, move, keep)
        : await take(request, messages, move);
    if (next === undefined) continue;
    if ("kind" in next) return next;
    keep(next);
  }
}

/** Runs the open calls of the last answer; gives the turn's end where they bring it. */
async function settle(
  request: LoopRequest,
  messages: readonly Message[],
  move: Extract<Move, { kind: "calls" }>,
  keep: (message: Message) => void,
): Promise<LoopResult | undefined> {
  for (const call of move.calls) request.onEvent?.({ type: "tool_use", call, round: move.round });
  const end = await settleCalls(request, messages, move, keep);
  switch (end.kind) {
    case "settled":
      return undefined;
    case "waiting": {
      for (const callId of end.callIds)
        request.onEvent?.({ type: "tool_result", callId, state: "waiting" });
      return { ...factsOf(messages), ...end };
    }
    case "stop":
      return stopped(request, messages, end.reason);
  }
}

function tellResult({ onEvent }: LoopRequest, { toolUseId, isError }: ToolResultContent): void {
  onEvent?.({ type: "tool_result", callId: toolUseId, state: isError ? "failed" : "done" });
}

/** Does what a move asks for: the turn's next message, or its end. */
async function take(
  request: LoopRequest,
  messages: readonly Message[],
  move: Exclude<Move, { kind: "calls" }>,
): Promise<Message | LoopResult> {
  switch (move.kind) {
    case "ask":
      return ask(request, messages);
    case "nudge":
      request.onEvent?.({ type: "nudge", nudge: move.nudge });
      return {
        role: "user",
        nudge: move.nudge,
        content: [{ type: "text", text: move.text ?? NUDGES[move.nudge] }],
      };
    case "answered": {
      const words = move.isCut ? cutAnswer(move.text, request.language) : move.text;
      const text = move.note === undefined ? words : `${words}\n\n${move.note}`;
      return { ...factsOf(messages), kind: "answered", text, isCut: move.isCut };
    }
    case "stop":
      return stopped(request, messages, move.reason);
  }
}

async function ask(
  request: LoopRequest,
  messages: readonly Message[],
): Promise<AssistantMessage | LoopResult> {
  const question = {
    system: request.system,
    messages: [...request.history, ...inModelOrder(messages)],
    tools: [request.tool],
  };
  try {
    return withOwnIds(await answerTo(request, question), messages);
  } catch (error) {
    if (error instanceof ModelError) return stopped(request, messages, error);
    throw error;
  }
}

/** The model's answer, in pieces where someone follows them. */
async function answerTo(
  { model, onEvent, signal }: LoopRequest,
  question: ModelRequest,
): Promise<AssistantMessage> {
  if (onEvent === undefined) return model.send(question, signal);
  for await (const event of model.stream(question, signal)) {
    if (event.type === "end") return event.message;
    if (event.type === "text" || event.type === "anew") onEvent(event);
  }
  throw new ModelError("model-bad-answer", {
    en: "The answer of the model broke off. Try again.",
    ko: "모델의 답이 중간에 끊겼습니다. 다시 시도해 주세요.",
  });
}

/** Providers number their calls anew in each answer; within a turn an id names one call. */
function withOwnIds(answer: AssistantMessage, messages: readonly Message[]): AssistantMessage {
  const taken = new Set(messages.flatMap(toolUsesOf).map((call) => call.id));
  const content = answer.content.map((block) => {
    if (block.type !== "tool_use") return block;
    let id = block.id;
    for (let count = 2; taken.has(id); count += 1) id = `${block.id}-${count}`;
    taken.add(id);
    return { ...block, id };
  });
  return { ...answer, content };
}

function stopped(
  request: LoopRequest,
  messages: readonly Message[],
  cause: StopKind | ModelError,
): LoopResult {
  const facts = factsOf(messages);
  const words = {
    language: request.language,
    calls: facts.calls,
    maxRounds: request.maxRounds ?? MAX_ROUNDS,
  };
  if (cause instanceof ModelError) {
    return {
      ...facts,
      kind: "stopped",
      reason: "model-error",
      text: stopText(cause.code, {
        ...words,
        ...(cause.code === "model-budget" ? { because: wordsOf(cause, request.language) } : {}),
      }),
      error: cause,
    };
  }
  return { ...facts, kind: "stopped", reason: cause, text: stopText(cause, words) };
}

function factsOf(messages: readonly Message[]): LoopFacts {
  const answers = messages.filter((message) => message.role === "assistant");
  return {
    rounds: answers.length,
    usage: answers.map((answer) => answer.usage).reduce(addUsage, NO_USAGE),
    calls: callsOf(messages),
    log: roundsOf(messages),
  };
}
