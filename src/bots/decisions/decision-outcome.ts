import type { Assistant, Reply } from "../../agent/turn/assistant.ts";
import { isAbort, messageOf } from "../../base/errors.ts";
import { inBoth } from "../../base/localized.ts";
import type { Log } from "../../base/log.ts";
import type { Actor } from "../../engine/execute/action-types.ts";
import type { Runs } from "../../runs/run-table.ts";
import type { Approval, Approvals } from "../../security/approvals/approvals.ts";
import { isRefused } from "../approvals/buttons.ts";
import type { CardSender } from "../approvals/card-sender.ts";
import { makesStanding } from "../approvals/effects.ts";
import type { Updates } from "../inbox/update-table.ts";
import type { Admission } from "../people/admission.ts";
import type { ErasePerson } from "../people/erase-person.ts";
import type { AccessCommands } from "../people/rights-command.ts";
import type { KeyedQueue } from "../platform/keyed-queue.ts";
import { type Follow, NO_PLACE, type Place, placeOfCard } from "../replies/progress-message.ts";
import { wordError } from "../replies/render-reply.ts";
import type { ReplySender } from "../replies/reply-sender.ts";
import type { RunningWork } from "../replies/running-work.ts";
import { type BackgroundAgentRunner, delegationKey } from "../schedules/background-agent-runner.ts";
import type { OccurrenceRunner } from "../schedules/occurrence-runner.ts";
import { say } from "../texts/say.ts";
import type { FollowUpQuestions } from "./follow-up-questions.ts";

/** Longest outcome shown on a card, in UTF-16 units; longer ones follow as a message of their own. */
const CARD_OUTCOME_LENGTH = 300;

/** Executes decided approvals: resumes the run or action that waited, and writes the result on the card. */
export class DecisionOutcome {
  readonly #parts: ConstructorParameters<typeof DecisionOutcome>[0];

  constructor(parts: {
    readonly runningWork: RunningWork;
    readonly approvals: Approvals;
    readonly assistant: Assistant;
    readonly cards: CardSender;
    readonly admission: Admission;
    readonly backgroundAgentRunner: Pick<BackgroundAgentRunner, "deliver">;
    readonly followUps: Pick<FollowUpQuestions, "carryOut">;
    readonly forgetting: ErasePerson;
    readonly chatQueue: KeyedQueue;
    readonly log: Log;
    readonly replies: ReplySender;
    readonly accessCommands: AccessCommands;
    readonly runs: Runs;
    readonly schedules: Pick<OccurrenceRunner, "drawRun" | "settleRun">;
    readonly updates: Updates;
  }) {
    this.#parts = parts;
  }

  /** Tells who asked for something why it was denied, where they do not see the card. */
  tellReason(approval: Approval): void {
    const { admission, cards, replies } = this.#parts;
    const requester = admission.person(approval.personId);
    if (requester === undefined || cards.isShownIn(approval, approval.chatKey)) return;
    const actor = admission.actor(requester, approval.chatKey);
    const text = cards.stateWords(approval, actor);
    replies.answer(`reason:${approval.id}`, actor.chatId, { text });
  }

  /** Lets go on what hung on a decided approval, one at a time for each run, and writes what happened on its card. What happened before is not done again. */
  carryOut(approval: Approval): Promise<void> {
    const key = `run:${this.#topOf(approval) ?? approval.id}`;
    return this.#parts.chatQueue.add(key, () => this.#carryOut(approval));
  }

