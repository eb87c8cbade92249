import type { Clock } from "../../base/clock.ts";
import { AppError, codeOf, isAbort, isServiceEnd, wordsOf } from "../../base/errors.ts";
import { korean } from "../../base/korean-particles.ts";
import type { Language, Localized } from "../../base/localized.ts";
import type { Log, LogFields } from "../../base/log.ts";
import type { LoopScheduler } from "../../base/loop-scheduler.ts";
import type { ActionDefinition, Catalogue } from "../../engine/catalogue/catalogue.ts";
import { type Actor, actingAs, actingAt } from "../../engine/execute/action-types.ts";
import type { ProgramGate } from "../../runs/gate.ts";
import type { AllowedNodes } from "../../runs/plan-and-judge.ts";
import { accountText } from "../../runs/run-summary.ts";
import type { Runs } from "../../runs/run-table.ts";
import type { Approval } from "../../security/approvals/approvals.ts";
import type { ModelFor, Payer } from "../models/budget.ts";
import type { Message } from "../models/model-client.ts";
import type { AgentRegistry } from "../roster/roster.ts";
import { Agent, type AgentConfig, type AgentResponse } from "./agent.ts";
import type { ModelAnswer, ModelTurns as ModelTurnsPort, TurnRequest } from "./assistant.ts";
import { type Briefing, briefingTurn } from "./briefing-turn.ts";
import { type Prepared, type TurnContexts, withTurnBlock } from "./context-builder.ts";
import type { LoopResult } from "./loop.ts";
import { type RoundRecord, roundsOf } from "./loop-state.ts";
import { FOR_PRIVATE, TurnPrograms } from "./program-tool.ts";
import { EXECUTE_IBL, systemPrompt, turnBlock } from "./prompt.ts";
import type { TurnContext } from "./turn-context.ts";
import type { Turn, Turns } from "./turn-table.ts";

const STOPPED: Localized = { ko: "⏹️ 멈췄어요.", en: "⏹️ Stopped." };

type RunningRequest = Omit<TurnRequest, "origin" | "text">;

/** Turns answered by a language model whose one tool is `execute_ibl`. All of it is on disk between two steps: a press or a restart continues it. */
export class ModelTurns implements ModelTurnsPort {
  readonly #parts;
  readonly #programs: TurnPrograms;
  /** What goes on now, by turn: whoever wants to go on with the same turn waits for it. */
  readonly #running = new Map<string, Promise<unknown>>();

  constructor(parts: {
    /** The model within the budget of who asks. */
    readonly modelFor: ModelFor;
    readonly clock: Clock;
    readonly gate: ProgramGate;
    readonly turns: Turns;
    readonly runs: Runs;
    readonly catalogue: () => Catalogue;
    /** What turns are told besides their own messages. Default: every action, and the turns before as they are. */
    readonly contexts?: TurnContexts;
    readonly config?: AgentConfig;
    /** Default: the system agent alone, with nothing of its own to say. */
    readonly agentRegistry?: Pick<AgentRegistry, "acting">;
    /** Default: all nodes. */
    readonly allowedNodes?: AllowedNodes;
    /** The scheduled job that an effect belongs to, which pays with the person. Default: none. */
    readonly jobOf?: (effectKey: string) => string | undefined;
    /** Each step of a turn begins in a round of the event loop of its own. Default: at once. */
    readonly rounds?: LoopScheduler;
    /** Told of each turn's rounds. Default: nobody. */
    readonly log?: Pick<Log, "info">;
  }) {
    this.#parts = parts;
    this.#programs = new TurnPrograms(parts);
  }

  /** What a schedule brought belongs to the conversation from now on, the same due time once. One that nobody has spoken in for long is over by then. */
  remember(briefing: Briefing): void {
    const { turns, contexts } = this.#parts;
    const turn = briefingTurn(briefing);
    if (turns.find(turn.origin) !== undefined) return;
    contexts?.endIfIdle({ personId: turn.personId, chatKey: turn.chatKey });
    turns.addReport(turn);
  }

