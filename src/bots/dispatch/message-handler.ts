import { insteadOf } from "../../agent/planner/tell.ts";
import { type ClosedPhrase, isPhrase } from "../../agent/planner/wording/closed-phrases.ts";
import { asksToUndo, asksToUnsend, undoneByName } from "../../agent/planner/wording/said-limits.ts";
import { fileForOneself } from "../../agent/things/file-sending.ts";
import { homeSaid } from "../../agent/things/memories.ts";
import type { Assistant } from "../../agent/turn/assistant.ts";
import type { Clock } from "../../base/clock.ts";
import type { Actor } from "../../engine/execute/action-types.ts";
import type { Schedules } from "../../scheduler/ledger/schedules.ts";
import type { Person } from "../../security/access/people.ts";
import type { Approval, Approvals, PressRefusal } from "../../security/approvals/approvals.ts";
import { rateWords } from "../../security/limits/budget-words.ts";
import type { Rates } from "../../security/limits/rate-limits.ts";
import { messageLanguage } from "../answers/message-language.ts";
import { PRESS_REFUSALS } from "../approvals/buttons.ts";
import type { CardSender } from "../approvals/card-sender.ts";
import { editedText } from "../approvals/edited-text.ts";
import type { CommandContext } from "../commands/command.ts";
import { commandIn } from "../commands/parse-command.ts";
import type { Decisions } from "../decisions/decisions.ts";
import {
  isAnswerTo,
  openQuestions,
  passByQuestions,
  refusedBy,
  rewordedAs,
  takesWords,
} from "../decisions/open-questions.ts";
import type { RelayedReply } from "../decisions/relayed-reply.ts";
import type { AttachmentHandler, Words } from "../files/attachment-handler.ts";
import { quotedAsWritten } from "../inbox/quoted-message.ts";
import type { Updates } from "../inbox/update-table.ts";
import type { Outbox } from "../outbox/outbox.ts";
import { QUIET_OFFERS, quietText, quietWords } from "../outbox/quiet-hours.ts";
import { quietWish } from "../outbox/quiet-words.ts";
import type { Admission } from "../people/admission.ts";
import type { AccountLinking } from "../people/link-accounts.ts";
import { HOME } from "../people/settings-command.ts";
import type { Welcome } from "../people/welcome.ts";
import { chatKey, type MessageEvent, type Quoted } from "../platform/chat-adapter.ts";
import { asksHowItWasDone } from "../programs/how-command.ts";
import type { AnswerHandler } from "../replies/answer-handler.ts";
import { showBusyReaction } from "../replies/busy-reaction.ts";
import type { ReplySender } from "../replies/reply-sender.ts";
import type { RunningWork } from "../replies/running-work.ts";
import type { ReminderButtons } from "../schedules/reminder-buttons.ts";
import type { ScheduleChanges } from "../schedules/schedule-changes.ts";
import { scheduleWish } from "../schedules/schedule-wishes.ts";
import { say } from "../texts/say.ts";
import { SENT_MESSAGE, type UndoCommand } from "../undo/undo-command.ts";
import type { CommandHandler } from "./command-handler.ts";
import { noticeSecret } from "./secret-notice.ts";

/** Longest message taken, in UTF-16 units: a program is at most 64 KiB. */
const MAX_MESSAGE_LENGTH = 70_000;

/** What a person wrote this long before, in so many messages, may still be completed. */
const COMPLETED = { most: 3, withinMs: 10 * 60_000 };

/** Asks for one's settings, or where they are changed. */
const SETTINGS: ClosedPhrase = {
  needs: /설정|환경설정|\bsettings?\b/u,
  words:
    "settings setting change open show see edit update how where find to 설정 환경설정 바꾸고 바꿀 바꿀래 바꾸려면 바꿔 바꾸는법 변경 열어 보여 보고 싶어 싶은데 싶어요 어떻게 어디 어디서 하고 메뉴",
};

/** What became of a message: answered, not for the bot, or one too many. */
export type Taken = "done" | "ignored" | "over-rate";

/** Commands that are answered however many messages came before. */
const UNCOUNTED: ReadonlySet<string> = new Set(["stop", "help"]);

/** Handles messages: commands, answers to open questions, and turns of the agent. */
export class MessageHandler {
  readonly #parts: ConstructorParameters<typeof MessageHandler>[0];

