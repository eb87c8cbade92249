import { join } from "node:path";
import type { Colleagues } from "../agent/delegation/delegate.ts";
import { quoteIbl } from "../agent/planner/code.ts";
import type { Assistant, Reply } from "../agent/turn/assistant.ts";
import { keptWords } from "../agent/turn/context-builder.ts";
import { createPast } from "../agent/turn/conversation-log.ts";
import type { Clock } from "../base/clock.ts";
import { dayIn } from "../base/format-time.ts";
import { inBoth, type Language } from "../base/localized.ts";
import type { AboutPerson } from "../bots/answers/courtesies.ts";
import { CardSender } from "../bots/approvals/card-sender.ts";
import type { Commands } from "../bots/commands/parse-command.ts";
import type { Dispatcher } from "../bots/dispatch/dispatcher.ts";
import { AttachmentDownload } from "../bots/files/attachment-download.ts";
import { FolderTriggers } from "../bots/files/folder-triggers.ts";
import { type MemoryBook, MemoryCommand, type Remembered } from "../bots/memory/memory-command.ts";
import type { Outbox } from "../bots/outbox/outbox.ts";
import { Admission, languageIn } from "../bots/people/admission.ts";
import { ErasePerson } from "../bots/people/erase-person.ts";
import { AccountLinking } from "../bots/people/link-accounts.ts";
import { PersonRemoval } from "../bots/people/remove-person.ts";
import { AccessCommands } from "../bots/people/rights-command.ts";
import { KeyedQueue } from "../bots/platform/keyed-queue.ts";
import { HeldAnswers } from "../bots/replies/held-answers.ts";
import { MissingPermissionNotice } from "../bots/replies/missing-permission.ts";
import { ReplySender, type UndoRows } from "../bots/replies/reply-sender.ts";
import { ReplyTables } from "../bots/replies/reply-tables.ts";
import { RunningWork } from "../bots/replies/running-work.ts";
import { StatusMessages } from "../bots/replies/status-message.ts";
import { FailedDeliveryNotice, UnknownDeliveryNotice } from "../bots/replies/unknown-delivery.ts";
import { type Scheduler, UnreachableChatNotice } from "../bots/replies/unreachable-chats.ts";
import { BackgroundAgentRunner } from "../bots/schedules/background-agent-runner.ts";
import { MessageTriggers } from "../bots/schedules/message-triggers.ts";
import { OccurrenceRunner } from "../bots/schedules/occurrence-runner.ts";
import { reminderName } from "../bots/schedules/reminder.ts";
import { UndoCommand } from "../bots/undo/undo-command.ts";
import type { Catalogue } from "../engine/catalogue/catalogue.ts";
import type { Actor } from "../engine/execute/action-types.ts";
import { drawPng } from "../nodes/forge/chart-picture.ts";
import { factWords } from "../nodes/source/facts.ts";
import { Memories, type MemoryRow, wordKeys } from "../nodes/source/memories.ts";
import type { Undo } from "../nodes/system/undo.ts";
import type { ProgramGate } from "../runs/gate.ts";
import { cityOfZone } from "../scheduler/timing/place-zones.ts";
import { OneTimeCodes } from "../security/access/one-time-codes.ts";
import { LOCAL_PERSON_ID } from "../security/access/people.ts";
import { type Database, inTransaction } from "../store/database.ts";
import { type ChatDependencies, openFeatures } from "./chat-features.ts";
import type { Intake } from "./chat-files.ts";
import { chatFolder } from "./core/home.ts";
import { KEEPING } from "./core/retention.ts";
import type { Stores } from "./core/stores.ts";
import { createExports } from "./export/exports.ts";
import { contactsOf } from "./node-ports.ts";
import type { Core } from "./open-core.ts";
import { createPersonContext } from "./person-context.ts";
import { statusOf, usageOf } from "./status.ts";

/** Everything that talks with people. */
export interface ChatFeatures {
  readonly outbox: Outbox;
  readonly cards: CardSender;
  readonly admission: Admission;
  readonly commands: Commands;
  readonly occurrenceRunner: OccurrenceRunner;
  readonly folderTriggers: FolderTriggers;
  readonly statuses: StatusMessages;
  readonly unsure: UnknownDeliveryNotice;
  readonly unsent: FailedDeliveryNotice;
  readonly reach: UnreachableChatNotice;
  readonly permissions: MissingPermissionNotice;
  readonly forgetting: ErasePerson;
  readonly backgroundAgentRunner: BackgroundAgentRunner;
  readonly dispatcher: Dispatcher;
  readonly held: HeldAnswers;
}

