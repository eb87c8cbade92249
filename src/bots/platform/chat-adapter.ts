import { AppError } from "../../base/errors.ts";
import type { Localized } from "../../base/localized.ts";
import type { WantedRaise } from "../../security/limits/budgets.ts";
import type { OptionValues } from "./command-shape.ts";
import type { CallLimits, HoldScope, OutgoingCall, PlaceLimits } from "./rate-limiter.ts";

/** A place to talk on one platform. `key` (`telegram:42` or `telegram:42:7` with a thread) names it everywhere in the product. */
export interface ChatAddress {
  readonly platform: string;
  readonly chatId: string;
  readonly threadId?: string;
  readonly isPrivate: boolean;
  /** What a group is called, where the platform tells. */
  readonly title?: string;
}

/** Who wrote or pressed: the platform's own stable id, never a name, decides anything. */
export interface Sender {
  readonly id: string;
  readonly name: string;
  /** What the account is called beside its name, without the @: unique on the platform. Absent where there is none. */
  readonly username?: string;
  /** The platform's language tag (`ko`, `en-US`), when it tells. */
  readonly languageTag?: string;
}

/** What a file is for the platform; what its bytes are is found out when they are there. `voice` is spoken into the chat, `audio` a recording from elsewhere. */
export type AttachmentKind = "photo" | "image" | "voice" | "audio" | "video" | "document";

/** A file that came with a message, before it is fetched. Names and types are what the sender's program claims. */
export interface Attachment {
  readonly kind: AttachmentKind;
  /** The platform's stable handle, for `download`; good after a restart. */
  readonly ref: string;
  readonly name: string;
  /** Such as `image/jpeg`; `application/octet-stream` where nothing is claimed. */
  readonly mediaType: string;
  readonly sizeBytes?: number;
}

/** What a message answers, or the part of it that its sender chose: words of somebody, of the bot perhaps. They are data, never a request. */
export interface Quoted {
  readonly text: string;
  /** Who wrote it, by name. */
  readonly author: string;
  /** The platform's id of the answered message, where it is one of this chat. */
  readonly messageId?: string;
  /** True where its sender chose a part of the message. */
  readonly isPart?: boolean;
}

/** What arrives. `updateId` is unique per platform; the same update may arrive twice. */
export type ChatEvent =
  | {
      readonly kind: "message";
      readonly updateId: string;
      readonly chat: ChatAddress;
      readonly sender: Sender;
      readonly text: string;
      readonly messageId: string;
      readonly sentAtMs: number;
      /** Values of a command's options by their names, where the platform has such; `text` is then the command alone, with its subcommand. Default none. */
      readonly options?: OptionValues;
      /** In a group: true when the bot was mentioned, answered or commanded. Always true in private. */
      readonly isAddressed: boolean;
      /** True for words that someone else wrote first: they are never an answer, a claim or a command. Default false. */
      readonly isForwarded?: boolean;
      /** True where nothing was typed, and `text` only says what was sent, such as a sticker. Default false. */
      readonly isWordless?: boolean;
      /** True for the words of a button below an answer: a request by themselves, never the answer to a question. Default false. */
      readonly isRequest?: boolean;
      /** True where a secret was taken out of `text` when it arrived. Default false. */
      readonly isMasked?: boolean;
      /** Files, in the order in which the sender has them; `text` says nothing of them. Default none. */
      readonly attachments?: readonly Attachment[];
      /** Messages of a chat with the same `albumId` are one, sent in parts. */
      readonly albumId?: string;
      /** Absent for a message that answers none, or one without words. */
      readonly quoted?: Quoted;
      /** The message of its chat that it answers, with words or without, or under which the form hung that it was typed into. */
      readonly repliesToId?: string;
      /** True for a message that came before under the same `messageId` and reads otherwise now. Default false. */
      readonly isEdited?: boolean;
      /** True for a command whose answer only its sender is to see, where others read along: what answers it names it as `onlyFor`. Default false. */
      readonly isQuiet?: true;
      /** When an edited message was changed last. */
      readonly editedAtMs?: number;
    }
  | {
      readonly kind: "press";
      readonly updateId: string;
      readonly chat: ChatAddress;
      readonly sender: Sender;
      readonly data: string;
      /** The message that carries the button. */
      readonly messageId: string;
      /** Hand to `acknowledge` once. */
      readonly pressId: string;
      /** True where the presser alone is to see what comes of it: what answers names the press as `onlyFor`. Default false. */
      readonly isQuiet?: true;
    };