  constructor(parts: {
    readonly assistant: Pick<Assistant, "isRequest">;
    readonly approvals: Approvals;
    readonly answers: AnswerHandler;
    readonly files: AttachmentHandler;
    readonly commandHandler: CommandHandler;
    readonly undoable: Pick<UndoCommand, "finds">;
    readonly admission: Admission;
    readonly accountLinking: Pick<AccountLinking, "stranger">;
    readonly welcome: Pick<Welcome, "greeting">;
    readonly runningWork: RunningWork;
    readonly rates: Rates;
    readonly replies: ReplySender;
    readonly cards: Pick<CardSender, "approvalAt">;
    readonly outbox: Pick<Outbox, "wordsSent">;
    readonly relayed: Pick<RelayedReply, "take">;
    readonly decisions: Pick<Decisions, "decide" | "edit" | "explain" | "notYours">;
    readonly updates: Pick<Updates, "saidBefore">;
    readonly schedules: Pick<Schedules, "list" | "history">;
    readonly reminders: Pick<ReminderButtons, "putOff" | "done">;
    readonly scheduleChanges: ScheduleChanges;
    readonly clock: Pick<Clock, "now">;
  }) {
    this.#parts = parts;
  }

  /** Answers one message; its replies are in the outbox when this resolves. */
  async message(event: MessageEvent, origin: string): Promise<Taken> {
    const { admission, accountLinking } = this.#parts;
    const person = admission.find(event.chat.platform, event.sender);
    if (person === undefined) {
      if (await accountLinking.stranger(event)) return "done";
      return admission.stranger(event) ? "done" : "ignored";
    }
    if (!event.isAddressed) return "ignored";
    admission.arrived(event, person);
    admission.met(person, event.chat, event.sender);
    const actor = admission.actor(person, chatKey(event.chat), messageLanguage(event.text));
    const command = commandIn(event);
    if (!UNCOUNTED.has(command?.name ?? "") && this.#isTooMany(actor, origin)) return "over-rate";
    if (event.isMasked === true) await noticeSecret(this.#parts, event, { origin, actor });
    if (this.#isTooLong(event, origin, actor)) return "done";
    const settle = showBusyReaction(this.#parts.runningWork.adapter(event.chat.platform), event);
    try {
      await this.#take(event, { origin, actor, person });
    } finally {
      settle();
    }
    return "done";
  }

  async #take(
    event: MessageEvent,
    facts: Pick<CommandContext, "origin" | "actor" | "person">,
  ): Promise<void> {
    const { origin, actor } = facts;
    if (commandIn(event) !== undefined || event.isRequest === true)
      passByQuestions(this.#parts.approvals, actor.personId, actor.chatId);
    const words =
      event.attachments === undefined
        ? { text: this.#aboutLatest(event, actor), files: [] }
        : await this.#words(event, origin, actor);
    if (words !== undefined) await this.#respond(event, words, facts);
  }

  async #respond(
    event: MessageEvent,
    words: Words,
    facts: Pick<CommandContext, "origin" | "actor" | "person">,
  ): Promise<void> {
    const { origin, person, actor } = facts;
    const { replies, welcome } = this.#parts;
    const command = commandIn(event);
    if (isMereCall(event))
      replies.answer(origin, actor.chatId, welcome.greeting(person, event.chat));
    else if (command !== undefined) {
      const said = await this.#parts.commandHandler.run(command, event.chat, facts);
      if (said !== undefined) await this.#answer(event, { ...words, text: said }, facts);
    } else if (await this.#wasAnswer({ ...event, text: words.text }, facts)) return;
    else if (asksHow(event, words)) await this.#tellHow(event, facts);
    else if (await this.#didCommand(event, words, facts)) return;
    else if (await this.#wasQuiet(event, words, facts)) return;
    else if (!(await this.#didSchedule(event, words, facts)))
      await this.#answer(event, words, facts);
  }

  /** Runs the command that words of the person stand for: to take back what was sent or done, to get a file, or to see their settings; false for any other words. */
  async #didCommand(
    event: MessageEvent,
    { text, files }: Words,
    facts: Pick<CommandContext, "origin" | "actor" | "person">,
  ): Promise<boolean> {
    if (event.isForwarded === true) return false;
    const command = this.#commandSaid(event, { text, files }, facts.actor);
    if (command === undefined) return false;
    await this.#parts.commandHandler.run(command, event.chat, facts);
    return true;
  }

  /** The command that words stand for. */
  #commandSaid(
    event: MessageEvent,
    { text, files }: Words,
    actor: Actor,
  ): { readonly name: string; readonly argument: string } | undefined {
    if (asksToUnsend(text)) return { name: "undo", argument: SENT_MESSAGE };
    const before = this.#parts.updates.saidBefore(event, COMPLETED).at(-1);
    if (files.length === 0 && asksToUndo(text, before)) return { name: "undo", argument: "" };
    const named = files.length === 0 ? undoneByName(text) : undefined;
    if (named !== undefined && this.#parts.undoable.finds(actor, named))
      return { name: "undo", argument: named };
    const file = files.length === 0 ? fileForOneself(text) : undefined;
    if (file !== undefined) return { name: "files", argument: `send ${file}` };
    return settingIn(text, actor);
  }

  /** Quiet hours in words are set; quiet for once there is none of, which is said with hours of every day to choose. */
  async #wasQuiet(
    event: MessageEvent,
    { text, files }: Words,
    facts: Pick<CommandContext, "origin" | "actor" | "person">,
  ): Promise<boolean> {
    const wish = event.isForwarded === true || files.length > 0 ? undefined : quietWish(text);
    if (wish === undefined) return false;
    const { origin, actor } = facts;
    if (wish.kind === "set") {
      const command = { name: "settings", argument: `quiet ${wish.words}` };
      await this.#parts.commandHandler.run(command, event.chat, facts);
      return true;
    }
    const question = say(actor.language, wish.kind === "once" ? "quietNotOnce" : "quietWhich");
    const suggests = QUIET_OFFERS.map((hours) => {
      const label = say(actor.language, "quietAsk", { quiet: quietWords(hours, actor.language) });
      return { label, says: say(actor.language, "quietAsk", { quiet: quietText(hours) }) };
    });
    this.#parts.replies.reply(origin, actor, { kind: "none", question, suggests });
    return true;
  }

  /** Shows the program of the answer that is replied to, else that of the last one. */
  async #tellHow(
    { chat, repliesToId = "" }: MessageEvent,
    facts: Pick<CommandContext, "origin" | "actor" | "person">,
  ): Promise<void> {
    await this.#parts.commandHandler.run({ name: "how", argument: repliesToId }, chat, facts);
  }

  /** What is wanted of the person's schedules: another time, an end, or when one comes; false for any other message. A reply to the question when a schedule is to come means that one. */
  async #didSchedule(
    event: MessageEvent,
    { text, files }: Words,
    facts: Pick<CommandContext, "origin" | "actor" | "person">,
  ): Promise<boolean> {
    if (event.isForwarded === true || files.length > 0) return false;
    const { schedules, clock, commandHandler, replies, scheduleChanges } = this.#parts;
    const { origin, actor } = facts;
    const meant = scheduleChanges.meantBy(event, actor.chatId);
    const said = {
      ...actor,
      nowMs: clock.now(),
      passedAtMs: scheduleChanges.passedAtMs(actor.chatId),
      ...(meant === undefined ? {} : { meant }),
    };
    const wish = scheduleWish(schedules, text, said);
    switch (wish?.kind) {
      case undefined:
        scheduleChanges.passBy(actor.chatId);
        return false;
      case "ask":
        replies.reply(origin, actor, { ...wish, kind: "none" });
        return true;
      case "change":
        scheduleChanges.ask(wish.schedule, actor.chatId, facts.person);
        return true;
      case "done": {
        const told = this.#parts.reminders.done(wish.schedule, actor.language);
        replies.answer(origin, actor.chatId, told);
        return true;
      }
      case "later": {
        const { schedule, untilMs } = wish;
        scheduleChanges.note(actor.chatId, schedule);
        const message = this.#parts.reminders.putOff(schedule, facts.person, untilMs);
        replies.answer(origin, actor.chatId, message);
        return true;
      }
      case "run":
        scheduleChanges.note(actor.chatId, wish.about.at(-1));
        await commandHandler.run({ name: "ibl", argument: wish.code }, event.chat, facts);
        return true;
    }
  }

  /** Words that answer no message may be about the file that came before them. */
  #aboutLatest({ text, quoted, repliesToId, isForwarded }: MessageEvent, actor: Actor): string {
    const isAboutOther = (quoted ?? repliesToId) !== undefined || isForwarded === true;
    return isAboutOther ? text : this.#parts.files.aboutLatest(text, actor);
  }

  /** What there is to answer of a message with files: what was typed, and what is said in them; `undefined` where nothing is. */
  async #words(event: MessageEvent, origin: string, actor: Actor): Promise<Words | undefined> {
    const { runningWork, files } = this.#parts;
    const work = { chat: event.chat, key: `files:${origin}`, actor };
    return runningWork.run(work, (signal) => files.take(event, { origin, actor }, signal));
  }

  /** A message of more than the limit is answered with what the limit is. */
  #isTooLong({ text }: MessageEvent, origin: string, { chatId, language }: Actor): boolean {
    if (text.length <= MAX_MESSAGE_LENGTH) return false;
    const facts = { length: text.length, limit: MAX_MESSAGE_LENGTH };
    this.#parts.replies.answer(origin, chatId, { text: say(language, "tooLong", facts) });
    return true;
  }

  /** The first message over a limit is answered with what the limit is; those after it, until it opens, end in silence. */
  #isTooMany(actor: Actor, origin: string): boolean {
    const { personId, chatId: key, language } = actor;
    const verdict = this.#parts.rates.take({ kind: "message", origin, personId, chatKey: key });
    if (verdict.ok) return false;
    if (verdict.isFirst) {
      const message = rateWords(verdict)[language];
      this.#parts.replies.post(`over-rate:${origin}`, key, {
        text: say(language, "overRate", { message }),
      });
    }
    return true;
  }

  async #answer(
    event: MessageEvent,
    words: Words,
    facts: { readonly origin: string; readonly actor: Actor },
  ): Promise<void> {
    const { answers, updates } = this.#parts;
    const { chat, quoted, isForwarded = false, isWordless = false } = event;
    const answered =
      quoted === undefined ? {} : { quoted: this.#asWritten(quoted, facts.actor.chatId) };
    const before = (): readonly string[] => updates.saidBefore(event, COMPLETED);
    const adapter = this.#parts.runningWork.adapter(chat.platform);
    const react =
      adapter?.react === undefined
        ? {}
        : { react: (emoji: string): void => void adapter.react?.(event, emoji) };
    await answers.answer({
      ...facts,
      ...react,
      ...words,
      ...answered,
      chat,
      isForwarded,
      isWordless,
      before,
    });
  }

  /** Of its own messages the bot knows the addresses that a platform does not show. */
  #asWritten(quoted: Quoted, key: string): Quoted {
    const { messageId } = quoted;
    const sent = messageId === undefined ? undefined : this.#parts.outbox.wordsSent(key, messageId);
    return sent === undefined ? quoted : quotedAsWritten(quoted, sent);
  }

  /** An open question in this chat takes words that fit it as its answer, and a reply to its card whatever it says, also where a process died over them; forwarded words are nobody's. What is about something else closes the question to words and is a message of its own. What was typed into the form of a question that is over is told so. */
  async #wasAnswer(
    event: MessageEvent,
    { origin, person, actor }: Pick<CommandContext, "origin" | "actor" | "person">,
  ): Promise<boolean> {
    const { approvals, decisions, replies } = this.#parts;
    if (approvals.isAnswer(origin)) return true;
    if (!mayAnswer(event)) return false;
    if (await this.#wasEdit(event, { origin, person, actor })) return true;
    if (await this.#parts.relayed.take(event, person, origin)) return true;
    if (this.#wasReason(event, person, actor)) return true;
    if (await this.#wasRefusal(event, { origin, person, actor })) return true;
    const question = this.#questionFor(event, person, actor);
    if (question === undefined) return false;
    const decision = { state: "answered", answer: event.text, origin } as const;
    if ((await decisions.decide(question.id, person, decision)).ok) return true;
    const isForm = event.repliesToId !== undefined && event.quoted === undefined;
    if (isForm) {
      const text =
        question.personId === person.id
          ? say(person.language, PRESS_REFUSALS[endOf(question)])
          : decisions.notYours(question, person);
      replies.answer(origin, chatKey(event.chat), { text });
    }
    return isForm;
  }

  /** What was typed into the form of a card that asks for no words is its text, written anew, and so are words that give it to the newest card of their writer. */
  async #wasEdit(
    event: MessageEvent,
    { origin, person, actor }: Pick<CommandContext, "origin" | "actor" | "person">,
  ): Promise<boolean> {
    const { decisions, replies } = this.#parts;
    const { card, words } = this.#edited(event, actor);
    if (card === undefined || takesWords(card) || editedText(card) === undefined) return false;
    const refusal = await decisions.edit(card, person, { words, origin: `${origin}/edit` });
    if (refusal !== undefined) replies.answer(origin, actor.chatId, { text: refusal });
    return true;
  }

  #edited({ repliesToId, quoted, text }: MessageEvent, { chatId, personId }: Actor) {
    const { approvals, cards } = this.#parts;
    const words = rewordedAs(text);
    if (repliesToId !== undefined)
      return quoted === undefined || words !== undefined
        ? { card: cards.approvalAt(chatId, repliesToId), words: words ?? text }
        : { words: text };
    const open = approvals.waiting({ personId }).filter(({ chatKey: key }) => key === chatId);
    return words === undefined ? { words: text } : { card: open.at(-1), words };
  }

  /** A reply to the card of what its writer denied is the reason why. */
  #wasReason({ repliesToId, text }: MessageEvent, person: Person, { chatId }: Actor): boolean {
    const { cards, decisions } = this.#parts;
    const card = repliesToId === undefined ? undefined : cards.approvalAt(chatId, repliesToId);
    return card !== undefined && decisions.explain(card, person, text);
  }

  /** Words that do nothing but refuse deny what waits in this chat for their writer: the card that they reply to or name, else the newest. */
  async #wasRefusal(
    event: MessageEvent,
    { origin, person, actor }: Pick<CommandContext, "origin" | "actor" | "person">,
  ): Promise<boolean> {
    const { approvals, assistant, cards, decisions, replies } = this.#parts;
    const { chatId, language, zone } = actor;
    const { repliesToId, quoted, text } = event;
    const card = repliesToId === undefined ? undefined : cards.approvalAt(chatId, repliesToId);
    const isElsewhere = quoted !== undefined || repliesToId !== undefined;
    if (isElsewhere && (card === undefined || takesWords(card))) return false;
    const open = approvals
      .waiting({ personId: person.id })
      .filter(({ id, chatKey: key }) => (card === undefined ? key === chatId : id === card.id));
    // The card for whom it was not meant closes, and what was in it is asked about anew.
    if (insteadOf(text) !== undefined) {
      const sending = open.findLast((each) => sends(each));
      if (sending !== undefined)
        await decisions.decide(sending.id, person, { state: "denied", origin });
      return false;
    }
    const refused = refusedBy(text, open, {
      zone,
      isRequest: (words) => assistant.isRequest(words, actor),
    });
    if (refused === undefined) return false;
    const decision = { state: "denied", origin } as const;
    if (!(await decisions.decide(refused.id, person, decision)).ok) return false;
    const told = sends(refused) ? "dropped" : "droppedUndone";
    const sentence = say(language, refused.kind === "question" ? "droppedQuestion" : told);
    replies.answer(origin, chatId, { text: sentence });
    return true;
  }

  /** The question that words answer: the one whose card they answer, and where they answer no message the latest that is open, if they fit it. */
  #questionFor(event: MessageEvent, { id: personId }: Person, actor: Actor): Approval | undefined {
    const { chat, repliesToId, quoted, text } = event;
    const { approvals, assistant, cards } = this.#parts;
    const key = chatKey(chat);
    if (repliesToId !== undefined) {
      const card = cards.approvalAt(key, repliesToId);
      return card !== undefined && takesWords(card) ? card : undefined;
    }
    if (quoted !== undefined) return undefined;
    const open = openQuestions(approvals, personId, key);
    const latest = open.at(-1);
    const { zone } = actor;
    const isRequest = (words: string): boolean =>
      assistant.isRequest(words, actor) ||
      asksHowItWasDone(words) ||
      quietWish(words) !== undefined ||
      this.#commandSaid(event, { text: words, files: [] }, actor) !== undefined;
    if (latest !== undefined && isAnswerTo(latest, text, { zone, isRequest })) return latest;
    passByQuestions(approvals, personId, key);
    return undefined;
  }
}

