import type { Clock } from "../../base/clock.ts";
import { digestOf } from "../../base/digest.ts";
import { AppError, isAbort, wordsOf } from "../../base/errors.ts";
import { canonicalJson } from "../../base/json.ts";
import { linkSignals } from "../../base/linked-signal.ts";
import { joined, type Language } from "../../base/localized.ts";
import type { ActionDefinition } from "../catalogue/catalogue.ts";
import type { InnerProgram, PlannedCall } from "../plan/planned-tree.ts";
import type { Moment } from "../values/formula-dates.ts";
import { failure, failureIn, type Outcome, success } from "../values/outcome.ts";
import type { Scope } from "../values/resolve-references.ts";
import {
  type ActionHandler,
  type Actor,
  type AskOwners,
  actingAs,
  type HandlerResult,
  type ReadyCall,
  type Suspension,
  type WorkPart,
} from "./action-types.ts";
import type { CallLook, LookAtCall } from "./call-look.ts";
import type { TakePicture } from "./call-picture.ts";
import {
  type LeftOutReason,
  reasonOfResult,
  reasonToLeaveOut,
  standInFor,
  type Trial,
} from "./dry-run.ts";
import { areSame, filesOf, type LookAtFile, type SeenFile } from "./file-state.ts";
import type { Journal, StepRecord, Wait } from "./journal.ts";
import { previousValue, type Settled, settle } from "./settle-params.ts";
import {
  type WaitingCall,
  waitBefore,
  waitForAll,
  waitOfDelegatedWork,
  waitOfExpansion,
  waitOfSuspension,
  waitOfUncertain,
} from "./waits.ts";

/** For whom, where and until when calls run. */
export interface CallContext {
  readonly actor: Actor;
  /** Prefix of every effect key: the update, occurrence or command this run answers, and its round. */
  readonly effectOrigin: string;
  /** The run, for calls that keep account of what they ask elsewhere. Default: none. */
  readonly runId?: string;
  readonly handlerOf: (definition: ActionDefinition) => ActionHandler | undefined;
  readonly journal: Journal;
  readonly clock: Clock;
  /** When the run began, which is what its formulas take for now: the same after a restart. Default: this time. */
  readonly beganMs?: number;
  readonly signal: AbortSignal;
  /** Looks at files of the chat. Default: nothing is told of files. */
  readonly look?: LookAtFile;
  /** Takes a picture of what a call that waits acts on. Default: cards have none. */
  readonly takePicture?: TakePicture;
  /** Looks at what calls act on whose actions say so. Default: nobody can, and each of them waits. */
  readonly lookAtCall?: LookAtCall;
  /** What people saw of files when they allowed a call, by its id. */
  readonly seen?: ReadonlyMap<string, readonly SeenFile[]>;
  /** Calls that were allowed for files: one that takes a folder waits. Default: none. */
  readonly forFilesOnly?: ReadonlySet<string>;
  /** How the files are of the calls that an `approve` stands for. */
  readonly lookCovered?: (callId: string) => Promise<readonly SeenFile[]>;
  /** Makes it a dry run. Default: everything is done. */
  readonly trial?: Trial;
  /** Runs a program that waits for an owner beside this one. Default: nobody can be asked. */
  readonly askOwners?: AskOwners;
  /** Told, in the transaction that makes it, of the schedule that a call makes or changes. Default: nobody asks. */
  readonly onScheduled?: (callId: string, scheduleId: string) => void;
  /** Takes out of an outcome what nobody may see, before it goes anywhere. Default: it stays as it is. */
  readonly mask?: (outcome: Outcome) => Outcome;
}

/** What an expression gives inside the executor: an outcome, or the waits that keep it from having one. */
export type Step = Outcome | { readonly waits: readonly Wait[] };

/** A program to run in the place of a call, and which of its values came from outside. */
export interface Expanded {
  readonly expand: InnerProgram;
  readonly taintedNames: ReadonlySet<string>;
}

/** A call that begins (outcome absent), waits for a person, or ends. */
export interface CallReport {
  readonly key: string;
  readonly call: PlannedCall;
  readonly outcome?: Outcome;
  readonly waits?: true;
  /** There when the call tells which part of its work it is at. */
  readonly part?: WorkPart;
  readonly durationMs: number;
}

