import { DelegationTable } from "../../src/agent/delegation/delegation-table.ts";
import type { PlannerResult } from "../../src/agent/planner/result.ts";
import { ChatAgents } from "../../src/agent/roster/agent-definitions.ts";
import { AgentRegistry } from "../../src/agent/roster/roster.ts";
import type { Assistant } from "../../src/agent/turn/assistant.ts";
import { createPast } from "../../src/agent/turn/conversation-log.ts";
import { openFeatures } from "../../src/app/chat-features.ts";
import { KEEPING } from "../../src/app/core/retention.ts";
import { createMemoryBook } from "../../src/app/open-chat.ts";
import { createIds } from "../../src/base/ids.ts";
import { LoopScheduler } from "../../src/base/loop-scheduler.ts";
import { CardRenderer } from "../../src/bots/approvals/card-renderer.ts";
import { CardSender } from "../../src/bots/approvals/card-sender.ts";
import type { Commands } from "../../src/bots/commands/parse-command.ts";
import type { Dispatcher } from "../../src/bots/dispatch/dispatcher.ts";
import type { FolderFile } from "../../src/bots/files/file-browser.ts";
import { Attachments } from "../../src/bots/inbox/attachment-table.ts";
import { Updates } from "../../src/bots/inbox/update-table.ts";
import { MemoryCommand } from "../../src/bots/memory/memory-command.ts";
import { Outbox } from "../../src/bots/outbox/outbox.ts";
import { OutboxTable } from "../../src/bots/outbox/table.ts";
import { Admission, languageIn } from "../../src/bots/people/admission.ts";
import { ErasePerson } from "../../src/bots/people/erase-person.ts";
import { AccountLinking } from "../../src/bots/people/link-accounts.ts";
import { PersonRemoval } from "../../src/bots/people/remove-person.ts";
import { AccessCommands } from "../../src/bots/people/rights-command.ts";
import type { Sender } from "../../src/bots/platform/chat-adapter.ts";
import { KeyedQueue } from "../../src/bots/platform/keyed-queue.ts";
import { HeldAnswers } from "../../src/bots/replies/held-answers.ts";
import { ReplySender } from "../../src/bots/replies/reply-sender.ts";
import { type DrawPicture, ReplyTables } from "../../src/bots/replies/reply-tables.ts";
import { RunningWork } from "../../src/bots/replies/running-work.ts";
import { StatusMessages } from "../../src/bots/replies/status-message.ts";
import { UnknownDeliveryNotice } from "../../src/bots/replies/unknown-delivery.ts";
import { BackgroundAgentRunner } from "../../src/bots/schedules/background-agent-runner.ts";
import { OccurrenceRunner } from "../../src/bots/schedules/occurrence-runner.ts";
import { UndoCommand } from "../../src/bots/undo/undo-command.ts";
import type { Catalogue } from "../../src/engine/catalogue/catalogue.ts";
import type { ProgramGate } from "../../src/runs/gate.ts";
import { type Run, Runs } from "../../src/runs/run-table.ts";
import { createSchedules } from "../../src/scheduler/ledger/schedules.ts";
import { Grants } from "../../src/security/access/grants.ts";
import { OneTimeCodes } from "../../src/security/access/one-time-codes.ts";
import { People } from "../../src/security/access/people.ts";
import {
  type Approval,
  type ApprovalPolicy,
  Approvals,
  ONE_PRESS,
} from "../../src/security/approvals/approvals.ts";
import { createButtonTokens } from "../../src/security/approvals/button-token.ts";
import { Rights } from "../../src/security/approvals/rights.ts";
import { StandingApprovals } from "../../src/security/approvals/standing.ts";
import type { Database } from "../../src/store/database.ts";
import { Marks } from "../../src/store/marks.ts";
import { Switches } from "../../src/store/switches.ts";
import { Workflows } from "../../src/store/workflows.ts";
import { agentOf } from "./agents.ts";
import { catalogueOf } from "./catalogue.ts";
import { freshDatabase } from "./fresh-database.ts";
import { gateOver } from "./house-gate.ts";
import { ManualClock } from "./manual-clock.ts";
import { RecordingAdapter } from "./recording-adapter.ts";
import { RecordingLog } from "./recording-log.ts";
import { ScriptedAssistant } from "./scripted-assistant.ts";
import { unlimited } from "./unlimited.ts";
import { withoutFiles } from "./without-files.ts";

