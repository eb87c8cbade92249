import { AppError } from "../base/errors.ts";
import { linkSignals } from "../base/linked-signal.ts";
import { maskTexts } from "../base/redact.ts";
import type { Catalogue } from "../engine/catalogue/catalogue.ts";
import { type Actor, actingAs, actingAt } from "../engine/execute/action-types.ts";
import type { CallLook, CallToLookAt } from "../engine/execute/call-look.ts";
import { type ExecutionContext, execute } from "../engine/execute/executor.ts";
import type { Wait } from "../engine/execute/journal.ts";
import type { PlannedEffect } from "../engine/plan/effects-report.ts";
import type { Plan, PlanResult } from "../engine/plan/plan.ts";
import {
  coversFolders,
  type GrantPattern,
  grantCallOf,
  isGrantable,
  patternOf,
} from "../security/access/grant-pattern.ts";
import type { GrantableCall, GrantedRun, Grants, GrantUse } from "../security/access/grants.ts";
import {
  approverFor,
  reachedEffects,
  type Verdict,
  waitingEffects,
} from "../security/access/policy.ts";
import { siteCall, sitePattern } from "../security/access/site-grant.ts";
import type { Approval, Approvals } from "../security/approvals/approvals.ts";
import type { CommandShelter } from "../security/approvals/card-content.ts";
import { STANDING_ANSWER } from "../security/approvals/decision.ts";
import type { TriedProgram } from "../security/approvals/dry-run-result.ts";
import { interactiveLifetimeMs } from "../security/approvals/lifetimes.ts";
import { rateWords } from "../security/limits/budget-words.ts";
import type { Rates } from "../security/limits/rate-limits.ts";
import { type Database, inTransaction } from "../store/database.ts";
import { tooFewApprovers } from "./apply-decision.ts";
import {
  agentsOn,
  approverOfWait,
  askedElsewhere,
  cardOfPlan,
  cardOfWait,
  effectsCoveredBy,
  effectsOfWait,
  isAnswered,
} from "./approval-cards.ts";
import { type DryRunRequest, type DryRunScope, tryProgram } from "./dry-run.ts";
import { endFinished, endStopped } from "./finish-run.ts";
import type { FindObstacle, Obstacle } from "./obstacle.ts";
import { boundedFor, type CompileExtra, compileFor, extraOf, judgeFor } from "./plan-and-judge.ts";
import {
  type CardSurroundings,
  calledBy,
  filesIn,
  type LookForActor,
  lookIn,
  originsOf,
  pictureTaker,
  planContext,
  shelterOf,
} from "./plan-context.ts";
import { type RunRequest, type RunResult, resultOfKnown, sameProgram } from "./run-result.ts";
import type { Run, Runs } from "./run-table.ts";
import { seenOnCards } from "./seen-files.ts";
import type { StandingGate } from "./standing.ts";

/** How long an owner may take to look at a held program; after that the person asks again. */
const LOOK_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/** What runs in this process just now. */
interface Busy {
  readonly stop: AbortController;
  readonly result: Promise<RunResult>;
}

/** The one gate: parse, plan, judge, execute or ask. Every program of the product passes here, and nothing else executes. */
export class ProgramGate {
  readonly #parts;
  readonly #busy = new Map<string, Busy>();

  constructor(
    parts: Omit<CardSurroundings, "execute"> & {
      readonly database: Database;
      readonly runs: Runs;
      readonly approvals: Approvals;
      /** What was allowed beforehand. Default: nothing. */
      readonly grants?: Grants;
      /** What the presses that made schedules stand for. Default: every run asks. */
      readonly standingGate?: StandingGate;
      /** Counts programs that begin. Default: any number. */
      readonly rates?: Rates;
      /** Looks for what lets a plan only fail. Default: nothing is looked for. */
      readonly findObstacle?: FindObstacle;
      /** Names this living process on the runs it holds. */
      readonly lease: string;
    },
  ) {
    this.#parts = { ...parts, execute };
  }

