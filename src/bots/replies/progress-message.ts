import type { TurnRequest } from "../../agent/turn/assistant.ts";
import type { Clock } from "../../base/clock.ts";
import type { LoopScheduler } from "../../base/loop-scheduler.ts";
import type { Actor } from "../../engine/execute/action-types.ts";
import { ProgramProgress, type StepLine } from "../../engine/execute/progress.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { OutboxRow, OutboxTable } from "../outbox/table.ts";
import type { Button, ChatAdapter, ChatAddress, Mention } from "../platform/chat-adapter.ts";
import { say, type TextKey } from "../texts/say.ts";
import { type StatusReader, statusText, timeWords } from "./step-words.ts";

/** Work that takes longer than this is shown with a button that stops it. */
const LONG_MS = 5000;

/** The first change comes no sooner. */
const FIRST_CHANGE_MS = 3000;

/** An edit notifies nobody: who waited longer than this gets the answer as a message of its own, and so does who asked outside of the thread. */
export const AWAY_MS = 60_000;

/** Work of several steps that takes longer than this goes on in a thread, where a platform has such. */
const THREAD_MS = 30_000;
const SEVERAL_STEPS = 2;

/** Where work goes on that had become long. */
export interface Thread {
  readonly chatKey: string;
  /** Whom the answer calls there. */
  readonly asker: Mention;
}

/** One piece of work in a chat. */
export interface Work {
  readonly chat: ChatAddress;
  /** The update, decision or due time that it answers. */
  readonly key: string;
  readonly actor: Actor;
  /** True for work that nobody watches: the chat shows nothing of it. */
  readonly isQuiet?: boolean;
}

/** The place of a status whose work has ended. */
export interface Place {
  /** The thread where the answer belongs, where that is not the chat itself. */
  readonly thread?: Thread | undefined;
  /** True where a status is shown that an answer in words could still take the place of. */
  isShown(): boolean;
  /** The key of the message that the answer is to take the place of, which is then the answer's for good; `undefined` where the answer is to be a message of its own. */
  take(): string | undefined;
  /** The work has ended with a question on a card: the status says so. */
  asked(): void;
  /** The status says how the work ended, unless its place was taken. */
  close(): void;
}

/** A place where no status is shown. */
export const NO_PLACE: Place = {
  isShown: () => false,
  take: () => undefined,
  asked: () => undefined,
  close: () => undefined,
};

/** The place of a card that was pressed: what came of the press stands there, unless a status already shows the work. */
export function placeOfCard(key: string | undefined, place: Place = NO_PLACE): Place {
  return { ...place, take: () => place.take() ?? key };
}

/**
 * Shows one piece of work for as long as it goes on: a message after a while, which then changes with the work. On Telegram it
 * is a message too, and no draft: every bot may stream drafts to private chats (Bot API 9.5, sendMessageDraft), but a draft is a
 * preview of 30 seconds without buttons of ours, exists in no group, and cannot be put right after a crash.
 */
export class ProgressMessage {
  readonly view = new ProgressView();
  readonly #parts: ConstructorParameters<typeof ProgressMessage>[0];
  readonly #startedAtMs: number;
  readonly #over = new AbortController();
  #shown = "";
  #messageId: string | undefined;
  #isSettled = false;
  /** Of the message that shows it now. */
  #key: string;
  #thread: Thread | undefined;
  #mayOpenThread: boolean;

  constructor(parts: {
    readonly outbox: Outbox;
    readonly table: OutboxTable;
    readonly clock: Clock;
    /** Every change of a status takes its turn in these. */
    readonly rounds: LoopScheduler;
    readonly work: Work;
    /** Of the message that shows it, unless one is taken over. */
    readonly key: string;
    /** The message by which a dead process showed the same work: it goes on to show it. */
    readonly takenOver?: OutboxRow;
    /** Where a dead process went on with it. */
    readonly thread?: Thread;
    /** A line for the reader below the steps. */
    readonly note?: string;
    readonly stopButton: (chatKey: string) => Button;
    /** Begins a thread for the work. Never rejects. Absent where it is to stay where it is. */
    readonly openThread?: () => Promise<Thread | undefined>;
    readonly adapter: Pick<ChatAdapter, "maxTextLength" | "lengthOf" | "delete"> | undefined;
    /** Said when the message with a key is just being sent: it is to read so once it is there. */
    readonly sayLater: (key: string, text: string) => void;
  }) {
    this.#parts = parts;
    const { clock, key, takenOver } = parts;
    this.#startedAtMs = takenOver === undefined ? clock.now() : beganAtMs(takenOver, clock.now());
    this.#key = takenOver?.key ?? key;
    this.#thread = parts.thread;
    this.#mayOpenThread = parts.openThread !== undefined && parts.thread === undefined;
  }

