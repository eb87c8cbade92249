import type { TranscriberFor } from "../../agent/models/transcriber.ts";
import type { Assistant } from "../../agent/turn/assistant.ts";
import { isAbort, messageOf } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { LoopScheduler } from "../../base/loop-scheduler.ts";
import type { RunResult } from "../../runs/run-result.ts";
import type { Run, Runs } from "../../runs/run-table.ts";
import type { People, Person } from "../../security/access/people.ts";
import type { Approval, Approvals, PressResult } from "../../security/approvals/approvals.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import type { Decision } from "../../security/approvals/decision.ts";
import type { Rights } from "../../security/approvals/rights.ts";
import type { Rates } from "../../security/limits/rate-limits.ts";
import type { Database } from "../../store/database.ts";
import type { CardSender } from "../approvals/card-sender.ts";
import { type Commands, commandIn } from "../commands/parse-command.ts";
import type { AttachmentDownload, Inbox } from "../files/attachment-download.ts";
import { AttachmentHandler } from "../files/attachment-handler.ts";
import type { FileBrowser } from "../files/file-browser.ts";
import type { Attachments } from "../inbox/attachment-table.ts";
import type { Updates } from "../inbox/update-table.ts";
import { type Albums, UpdateWriter } from "../inbox/update-writer.ts";

import type { MemoryCommand } from "../memory/memory-command.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { Admission } from "../people/admission.ts";
import type { ErasePerson } from "../people/erase-person.ts";
import type { AccountLinking } from "../people/link-accounts.ts";
import type { AccessCommands } from "../people/rights-command.ts";
import type { SettingsCommand } from "../people/settings-command.ts";
import type { Welcome } from "../people/welcome.ts";
import {
  type ChatAdapter,
  type ChatEvent,
  chatKey,
  type TakeBatch,
} from "../platform/chat-adapter.ts";
import { KeyedQueue } from "../platform/keyed-queue.ts";
import type { AgentCommand } from "../programs/agent-command.ts";
import type { SwitchCommand } from "../programs/switch-command.ts";
import type { WorkflowList } from "../programs/workflow-command.ts";
import { AnswerHandler } from "../replies/answer-handler.ts";
import { runAndReply } from "../replies/program-reply.ts";
import type { Follow } from "../replies/progress-message.ts";
import { wordError } from "../replies/render-reply.ts";
import type { ReplySender } from "../replies/reply-sender.ts";
import type { RunningWork } from "../replies/running-work.ts";
import type { StatusMessages } from "../replies/status-message.ts";
import type { UnknownDeliveryNotice } from "../replies/unknown-delivery.ts";
import type { BackgroundAgentRunner } from "../schedules/background-agent-runner.ts";
import type { BriefingCommand } from "../schedules/briefing-command.ts";
import type { MessageTriggers } from "../schedules/message-triggers.ts";
import type { OccurrenceRunner } from "../schedules/occurrence-runner.ts";
import type { ScheduleList } from "../schedules/schedule-command.ts";
import { say, type TextKey } from "../texts/say.ts";
import { AdmissionQueue } from "./admission-queue.ts";
import type { ApprovalList } from "./approvals-command.ts";
import { CommandHandler } from "./command-handler.ts";
import { EditedMessageHandler } from "./edited-message-handler.ts";
import { MessageHandler, type Taken } from "./message-handler.ts";
import { PressHandler } from "./press-handler.ts";

/** Dependencies of `Dispatcher`, which creates its handlers for messages, commands and presses from them. */
export interface DispatcherParts {
  readonly database: Database;
  readonly log: Log;
  readonly updates: Updates;
  /** Shared with other long work that what arrives goes before. */
  readonly rounds: LoopScheduler;
  readonly runningWork: RunningWork;
  readonly statuses: StatusMessages;
  readonly unsure: UnknownDeliveryNotice;
  readonly memoryCommand: MemoryCommand;
  readonly forgetting: ErasePerson;
  readonly outbox: Outbox;
  readonly cards: CardSender;
  readonly admission: Admission;
  readonly people: People;
  readonly schedules: OccurrenceRunner;
  /** Absent where messages set nothing off. */
  readonly messageTriggers?: MessageTriggers;
  readonly rights: Rights;
  readonly rates: Rates;
  readonly accessCommands: AccessCommands;
  readonly settingsCommand: SettingsCommand;
  readonly fileBrowser: FileBrowser;
  readonly accountLinking: AccountLinking;
  readonly scheduleList: ScheduleList;
  readonly briefingCommand: BriefingCommand;
  readonly workflowList: WorkflowList;
  readonly approvalList: ApprovalList;
  readonly welcome: Welcome;
  readonly approvals: Approvals;
  readonly runs: Runs;
  readonly assistant: Assistant;
  readonly replies: ReplySender;
  readonly backgroundAgentRunner: BackgroundAgentRunner;
  readonly agentCommand: AgentCommand;
  readonly switchCommand: SwitchCommand;
  readonly commands: Commands;
  readonly tokens: ButtonTokens;
  readonly albums: Albums;
  readonly attachments: Attachments;
  readonly inbox: Inbox;
  readonly attachmentDownload: AttachmentDownload;
  /** Absent where nothing can write speech down. */
  readonly transcriberFor: TranscriberFor | undefined;
  /** Absolute path of a file in a chat's folder. */
  readonly filePath: (chatKey: string, path: string) => string;
  readonly faultPoint: (name: string) => void;
}