  /** Parses and plans; runs nothing and stores nothing. */
  compile(source: string, actor: Actor, extra: CompileExtra = {}): PlanResult {
    return compileFor(this.#parts, this.#masked(source), actor, extra);
  }

  /** As `compile`, for a run that would begin now; `isByHand` as in `RunRequest`. */
  check(source: string, actor: Actor, isByHand = false): PlanResult {
    return this.compile(source, actor, { beganMs: this.#parts.clock.now(), isByHand });
  }

  /** What lets a plan only fail as things are now, such as a file that is not there; `undefined` for nothing. */
  async obstacleTo(plan: Plan, actor: Actor): Promise<Obstacle | undefined> {
    return this.#parts.findObstacle?.(plan, { actor, constants: {} });
  }

  /** What the policy says to a plan of a person. */
  judge(plan: Plan, actor: Actor): Verdict {
    return judgeFor(this.#parts, plan, actor);
  }

  /** Runs what only reads of a program and tells what it came to: nothing is done and nothing is kept. It counts as a program, as a run of it would. Throws the reason of an abort. */
  async dryRun(request: DryRunRequest, scope: DryRunScope): Promise<TriedProgram> {
    const source = this.#masked(request.source);
    const message = this.compile(source, scope.actor).ok
      ? overRate(this.#parts.rates, scope)
      : undefined;
    if (message !== undefined)
      return { kind: "refused", message, steps: [], leftOut: [], decided: [] };
    return tryProgram(this.#parts, { ...request, source }, scope);
  }

  /** Runs a program, or continues the run that this origin already has. */
  async run(given: RunRequest): Promise<RunResult> {
    const actor = boundedFor(this.#parts, given.actor, given.origin);
    const request = { ...given, actor, source: this.#masked(given.source) };
    const known = this.#parts.runs.find(request.origin);
    if (known !== undefined) return this.#goOn(known, request);
    const { source } = request;
    const createdAtMs = this.#parts.clock.now();
    const isByModel = request.turnId !== undefined;
    const planned = this.compile(source, actor, {
      ...extraOf({ ...request, createdAtMs }),
      isByModel,
      isByHand: request.isByHand === true,
    });
    if (!planned.ok) return { kind: "refused", problems: planned.problems };
    const verdict = this.judge(planned.plan, actor);
    if (verdict.kind === "deny") return this.#refuse(verdict, request);
    const message = overRate(this.#parts.rates, request);
    if (message !== undefined) return { kind: "denied", message };
    return this.#drive(this.#create(request, planned.plan, createdAtMs), request, planned);
  }

  /** What others must not read runs where they do not, if it may, and nobody follows its steps. */
  async #refuse(
    { words, isPersonal }: Extract<Verdict, { kind: "deny" }>,
    request: RunRequest,
  ): Promise<RunResult> {
    const { actor, mayMove, onProgram: _onProgram, ...quiet } = request;
    const movedTo = actor.inGroup?.privateChatId;
    if (isPersonal && mayMove && movedTo !== undefined)
      return { ...(await this.run({ ...quiet, actor: actingAt(actor, movedTo) })), movedTo };
    return {
      kind: "denied",
      message: words[actor.language],
      ...(isPersonal && { isPersonal }),
    };
  }

  /** Takes a run up again after an answer or a crash. */
  async resume(runId: string, request: Omit<RunRequest, "source" | "origin">): Promise<RunResult> {
    const run = this.#parts.runs.get(runId);
    if (run === undefined) throw new AppError("run-unknown", `There is no run "${runId}".`);
    return this.#goOn(run, { ...request, source: run.source, origin: run.origin });
  }

  /** Runs the program of a run anew under another origin: planned and judged as it is now, and no more trusted than it was. What the first run did is not known to it. */
  async again(runId: string, request: Omit<RunRequest, "source">): Promise<RunResult> {
    const run = this.#parts.runs.get(runId);
    if (run === undefined) throw new AppError("run-unknown", `There is no run "${runId}".`);
    const actor = actingAs(boundedFor(this.#parts, request.actor, run.origin), run.agents);
    return this.run({ ...request, ...sameProgram(run), actor });
  }

  #masked(source: string): string {
    return this.#parts.redact?.(source) ?? source;
  }

  /** Aborts a run that is running here; true when there was one. */
  stop(runId: string, reason: string): boolean {
    const busy = this.#busy.get(runId);
    busy?.stop.abort(new AppError("aborted", reason));
    return busy !== undefined;
  }

  #create(request: RunRequest, plan: Plan, createdAtMs: number): Run {
    const { runs, lease, faultPoint } = this.#parts;
    const { turnId } = request;
    const hasRead = turnId !== undefined && runs.hasReadOutside(turnId);
    const run = runs.create({
      origin: request.origin,
      personId: request.actor.personId,
      chatKey: request.actor.chatId,
      ...(turnId === undefined ? {} : { turnId }),
      source: request.source,
      program: plan.program,
      digest: plan.digest,
      constants: request.constants ?? {},
      barsGrants: request.ownWords !== undefined || (request.barsGrants ?? hasRead),
      ...(request.ownWords === undefined ? {} : { ownWords: request.ownWords }),
      ...(request.actor.agents === undefined ? {} : { agents: request.actor.agents }),
      ...(request.delegationId === undefined ? {} : { delegationId: request.delegationId }),
      lease,
      createdAtMs,
    });
    faultPoint("run-created");
    if (this.#pressedBefore(request) === plan.digest) runs.approve(run.id, plan.digest);
    return runs.get(run.id) ?? run;
  }

  /** Goes on as who began it and where it was begun, whoever the chat speaks with by now. */
  async #goOn(run: Run, given: RunRequest): Promise<RunResult> {
    const actor = actingAt(
      actingAs(boundedFor(this.#parts, given.actor, run.origin), run.agents),
      run.chatKey,
    );
    const request = { ...given, actor };
    const result =
      (await this.#busy.get(run.id)?.result) ??
      resultOfKnown(run, this.#parts.approvals, actor.language) ??
      (await this.#drive(run, request));
    return run.chatKey === given.actor.chatId ? result : { ...result, movedTo: run.chatKey };
  }

  /** Judges and goes on where the journal ends. A run that has just been planned is not planned again; one that has waited is, since actions, workflows and rights may have changed meanwhile. */
  async #drive(run: Run, given: RunRequest, fresh?: PlanResult): Promise<RunResult> {
    const { runs } = this.#parts;
    const { actor, planned } =
      fresh === undefined
        ? this.#plannedAsBegun(run, given.actor)
        : { actor: given.actor, planned: fresh };
    const request = { ...given, actor };
    if (!planned.ok) {
      runs.end(run.id, "failed", { problems: planned.problems });
      return { kind: "refused", problems: planned.problems };
    }
    const { plan } = planned;
    const { verdict, uses } = this.#admit(run, plan, request);
    if (verdict.kind === "deny") {
      const message = verdict.words[request.actor.language];
      runs.end(run.id, "denied", { message });
      return { kind: "denied", message, runId: run.id };
    }
    return this.#whileBusy(run, request, async (signal) => {
      try {
        const obstacle = await this.#obstacleTo(run, plan, verdict, request.actor);
        if (obstacle !== undefined) return this.#turnAway(run, obstacle, request.actor);
        return await (verdict.kind === "ask"
          ? this.#ask(run, plan, { ...verdict, uses }, { ...request, signal })
          : this.#execute(run, plan, uses, { ...request, signal }));
      } catch (error) {
        return endStopped(this.#parts, run, { plan, actor: request.actor, error });
      }
    });
  }

  /** What lets a plan only fail, looked for before anything of it has happened and before anybody is asked. A run that nobody waits for fails by itself, unless it would ask. */
  async #obstacleTo(
    run: Run,
    plan: Plan,
    { kind }: Verdict,
    actor: Actor,
  ): Promise<Obstacle | undefined> {
    const { runs, approvals, findObstacle } = this.#parts;
    const isBegun = runs.steps(run.id).length > 0 || approvals.approvedOf(run.id).length > 0;
    if (kind !== "ask" && (isBegun || actor.isUnattended === true)) return undefined;
    return findObstacle?.(plan, { actor, constants: run.constants });
  }

  #turnAway(run: Run, obstacle: Obstacle, { language }: Actor): RunResult {
    const { code, message: words, nearest, ...rest } = obstacle;
    const message = words[language];
    this.#parts.runs.end(run.id, "denied", { message });
    // What a near program says was said with this one.
    const said = run.ownWords?.join("\n");
    const offers = nearest.map(({ runs: program, says, label }) =>
      program === undefined
        ? { label, ...(says !== undefined && { says }) }
        : { label, runs: program, says: said ?? program },
    );
    return { kind: "denied", message, runId: run.id, obstacle: { ...rest, code, nearest: offers } };
  }

  /** Who goes on with a run reads the language in which it was asked for: words of workflows are a part of its plan. It is planned once where that is the language of who goes on. */
  #plannedAsBegun(run: Run, given: Actor): { readonly actor: Actor; readonly planned: PlanResult } {
    const plannedAs = (actor: Actor) => ({
      actor,
      planned: this.compile(run.source, actor, extraOf(run)),
    });
    const isSame = ({ planned }: { readonly planned: PlanResult }): boolean =>
      planned.ok && planned.plan.digest === run.digest;
    const first = plannedAs(given);
    if (isSame(first)) return first;
    const language = given.language === "ko" ? "en" : "ko";
    const other = plannedAs({ ...given, language });
    return isSame(other) ? other : first;
  }

  /** Judges with the press and the grants that stand for the plan, and counts the grants' uses in the transaction in which the run begins. */
  #admit(
    run: Run,
    plan: Plan,
    request: RunRequest,
  ): { readonly verdict: Verdict; readonly uses: readonly GrantUse[] } {
    const { database, runs, lease } = this.#parts;
    const isPressed = [run.approvedDigest, this.#pressedBefore(request)].includes(plan.digest);
    return inTransaction(database, () => {
      const usable = run.barsGrants === true ? [] : this.#granted(run, plan);
      // What asks when it is reached stood on no card that was pressed.
      const reached = new Set(reachedEffects(plan).map(({ callId }) => callId));
      const uses = usable.filter(({ callId }) => !isPressed || reached.has(callId));
      const granted = new Set(uses.map(({ callId }) => callId));
      const judged = judgeFor(this.#parts, plan, request.actor, granted);
      const isAllowed = isPressed || this.#stands(run, judged, request.actor);
      const verdict: Verdict =
        judged.kind === "ask" && isAllowed
          ? { kind: "allow" }
          : this.#withApprovers(run, judged, plan, granted);
      if (verdict.kind !== "deny") runs.begin(run.id, lease, plan);
      if (verdict.kind === "allow") this.#allowed(run, plan, request.actor, uses);
      return { verdict, uses };
    });
  }

  /** Whether the press that made a schedule stands for this run of it; counted in the transaction in which the run begins. */
  #stands(run: Run, judged: Verdict, actor: Actor): boolean {
    if (judged.kind !== "ask" || run.barsGrants === true) return false;
    return this.#parts.standingGate?.takeUse(run, judged, actor) ?? false;
  }

  #granted(run: Run, plan: Plan): readonly GrantUse[] {
    const calls = grantableCalls(plan, this.#parts.catalogue());
    return this.#parts.grants?.find(grantedRun(run, plan), calls) ?? [];
  }

  /** Calls that happen for files alone: those that grants or a standing approval let through, or let through when a card was pressed, and those that wait for nobody as long as they are few. */
  #forFilesOnly(run: Run, plan: Plan, approved: readonly Approval[]): ReadonlySet<string> {
    const onCards = approved.flatMap(({ card }) => card.granted ?? []);
    const uses = run.barsGrants === true ? [] : this.#granted(run, plan);
    const forFolders = uses.filter(({ grantId }) => {
      const grant = this.#parts.grants?.get(grantId);
      return grant !== undefined && coversFolders(grant.pattern);
    });
    const calls = new Set([
      ...onCards,
      ...uses.map(({ callId }) => callId),
      ...(run.approvedDigest === plan.digest ? [] : unpressed(plan, this.#parts.catalogue())),
    ]);
    for (const { callId } of forFolders) calls.delete(callId);
    return calls;
  }

  /** What needs more people than may decide it is refused at once, with what to do about it. */
  #withApprovers(run: Run, verdict: Verdict, plan: Plan, granted: ReadonlySet<string>): Verdict {
    const reached = reachedEffects(plan).filter(({ callId }) => !granted.has(callId));
    if (verdict.kind === "deny" || (verdict.kind === "allow" && reached.length === 0))
      return verdict;
    const { approvals, people } = this.#parts;
    const facts = {
      kind: "plan",
      approver: verdict.kind === "ask" ? verdict.approver : approverFor(reached),
      personId: run.personId,
      card: {},
    } as const;
    const count = people.all().filter((person) => approvals.mayDecide(facts, person)).length;
    const needed = approvals.needed(facts);
    return count >= needed ? verdict : { kind: "deny", words: tooFewApprovers(needed, count) };
  }

  /** What was pressed beforehand is one press: it is not enough where several, or other people, must. */
  #pressedBefore({ approvedDigest }: RunRequest): string | undefined {
    const { fourEyes, quorum } = this.#parts.approvals.policy;
    return fourEyes || quorum > 1 ? undefined : approvedDigest;
  }

  async #ask(
    run: Run,
    plan: Plan,
    verdict: Extract<Verdict, { kind: "ask" }> & { readonly uses: readonly GrantUse[] },
    request: RunRequest & { readonly signal: AbortSignal },
  ): Promise<RunResult> {
    const { database, runs, approvals, faultPoint, catalogue } = this.#parts;
    const offers = run.barsGrants === true ? [] : grantOffers(verdict.effects, catalogue());
    const granted = verdict.uses.map(({ callId }) => callId);
    const surroundings = await planContext(this.#parts, { run, plan }, request);
    const asked = { plan, run, effects: verdict.effects, actor: request.actor };
    const card = cardOfPlan(plan, surroundings);
    const { standingGate } = this.#parts;
    const standing =
      standingGate?.offer(asked, surroundings) ??
      standingGate?.renewal(run, request.actor, card.effects ?? []);
    const approval = inTransaction(database, () => {
      runs.pause(run.id);
      return approvals.request({
        kind: "plan",
        personId: run.personId,
        chatKey: run.chatKey,
        runId: run.id,
        digest: plan.digest,
        card: {
          ...card,
          granted,
          offers,
          ...(standing === undefined ? {} : { standing }),
          ...agentsOn(plan.report.effects, run.agents, this.#parts.agentRegistry),
        },
        approver: verdict.approver,
        lifetimeMs: lifetimeOf(request, verdict.effects),
      });
    });
    faultPoint("approval-asked");
    return { kind: "waiting", runId: run.id, approvals: [approval] };
  }

  #askForStep(
    run: Run,
    plan: Plan,
    { wait, shelter }: { readonly wait: Wait; readonly shelter: CommandShelter | undefined },
    request: RunRequest,
  ): void {
    const { kind } = wait;
    const effects = effectsOfWait(wait, plan);
    const mayGrant = wait.standsForPlan === true && run.barsGrants !== true;
    const sites = wait.site === undefined ? [] : (sitePattern(wait.site) ?? []);
    const offers = mayGrant ? grantOffers(effects, this.#parts.catalogue()) : [];
    // What other work waits for has cards of its own.
    if (kind === "errand") return;
    this.#parts.approvals.request({
      kind,
      personId: run.personId,
      chatKey: run.chatKey,
      runId: run.id,
      stepKey: wait.key,
      digest: wait.digest,
      card: {
        ...cardOfWait(wait, plan, {
          called: calledBy(this.#parts, request.actor),
          originOf: originsOf(this.#parts, run),
          ...(shelter && { shelter }),
        }),
        ...(offers.concat(sites).length === 0 ? {} : { offers: offers.concat(sites) }),
        ...agentsOn(effects, run.agents, this.#parts.agentRegistry),
      },
      approver: approverOfWait(wait, plan, this.#parts.catalogue()),
      lifetimeMs: lifetimeOf(request, effects),
    });
  }

  /** Works on a run; who asks for the same run meanwhile gets the same result. */
  #whileBusy(
    run: Run,
    { signal }: RunRequest,
    work: (signal: AbortSignal) => Promise<RunResult>,
  ): Promise<RunResult> {
    const stop = new AbortController();
    const either = linkSignals([stop.signal, signal]);
    const result = work(either.signal).finally(() => {
      either.release();
      this.#busy.delete(run.id);
    });
    this.#busy.set(run.id, { stop, result });
    return result;
  }

  /** Runs a program beside another, until an owner has looked at it: nobody waits for its words, so its cards are sent at once. */
  async #askOwners(asked: Pick<RunRequest, "source" | "actor" | "origin">): Promise<void> {
    const result = await this.run({ ...asked, approvalLifetimeMs: LOOK_LIFETIME_MS });
    if (result.kind === "waiting")
      for (const approval of result.approvals) this.#parts.approvals.announce(approval);
  }

  /** A run goes on: the grants that let it are counted, and the press on its card may have said that it is to stand once more. */
  #allowed(run: Run, plan: Plan, actor: Actor, uses: readonly GrantUse[]): void {
    const { grants, standingGate } = this.#parts;
    grants?.count(grantedRun(run, plan), uses);
    const pressed = this.#pressedOn(run, plan);
    if (pressed !== undefined) standingGate?.renew(pressed, run, actor);
  }

  /** The card of a whole run on which a press stands for it and for others. */
  #pressedOn(run: Run, { digest }: Plan): Approval | undefined {
    const pressed = this.#parts.approvals
      .approvedOf(run.id)
      .find((each) => each.kind === "plan" && each.digest === digest);
    return pressed?.answer === STANDING_ANSWER ? pressed : undefined;
  }

  /** The schedule is there for whose runs a press was to stand. */
  #giveStanding(
    run: Run,
    plan: Plan,
    made: { readonly callId: string; readonly scheduleId: string; readonly actor: Actor },
  ): void {
    const pressed = this.#pressedOn(run, plan);
    const isAsked = pressed?.card.effects?.some(
      ({ callId, approval, later }) => callId === made.callId && approval && !later,
    );
    if (pressed !== undefined && isAsked === true)
      this.#parts.standingGate?.give(pressed, made.scheduleId, made.actor);
  }

  /** What a call acts on; it waits for nobody where a press stands for acts at that site. */
  async #lookAt(
    look: LookForActor,
    { run, plan, call }: { readonly run: Run; readonly plan: Plan; readonly call: CallToLookAt },
    request: Parameters<LookForActor>[1],
  ): ReturnType<LookForActor> {
    const found = await look(call, request);
    if ("ok" in found || !found.asks || !this.#siteStands(run, plan, call.id, found)) return found;
    return { ...found, asks: false };
  }

  /** Whether a press stands for acts at a site: as long as all that was read from outside in the turn are pages of that site. The use is counted. */
  #siteStands(run: Run, plan: Plan, callId: string, { site }: CallLook): boolean {
    const { grants, runs, catalogue } = this.#parts;
    const call = site?.isAlone === true ? siteCall(site.name) : undefined;
    if (call === undefined || grants === undefined) return false;
    if (run.barsGrants === true && run.turnId === undefined) return false;
    const { actions } = catalogue();
    const isPages = (name: string): boolean =>
      actions.get(name)?.requires.some(({ kind }) => kind === "browser") === true;
    if (!runs.readersOf(run).every(isPages)) return false;
    const as = grantedRun(run, plan);
    const uses = grants.find(as, [{ callId, times: 1, call }]);
    grants.count(as, uses);
    return uses.length > 0;
  }

  /** Runs a run's plan as far as it goes. */
  async #execute(
    run: Run,
    plan: Plan,
    uses: readonly GrantUse[],
    request: RunRequest & { readonly signal: AbortSignal },
  ): Promise<RunResult> {
    const { runs, approvals, clock, faultPoint, handlerOf, redact, lookAtFile, lookAtCall } =
      this.#parts;
    const shelter = await shelterOf(this.#parts, plan);
    const onWait = (wait: Wait): void => this.#askForStep(run, plan, { wait, shelter }, request);
    const { language } = request.actor;
    const journal = runs.journal(run.id, { onWait, faultPoint, language });
    const look = lookIn(lookAtFile, run);
    const takePicture = pictureTaker(this.#parts, request);
    const approved = approvals.approvedOf(run.id);
    const context: ExecutionContext = {
      actor: request.actor,
      effectOrigin: run.origin,
      runId: run.id,
      handlerOf,
      journal,
      clock,
      signal: request.signal,
      spentMs: run.spentMs,
      beganMs: run.createdAtMs,
      ...(look === undefined ? {} : { look, seen: seenOnCards(approved) }),
      ...(takePicture === undefined ? {} : { takePicture }),
      ...(lookAtCall === undefined
        ? {}
        : {
            lookAtCall: (call: CallToLookAt) =>
              this.#lookAt(lookAtCall, { run, plan, call }, request),
          }),
      allowed: new Set(uses.map(({ callId }) => callId)),
      forFilesOnly: this.#forFilesOnly(run, plan, approved),
      lookCovered: (callId) => filesIn(lookAtFile, run, plan, effectsCoveredBy(callId, plan)),
      mask: (outcome) => (redact === undefined ? outcome : maskTexts(outcome, redact)),
      ...(request.onProgram === undefined ? {} : { onStep: request.onProgram(plan) }),
      askOwners: (asked) => this.#askOwners(asked),
      onScheduled: (callId, scheduleId) =>
        this.#giveStanding(run, plan, { callId, scheduleId, actor: request.actor }),
    };
    let execution = await execute(plan, context);
    while (execution.kind === "suspended" && execution.waits.some(isAnswered(journal, approvals)))
      execution = await execute(plan, context);
    if (execution.kind === "finished") return endFinished(this.#parts, run, plan, execution);
    runs.pause(run.id, execution.ranMs);
    const pending = approvals.pending({ runId: run.id });
    const elsewhere = askedElsewhere(execution.waits, approvals);
    return { kind: "waiting", runId: run.id, approvals: [...pending, ...elsewhere] };
  }
}

/** The calls of a plan that nobody pressed for: those that happen at once as long as they are few, and those that were allowed beforehand. Nobody has seen what they take. Pure. */
function unpressed(plan: Plan, { actions }: Catalogue): readonly string[] {
  const few = plan.report.effects.filter(
    ({ node, action, approval, coveredBy }) =>
      actions.get(`${node}:${action}`)?.approvalBeyond !== undefined &&
      !approval &&
      coveredBy === undefined,
  );
  return [...few, ...waitingEffects(plan)].map(({ callId }) => callId);
}

/** The calls of a plan that would wait for a press, and that a grant could let through. Pure. */
function grantableCalls(plan: Plan, catalogue: Catalogue): readonly GrantableCall[] {
  return [...waitingEffects(plan), ...reachedEffects(plan)].flatMap((effect) => {
    const call = callOf(effect, catalogue);
    return call === undefined ? [] : [{ callId: effect.callId, times: effect.times, call }];
  });
}

/** What an owner may grant along with these effects: each kind of call once, by its very targets. Pure. */
function grantOffers(
  effects: readonly PlannedEffect[],
  catalogue: Catalogue,
): readonly GrantPattern[] {
  const offers = new Map<string, GrantPattern>();
  for (const effect of effects) {
    const call = callOf(effect, catalogue);
    const definition = catalogue.actions.get(`${effect.node}:${effect.action}`);
    if (call === undefined || definition === undefined) continue;
    const pattern = patternOf(call, definition);
    offers.set(JSON.stringify(pattern), pattern);
  }
  return [...offers.values()];
}

function callOf(effect: PlannedEffect, catalogue: Catalogue): ReturnType<typeof grantCallOf> {
  const definition = catalogue.actions.get(`${effect.node}:${effect.action}`);
  return definition === undefined || !isGrantable(definition) ? undefined : grantCallOf(effect);
}

/** A run and its plan, as uses of grants are counted. Pure. */
function grantedRun({ id, personId, chatKey }: Run, { digest }: Plan): GrantedRun {
  return { runId: id, digest, personId, chatKey };
}

/** Why a program may not begin now, in the person's language. It counts when it begins, once; going on with it is free. */
function overRate(
  rates: Rates | undefined,
  { actor, origin }: Pick<RunRequest, "actor" | "origin">,
): string | undefined {
  const { personId, chatId: chatKey, language } = actor;
  const verdict = rates?.take({ kind: "program", origin, personId, chatKey });
  if (verdict === undefined || verdict.ok) return undefined;
  return rateWords(verdict)[language];
}

/** How long a card for these effects waits, in milliseconds. Pure. */
function lifetimeOf(request: RunRequest, effects: readonly PlannedEffect[]): number {
  const isWatched = request.actor.isOwner;
  return request.approvalLifetimeMs ?? interactiveLifetimeMs(effects, { isWatched });
}
