import type { Assistant } from "../../agent/turn/assistant.ts";
import { isAbort, messageOf } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { LoopScheduler } from "../../base/loop-scheduler.ts";
import type { RunResult } from "../../runs/run-result.ts";
import type { Run, Runs } from "../../runs/run-table.ts";
import type { Person } from "../../security/access/people.ts";
import type { Approval, Approvals, PressResult } from "../../security/approvals/approvals.ts";
import type { Decision } from "../../security/approvals/decision.ts";
import type { Database } from "../../store/database.ts";
import { commandIn } from "../commands/parse-command.ts";
import type { Decisions } from "../decisions/decisions.ts";
import type { Updates } from "../inbox/update-table.ts";
import { type Albums, UpdateWriter } from "../inbox/update-writer.ts";
import type { Admission } from "../people/admission.ts";
import type { ErasePerson } from "../people/erase-person.ts";
import {
  type ChatAdapter,
  type ChatEvent,
  chatKey,
  type TakeBatch,
} from "../platform/chat-adapter.ts";
import type { KeyedQueue } from "../platform/keyed-queue.ts";
import { runAndReply } from "../replies/program-reply.ts";
import type { Follow } from "../replies/progress-message.ts";
import { wordError } from "../replies/render-reply.ts";
import type { ReplySender } from "../replies/reply-sender.ts";
import type { RunningWork } from "../replies/running-work.ts";
import type { StatusMessages } from "../replies/status-message.ts";
import type { UnknownDeliveryNotice } from "../replies/unknown-delivery.ts";
import type { BackgroundAgentRunner } from "../schedules/background-agent-runner.ts";
import type { MessageTriggers } from "../schedules/message-triggers.ts";
import { say, type TextKey } from "../texts/say.ts";
import { AdmissionQueue } from "./admission-queue.ts";
import type { EditedMessageHandler } from "./edited-message-handler.ts";
import type { MessageHandler, Taken } from "./message-handler.ts";
import type { PressHandler } from "./press-handler.ts";

/** Receives chat events and handles them in order, one queue for each chat. Has no adapter until `attach`. */
export class Dispatcher {
  readonly #parts: ConstructorParameters<typeof Dispatcher>[0];
  readonly #admissionQueue: AdmissionQueue;
  readonly #updateWriter: UpdateWriter;

  constructor(parts: {
    readonly database: Database;
    readonly log: Log;
    readonly faultPoint: (name: string) => void;
    /** Shared with other long work that what arrives goes before. */
    readonly rounds: LoopScheduler;
    readonly chatQueue: KeyedQueue;
    readonly updates: Updates;
    readonly albums: Albums;
    readonly messages: MessageHandler;
    readonly edits: EditedMessageHandler;
    readonly presses: PressHandler;
    /** Absent where messages set nothing off. */
    readonly messageTriggers?: MessageTriggers;
    readonly admission: Admission;
    readonly forgetting: ErasePerson;
    readonly runningWork: RunningWork;
    readonly replies: ReplySender;
    readonly statuses: StatusMessages;
    readonly unsure: UnknownDeliveryNotice;
    readonly backgroundAgentRunner: BackgroundAgentRunner;
    readonly decisions: Decisions;
    readonly approvals: Approvals;
    readonly runs: Runs;
    readonly assistant: Assistant;
  }) {
    this.#parts = parts;
    this.#admissionQueue = new AdmissionQueue(parts.rounds);
    this.#updateWriter = new UpdateWriter(parts);
  }

  /** Receives one event, which is worked on from then on. When this resolves, no loss of power takes its row back. */
  async receive(event: ChatEvent): Promise<void> {
    const { update, onDisk } = await this.#updateWriter.store(event);
    this.#parts.faultPoint("update-stored");
    if (update !== undefined)
      this.#inBackground(update.origin, this.#dispatched(update.event, update.origin));
    await onDisk;
    this.#parts.faultPoint("update-on-disk");
  }

  /** Receives what arrived together, with one wait for the disk. */
  receiveAll(events: readonly ChatEvent[]): ReturnType<TakeBatch> {
    return Promise.allSettled(events.map((event) => this.receive(event)));
  }

