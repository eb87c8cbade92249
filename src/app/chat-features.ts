import type { TranscriberFor } from "../agent/models/transcriber.ts";
import type { Assistant } from "../agent/turn/assistant.ts";
import type { Edges } from "../base/edges.ts";
import type { Log } from "../base/log.ts";
import type { LoopScheduler } from "../base/loop-scheduler.ts";
import type { CardSender } from "../bots/approvals/card-sender.ts";
import type { ChatFeature, Command } from "../bots/commands/command.ts";
import { Commands } from "../bots/commands/parse-command.ts";
import { AllowedList } from "../bots/decisions/allowed-list.ts";
import { ApprovalList } from "../bots/decisions/approvals-command.ts";
import { ReopenRequest } from "../bots/decisions/ask-again.ts";
import { DecisionOutcome } from "../bots/decisions/decision-outcome.ts";
import { Decisions } from "../bots/decisions/decisions.ts";
import { EditCard } from "../bots/decisions/edit-card.ts";
import { FollowUpQuestions } from "../bots/decisions/follow-up-questions.ts";
import { RelayedReply } from "../bots/decisions/relayed-reply.ts";
import { CommandHandler } from "../bots/dispatch/command-handler.ts";
import { Dispatcher } from "../bots/dispatch/dispatcher.ts";
import { EditedMessageHandler } from "../bots/dispatch/edited-message-handler.ts";
import { MessageHandler } from "../bots/dispatch/message-handler.ts";
import { PressHandler } from "../bots/dispatch/press-handler.ts";
import type { AttachmentDownload, Inbox } from "../bots/files/attachment-download.ts";
import { AttachmentHandler } from "../bots/files/attachment-handler.ts";
import { type LastPicture, visionCommand } from "../bots/files/commands.ts";
import { FileBrowser, type ListFiles } from "../bots/files/file-browser.ts";
import { originOf } from "../bots/inbox/update-table.ts";
import type { Albums } from "../bots/inbox/update-writer.ts";
import type { MemoryCommand } from "../bots/memory/memory-command.ts";
import type { Outbox } from "../bots/outbox/outbox.ts";
import type { Admission } from "../bots/people/admission.ts";
import { claimCommand, conversationCommands } from "../bots/people/commands.ts";
import type { ErasePerson } from "../bots/people/erase-person.ts";
import type { AccountLinking } from "../bots/people/link-accounts.ts";
import { type PersonalData, personalDataCommands } from "../bots/people/personal-data-commands.ts";
import type { AccessCommands } from "../bots/people/rights-command.ts";
import { SettingsCommand } from "../bots/people/settings-command.ts";
import { usageCommand } from "../bots/people/usage-report.ts";
import { Welcome } from "../bots/people/welcome.ts";
import { chatKey } from "../bots/platform/chat-adapter.ts";
import type { KeyedQueue } from "../bots/platform/keyed-queue.ts";
import { AgentCommand } from "../bots/programs/agent-command.ts";
import { programCommands } from "../bots/programs/commands.ts";
import { howCommand } from "../bots/programs/how-command.ts";
import { createRunPressed } from "../bots/programs/run-button-program.ts";
import { Suggestions } from "../bots/programs/suggestions.ts";
import { SwitchCommand } from "../bots/programs/switch-command.ts";
import { WorkflowList } from "../bots/programs/workflow-command.ts";
import { AnswerFiles } from "../bots/replies/answer-files.ts";
import { AnswerHandler } from "../bots/replies/answer-handler.ts";
import type { HeldAnswers } from "../bots/replies/held-answers.ts";
import type { ReplySender } from "../bots/replies/reply-sender.ts";
import type { RunningWork } from "../bots/replies/running-work.ts";
import type { StatusMessages } from "../bots/replies/status-message.ts";
import type { UnknownDeliveryNotice } from "../bots/replies/unknown-delivery.ts";
import type { BackgroundAgentRunner } from "../bots/schedules/background-agent-runner.ts";
import { BriefingCommand } from "../bots/schedules/briefing-command.ts";
import type { MessageTriggers } from "../bots/schedules/message-triggers.ts";
import type { OccurrenceRunner } from "../bots/schedules/occurrence-runner.ts";
import { ScheduleList } from "../bots/schedules/schedule-command.ts";
import type { UndoCommand } from "../bots/undo/undo-command.ts";
import { createTodoReader } from "../nodes/system/todos.ts";
import type { ProgramGate } from "../runs/gate.ts";
import type { Stores } from "./core/stores.ts";
import { contactsOf } from "./node-ports.ts";

