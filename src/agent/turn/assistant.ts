import type { Clock } from "../../base/clock.ts";
import { digestOf } from "../../base/digest.ts";
import type { Language, Localized } from "../../base/localized.ts";
import type { Actor } from "../../engine/execute/action-types.ts";
import type { Diagnostic } from "../../engine/language/diagnostics.ts";
import type { Outcome } from "../../engine/values/outcome.ts";
import type { ProgramGate } from "../../runs/gate.ts";
import type { AllowedNodes } from "../../runs/plan-and-judge.ts";
import type { Envelope } from "../../runs/result-envelope.ts";
import type { FollowProgram, RunRequest, RunResult } from "../../runs/run-result.ts";
import type { Runs } from "../../runs/run-table.ts";
import type { Approval, Approvals } from "../../security/approvals/approvals.ts";
import { type CardContent, isSuggestion } from "../../security/approvals/card-content.ts";
import {
  INTERACTIVE_LIFETIME_MS,
  SUGGESTION_LIFETIME_MS,
} from "../../security/approvals/lifetimes.ts";
import type { WantedRaise } from "../../security/limits/budgets.ts";
import type { ModelError } from "../models/model-client.ts";
import { quoteIbl } from "../planner/code.ts";
import { planCalendar } from "../planner/frames/calendar.ts";
import { dayChoice, inLikelyHalf, likelyPlan, type OtherTime } from "../planner/likely-time.ts";
import { planPointedAlert } from "../planner/lookups/alert.ts";
import { saysWhatToDo } from "../planner/message.ts";
import type { MessagePlanner } from "../planner/message-planner.ts";
import type {
  PlannerResult,
  PlannerWorkflow,
  PlanOptions,
  PlanProposal,
} from "../planner/result.ts";
import { askedUnread, asksHour, hourGiven, inAdvance, tellsLater } from "../planner/schedule.ts";
import {
  alertAt,
  alertedName,
  type Courtesy,
  courtesyFor,
  isOwnRequest,
  lackingFor,
  nodFor,
  pressInstead,
} from "../planner/small-talk-replies.ts";
import { planTelling } from "../planner/tell.ts";
import type { Lacking } from "../planner/wording/domains.ts";
import { helpFor } from "../planner/wording/help-questions.ts";
import { joinedRequests } from "../planner/wording/joined-requests.ts";
import { askedValue } from "../planner/wording/lacking-value.ts";
import { reworded } from "../planner/wording/rewording.ts";
import { readRefusal } from "../planner/wording/said-limits.ts";
import type { AgentTitle } from "../roster/roster.ts";
import { homeOf } from "../things/memories.ts";
import { readNamedThing } from "../things/named.ts";
import { ownThing } from "../things/own.ts";
import { reading } from "../things/pointed.ts";
import { type KnownThings, NO_THINGS, type ThingOffer, type ThingPlan } from "../things/said.ts";
import {
  answersItself,
  readNear,
  readOwn,
  readThing,
  readTold,
  readUntold,
} from "../things/things.ts";
import { namesTodos } from "../things/todos.ts";
import type { Briefing } from "./briefing-turn.ts";
import { chosenOrigin, featureCode, optionsOf, RUN_CORRECTED } from "./proposal-options.ts";
import type { QuotedWords, TurnFile } from "./turn-context.ts";

/** What may be said or run next, or what an owner may be told beside it, offered as a button. */
export interface Suggestion {
  readonly label: string;
  readonly says?: string;
  readonly runs?: string;
  /** Told to owners alone, whoever presses. */
  readonly tells?: string;
  /** The raise of a limit that an owner's press gives before it says its words. */
  readonly allows?: WantedRaise;
  readonly style?: "primary";
  /** True where it stands before what takes the effects back. */
  readonly isFirst?: true;
}

