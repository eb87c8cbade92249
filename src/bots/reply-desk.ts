import type { Reply } from "../agent/assistant.ts";
import type { Actor } from "../engine/action.ts";
import type { OutgoingMessage } from "./adapter.ts";
import type { CardDesk } from "./card-desk.ts";
import { longReply, MAX_REPLY_LENGTH } from "./long-reply.ts";
import type { Courier } from "./outbox.ts";
import { wordReply } from "./replies.ts";
import type { Place } from "./shown-work.ts";

/** What the reply desk is made of. */
export interface ReplyDeskParts {
  readonly courier: Courier;
  readonly cards: CardDesk;
  /** Absolute path of a file in a chat's folder. */
  readonly filePath: (chatKey: string, path: string) => string;
}

/** How a message is posted. */
export interface PostOptions {
  /** Default: a reply. */
  readonly messageClass?: "reply" | "briefing";
  /** Where the status of the work is that it comes from: a message without a file takes its place. Default: it stands by itself. */
  readonly place?: Place;
  /** True for what leaves before everything else: the answer to a stop. Default false. */
  readonly isControl?: boolean;
}

/** How a reply is shown. */
export interface ReplyOptions extends Pick<PostOptions, "place"> {
  /** Stands before its words, in the same message. */
  readonly lead?: string;
}

/** Puts replies on their way: words, pictures and cards, each once a key. */
export class ReplyDesk {
  readonly #parts: ReplyDeskParts;

  constructor(parts: ReplyDeskParts) {
    this.#parts = parts;
  }

  /** Posts a message; one with nothing in it is left out. */
  post(key: string, chatKey: string, message: OutgoingMessage, how: PostOptions = {}): void {
    if (message.text === "" && message.file === undefined) return;
    const { messageClass = "reply", place, isControl = false } = how;
    const earlier = message.file === undefined ? place?.take() : undefined;
    const inPlaceOf = earlier === undefined ? {} : { inPlaceOf: earlier };
    this.#parts.courier.post({
      key,
      chatKey,
      class: messageClass,
      message,
      isControl,
      ...inPlaceOf,
    });
  }

  /** Shows a reply in the actor's chat: its words under `reply:<key>`, its pictures, and a card for all that waits. A reply of more than 20,000 characters is sent as its start and a file, `reply:<key>:whole`. A report comes unasked, as a briefing does: who may not have got it is told. */
  reply(key: string, actor: Actor, reply: Reply, how: ReplyOptions = {}): void {
    const { lead = "", place } = how;
    const wording = wordReply(reply, actor.language);
    const text = [lead, wording.text].filter((part) => part !== "").join("\n\n");
    const messageClass = reply.kind === "report" ? "briefing" : "reply";
    const placed = place === undefined ? {} : { place };
    this.#words(`reply:${key}`, actor, text, { messageClass, ...placed });
    if (text === "" && wording.approvals.length > 0) place?.asked();
    for (const [index, { path, mediaType }] of wording.files.entries()) {
      if (!mediaType.startsWith("image/")) continue;
      const name = path.split("/").at(-1) ?? path;
      const file = { path: this.#parts.filePath(actor.chatId, path), name, mediaType };
      this.post(`reply:${key}:file${index}`, actor.chatId, { text: name, file });
    }
    for (const approval of wording.approvals) this.#parts.cards.show(approval);
  }

  #words(key: string, { chatId, language }: Actor, text: string, how: PostOptions): void {
    if (text.length <= MAX_REPLY_LENGTH) {
      this.post(key, chatId, { text }, how);
      return;
    }
    const filePath = (path: string): string => this.#parts.filePath(chatId, path);
    const { head, whole } = longReply(text, { key, language, filePath });
    this.post(key, chatId, head, how);
    const { messageClass = "reply" } = how;
    this.post(`${key}:whole`, chatId, whole, { messageClass });
  }
}