/** What the features of the chat are made of, each of the few things that it names. */
export interface ChatDependencies {
  readonly edges: Pick<Edges, "clock" | "faultPoint">;
  readonly log: Log;
  readonly rounds: LoopScheduler;
  readonly stores: Pick<
    Stores,
    | "database"
    | "people"
    | "marks"
    | "tokens"
    | "approvals"
    | "budgets"
    | "grants"
    | "standing"
    | "rates"
    | "rights"
    | "runs"
    | "table"
    | "schedules"
    | "workflows"
    | "updates"
    | "attachments"
    | "chatAgents"
    | "switches"
    | "agentRegistry"
  >;
  readonly chatQueue: KeyedQueue;
  readonly outbox: Outbox;
  readonly cards: CardSender;
  readonly admission: Admission;
  readonly statuses: StatusMessages;
  readonly runningWork: RunningWork;
  readonly replies: ReplySender;
  readonly held: HeldAnswers;
  readonly unsure: UnknownDeliveryNotice;
  readonly assistant: Assistant;
  readonly gate: ProgramGate;
  readonly occurrenceRunner: OccurrenceRunner;
  readonly backgroundAgentRunner: BackgroundAgentRunner;
  readonly messageTriggers?: MessageTriggers;
  readonly memoryCommand: MemoryCommand;
  readonly undoCommand: UndoCommand;
  readonly accessCommands: AccessCommands;
  readonly accountLinking: AccountLinking;
  readonly forgetting: ErasePerson;
  readonly personalData: Omit<PersonalData, "forgetting">;
  readonly newSession: Parameters<typeof conversationCommands>[0];
  readonly usage: Parameters<typeof usageCommand>[0];
  readonly files: {
    readonly listFiles: ListFiles;
    readonly filePath: (chatKey: string, path: string) => string;
    readonly lastPicture: LastPicture;
    readonly albums: Albums;
    readonly inbox: Inbox;
    readonly attachmentDownload: AttachmentDownload;
    readonly transcriberFor: TranscriberFor | undefined;
  };
}

/** Joins the features of the chat: their commands, their buttons, and what takes events to them. */
export function openFeatures(given: ChatDependencies): {
  readonly commands: Commands;
  readonly dispatcher: Dispatcher;
} {
  const { assistant, runningWork, replies, chatQueue, admission } = given;
  const { clock } = given.edges;
  const { tokens, updates, attachments } = given.stores;
  const answers = new AnswerHandler({ assistant, runningWork, replies, clock });
  const welcome = new Welcome({ tokens });
  const files = new AttachmentHandler({
    ...given.files,
    assistant,
    attachments,
    answers,
    chatQueue,
    replies,
    admission,
    tokens,
    addressOf: (key) => updates.address(key),
  });
  const features: readonly ChatFeature[] = [...featuresOf(given, welcome), files];
  const all = features.flatMap((feature) => feature.commands ?? []);
  const todos = createTodoReader(given.stores.database);
  const contacts = contactsOf(given.stores);
  const commands = new Commands(all, {
    now: () => given.edges.clock.now(),
    todosOf: todos.open,
    contactsOf: (id) =>
      contacts
        .list()
        .filter(({ personId }) => personId !== id)
        .map(({ name }) => name),
  });
  const dispatcher = openDispatcher(given, { features, commands, answers, welcome, files });
  return { commands, dispatcher };
}

/** Every feature of the chat, in the order of the help. A new one is a folder and a line here. */
function featuresOf(given: ChatDependencies, welcome: Welcome): readonly ChatFeature[] {
  const { assistant, gate, outbox, cards, admission, runningWork, replies } = given;
  const { approvals, people, tokens, schedules, updates } = given.stores;
  const { workflows, switches, agentRegistry, chatAgents } = given.stores;
  const { clock } = given.edges;
  const { listFiles, filePath, lastPicture } = given.files;
  const { forgetting, personalData, memoryCommand: memory } = given;
  const runPressed = createRunPressed({ assistant, runningWork, admission, replies });
  const offers = { approvals, cards, clock, outbox, schedules, tokens };
  const only = (...commands: readonly Command[]): ChatFeature => ({ commands });
  const undoable = ({ commands = [], buttons = [] }: ChatFeature): ChatFeature => ({
    commands: commands.map((command) => given.undoCommand.undoable(command)),
    buttons,
  });
  return [
    welcome,
    only(...conversationCommands(given.newSession)),
    new ApprovalList({
      ...{ approvals, cards, outbox, tokens },
      allowed: new AllowedList({ ...given.stores, outbox }),
    }),
    given.undoCommand,
    given.held,
    new AnswerFiles({ outbox, filePath }),
    undoable(memory),
    only(...programCommands(assistant, gate)),
    only(
      howCommand({
        runs: given.stores.runs,
        messageAt: (key, id) => given.stores.table.byMessage(key, id),
        runOfCard: (id) => approvals.get(id)?.runId,
      }),
    ),
    new BriefingCommand({ ...offers, runPressed }),
    new ScheduleList({
      ...{ ...offers, people, runPressed, gate, admission },
      changes: given.occurrenceRunner.changes,
    }),
    new WorkflowList({ workflows, people, gate, admission, outbox, tokens, runPressed }),
    new FileBrowser({ listFiles, filePath, assistant, replies, outbox, tokens, runPressed }),
    only(visionCommand(assistant, lastPicture)),
    new AgentCommand({ agentRegistry, chatAgents, tokens, outbox }),
    undoable(new SwitchCommand({ switches, workflows, tokens, gate, outbox, runPressed })),
    given.accessCommands,
    undoable(new SettingsCommand({ people, schedules, updates, outbox, tokens, clock, memory })),
    given.accountLinking,
    only(claimCommand(welcome)),
    only(usageCommand(given.usage)),
    only(...personalDataCommands({ ...personalData, forgetting })),
    given.occurrenceRunner,
    given.statuses,
    given.unsure,
  ];
}