/** What a turn comes to. The bots put it into words and buttons. */
export type Reply =
  /** `made` is the program that was made of a person's words, those words, and other times that they may have meant; `correction` offers a refused program's corrected form. */
  | {
      readonly kind: "run";
      readonly result: RunResult;
      readonly made?: {
        readonly code: string;
        readonly said: string;
        readonly others?: readonly OtherTime[];
      };
      readonly correction?: Approval;
    }
  /** The model's own words; what still waits is in `approvals`; `files` are those that its programs made. `origin` is what began the turn, where a decision let it go on. `movedTo` is the chat where the turn went on, where that is not the one it was begun in. */
  | {
      readonly kind: "answer";
      readonly text: string;
      readonly origin?: string;
      readonly approvals: readonly Approval[];
      readonly brokenOff?: BrokenOff;
      readonly files?: Envelope["files"];
      readonly movedTo?: string;
    }
  /** A message that asks for no work. */
  | { readonly kind: "courtesy"; readonly courtesy: Courtesy }
  /** What is said in place of doing anything (it cannot be done yet, or what is to be done was not said), and the nearest that can be done. */
  | {
      readonly kind: "not-yet";
      readonly words: Localized;
      /** True of what a language model could do, which an owner can connect. */
      readonly needsModel?: true;
      readonly suggests: readonly Suggestion[];
    }
  /** The nearest programs, to choose from. */
  | { readonly kind: "proposals"; readonly approval: Approval }
  /** Nothing fits; `question` says what to say more clearly, `suggests` offers answers to it. */
  | {
      readonly kind: "none";
      readonly question?: string;
      readonly suggests?: readonly Suggestion[];
    }
  | Report;

/** A turn whose model gave no further answer when programs had run already. */
export interface BrokenOff {
  readonly error: ModelError;
  /** What its programs did and did not; empty for nothing. */
  readonly account: string;
}

/** What a colleague brings whom nobody waited for: its outcome, or the cards that its work waits for. */
export interface Report {
  readonly kind: "report";
  readonly delegationId: string;
  readonly agent: AgentTitle;
  /** Absent while it waits. */
  readonly outcome?: Outcome;
  readonly approvals: readonly Approval[];
}

/** A message to answer. */
export interface TurnRequest {
  /** The update, command or occurrence; the same origin continues the turn it already has. */
  readonly origin: string;
  readonly actor: Actor;
  readonly text: string;
  /** True for words that someone else wrote first: what is made of them is not the person's. Default false. */
  readonly isForwarded?: boolean;
  /** What the message answers: words of somebody, as data. Only a model reads it. Default nothing. */
  readonly quoted?: QuotedWords;
  /** What the same person wrote here just before, oldest first: an hour alone completes it. Only examples read it. Default nothing. */
  readonly before?: () => readonly string[];
  /** What came with it, in order. Only a model reads it. Default nothing. */
  readonly files?: readonly TurnFile[];
  /** For what another agent asks. Default: a person does. */
  readonly asked?: {
    readonly delegationId: string;
    /** True where the words come from outside. */
    readonly isTainted: boolean;
    /** What the person said that it goes back to. */
    readonly said: readonly string[];
  };
  readonly signal?: AbortSignal;
  /** Default: nobody watches. */
  readonly onProgram?: FollowProgram;
  /** Given pieces of the model's words as they come. They are a draft: what counts is the reply. Default: nobody reads along. */
  readonly onText?: (text: string) => void;
  /** Called when the words so far are no part of the answer, or go before a program. */
  readonly onAnew?: () => void;
  /** Called when the model is too busy to answer; true once it may be asked again. Default: it is not. */
  readonly onBusy?: (signal: AbortSignal) => Promise<boolean>;
}

/** Who goes on with something, until when, and who watches. */
export type ContinueRequest = Pick<TurnRequest, "actor" | "signal" | "onProgram">;

/** A turn by a language model; absent where none is configured. */
export interface ModelTurns {
  /** Answers, or leaves the turn waiting for the approvals of its runs. Throws `AppError` `model-…` when the model cannot be used. */
  answer(request: TurnRequest): Promise<ModelAnswer>;
  /** Goes on with the turn that a run belongs to, now that the run has a result; `undefined` when the run belongs to no turn. */
  continueAfter(
    runId: string,
    request: Omit<TurnRequest, "origin" | "text">,
  ): Promise<(ModelAnswer & { readonly origin: string }) | undefined>;
  /** What a schedule brought belongs to the conversation from now on, the same due time once. */
  remember(briefing: Briefing): void;
}