/** Creates the features of the chat and the dispatcher over them. */
export function openChat(
  core: Core,
  joined: {
    readonly outbox: Outbox;
    readonly gate: ProgramGate;
    readonly assistant: Assistant;
    readonly intake: Intake;
    readonly workers: Colleagues;
    readonly undo: Undo;
  },
): ChatFeatures {
  const { stores, edges, log, home, rounds } = core;
  const { outbox, gate, assistant, intake, workers: colleagues } = joined;
  const { clock, faultPoint } = edges;
  const { approvals, attachments, people, runs, schedules, table, tokens, updates } = stores;
  const cards = new CardSender({ approvals, runs, people, outbox, table, updates, clock });
  const admission = new Admission({
    ...{ people, approvals, outbox, updates, clock, tokens },
    chatAgents: stores.chatAgents,
  });
  const telling = openTelling(core, outbox);
  const { statuses } = telling;
  const runningWork = new RunningWork({ statuses, clock });
  const filePath = (chatKey: string, path: string): string => join(chatFolder(home, chatKey), path);
  const events = openEvents(core, intake);
  const sheets = new ReplyTables({ filePath, drawPicture: createPictureDrawer(core.root), outbox });
  const occurrenceRunner = new OccurrenceRunner({
    ...{ schedules, people, runs, approvals, updates, table, tokens, cards, outbox, sheets },
    ...{ runningWork, admission, assistant, clock, faultPoint },
    folderTriggers: events.folderTriggers,
  });
  schedules.whenReplaced((replaced) => occurrenceRunner.replaced(replaced));
  const accessCommands = openAccessCommands(core, { gate, occurrenceRunner, cards, outbox });
  const chatQueue = new KeyedQueue();
  const life = openLife(core, { outbox, gate, runningWork, admission, chatQueue });
  const undoCommand = openUndoCommand(core, { outbox, admission, undo: joined.undo });
  const undoRows = undoRowsOf(core, undoCommand, occurrenceRunner);
  const held = new HeldAnswers({
    ...{ database: stores.database, clock, tokens, outbox },
    nameOf: (personId) => people.nameOf(personId),
  });
  const replies = new ReplySender({
    ...{ clock, tokens, held, outbox, cards, sheets, filePath, undoRows },
    onlyFor: (key, chatKey) => updates.messageBehind(key, chatKey).onlyFor,
    about: (actor) => aboutPerson({ ...stores, clock }, actor),
    showsCode: (personId) => people.answering(personId).showsCode,
  });
  const backgroundAgentRunner = new BackgroundAgentRunner({
    ...{ colleagues, updates, admission, runningWork, replies, log, faultPoint },
    delegations: stores.delegations,
  });
  const { inbox } = intake;
  const download = { attachments, inbox, runningWork, clock, log, faultPoint };
  const { commands, dispatcher } = openFeatures({
    ...{ edges, log, rounds, stores, chatQueue, outbox, cards, admission, statuses, runningWork },
    ...{ replies, held, unsure: telling.unsure, assistant, gate, occurrenceRunner },
    ...{ backgroundAgentRunner, messageTriggers: events.messageTriggers, accessCommands },
    memoryCommand: openMemoryCommand(core, outbox),
    undoCommand,
    ...life,
    ...openReports(core, outbox),
    files: { ...intake, filePath, attachmentDownload: new AttachmentDownload(download) },
  });
  const others = { ...events, ...telling, ...life, backgroundAgentRunner };
  return { outbox, cards, commands, admission, occurrenceRunner, ...others, dispatcher, held };
}

/** What waits for messages and files on behalf of schedules. */
function openEvents(
  { stores, edges: { clock } }: Core,
  { listFiles }: Intake,
): { readonly folderTriggers: FolderTriggers; readonly messageTriggers: MessageTriggers } {
  const { runs, schedules, updates } = stores;
  return {
    folderTriggers: new FolderTriggers({ schedules, runs, clock, listFiles }),
    messageTriggers: new MessageTriggers({ schedules, updates, clock }),
  };
}