/** An owner, a member and a stranger on Telegram. */
export const ANN: Sender = { id: "1", name: "Ann", languageTag: "en-GB" };
export const BEN: Sender = { id: "2", name: "Ben", languageTag: "en" };
export const CHO: Sender = { id: "3", name: "Cho", languageTag: "ko" };

/** The agents of a house. */
const HOUSE_AGENTS = [agentOf("system/system"), agentOf("research/news", ["source"])];

const DEFAULTS = { language: "en", zone: "UTC" } as const;

/** The bots room over one database, with everything real but the platform and the assistant. */
export class House {
  readonly database: Database;
  readonly clock: ManualClock;
  readonly adapter: RecordingAdapter;
  readonly assistant = new ScriptedAssistant();
  readonly log = new RecordingLog();
  readonly people: People;
  readonly approvals: Approvals;
  readonly runs: Runs;
  readonly updates: Updates;
  readonly rounds = new LoopScheduler();
  readonly table: OutboxTable;
  readonly outbox: Outbox;
  readonly cards: CardSender;
  readonly admission: Admission;
  readonly tokens: ReturnType<typeof createButtonTokens>;
  readonly schedules: ReturnType<typeof createSchedules>;
  readonly occurrenceRunner: OccurrenceRunner;
  readonly statuses: StatusMessages;
  readonly unsure: UnknownDeliveryNotice;
  readonly memoryCommand: MemoryCommand;
  readonly runningWork: RunningWork;
  readonly grants: Grants;
  readonly standing: StandingApprovals;
  readonly rights: Rights;
  readonly accessCommands: AccessCommands;
  /** Runs of people who were put out. */
  readonly stopped: string[] = [];
  readonly forgetting: ErasePerson;
  readonly delegations: DelegationTable;
  readonly chatAgents: ChatAgents;
  readonly switches: Switches;
  readonly agentRegistry = new AgentRegistry(() => HOUSE_AGENTS);
  readonly replies: ReplySender;
  readonly held: HeldAnswers;
  readonly backgroundAgentRunner: BackgroundAgentRunner;
  readonly workflows: Workflows;
  readonly accountLinking: AccountLinking;
  /** The files of Ann's chat. */
  folder: readonly FolderFile[] = [];
  /** What was condemned of a forgotten person. */
  readonly condemned: string[] = [];
  readonly chatQueue = new KeyedQueue();
  readonly commands: Commands;
  readonly dispatcher: Dispatcher;
  readonly sessions: string[] = [];
  /** What the planner of the real assistant makes of any words. */
  planned: PlannerResult = { kind: "none" };
  /** Every call that the real gate let through. */
  readonly calls: string[] = [];
  readonly filesPath: string;
  readonly drawPicture: DrawPicture;
  /** Called at every fault point; a test makes it throw. */
  onFault: (name: string) => void = () => undefined;