  /** Connects an adapter: what was received and not ended before goes first. */
  attach(adapter: ChatAdapter, options: { readonly recover: boolean }): void {
    this.#parts.runningWork.attach(adapter);
    if (options.recover) this.#parts.unsure.tellAgain(adapter.platform);
    const open = options.recover ? this.#parts.updates.open(adapter.platform) : [];
    for (const { event, origin } of open) this.#goOn(origin, this.#dispatched(event, origin));
  }

  /** Takes up what a dead process left: decisions not carried out, and runs cut off. For the process that holds HOME, once at its start. */
  recover(isAlive: (lease: string | undefined) => boolean): void {
    const { approvals, runs } = leftBehind(this.#parts, isAlive);
    for (const approval of approvals)
      this.#goOn(approval.id, this.#parts.decisions.carryOut(approval));
    for (const run of runs)
      this.#goOn(
        run.id,
        this.#parts.chatQueue.add(`run:${run.id}`, () => this.#resume(run)),
      );
  }

  /** Ends what is past its time, as a refusal. */
  expireApprovals(): void {
    this.#inBackground("expiry", this.#parts.decisions.expireDue());
  }

  /** Decides on behalf of a person outside any chat (the command line), and carries it out. */
  decide(id: string, person: Person, decision: Decision): Promise<PressResult> {
    return this.#parts.decisions.decide(id, person, decision);
  }

  /** Cuts off everything that runs, for the end of the process: the next start goes on with it. */
  endAll(): void {
    this.#parts.runningWork.endAll();
  }

  /** Resolves when nothing received is being worked on. */
  async drained(): Promise<void> {
    await this.#parts.chatQueue.drained();
    await this.#parts.backgroundAgentRunner.drained();
  }

  #dispatched(event: ChatEvent, origin: string): Promise<void> {
    return this.#parts.chatQueue.add(laneOf(event), async () => {
      if (event.kind === "message") await this.#wait(event);
      await this.#handle(event, origin);
    });
  }

  /** Messages begin one by one; `/stop` waits for what came before it in its chat to begin alone, so that it is there to be stopped. */
  #wait(event: ChatEvent): Promise<void> {
    const key = chatKey(event.chat);
    return isUrgent(event) ? this.#admissionQueue.begunIn(key) : this.#admissionQueue.pass(key);
  }

  /** Goes on with work of a dead process, which may take over the message that showed it. */
  #goOn(name: string, work: Promise<void>): void {
    const { statuses } = this.#parts;
    statuses.expect(name);
    const ended = work.finally(() => {
      if (!this.#parts.runningWork.isEnding) statuses.notExpected(name);
    });
    this.#inBackground(name, ended);
  }

  #inBackground(subject: string, work: Promise<void>): void {
    work.catch((error: unknown) => {
      const facts = { subject, problem: messageOf(error) };
      this.#parts.log.error(facts, "Work could not be ended; it is taken up at the next start.");
    });
  }

  async #handle(received: ChatEvent, origin: string): Promise<void> {
    const { updates, faultPoint } = this.#parts;
    if (updates.hasEnded(received)) return;
    const event = updates.begin(received);
    if (event === undefined) {
      this.#tell(received, `gave-up:${origin}`, "gaveUp");
      return;
    }
    if (event.kind === "press" || event.isAddressed)
      this.#parts.unsure.tellAgain(chatKey(event.chat));
    try {
      const isPart = event.kind === "message" && event.albumId !== undefined;
      const whole = isPart ? await this.#parts.albums.whole(event) : event;
      const taken = await this.#work(whole, origin);
      faultPoint("update-handled");
      if (taken === "over-rate") updates.end(event, "ignored", taken);
      else updates.end(event, taken);
      const isAsking = event.kind === "message" && taken !== "ignored"; // a stranger who writes asks to come in
      if (!isAsking) this.#parts.forgetting.passed(event);
      if (taken === "ignored")
        await this.#parts.runningWork.adapter(event.chat.platform)?.passOver?.(event);
    } catch (error) {
      this.#failed(event, origin, error);
    }
  }

  async #work(event: ChatEvent, origin: string): Promise<Taken> {
    const { edits, messages, messageTriggers, presses } = this.#parts;
    if (event.kind === "message" && event.isEdited === true)
      return (await edits.take(event, origin)) ? "done" : "ignored";
    if (event.kind === "message") {
      messageTriggers?.message(event);
      return messages.message(event, origin);
    }
    await presses.press(event, origin);
    return "done";
  }

  #failed(event: ChatEvent, origin: string, error: unknown): void {
    const { log, updates } = this.#parts;
    if (this.#parts.runningWork.isEnding) return;
    if (isAbort(error)) {
      this.#tell(event, `stopped:${origin}`, "stopped", error);
      updates.end(event, "done");
      return;
    }
    const stack = error instanceof Error ? error.stack : undefined;
    const problem = messageOf(error);
    log.error({ update: origin, problem, stack }, "An update could not be handled.");
    this.#tell(event, `failed:${origin}`, "failedTurn", error);
    updates.end(event, "failed");
  }

  #tell(event: ChatEvent, key: string, text: TextKey, error?: unknown): void {
    const language = this.#parts.admission.language(event.chat.platform, event.sender);
    const message = wordError(error, language);
    const isControl = text === "stopped" || isUrgent(event);
    const told = { text: say(language, text, { message }) };
    this.#parts.replies.post(key, chatKey(event.chat), told, { isControl });
  }

  /** Goes on with a run where its journal ends, and brings its result to its chat. */
  async #resume(left: Run): Promise<void> {
    const { assistant, admission, updates } = this.#parts;
    const person = admission.person(left.personId);
    if (person === undefined) return;
    const actor = admission.actor(person, left.chatKey);
    const request = { origin: left.origin, actor, code: left.source };
    const key = `run:${left.id}`;
    const run = (signal: AbortSignal, follow: Follow): Promise<RunResult> =>
      assistant.runProgram({ ...request, ...follow, signal });
    await runAndReply(this.#parts, { chat: updates.address(left.chatKey), key, actor }, run);
  }
}