/** What shows long work, and notices about messages that did not arrive. */
function openTelling(
  core: Core,
  outbox: Outbox,
): Pick<ChatFeatures, "statuses" | "unsure" | "unsent" | "reach" | "permissions"> {
  const { stores, edges } = core;
  const { people, table, tokens, updates } = stores;
  const { clock } = edges;
  const shared = { outbox, languageIn: (key: string): Language => languageIn(stores, key) };
  const session = core.lease.name;
  return {
    statuses: new StatusMessages({
      ...{ ...shared, table, tokens, clock, session },
      askedAloud: (key, chatKey) => updates.askedAloud(key, chatKey),
      keepAddress: (address) => updates.keepAddress(address),
    }),
    unsure: new UnknownDeliveryNotice({ ...shared, table, tokens }),
    unsent: new FailedDeliveryNotice({ ...shared, table }),
    reach: openReach(core, outbox),
    permissions: new MissingPermissionNotice({
      outbox,
      table,
      people,
      updates,
      now: () => clock.now(),
    }),
  };
}

function openReach({ stores, edges }: Core, outbox: Outbox): UnreachableChatNotice {
  const { marks, people, schedules, table, tokens, updates } = stores;
  return new UnreachableChatNotice({
    ...{ outbox, table, marks, tokens },
    dueOf(occurrenceId) {
      const occurrence = schedules.occurrence(occurrenceId);
      const schedule = occurrence && schedules.byId(occurrence.scheduleId);
      return schedule && { name: reminderName(schedule), dueMs: occurrence.dueMs };
    },
    now: () => edges.clock.now(),
    schedulersIn: (chatKey) => schedulersIn(stores, chatKey),
    readerOf(chatKey) {
      const person = people.get(updates.personIn(chatKey) ?? LOCAL_PERSON_ID);
      return { language: languageIn(stores, chatKey), zone: person?.zone ?? "UTC" };
    },
  });
}

function openUndoCommand(
  { stores, edges }: Core,
  joined: { readonly outbox: Outbox; readonly admission: Admission; readonly undo: Undo },
): UndoCommand {
  const { outbox, admission, undo } = joined;
  const { tokens, people } = stores;
  return new UndoCommand({
    ...{ outbox, tokens, people },
    clock: edges.clock,
    actorOf: (person, key) => admission.actor(person, key),
    messagesSince: (key, atMs) => stores.updates.messagesSince(key, atMs),
    lastMessage: (personId, key) => {
      const last = stores.runs.lastMessage(personId, key);
      return last && `[messenger:send](${quoteIbl(last.message)}) {to: ${quoteIbl(last.to)}}`;
    },
    undo: {
      note: (turn, work) => stores.undoLog.note(turn, work),
      has: (turn) => undo.has(turn),
      last: (personId, key) => undo.last(personId, key),
      turnsIn: (key) => undo.turnsIn(key),
      turnNamed: (personId, key, words) => undo.turnNamed(personId, key, words),
      take: (actor, effectKey, wish) =>
        undo.take(
          {
            ...{ node: "system", action: "undo", effectKey, actor },
            ...{ params: {}, values: {}, tainted: false },
            signal: new AbortController().signal,
          },
          wish,
        ),
    },
  });
}

/** The buttons under a reply whose turn did something that can be taken back. */
function undoRowsOf(
  { stores }: Core,
  undo: UndoCommand,
  made: Pick<OccurrenceRunner, "changeOf">,
): UndoRows {
  const turnOf = (key: string, reply: Reply): string | undefined => {
    if (reply.kind === "answer") return stores.turns.find(reply.origin ?? key)?.id;
    if (reply.kind !== "run" || !("runId" in reply.result)) return undefined;
    return reply.result.runId === undefined ? undefined : stores.runs.turnOf(reply.result.runId);
  };
  return (key, { personId, chatId: chatKey, language }, reply, hangsIn) => {
    const turn = turnOf(key, reply);
    const facts = { personId, chatKey, turn: turn ?? "" };
    const [row = []] = turn === undefined ? [] : undo.rows(facts, language, hangsIn);
    const isThere = row.length > 0 && hangsIn === chatKey;
    const change = isThere ? made.changeOf(reply, personId, language) : [];
    return row.length === 0 ? [] : [[...row, ...change]];
  };
}