  constructor(options: {
    readonly database: Database;
    readonly clock: ManualClock;
    readonly adapter: RecordingAdapter;
    readonly randomBytes: (sizeBytes: number) => Uint8Array;
    readonly catalogue?: Catalogue;
    readonly filesPath?: string;
    /** Default: nothing can be drawn. */
    readonly drawPicture?: DrawPicture;
    /** Names this process. */
    readonly session?: string;
    readonly policy?: ApprovalPolicy;
  }) {
    const { database, clock, adapter, randomBytes, catalogue } = options;
    this.filesPath = options.filesPath ?? "/files";
    this.drawPicture = options.drawPicture ?? (() => Promise.reject(new Error("no pictures")));
    const newId = createIds(randomBytes);
    const faultPoint = (name: string): void => this.onFault(name);
    this.database = database;
    this.clock = clock;
    this.adapter = adapter;
    this.people = new People({ database, clock, newId, randomBytes, defaults: DEFAULTS });
    this.tokens = createButtonTokens({ database, clock, randomBytes });
    const policy = options.policy ?? ONE_PRESS;
    this.approvals = new Approvals({ database, clock, newId, tokens: this.tokens, policy });
    this.runs = new Runs({ database, clock, newId });
    this.schedules = createSchedules({ database, clock, newId });
    this.updates = new Updates({ database, clock });
    this.delegations = new DelegationTable({ database, clock, newId });
    this.chatAgents = new ChatAgents({ database, clock });
    this.switches = new Switches({ database, clock });
    this.workflows = new Workflows({ database, clock, shipped: () => new Map() });
    this.table = new OutboxTable({ database, clock });
    this.outbox = new Outbox({
      table: this.table,
      clock,
      log: this.log,
      faultPoint,
      addressOf: (chatKey) => this.updates.address(chatKey),
      drawCard: (row, room) => new CardRenderer(this).redraw(row, room),
    });
    const languageOf = (key: string) => languageIn(this, key);
    const session = options.session ?? "first";
    this.statuses = new StatusMessages({ ...this, clock, languageIn: languageOf, session });
    this.runningWork = new RunningWork(this);
    this.cards = new CardSender(this);
    this.admission = new Admission(this);
    this.unsure = new UnknownDeliveryNotice({ ...this, languageIn: languageOf });
    this.memoryCommand = new MemoryCommand({
      ...this,
      tokens: this.tokens,
      memories: createMemoryBook(database, clock),
      past: createPast(database),
    });
    this.grants = new Grants({ database, clock, newId });
    this.standing = new StandingApprovals({ database, clock, newId });
    this.rights = new Rights({ ...this, ...unlimited({ database, clock, newId }) });
    const { assistant, gate } =
      catalogue === undefined ? this.#scripted() : gateOver(this, catalogue);
    const filePath = (chatKey: string, path: string): string =>
      `${this.filesPath}/${chatKey}/${path}`;
    const { tokens, tokens: buttons, clock: time } = this;
    const { drawPicture, outbox } = this;
    const sheets = new ReplyTables({ filePath, drawPicture, outbox });
    this.occurrenceRunner = new OccurrenceRunner({
      ...this,
      clock: time,
      tokens,
      assistant,
      sheets,
    });
    const stopRun = (runId: string): void => void this.stopped.push(runId);
    const settleRun: ConstructorParameters<typeof PersonRemoval>[0]["settleRun"] = (
      runId,
      result,
    ) => this.occurrenceRunner.settleRun(runId, result);
    const personRemoval = new PersonRemoval({ ...this, stopRun, settleRun });
    this.accessCommands = new AccessCommands({
      ...this,
      personRemoval,
      catalogue: () => catalogue ?? catalogueOf({}),
    });
    this.forgetting = this.#forgetDesk();
    this.held = new HeldAnswers({
      ...{ database, clock: time, tokens, outbox },
      nameOf: (id) => this.people.nameOf(id),
    });
    this.replies = new ReplySender({
      ...this,
      ...{ about: () => ({}), clock: time, sheets, filePath },
      onlyFor: (key, chat) => this.updates.messageBehind(key, chat).onlyFor,
    });
    this.accountLinking = new AccountLinking({
      ...this,
      clock: time,
      tokens: buttons,
      keeping: KEEPING,
      codes: new OneTimeCodes({ database, clock, randomBytes }),
      personalFiles: { unlearn: () => undefined, erase: async () => undefined },
      stopRuns: () => undefined,
    });
    const listFiles = async (key: string) => ({
      files: key === "telegram:1" ? this.folder : [],
      isCut: false,
    });
    this.backgroundAgentRunner = new BackgroundAgentRunner({
      ...this,
      colleagues: {
        report: () => Promise.reject(new Error("Nobody else is in this house.")),
        tell: () => undefined,
      },
      faultPoint,
    });
    const { rates, budgets } = unlimited({ database, clock, newId });
    const { commands, dispatcher } = openFeatures({
      ...this,
      stores: {
        ...this,
        tokens,
        rates,
        budgets,
        attachments: new Attachments({ database, clock }),
        marks: new Marks(database),
      },
      edges: { clock, faultPoint },
      assistant,
      gate,
      usage: () => ({ rates: [], budgets: [], askPercent: 100 }),
      personalData: {
        status: () => Promise.reject(new Error("This house has no state to tell.")),
        exportOf: async () => ({ kind: "too-large", zipBytes: 0 }),
        maxFileBytes: () => undefined,
      },
      files: {
        ...withoutFiles(this, faultPoint),
        listFiles,
        filePath,
        lastPicture: async () => undefined,
      },
      undoCommand: new UndoCommand({
        lastMessage: () => undefined,
        ...this,
        tokens,
        actorOf: (person, key) => this.admission.actor(person, key),
        messagesSince: () => 0,
        undo: {
          take: () => Promise.reject(new Error("Nothing is undone in this house.")),
          note: (_turn, work) => work(),
          has: () => false,
          turnsIn: () => [],
          turnNamed: () => undefined,
          last: () => undefined,
        },
      }),
      newSession: (personId, chatKey) => {
        this.sessions.push(`${personId} ${chatKey}`);
        return { ko: "", en: "" };
      },
    });
    this.commands = commands;
    this.dispatcher = dispatcher;
  }

