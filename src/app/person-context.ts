import type { ModelFor } from "../agent/models/budget.ts";
import { createMessagePlanner, type MessagePlanner } from "../agent/planner/message-planner.ts";
import type { PlannerWorkflow } from "../agent/planner/result.ts";
import type { FileWords, KnownMemory, KnownThings, Letter, Listed } from "../agent/things/said.ts";
import { Compactor } from "../agent/turn/compaction.ts";
import { type Fact, type PersonContext, TurnContexts } from "../agent/turn/context-builder.ts";
import type { Place } from "../agent/turn/turn-table.ts";
import type { Clock } from "../base/clock.ts";
import { messageOf } from "../base/errors.ts";
import { type MomentReader, shortTime } from "../base/format-time.ts";
import { isJsonObject, type Json, type JsonObject } from "../base/json.ts";
import { cutAfter, inBoth } from "../base/localized.ts";
import { isTextType, mediaTypeOfName } from "../base/media-type.ts";
import { timeMark } from "../base/visible-text.ts";
import type { Attachments } from "../bots/inbox/attachment-table.ts";
import type { Updates } from "../bots/inbox/update-table.ts";
import type { OutboxTable } from "../bots/outbox/table.ts";
import type { Files } from "../drivers/files/files.ts";
import type { FileEntry } from "../drivers/files/walk.ts";
import type { Actor } from "../engine/execute/action-types.ts";
import { readSingleCall } from "../engine/language/single-call.ts";
import { workflowHead } from "../engine/plan/workflow.ts";
import { factIn, subjectIn } from "../nodes/source/facts.ts";
import { Memories, type MemoryRow, wordKeys } from "../nodes/source/memories.ts";
import { fittingMemories, nearBySubject, recollected } from "../nodes/source/recall/near-recall.ts";
import { lookedFor, recalled } from "../nodes/source/recall/recall.ts";
import { createTodoReader } from "../nodes/system/todos.ts";
import { envelopeIn } from "../runs/made-files.ts";
import type { Run, Runs } from "../runs/run-table.ts";
import type { Schedules } from "../scheduler/ledger/schedules.ts";
import { LOCAL_PERSON_ID, type People } from "../security/access/people.ts";
import type { Approval, Approvals } from "../security/approvals/approvals.ts";
import type { Database } from "../store/database.ts";
import type { Workflows } from "../store/workflows.ts";
import type { FilesOf } from "./chat-files.ts";
import type { Core } from "./open-core.ts";

/**
 * What is told of memories that are not pinned together, in characters: some 200 short ones, which is all that most people have. What they
 * mean only a model knows: of what is asked in words of other roots, the words alone find half.
 */
const MOST_REMEMBERED = 6000;
/** Most things of a kind that are open, and how much of each thing, in characters. */
const MOST_OPEN = 12;
const MOST_CHARACTERS = 300;

/** What people keep beyond a conversation. In a group nothing remembered and no to-do is told or counted, and only what belongs there is open. */
export function createPersonContext(parts: {
  readonly database: Database;
  readonly clock: Clock;
  readonly schedules: Schedules;
  readonly approvals: Approvals;
  readonly updates: Pick<Updates, "address">;
}): PersonContext {
  const memories = new Memories(parts.database, parts.clock);
  const todos = createTodoReader(parts.database);
  const isPrivate = ({ chatKey }: Place): boolean =>
    parts.updates.address(chatKey)?.isPrivate ?? true;
  const todosOf = ({ personId, chatKey }: Place) =>
    isPrivate({ personId, chatKey }) ? todos.open(personId, chatKey) : [];
  const approvalsOf = ({ personId, chatKey }: Place): readonly Approval[] =>
    parts.approvals.waiting({ personId }).filter((approval) => approval.chatKey === chatKey);
  const schedulesOf = (place: Place) =>
    parts.schedules
      .list(place.personId)
      .filter(({ state }) => state !== "done")
      .filter(({ chatId }) => isPrivate(place) || chatId === place.chatKey);
  return {
    pinned: (place) =>
      isPrivate(place)
        ? memories.page(place.personId, 0, memories.count(place.personId).pinned).map(factOf)
        : [],
    relevant: (place, message) =>
      isPrivate(place) ? relevantTo(message, memories, place.personId).map(factOf) : [],
    open: (place) => [
      ...few(todosOf(place).map(todoLine), "to-dos; [system:todo] lists them"),
      ...few(
        schedulesOf(place).map(({ name, state, isTainted, nextDueMs }) => {
          const next = nextDueMs === undefined ? state : new Date(nextDueMs).toISOString();
          return isTainted
            ? `a schedule from outside (${state}; [system:list_events] shows it)`
            : `schedule "${short(name)}", next ${next}`;
        }),
        "schedules; [system:list_events] lists them",
      ),
      ...few(approvalsOf(place).map(approvalLine), "that wait for a decision"),
    ],
    counts(place) {
      const { all, pinned } = isPrivate(place)
        ? memories.count(place.personId)
        : { all: 0, pinned: 0 };
      return {
        pinned,
        memories: all - pinned,
        todos: todosOf(place).length,
        schedules: schedulesOf(place).length,
        approvals: approvalsOf(place).length,
      };
    },
  };
}

