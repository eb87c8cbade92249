import { messageWords } from "../../src/bots/outbox/message-parts.ts";
import {
  type Attachment,
  type Button,
  type ByteSink,
  type ChatAdapter,
  type ChatAddress,
  type ChatEvent,
  chatKey,
  DeliveryError,
  type DownloadLimits,
  type OutgoingMessage,
  type Quoted,
  type Sender,
  type SendFacts,
} from "../../src/bots/platform/chat-adapter.ts";
import { isCalled } from "./button-meaning.ts";

/** A message as the chat shows it now. */
export interface ShownMessage {
  readonly chatKey: string;
  readonly messageId: string;
  readonly text: string;
  readonly buttons: readonly (readonly Button[])[];
  /** Names of its files, with + between. */
  readonly file?: string;
  /** The id of who is mentioned. */
  readonly mentions?: string;
}

/** A failing call: what it throws, and whether the message arrives all the same. */
interface Failure {
  readonly error: Error;
  readonly arrives: boolean;
}

/** What a test may say about a message or press it makes up. */
export interface EventFacts {
  /** Default: the private chat with the sender. */
  readonly chat?: ChatAddress;
  /** Default: one more than the last. */
  readonly updateId?: string;
  readonly isAddressed?: boolean;
  readonly isForwarded?: boolean;
  readonly isWordless?: boolean;
  readonly sentAtMs?: number;
  readonly attachments?: readonly Attachment[];
  readonly albumId?: string;
  readonly quoted?: Quoted;
  readonly repliesToId?: string;
  readonly isEdited?: boolean;
  readonly editedAtMs?: number;
  /** True where a secret was taken out of the text. */
  readonly isMasked?: boolean;
  /** Default: one that nobody else has. */
  readonly messageId?: string;
}

/** Bytes handed over at a time. */
const PIECE_BYTES = 16 * 1024;

/** A chat platform in memory: keeps what was sent and edited, fails on demand, and plays the people who write and press. */
export class RecordingAdapter implements ChatAdapter {
  readonly platform: string;
  readonly maxTextLength: number;
  /** Everything that was sent, as it reads after all edits. */
  readonly shown: ShownMessage[] = [];
  /** Every call in order: `send telegram:1 text`, `edit 3 text`. */
  readonly calls: string[] = [];
  /** What pressers were told; `undefined` for a press that needed no words. */
  readonly notes: (string | undefined)[] = [];
  readonly typed: string[] = [];
  /** Files that can be fetched, by their handle. */
  readonly files = new Map<string, Uint8Array>();
  /** Handles that were asked for, in order. */
  readonly fetched: string[] = [];
  readonly #downloadFailures: Error[] = [];
  /** Updates about which nothing will be said. */
  readonly passedOver: string[] = [];
  readonly #failures: Failure[] = [];
  #acknowledgeFailure: Error | undefined;
  readonly #held = new Map<string, Promise<void>>();
  #onEvent: ((event: ChatEvent) => Promise<void>) | undefined;
  /** Set for a platform that knows a message by its key again, as Discord does. */
  readonly knowsAgainMs?: number;
  readonly #sent = new Map<string, string>();
  #lastMessage = 0;
  #lastUpdate = 0;

  constructor(
    options: {
      readonly platform?: string;
      readonly maxTextLength?: number;
      readonly knowsAgainMs?: number;
    } = {},
  ) {
    this.platform = options.platform ?? "telegram";
    this.maxTextLength = options.maxTextLength ?? 4096;
    if (options.knowsAgainMs !== undefined) this.knowsAgainMs = options.knowsAgainMs;
  }

  async start(onEvent: (event: ChatEvent) => Promise<void>): Promise<void> {
    this.#onEvent = onEvent;
  }

  async stop(): Promise<void> {
    this.#onEvent = undefined;
  }

