import type { Assistant } from "../agent/assistant.ts";
import type { RunResult } from "../agent/run-result.ts";
import type { Run, Runs } from "../agent/runs.ts";
import type { TranscriberFor } from "../agent/transcriber.ts";
import { isAbort, messageOf } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import type { Rounds } from "../base/rounds.ts";
import type { Approvals, PressResult } from "../security/approvals.ts";
import type { ButtonTokens } from "../security/button-token.ts";
import type { Decision } from "../security/decision.ts";
import type { People, Person } from "../security/people.ts";
import type { Rates } from "../security/rates.ts";
import type { Rights } from "../security/rights.ts";
import type { Database } from "../store/database.ts";
import type { Activity } from "./activity.ts";
import { type ChatAdapter, type ChatEvent, chatKey, type TakeTogether } from "./adapter.ts";
import type { AgentDesk } from "./agent-desk.ts";
import type { Albums } from "./albums.ts";
import { AnswerDesk } from "./answer-desk.ts";
import type { ApprovalList } from "./approval-list.ts";
import { Arrivals } from "./arrivals.ts";
import type { Attachments } from "./attachment-table.ts";
import type { BriefingDesk } from "./briefing-desk.ts";
import type { CardDesk } from "./card-desk.ts";
import { CommandDesk } from "./command-desk.ts";
import type { Commands } from "./commands.ts";
import { DecisionDesk } from "./decision-desk.ts";
import { EditDesk } from "./edit-desk.ts";
import type { ErrandDesk } from "./errand-desk.ts";
import type { EventDesk } from "./event-desk.ts";
import { FileDesk } from "./file-desk.ts";
import type { FolderDesk } from "./folder-desk.ts";
import type { ForgetDesk } from "./forget-desk.ts";
import type { Inbox, InboxDesk } from "./inbox-desk.ts";
import { Lanes } from "./lanes.ts";
import type { LinkDesk } from "./link-desk.ts";
import type { MemoryDesk } from "./memory-desk.ts";
import type { Courier } from "./outbox.ts";
import type { PeopleDesk } from "./people-desk.ts";
import { runAndReply } from "./program-reply.ts";
import { leftBehind } from "./recovery.ts";
import { wordError } from "./replies.ts";
import type { ReplyDesk } from "./reply-desk.ts";
import type { RightsDesk } from "./rights-desk.ts";
import type { ScheduleDesk } from "./schedule-desk.ts";
import type { ScheduleList } from "./schedule-list.ts";
import type { SettingsDesk } from "./settings-desk.ts";
import type { StatusDesk } from "./status-desk.ts";
import type { SwitchDesk } from "./switch-desk.ts";
import { say, type TextKey } from "./texts.ts";
import { commandIn, type Taken, TurnDesk } from "./turn-desk.ts";
import { Turnstile } from "./turnstile.ts";
import type { UnsureDesk } from "./unsure-desk.ts";
import type { Updates } from "./updates.ts";
import type { WelcomeDesk } from "./welcome-desk.ts";
import type { Follow } from "./work-view.ts";
import type { WorkflowList } from "./workflow-list.ts";

/** What the router joins; it makes its own desks for turns, decisions and replies from it. */
export interface RouterParts {
  readonly database: Database;
  readonly log: Log;
  readonly updates: Updates;
  /** Shared with other long work that what arrives goes before. */
  readonly rounds: Rounds;
  readonly activity: Activity;
  readonly statuses: StatusDesk;
  readonly unsure: UnsureDesk;
  readonly memoryDesk: MemoryDesk;
  readonly forgetting: ForgetDesk;
  readonly courier: Courier;
  readonly cards: CardDesk;
  readonly door: PeopleDesk;
  readonly people: People;
  readonly schedules: ScheduleDesk;
  /** Absent where messages set nothing off. */
  readonly eventDesk?: EventDesk;
  readonly rights: Rights;
  readonly rates: Rates;
  readonly rightsDesk: RightsDesk;
  readonly settingsDesk: SettingsDesk;
  readonly folderDesk: FolderDesk;
  readonly linkDesk: LinkDesk;
  readonly scheduleList: ScheduleList;
  readonly briefingDesk: BriefingDesk;
  readonly workflowList: WorkflowList;
  readonly approvalList: ApprovalList;
  readonly welcomeDesk: WelcomeDesk;
  readonly approvals: Approvals;
  readonly runs: Runs;
  readonly assistant: Assistant;
  readonly replies: ReplyDesk;
  readonly errandDesk: ErrandDesk;
  readonly agentDesk: AgentDesk;
  readonly switchDesk: SwitchDesk;
  readonly commands: Commands;
  readonly tokens: ButtonTokens;
  readonly albums: Albums;
  readonly attachments: Attachments;
  readonly inbox: Inbox;
  readonly inboxDesk: InboxDesk;
  /** Absent where nothing can write speech down. */
  readonly transcriberFor: TranscriberFor | undefined;
  /** Absolute path of a file in a chat's folder. */
  readonly filePath: (chatKey: string, path: string) => string;
  readonly faultPoint: (name: string) => void;
}