/** A message that was written. */
export type MessageEvent = Extract<ChatEvent, { kind: "message" }>;

/** A pressed button. */
export type PressEvent = Extract<ChatEvent, { kind: "press" }>;

/** What pressing does, where a platform has colours: what is wanted (green), what cannot be taken back (red), what is likely next (blue). */
export type ButtonStyle = "success" | "danger" | "primary";

/** `data` is at most 64 bytes (Telegram Bot API, InlineKeyboardButton.callback_data: 1-64 bytes). */
export interface Button {
  readonly label: string;
  readonly data: string;
  /** Default as the platform shows any button. */
  readonly style?: ButtonStyle;
  /** True where a platform with forms opens one instead of telling of the press: what is typed comes as a message that answers this one. */
  readonly opensForm?: true;
  /** True where what answers a press is for its presser alone. A platform that can show such a message among others does so for what names the press as `onlyFor`. */
  readonly isQuiet?: true;
  /** What its presser says, the program that runs for them, what an owner is told alone, or the raise of a limit that an owner gives: adapters do not look at them, `data` is signed for them. */
  readonly says?: string;
  readonly runs?: string;
  readonly tells?: string;
  readonly allows?: WantedRaise;
  /** The person whose message the presser's words answer. */
  readonly answers?: string;
}

/** What a card is at a glance: a question, an effect to approve that stays with the person or that reaches further, or how that ended. */
export type MessageTone = "question" | "caution" | "danger" | "done" | "refused" | "over";

/** A file that leaves with a message. */
export interface OutgoingFile {
  readonly path: string;
  readonly name: string;
  readonly mediaType: string;
  /** What it is, in light markup: stands with the words of its message. Default none. */
  readonly caption?: string;
  /** The table that a picture shows, which stands in its place on a platform with tables. Default: it shows none. */
  readonly table?: DrawnTable;
}

/** A table in plain text. */
export interface DrawnTable {
  /** The names of the columns, then the rows, each of as many cells. */
  readonly rows: readonly (readonly string[])[];
  /** True for each column that stands to the right. */
  readonly isRight: readonly boolean[];
}

/** A permission without which a message leaves in another form. */
export type FormPermission = "Attach Files";

/** What a platform asked for where it did not take a message in its usual form. */
export interface MessageForm {
  /** Words without formatting. */
  readonly isPlain?: boolean;
  /** Pictures as mere files. */
  readonly asFiles?: boolean;
  /** Tables as pictures. */
  readonly isDrawn?: boolean;
  /** Of an edit: the words stand under a file. */
  readonly isCaption?: boolean;
  /** What the bot may not do there, and so is left out. */
  readonly lacks?: { readonly permission: FormPermission; readonly place: string };
}

/** Somebody whom a message calls by name, so that their platform tells them of it. */
export interface Mention {
  /** The platform's own id of their account. */
  readonly id: string;
  readonly name: string;
}

/** What leaves. `text` may use light markup (`parseMarkup` says which); adapters render it for their platform. */
export interface OutgoingMessage {
  readonly text: string;
  readonly buttons?: readonly (readonly Button[])[];
  /** Files that belong together, in order; several are an album, which has no buttons. */
  readonly files?: readonly OutgoingFile[];
  /** How else it is written; default as usual. */
  readonly inForm?: MessageForm;
  /** The message asks its reader for words. Where the platform has forms it offers one under this label; what is typed comes as a message of its own, as it does anywhere else. */
  readonly form?: { readonly label: string; readonly present?: string };
  /** True where it asked for words with what they stood for and no longer does: a platform that cannot change such a message leaves it as it was. */
  readonly hasAsked?: true;
  /** Stands before the text; nobody else is ever mentioned. Default nobody. */
  readonly mention?: Mention;
  /** The message of the same chat that this one answers; where it is gone, this one stands by itself. Its writer is told of the answer. Default none. */
  readonly repliesTo?: string;
  /** The platform's id of the command or press whose user alone may see this message, among others. A platform that cannot show it so does not take it. */
  readonly onlyFor?: string;
  /** Keys of other news that this message tells as well: they are settled when it has arrived. Adapters do not look at it. */
  readonly carries?: readonly string[];
  /** The message is a card, now and after every edit; a platform with colours shows which. */
  readonly tone?: MessageTone;
}