function todoLine(todo: {
  readonly number: number;
  readonly content: string;
  readonly isTainted: boolean;
}): string {
  const { number, content, isTainted } = todo;
  return isTainted
    ? `to-do ${number}: (words from outside; [system:todo] shows them)`
    : `to-do ${number}: ${short(content)}`;
}

function few(lines: readonly string[], rest: string): readonly string[] {
  if (lines.length <= MOST_OPEN) return lines;
  return [...lines.slice(0, MOST_OPEN), `${lines.length - MOST_OPEN} more ${rest}`];
}

/** The names of what waits, never its values: those may be from outside. */
function approvalLine({ kind, card, createdAtMs, expiresAtMs }: Approval): string {
  const effects = (card.effects ?? []).map(({ node, action }) => `[${node}:${action}]`);
  const own = card.node === undefined ? [] : [`[${card.node}:${card.action ?? ""}]`];
  const names = [...new Set([...effects, ...own])].join(", ");
  const since = new Date(createdAtMs).toISOString();
  const what = names === "" ? kind : `${kind} of ${names}`;
  return `waits for a decision: ${what}, asked ${since}, until ${new Date(expiresAtMs).toISOString()}`;
}

/** Memories that are not pinned, the most useful ones, as many as fit. One from outside taints the turn. */
function relevantTo(message: string, memories: Memories, personId: string): readonly MemoryRow[] {
  let room = MOST_REMEMBERED;
  return fittingMemories(memories, personId, message).filter(({ isPinned, content }) => {
    const length = Math.min(content.length, MOST_CHARACTERS);
    if (isPinned || length > room) return false;
    room -= length;
    return true;
  });
}

function factOf({ content, isTainted }: MemoryRow): Fact {
  return { text: short(content), isTainted };
}

function short(text: string): string {
  return cutAfter(text, MOST_CHARACTERS);
}

/** What turns of the model are told besides their own messages. */
export function openContexts(core: Core, modelFor: ModelFor): TurnContexts {
  const { stores, library, edges, config, rounds } = core;
  const { clock } = edges;
  const { turns, summaries } = stores;
  return new TurnContexts({
    turns,
    compactor: new Compactor({ turns, summaries, modelFor }),
    personContext: createPersonContext({ ...stores, clock }),
    actionSearch: () => library.actionSearch(),
    references: core.usage.references,
    catalogue: () => library.catalogue(),
    nowMs: () => clock.now(),
    idleMs: config.sessionIdleMs,
    rounds,
  });
}

/** What messages mean, by what data/ holds now and, once they are made, by the usage examples. */
export function plannerOver({
  library,
  usage,
  log,
}: Pick<Core, "library" | "usage" | "log">): MessagePlanner {
  return createMessagePlanner({
    words: () => library.askingWords(),
    catalogue: () => library.catalogue(),
    search: (text, options) => usage.search(text, options),
    onError: (error) =>
      log.error(
        { problem: messageOf(error) },
        "The usage examples were not heard about a message.",
      ),
  });
}

/** The workflows, but for held ones, that a person can ask for by name, titled in their language and known by their titles in every other. */
export function plannerWorkflows(
  workflows: Workflows,
  { personId, language }: Pick<Actor, "personId" | "language">,
): readonly PlannerWorkflow[] {
  const runnable = workflows.list(personId).filter((record) => !record.isHeld);
  return runnable.map(({ name, definition }) => {
    const { title, titles } = workflowHead(name, definition, language);
    return { name, title, titles };
  });
}

/** How long the program of a message may still be meant by the next. */
const REMEMBERED_MS = 30 * 60_000;

/** The program that the last words of a person ran in a chat. */
export function lastProgram(
  { runs }: { readonly runs: Pick<Runs, "latest"> },
  clock: Clock,
  personId: string,
  chatId: string,
): string | undefined {
  const [run] = runs.latest(personId, chatId, 1);
  return run !== undefined && isOwn(run) && clock.now() - run.createdAtMs < REMEMBERED_MS
    ? run.source
    : undefined;
}

/** True of what a person's own words or presses ran. */
function isOwn({ origin }: Run): boolean {
  return /^(?:update|proposal|command):/u.test(origin);
}