  async answer(request: TurnRequest): Promise<ModelAnswer> {
    const { actor, origin, text, isForwarded, quoted, files, asked } = request;
    const { turns, contexts } = this.#parts;
    const place = { personId: actor.personId, chatKey: actor.chatId };
    if (asked === undefined && turns.find(origin) === undefined) contexts?.endIfIdle(place);
    const turn = turns.begin({
      ...place,
      origin,
      input: text,
      ...(isForwarded === undefined ? {} : { isForwarded }),
      ...(quoted === undefined ? {} : { quoted }),
      ...(files === undefined ? {} : { files }),
      ...(asked === undefined ? {} : { asked }),
      ...(actor.agents === undefined ? {} : { agents: actor.agents }),
    });
    if (turn.reply !== undefined)
      return { ...this.#answered(turn.id, turn.reply), ...movedFrom(actor, turn) };
    return this.#run(turn, request);
  }

  async continueAfter(
    runId: string,
    request: Omit<TurnRequest, "origin" | "text">,
  ): Promise<(ModelAnswer & { readonly origin: string }) | undefined> {
    const turnId = this.#parts.runs.get(runId)?.turnId;
    const turn = turnId === undefined ? undefined : this.#parts.turns.get(turnId);
    if (turn === undefined) return undefined;
    const moved = movedFrom(request.actor, turn);
    if (turn.reply !== undefined)
      return { ...this.#answered(turn.id, turn.reply), origin: turn.origin, ...moved };
    return { ...(await this.#run(turn, request)), origin: turn.origin };
  }

  /** One at a time a turn: two answers to two of its cards may come together, and the one that comes later finds what the other did. */
  async #run(turn: Turn, request: RunningRequest): Promise<ModelAnswer> {
    for (;;) {
      const other = this.#running.get(turn.id);
      if (other === undefined) break;
      await other.catch(() => undefined); // whoever began it is told
    }
    if (this.#parts.turns.get(turn.id)?.reply !== undefined) return ALREADY_TOLD;
    const work = this.#goOn(turn, request).finally(() => this.#running.delete(turn.id));
    this.#running.set(turn.id, work);
    return work;
  }

  /** Goes on as who began it, whoever the chat speaks with by now; from a group to the private chat where what it reads is the person's alone. */
  async #goOn(turn: Turn, given: RunningRequest): Promise<ModelAnswer> {
    const moved = movedFrom(given.actor, turn);
    const request = placedAs(turn, given);
    try {
      return { ...(await this.#proceed(turn, request)), ...moved };
    } catch (error) {
      const privately = request.actor.inGroup?.privateChatId;
      if (codeOf(error) === FOR_PRIVATE && privately !== undefined)
        return this.#goOn(this.#parts.turns.move(turn, privately), given);
      return { ...this.#stopped(turn, request.actor, error), ...moved };
    }
  }

  async #proceed(turn: Turn, request: RunningRequest): Promise<ModelAnswer> {
    const waiting = new Map<string, readonly Approval[]>();
    const { turns, rounds } = this.#parts;
    const known = roundsOf(turns.messages(turn.id)).length;
    turns.setState(turn.id, "running");
    const prepared = await this.#prepared(turn, request);
    await rounds?.pass();
    const agent = this.#agent(turn, request, prepared, (callId, approvals) =>
      waiting.set(callId, approvals),
    );
    const { result, rounds: records } = await responseOf(agent, turn.input, request);
    for (const record of records.slice(known)) this.#parts.log?.info(...roundLine(turn, record));
    const open = result.kind === "waiting" ? result.callIds : [];
    return this.#end(
      turn,
      request.actor,
      result,
      open.flatMap((callId) => waiting.get(callId) ?? []),
    );
  }

  /** The agent of one turn. */
  #agent(
    turn: Turn,
    request: RunningRequest,
    { context, history }: Prepared,
    onWaiting: (callId: string, approvals: readonly Approval[]) => void,
  ): Agent {
    const { turns, modelFor, config, agentRegistry, rounds } = this.#parts;
    const { actor } = request;
    return new Agent({
      model: modelFor(this.#payer(turn, actor), agentRegistry?.acting(actor.agents)?.mode),
      system: this.#system(turn, actor),
      tool: EXECUTE_IBL,
      conversation: {
        begin: () => ({
          history: history.flatMap((message) => this.#asTold(message, actor)),
          messages: withTurnBlock(turns.messages(turn.id), this.#told(turn, context, actor)),
          save: (message) => turns.append(turn.id, message),
        }),
        startSession: () => turns.startSession(turn),
      },
      executeIbl: async (code, callId, round, signal) => {
        const origin = `${turn.origin}/${round}.${callId}`;
        const outcome = await this.#programs.run(
          turn,
          { ...request, signal },
          { code, callId, origin },
        );
        onWaiting(callId, outcome.approvals);
        return outcome.tool;
      },
      faultOf: (words) => this.#programs.faultOf(turn, words, actor),
      onlyReads: (code, callId) => this.#programs.onlyReads(turn, actor, { code, callId }),
      language: actor.language,
      ...(rounds === undefined ? {} : { pass: () => rounds.pass() }),
      ...(request.onBusy === undefined ? {} : { onBusy: request.onBusy }),
      ...(config === undefined ? {} : { config }),
    });
  }

  /** What is asked of colleagues is paid by who the asking program runs for. */
  #payer({ personId, chatKey, origin }: Turn, { zone }: Actor): Payer {
    const scheduleId = this.#parts.jobOf?.(origin);
    return { personId, chatKey, zone, ...(scheduleId === undefined ? {} : { scheduleId }) };
  }

  /** Someone stopped the turn: its answer tells what its programs did and did not. Where only the process ends, the turn is continued. */
  #stopped(turn: Turn, { language }: Actor, error: unknown): ModelAnswer {
    if (!isAbort(error) || isServiceEnd(error)) throw error;
    const text = this.#withAccount(
      turn,
      `${STOPPED[language]} ${wordsOf(error, language)}`,
      language,
    );
    this.#parts.turns.end(turn.id, "stopped", text);
    return { kind: "answer", text };
  }

  /** Words about an end with what the turn's programs did and did not. */
  #withAccount(turn: Turn, words: string, language: Language): string {
    const account = this.#accountOf(turn, language);
    return account === "" ? words : `${words}\n\n${account}`;
  }