/** `text` is all that is said; `brokenOff` is there where the model left the turn before its end. `files` are those that the programs of the turn made. `movedTo` is the chat where the turn went on, where that is not the one it was begun in. */
export type ModelAnswer = (
  | {
      readonly kind: "answer";
      readonly text: string;
      readonly files?: Envelope["files"];
      readonly brokenOff?: BrokenOff;
    }
  | { readonly kind: "waiting"; readonly approvals: readonly Approval[] }
) & { readonly movedTo?: string };

/** A program that a person wrote or chose, or that a schedule holds. */
export interface ProgramRequest
  extends Omit<TurnRequest, "text" | "files" | "quoted">,
    Pick<RunRequest, "approvedDigest" | "isByHand"> {
  readonly code: string;
  /** The words of the person; there when the program was made of somebody else's. */
  readonly ownWords?: readonly string[];
  /** Default: half an hour, as in a conversation. */
  readonly approvalLifetimeMs?: number;
}

/** A message that is answered without a model, with what its person has that it may name. */
interface Given extends TurnRequest {
  /** The message before what is misspelt in it was mended. */
  readonly typed: string;
  readonly options: PlanOptions;
}

/** What a program was made of besides the words: other times that they may have meant, and whether it holds what the person did not write. */
interface MadeOf {
  readonly others?: readonly OtherTime[];
  readonly isFromOutside?: boolean;
}

/** The doors of the agent: a message, a program, a decision, a due time. Joins planner, model and gate. */
export class Assistant {
  readonly #parts;

  constructor(parts: {
    readonly clock: Clock;
    readonly gate: ProgramGate;
    readonly approvals: Approvals;
    readonly planner: MessagePlanner;
    readonly workflows: (actor: Actor) => readonly PlannerWorkflow[];
    /** Names of a person's schedules and events. Default: none is known. */
    readonly scheduleNames?: (personId: string) => readonly string[];
    readonly model?: ModelTurns;
    /** Default: nobody else can be asked. */
    readonly colleagues?: { report(delegationId: string, work: ContinueRequest): Promise<Report> };
    readonly runs?: Pick<Runs, "topOf">;
    /** The program that a person's words ran last in a chat, not long ago. Default: none is known. */
    readonly lastProgram?: (actor: Actor) => string | undefined;
    /** What a person has that messages name. Default: nothing is known. */
    readonly things?: (actor: Actor) => Promise<KnownThings>;
    /** Default: all nodes. */
    readonly allowedNodes?: AllowedNodes;
    /** Told of a person's own message that a program is made of without a model, and under which origin it will run, if it does. Default: nobody is told. */
    readonly onMade?: (origin: string, message: string) => void;
  }) {
    this.#parts = parts;
  }

  /** True where a language model is set. */
  get hasModel(): boolean {
    return this.#parts.model !== undefined;
  }

  /** Answers a message: by the model where there is one, else by examples. */
  async answer(request: TurnRequest): Promise<Reply> {
    const { model } = this.#parts;
    if (model === undefined) return this.answerWithoutModel(request);
    return replyOf(await model.answer(request));
  }

  /** What a schedule brought belongs to the conversation from now on, where a model has one; the same due time is remembered once. */
  remember(briefing: Briefing): void {
    this.#parts.model?.remember(briefing);
  }

  /** True for words that ask for something by themselves, whatever was asked before them: they say what is to be done, and the planner is sure of it or lacks no more than the hour; and for a greeting or thanks. */
  isRequest(text: string, actor: Actor): boolean {
    const options = this.#planOptions(actor);
    const plan = (message: string) => this.#parts.planner.planNow(message, options);
    if (courtesyFor(text) !== undefined || isOwnRequest(text, plan)) return true;
    if ((readThing(text, NO_THINGS) ?? readOwn(text, NO_THINGS)) !== undefined) return true;
    const planned = saysWhatToDo(text) ? plan(text) : undefined;
    return planned?.kind === "unsure" && asksHour(text, planned, options);
  }