  /** Shows the work from now on, until `end`. */
  begin(): void {
    this.#show().catch((error: unknown) => {
      if (!this.#over.signal.aborted) throw error;
    });
  }

  /** Nothing of it goes on any more; `outcome` is what the status will say if nothing takes its place. */
  end(outcome: "workDone" | "workFailed" | "workStopped"): Place {
    this.#over.abort();
    return {
      thread: this.#thread !== undefined && this.#hasArrived ? this.#thread : undefined,
      isShown: () => this.#isTakeable,
      take: () => this.#take(),
      asked: () => this.#close("workAsked"),
      close: () => this.#close(outcome),
    };
  }

  /** The process ends: what is shown stays for the next one to put right. */
  leave(): void {
    this.#over.abort();
  }

  async #show(): Promise<void> {
    const { clock } = this.#parts;
    const { signal } = this.#over;
    if (this.#isOwn) {
      await clock.sleep(LONG_MS, signal);
      await this.#turn();
      this.#post();
    }
    for (;;) {
      const changeMs = Math.max(FIRST_CHANGE_MS, this.#elapsedMs / 2);
      const threadMs = this.#mayOpenThread ? THREAD_MS - this.#elapsedMs : 0;
      await clock.sleep(threadMs > 0 ? Math.min(changeMs, threadMs) : changeMs, signal);
      await this.#turn();
      if (this.#isForThread) await this.#moveToThread();
      else this.#change();
    }
  }

  /** Waits for its turn among all statuses. */
  async #turn(): Promise<void> {
    await this.#parts.rounds.pass();
    this.#over.signal.throwIfAborted();
  }

  get #isForThread(): boolean {
    const isLong = this.#elapsedMs >= THREAD_MS && this.view.steps.length >= SEVERAL_STEPS;
    return this.#mayOpenThread && isLong;
  }

  /** The work goes on in a thread, and where it was asked for one line says so; where there can be none, it stays. */
  async #moveToThread(): Promise<void> {
    this.#mayOpenThread = false;
    const thread = await this.#parts.openThread?.();
    this.#over.signal.throwIfAborted();
    if (thread === undefined) return;
    this.#say(say(this.#parts.work.actor.language, "workInThread"));
    this.#thread = thread;
    this.#key = threadKey(this.#parts.key);
    this.#messageId = undefined;
    this.#post();
  }

  get #home(): string {
    return this.#thread?.chatKey ?? this.#parts.work.actor.chatId;
  }

  get #hasArrived(): boolean {
    return this.#parts.table.byKey(this.#key)?.state === "sent";
  }

  #post(): void {
    const { outbox, work, stopButton } = this.#parts;
    const text = this.#now();
    this.#shown = text;
    const message = { text, buttons: [[stopButton(this.#home)]] };
    const facts = { class: "reply", kind: "status", subject: work.key, message } as const;
    outbox.post({ key: this.#key, chatKey: this.#home, ...facts });
  }

  /** Shows what is new and how late it is by now: about six times in the first minute, and ever more seldom. */
  #change(): void {
    const { outbox, stopButton } = this.#parts;
    const text = this.#now();
    if (text === this.#shown) return;
    const messageId = this.#find();
    if (messageId === undefined) return;
    this.#shown = text;
    outbox.showLive({
      chatKey: this.#home,
      messageId,
      message: { text, buttons: [[stopButton(this.#home)]] },
      onRefused: () => this.#lost(messageId),
    });
  }

  /** The platform's id of the message, once it is known. One that was taken over, and of which nobody will know, is given up. */
  #find(): string | undefined {
    const row = this.#messageId === undefined ? this.#parts.table.byKey(this.#key) : undefined;
    if (row?.state === "unknown" || row?.state === "failed") this.#lost();
    else this.#messageId ??= row?.messageId;
    return this.#messageId;
  }

  /** A message that was taken over cannot be changed any more: another one shows the work from now on. */
  #lost(messageId?: string): void {
    if (this.#isOwn || this.#over.signal.aborted) return;
    const { key, table } = this.#parts;
    if (messageId !== undefined) table.forget(this.#home, messageId);
    this.#key = this.#thread === undefined ? key : threadKey(key);
    this.#messageId = undefined;
    this.#post();
  }

  get #isOwn(): boolean {
    const { key } = this.#parts;
    return this.#key === key || this.#key === threadKey(key);
  }

  /** The status as it is now. */
  #now(): string {
    const { isBusy, steps, words } = this.view;
    const { note } = this.#parts;
    if (isBusy) return say(this.#parts.work.actor.language, "modelBusy");
    const state = { elapsedMs: this.#elapsedMs, steps, words };
    return statusText({ ...state, ...(note === undefined ? {} : { note }) }, this.#reader());
  }

  #reader(): StatusReader {
    const { adapter, outbox, work } = this.#parts;
    const { language } = work.actor;
    const { maxTextLength = outbox.maxTextLength(this.#home), lengthOf } = adapter ?? {};
    const measure = lengthOf === undefined ? {} : { lengthOf };
    return { language, maxTextLength, ...measure };
  }

  get #elapsedMs(): number {
    return this.#parts.clock.now() - this.#startedAtMs;
  }

  get #isTakeable(): boolean {
    const isShown = !this.#isSettled && this.#parts.table.byKey(this.#key) !== undefined;
    const isWatched = this.#thread === undefined && this.#elapsedMs <= AWAY_MS;
    return isShown && isWatched;
  }

  #take(): string | undefined {
    if (!this.#isTakeable) return undefined;
    this.#isSettled = true;
    return this.#key;
  }

  #close(text: TextKey): void {
    const { language } = this.#parts.work.actor;
    const words = say(language, text, { time: timeWords(this.#elapsedMs, language) });
    const isOver = this.#isSettled;
    this.#isSettled = true;
    if (isOver) return;
    if (text === "workDone" && this.#elapsedMs <= AWAY_MS) this.#remove(words);
    else this.#say(words);
  }

  /** An answer that stands by itself leaves nothing to be said of its work; where the status cannot go it says `words`. */
  #remove(words: string): void {
    const { adapter, table, work } = this.#parts;
    const { state, messageId } = table.byKey(this.#key) ?? {};
    const isThere = state === "sent" && this.#thread === undefined;
    if (!isThere || messageId === undefined || adapter?.delete === undefined) {
      this.#say(words);
      return;
    }
    void adapter
      .delete(work.chat, messageId)
      .catch(() => this.#say(words))
      .catch(() => undefined); // the process has ended meanwhile: the next one puts it right
  }

  /** What the message that shows the work says for good; one that has not begun to leave does not leave. */
  #say(words: string): void {
    const { outbox, table, sayLater } = this.#parts;
    const key = this.#key;
    const row = table.byKey(key);
    if (row === undefined || (row.firstSentMs === undefined && outbox.withdraw(key))) return;
    const { state, messageId } = row;
    if (state === "sent" && messageId !== undefined)
      outbox.edit({
        key: endKey(key),
        chatKey: row.chatKey,
        messageId,
        message: { text: words },
      });
    else if (state === "sending" || state === "pending") sayLater(key, words);
  }
}

/** When work began that was first shown by a message of a dead process, as near as that tells. */
function beganAtMs({ firstSentMs }: OutboxRow, nowMs: number): number {
  return firstSentMs === undefined ? nowMs : firstSentMs - LONG_MS;
}

/** The key of the message that shows work in its thread. */
export function threadKey(key: string): string {
  return `${key}/thread`;
}

/** The key of the last change of a status. */
export function endKey(key: string): string {
  return `edit:${key}:end`;
}

/** What is told of work while it goes on: to be spread into the request for it. */
export type Follow = Pick<TurnRequest, "onText" | "onAnew" | "onProgram"> & {
  /** Nothing is done but to wait for a model that is busy, or no longer. */
  readonly showBusy?: (isBusy: boolean) => void;
};

/** One program of the work. */
interface Program {
  readonly progress: ProgramProgress;
  /** True when something came after it: what of it has not begun does not come. */
  isPassed: boolean;
}

/** What is known of work that goes on: the programs it ran, and the words of its answer so far. */
export class ProgressView {
  readonly #programs: Program[] = [];
  #words = "";
  #isBusy = false;

  /** Takes what is told. Words may be told a little late, so that a program has begun already. */
  readonly follow: Required<Follow> = {
    onText: (text) => {
      this.#words += text;
      this.#pass();
    },
    onAnew: () => {
      this.#words = "";
    },
    showBusy: (isBusy) => {
      this.#isBusy = isBusy;
    },
    onProgram: (plan) => {
      this.#pass();
      const progress = new ProgramProgress(plan);
      this.#programs.push({ progress, isPassed: false });
      return progress.follow;
    },
  };

  /** True while nothing is done but to wait for a model that is busy. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** The words of the answer so far, as they were written. */
  get words(): string {
    return this.#words;
  }

  /** The steps of all programs, in the order in which they began. */
  get steps(): readonly StepLine[] {
    return this.#programs.flatMap(({ progress, isPassed }) => {
      const lines = progress.lines();
      return isPassed ? lines.filter(({ state }) => state !== "coming") : lines;
    });
  }

  /** Programs that have begun, and of which nothing goes on, are over. */
  #pass(): void {
    for (const program of this.#programs) {
      if (program.isPassed) continue;
      const states = program.progress.lines().map(({ state }) => state);
      const goesOn = states.includes("running") || states.includes("asking");
      program.isPassed = !goesOn && states.some((state) => state !== "coming");
    }
  }
}