/** Receives chat events and handles them in order, one queue for each chat. Has no adapter until `attach`. */
export class Dispatcher {
  readonly #parts: DispatcherParts;
  readonly #chatQueue = new KeyedQueue();
  readonly #admissionQueue: AdmissionQueue;
  readonly #updateWriter: UpdateWriter;
  readonly #runningWork: RunningWork;
  readonly #replies: ReplySender;
  readonly #edits: EditedMessageHandler;
  readonly #decisions: PressHandler;
  readonly #turns: MessageHandler;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
    this.#admissionQueue = new AdmissionQueue(parts.rounds);
    this.#updateWriter = new UpdateWriter(parts);
    this.#runningWork = parts.runningWork;
    this.#replies = parts.replies;
    const answers = new AnswerHandler({ ...parts, replies: this.#replies });
    const files = new AttachmentHandler({
      ...parts,
      answers,
      replies: this.#replies,
      addressOf: (key) => parts.updates.address(key),
    });
    this.#edits = new EditedMessageHandler({
      ...parts,
      answer: (event, origin) => this.#turns.message(event, origin),
    });
    const commandHandler = new CommandHandler({ ...parts, chatQueue: this.#chatQueue });
    const shared = {
      ...parts,
      answers,
      commandHandler,
      edits: this.#edits,
      files,
      chatQueue: this.#chatQueue,
      replies: this.#replies,
    };
    this.#decisions = new PressHandler(shared);
    this.#turns = new MessageHandler({ ...shared, decisions: this.#decisions });
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
    this.#runningWork.attach(adapter);
    if (options.recover) this.#parts.unsure.tellAgain(adapter.platform);
    const open = options.recover ? this.#parts.updates.open(adapter.platform) : [];
    for (const { event, origin } of open) this.#goOn(origin, this.#dispatched(event, origin));
  }

  /** Takes up what a dead process left: decisions not carried out, and runs cut off. For the process that holds HOME, once at its start. */
  recover(isAlive: (lease: string | undefined) => boolean): void {
    const { approvals, runs } = leftBehind(this.#parts, isAlive);
    for (const approval of approvals) this.#goOn(approval.id, this.#decisions.carryOut(approval));
    for (const run of runs)
      this.#goOn(
        run.id,
        this.#chatQueue.add(`run:${run.id}`, () => this.#resume(run)),
      );
  }

  /** Ends what is past its time, as a refusal. */
  expireApprovals(): void {
    this.#inBackground("expiry", this.#decisions.expireDue());
  }

  /** Decides on behalf of a person outside any chat (the command line), and carries it out. */
  decide(id: string, person: Person, decision: Decision): Promise<PressResult> {
    return this.#decisions.decide(id, person, decision);
  }

  /** Cuts off everything that runs, for the end of the process: the next start goes on with it. */
  endAll(): void {
    this.#runningWork.endAll();
  }

  /** Resolves when nothing received is being worked on. */
  async drained(): Promise<void> {
    await this.#chatQueue.drained();
    await this.#parts.backgroundAgentRunner.drained();
  }

  #dispatched(event: ChatEvent, origin: string): Promise<void> {
    return this.#chatQueue.add(laneOf(event), async () => {
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
      if (!this.#runningWork.isEnding) statuses.notExpected(name);
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
        await this.#runningWork.adapter(event.chat.platform)?.passOver?.(event);
    } catch (error) {
      this.#failed(event, origin, error);
    }
  }

  async #work(event: ChatEvent, origin: string): Promise<Taken> {
    if (event.kind === "message" && event.isEdited === true)
      return (await this.#edits.take(event, origin)) ? "done" : "ignored";
    if (event.kind === "message") {
      this.#parts.messageTriggers?.message(event);
      return this.#turns.message(event, origin);
    }
    await this.#decisions.press(event, origin);
    return "done";
  }

  #failed(event: ChatEvent, origin: string, error: unknown): void {
    const { log, updates } = this.#parts;
    if (this.#runningWork.isEnding) return;
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
    this.#replies.post(key, chatKey(event.chat), told, { isControl });
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
    const parts = { runningWork: this.#runningWork, replies: this.#replies };
    await runAndReply(parts, { chat: updates.address(left.chatKey), key, actor }, run);
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
    if (run.errandId !== undefined) return false;
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