  #forgetDesk(): ErasePerson {
    return new ErasePerson({
      ...this,
      keeping: KEEPING,
      personalFiles: {
        sizeOf: async () => 0,
        condemn: ({ personId }) => void this.condemned.push(personId),
        unlearn: () => undefined,
        soil: () => undefined,
        erase: async () => undefined,
      },
      stopRuns: () => undefined,
      faultPoint: (name) => this.onFault(name),
    });
  }

  /** The handlers call the four methods of the assistant alone, and the commands only `compile` of the gate. */
  #scripted(): { readonly assistant: Assistant; readonly gate: ProgramGate } {
    const gate = { compile: () => ({ ok: false, problems: [] }) } as unknown as ProgramGate;
    return { assistant: this.assistant as unknown as Assistant, gate };
  }

  /** Connects the platform; with `recover`, as the process that takes over from a dead one. */
  async open(options: { readonly recover?: boolean } = {}): Promise<this> {
    const recover = options.recover === true;
    this.dispatcher.attach(this.outbox.start(this.adapter, { recover }), { recover });
    await this.adapter.start((event) => this.dispatcher.receive(event));
    return this;
  }

  /** A program of a person that waits for its approval, as the gate leaves it. */
  waitingRun(
    person: { readonly id: string },
    chatKey: string,
    facts: Partial<Parameters<Approvals["request"]>[0]> & { readonly origin?: string } = {},
  ): Approval {
    const { origin = `test:${chatKey}:${this.runs.running().length}`, ...rest } = facts;
    const run = this.run(person, chatKey, origin);
    this.runs.pause(run.id);
    return this.approvals.request({
      kind: "plan",
      personId: person.id,
      chatKey,
      runId: run.id,
      digest: "digest",
      card: { program: '[system:delete]("notes.md")' },
      approver: "requester",
      lifetimeMs: 60_000,
      ...rest,
    });
  }

  /** A run as a process holds it. */
  run(person: { readonly id: string }, chatKey: string, origin: string, turnId?: string): Run {
    return this.runs.create({
      origin,
      personId: person.id,
      chatKey,
      source: '[system:delete]("notes.md")',
      program: '[system:delete]("notes.md")',
      digest: "digest",
      constants: {},
      lease: "lease_dead",
      ...(turnId === undefined ? {} : { turnId }),
    });
  }
}

/** A house with an owner Ann and a member Ben, both met in private. */
export async function openHouse(
  options: {
    readonly maxTextLength?: number;
    /** Set for a platform that knows a message by its key again. */
    readonly knowsAgainMs?: number;
    readonly catalogue?: Catalogue;
    readonly filesPath?: string;
    /** Default: nothing can be drawn. */
    readonly drawPicture?: DrawPicture;
    readonly policy?: ApprovalPolicy;
  } = {},
): Promise<House & { readonly again: (session?: string) => House }> {
  const database = freshDatabase();
  const clock = new ManualClock();
  const randomBytes = countedBytes();
  const adapter = new RecordingAdapter(options);
  const parts = { ...options, database, clock, adapter, randomBytes };
  const house = new House(parts);
  for (const [sender, role] of [
    [ANN, "owner"],
    [BEN, "member"],
  ] as const) {
    const account = { platform: "telegram", externalId: sender.id };
    const person = house.people.admit(account, { role, name: sender.name });
    house.updates.remember({ platform: "telegram", chatId: sender.id, isPrivate: true }, person.id);
  }
  await house.open();
  const again = (session = "again"): House => new House({ ...parts, session });
  return Object.assign(house, { again });
}

/** The person behind a sender who was let in. */
export function personOf(house: House, sender: Sender) {
  return house.people.find({ platform: "telegram", externalId: sender.id })!;
}

/** Bytes that differ every time and are the same in every run of a test. */
function countedBytes(): (sizeBytes: number) => Uint8Array {
  let count = 0;
  return (sizeBytes) => {
    count += 1;
    const bytes = new Uint8Array(sizeBytes);
    new DataView(bytes.buffer).setUint32(sizeBytes - 4, count * 2_654_435_761);
    return bytes;
  };
}