  /** True for words that tell of somebody's own to-dos by their names. */
  async isOfOwnTodos(text: string, actor: Actor): Promise<boolean> {
    return namesTodos(text, (await this.#thingsOf({ actor })) ?? NO_THINGS);
  }

  /** Names of what an alert was asked for last in a chat without a price; a restart forgets them. */
  readonly #alerted = new Map<string, string>();

  /** A price line that answers at what price an alert is wanted is the whole alert. */
  #withAlert(request: TurnRequest): TurnRequest {
    const { chatId } = request.actor;
    const name = this.#alerted.get(chatId);
    const asked = alertedName(request.text);
    if (asked === undefined) this.#alerted.delete(chatId);
    else this.#alerted.set(chatId, asked);
    const text = name === undefined ? undefined : alertAt(name, request.text);
    return text === undefined || request.isForwarded === true ? request : { ...request, text };
  }

  /** Answers by examples even where there is a model: what is misspelt is mended where it is sure what was meant, and else where nothing is understood without. */
  async answerWithoutModel(asked: TurnRequest): Promise<Reply> {
    const { planner } = this.#parts;
    if (asked.isForwarded === true) return this.#answerTyped(asked, asked.text);
    const typed = { ...asked, text: planner.mended(asked.text, "sure") };
    const reply = await this.#answerTyped(typed, asked.text);
    // Nothing was understood, and nothing is asked.
    const isLost = reply.kind === "none" && (reply.question ?? reply.suggests) === undefined;
    const text = isLost ? planner.alone(planner.mended(typed.text, "near")) : typed.text;
    return text === typed.text ? reply : this.#answerTyped({ ...typed, text }, asked.text);
  }

  async #answerTyped(asked: TurnRequest, typed: string): Promise<Reply> {
    const whole = this.#withAlert(asked);
    const { actor } = whole;
    const known = await this.#answerAtOnce(whole);
    if (known !== undefined) return known;
    const things = await this.#thingsOf(whole);
    const options = this.#planOptions(actor, things);
    const given: Given = { ...whole, typed, options };
    const entry = given.isForwarded === true ? undefined : planCalendar(given.text, options);
    if (entry?.kind === "sure") return this.#runAdmitted(entry.code, given);
    const own = await this.#own(given, things);
    if (own !== undefined) return own;
    const lacking = askedValue(given.text, actor.language, things?.files);
    if (lacking !== undefined) return { kind: "none", ...lacking };
    const untold = readUntold(given.text, things);
    const { planner } = this.#parts;
    const plan = (message: string) => planner.planNow(message, options);
    const request = this.#withHour(given, { options, plan });
    const asker = { personId: actor.personId, ...(given.signal && { signal: given.signal }) };
    const choice = dayChoice(request.text, options);
    if (choice !== undefined)
      return { kind: "none", question: choice.question, suggests: choice.choices };
    const words = wordsToPlan(request.text, options);
    const planned = await planner.plan(words, options, asker);
    if (untold !== undefined && !answersItself(planned, given.text))
      return this.#thing(untold, request);
    const open = this.#openTo(request, planned, { words, options, things });
    return open ?? this.#planned(request, planned, { words, options });
  }

  /** Answers what says by itself what it is: a greeting, something that nothing here does, a question about the bot. */
  async #answerAtOnce(given: TurnRequest): Promise<Reply | undefined> {
    const { actor, text, isForwarded = false } = given;
    const courtesy = isForwarded ? undefined : courtesyFor(text);
    if (courtesy !== undefined) return { kind: "courtesy", courtesy };
    const lacking = lackingFor(text, (action) => this.#parts.planner.hasAction(action));
    if (lacking !== undefined && !tellsLater(text, actor.language))
      return notYet(lacking, actor.language);
    const help = isForwarded ? undefined : helpFor(text);
    if (help === undefined) return undefined;
    return help.kind === "words"
      ? answerIn(actor, help.words)
      : this.#runMade(`[system:discover](${quoteIbl(help.subject)})`, given);
  }

