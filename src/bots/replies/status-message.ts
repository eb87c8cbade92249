import type { Clock } from "../../base/clock.ts";
import { AppError } from "../../base/errors.ts";
import type { Language } from "../../base/localized.ts";
import { LoopScheduler } from "../../base/loop-scheduler.ts";
import type { Person } from "../../security/access/people.ts";
import { BUTTON_KINDS } from "../../security/approvals/button-kinds.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import { type ButtonHandler, buttonIdOf, homeOf } from "../approvals/signed-button.ts";
import type { Updates } from "../inbox/update-table.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { OutboxRow, OutboxTable } from "../outbox/table.ts";
import { type ChatAdapter, type ChatAddress, chatKey } from "../platform/chat-adapter.ts";
import { say, wordsOfText } from "../texts/say.ts";
import {
  AWAY_MS,
  endKey,
  type Follow,
  type Place,
  ProgressMessage,
  type Thread,
  threadKey,
  type Work,
} from "./progress-message.ts";

/** What a stop button is bound to, besides the work and the chat. */
const TOKEN_DIGEST = "work";

const KEY = "status:";

/** Work that is watched. */
export interface Watched {
  /** To be told of what the work does. */
  readonly follow: Follow;
  /** To be called at its end: gives the place that its answer may take. */
  readonly end: (hasFailed: boolean) => Place;
  /** To be called instead where the process ends. */
  readonly leave: () => void;
}

/** Work that goes on, and what ends it. */
interface Running {
  readonly work: Work;
  readonly controller: AbortController;
}

/** What dead processes left of a work: the message that showed it, or what is to be said of one that cannot be found. */
type Left = Partial<
  Pick<ConstructorParameters<typeof ProgressMessage>[0], "takenOver" | "thread" | "note">
>;

/** Shows long work as a message with a stop button and its steps; the message becomes the answer at the end. */
export class StatusMessages {
  readonly #parts: ConstructorParameters<typeof StatusMessages>[0];
  readonly #running = new Map<string, Running>();
  /** Many statuses are due at the same time where many turns began so; nobody else waits behind them. */
  readonly #rounds = new LoopScheduler();
  /** What messages say whose work ended before they had left. */
  readonly #ended = new Map<string, string>();
  /** Names of work of dead processes that is to go on, and has not ended yet. */
  readonly #expected = new Set<string>();
  /** Keys of messages of dead processes that show work of this one. */
  readonly #takenOver = new Set<string>();
  /** Keys of all messages that dead processes left, once they were looked for. */
  #leftKeys: readonly string[] | undefined;

