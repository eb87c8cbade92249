import type { Clock } from "../base/clock.ts";
import { isAbort, isServiceEnd, wordsOf } from "../base/errors.ts";
import type { Localized } from "../base/words.ts";
import type { Actor } from "../engine/action.ts";
import type { Catalogue } from "../engine/catalogue.ts";
import type { Approval } from "../security/approvals.ts";
import type { ModelAnswer, ModelTurns as ModelTurnsPort, TurnRequest } from "./assistant.ts";
import { type LoopResult, runLoop } from "./loop.ts";
import type { ModelFor } from "./model-budget.ts";
import { EXECUTE_IBL, systemPrompt } from "./prompt.ts";
import { accountOf, accountText, joinAccounts, keptAccount } from "./run-account.ts";
import type { Gate } from "./run-ibl.ts";
import type { Runs } from "./runs.ts";
import { type ToolOutcome, toolOutcomeOf } from "./tool-result.ts";
import type { Turn, Turns } from "./turns.ts";

const STOPPED: Localized = { ko: "⏹️ 멈췄습니다.", en: "⏹️ Stopped." };

export interface ModelTurnsParts {
  /** The model within the budget of who asks. */
  readonly modelFor: ModelFor;
  readonly clock: Clock;
  readonly gate: Gate;
  readonly turns: Turns;
  readonly runs: Runs;
  readonly catalogue: () => Catalogue;
}

/** Turns answered by a language model whose one tool is `execute_ibl`. All of it is on disk between two steps: a press or a restart continues it. */
export class ModelTurns implements ModelTurnsPort {
  readonly #parts: ModelTurnsParts;

  constructor(parts: ModelTurnsParts) {
    this.#parts = parts;
  }

  async answer(request: TurnRequest): Promise<ModelAnswer> {
    const { actor, origin, text, isForwarded } = request;
    const turn = this.#parts.turns.begin({
      origin,
      personId: actor.personId,
      chatKey: actor.chatId,
      input: text,
      ...(isForwarded === undefined ? {} : { isForwarded }),
    });
    if (turn.reply !== undefined) return { kind: "answer", text: turn.reply };
    return this.#run(turn, request);
  }

  async continueAfter(
    runId: string,
    request: Omit<TurnRequest, "origin" | "text">,
  ): Promise<(ModelAnswer & { readonly origin: string }) | undefined> {
    const turnId = this.#parts.runs.get(runId)?.turnId;
    const turn = turnId === undefined ? undefined : this.#parts.turns.get(turnId);
    if (turn === undefined) return undefined;
    if (turn.reply !== undefined) return { kind: "answer", text: turn.reply, origin: turn.origin };
    return { ...(await this.#run(turn, request)), origin: turn.origin };
  }

  async #run(turn: Turn, request: Omit<TurnRequest, "origin" | "text">): Promise<ModelAnswer> {
    const { turns, modelFor, catalogue, clock } = this.#parts;
    const { actor } = request;
    turns.setState(turn.id, "running");
    let waiting: readonly Approval[] = [];
    const loop = runLoop({
      model: modelFor({ personId: turn.personId, chatKey: turn.chatKey, zone: actor.zone }),
      system: systemPrompt({
        actions: [...catalogue().actions.values()],
        person: actor,
        nowMs: clock.now(),
      }),
      tool: EXECUTE_IBL,
      history: turns.history(turn),
      turn: turns.messages(turn.id),
      save: (message) => turns.append(turn.id, message),
      executeIbl: async (code, callId, round) => {
        const outcome = await this.#execute(turn, request, {
          code,
          callId,
          origin: `${turn.origin}/${round}.${callId}`,
        });
        waiting = outcome.approvals;
        return outcome.tool;
      },
      language: actor.language,
      signal: request.signal ?? new AbortController().signal,
    });
    try {
      return this.#end(turn, await loop, waiting);
    } catch (error) {
      return this.#stopped(turn, actor, error);
    }
  }

  /** Someone stopped the turn: its answer tells what its programs did and did not. Where only the process ends, the turn is continued. */
  #stopped(turn: Turn, { language }: Actor, error: unknown): ModelAnswer {
    if (!isAbort(error) || isServiceEnd(error)) throw error;
    const { turns, runs, catalogue } = this.#parts;
    const account = joinAccounts(
      runs
        .ofTurn(turn.id)
        .map((run) =>
          run.state === "stopped"
            ? keptAccount(JSON.parse(run.resultJson ?? "{}"))
            : accountOf(runs.steps(run.id), catalogue()),
        ),
    );
    const words = `${STOPPED[language]} ${wordsOf(error, language)}`;
    const text = [words, accountText(account, language)].filter((part) => part !== "").join("\n\n");
    turns.end(turn.id, "stopped", text);
    return { kind: "answer", text };
  }

  async #execute(
    turn: Turn,
    request: Omit<TurnRequest, "origin" | "text">,
    call: { readonly code: string; readonly callId: string; readonly origin: string },
  ): Promise<{ readonly tool: ToolOutcome; readonly approvals: readonly Approval[] }> {
    const { actor, signal, onStep } = request;
    const ownWords = this.#ownWords(turn, call.callId);
    const result = await this.#parts.gate.run({
      source: call.code,
      actor,
      origin: call.origin,
      turnId: turn.id,
      ...(ownWords === undefined ? {} : { ownWords }),
      ...(signal === undefined ? {} : { signal }),
      ...(onStep === undefined ? {} : { onStep }),
    });
    return {
      tool: toolOutcomeOf(result, this.#parts.runs.find(call.origin)?.changes),
      approvals: result.kind === "waiting" ? result.approvals : [],
    };
  }

  /** What the person said and typed, where the model had read something from outside before it wrote a call. */
  #ownWords(turn: Turn, callId: string): readonly string[] | undefined {
    const { turns, runs } = this.#parts;
    const messages = turns.wordsIfTainted(turn, callId);
    if (messages === undefined) return undefined;
    return [...messages, ...runs.typedAnswers(turn, turns.sessionStart(turn))];
  }

  /** A model that could not be reached before anything was done is told as an error, so that examples may answer instead. */
  #end(turn: Turn, result: LoopResult, waiting: readonly Approval[]): ModelAnswer {
    const { turns } = this.#parts;
    if (result.kind === "waiting") {
      turns.setState(turn.id, "waiting");
      return { kind: "waiting", approvals: waiting };
    }
    turns.end(turn.id, result.kind === "answered" ? "done" : "failed", result.text);
    if (result.kind === "stopped" && result.error !== undefined && result.calls.length === 0)
      throw result.error;
    return { kind: "answer", text: result.text };
  }
}