  /** What a message says of its writer's own things, or of what was looked up last. */
  async #own(given: Given, things: KnownThings | undefined): Promise<Reply | undefined> {
    const { options } = given;
    const both = await this.#bothOf(given, things);
    if (both !== undefined) return this.#runAdmitted(both, given);
    const thing = await ownThing(given.text, things, given.before?.());
    if (thing !== undefined) return this.#thing(thing, given);
    if (readUntold(given.text, things) !== undefined) return undefined; // what was told stands by itself
    const again = this.#followUp(given, { things, options });
    return again === undefined ? undefined : this.#runAdmitted(again, given);
  }

  /** What is asked about a message that nothing was made of: what its words of time mean, or what is to be done with something of its writer's own that it names. */
  #openTo(
    request: Given,
    planned: PlannerResult,
    said: {
      readonly words: string;
      readonly options: PlanOptions;
      readonly things: KnownThings | undefined;
    },
  ): Promise<Reply> | Reply | undefined {
    const { text, actor } = request;
    const isOpen = planned.kind === "none" && planned.answer === undefined;
    if (!isOpen || nodFor(text) !== undefined) return undefined;
    const near = planned.question === undefined ? readNear(text, said.things) : undefined;
    const own = near ?? readTold(text, said.things);
    if (own !== undefined) return this.#thing(own, request);
    if (planned.question !== undefined) return undefined;
    const question = askedUnread(said.words, said.options);
    if (question !== undefined) return { kind: "none", question };
    if (actor.inGroup !== undefined) return undefined;
    const named = readNamedThing(text, said.things, said.options.schedules ?? []);
    return named && this.#thing(named, request);
  }

  /** The program of two requests in one message; `undefined` where either of them is not clear by itself. */
  async #bothOf(
    request: TurnRequest,
    things: KnownThings | undefined,
  ): Promise<string | undefined> {
    const halves = request.isForwarded === true ? undefined : joinedRequests(request.text);
    if (halves === undefined) return undefined;
    const options = this.#planOptions(request.actor, things);
    const codes: string[] = [];
    for (const text of halves) {
      const thing = readThing(text, things);
      const own = thing?.kind === "program" ? thing.code : undefined;
      const code = thing === undefined ? await this.#codeOf(text, request, options) : own;
      if (code === undefined) return undefined;
      codes.push(code);
    }
    return codes.join("\n");
  }

  /** The program that the planner is sure of. */
  async #codeOf(
    text: string,
    { actor: { personId } }: TurnRequest,
    options: PlanOptions,
  ): Promise<string | undefined> {
    const words = wordsToPlan(text, options);
    const planned = await this.#parts.planner.plan(words, options, { personId });
    const likely = likelyPlan({ text: reworded(text), planned: words }, planned, options);
    return likely?.code ?? (planned.kind === "sure" ? planned.code : undefined);
  }

  /** What was looked up last, with what a message changes of it. */
  #followUp(
    { actor, text, isForwarded }: TurnRequest,
    {
      things,
      options,
    }: { readonly things: KnownThings | undefined; readonly options: PlanOptions },
  ): string | undefined {
    if (isForwarded === true) return undefined;
    const [sent, second] = things?.sent ?? [];
    const isSent = sent !== undefined && second === undefined;
    const last = isSent ? reading(sent) : this.#parts.lastProgram?.(actor);
    if (last === undefined) return undefined;
    const alert = planPointedAlert(text, last, options);
    return alert?.kind === "sure" ? alert.code : this.#parts.planner.followUp(text, last, options);
  }

  /** Runs what the planner is sure of, and offers what it is not. */
  async #planned(
    request: Given,
    planned: PlannerResult,
    { words, options }: { readonly words: string; readonly options: PlanOptions },
  ): Promise<Reply> {
    const feature = featureCode(planned);
    if (feature === "[system:discover]") return { kind: "courtesy", courtesy: "ability" };
    if (feature !== undefined) return this.#runAdmitted(feature, request);
    const likely = likelyPlan({ text: reworded(request.text), planned: words }, planned, options);
    if (likely !== undefined)
      return this.#runAdmitted(likely.code, request, { others: likely.others });
    if (planned.kind === "sure") return this.#runAdmitted(planned.code, request);
    if (planned.kind === "none") return this.#notPlanned(request, planned);
    const isHour = asksHour(request.text, planned, options);
    return this.#propose(request, planned.proposals, isHour ? { asksHour: true } : {});
  }

  /** What the writer of a message has; what somebody else wrote first names nothing of it. */
  async #thingsOf({
    actor,
    isForwarded,
  }: Pick<TurnRequest, "actor" | "isForwarded">): Promise<KnownThings | undefined> {
    if (isForwarded === true) return undefined;
    const nodes = this.#parts.allowedNodes?.(actor.agents);
    if (nodes?.includes("source") === false) return undefined;
    return (await this.#parts.things?.(actor)) ?? NO_THINGS;
  }

  /** Runs what was made of a message where the program accounts for all of it; else it is offered, or what is left out is asked about. */
  #runAdmitted(code: string, request: Given, more: MadeOf = {}): Promise<Reply> | Reply {
    const { planner } = this.#parts;
    const admission = planner.admitted(request, code, request.options);
    if (admission.kind === "run") return this.#runMade(code, request, more);
    if (admission.kind === "ask") return { kind: "none", question: admission.question };
    const intent = planner.label(code, request.options.language);
    return this.#propose(request, [{ code, intent, score: 1 }], {});
  }

  /** Runs the program that was made of a message. */
  async #runMade(
    code: string,
    request: TurnRequest,
    { others = [], isFromOutside = false }: MadeOf = {},
  ): Promise<Reply> {
    const origin = `${request.origin}/0`;
    const said = isFromOutside ? { ownWords: [request.text] } : {};
    const ownWords = request.isForwarded === true ? { ownWords: [] } : said;
    if (request.isForwarded !== true) this.#parts.onMade?.(origin, request.text);
    const result = await this.runProgram({ ...request, ...ownWords, origin, code });
    const made = { code, said: request.text, ...(others.length > 0 && { others }) };
    return { kind: "run", made, result, ...this.offerFor(result, { ...request, said: made.said }) };
  }

  async #thing(plan: ThingPlan, request: Given): Promise<Reply> {
    if (plan.kind === "program")
      return this.#runAdmitted(plan.code, request, { isFromOutside: plan.isFromOutside === true });
    const { language, inGroup } = request.actor;
    // Others would read what a question in a group is answered with.
    const asksAloud = (offer: ThingOffer): boolean =>
      "runs" in offer && offer.runs.en.includes("[system:ask_user]");
    const offers = plan.offers.filter((offer) => inGroup === undefined || !asksAloud(offer));
    const suggests = offers.map((offer) => ({
      label: offer.label[language],
      // The program is the person's own: it names what of theirs was found by their words.
      ...("runs" in offer
        ? { runs: offer.runs[language], says: `${request.text}\n${offer.runs[language]}` }
        : { says: offer.says[language] }),
    }));
    return { kind: "not-yet", words: plan.words, suggests };
  }

  #planOptions(actor: Actor, things?: KnownThings): PlanOptions {
    const city = homeOf(things);
    const nodes = this.#parts.allowedNodes?.(actor.agents);
    return {
      language: actor.language,
      nowMs: this.#parts.clock.now(),
      zone: actor.zone,
      workflows: this.#parts.workflows(actor),
      schedules: this.#parts.scheduleNames?.(actor.personId) ?? [],
      people: things?.others ?? [],
      files: things?.files ?? [],
      folders: things?.folders ?? [],
      ...(city === undefined ? {} : { city }),
      ...(nodes === undefined ? {} : { allowedNodes: ["system", ...nodes] }),
    };
  }

  /** Who agrees in words while a card waits is told what counts. */
  #notPlanned(
    { actor, text, before }: TurnRequest,
    plan: Extract<PlannerResult, { kind: "none" }>,
  ): Reply {
    if (plan.answer !== undefined) return { kind: "answer", text: plan.answer, approvals: [] };
    const { personId, chatId } = actor;
    const { approvals, clock } = this.#parts;
    const sinceMs = clock.now() - INTERACTIVE_LIFETIME_MS;
    const earlier = before?.() ?? [];
    // A suggestion that something else was said after waits for nothing.
    const isLatest = ({ card, createdAtMs }: Approval): boolean =>
      createdAtMs > sinceMs && card.prompt === earlier.at(-1);
    const waits = approvals
      .pending({ personId })
      .some((open) => open.chatKey === chatId && (!isSuggestion(open) || isLatest(open)));
    const press = waits ? pressInstead(text, earlier) : undefined;
    if (press !== undefined) return answerIn(actor, press);
    const courtesy = plan.question === undefined ? nodFor(text) : undefined;
    if (courtesy !== undefined) return { kind: "courtesy", courtesy };
    // What is dropped where nothing is open is dropped already.
    const drops = plan.question === undefined ? readRefusal(text) : undefined;
    const isDrop = drops?.isNo === false && drops.things.length === 0;
    return isDrop ? { kind: "courtesy", courtesy: "nod" } : plan;
  }

  /** An hour that was asked for, or what is to be told at one, makes one message with what it was asked for; the proposals of before are needless then. */
  #withHour(request: Given, planning: Parameters<typeof hourGiven>[2]): Given {
    const { actor, before, isForwarded } = request;
    if (before === undefined || isForwarded === true) return request;
    const given = hourGiven(request.text, before(), planning);
    if (given === undefined) return request;
    const { personId, chatId } = actor;
    for (const { id, card, chatKey, kind } of this.#parts.approvals.pending({ personId }))
      if (kind === "proposal" && chatKey === chatId && given.asked.includes(card.prompt ?? ""))
        this.#parts.approvals.replace(id, { id: personId });
    return { ...request, text: given.text, typed: given.text };
  }

  /** Runs a program that a person wrote or chose, or that a schedule holds. */
  async runProgram(request: ProgramRequest): Promise<RunResult> {
    const { code, ownWords, actor, origin, signal, onProgram, isByHand } = request;
    const { approvalLifetimeMs, approvedDigest } = request;
    return this.#parts.gate.run({
      source: code,
      actor,
      origin,
      mayMove: true,
      ...(isByHand === undefined ? {} : { isByHand }),
      ...(ownWords === undefined ? {} : { ownWords }),
      ...(signal === undefined ? {} : { signal }),
      ...(onProgram === undefined ? {} : { onProgram }),
      ...(approvalLifetimeMs === undefined ? {} : { approvalLifetimeMs }),
      ...(approvedDigest === undefined ? {} : { approvedDigest }),
    });
  }

  /** Asks whether to run the corrected form of a refused program, as a proposal with one option, which is named by what it does where the program was made of words; `undefined` where there is no such form. */
  offerCorrection(
    problems: readonly Diagnostic[],
    request: Pick<TurnRequest, "origin" | "actor"> & { readonly said?: string },
  ): Approval | undefined {
    const code = problems.find((problem) => problem.correction !== undefined)?.correction;
    if (code === undefined) return undefined;
    const { said: prompt, actor } = request;
    if (prompt === undefined)
      return this.#request(request, { options: [{ label: RUN_CORRECTED[actor.language], code }] });
    const label = this.#parts.planner.label(code, actor.language);
    return this.#request(request, { prompt, options: [{ label, code }] });
  }

  /** Goes on with what a decided approval held up; `undefined` when nothing hangs on it. */
  async continueAfter(
    approval: Approval,
    request: Omit<TurnRequest, "origin" | "text">,
  ): Promise<Reply | undefined> {
    if (approval.kind === "proposal") return this.#runChosen(approval, request);
    if (approval.runId === undefined) return undefined;
    const { colleagues, gate, model, runs } = this.#parts;
    const { runId, delegationId } = runs?.topOf(approval.runId) ?? { runId: approval.runId };
    if (delegationId !== undefined) return colleagues?.report(delegationId, request);
    const result = await gate.resume(runId, request);
    if (result.kind === "waiting") return { kind: "run", result };
    const continued = await model?.continueAfter(runId, request);
    return continued === undefined ? { kind: "run", result } : replyOf(continued);
  }

  /** Has the program of an expired approval asked anew, as a run of its own under this origin. `undefined` when there is none. */
  async askAgain(
    { runId, createdAtMs, expiresAtMs }: Approval,
    request: Omit<TurnRequest, "text">,
  ): Promise<Reply | undefined> {
    if (runId === undefined) return undefined;
    const approvalLifetimeMs = expiresAtMs - createdAtMs;
    const result = await this.#parts.gate.again(runId, { ...request, approvalLifetimeMs });
    return { kind: "run", result };
  }

  #propose(
    request: TurnRequest,
    proposals: readonly PlanProposal[],
    hour: Pick<CardContent, "asksHour">,
  ): Reply {
    const options = optionsOf(proposals, request.actor.language);
    if (options.length === 0 && hour.asksHour !== true) return { kind: "none" };
    const approval = this.#request(request, { prompt: request.text, options, ...hour });
    if (request.isForwarded !== true) this.#parts.onMade?.(chosenOrigin(approval), request.text);
    return { kind: "proposals", approval };
  }

  /** Asks to choose a program; the same origin asks the same once at a time. */
  #request(
    { origin, actor }: Pick<TurnRequest, "origin" | "actor">,
    card: Pick<CardContent, "prompt" | "options" | "asksHour">,
  ): Approval {
    const { approvals } = this.#parts;
    const digest = digestOf({ origin, options: card.options });
    const { personId, chatId: chatKey } = actor;
    const open = approvals.pending({ personId }).find((known) => known.digest === digest);
    const facts = { personId, chatKey, digest, card, lifetimeMs: SUGGESTION_LIFETIME_MS };
    return open ?? approvals.request({ kind: "proposal", approver: "requester", ...facts });
  }

  /** The corrected form of a program that was refused. */
  offerFor(
    result: RunResult,
    request: Pick<TurnRequest, "origin" | "actor"> & { readonly said?: string },
  ): { readonly correction?: Approval } {
    const problems = result.kind === "refused" ? result.problems : [];
    const correction = this.offerCorrection(problems, request);
    return { ...(correction && { correction }) };
  }

  async #runChosen(
    approval: Approval,
    request: Omit<TurnRequest, "origin" | "text">,
  ): Promise<Reply | undefined> {
    const { state, answer: code } = approval;
    if (state !== "answered" || code === undefined) return undefined;
    const origin = chosenOrigin(approval);
    const result = await this.runProgram({ ...request, origin, code });
    const { prompt: said } = approval.card;
    const asked = { origin, actor: request.actor, ...(said !== undefined && { said }) };
    const made = said !== undefined && { made: { code, said } };
    return { kind: "run", result, ...made, ...this.offerFor(result, asked) };
  }
}

/** A message as it is planned: in one piece, at its likelier hour; what is passed on to somebody stays as it was said. */
function wordsToPlan(text: string, options: PlanOptions): string {
  if (planTelling(text, options) !== undefined) return text;
  return inLikelyHalf(inAdvance(text, options) ?? reworded(text), options);
}

function notYet({ words, needsModel, near }: Lacking, language: Language): Reply {
  const suggests =
    near === undefined ? [] : [{ label: near.label[language], says: near.says[language] }];
  return { kind: "not-yet", words, suggests, ...(needsModel && { needsModel }) };
}

function answerIn({ language }: Actor, words: Localized): Reply {
  return { kind: "answer", text: words[language], approvals: [] };
}

function replyOf(answer: ModelAnswer & { readonly origin?: string }): Reply {
  if (answer.kind === "answer") return { ...answer, approvals: [] };
  const { approvals, movedTo } = answer;
  return { kind: "answer", text: "", approvals, ...(movedTo !== undefined && { movedTo }) };
}