  constructor(parts: {
    readonly outbox: Outbox;
    readonly table: OutboxTable;
    readonly tokens: ButtonTokens;
    readonly clock: Clock;
    /** Names this start of the process; without "@". */
    readonly session: string;
    readonly languageIn: (chatKey: string) => Language;
    /** The message that work answers, where others read along and may see what comes of it. Default: none is known. */
    readonly askedAloud?: Updates["askedAloud"];
    /** Notes where a thread is. Default: nobody does. */
    readonly keepAddress?: Updates["keepAddress"];
  }) {
    this.#parts = parts;
    parts.outbox.on("sent", (row, messageId) => this.#sent(row, messageId));
  }

  /** Watches work from its beginning, or from where a dead process left it: the message that showed it then goes on to show it, while it is new and can be changed. `adapter` says how long a message may be. */
  begin(
    work: Work,
    controller: AbortController,
    adapter?: Pick<ChatAdapter, "maxTextLength" | "lengthOf" | "startThread" | "delete">,
    onThread: (chatKey: string) => void = () => undefined,
  ): Watched {
    const { session, tokens } = this.#parts;
    const { language } = work.actor;
    const key = keyOf(work.key, session);
    const id = buttonIdOf(`${KEY}${work.key}`);
    const stop = { id, choice: BUTTON_KINDS.stopWork, digest: TOKEN_DIGEST };
    const shown = new ProgressMessage({
      ...this.#parts,
      rounds: this.#rounds,
      work,
      key,
      ...this.#leftOf(work),
      adapter,
      stopButton: (place) => ({
        label: say(language, "stopWork"),
        data: tokens.sign({ ...stop, chatKey: place }),
      }),
      ...this.#threadFor(work, adapter, onThread),
      sayLater: (shownKey, text) => void this.#ended.set(shownKey, text),
    });
    this.#running.set(id, { work, controller });
    shown.begin();
    return {
      follow: shown.view.follow,
      end: (hasFailed) => {
        this.#running.delete(id);
        if (controller.signal.aborted) return shown.end("workStopped");
        return shown.end(hasFailed ? "workFailed" : "workDone");
      },
      leave: () => {
        this.#running.delete(id);
        shown.leave();
      },
    };
  }

  /** How a thread begins at the message that the work answers. */
  #threadFor(
    { key, chat, actor: { chatId, language } }: Work,
    adapter: Pick<ChatAdapter, "startThread"> = {},
    onThread: (chatKey: string) => void,
  ): { readonly openThread?: () => Promise<Thread | undefined> } {
    const { askedAloud, keepAddress } = this.#parts;
    const asked = chat.threadId === undefined ? askedAloud?.(key, chatId) : undefined;
    if (asked === undefined || adapter.startThread === undefined) return {};
    const { messageId, text, asker } = asked;
    const name = text.trim() === "" ? say(language, "threadName") : text.replace(/\s+/gu, " ");
    return {
      openThread: async () => {
        const address = await adapter.startThread?.(chat, messageId, name);
        if (address === undefined) return undefined;
        keepAddress?.(address);
        onThread(chatKey(address));
        return { chatKey: chatKey(address), asker };
      },
    };
  }