function openMemoryCommand({ stores, edges }: Core, outbox: Outbox): MemoryCommand {
  const { database, tokens, updates, table } = stores;
  const memories = createMemoryBook(database, edges.clock);
  const past = createPast(database);
  return new MemoryCommand({ memories, past, tokens, outbox, updates, table });
}

/** Features that erase a person, or join two of a person's accounts. */
function openLife(core: Core, joined: Parameters<typeof openLinking>[1]) {
  return { forgetting: openForgetting(core, joined), accountLinking: openLinking(core, joined) };
}

function openForgetting(
  { stores, personalFiles, edges }: Core,
  joined: {
    readonly outbox: Outbox;
    readonly gate: ProgramGate;
    readonly runningWork: RunningWork;
    readonly chatQueue: KeyedQueue;
  },
): ErasePerson {
  const { outbox, gate, runningWork, chatQueue } = joined;
  const reason = "The person asked to be forgotten.";
  const { approvals, database, people, table, updates } = stores;
  return new ErasePerson({
    ...{ database, approvals, people, updates, table, outbox, runningWork, chatQueue },
    personalFiles,
    keeping: KEEPING,
    faultPoint: edges.faultPoint,
    stopRuns: (personId) => {
      for (const run of stores.runs.running())
        if (run.personId === personId) gate.stop(run.id, reason);
    },
  });
}

/** What commands tell of the service and of a person's data. */
function openReports(
  core: Core,
  outbox: Outbox,
): Pick<ChatDependencies, "newSession" | "personalData" | "usage"> {
  const { stores, edges } = core;
  return {
    newSession: (personId, chatKey) => {
      stores.turns.startSession({ personId, chatKey });
      return keptWords(createPersonContext({ ...stores, ...edges }).counts({ personId, chatKey }));
    },
    usage: (asked) => usageOf(core, asked),
    personalData: {
      status: (asked) =>
        statusOf({ ...core, nowMs: edges.clock.now(), heldMs: core.loopWatch.worstMs() }, asked),
      exportOf: createExports(core, outbox),
      maxFileBytes: (chatKey) => outbox.maxFileBytes(chatKey),
    },
  };
}

function openAccessCommands(
  { stores, library }: Core,
  joined: {
    readonly gate: ProgramGate;
    readonly occurrenceRunner: OccurrenceRunner;
    readonly cards: CardSender;
    readonly outbox: Outbox;
  },
): AccessCommands {
  const { gate, occurrenceRunner, cards, outbox } = joined;
  const { approvals, database, grants, people, rights, tokens, updates } = stores;
  const shared = { database, approvals, rights, updates, cards, outbox };
  const personRemoval = new PersonRemoval({
    ...{ ...shared, runs: stores.runs, schedules: stores.schedules },
    stopRun: (runId, reason) => void gate.stop(runId, reason),
    settleRun: (runId, result) => occurrenceRunner.settleRun(runId, result),
  });
  const catalogue = (): Catalogue => library.catalogue();
  return new AccessCommands({ ...shared, people, grants, tokens, personRemoval, catalogue });
}

/** Creates account linking. */
function openLinking(
  { stores, personalFiles, edges }: Core,
  joined: {
    readonly outbox: Outbox;
    readonly gate: ProgramGate;
    readonly runningWork: RunningWork;
    readonly admission: Admission;
    readonly chatQueue: KeyedQueue;
  },
): AccountLinking {
  const { gate, ...chat } = joined;
  const { clock, randomBytes } = edges;
  const { database, people, runs, schedules, tokens, updates } = stores;
  const reason = "The person's accounts were joined.";
  return new AccountLinking({
    ...{ ...chat, database, people, updates, tokens, schedules, personalFiles, clock },
    keeping: KEEPING,
    codes: new OneTimeCodes({ database, clock, randomBytes }),
    stopRuns: (personId) => {
      for (const run of runs.running()) if (run.personId === personId) gate.stop(run.id, reason);
    },
  });
}

/** Most memories that one text may name. */
const MOST_NAMED = 50;