/** What the outbox knows of a message beside what it shows. */
export interface SendFacts {
  /** Names the message: the same key is the same message, also after a restart. */
  readonly key: string;
}

/** What became of a message that was sent. */
export interface Sent {
  readonly messageId: string;
  /** Those of the further files, where a platform makes a message of each; default none. */
  readonly otherIds?: readonly string[];
}

/** Why a send or edit did not work; what to do next hangs on `kind`. */
export type DeliveryProblem =
  /** Try again after `retryAfterMs`. */
  | "rate-limited"
  /** No answer came and the message may or may not have arrived. */
  | "unknown"
  /** The platform could not be reached; nothing was sent. */
  | "unreachable"
  /** The person blocked the bot, left, or the chat is gone: no retry helps. */
  | "gone"
  /** The platform refuses this very message. */
  | "refused";

/** Takes the next bytes of a file; what comes later waits for it. */
export type ByteSink = (bytes: Uint8Array) => Promise<void>;

/** How much a download may be, how long it may take, and what ends it early. */
export interface DownloadLimits {
  /** More than this ends it with the problem "refused". */
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Thrown by an adapter's `send`, `edit`, `delete` and `download`. */
export class DeliveryError extends AppError {
  readonly kind: DeliveryProblem;
  readonly retryAfterMs: number;
  /** What has to wait. */
  readonly scope: HoldScope;
  /** The platform kept nothing of the message, and may take these in its place, in this order; none is the message itself. */
  readonly instead: readonly OutgoingMessage[] | undefined;

