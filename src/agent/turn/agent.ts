import { AppError } from "../../base/errors.ts";
import { linkSignals } from "../../base/linked-signal.ts";
import type { Message, Usage } from "../models/model-client.ts";
import { type LoopEvent, type LoopRequest, type LoopResult, MAX_ROUNDS, runLoop } from "./loop.ts";
import type { CallRecord, RoundRecord } from "./loop-state.ts";

/** How an agent works. */
export interface AgentConfig {
  /** Most answers of the model in one turn, at least 1. Default: 10. */
  readonly maxIterations?: number;
}

/** Where an agent's conversation is kept. */
export interface Conversation {
  /** Begins a turn with what the person said, or gives the one that was begun with it before and did not end. */
  begin(input: string): ConversationTurn;
  /** What was said before is in no history any more. */
  startSession(): void;
}

/** One turn of a conversation. */
export interface ConversationTurn extends Pick<LoopRequest, "history" | "save"> {
  /** What of this turn is kept already, the person's message first. */
  readonly messages: readonly Message[];
}

/** What a request came to. */
export interface AgentResponse {
  /** What the person reads; empty while calls wait for them. */
  readonly message: string;
  /** True when the model came to an answer; otherwise `message` says why it did not, what was done and what was not. */
  readonly finished: boolean;
  /** Every call of the turn. */
  readonly toolCalls: readonly CallRecord[];
  readonly rounds: readonly RoundRecord[];
  readonly usage: Usage;
  readonly result: LoopResult;
}

/** What `streamRequest` gives. Words are a draft until `end`, which comes last and once. */
export type AgentEvent = LoopEvent | { readonly type: "end"; readonly response: AgentResponse };

/** Answers requests in one conversation: asks the model, runs its calls through the gate and asks again, until there is an answer. */
export class Agent {
  readonly #parts;
  readonly #maxRounds: number;

  /** Throws `AppError` `bad-config` for a `maxIterations` that is no whole number from 1. */
  constructor(
    parts: Pick<
      LoopRequest,
      | "model"
      | "system"
      | "tool"
      | "executeIbl"
      | "onlyReads"
      | "faultOf"
      | "language"
      | "onBusy"
      | "pass"
    > & {
      readonly conversation: Conversation;
      readonly config?: AgentConfig;
    },
  ) {
    const { maxIterations = MAX_ROUNDS } = parts.config ?? {};
    if (!Number.isInteger(maxIterations) || maxIterations < 1)
      throw new AppError(
        "bad-config",
        `maxIterations is ${maxIterations}; it must be a whole number from 1.`,
      );
    this.#parts = parts;
    this.#maxRounds = maxIterations;
  }

  /** Answers a request. Rejects on abort, and with what keeping or running throws; whatever else goes wrong is told in the response. */
  async processRequest(
    input: string,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<AgentResponse> {
    return this.#process(input, options.signal ?? new AbortController().signal);
  }

  /** The same as it comes: words, calls, their results, and in the end the response. Leaving the loop early aborts the request. */
  async *streamRequest(
    input: string,
    options: { readonly signal?: AbortSignal } = {},
  ): AsyncGenerator<AgentEvent, void, undefined> {
    const left = new AbortController();
    const either = linkSignals([options.signal, left.signal]);
    const events = new EventQueue();
    const work = this.#process(input, either.signal, events.push).then(
      (response) => events.end({ type: "end", response }),
      (error: unknown) => events.fail(error),
    );
    try {
      yield* events;
    } finally {
      left.abort(new AppError("aborted", "Nobody follows the answer any more."));
      await work;
      either.release();
    }
  }

  /** Forgets what was said: the next request begins anew. */
  startSession(): void {
    this.#parts.conversation.startSession();
  }

  /** Ends the conversation. What was said is forgotten here too; what was saved for good stays. */
  endSession(): void {
    this.#parts.conversation.startSession();
  }

  async #process(
    input: string,
    signal: AbortSignal,
    onEvent?: (event: LoopEvent) => void,
  ): Promise<AgentResponse> {
    const { conversation, config: _config, ...work } = this.#parts;
    const { messages, history, save } = conversation.begin(input);
    const result = await runLoop({
      ...work,
      history,
      save,
      turn: messages,
      maxRounds: this.#maxRounds,
      signal,
      ...(onEvent === undefined ? {} : { onEvent }),
    });
    return {
      message: result.kind === "waiting" ? "" : result.text,
      finished: result.kind === "answered",
      toolCalls: result.calls,
      rounds: result.log,
      usage: result.usage,
      result,
    };
  }
}

/** Events between who makes them and who takes them, in order. */
class EventQueue implements AsyncIterable<AgentEvent> {
  readonly #events: AgentEvent[] = [];
  #hasEnded = false;
  #error: { readonly thrown: unknown } | undefined;
  #wake = (): void => undefined;

  readonly push = (event: AgentEvent): void => {
    this.#events.push(event);
    this.#wake();
  };

  end(event: AgentEvent): void {
    this.#hasEnded = true;
    this.push(event);
  }

  fail(thrown: unknown): void {
    this.#error = { thrown };
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<AgentEvent, void, undefined> {
    for (;;) {
      const event = this.#events.shift();
      if (event !== undefined) yield event;
      else if (this.#error !== undefined) throw this.#error.thrown;
      else if (this.#hasEnded) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}