  #topOf({ runId }: Approval): string | undefined {
    return runId === undefined ? undefined : this.#parts.runs.topOf(runId).runId;
  }

  async #carryOut(approval: Approval): Promise<void> {
    if (approval.card.followUp !== undefined) {
      await this.#parts.followUps.carryOut(approval);
      return;
    }
    await this.#carryOn(approval);
  }

  async #carryOn(approval: Approval): Promise<void> {
    const { admission, accessCommands } = this.#parts;
    const requester = admission.person(approval.personId);
    if (requester === undefined) {
      this.#settle(approval, "");
      return;
    }
    if (approval.kind === "access") {
      const decider = admission.person(approval.decidedBy ?? "") ?? requester;
      const feature = approval.card.account === undefined ? accessCommands : admission;
      this.#settle(approval, feature.settle(approval, decider));
      return;
    }
    const actor = admission.actor(requester, approval.chatKey);
    try {
      if (approval.card.forget !== undefined) await this.#forget(approval);
      else await this.#continue(approval, actor);
    } catch (error) {
      this.#failed(approval, actor, error);
    }
  }

  async #forget(approval: Approval): Promise<void> {
    const { forgetting } = this.#parts;
    this.#settle(approval, await forgetting.carryOut(approval));
  }

  async #continue(approval: Approval, actor: Actor): Promise<void> {
    const { runningWork, assistant, updates } = this.#parts;
    const address = updates.address(approval.chatKey);
    const show = (reply: Reply | undefined, place: Place): void =>
      this.#show(approval, actor, reply, place);
    const goOn = async (signal: AbortSignal, follow: Follow) => {
      const reply = await assistant.continueAfter(approval, { actor, ...follow, signal });
      if (reply !== undefined) await this.#draw(approval, actor, reply, signal);
      return reply;
    };
    if (address === undefined) show(await goOn(new AbortController().signal, {}), NO_PLACE);
    else
      await runningWork.run({ chat: address, key: `approval:${approval.id}`, actor }, goOn, show);
  }

  /** Draws what will be shown, under the key under which it is brought. */
  async #draw(approval: Approval, actor: Actor, reply: Reply, signal: AbortSignal): Promise<void> {
    const { replies, schedules } = this.#parts;
    const top = this.#topOf(approval);
    const isBriefing =
      reply.kind === "run" &&
      top !== undefined &&
      (await schedules.drawRun(top, reply.result, signal));
    const key = reply.kind === "report" ? delegationKey(reply) : this.#keyOf(approval);
    if (!isBriefing) await replies.draw(key, actor, reply, signal);
  }

  #keyOf(approval: Approval): string {
    const top = this.#topOf(approval);
    return top === undefined ? `approval:${approval.id}` : `run:${top}`;
  }

  /** Brings what came of it, then counts the decision as carried out. */
  #show(approval: Approval, actor: Actor, reply: Reply | undefined, place: Place): void {
    if (reply === undefined || isUnanswered(approval, reply)) this.#settle(approval, "");
    else if (this.#isBriefing(approval, reply)) this.#settle(approval, "");
    else if (isUndelivered(reply)) this.#invite(approval, actor, reply, place);
    else if (wasPressed(approval) && reply.kind !== "report")
      this.#bringPressed(approval, actor, reply, place);
    else this.#settle(approval, this.#bring(approval, actor, reply, place));
  }

  /** Says in the place of its card why a message did not arrive, with a way for whom it is for to get in. */
  #invite(approval: Approval, actor: Actor, reply: Reply, place: Place): void {
    const { cards, replies } = this.#parts;
    const { text } = replies.wording(reply, actor);
    const own = placeOfCard(cards.messageOf(approval, actor.chatId), place);
    replies.reply(this.#keyOf(approval), actor, withInvite(text, actor), { place: own });
    this.#settle(approval, "");
  }

  /** A short result stands on the card; a longer one, an answer's and one whose requester does not see the card follow as a message. Returns what the card says. */
  #bring(approval: Approval, actor: Actor, reply: Reply, place: Place): string {
    const { cards, backgroundAgentRunner, replies } = this.#parts;
    if (reply.kind === "report") {
      backgroundAgentRunner.deliver(actor, reply);
      return "";
    }
    const key = this.#keyOf(approval);
    const { files, approvals, text: words } = replies.wording(reply, actor);
    const isNothing = isRefused(approval) && reply.kind === "run" && reply.result.kind === "denied";
    const text = isNothing || isEcho(approval, reply) ? "" : words;
    const told = text === "" ? cards.stateWords(approval, actor) : words;
    const isAnswer = approval.kind === "question" || approval.kind === "proposal";
    const isShort = text.length <= CARD_OUTCOME_LENGTH && files.length === 0;
    if (reply.kind !== "run" || reply.result.movedTo !== undefined || isAnswer || !isShort) {
      replies.reply(key, actor, reply, { place });
      return "";
    }
    if (!cards.isShownIn(approval, actor.chatId))
      replies.answer(key, actor.chatId, { text: told }, { place });
    for (const next of approvals) this.#askNext(next, approval);
    if (approvals.length > 0) place.asked();
    return text;
  }

  /** What comes of a question that was pressed stands in its place; what is asked next has a card of its own. */
  #bringPressed(approval: Approval, actor: Actor, reply: Reply, place: Place): void {
    const { cards, replies } = this.#parts;
    const { approvals } = replies.wording(reply, actor);
    const own = placeOfCard(cards.messageOf(approval, actor.chatId), place);
    replies.reply(this.#keyOf(approval), actor, reply, {
      place: approvals.length > 0 ? place : own,
    });
    this.#settle(approval, "");
  }

  /** Whether what was allowed was done is asked where it was allowed; what else is asked next has a card of its own. */
  #askNext(next: Approval, approval: Approval): void {
    const { cards } = this.#parts;
    if (next.kind === "uncertain") cards.takePlace(next, approval);
    cards.show(next);
  }

  /** True when the result is that of a due time, and has gone its own way. */
  #isBriefing(approval: Approval, reply: Reply): boolean {
    const top = this.#topOf(approval);
    if (reply.kind !== "run" || top === undefined) return false;
    return this.#parts.schedules.settleRun(top, reply.result);
  }

  #failed(approval: Approval, actor: Actor, error: unknown): void {
    const { runningWork, cards, log, replies } = this.#parts;
    const stack = error instanceof Error ? error.stack : undefined;
    const facts = { approval: approval.id, problem: messageOf(error), stack };
    log.error(facts, "A decision could not be carried out.");
    if (runningWork.isEnding) return;
    const message = wordError(error, actor.language);
    const text = say(actor.language, isAbort(error) ? "stopped" : "failedTurn", { message });
    if (!cards.isShownIn(approval, actor.chatId))
      replies.post(`failed:${approval.id}`, actor.chatId, { text }, { isControl: true });
    this.#settle(approval, text, { isControl: true });
  }

  /** From now on the decision counts as carried out. */
  #settle(approval: Approval, outcome: string, how: { readonly isControl?: boolean } = {}): void {
    this.#parts.approvals.setOutcome(approval.id, outcome, how);
  }
}