  async send(
    chat: ChatAddress,
    message: OutgoingMessage,
    facts?: SendFacts,
  ): Promise<{ messageId: string }> {
    const key = chatKey(chat);
    this.calls.push(`send ${key} ${message.text}`);
    await this.#held.get(key);
    const failure = this.#failures.shift();
    if (failure !== undefined && !failure.arrives) throw failure.error;
    const known = this.knowsAgainMs === undefined ? undefined : this.#sent.get(facts?.key ?? "");
    if (known !== undefined) return { messageId: known };
    this.#lastMessage += 1;
    const messageId = String(this.#lastMessage);
    if (facts !== undefined) this.#sent.set(facts.key, messageId);
    const { files = [], buttons = [], mention } = message;
    const mentioned = mention === undefined ? {} : { mentions: mention.id };
    const file = files.length === 0 ? {} : { file: files.map(({ name }) => name).join(" + ") };
    const text = messageWords(message);
    this.shown.push({ chatKey: key, messageId, text, buttons, ...file, ...mentioned });
    if (failure !== undefined) throw failure.error;
    return { messageId };
  }

  async edit(chat: ChatAddress, messageId: string, message: OutgoingMessage): Promise<void> {
    this.calls.push(`edit ${messageId} ${message.text}`);
    await this.#held.get(chatKey(chat));
    const failure = this.#failures.shift();
    if (failure !== undefined) throw failure.error;
    const index = this.shown.findIndex((shown) => shown.messageId === messageId);
    const before = this.shown[index]!;
    this.shown[index] = { ...before, text: message.text, buttons: message.buttons ?? [] };
  }

  /** Messages that were taken away, as "chat message". */
  readonly deleted: string[] = [];
  /** What the next `delete` throws. */
  deleteFailure: Error | undefined;

  async delete(chat: ChatAddress, messageId: string): Promise<void> {
    const failure = this.deleteFailure;
    this.deleteFailure = undefined;
    if (failure !== undefined) throw failure;
    this.deleted.push(`${chatKey(chat)} ${messageId}`);
  }

  /** What the next `acknowledge` throws. */
  failAcknowledge(error: Error): void {
    this.#acknowledgeFailure = error;
  }

  async acknowledge(_pressId: string, note?: string): Promise<void> {
    const failure = this.#acknowledgeFailure;
    this.#acknowledgeFailure = undefined;
    if (failure !== undefined) throw failure;
    this.notes.push(note);
  }

  async passOver(event: ChatEvent): Promise<void> {
    this.passedOver.push(event.updateId);
  }

  async typing(chat: ChatAddress): Promise<void> {
    this.typed.push(chatKey(chat));
  }

  async download(ref: string, sink: ByteSink, { maxBytes, signal }: DownloadLimits): Promise<void> {
    this.fetched.push(ref);
    const bytes = this.files.get(ref);
    if (bytes === undefined || bytes.byteLength > maxBytes)
      throw new DeliveryError("refused", { en: "It is not to be had.", ko: "받을 수 없어요." });
    for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) {
      signal.throwIfAborted();
      await sink(bytes.subarray(at, at + PIECE_BYTES));
      const failure = this.#downloadFailures.shift();
      if (failure !== undefined) throw failure;
    }
  }

  /** The next download fails after its first piece. */
  failNextDownload(error: Error): void {
    this.#downloadFailures.push(error);
  }

  /** The next call of `send` or `edit` throws; with `arrives`, after the message has arrived. */
  failNext(error: Error, options: { readonly arrives?: boolean } = {}): void {
    this.#failures.push({ error, arrives: options.arrives === true });
  }

  /** Calls for a chat wait until the function given back is called. */
  hold(key: string): () => void {
    let release = (): void => undefined;
    this.#held.set(
      key,
      new Promise((resolve) => {
        release = resolve;
      }),
    );
    return () => {
      this.#held.delete(key);
      release();
    };
  }

  /** Texts of a chat as they read now, oldest first. */
  texts(key: string): readonly string[] {
    return this.shown.filter((message) => message.chatKey === key).map(({ text }) => text);
  }

  /** The latest message that has a button with this label. */
  withButton(label: string): ShownMessage {
    const found = this.shown.findLast((message) => buttonOf(message, label) !== undefined);
    if (found === undefined) throw new Error(`No message has a button "${label}".`);
    return found;
  }

  /** Someone writes. Resolves when the event counts as received. */
  async say(sender: Sender, text: string, facts: EventFacts = {}): Promise<void> {
    const updateId = this.#updateId(facts);
    await this.#deliver({
      kind: "message",
      chat: privateChat(this.platform, sender),
      messageId: `in-${this.#lastUpdate}`,
      sentAtMs: 0,
      isAddressed: true,
      ...facts,
      updateId,
      sender,
      text,
    });
  }

  /** Someone presses the button with this label on the latest message that has one, or on `message`. */
  async press(
    sender: Sender,
    label: string,
    facts: EventFacts & { readonly message?: ShownMessage } = {},
  ): Promise<void> {
    const message = facts.message ?? this.withButton(label);
    const data = buttonOf(message, label)?.data ?? label;
    const [, chatId = "", threadId] = message.chatKey.split(":");
    const thread = threadId === undefined ? {} : { threadId };
    const chat = { platform: this.platform, chatId, isPrivate: true, ...thread };
    await this.pressData(sender, data, { chat, ...facts, messageId: message.messageId });
  }

  /** Someone presses a button with any data, genuine or not. */
  async pressData(
    sender: Sender,
    data: string,
    facts: EventFacts & { readonly messageId?: string } = {},
  ): Promise<void> {
    const updateId = this.#updateId(facts);
    await this.#deliver({
      kind: "press",
      updateId,
      chat: facts.chat ?? privateChat(this.platform, sender),
      sender,
      data,
      messageId: facts.messageId ?? "0",
      pressId: `press-${updateId}`,
    });
  }

  #updateId(facts: EventFacts): string {
    if (facts.updateId !== undefined) return facts.updateId;
    this.#lastUpdate += 1;
    return String(this.#lastUpdate);
  }

  async #deliver(event: ChatEvent): Promise<void> {
    if (this.#onEvent === undefined) throw new Error("The adapter is not started.");
    await this.#onEvent(event);
  }
}

/** The private chat between a person and the bot. */
export function privateChat(platform: string, sender: Sender): ChatAddress {
  return { platform, chatId: sender.id, isPrivate: true };
}

function buttonOf(message: ShownMessage, label: string): Button | undefined {
  return message.buttons.flat().find((button) => isCalled(button, label));
}
