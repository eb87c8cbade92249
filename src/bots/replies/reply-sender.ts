import type { Reply } from "../../agent/turn/assistant.ts";
import type { Clock } from "../../base/clock.ts";
import { type Actor, actingAt } from "../../engine/execute/action-types.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import type { AboutPerson } from "../answers/courtesies.ts";
import type { CardSender } from "../approvals/card-sender.ts";
import { suggestionButtons } from "../approvals/suggestion-button.ts";
import { longAnswer, measureIn } from "../markup/long-answer.ts";
import { codeBlock } from "../markup/parse-markup.ts";
import { longReply, MAX_REPLY_LENGTH, wholeReply } from "../outbox/long-text.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { Button, Mention, OutgoingFile, OutgoingMessage } from "../platform/chat-adapter.ts";
import { say } from "../texts/say.ts";
import { answerFileButton } from "./answer-files.ts";
import type { AnswerPart, HeldAnswers } from "./held-answers.ts";
import type { Place } from "./progress-message.ts";
import {
  comparisonIn,
  markdownOf,
  type ReplyReader,
  type Wording,
  wordReply,
} from "./render-reply.ts";
import type { ReplyTables } from "./reply-tables.ts";

/** How a message is posted. */
export interface PostOptions {
  /** Default: a reply. */
  readonly messageClass?: "reply" | "briefing";
  /** Where the status of the work is that it comes from: a message without files takes its place. Default: it stands by itself. */
  readonly place?: Place;
  /** True for what leaves before everything else: the answer to a stop, and what went wrong with one or with a press. Default false. */
  readonly isControl?: boolean;
}

/** What a message is, as `MessageKind` says. */
interface Facts extends Pick<PostOptions, "messageClass"> {
  readonly kind?: "reply" | "held" | "other";
  readonly subject?: string;
}

/** How a reply is shown. */
export interface ReplyOptions extends Pick<PostOptions, "place"> {
  /** Stands before its words, in the same message. */
  readonly lead?: string;
}

/** The buttons under the reply `key` for the chat `hangsIn`, where what its turn did can be taken back. */
export type UndoRows = (
  key: string,
  actor: Actor,
  reply: Reply,
  hangsIn: string,
) => readonly (readonly Button[])[];

/** The messages that a reply is shown as, its words first, in the order in which they leave. */
interface Composed {
  readonly messages: readonly AnswerPart[];
  readonly wording: Wording;
}

/** Name of the message that has the words of a reply, among its messages. */
const WORDS = "";

/** Posts replies to the outbox: text, pictures and cards. Idempotent by `key`. */
export class ReplySender {
  readonly #parts: ConstructorParameters<typeof ReplySender>[0];

  constructor(parts: {
    readonly clock: Clock;
    readonly tokens: ButtonTokens;
    /** What a greeting may name of a person. */
    readonly about: (actor: Actor) => AboutPerson;
    readonly sheets: ReplyTables;
    /** Absolute path of a file in a chat's folder. */
    readonly filePath: (chatKey: string, path: string) => string;
    readonly outbox: Outbox;
    readonly cards: CardSender;
    readonly held: HeldAnswers;
    /** The command whose giver alone may see what answers it, by a key that holds its origin and the chat where it was given; `undefined` for anything else. */
    readonly onlyFor: (key: string, chatKey: string) => string | undefined;
    /** Whether a person wants to see the programs that answered. Default: nobody does. */
    readonly showsCode?: (personId: string) => boolean;
    /** Default: nothing can be taken back. */
    readonly undoRows?: UndoRows;
  }) {
    this.#parts = parts;
  }

  /** Draws what the reply shows as pictures, to be called before `reply` with the same key and asker: without it tables are words. Never rejects. */
  async draw(key: string, asker: Actor, reply: Reply, signal?: AbortSignal): Promise<void> {
    const chatId = movedTo(reply) ?? asker.chatId;
    const only = comparisonIn(reply, asker.language)?.table;
    await this.#parts.sheets.draw(`reply:${key}`, chatId, markdownOf(reply), signal, only);
  }

  /** Posts what answers somebody under `reply:<origin>`, as `post` does: should nobody know whether it arrived, its chat is told. */
  answer(origin: string, chatKey: string, message: OutgoingMessage, how: PostOptions = {}): void {
    this.post(`reply:${origin}`, chatKey, message, { ...how, kind: "reply" });
  }