  /** The stop button. A message whose work is over, and which does not say so, says it from the press on. */
  readonly buttons: readonly ButtonHandler[] = [
    {
      kinds: [BUTTON_KINDS.stopWork],
      subjectsOf: ({ event: { chat, messageId }, person, token: { id } }) => {
        const running = this.#running.get(id);
        if (running !== undefined) {
          const homes = homeOf(chat, running.work.actor.chatId);
          return [{ id, digest: TOKEN_DIGEST, homes, run: () => this.#stop(running, person) }];
        }
        if (this.#isAwaited(id)) return [];
        const run = (): string => this.#isOver(chat, messageId, person.language);
        return [{ id, digest: TOKEN_DIGEST, run }];
      },
      refusal: ({ person: { language }, token: { id } }) => {
        if (this.#running.has(id)) return say(language, "pressBroken");
        return say(language, this.#isAwaited(id) ? "workAwaited" : "workOver");
      },
    },
  ];

  #stop({ work, controller }: Running, { id, language, role }: Person): string {
    if (role !== "owner" && id !== work.actor.personId) return say(language, "workNotYours");
    controller.abort(new AppError("aborted", wordsOfText("byButton")));
    return say(language, "workStopping");
  }

  /** A status that left when its work was over already is corrected. */
  #sent(row: OutboxRow, messageId: string): void {
    const text = this.#ended.get(row.key);
    if (text === undefined) return;
    this.#ended.delete(row.key);
    this.#edit(row.key, row.chatKey, messageId, text);
  }

  /** Work of a dead process will go on, of which the key is `name` or ends with a colon and it: what showed it stays as it is until `notExpected`. */
  expect(name: string): void {
    this.#expected.add(name);
  }

  /** Such work has ended: what showed it and was not taken over is shown as cut off. */
  notExpected(name: string): void {
    this.#expected.delete(name);
    this.reconcile((workKey) => isAbout(workKey, name));
  }

  /** After a restart: what a dead process showed as going on is shown as cut off, where nothing goes on with it. By default of all work. */
  reconcile(isMeant: (workKey: string) => boolean = () => true): void {
    for (const row of this.#left()) {
      const { subject: workKey = "" } = row;
      if (!this.#goesOn(workKey) && isMeant(workKey)) this.#cutOff(row);
    }
  }

  #goesOn(workKey: string): boolean {
    return [...this.#expected].some((name) => isAbout(workKey, name));
  }

  /** What dead processes left, and what is left of it by now. */
  #left(): readonly OutboxRow[] {
    const { table } = this.#parts;
    const isLeft = (row: OutboxRow | undefined): row is OutboxRow =>
      row !== undefined && this.#isLeft(row);
    this.#leftKeys ??= table
      .of("status")
      .filter(isLeft)
      .map(({ key }) => key);
    return this.#leftKeys.map((key) => table.byKey(key)).filter(isLeft);
  }

  /** True for the button of a message whose work is to go on, and has not begun yet. */
  #isAwaited(buttonId: string): boolean {
    if (this.#expected.size === 0) return false;
    const workKeys = this.#left().map(({ subject = "" }) => subject);
    return workKeys.some((key) => buttonIdOf(`${KEY}${key}`) === buttonId && this.#goesOn(key));
  }

  #leftOf(work: Work): Left {
    const { clock, outbox, table } = this.#parts;
    let left: Left = {};
    for (const row of table.of("status", work.key)) {
      if (this.#isUnknown(row)) left = { note: say(work.actor.language, "workAbove") };
      if (!this.#isLeft(row)) continue;
      const { firstSentMs, key } = row;
      if (firstSentMs === undefined) outbox.withdraw(key);
      else if (clock.now() - firstSentMs > AWAY_MS) this.#cutOff(row);
      else left = { takenOver: row, ...this.#threadOf(row, work) };
    }
    if (left.takenOver !== undefined) this.#takenOver.add(left.takenOver.key);
    return left;
  }

  /** The thread where a message shows work, unless that is where it was asked for. */
  #threadOf({ chatKey: place }: OutboxRow, { key, actor }: Work): { readonly thread?: Thread } {
    const { asker } = this.#parts.askedAloud?.(key, actor.chatId) ?? {};
    return asker === undefined || place === actor.chatId
      ? {}
      : { thread: { chatKey: place, asker } };
  }

  /** True for a message by which a dead process showed work, and which does not say yet how that ended. */
  #isLeft(row: OutboxRow): boolean {
    const { key, chatKey: place, state, messageId } = row;
    const { table } = this.#parts;
    if (this.#isOwn(row) || this.#takenOver.has(key) || table.isPlaceTaken(key)) return false;
    if (state === "sent") return messageId !== undefined && !table.isFinal(place, messageId);
    return state === "pending" || state === "sending";
  }

  #isUnknown(row: OutboxRow): boolean {
    return row.state === "unknown" && !this.#isOwn(row);
  }

  /** True for a message of this process. */
  #isOwn({ key, subject = "" }: OutboxRow): boolean {
    const own = keyOf(subject, this.#parts.session);
    return key === own || key === threadKey(own);
  }

  /** One that is still being sent, or looked for, says so when it is there. */
  #cutOff({ key, chatKey: place, state, messageId, firstSentMs }: OutboxRow): void {
    const text = say(this.#parts.languageIn(place), "workCutOff");
    if (state === "sent" && messageId !== undefined) this.#edit(key, place, messageId, text);
    else if (firstSentMs !== undefined || !this.#parts.outbox.withdraw(key))
      this.#ended.set(key, text);
  }

  #isOver(chat: ChatAddress, messageId: string, language: Language): string {
    const key = chatKey(chat);
    const text = say(language, "workOver");
    if (!this.#parts.table.isFinal(key, messageId))
      this.#edit(`${KEY}${key}:${messageId}`, key, messageId, text);
    return text;
  }

  #edit(key: string, place: string, messageId: string, text: string): void {
    const message = { text };
    this.#parts.outbox.edit({ key: endKey(key), chatKey: place, messageId, message });
  }
}

/** The key of the message by which a process shows work. */
function keyOf(workKey: string, session: string): string {
  return `${KEY}${workKey}@${session}`;
}

function isAbout(workKey: string, name: string): boolean {
  return workKey === name || workKey.endsWith(`:${name}`);
}