/** Takes events in, one queue a chat, and sends answers out. Without adapters at first; `attach` connects one. */
export class Router {
  readonly #parts: RouterParts;
  readonly #lanes = new Lanes();
  readonly #turnstile: Turnstile;
  readonly #arrivals: Arrivals;
  readonly #activity: Activity;
  readonly #replies: ReplyDesk;
  readonly #edits: EditDesk;
  readonly #decisions: DecisionDesk;
  readonly #turns: TurnDesk;

  constructor(parts: RouterParts) {
    this.#parts = parts;
    this.#turnstile = new Turnstile(parts.rounds);
    this.#arrivals = new Arrivals(parts);
    this.#activity = parts.activity;
    this.#replies = parts.replies;
    const answers = new AnswerDesk({ ...parts, replies: this.#replies });
    const files = new FileDesk({
      ...parts,
      answers,
      replies: this.#replies,
      addressOf: (key) => parts.updates.address(key),
    });
    this.#edits = new EditDesk({
      ...parts,
      answer: (event, origin) => this.#turns.message(event, origin),
    });
    const commandDesk = new CommandDesk({ ...parts, lanes: this.#lanes });
    const shared = {
      ...parts,
      answers,
      commandDesk,
      edits: this.#edits,
      files,
      lanes: this.#lanes,
      replies: this.#replies,
    };
    this.#decisions = new DecisionDesk(shared);
    this.#turns = new TurnDesk({ ...shared, decisions: this.#decisions });
  }

  /** Receives one event, which is worked on from then on. When this resolves, no loss of power takes its row back. */
  async receive(event: ChatEvent): Promise<void> {
    const { update, onDisk } = await this.#arrivals.store(event);
    this.#parts.faultPoint("update-stored");
    if (update !== undefined)
      this.#inBackground(update.origin, this.#dispatched(update.event, update.origin));
    await onDisk;
    this.#parts.faultPoint("update-on-disk");
  }

  /** Receives what arrived together, with one wait for the disk. */
  receiveAll(events: readonly ChatEvent[]): ReturnType<TakeTogether> {
    return Promise.allSettled(events.map((event) => this.receive(event)));
  }

  /** Connects an adapter: what was received and not ended before goes first. */
  attach(adapter: ChatAdapter, options: { readonly recover: boolean }): void {
    this.#activity.attach(adapter);
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
        this.#lanes.add(`run:${run.id}`, () => this.#resume(run)),
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
    this.#activity.endAll();
  }

  /** Resolves when nothing received is being worked on. */
  async drained(): Promise<void> {
    await this.#lanes.drained();
    await this.#parts.errandDesk.drained();
  }

  #dispatched(event: ChatEvent, origin: string): Promise<void> {
    return this.#lanes.add(laneOf(event), async () => {
      if (event.kind === "message") await this.#wait(event);
      await this.#handle(event, origin);
    });
  }

  /** Messages begin one by one; `/stop` waits for what came before it in its chat to begin alone, so that it is there to be stopped. */
  #wait(event: ChatEvent): Promise<void> {
    const key = chatKey(event.chat);
    return isUrgent(event) ? this.#turnstile.begunIn(key) : this.#turnstile.pass(key);
  }

  /** Goes on with work of a dead process, which may take over the message that showed it. */
  #goOn(name: string, work: Promise<void>): void {
    const { statuses } = this.#parts;
    statuses.expect(name);
    const ended = work.finally(() => {
      if (!this.#activity.isEnding) statuses.notExpected(name);
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
      if (taken === "ignored") await this.#activity.adapter(event.chat.platform)?.passOver?.(event);
    } catch (error) {
      this.#failed(event, origin, error);
    }
  }

  async #work(event: ChatEvent, origin: string): Promise<Taken> {
    if (event.kind === "message" && event.isEdited === true)
      return (await this.#edits.take(event, origin)) ? "done" : "ignored";
    if (event.kind === "message") {
      this.#parts.eventDesk?.message(event);
      return this.#turns.message(event, origin);
    }
    await this.#decisions.press(event, origin);
    return "done";
  }

  #failed(event: ChatEvent, origin: string, error: unknown): void {
    const { log, updates } = this.#parts;
    if (this.#activity.isEnding) return;
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
    const language = this.#parts.door.language(event.chat.platform, event.sender);
    const message = wordError(error, language);
    const isControl = text === "stopped" || isUrgent(event);
    const told = { text: say(language, text, { message }) };
    this.#replies.post(key, chatKey(event.chat), told, { isControl });
  }

  /** Goes on with a run where its journal ends, and brings its result to its chat. */
  async #resume(left: Run): Promise<void> {
    const { assistant, door, updates } = this.#parts;
    const person = door.person(left.personId);
    if (person === undefined) return;
    const actor = door.actor(person, left.chatKey);
    const request = { origin: left.origin, actor, code: left.source };
    const key = `run:${left.id}`;
    const run = (signal: AbortSignal, follow: Follow): Promise<RunResult> =>
      assistant.runProgram({ ...request, ...follow, signal });
    const parts = { activity: this.#activity, replies: this.#replies };
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