  /** Posts a message; one with nothing in it is left out. */
  post(
    key: string,
    chatKey: string,
    message: OutgoingMessage,
    how: PostOptions & Facts = {},
  ): void {
    const { files = [] } = message;
    if (message.text === "" && files.length === 0) return;
    const { kind = "other", subject, messageClass = "reply", place, isControl = false } = how;
    const earlier = files.length === 0 ? place?.take() : undefined;
    const inPlaceOf = earlier === undefined ? {} : { inPlaceOf: earlier };
    this.#parts.outbox.post({
      key,
      chatKey,
      class: messageClass,
      kind,
      message,
      isControl,
      ...(subject === undefined ? {} : { subject }),
      ...inPlaceOf,
    });
  }

  /**
   * Shows a reply in the actor's chat: its words under `reply:<key>`, with the picture that they are about; tables, long lists and several pictures beside them under `reply:<key>:files`, and a card for all that waits. A reply of more
   * than 20,000 characters is sent as its start and a file, `reply:<key>:whole`. A report comes unasked, as a briefing does: who
   * may not have got it is told. What has moved to the person's private chat is for them alone: a command that only they see is answered where it was given, and
   * for anything else a line in the group holds it until they press its button.
   */
  reply(key: string, asker: Actor, reply: Reply, how: ReplyOptions = {}): void {
    const { lead = "", place } = how;
    const actor = actingAt(asker, movedTo(reply) ?? asker.chatId);
    const isMoved = actor.chatId !== asker.chatId;
    const here = place?.thread?.chatKey ?? actor.chatId;
    const hangsIn = isMoved ? this.#parts.held.placeFor(asker, actor.chatId) : here;
    const { messages, wording } = this.#composed(key, actor, reply, {
      ...{ lead, hangsIn, isMoved },
      isApart: isMoved || place?.isShown() === true,
    });
    if (isMoved) this.#replyMoved(key, asker, reply, { actor, hangsIn, messages, place });
    else {
      const messageClass = reply.kind === "report" ? "briefing" : "reply";
      const called = calling(messages, place?.thread?.asker);
      this.#send(key, hangsIn, called, { kind: "reply", messageClass, place });
    }
    const { approvals } = wording;
    if (!isMoved && approvals.length > 0 && messages.every(isBeside)) place?.asked();
    for (const approval of approvals) this.#parts.cards.show(approval);
  }

  #replyMoved(
    key: string,
    asker: Actor,
    reply: Reply,
    answer: {
      readonly actor: Actor;
      readonly hangsIn: string;
      readonly messages: readonly AnswerPart[];
      readonly place: Place | undefined;
    },
  ): void {
    const { actor, hangsIn, messages, place } = answer;
    if (messages.length === 0) {
      this.tellMoved(key, asker, place);
      return;
    }
    const text = isGood(reply) ? wordReply(reply, this.#readerOf(actor)).text : "";
    this.#forOne(key, asker, { shownIn: hangsIn, messages, text }, place);
  }

  /** Answers a command of a group with what its giver alone may see; what has buttons stays in their private chat `privateChat`, where they hang. */
  answerOne(origin: string, asker: Actor, privateChat: string, message: OutgoingMessage): void {
    const isQuiet = this.#parts.onlyFor(origin, asker.chatId) !== undefined;
    if (isQuiet && message.buttons !== undefined) {
      this.answer(origin, privateChat, message);
      this.tellMoved(origin, asker);
      return;
    }
    const shownIn = isQuiet ? this.#parts.held.placeFor(asker, privateChat) : privateChat;
    const answer = { shownIn, messages: [{ part: WORDS, message }], text: "" };
    this.#forOne(origin, asker, answer);
  }

  /** Tells a group that what was asked in it is answered in private. */
  tellMoved(key: string, { chatId, language }: Actor, place?: Place): void {
    const placed = place === undefined ? {} : { place };
    this.post(`moved:${key}`, chatId, { text: say(language, "toldInPrivate") }, placed);
  }

  /** Who gave a command that nobody else sees is answered there; anybody else gets a line with a button that shows it to them. */
  #forOne(
    key: string,
    asker: Actor,
    answer: Parameters<HeldAnswers["hold"]>[2],
    place?: Place,
  ): void {
    const { held, onlyFor } = this.#parts;
    const command = onlyFor(key, asker.chatId);
    if (command === undefined || answer.shownIn !== asker.chatId) {
      const placed = place === undefined ? {} : { place };
      this.post(`moved:${key}`, asker.chatId, held.hold(key, asker, answer), placed);
      return;
    }
    const quiet = answer.messages.map(({ part, message }) => ({
      part,
      message: { ...message, onlyFor: command },
    }));
    this.#send(key, asker.chatId, quiet, { kind: "held", subject: asker.personId, place });
  }

  #send(
    key: string,
    chatId: string,
    messages: readonly AnswerPart[],
    { place, ...how }: Facts & { readonly place?: Place | undefined },
  ): void {
    for (const { part, message } of messages) {
      const placed = part === WORDS && place !== undefined ? { place } : {};
      this.post(`reply:${key}${part}`, chatId, message, { ...how, ...placed });
    }
  }

  /** A reply in the actor's language, all of it in words. */
  wording(reply: Reply, actor: Actor): Wording {
    return wordReply(reply, this.#readerOf(actor));
  }

  #readerOf(actor: Actor): ReplyReader {
    const { language, zone, isOwner } = actor;
    const about = (): AboutPerson => this.#parts.about(actor);
    return { language, zone, isOwner, about, nowMs: this.#parts.clock.now() };
  }

  /** The messages of a reply for the chat `hangsIn`; where that is not the actor's, what its buttons would say or run is left out, and the actor may show it to everybody there. With `isApart` a picture never stands with the words. */
  #composed(
    key: string,
    actor: Actor,
    reply: Reply,
    {
      lead,
      hangsIn,
      isMoved,
      isApart,
    }: {
      readonly lead: string;
      readonly hangsIn: string;
      readonly isMoved: boolean;
      readonly isApart: boolean;
    },
  ): Composed {
    const wording = wordReply(
      reply,
      this.#readerOf(actor),
      this.#parts.sheets.page(`reply:${key}`, actor),
    );
    const code = this.#codeOf(reply, actor);
    const text = [lead, wording.text, code].filter((part) => part !== "").join("\n\n");
    const suggests = isMoved && hangsIn !== actor.chatId ? [] : (wording.suggests ?? []);
    const undo = this.#parts.undoRows?.(key, actor, reply, hangsIn) ?? [];
    const isFirst = suggests.some((each) => each.isFirst);
    const asked = suggestionButtons(this.#parts.tokens, suggests, hangsIn);
    // Beside other times *Undo* is enough: they are changes themselves.
    const buttons = buttonRows(
      hasOtherTimes(reply) ? undo.map((row) => row.slice(0, 1)) : undo,
      asked,
      isFirst || hasOtherTimes(reply),
    );
    const files = this.#parts.sheets.filesOf(`reply:${key}`, actor.chatId, wording);
    const isOne = isCaptioned(text, files) && !isApart;
    const csv = this.#csvButton(key, actor, wording, isMoved ? undefined : hangsIn);
    const all = withButton(buttons, csv);
    const rows = { ...(all.length > 0 && { buttons: all }), ...(isOne && { files }) };
    const parts = partsBetween(lead, wording, code);
    const words = this.#words(key, actor, { text, ...rows }, { hangsIn, isMoved, parts });
    const beside = { part: ":files", message: { text: "", files } };
    const messages = [...words, ...(files.length === 0 || isOne ? [] : [beside])];
    return { messages, wording };
  }

  /** The button that sends the rows of a table; none where it would not find them. */
  #csvButton(
    key: string,
    { chatId }: Actor,
    { table }: Wording,
    home: string | undefined,
  ): Button | undefined {
    if (table === undefined || home === undefined) return undefined;
    const rows = `reply:${key}:rows`;
    this.#parts.sheets.keepRows(rows, chatId, table);
    return answerFileButton(this.#parts.tokens, { key: rows, label: "CSV", home });
  }

  /** The program of an answer, for who wants to see it. */
  #codeOf(reply: Reply, { personId }: Actor): string {
    if (reply.kind !== "run" || reply.made === undefined) return "";
    return this.#parts.showsCode?.(personId) === true ? codeBlock(reply.made.code, "ibl") : "";
  }

  /** The words of a reply as a message, none where it has none; of a long one what the chat `hangsIn` shows, with all of it as a file or a button for that. */
  #words(
    key: string,
    { chatId, language }: Actor,
    message: OutgoingMessage,
    {
      hangsIn,
      isMoved,
      parts,
    }: {
      readonly hangsIn: string;
      readonly isMoved: boolean;
      readonly parts: readonly string[] | undefined;
    },
  ): readonly AnswerPart[] {
    const { text } = message;
    if (text === "") return [];
    const filePath = (path: string): string => this.#parts.filePath(chatId, path);
    const whole = { key: `reply:${key}:whole`, language, filePath };
    const shows = this.#parts.outbox.longAnswers(hangsIn);
    if (shows === undefined) {
      if (text.length <= MAX_REPLY_LENGTH) return [{ part: WORDS, message }];
      const long = longReply(text, whole, parts);
      return [
        { part: WORDS, message: long.head },
        { part: ":whole", message: long.whole },
      ];
    }
    const shown = longAnswer(
      text,
      shows,
      parts,
      measureIn(shows, this.#parts.outbox.roomIn(hangsIn)),
    );
    const head = { ...message, text: shown.text };
    if (!shown.isCut) return [{ part: WORDS, message: head }];
    const file = wholeReply(text, whole).whole;
    const isOffered = shows.folded === undefined && (!isMoved || hangsIn === chatId);
    if (!isOffered)
      return [
        { part: WORDS, message: head },
        { part: ":whole", message: file },
      ];
    const label = say(language, "replyAsFile");
    const button = answerFileButton(this.#parts.tokens, { key: whole.key, label, home: hangsIn });
    const buttons = withButton(message.buttons ?? [], button);
    return [{ part: WORDS, message: { ...head, buttons } }];
  }
}

/** What a text of several results consists of, with what stands before and behind them. */
function partsBetween(
  lead: string,
  { text, parts = [] }: Wording,
  code: string,
): readonly string[] | undefined {
  const isText = parts.length > 0 && parts.join("\n\n") === text;
  return isText ? [lead, ...parts, code].filter((part) => part !== "") : undefined;
}

/** Words stand below a picture that is the only thing beside them. */
function isCaptioned(text: string, files: readonly OutgoingFile[]): boolean {
  const [only] = files;
  return files.length === 1 && only?.caption === undefined && text !== "";
}

function hasOtherTimes(reply: Reply): boolean {
  return reply.kind === "run" && reply.made?.others !== undefined;
}

type Rows = readonly (readonly Button[])[];

/** Buttons in one row at most where what takes effects back stands beside what may be done next. */
const BUTTONS_IN_ROW = 3;

/** A further button, in the last row where there is room. */
function withButton(rows: Rows, button: Button | undefined): Rows {
  if (button === undefined) return rows;
  const last = rows.at(-1);
  if (last === undefined || last.length >= BUTTONS_IN_ROW) return [...rows, [button]];
  return [...rows.slice(0, -1), [...last, button]];
}

/** What takes effects back and what may be done next, in one row where they are few. */
function buttonRows(undo: Rows, next: Rows, isNextFirst: boolean): Rows {
  const rows = isNextFirst ? [...next, ...undo] : [...undo, ...next];
  const all = rows.flat();
  return undo.length > 0 && next.length > 0 && all.length <= BUTTONS_IN_ROW ? [all] : rows;
}

/** The first of them calls somebody by name. */
function calling(messages: readonly AnswerPart[], mention?: Mention): readonly AnswerPart[] {
  if (mention === undefined) return messages;
  return messages.map(({ part, message }, index) =>
    index === 0 ? { part, message: { ...message, mention } } : { part, message },
  );
}

/** Whether a message stands beside the words of its reply. */
function isBeside({ part }: AnswerPart): boolean {
  return part !== WORDS;
}

/** The chat where a reply belongs, if it is not the one that was asked in. */
function movedTo(reply: Reply): string | undefined {
  if (reply.kind === "answer") return reply.movedTo;
  return reply.kind === "run" ? reply.result.movedTo : undefined;
}

function isGood(reply: Reply): boolean {
  if (reply.kind === "answer") return true;
  return reply.kind === "run" && reply.result.kind === "finished" && reply.result.envelope.ok;
}