/** Answers among which the last list is looked for. */
const LOOKED_AT = 5;

/** What was listed last in a chat, and what was sent there since the last request. */
function shownLast(
  { runs, attachments, clock }: Shown,
  { personId, chatId }: Pick<Actor, "personId" | "chatId">,
): Pick<KnownThings, "listed" | "sent" | "opened"> {
  const sinceMs = clock.now() - REMEMBERED_MS;
  const own = runs
    .latest(personId, chatId, LOOKED_AT)
    .filter((run) => isOwn(run) && run.createdAtMs > sinceMs);
  const lists = own.map(({ resultJson }) => listedIn(envelopeIn(resultJson)?.value ?? null));
  const asked = Math.max(sinceMs, ...own.map(({ createdAtMs }) => createdAtMs));
  return {
    listed: lists.find((list) => list.length > 0) ?? [],
    ...openedBy(own[0]),
    sent: attachments.savedSince(chatId, asked).flatMap(({ path }) => path ?? []),
  };
}

interface Shown {
  readonly runs: Pick<Runs, "latest">;
  readonly attachments: Pick<Attachments, "savedSince">;
  readonly clock: Clock;
}

/** Actions that show or change the one file that they name. */
const ON_FILE: ReadonlySet<string> = new Set(["read", "write", "edit", "append", "file"]);

/** The file that a run showed or changed. */
function openedBy(run: Run | undefined): Pick<KnownThings, "opened"> {
  const call = readSingleCall(run?.source ?? "");
  const isOnFile = call?.node === "system" && ON_FILE.has(call.action);
  return isOnFile && typeof call.target === "string" ? { opened: call.target } : {};
}

/** What of a list can be pointed at by its place. */
function listedIn(value: Json): readonly Listed[] {
  const items = Array.isArray(value) ? value : [];
  return items
    .flatMap((item) => (isJsonObject(item) ? [listedAs(item)] : []))
    .flatMap((one) => one ?? []);
}

function listedAs({ url, path, kind = "file", number, status, id, saved_at: savedAt }: JsonObject) {
  const of = (is: Listed["is"], value: Json | undefined): Listed => ({ is, value: `${value}` });
  if (typeof url === "string" && IS_ADDRESS.test(url)) return of("link", url);
  if (typeof path === "string" && kind === "file") return of("file", path);
  if (typeof number === "number" && status !== undefined) return of("todo", number);
  return typeof id === "number" && savedAt !== undefined ? of("memory", id) : undefined;
}