  constructor(
    kind: DeliveryProblem,
    words: string | Localized,
    options: {
      readonly retryAfterMs?: number;
      /** Default its chat. */
      readonly scope?: HoldScope;
      readonly instead?: readonly OutgoingMessage[];
      readonly cause?: unknown;
    } = {},
  ) {
    super(`delivery-${kind}`, words, { cause: options.cause });
    this.name = "DeliveryError";
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs ?? 0;
    this.scope = options.scope ?? "chat";
    this.instead = options.instead;
  }
}

/** What a platform lets a bot do, as its makers say. */
export interface PlatformPace extends CallLimits {
  readonly placeOf: (chat: ChatAddress) => PlaceLimits;
  /** True where every file of a message counts as a message. Default false. */
  readonly countsFiles?: boolean;
  /** When the platform takes such a call in a chat as far as its last answers tell, in Unix ms; 0 where nothing is known. Default 0. */
  readonly roomAtMs?: (chat: ChatAddress, kind: OutgoingCall["kind"]) => number;
}

/** Takes in what arrived together, in order, and says of each what became of it. One that is not taken in keeps back those behind it in its chat. Never rejects. */
export type TakeBatch = (
  events: readonly ChatEvent[],
) => Promise<readonly PromiseSettledResult<void>[]>;

/** Told when a platform refuses the bot for good after its start has resolved, with what to do: no message arrives from there until the next start. */
export type OnRefused = (problem: Localized) => void;

/** How much of a long answer a platform shows, in visible UTF-16 units. */
export interface LongAnswers {
  /** So much of it is read at once. */
  readonly shown: number;
  /** The rest is a quote that opens at a touch where all of it is at most so long; any longer answer comes with a file. Absent: nothing is folded, and all of a longer answer is to be had as a file. */
  readonly folded?: number;
}

/** One chat platform. It never tries twice and never waits for limits by itself: the outbox decides that. */
export interface ChatAdapter {
  readonly platform: string;
  /** Default: 16 calls at the same time. */
  readonly pace?: PlatformPace;
  /** Longest text of one message in UTF-16 units. */
  readonly maxTextLength: number;
  /** How much of a long answer is shown. Default: all of it, in as many messages as it takes. */
  readonly longAnswers?: LongAnswers;
  /** True where choices beyond a few are offered as a menu. Default false. */
  readonly hasMenus?: true;
  /** True where a message among others can be shown to one person alone. Default false. */
  readonly showsQuietly?: true;
  /** Length of a text as the platform counts it, in UTF-16 units; absent where that is what a reader sees of it. */
  readonly lengthOf?: (markup: string) => number;
  /** Columns of the terminal that it is; `Infinity` where lines are never cut. Absent for any other. */
  columns?(): number;
  /** Largest file it takes, in bytes; absent where there is no limit. */
  readonly maxFileBytes?: number;
  /** Largest file that `download` can fetch, in bytes; absent where there is no limit. */
  readonly maxDownloadBytes?: number;
  /** For so long after a message first left, `send` with the same key gives that message and never a second one. Absent where the platform cannot tell. */
  readonly knowsAgainMs?: number;
  /** Connects and begins to deliver events, in order. An event counts as received only when `onEvent` has resolved; until then the platform is not told. What arrives as one may go to `onEvents` as one, where that is given. Rejects with `AppError` `adapter-…` when the credentials are refused. */
  start(onEvent: (event: ChatEvent) => Promise<void>, onEvents?: TakeBatch): Promise<void>;
  /** Stops receiving; resolves when no further event will be delivered. */
  stop(): Promise<void>;
  /** Divides files that belong together into those that one message takes, in order. Absent where each is a message of its own. */
  together?(files: readonly OutgoingFile[]): readonly (readonly OutgoingFile[])[];
  /** Sends one message of at most `maxTextLength`; returns the platform's ids for it. */
  send(chat: ChatAddress, message: OutgoingMessage, facts?: SendFacts): Promise<Sent>;
  /** The id of a message that was sent from `sinceMs` on, looked for among the latest of its chat; undefined when it is not there. Absent where a platform lets nobody look. */
  find?(
    chat: ChatAddress,
    message: OutgoingMessage,
    facts: SendFacts & { readonly sinceMs: number },
  ): Promise<string | undefined>;
  /** Begins a thread at a message of a channel, for long work: its address, also where the message has one already; undefined where the bot may not. Never rejects. Absent where there are no such threads. */
  startThread?(
    chat: ChatAddress,
    messageId: string,
    name: string,
  ): Promise<ChatAddress | undefined>;
  /** Replaces text and buttons; an unchanged message is success. */
  edit(chat: ChatAddress, messageId: string, message: OutgoingMessage): Promise<void>;
  /** Takes a message out of its chat, one of the bot or of somebody else; one that is not there any more is success. Rejects with a `DeliveryError` where the platform does not let the bot. Absent where nothing can be taken back. */
  delete?(chat: ChatAddress, messageId: string): Promise<void>;
  /** Tells the platform that a press was received (stops the spinner), with an optional short note to the presser. Never throws for a press that is too old. */
  acknowledge(pressId: string, note?: string): Promise<void>;
  /** Nothing will be said about an event: what the platform shows as still to come is taken away. Never rejects. */
  passOver?(event: ChatEvent): Promise<void>;
  /** Shows on a message that the bot works on it, where many people read along. Never rejects. */
  noted?(event: MessageEvent): Promise<void>;
  /** Takes away what `noted` showed; after it has. Never rejects. */
  settled?(event: MessageEvent): Promise<void>;
  /** Reacts to a message with an emoji. Never rejects. Absent where there are no reactions. */
  react?(event: MessageEvent, emoji: string): Promise<void>;
  /** Shows "typing" for a few seconds. Rejects where the platform asks to wait, with `rate-limited`; any other failure is of no interest. */
  typing(chat: ChatAddress): Promise<void>;
  /**
   * Hands the bytes of an attachment to `sink`, piece by piece, and resolves when all have been. Rejects with a `DeliveryError`, with
   * what `sink` throws, or with the reason of the signal; what `sink` had been given is then to be thrown away. Absent where
   * messages bring no files.
   */
  download?(ref: string, sink: ByteSink, limits: DownloadLimits): Promise<void>;
}

/** The one name of a chat in every table and folder: `platform:chatId` or `platform:chatId:threadId`. */
export function chatKey(chat: ChatAddress): string {
  return chat.threadId === undefined
    ? `${chat.platform}:${chat.chatId}`
    : `${chat.platform}:${chat.chatId}:${chat.threadId}`;
}

/** True when a chat's key is this very place, or a thread of it where none is named. */
export function isSamePlace(chat: ChatAddress, key: string): boolean {
  const own = chatKey(chat);
  return key === own || (chat.threadId === undefined && key.startsWith(`${own}:`));
}