  #accountOf({ id }: Turn, language: Language): string {
    return accountText(this.#programs.account(id), language);
  }

  /** A model that could not be reached before anything was done is told as an error, so that examples may answer instead. */
  #end(
    turn: Turn,
    { language }: Actor,
    result: LoopResult,
    waiting: readonly Approval[],
  ): ModelAnswer {
    const { turns } = this.#parts;
    if (result.kind === "waiting") {
      turns.setState(turn.id, "waiting");
      return { kind: "waiting", approvals: waiting };
    }
    const text =
      result.kind === "answered" ? result.text : this.#withAccount(turn, result.text, language);
    turns.end(turn.id, result.kind === "answered" ? "done" : "failed", text);
    const answer = this.#answered(turn.id, text);
    if (result.kind !== "stopped" || result.error === undefined) return answer;
    if (result.calls.length === 0) throw result.error;
    const account = this.#accountOf(turn, language);
    return { ...answer, brokenOff: { error: result.error, account } };
  }

  /** The answer of a turn that is over, with the files that its programs made. */
  #answered(turnId: string, text: string): Extract<ModelAnswer, { kind: "answer" }> {
    const files = this.#programs.filesOf(turnId);
    return { kind: "answer", text, ...(files.length === 0 ? {} : { files }) };
  }

  async #prepared(turn: Turn, { actor, signal }: RunningRequest): Promise<Prepared> {
    const { contexts, turns } = this.#parts;
    if (contexts !== undefined) {
      const allowed = this.#allowedFor(actor);
      const options = { allowed, signal: signal ?? new AbortController().signal };
      return contexts.prepare(turn, this.#payer(turn, actor), options);
    }
    const context = { actions: [], references: "", notes: "", isTainted: false };
    return { context, history: turns.history(turn) };
  }

  #allowedFor({ isOwner, agents }: Actor): (action: ActionDefinition) => boolean {
    const nodes = this.#parts.allowedNodes?.(agents);
    return ({ node, ownerOnly }) =>
      (isOwner || !ownerOnly) && (nodes === undefined || node === "system" || nodes.includes(node));
  }

  /** The same in every turn of who asks. Throws `AppError` `agent-gone` for an agent that is not declared any more. */
  #system(turn: Turn, actor: Actor): string {
    const { catalogue, agentRegistry } = this.#parts;
    const agent = agentRegistry?.acting(actor.agents);
    if (agentRegistry !== undefined && agent === undefined) throw goneError(actor);
    return systemPrompt({
      actions: [...catalogue().actions.values()].filter(this.#allowedFor(actor)),
      language: actor.language,
      ...(agent === undefined ? {} : { agent }),
      isAskedByAgent: turn.delegationId !== undefined,
    });
  }

  /** A message of an earlier turn as it was sent then, so that providers know it again; memories are told with the newest alone. */
  #asTold(message: Message, actor: Actor): readonly Message[] {
    const { turns } = this.#parts;
    const id = message.role === "user" ? (message.turnId ?? "") : "";
    const [turn, context] = [turns.get(id), turns.context(id)];
    if (turn === undefined || context === undefined) return [message];
    return withTurnBlock([message], this.#told(turn, { ...context, notes: "" }, actor));
  }

  /** The same in every round of a turn: an action that has left the catalogue since is left out. */
  #told(turn: Turn, { actions, notes, references }: TurnContext, actor: Actor): string {
    const all = this.#parts.catalogue().actions;
    const found = actions.flatMap((name) => all.get(name) ?? []);
    return turnBlock({
      person: actor,
      nowMs: turn.startedAtMs,
      notes,
      actions: found.filter(this.#allowedFor(actor)),
      references,
    });
  }
}