/** A call with the names that it sees and where it stands in the journal. */
export interface PlacedCall {
  readonly call: PlannedCall;
  readonly scope: Scope;
  readonly key: string;
}

/** A call that waits for a press which one card is to ask for with others. */
export interface GatheredWait {
  readonly call: PlannedCall;
  readonly wait: Wait;
}

/** Runs single calls: replays what the journal has, stops at values a person must see, and writes before and after each effect. */
export class CallRunner {
  readonly #context: CallContext;
  readonly #report: (report: CallReport) => void;
  /** What formulas take for now. */
  readonly moment: Moment;
  readonly #asksWhenReached: ReadonlySet<string>;
  /** What presses on several calls allowed, by the digests of the calls. */
  readonly #allowedTogether = new Set<string>();
  /** What became of calls that were refused together, by their keys. */
  readonly #refusedTogether = new Map<string, Outcome>();
  #isRefused = false;

  /** `asksWhenReached`: ids of the calls that no press on the plan stands for. */
  constructor(
    context: CallContext,
    report: (report: CallReport) => void,
    asksWhenReached: ReadonlySet<string>,
  ) {
    this.#context = context;
    this.#report = report;
    const { actor, clock, beganMs = clock.now() } = context;
    this.moment = { nowMs: beganMs, zone: actor.zone };
    this.#asksWhenReached = asksWhenReached;
  }

  /** True after a person refused, or nobody allowed in time, what asks in the place of the plan's card. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** What came of the one card for several calls: its wait while nobody has answered, the refusal, or that they may go on; `undefined` where there was none. */
  answerTo(key: string, callOf: (id: string) => PlannedCall | undefined): Step | undefined {
    const record = this.#context.journal.find(key);
    const { wait } = record ?? {};
    if (record === undefined || wait === undefined) return undefined;
    const items = wait.items ?? [];
    if (record.state === "finished") {
      const { outcome } = record;
      if (outcome?.ok !== false) return success("");
      this.#isRefused ||= items.some(({ callId }) => this.#asksWhenReached.has(callId));
      for (const item of items) this.#refusedTogether.set(item.key, outcome);
      return outcome;
    }
    const open = openWait(record);
    if (open !== undefined) return this.#waits(callOf(open.callId), open);
    for (const { digest } of items) this.#allowedTogether.add(digest);
    return success("");
  }

