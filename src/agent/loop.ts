import { wordsOf } from "../base/errors.ts";
import { isJsonObject } from "../base/json.ts";
import type { Language } from "../base/words.ts";
import { type CallRecord, callsOf, type Move, nextMove, type StopKind } from "./loop-state.ts";
import { cutAnswer, NUDGES, stopText } from "./loop-words.ts";
import {
  type AssistantMessage,
  addUsage,
  type Message,
  type ModelClient,
  ModelError,
  NO_USAGE,
  type ToolDefinition,
  type ToolUseContent,
  toolUsesOf,
  type Usage,
} from "./model.ts";
import type { ToolOutcome } from "./tool-result.ts";

/** Answers of the model in one turn. */
export const MAX_ROUNDS = 10;

/** A turn to run, or to go on with. */
export interface LoopRequest {
  readonly model: ModelClient;
  readonly system: string;
  /** The one tool. Its input is `{code}`. */
  readonly tool: ToolDefinition;
  /** Earlier turns, as `Turns.history` gives them. */
  readonly history: readonly Message[];
  /** The saved messages of this turn, the person's first. */
  readonly turn: readonly Message[];
  /** Keeps one more message of this turn; it is on disk when this returns. */
  readonly save: (message: Message) => void;
  /** Runs a program through the gate. The same call id and round may come again after a wait or a crash and must not take effect again. */
  readonly executeIbl: (code: string, callId: string, round: number) => Promise<ToolOutcome>;
  /** Of the endings that the loop writes itself. */
  readonly language: Language;
  /** Default: 10. */
  readonly maxRounds?: number;
  readonly signal: AbortSignal;
}

/** How far a turn came. */
export type LoopResult = LoopFacts &
  (
    | { readonly kind: "answered"; readonly text: string; readonly isCut: boolean }
    /** A call waits for a person. Running the loop again with the saved messages goes on there. */
    | { readonly kind: "waiting"; readonly callId: string }
    /** The model gave no answer. `text` says why, what was done and what was not; `error` is there for `model-error`. */
    | {
        readonly kind: "stopped";
        readonly reason: StopKind | "model-error";
        readonly text: string;
        readonly error?: ModelError;
      }
  );

export interface LoopFacts {
  /** Answers of the model in this turn. */
  readonly rounds: number;
  /** Tokens of the whole turn, also from before a restart. */
  readonly usage: Usage;
  readonly calls: readonly CallRecord[];
}

/**
 * Asks the model, runs its calls one after the other, and asks again with their results until it answers in words. Every answer is
 * saved before its calls run and every result after, so the loop may end anywhere and be run again: calls without a result are
 * executed again under the same id. Throws only on abort and what `save` or `executeIbl` throw.
 */
export async function runLoop(request: LoopRequest): Promise<LoopResult> {
  const messages: Message[] = [...request.turn];
  for (;;) {
    request.signal.throwIfAborted();
    const move = nextMove(messages, request.maxRounds ?? MAX_ROUNDS);
    const next = await take(request, messages, move);
    if ("kind" in next) return next;
    request.save(next);
    messages.push(next);
  }
}

/** Does what a move asks for: the turn's next message, or its end. */
async function take(
  request: LoopRequest,
  messages: readonly Message[],
  move: Move,
): Promise<Message | LoopResult> {
  switch (move.kind) {
    case "ask":
      return ask(request, messages);
    case "call": {
      const outcome = await settle(request, move);
      return outcome.kind === "waiting"
        ? { ...factsOf(messages), kind: "waiting", callId: move.call.id }
        : resultOf(move.call, outcome);
    }
    case "nudge":
      return {
        role: "user",
        nudge: move.nudge,
        content: [{ type: "text", text: NUDGES[move.nudge] }],
      };
    case "answered": {
      const text = move.isCut ? cutAnswer(move.text, request.language) : move.text;
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
    messages: [...request.history, ...messages],
    tools: [request.tool],
  };
  try {
    return withOwnIds(await request.model.send(question, request.signal), messages);
  } catch (error) {
    if (error instanceof ModelError) return stopped(request, messages, error);
    throw error;
  }
}

/** Checks a call and runs it. A call that cannot run gives an error that the model can act on. */
async function settle(
  request: LoopRequest,
  move: { readonly call: ToolUseContent; readonly round: number; readonly isCut: boolean },
): Promise<ToolOutcome> {
  const { call, round } = move;
  const { name } = request.tool;
  if (move.isCut) {
    return refusal(
      "Your answer hit the length limit, so this call may not be whole. It was not run. Send it again, shorter.",
    );
  }
  if (call.name !== name) {
    return refusal(
      `There is no tool "${call.name}". The only tool is "${name}", with {"code": "…"}.`,
    );
  }
  const code = isJsonObject(call.input) ? call.input["code"] : undefined;
  if (typeof code !== "string" || code.trim() === "") {
    return refusal(
      `"${name}" takes an object with the program as text: {"code": "[system:time]"}. Nothing was run.`,
    );
  }
  return request.executeIbl(code, call.id, round);
}

function refusal(content: string): ToolOutcome {
  return { kind: "result", content, isError: true, tainted: false };
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
  };
}
