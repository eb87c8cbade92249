import { wordsOf } from "../../base/errors.ts";
import type { Language, Localized } from "../../base/localized.ts";
import {
  type AssistantMessage,
  addUsage,
  type Message,
  type ModelClient,
  ModelError,
  type ModelErrorCode,
  type ModelRequest,
  NO_USAGE,
  type NudgeKind,
  type ToolResultContent,
  type ToolUseContent,
  toolUsesOf,
  type Usage,
} from "../models/model-client.ts";
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
  /** Called when the model is too busy to answer; true once it may be asked again, which it is one more time. Default: it is not. */
  readonly onBusy?: (signal: AbortSignal) => Promise<boolean>;
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
    /** The model gave no answer. `text` says why; `error` is there for `model-error`. */
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
      return ask(request, messages, move.isInWords);
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
  isInWords: boolean,
): Promise<AssistantMessage | LoopResult> {
  const question = {
    ...(isInWords ? { isInWords } : {}),
    system: request.system,
    messages: [...request.history, ...inModelOrder(messages)],
    tools: [request.tool],
  };
  try {
    return withOwnIds(await answerOrWait(request, question), messages);
  } catch (error) {
    if (error instanceof ModelError) return stopped(request, messages, error);
    throw error;
  }
}

/** A model that is busy is asked again once. */
async function answerOrWait(
  request: LoopRequest,
  question: ModelRequest,
): Promise<AssistantMessage> {
  try {
    return await answerTo(request, question);
  } catch (error) {
    const isBusy = error instanceof ModelError && error.code === "model-rate-limited";
    if (!isBusy || (await request.onBusy?.(request.signal)) !== true) throw error;
    return answerTo(request, question);
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
    ko: "모델의 답이 중간에 끊겼어요. 다시 시도해 주세요.",
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
  { language, maxRounds = MAX_ROUNDS }: LoopRequest,
  messages: readonly Message[],
  cause: StopKind | ModelError,
): LoopResult {
  const facts = factsOf(messages);
  if (!(cause instanceof ModelError)) {
    const text = REASONS[cause][language].replace("{rounds}", String(maxRounds));
    return { ...facts, kind: "stopped", reason: cause, text };
  }
  const text =
    cause.code === "model-budget" ? wordsOf(cause, language) : REASONS[cause.code][language];
  return { ...facts, kind: "stopped", reason: "model-error", text, error: cause };
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

/** Reminders to the model, written in the person's place. */
const NUDGES: Readonly<Record<NudgeKind, string>> = {
  empty: "(Your answer was empty. Answer the request in words, or call execute_ibl.)",
  "program-in-text":
    "(You wrote a program as text, and nothing ran. If it is meant to run, call execute_ibl with it. If you only meant to show it, give the same answer again.)",
  "false-claim":
    "(Your answer says that something was done which the journal does not show. Answer again and say only what was done.)",
  "last-round":
    "(No more programs are run for this message. Answer now in words from what you have found, and say what is missing.)",
  "malformed-call":
    '(Your tool call could not be read, and nothing ran. Call execute_ibl again with {"code": "…"}, shorter if it was long.)',
};

const REASONS: Readonly<Record<StopKind | ModelErrorCode, Readonly<Record<Language, string>>>> = {
  "max-rounds": {
    ko: "{rounds}번의 단계를 모두 썼지만 끝맺지 못했어요. 요청을 나누어 다시 말해 주세요.",
    en: "I used all {rounds} steps and did not come to an end. Ask again in smaller parts.",
  },
  "same-failure": {
    ko: "같은 작업이 거듭 실패해서 멈췄어요.",
    en: "The same step kept failing, so I stopped.",
  },
  "same-result": {
    ko: "같은 조회만 거듭해서 멈췄어요.",
    en: "The same step was repeated and only gave the same result, so I stopped.",
  },
  empty: {
    ko: "모델이 빈 답을 보내서 끝맺지 못했어요. 다시 말해 주세요.",
    en: "The model gave an empty answer, so I could not finish. Please ask again.",
  },
  "malformed-call": {
    ko: "모델이 보낸 작업을 읽을 수 없어서 끝맺지 못했어요. 다시 말해 주세요.",
    en: "The model's call could not be read, so I could not finish. Please ask again.",
  },
  "model-rate-limited": {
    ko: "모델의 사용 한도를 넘어서 지금은 답할 수 없어요. 잠시 뒤에 다시 말해 주세요.",
    en: "The model's request limit is reached, so I cannot answer now. Please ask again later.",
  },
  "model-auth": {
    ko: "모델의 API 키가 거부되었어요. 설정의 키를 확인해 주세요.",
    en: "The model's API key was refused. Check the key in the configuration.",
  },
  "model-unavailable": {
    ko: "모델에 연결할 수 없어요. 잠시 뒤에 다시 말해 주세요.",
    en: "The model cannot be reached. Please ask again later.",
  },
  "model-bad-answer": {
    ko: "모델의 답을 읽을 수 없어요. 다시 말해 주세요.",
    en: "The model's answer could not be read. Please ask again.",
  },
  "model-blocked": {
    ko: "모델 제공자의 필터가 답을 막았어요. 다른 말로 물어봐 주세요.",
    en: "The model provider's filter withheld the answer. Please say it in other words.",
  },
  "model-budget": {
    ko: "모델 사용 한도에 닿아서 멈췄어요.",
    en: "A limit of the model is reached, so I stopped.",
  },
};

const CUT: Localized = {
  ko: "(답이 길이 제한에서 잘렸어요.)",
  en: "(The answer was cut at the length limit.)",
};

/** An answer that hit the length limit, told as such. */
function cutAnswer(text: string, language: Language): string {
  return `${text}\n\n${CUT[language]}`;
}