  /** The waits of those of these calls that would each wait for a press. Those that were begun wait by themselves. */
  async gather(calls: readonly PlacedCall[]): Promise<readonly GatheredWait[]> {
    const waits: GatheredWait[] = [];
    for (const { call, scope, key } of calls) {
      if (this.#context.journal.find(key) !== undefined) continue;
      const settled = await this.#looked(call, this.#settle(call, scope));
      if ("ok" in settled) continue;
      const wait = waitBefore(await this.#waiting(call, settled, key), undefined);
      if (wait !== undefined) waits.push({ call, wait: await this.#pictured(wait, call, settled) });
    }
    return waits;
  }

  /** Asks for these calls with one card; for one of them with its own. */
  askTogether(key: string, [first, second, ...others]: readonly GatheredWait[]): Step {
    if (first === undefined) return { waits: [] };
    if (second === undefined) return this.#wait(first.call, first.wait);
    const waits = [second, ...others].map(({ wait }) => wait);
    return this.#wait(first.call, waitForAll(key, [first.wait, ...waits]));
  }

  #settle(call: PlannedCall, scope: Scope): ReturnType<typeof settle> {
    return settle(call, { ...scope, moment: this.moment }, this.#context.actor.language);
  }

  /** A settled call with what is found of what it acts on; nothing is looked at in a dry run. */
  async #looked<Failed>(
    call: PlannedCall,
    settled: Settled | Failed,
  ): Promise<LookedAt | Failed | Extract<Outcome, { ok: false }>> {
    const { lookAtCall, trial } = this.#context;
    const { id, definition } = call;
    const isLooked = lookAtCall !== undefined && definition.isLookedAt === true;
    if (!isLooked || trial !== undefined || !isSettled(settled)) return settled;
    const { params, taintedParams } = settled;
    const look = await lookAtCall({ id, definition, params, taintedParams });
    if ("ok" in look) return look;
    return { ...settled, params: { ...params, ...look.params }, look };
  }

  async #waiting(call: PlannedCall, settled: LookedAt, key: string): Promise<WaitingCall> {
    const files = this.#filesOf(call, settled);
    const isInGroup = this.#context.actor.inGroup !== undefined;
    const seen = files === undefined ? NO_FILES : await files;
    const looked = lookedOf(settled);
    const { look } = settled;
    const asksWhenReached = look?.asks ?? this.#asksWhenReached.has(call.id);
    const allowedTogether = this.#allowedTogether;
    return { key, call, settled, isInGroup, asksWhenReached, allowedTogether, ...looked, ...seen };
  }

  /** Runs a call under its journal key, or gives what the journal already has. A wait for a press on its values goes into `gathering`, where there is one, and nobody is asked yet. */
  async run(
    { call, scope, key }: PlacedCall,
    gathering: GatheredWait[] | undefined,
  ): Promise<Step | Expanded> {
    const record = this.#context.journal.find(key);
    const ended = record === undefined ? this.#refusedTogether.get(key) : this.#known(call, record);
    if (ended !== undefined) return this.#end(call, key, ended, record?.durationMs ?? 0);
    const open = openWait(record);
    if (open !== undefined) return this.#waits(call, open);
    const settled = await this.#looked(call, this.#settle(call, scope));
    if ("ok" in settled) return this.#end(call, key, settled, 0);
    const waiting = await this.#waiting(call, settled, key);
    const wait = waitBefore(waiting, record);
    const { trial } = this.#context;
    const reason = trial && (reasonToLeaveOut(call, settled, trial) ?? (wait && "asks"));
    if (reason !== undefined) return this.#leaveOut(waiting, reason);
    if (wait === undefined) return this.#begin(waiting, scope, record);
    const shown = await this.#pictured(wait, call, settled);
    if (gathering === undefined || wait.kind !== "value") return this.#wait(call, shown);
    gathering.push({ call, wait: shown });
    return { waits: [shown] };
  }

  /** What the journal has of a call that has ended. */
  #known({ id }: PlannedCall, { state, outcome, wait }: StepRecord): Outcome | undefined {
    if (state !== "finished" || outcome === undefined) return undefined;
    const isDecided = wait?.kind === "value" && this.#asksWhenReached.has(id);
    if (isDecided && !outcome.ok && REFUSALS.has(outcome.failure.code)) this.#isRefused = true;
    return outcome;
  }

  async #begin(
    waiting: WaitingCall,
    scope: Scope,
    record: StepRecord | undefined,
  ): Promise<Step | Expanded> {
    const { key, call, settled } = waiting;
    this.#report({ key, call, durationMs: 0 });
    const startedMs = this.#context.clock.now();
    const result = await this.#perform(waiting, scope);
    const reason = this.#context.trial && reasonOfResult(result);
    if (reason !== undefined) return this.#leaveOut(waiting, reason, result);
    if ("suspend" in result) {
      if (result.suspend === "uncertain") return this.#wait(call, waitOfUncertain(waiting));
      return result.suspend === "delegation"
        ? this.#wait(call, waitOfDelegatedWork(waiting, result))
        : this.#suspend(waiting, result);
    }
    if ("expand" in result) {
      const wait = waitOfExpansion(waiting, result, record);
      if (wait !== undefined) return this.#wait(call, wait);
      return { expand: result.expand, taintedNames: settled.taintedParams };
    }
    const durationMs = this.#context.clock.now() - startedMs;
    const outcome = this.#context.mask?.(result) ?? result;
    this.#context.journal.finish(key, outcome, durationMs);
    return this.#end(call, key, outcome, durationMs);
  }

