import type { Reply } from "../../agent/turn/assistant.ts";
import type { Clock } from "../../base/clock.ts";
import { digestOf } from "../../base/digest.ts";
import { type Actor, actingAt } from "../../engine/execute/action-types.ts";
import type { Approval, Approvals } from "../../security/approvals/approvals.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import { INTERACTIVE_LIFETIME_MS } from "../../security/approvals/lifetimes.ts";
import type { AboutPerson } from "../answers/courtesies.ts";
import type { CardSender } from "../approvals/card-sender.ts";
import { suggestionButtons } from "../approvals/suggestion-button.ts";
import { codeBlock } from "../markup/parse-markup.ts";
import { longReply, MAX_REPLY_LENGTH } from "../outbox/long-text.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { Button, OutgoingFile, OutgoingMessage } from "../platform/chat-adapter.ts";
import { say } from "../texts/say.ts";
import type { Place } from "./progress-message.ts";
import { markdownOf, type ReplyReader, type Wording, wordReply } from "./render-reply.ts";
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

/** How a reply is shown. */
export interface ReplyOptions extends Pick<PostOptions, "place"> {
  /** Stands before its words, in the same message. */
  readonly lead?: string;
}

/** The answer by which the row of an offer to show something remembers it. */
const SHARE_ANSWER = "share";