/** False for words that are nobody's, for the words of a button, and for none. */
function mayAnswer({ isForwarded, isRequest, text }: MessageEvent): boolean {
  return isForwarded !== true && isRequest !== true && text.trim() !== "";
}

/** Words of the person that ask how something was done, and for nothing else. */
function asksHow({ isForwarded }: MessageEvent, { text, files }: Words): boolean {
  return isForwarded !== true && (files ?? []).length === 0 && asksHowItWasDone(text);
}

/** Why a question took no words of the person whom it asks. */
function endOf({ state }: Approval): PressRefusal {
  return state === "expired" ? "expired" : "answered";
}

/** What words want of the settings: to see them, or another clock where somebody lives elsewhere now. */
function settingIn(
  text: string,
  { zone }: Actor,
): { readonly name: string; readonly argument: string } | undefined {
  if (isPhrase(text, SETTINGS)) return { name: "settings", argument: "" };
  const home = homeSaid(text);
  const isElsewhere = home?.zone !== undefined && home.zone !== zone;
  return isElsewhere ? { name: "settings", argument: `${HOME} ${text}` } : undefined;
}

/** Nothing but the bot's name, said in a group and about nothing. */
function isMereCall({ chat, text, quoted, repliesToId, attachments }: MessageEvent): boolean {
  const isAbout = quoted !== undefined || repliesToId !== undefined || attachments !== undefined;
  return !chat.isPrivate && !isAbout && /^@[\w.]+$/u.test(text);
}

/** Whether what waits sends something to somebody. */
function sends({ card: { effects = [] } }: Approval): boolean {
  return effects.some(({ effect }) => effect === "send");
}
