import type { Clock } from "../../base/clock.ts";
import { digestOf } from "../../base/digest.ts";
import { AppError, isAbort, wordsOf } from "../../base/errors.ts";
import { canonicalJson } from "../../base/json.ts";
import { linkSignals } from "../../base/linked-signal.ts";
import { joined, type Language } from "../../base/localized.ts";
import type { ActionDefinition } from "../catalogue/catalogue.ts";
import type { InnerProgram, PlannedCall } from "../plan/planned-tree.ts";
import type { Moment } from "../values/formula-dates.ts";
import { failure, failureIn, type Outcome } from "../values/outcome.ts";
import type { Scope } from "../values/resolve-references.ts";
import {
  type ActionHandler,
  type Actor,
  type AskOwners,
  actingAs,
  type HandlerResult,
  type ReadyCall,
  type Suspension,
} from "./action-types.ts";
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
  waitOfDelegatedWork,
  waitOfExpansion,
  waitOfLoop,
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
  readonly durationMs: number;
}

/** A call of a loop for one item, with the names that it sees. */
export interface LoopCall {
  readonly call: PlannedCall;
  readonly scope: Scope;
  readonly key: string;
}

/** Runs single calls: replays what the journal has, stops at values a person must see, and writes before and after each effect. */
export class CallRunner {
  readonly #context: CallContext;
  readonly #report: (report: CallReport) => void;
  /** What formulas take for now. */
  readonly moment: Moment;
  readonly #asksInLoop: ReadonlySet<string>;
  /** What presses on loops allowed, by the digests of their calls. */
  readonly #allowedInLoop = new Set<string>();

  /** `asksInLoop`: ids of the calls that no press on the plan stands for. */
  constructor(
    context: CallContext,
    report: (report: CallReport) => void,
    asksInLoop: ReadonlySet<string>,
  ) {
    this.#context = context;
    this.#report = report;
    const { actor, clock, beganMs = clock.now() } = context;
    this.moment = { nowMs: beganMs, zone: actor.zone };
    this.#asksInLoop = asksInLoop;
  }

  /** Asks at once for all calls of a loop that would each wait for a press: gives the wait, the refusal, or nothing where the loop may go on. Calls that were begun, and those that no press has allowed, wait by themselves. */
  async askTogether(key: string, calls: readonly LoopCall[]): Promise<Step | undefined> {
    const { journal, trial } = this.#context;
    const [first] = calls;
    if (trial !== undefined || first === undefined) return undefined;
    const record = journal.find(key);
    if (record?.state === "finished")
      return record.outcome?.ok === false ? record.outcome : undefined;
    const open = openWait(record);
    if (open !== undefined) return this.#waits(first.call, open);
    if (record?.wait !== undefined) {
      for (const { digest } of record.wait.items ?? []) this.#allowedInLoop.add(digest);
      return undefined;
    }
    const wait = await this.#waitOfAll(key, calls);
    return wait === undefined ? undefined : this.#wait(first.call, wait);
  }

  /** The one wait for calls of which at least two would wait. */
  async #waitOfAll(key: string, calls: readonly LoopCall[]): Promise<Wait | undefined> {
    const waits: Wait[] = [];
    for (const each of calls) waits.push(...(await this.#waitOfItem(each)));
    const [one, two, ...others] = waits;
    return one === undefined || two === undefined
      ? undefined
      : waitOfLoop(key, [one, two, ...others]);
  }

  async #waitOfItem({ call, scope, key }: LoopCall): Promise<readonly Wait[]> {
    if (this.#context.journal.find(key) !== undefined) return [];
    const settled = this.#settle(call, scope);
    if ("ok" in settled) return [];
    const wait = waitBefore(await this.#waiting(call, settled, key), undefined);
    return wait === undefined ? [] : [wait];
  }

  #settle(call: PlannedCall, scope: Scope): ReturnType<typeof settle> {
    return settle(call, { ...scope, moment: this.moment }, this.#context.actor.language);
  }

  async #waiting(call: PlannedCall, settled: Settled, key: string): Promise<WaitingCall> {
    const files = this.#filesOf(call, settled);
    const isInGroup = this.#context.actor.inGroup !== undefined;
    const seen = files === undefined ? NO_FILES : await files;
    const asksInLoop = this.#asksInLoop.has(call.id);
    const allowedInLoop = this.#allowedInLoop;
    return { key, call, settled, isInGroup, asksInLoop, allowedInLoop, ...seen };
  }

  /** Runs a call under its journal key, or gives what the journal already has. */
  async run(call: PlannedCall, scope: Scope, key: string): Promise<Step | Expanded> {
    const record = this.#context.journal.find(key);
    if (record?.state === "finished" && record.outcome !== undefined)
      return this.#end(call, key, record.outcome, record.durationMs ?? 0);
    const open = openWait(record);
    if (open !== undefined) return this.#waits(call, open);
    const settled = this.#settle(call, scope);
    if ("ok" in settled) return this.#end(call, key, settled, 0);
    const waiting = await this.#waiting(call, settled, key);
    const wait = waitBefore(waiting, record);
    const { trial } = this.#context;
    const reason = trial && (reasonToLeaveOut(call, settled, trial) ?? (wait && "asks"));
    if (reason !== undefined) return this.#leaveOut(waiting, reason);
    return wait === undefined ? this.#begin(waiting, scope, record) : this.#wait(call, wait);
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

  #wait(call: PlannedCall, wait: Wait): Step {
    this.#context.journal.wait(wait);
    return this.#waits(call, wait);
  }

  #waits(call: PlannedCall, wait: Wait): Step {
    this.#report({ key: wait.key, call, durationMs: 0, waits: true });
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