const IS_ADDRESS = /^https?:\/\/[^\s"\\]+$/u;

/** Names of a person's schedules and events that run something. */
export function plannerSchedules(
  schedules: Pick<Schedules, "list">,
  personId: string,
): readonly string[] {
  return schedules.list(personId).flatMap(({ name, program }) => (program === "" ? [] : [name]));
}

/** Files and folders of a chat that messages may name. */
const MOST_NAMED = 1000;

/** Files whose text questions are answered from, and how much of each, in bytes. */
const MOST_READ = 20;
const MOST_READ_BYTES = 32 * 1024;

/** The text of the newest files that hold some. */
async function wordsOfFiles(
  files: Pick<Files, "read">,
  newest: readonly FileEntry[],
): Promise<readonly FileWords[]> {
  const readable = newest.filter(
    ({ kind, path }) => kind === "file" && isTextType(mediaTypeOfName(path)),
  );
  const read = readable.slice(0, MOST_READ).map(async ({ path }) => {
    // What is no text, or is gone by now, answers nothing.
    const text = await files.read(path, { maxBytes: MOST_READ_BYTES }).catch(() => undefined);
    return text === undefined ? [] : [{ path, text: text.text, isCut: text.isCut }];
  });
  return (await Promise.all(read)).flat();
}

/** Longest subject of a memory that is offered, in characters: it is the label of a button. */
const LONGEST_SUBJECT = 22;

/** Memories of one subject that are read. */
const MOST_TOLD = 5;

/** The words of what a memory is about, in one order. */
function subjectKeys(content: string): readonly string[] {
  return [...new Set(wordKeys(subjectIn(content) ?? ""))].sort();
}

/** A memory in the person's own words. */
function ownWords({ number: id, content, isTainted }: MemoryRow): readonly KnownMemory[] {
  return isTainted ? [] : [{ id, content }];
}

/** Who reads what they have, and where. */
type Reader = Pick<Actor, "personId" | "chatId" | "zone"> & Partial<Pick<Actor, "inGroup">>;

/** Messages of each chat among which those of somebody are looked for, and how much of one is told, in characters. */
const MOST_LETTERS = 20;
const LONGEST_LETTER = 600;

/** What a person and the others sent each other, the newest first. */
function lettersOf(
  { personId, zone }: Reader,
  parts: {
    readonly people: Pick<People, "all">;
    readonly table: Pick<OutboxTable, "relayedIn">;
    readonly updates: Pick<Updates, "chatsOf">;
    readonly clock: Clock;
  },
): readonly Letter[] {
  const nowMs = parts.clock.now();
  const relayedTo = (id: string) =>
    parts.updates.chatsOf(id).flatMap((key) => parts.table.relayedIn(key, MOST_LETTERS));
  const others = parts.people.all().filter(({ id }) => id !== personId);
  const nameOf = (id: string): string => others.find((each) => each.id === id)?.name ?? "";
  const came = relayedTo(personId).map((one) => ({ ...one, isOwn: false, with: nameOf(one.from) }));
  const sent = others.flatMap(({ id, name }) =>
    relayedTo(id)
      .filter(({ from }) => from === personId)
      .map((one) => ({ ...one, isOwn: true, with: name })),
  );
  return [...came, ...sent]
    .filter((one) => one.with !== "") // who is gone has no name
    .sort((one, other) => other.atMs - one.atMs)
    .map(({ text, atMs, ...letter }) => ({
      ...letter,
      // The first line says whose words they are.
      words: cutAfter(text.split("\n").slice(1).join("\n"), LONGEST_LETTER),
      at: inBoth((language) => writtenAt(atMs, { language, zone }, nowMs)),
    }));
}

function writtenAt(atMs: number, reader: MomentReader, nowMs: number): string {
  const time = shortTime(atMs, reader, nowMs);
  const isToday = /^(?:\d|noon|midnight)/u.test(time);
  const marked = timeMark(time, atMs, isToday ? "t" : "f");
  return isToday && reader.language === "en" ? `at ${marked}` : marked;
}

/** What people have that their messages name: to-dos and files of the chat, and memories. */
export function createKnownThings(parts: {
  readonly database: Database;
  readonly clock: Clock;
  readonly filesOf: FilesOf;
  readonly people: Pick<People, "all">;
  readonly runs: Shown["runs"];
  readonly attachments: Shown["attachments"];
  readonly table: Pick<OutboxTable, "relayedIn">;
  readonly updates: Pick<Updates, "chatsOf">;
}): (actor: Reader) => Promise<KnownThings> {
  const memories = new Memories(parts.database, parts.clock);
  const todos = createTodoReader(parts.database);
  return async (actor) => {
    const { personId, chatId } = actor;
    const filesIn = parts.filesOf(chatId);
    const { entries } = await filesIn.find("*", { maxFound: MOST_NAMED });
    const newest = [...entries].sort((left, right) => right.modifiedAtMs - left.modifiedAtMs);
    const pathsOf = (wanted: "file" | "folder"): readonly string[] =>
      newest.filter(({ kind }) => kind === wanted).map(({ path }) => path);
    const list = todos.all(personId, chatId);
    return {
      ...shownLast(parts, { personId, chatId }),
      todos: list.filter(({ isDone }) => !isDone),
      doneTodos: list.filter(({ isDone }) => isDone),
      files: pathsOf("file"),
      folders: pathsOf("folder"),
      others: parts.people
        .all()
        .filter(({ id, role }) => ![personId, LOCAL_PERSON_ID].includes(id) && role !== "guest")
        .map(({ name }) => name),
      ...(actor.inGroup === undefined && { letters: () => lettersOf(actor, parts) }),
      texts: () => wordsOfFiles(filesIn, newest),
      found: (words, bar) =>
        recalled(memories, personId, words, { bar, limit: 2 }).flatMap(ownWords),
      toldOf(fact) {
        const subject = subjectKeys(fact);
        if (subject.length === 0) return [];
        const same = subject.join(" ");
        return memories
          .withAll(personId, subject, MOST_TOLD)
          .filter(({ content }) => subjectKeys(content).join(" ") === same)
          .flatMap(ownWords);
      },
      answers: (question) => {
        const { rows, as } = recollected(memories, personId, question, 1);
        const isSure = as === "answer" || as === "value";
        return rows.length === 0 ? undefined : isSure ? "answer" : as;
      },
      recalls: (words, bar) => recalled(memories, personId, words, { bar, limit: 1 }).length > 0,
      nearMemories(words) {
        const { telling } = lookedFor(words);
        if (telling.length === 0) return [];
        const near = memories.withAny(personId, telling, 3);
        const rows = near.length > 0 ? near : nearBySubject(memories, personId, words, 3);
        return rows.flatMap(({ content, isTainted }) => {
          const subject = isTainted ? undefined : factIn(content)?.subject;
          return subject === undefined || subject.length > LONGEST_SUBJECT ? [] : [subject];
        });
      },
    };
  };
}