/** True where a message was refused by its platform: whom it is for has to come to the bot first. */
function isUndelivered(reply: Reply): boolean {
  if (reply.kind !== "run" || reply.result.kind !== "finished") return false;
  return reply.result.envelope.statements.some(({ error }) => error?.code === "not-delivered");
}

/** Why a message did not arrive, with how its reader gets in. */
function withInvite(text: string, { language }: Actor): Reply {
  const invite = { label: say(language, "invite"), says: "/people invite" };
  return { kind: "not-yet", words: inBoth(() => text), suggests: [invite] };
}

/** True of a question that a button answered: what comes of it stands in its place, so that a press changes one message. */
function wasPressed({ kind, decidedBy, answerOrigin }: Approval): boolean {
  return kind === "question" && decidedBy !== undefined && answerOrigin === undefined;
}

/** True where a question got no answer, and all that came of its program is that it went no further. */
function isUnanswered(approval: Approval, reply: Reply): boolean {
  if (approval.kind !== "question" || !isRefused(approval)) return false;
  if (reply.kind !== "run" || reply.result.kind !== "finished") return false;
  return reply.result.envelope.statements.every(({ ok }) => !ok);
}

/** True where what a program says only repeats what its card does: that a thing was sent, written or deleted. */
function isEcho(approval: Approval, reply: Reply): boolean {
  if (reply.kind !== "run" || reply.result.kind !== "finished") return false;
  if (makesStanding(approval)) return false;
  const { ok, statements: all } = reply.result.envelope;
  // What a loop goes through was found before it.
  const statements = approval.card.loop === undefined ? all : all.slice(-1);
  const done = (approval.card.effects ?? []).filter(
    ({ effect, deed }) => deed !== undefined && (effect === "send" || effect === "write"),
  );
  return (
    ok &&
    statements.length > 0 &&
    statements.every(({ steps }) => {
      const last = steps.at(-1);
      return done.some(({ node, action }) => last?.node === node && last.action === action);
    })
  );
}