/** The buttons under the reply `key`, where what its turn did can be taken back. */
export type UndoRows = (key: string, actor: Actor, reply: Reply) => readonly (readonly Button[])[];

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
    readonly approvals: Approvals;
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
    await this.#parts.sheets.draw(`reply:${key}`, chatId, markdownOf(reply), signal);
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
    how: PostOptions & { readonly kind?: "reply" | "other" } = {},
  ): void {
    const { files = [] } = message;
    if (message.text === "" && files.length === 0) return;
    const { kind = "other", messageClass = "reply", place, isControl = false } = how;
    const earlier = files.length === 0 ? place?.take() : undefined;
    const inPlaceOf = earlier === undefined ? {} : { inPlaceOf: earlier };
    this.#parts.outbox.post({
      key,
      chatKey,
      class: messageClass,
      kind,
      message,
      isControl,
      ...inPlaceOf,
    });
  }

  /**
   * Shows a reply in the actor's chat: its words under `reply:<key>`, with the picture that they are about; tables, long lists and several pictures beside them under `reply:<key>:files`, and a card for all that waits. A reply of more
   * than 20,000 characters is sent as its start and a file, `reply:<key>:whole`. A report comes unasked, as a briefing does: who
   * may not have got it is told. A reply that has moved to the person's private chat is shown there, the group is told so, and the
   * person may have it shown to the group.
   */
  reply(key: string, asker: Actor, reply: Reply, how: ReplyOptions = {}): void {
    const actor = actingAt(asker, movedTo(reply) ?? asker.chatId);
    if (actor.chatId === asker.chatId) {
      this.#show(key, actor, reply, how);
      return;
    }
    const { place, ...words } = how;
    const text = this.#show(key, actor, reply, words);
    this.tellMoved(key, asker, place);
    if (text !== "" && isGood(reply)) this.#offer({ key, actor, group: asker.chatId, text });
  }

  /** Tells a group that what was asked in it is answered in private. */
  tellMoved(key: string, { chatId, language }: Actor, place?: Place): void {
    const placed = place === undefined ? {} : { place };
    this.post(`moved:${key}`, chatId, { text: say(language, "toldInPrivate") }, placed);
  }

  /** Acts on the decision about an offer to show something in a group. Returns what the card says. */
  share({ id, card, answer }: Approval, actor: Actor): string {
    if (card.share === undefined || answer !== SHARE_ANSWER) return "";
    const { chatKey: chatId, text } = card.share;
    this.#words(`shared:${id}`, { ...actor, chatId }, { text }, { kind: "other" });
    return say(actor.language, "sharedThere");
  }

  /** Asks once whether what a person was told in private may be shown where they asked. */
  #offer(told: {
    readonly key: string;
    readonly actor: Actor;
    readonly group: string;
    readonly text: string;
  }): void {
    const { approvals, cards } = this.#parts;
    const { personId, chatId: chatKey, language } = told.actor;
    const digest = digestOf({ share: told.key, from: chatKey, to: told.group });
    if (approvals.latest("proposal", digest) !== undefined) return;
    const approval = approvals.request({
      kind: "proposal",
      personId,
      chatKey,
      digest,
      card: {
        share: { chatKey: told.group, text: told.text },
        options: [{ label: say(language, "shareThere"), code: SHARE_ANSWER }],
      },
      approver: "requester",
      lifetimeMs: INTERACTIVE_LIFETIME_MS,
    });
    cards.show(approval);
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

  /** Gives the words of the reply, with all of it in them. */
  #show(key: string, actor: Actor, reply: Reply, how: ReplyOptions): string {
    const { lead = "", place } = how;
    const reader = this.#readerOf(actor);
    const wording = wordReply(reply, reader, this.#parts.sheets.page(`reply:${key}`, actor));
    const code = this.#codeOf(reply, actor);
    const text = [lead, wording.text, code].filter((part) => part !== "").join("\n\n");
    const messageClass = reply.kind === "report" ? "briefing" : "reply";
    const placed = place === undefined ? {} : { place };
    const { suggests = [] } = wording;
    const undo = this.#parts.undoRows?.(key, actor, reply) ?? [];
    const isFirst = suggests.some((each) => each.isFirst);
    const asked = suggestionButtons(this.#parts.tokens, suggests, actor.chatId);
    // Beside other times *Undo* is enough: they are changes themselves.
    const buttons = buttonRows(
      hasOtherTimes(reply) ? undo.map((row) => row.slice(0, 1)) : undo,
      asked,
      isFirst || hasOtherTimes(reply),
    );
    const post = { kind: "reply", messageClass, ...placed } as const;
    const files = this.#parts.sheets.filesOf(`reply:${key}`, actor.chatId, wording);
    const isOne = isCaptioned(text, files) && place?.isShown() !== true;
    const words = { text, ...(buttons.length > 0 && { buttons }), ...(isOne && { files }) };
    this.#words(`reply:${key}`, actor, words, post);
    if (text === "" && wording.approvals.length > 0) place?.asked();
    if (!isOne) this.answer(`${key}:files`, actor.chatId, { text: "", files }, { messageClass });
    for (const approval of wording.approvals) this.#parts.cards.show(approval);
    return wordReply(reply, reader).text;
  }

  /** The program of an answer, for who wants to see it. */
  #codeOf(reply: Reply, { personId }: Actor): string {
    if (reply.kind !== "run" || reply.made === undefined) return "";
    return this.#parts.showsCode?.(personId) === true ? codeBlock(reply.made.code, "ibl") : "";
  }

  #words(
    key: string,
    { chatId, language }: Actor,
    message: OutgoingMessage,
    how: PostOptions & { readonly kind: "reply" | "other" },
  ): void {
    const { text } = message;
    if (text.length <= MAX_REPLY_LENGTH) {
      this.post(key, chatId, message, how);
      return;
    }
    const filePath = (path: string): string => this.#parts.filePath(chatId, path);
    const { head, whole } = longReply(text, { key, language, filePath });
    this.post(key, chatId, head, how);
    const { kind, messageClass = "reply" } = how;
    this.post(`${key}:whole`, chatId, whole, { kind, messageClass });
  }
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

/** What takes effects back and what may be done next, in one row where they are few. */
function buttonRows(undo: Rows, next: Rows, isNextFirst: boolean): Rows {
  const rows = isNextFirst ? [...next, ...undo] : [...undo, ...next];
  const all = rows.flat();
  return undo.length > 0 && next.length > 0 && all.length <= BUTTONS_IN_ROW ? [all] : rows;
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