/** The memories as the commands of a chat reach them. */
export function createMemoryBook(database: Database, clock: Clock): MemoryBook {
  const memories = new Memories(database, clock);
  return {
    remember: (personId, text) =>
      inTransaction(database, () => {
        const known = memories.saying(personId, text).find(({ isTainted }) => !isTainted);
        if (known === undefined)
          return {
            number: memories.save({ personId, content: text, isPinned: true }),
            isNew: true,
          };
        memories.pin(known);
        return { number: known.number, isNew: false };
      }),
    count: (personId) => memories.count(personId),
    page: (personId, offset, limit) => memories.page(personId, offset, limit).map(remembered),
    search(personId, words, limit) {
      const keys = wordKeys(words);
      return keys.length === 0 ? [] : memories.withAny(personId, keys, limit).map(remembered);
    },
    named: (personId, text) => named(memories, personId, text).map(remembered),
    forget: (personId, number) =>
      inTransaction(database, () => {
        const row = memories.get(personId, number);
        if (row === undefined) return undefined;
        memories.remove(row);
        return remembered(row);
      }),
  };
}

function named(memories: Memories, personId: string, text: string): readonly MemoryRow[] {
  const number = /^#?(\d{1,15})$/u.exec(text)?.[1];
  const row = number === undefined ? undefined : memories.get(personId, Number(number));
  if (row !== undefined) return [row];
  const exact = memories.saying(personId, text);
  if (exact.length > 0) return exact;
  const keys = wordKeys(text);
  return keys.length === 0 ? [] : memories.withAll(personId, keys, MOST_NAMED);
}

function remembered({ number, content, isPinned, createdAtMs: atMs }: MemoryRow): Remembered {
  return { number, text: content, shown: factWords(content), isPinned, atMs };
}

/** Whose active schedules write to a group, each with a chat of their own, on the group's platform where there is one; nobody for a private chat. */
function schedulersIn(
  { people, schedules, updates }: Pick<Stores, "people" | "schedules" | "updates">,
  chatKey: string,
): readonly Scheduler[] {
  const address = updates.address(chatKey);
  if (address === undefined || address.isPrivate) return [];
  const there = schedules
    .list()
    .filter(({ chatId, state }) => chatId === chatKey && state === "active");
  return [...new Set(there.map(({ personId }) => personId))].flatMap((personId) => {
    const person = people.get(personId);
    const chats = updates.chatsOf(personId);
    const privateChat =
      chats.find((chat) => chat.startsWith(`${address.platform}:`)) ?? chats.at(0);
    if (person === undefined || privateChat === undefined) return [];
    const names = there
      .filter((schedule) => schedule.personId === personId)
      .map(({ name }) => name);
    return [{ person, names, privateChat }];
  });
}

/** Draws SVG text as PNG bytes with the shipped font, which has Korean letters; `root` is the folder of the product. */
export function createPictureDrawer(
  root: string,
): (svg: string, signal: AbortSignal) => Promise<Uint8Array> {
  const fontPath = join(root, "assets", "fonts", "NanumGothic.ttf");
  return (svg, signal) => drawPng(svg, fontPath, signal);
}

/** A program that only reminds. */
const REMINDS = /^\[system:(?:notify_user|send_notify)\]/u;

/** What a greeting may name of a person: their name, what comes next today, their city, and somebody they can write to. */
function aboutPerson(
  parts: Pick<Stores, "people" | "schedules" | "updates" | "marks"> & { readonly clock: Clock },
  { personId, zone, inGroup, isOwner }: Actor,
): AboutPerson {
  const { people, schedules, clock } = parts;
  const name = people.get(personId)?.name;
  const nowMs = clock.now();
  const { endMs: tomorrowMs } = dayIn(zone, nowMs);
  const [next] = schedules
    .list(personId)
    .filter(({ program }) => program === "" || REMINDS.test(program))
    .flatMap((schedule) => {
      const { nextDueMs: atMs } = schedule;
      if (atMs === undefined || atMs < nowMs || atMs >= tomorrowMs) return [];
      return [{ title: reminderName(schedule), atMs, zone }];
    })
    .sort((left, right) => left.atMs - right.atMs);
  const contact = contactsOf(parts)
    .list()
    .find((each) => each.chatKey !== undefined && each.personId !== personId)?.name;
  const city = inBoth((language) => cityOfZone(zone, language));
  return {
    isOwner,
    ...(name === undefined || personId === LOCAL_PERSON_ID ? {} : { name }),
    ...(inGroup === undefined && next && { next }),
    ...(inGroup === undefined && contact !== undefined && { contact }),
    ...(zone.includes("/") && { city }),
  };
}