/** Presses and `/stop` do not wait behind a running turn. */
function laneOf(event: ChatEvent): string {
  const key = chatKey(event.chat);
  return isUrgent(event) ? `${key}!${event.updateId}` : key;
}

function isUrgent(event: ChatEvent): boolean {
  return event.kind === "press" || commandIn(event)?.name === "stop";
}

/** What a dead process left that nothing else takes up. */
interface LeftBehind {
  /** Decided, and not carried out. */
  readonly approvals: readonly Approval[];
  /** Cut off in the middle, and continued by no update, no due time and no approval. */
  readonly runs: readonly Run[];
}

/** Finds what a dead process left: for the one process that holds HOME, once at its start. `isAlive` tells whether a lease is that of a living process. */
function leftBehind(
  parts: { readonly approvals: Approvals; readonly runs: Runs; readonly updates: Updates },
  isAlive: (lease: string | undefined) => boolean,
): LeftBehind {
  const running = parts.runs.running();
  const alive = new Set(running.filter((run) => isAlive(run.lease)).map((run) => run.id));
  const approvals = parts.approvals
    .unsettled()
    .filter(({ runId }) => runId === undefined || !alive.has(parts.runs.topOf(runId).runId));
  const continued = continuedRuns(approvals, parts.runs);
  const open = parts.updates.open().map((update) => update.origin);
  const runs = running.filter((run) => {
    if (alive.has(run.id) || continued(run) || run.origin.startsWith("occurrence:")) return false;
    // What colleagues do is gone on with by who asked.
    if (run.delegationId !== undefined) return false;
    return !open.some((origin) => run.origin === origin || run.origin.startsWith(`${origin}/`));
  });
  return { approvals, runs };
}

/** Whether carrying the approvals out takes a run up too: their own, one chosen on a card, or a later one of the same turn. */
function continuedRuns(approvals: readonly Approval[], runs: Runs): (run: Run) => boolean {
  const origins = new Set(approvals.map((approval) => `proposal:${approval.id}`));
  const ids = new Set(
    approvals.flatMap(({ runId }) => (runId === undefined ? [] : runs.topOf(runId).runId)),
  );
  const turns = new Set([...ids].flatMap((id) => runs.get(id)?.turnId ?? []));
  return (run) =>
    ids.has(run.id) ||
    origins.has(run.origin) ||
    (run.turnId !== undefined && turns.has(run.turnId));
}