/** Joins what takes an event to its feature. */
function openDispatcher(
  given: ChatDependencies,
  made: {
    readonly features: readonly ChatFeature[];
    readonly commands: Commands;
    readonly answers: AnswerHandler;
    readonly welcome: Welcome;
    readonly files: AttachmentHandler;
  },
): Dispatcher {
  const { stores, admission, assistant, cards, chatQueue, replies, runningWork } = given;
  const { approvals, tokens, updates, rates } = stores;
  const relayed = new RelayedReply({
    ...{ approvals, cards, admission, assistant, replies, outbox: given.outbox },
    ...{ people: stores.people, gate: given.gate, clock: given.edges.clock, updates },
  });
  const decisions = openDecisions(given, relayed);
  const commandHandler = new CommandHandler({
    ...{ runningWork, cards, commands: made.commands, admission, chatQueue, replies, tokens },
    updates,
  });
  const messages = new MessageHandler({
    ...{ assistant, approvals, commandHandler, admission, runningWork, rates, replies, cards },
    ...{ answers: made.answers, files: made.files, welcome: made.welcome },
    ...{ accountLinking: given.accountLinking, outbox: given.outbox, decisions, relayed, updates },
    ...{ schedules: stores.schedules, clock: given.edges.clock },
    undoable: given.undoCommand,
    scheduleChanges: given.occurrenceRunner.changes,
    reminders: given.occurrenceRunner.reminders,
  });
  const edits = new EditedMessageHandler({
    ...{ updates, tokens, replies, admission, runningWork, chatQueue },
    answer: (event, origin) => messages.message(event, origin),
    takeBack: async (before, person) => {
      const origin = originOf(before);
      const run = stores.runs.find(`${origin}/0`);
      const turn = run === undefined ? undefined : stores.runs.turnOf(run.id);
      const turns = [`command:${origin}`, ...(turn === undefined ? [] : [turn])];
      const key = `undo:edited:${origin}`;
      await given.undoCommand.takeBack(person, chatKey(before.chat), { turns, key });
    },
  });
  const suggestions = new Suggestions({
    ...{ outbox: given.outbox, chatQueue, budgets: stores.budgets, relayed },
    runPressed: createRunPressed({ assistant, runningWork, admission, replies }),
    answer: (event, origin) => messages.message(event, origin),
  });
  const features = [...made.features, commandHandler, decisions, suggestions];
  const presses = new PressHandler({
    handlers: [edits, ...features].flatMap(({ buttons = [] }: ChatFeature) => buttons),
    ...{ admission, approvals, cards, log: given.log, runningWork, tokens },
  });
  return new Dispatcher({
    ...{ log: given.log, rounds: given.rounds, faultPoint: given.edges.faultPoint },
    ...{ database: stores.database, updates, albums: given.files.albums, chatQueue },
    ...{ messages, edits, presses, decisions, approvals, runs: stores.runs, assistant },
    ...{ admission, runningWork, replies, forgetting: given.forgetting },
    ...{ statuses: given.statuses, unsure: given.unsure },
    backgroundAgentRunner: given.backgroundAgentRunner,
    ...(given.messageTriggers && { messageTriggers: given.messageTriggers }),
  });
}

/** Joins what decides approvals and carries decisions out. */
function openDecisions(given: ChatDependencies, relayed: RelayedReply): Decisions {
  const { stores, admission, assistant, cards, forgetting, replies } = given;
  const { approvals, database, people, rights, runs, updates } = stores;
  const asking = { database, approvals, runs, people, assistant, cards, admission, replies };
  const editing = new EditCard(asking);
  const followUps = new FollowUpQuestions({
    ...{ ...asking, editing, relayed, schedules: stores.schedules },
    reminders: given.occurrenceRunner.reminders,
  });
  const outcomes = new DecisionOutcome({
    ...{ approvals, assistant, cards, admission, followUps, forgetting, replies, runs, updates },
    ...{ runningWork: given.runningWork, chatQueue: given.chatQueue, log: given.log },
    ...{ accessCommands: given.accessCommands, schedules: given.occurrenceRunner },
    backgroundAgentRunner: given.backgroundAgentRunner,
  });
  return new Decisions({
    ...{ database, approvals, cards, people, rights, runs, outcomes, editing },
    reopening: new ReopenRequest({ ...asking, forgetting }),
    faultPoint: given.edges.faultPoint,
  });
}