  /** In a dry run: something stands for the result of a call, by default its name. */
  #leaveOut({ call, settled }: WaitingCall, reason: LeftOutReason, given?: HandlerResult): Outcome {
    const { params, standIns } = settled;
    this.#context.trial?.onLeftOut({ call, reason, params, standIns });
    if (given !== undefined && "ok" in given) return given;
    return standInFor(call.definition, this.#context.actor.language, settled);
  }

  #end(call: PlannedCall, key: string, outcome: Outcome, durationMs: number): Outcome {
    this.#report({ key, call, outcome, durationMs });
    return outcome;
  }

  async #suspend(waiting: WaitingCall, suspension: Suspension): Promise<Step> {
    const wait = waitOfSuspension(waiting, suspension);
    const files = (await this.#context.lookCovered?.(waiting.call.id)) ?? [];
    return this.#wait(waiting.call, files.length === 0 ? wait : { ...wait, files });
  }

  /** The files of a call as they are now, and whether that is how they were when a person allowed it; `undefined` for a call that has none. */
  #filesOf(
    { id, definition }: PlannedCall,
    { params }: Settled,
  ): Promise<Pick<WaitingCall, "files" | "isChanged" | "isBeyond">> | undefined {
    const { look, seen, forFilesOnly } = this.#context;
    if (look === undefined || definition.files === undefined) return undefined;
    const allowed = seen?.get(id);
    return filesOf({ id, definition, params }, look).then((files) => ({
      files,
      isChanged: allowed !== undefined && !areSame(allowed, onlyShown(files, allowed)),
      isBeyond:
        forFilesOnly?.has(id) === true &&
        files.some(({ touch, state }) => touch === "takes" && state.kind === "folder"),
    }));
  }

  /** The wait with a picture of what its call acts on, where one can be taken. */
  async #pictured(wait: Wait, call: PlannedCall, settled: Settled): Promise<Wait> {
    const { id, definition } = call;
    if (definition.effect === "read") return wait;
    const picture = await this.#context.takePicture?.({ id, definition, params: settled.params });
    return picture === undefined ? wait : { ...wait, picture };
  }

  #wait(call: PlannedCall, wait: Wait): Step {
    this.#context.journal.wait(wait);
    return this.#waits(call, wait);
  }

  #waits(call: PlannedCall | undefined, wait: Wait): Step {
    if (call !== undefined) this.#report({ key: wait.key, call, durationMs: 0, waits: true });
    return { waits: [wait] };
  }

  async #perform({ key, call, settled }: WaitingCall, scope: Scope): Promise<HandlerResult> {
    const { definition } = call;
    const { node, action, effect } = definition;
    const handler = this.#context.handlerOf(definition);
    if (handler === undefined)
      return failureIn(this.#context.actor.language, "no-handler", {
        en: "I can't do that here.",
        ko: "그건 여기서 할 수 없어요.",
      });
    const paramsJson = canonicalJson(settled.params);
    const paramsDigest = digestOf(settled.params);
    const { agents } = call;
    const agent = agents?.at(-1);
    const acting = agent === undefined ? {} : { agent };
    this.#context.journal.start({ key, node, action, effect, ...acting, paramsJson, paramsDigest });
    const previous = previousValue(scope);
    const { onScheduled } = this.#context;
    const limit = new AbortController();
    const either = linkSignals([this.#context.signal, limit.signal]);
    const work = this.#handle(handler, definition, {
      node,
      action,
      effectKey: `${this.#context.effectOrigin}/${key}`,
      params: settled.params,
      values: settled.values,
      moment: this.moment,
      ...(previous === undefined ? {} : { previous }),
      tainted: settled.taintedParams.size > 0,
      taintedParams: [...settled.taintedParams],
      ...(call.isUsed === undefined ? {} : { isUsed: call.isUsed }),
      ...(this.#context.runId === undefined ? {} : { runId: this.#context.runId }),
      ...(call.within === undefined ? {} : { within: call.within }),
      ...(this.#context.trial === undefined ? {} : { trial: this.#context.trial.given }),
      ...(this.#context.askOwners === undefined ? {} : { askOwners: this.#context.askOwners }),
      ...(onScheduled === undefined
        ? {}
        : { onScheduled: (scheduleId: string) => onScheduled(call.id, scheduleId) }),
      onPart: (part) => this.#report({ key, call, part, durationMs: 0 }),
      actor: actingAs(this.#context.actor, agents),
      signal: either.signal,
    });
    try {
      const result = await Promise.race([work, this.#timeLimit(definition, either.signal)]);
      return withTaint(result, definition, settled);
    } finally {
      limit.abort(new AppError("aborted", "The call has ended."));
      either.release();
    }
  }

  /** An abort of the run is no outcome of the call: it is passed on, so that no `??` answers it. */
  async #handle(
    handler: ActionHandler,
    definition: ActionDefinition,
    ready: ReadyCall,
  ): Promise<HandlerResult> {
    try {
      return await handler(ready);
    } catch (error) {
      if (!isAbort(error)) return thrownFailure(error, ready.actor.language);
      if (this.#context.signal.aborted) throw this.#context.signal.reason;
      return timedOut(definition, ready.actor.language);
    }
  }

  /** Gives a failure when the call's time is up; rejects when the run is aborted, without waiting for the handler. */
  async #timeLimit(definition: ActionDefinition, ended: AbortSignal): Promise<Outcome> {
    try {
      await this.#context.clock.sleep(definition.timeoutMs, ended);
    } catch (error) {
      if (this.#context.signal.aborted) throw this.#context.signal.reason;
      throw error;
    }
    return timedOut(definition, this.#context.actor.language);
  }
}

/** A settled call, with what was found of what it acts on. */
type LookedAt = Settled & { readonly look?: CallLook };

function lookedOf({ look }: LookedAt): Pick<WaitingCall, "mark" | "site"> {
  if (look === undefined) return {};
  const { mark, site } = look;
  return { mark, ...(site === undefined ? {} : { site: site.name }) };
}

function isSettled(settled: unknown): settled is Settled {
  return typeof settled === "object" && settled !== null && "taintedParams" in settled;
}

/** How calls end that a person refused, or that nobody allowed in time. */
const REFUSALS: ReadonlySet<string> = new Set(["denied", "expired"]);

const NO_FILES = { files: [], isChanged: false, isBeyond: false } as const;

/** Without those that the card did not show, since the program itself makes them. */
function onlyShown(files: readonly SeenFile[], shown: readonly SeenFile[]): readonly SeenFile[] {
  return files.filter(({ param }) => shown.some((seen) => seen.param === param));
}

/** The wait that nobody has answered yet. Work elsewhere is looked after each time. */
function openWait(record: StepRecord | undefined): Wait | undefined {
  if (record?.state !== "waiting" || record.wait === undefined) return undefined;
  if (record.wait.kind === "errand") return undefined;
  return record.allowed === record.wait.digest ? undefined : record.wait;
}

function thrownFailure(error: unknown, language: Language): Outcome {
  const code = error instanceof AppError ? error.code : "failed";
  const retryable = code === "http-timeout" || code === "http-unreachable";
  const failed = failure(code, wordsOf(error, language), { retryable });
  return error instanceof AppError && error.isTainted ? { ...failed, tainted: true } : failed;
}

function timedOut(definition: ActionDefinition, language: Language): Outcome {
  const seconds = definition.timeoutMs / 1000;
  const isRead = definition.effect === "read";
  const words = joined(
    {
      en: `That took longer than ${seconds} s.`,
      ko: `${seconds}초가 넘게 걸려서 그만뒀어요.`,
    },
    isRead
      ? ""
      : { en: " It may have happened all the same.", ko: " 그래도 실제로는 됐을 수 있어요." },
  );
  return failureIn(language, "timeout", words, { retryable: isRead });
}

/** A value is tainted when its action reads the outside, or when it was made from tainted parameters; so are the words of a failure. */
function withTaint(
  result: HandlerResult,
  definition: ActionDefinition,
  settled: Settled,
): HandlerResult {
  if (!("ok" in result)) return result;
  const tainted = result.tainted === true || definition.taints || settled.taintedParams.size > 0;
  if (result.ok) return { ...result, tainted };
  return tainted ? { ...result, tainted } : result;
}