/** Where a turn takes place, if it has left the chat of who is at hand. */
function movedFrom(actor: Actor, { chatKey }: Turn): { readonly movedTo?: string } {
  return chatKey === actor.chatId ? {} : { movedTo: chatKey };
}

/** A request as its turn goes on; nobody in a group follows one that has left it. */
function placedAs(turn: Turn, given: RunningRequest): RunningRequest {
  const {
    onText: _onText,
    onAnew: _onAnew,
    onBusy: _onBusy,
    onProgram: _onProgram,
    ...quiet
  } = given;
  const actor = actingAt(actingAs(given.actor, turn.agents), turn.chatKey);
  return turn.chatKey === given.actor.chatId ? { ...given, actor } : { ...quiet, actor };
}

/** Somebody else brought the turn to its end meanwhile, and told of it. */
const ALREADY_TOLD: ModelAnswer = { kind: "answer", text: "" };

/** What the agent answers; in pieces where someone reads along. */
async function responseOf(
  agent: Agent,
  input: string,
  { signal, onText, onAnew }: RunningRequest,
): Promise<AgentResponse> {
  const options = signal === undefined ? {} : { signal };
  if (onText === undefined) return agent.processRequest(input, options);
  for await (const event of agent.streamRequest(input, options)) {
    if (event.type === "text") onText(event.text);
    // What is said after a call, or anew, begins a line.
    if (event.type === "tool_use" || event.type === "nudge" || event.type === "anew") {
      onText("\n");
      onAnew?.();
    }
    if (event.type === "end") return event.response;
  }
  throw new TypeError("The stream of an agent ends with its response.");
}

/** A round for the log, without any words of it. */
function roundLine({ id }: Turn, record: RoundRecord): [LogFields, string] {
  const { round, stopReason, usage, calls } = record;
  const { inputTokens, outputTokens } = usage;
  const states = calls.map(({ state }) => state).join(" ");
  const fields = { turn: id, round, stopReason, inputTokens, outputTokens, calls: states };
  return [fields, "The model answered."];
}

function goneError({ agents = [] }: Actor): AppError {
  const id = agents.at(-1) ?? "";
  return new AppError("agent-gone", {
    en: `The agent "${id}" is not declared any more. Choose another with /agent.`,
    ko: korean`동료 "${id}"은(는) 이제 없어요. /agent 로 다른 동료를 골라 주세요.`,
  });
}
