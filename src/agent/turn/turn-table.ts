import type { Clock } from "../../base/clock.ts";
import { maskTexts, type Redact } from "../../base/redact.ts";
import { type Database, inLazyTransaction, inTransaction } from "../../store/database.ts";
import { type Columns, json, plain, Table } from "../../store/table.ts";
import { type Message, toolUsesOf } from "../models/model-client.ts";
import { boundedHistory } from "./history.ts";
import { inModelOrder } from "./loop-state.ts";
import { forwardedText } from "./tool-result.ts";
import {
  fileBlocks,
  type QuotedWords,
  quoteBlocks,
  type TurnContext,
  type TurnFile,
} from "./turn-context.ts";

/** One message of a person, up to its reply. */
export interface Turn {
  readonly id: string;
  /** The update, command or occurrence it answers, unique: the same origin never begins twice. */
  readonly origin: string;
  readonly personId: string;
  readonly chatKey: string;
  readonly input: string;
  readonly state: TurnState;
  /** What the person was told in the end. */
  readonly reply?: string;
  readonly startedAtMs: number;
  /** The agents that answer, the person's first; absent: the system agent alone. */
  readonly agents?: readonly string[];
  /** What a colleague was asked, where the turn is the answer to that. */
  readonly delegationId?: string;
  readonly endedAtMs?: number;
  /** True when something from outside was read in it, or stood in what it was told. */
  readonly isTainted?: true;
}

/** Where a conversation takes place: one person in one chat. */
export interface Place {
  readonly personId: string;
  readonly chatKey: string;
}

/** Prefix of the name of a delegation's conversation, which has one turn; the id follows. */
export const DELEGATION_CONVERSATION = "errand:";

/** Tokens of earlier turns that go to the model with a new one, unless the caller says otherwise. */
export const HISTORY_TOKENS = 8000;

/** Turns looked at for a history; older ones have left the conversation. */
const HISTORY_TURNS = 50;

/** Turns looked at for a summary. */
const PAST_TURNS = 400;

/** Owner of the tables turns, messages, turn_contexts and session_starts. */
export type Turns = ReturnType<typeof createTurns>;

/** Opens the table of turns. Writes survive a crash of the process; what is told or done because of one waits for the disk (`inLazyTransaction`). */
export function createTurns(parts: {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: (prefix: string) => string;
  /** Masks secrets in what is kept. Default: it is kept as it is. */
  readonly redact?: Redact;
}) {
  const { database, clock, newId, redact = (text) => text } = parts;
  const sql = statementsOf(database);

  const append = (turnId: string, message: Message): void => {
    inLazyTransaction(database, () => {
      sql.addMessage.run(turnId, message.role, JSON.stringify(maskTexts(message, redact)), turnId);
      if (holdsOutside(message)) sql.taint.run(turnId);
    });
  };
  const messages = (turnId: string): readonly Message[] =>
    inModelOrder(
      sql.messagesOf.all(turnId).map((row) => JSON.parse(row.content_json) as Message), // written by append only
    );
  const change = stateChange(database, sql);
  const sessionStartOf = (place: Place): number =>
    sql.sessionStart.get(place.personId, place.chatKey)?.started_at_ms ?? 0;

  return {
    get: (id: string): Turn | undefined => sql.turns.one("SELECT * FROM turns WHERE id = ?", id),
    find: sql.find,
    /** Begins a turn whose first message is the person's with what it answers and the files that came with it, one that they forwarded, or what a colleague was asked; the same origin gives the turn it already has. */
    begin({ isForwarded = false, quoted, files = [], asked, ...facts }: NewTurn): Turn {
      return inLazyTransaction(database, () => {
        const known = sql.find(facts.origin);
        if (known !== undefined) return known;
        const id = newId("turn");
        const startedAtMs = Math.max(clock.now(), sessionStartOf(facts));
        const input = redact(facts.input);
        const isOwn = !isForwarded && asked?.isTainted !== true;
        insert(sql, { ...facts, id, input, startedAtMs, isOwn, files }, asked);
        const text = isForwarded ? forwardedText(input) : input;
        append(id, {
          role: "user",
          content: [...quoteBlocks(quoted), ...fileBlocks(files), { type: "text", text }],
        });
        if (!isOwn) sql.taint.run(id);
        return { ...facts, ...delegationIn(asked), input, id, state: "running", startedAtMs };
      });
    },
    /** True when anything from outside was read in a turn, or it was asked for with such words. */
    isTainted: (id: string): boolean => sql.isTainted.get(id) !== undefined,
    /** Adds a message at the end of a turn. */
    append,
    /** The messages of a turn in order, the results of an answer in the order of its calls. */
    messages,
    /** The turn waits for a person, or goes on after one answered; false for a turn that is over. */
    setState: (id: string, state: "running" | "waiting"): boolean => change(id, state, null, null),
    /** From now on the turn takes place in another chat of its person, and what it is told is made anew there. */
    move(turn: Turn, chatKey: string): Turn {
      return inTransaction(database, () => {
        sql.move.run(chatKey, turn.id);
        sql.dropContext.run(turn.id);
        return { ...turn, chatKey };
      });
    },
    /** The turn is over; `reply` is what the person was told. Only the first end counts: false for a later one. */
    end: (id: string, state: "done" | "failed" | "stopped", reply: string): boolean =>
      change(id, state, redact(reply), clock.now()),
    /** Turns that some process was in the middle of, oldest first. */
    running: (): readonly Turn[] =>
      sql.turns.many("SELECT * FROM turns WHERE state = 'running' ORDER BY rowid"),
    /** Adds what a colleague brought, as a turn that has ended and holds none of the person's own words; the same origin adds it once. */
    addReport(report: NewReport): void {
      inTransaction(database, () =>
        addReport({ ...parts, sql, append, redact, sessionStartOf }, report),
      );
    },
    ...contextsOf(database, sql, redact),
    ...conversationsOf({ ...parts, sql, messages, sessionStartOf }),
  };
}

/** True for a turn that was not over. */
function stateChange(database: Database, sql: TurnStatements) {
  return (id: string, state: TurnState, reply: string | null, endMs: number | null): boolean =>
    inLazyTransaction(database, () => sql.setState.run(state, reply, endMs, id).changes === 1);
}

function addReport(
  parts: {
    readonly sql: TurnStatements;
    readonly clock: Clock;
    readonly newId: (prefix: string) => string;
    readonly append: (turnId: string, message: Message) => void;
    readonly redact: Redact;
    readonly sessionStartOf: (place: Place) => number;
  },
  { messages, state, reply, isTainted, ...facts }: NewReport,
): void {
  const { sql, clock, newId, append, redact, sessionStartOf } = parts;
  if (sql.find(facts.origin) !== undefined) return;
  const id = newId("turn");
  const startedAtMs = Math.max(clock.now(), sessionStartOf(facts));
  const input = redact(facts.input);
  insert(sql, { ...facts, id, input, startedAtMs, isOwn: false, files: [] }, undefined);
  for (const message of messages) append(id, message);
  if (isTainted) sql.taint.run(id);
  sql.setState.run(state, redact(reply), startedAtMs, id);
}

/** What turns are told besides the conversation. */
function contextsOf(database: Database, sql: TurnStatements, redact: Redact) {
  return {
    /** What a turn is told besides the conversation, as it was kept; `undefined` before that. */
    context(turnId: string): TurnContext | undefined {
      const row = sql.context.get(turnId);
      return row && (JSON.parse(row.context_json) as TurnContext); // written by keepContext only
    },
    /** Keeps what a turn is told, once: a later one changes nothing. What is tainted taints the turn. */
    keepContext(turnId: string, context: TurnContext): void {
      inLazyTransaction(database, () => {
        const text = JSON.stringify(maskTexts(context, redact));
        sql.keepContext.run(turnId, text, context.isTainted ? 1 : 0);
        if (context.isTainted) sql.taint.run(turnId);
      });
    },
  };
}

function insert(
  { turns }: TurnStatements,
  facts: Pick<
    Turn,
    "id" | "origin" | "personId" | "chatKey" | "input" | "startedAtMs" | "agents"
  > & {
    readonly isOwn: boolean;
    readonly files: readonly TurnFile[];
  },
  asked: NewTurn["asked"],
): void {
  const { id, origin, personId, chatKey, input, startedAtMs, agents, isOwn, files } = facts;
  turns.insert(
    {
      id,
      origin,
      personId,
      chatKey,
      input,
      startedAtMs,
      state: "running",
      ...(agents && { agents }),
    },
    {
      own_words: isOwn,
      files_json: files.length === 0 ? null : JSON.stringify(files.map(({ path }) => path)),
      conversation:
        asked === undefined ? talkOf(facts) : `${DELEGATION_CONVERSATION}${asked.delegationId}`,
      said_json: asked && JSON.stringify(asked.said),
    },
  );
}

function delegationIn(asked: NewTurn["asked"]): Pick<Turn, "delegationId"> {
  return asked === undefined ? {} : { delegationId: asked.delegationId };
}

/** What a turn begins with. */
type NewTurn = Place & {
  readonly origin: string;
  readonly input: string;
  readonly isForwarded?: boolean;
  readonly quoted?: QuotedWords;
  readonly files?: readonly TurnFile[];
  readonly agents?: readonly string[];
  /** For a delegated question: its delegation, whether it came from outside, and what the person said that it goes back to. */
  readonly asked?: {
    readonly delegationId: string;
    readonly isTainted: boolean;
    readonly said: readonly string[];
  };
};

/** What a colleague brought to the conversation of the agent that the person speaks with. */
export type NewReport = Place & {
  /** Unique among the turns. */
  readonly origin: string;
  /** Who was asked what, for people to read. */
  readonly input: string;
  /** What came of it, as the person was told. */
  readonly reply: string;
  readonly state: "done" | "failed";
  readonly isTainted: boolean;
  readonly messages: readonly Message[];
  readonly agents?: readonly string[];
};

/** The name of the conversation that a turn belongs to, among those of its place. */
export function conversationOf(turn: Turn): string {
  return turn.delegationId === undefined
    ? talkOf(turn)
    : `${DELEGATION_CONVERSATION}${turn.delegationId}`;
}

/** Each agent has its own conversation in a chat. */
function talkOf({ agents }: { readonly agents?: readonly string[] }): string {
  return agents?.at(-1) ?? "";
}

/** The turns of one person with one agent in one chat as one conversation. */
function conversationsOf(parts: {
  readonly database: Database;
  readonly clock: Clock;
  readonly sql: TurnStatements;
  readonly messages: (turnId: string) => readonly Message[];
  readonly sessionStartOf: (place: Place) => number;
}) {
  const { database, clock, sql, messages, sessionStartOf } = parts;
  const placeOf = (turn: Turn) =>
    [turn.personId, turn.chatKey, conversationOf(turn), sessionStartOf(turn), turn.id] as const;
  return {
    /**
     * What was said in this chat by and to this person before a turn, oldest first, since the session began or after the turn
     * `after`: whole turns, about `maxTokens` of them (default 8,000). Calls always come with a result; where a turn still waits, the
     * result says so.
     */
    history(turn: Turn, maxTokens = HISTORY_TOKENS, after = ""): readonly Message[] {
      const turns = sql.turns.many(BEFORE, ...placeOf(turn), after, HISTORY_TURNS);
      return boundedHistory(turns, messages, maxTokens);
    },
    /** The turns of the conversation before one, newest first; with `after` those after that turn only. */
    past: (turn: Turn, after = ""): readonly Turn[] =>
      sql.turns.many(BEFORE, ...placeOf(turn), after, PAST_TURNS),
    /** The last turn of a place since its session began. */
    last: (place: Place): Turn | undefined =>
      sql.turns.one(
        `SELECT * FROM turns WHERE person_id = ? AND chat_key = ? AND started_at_ms >= ?
         ORDER BY rowid DESC LIMIT 1`,
        place.personId,
        place.chatKey,
        sessionStartOf(place),
      ),
    /**
     * What the person said in this conversation and the paths of what they sent, oldest first, if whoever wrote a call of this turn had read something from outside before:
     * in an earlier turn since the session began, or in this one before the answer that holds the call.
     */
    wordsIfTainted(turn: Turn, callId: string): readonly string[] | undefined {
      const place = placeOf(turn);
      const isTainted =
        sql.taintedBefore.get(...place) !== undefined ||
        sql.beganTainted.get(turn.id) !== undefined ||
        sql.context.get(turn.id)?.tainted === 1 ||
        messagesBefore(messages(turn.id), callId).some(holdsOutside);
      if (!isTainted) return undefined;
      const asked = JSON.parse(sql.said.get(turn.id)?.said_json ?? "[]") as string[]; // written by begin only
      return [...asked, ...sql.ownWords.all(...place).flatMap(wordsIn)];
    },
    /** When the conversation of a place began, Unix ms; 0 where it never began anew. */
    sessionStart: sessionStartOf,
    /** Forgets what was said: turns from before now are in no history of this chat any more. Returns when the session began. */
    startSession({ personId, chatKey }: Place): number {
      return inTransaction(database, () => {
        const last = sql.lastStart.get(personId, chatKey)?.at_ms ?? -1;
        const atMs = Math.max(clock.now(), last + 1);
        sql.setSessionStart.run(personId, chatKey, atMs);
        return atMs;
      });
    },
  };
}

/** Who sends a file means it: its path counts as said, whole. The quotes keep parts of its name, which may be somebody else's, from counting. */
function wordsIn(row: OwnWordsRow): readonly string[] {
  const paths: readonly string[] = JSON.parse(row.files_json ?? "[]"); // written by begin only
  return [...(row.own_words === 1 ? [row.input] : []), ...paths.map((path) => `"${path}"`)];
}

/** True for a message with something from outside in it: a tainted result, the text of a file, or a picture. Pure. */
function holdsOutside(message: Message): boolean {
  return message.content.some(
    (block) =>
      block.type === "image" ||
      (block.type === "tool_result" && block.tainted) ||
      (block.type === "text" && block.tainted === true),
  );
}

/** The messages that the model had read when it wrote a call; all of them where the call is unknown. Pure. */
function messagesBefore(messages: readonly Message[], callId: string): readonly Message[] {
  const index = messages.findIndex((message) =>
    toolUsesOf(message).some((call) => call.id === callId),
  );
  return index < 0 ? messages : messages.slice(0, index);
}

/** How far a turn is: at work, `waiting` for a press, or over; `failed` is one to which the model gave no answer. */
type TurnState = "running" | "waiting" | "done" | "failed" | "stopped";

const COLUMNS: Columns<Turn> = {
  id: plain(),
  origin: plain(),
  personId: plain(),
  chatKey: plain(),
  input: plain(),
  state: plain(),
  reply: plain(),
  startedAtMs: plain(),
  agents: json("agents_json"),
  delegationId: {
    name: "conversation",
    write: (id) => `${DELEGATION_CONVERSATION}${id}`,
    read: (name: string) =>
      name.startsWith(DELEGATION_CONVERSATION)
        ? name.slice(DELEGATION_CONVERSATION.length)
        : undefined,
  },
  endedAtMs: plain(),
  isTainted: {
    name: "tainted",
    write: Number,
    read: (stored: number) => stored === 1 || undefined,
  },
};

/** What a row of the table turns holds of the person's own words. */
interface OwnWordsRow {
  readonly input: string;
  readonly own_words: 0 | 1;
  readonly files_json: string | null;
}

/** The statements over turns, their messages and contexts, and the starts of sessions. */
type TurnStatements = ReturnType<typeof statementsOf>;

/** Prepares them. */
function statementsOf(database: Database) {
  const turns = new Table(database, "turns", COLUMNS);
  return {
    turns,
    find: (origin: string): Turn | undefined =>
      turns.one("SELECT * FROM turns WHERE origin = ?", origin),
    said: database.prepare<[string], { readonly said_json: string | null }>(
      "SELECT said_json FROM turns WHERE id = ?",
    ),
    isTainted: database.prepare<[string]>("SELECT 1 FROM turns WHERE id = ? AND tainted = 1"),
    taint: database.prepare<[string]>("UPDATE turns SET tainted = 1 WHERE id = ?"),
    beganTainted: database.prepare<[string]>("SELECT 1 FROM turns WHERE id = ? AND own_words = 0"),
    taintedBefore: database.prepare<[string, string, string, number, string]>(
      `SELECT 1 FROM turns WHERE person_id = ? AND chat_key = ? AND conversation = ? AND started_at_ms >= ?
       AND rowid < (SELECT rowid FROM turns WHERE id = ?) AND tainted = 1 LIMIT 1`,
    ),
    ownWords: database.prepare<[string, string, string, number, string], OwnWordsRow>(
      `SELECT input, own_words, files_json FROM turns WHERE person_id = ? AND chat_key = ? AND conversation = ? AND started_at_ms >= ?
       AND rowid <= (SELECT rowid FROM turns WHERE id = ?) ORDER BY rowid`,
    ),
    addMessage: database.prepare(
      `INSERT INTO messages (turn_id, sequence, role, content_json)
     SELECT ?, COALESCE(MAX(sequence), 0) + 1, ?, ? FROM messages WHERE turn_id = ?`,
    ),
    messagesOf: database.prepare<[string], { readonly content_json: string }>(
      "SELECT content_json FROM messages WHERE turn_id = ? ORDER BY sequence",
    ),
    move: database.prepare<[string, string]>("UPDATE turns SET chat_key = ? WHERE id = ?"),
    dropContext: database.prepare<[string]>("DELETE FROM turn_contexts WHERE turn_id = ?"),
    setState: database.prepare(
      `UPDATE turns SET state = ?, reply = ?, ended_at_ms = ?
       WHERE id = ? AND state IN ('running', 'waiting')`,
    ),
    sessionStart: database.prepare<[string, string], { readonly started_at_ms: number }>(
      "SELECT started_at_ms FROM session_starts WHERE person_id = ? AND chat_key = ?",
    ),
    setSessionStart: database.prepare(
      `INSERT INTO session_starts (person_id, chat_key, started_at_ms) VALUES (?, ?, ?)
     ON CONFLICT (person_id, chat_key) DO UPDATE SET started_at_ms = excluded.started_at_ms`,
    ),
    context: database.prepare<
      [string],
      { readonly context_json: string; readonly tainted: number }
    >("SELECT context_json, tainted FROM turn_contexts WHERE turn_id = ?"),
    keepContext: database.prepare<[string, string, number]>(
      "INSERT OR IGNORE INTO turn_contexts (turn_id, context_json, tainted) VALUES (?, ?, ?)",
    ),
    lastStart: database.prepare<[string, string], { readonly at_ms: number | null }>(
      "SELECT MAX(started_at_ms) AS at_ms FROM turns WHERE person_id = ? AND chat_key = ?",
    ),
  };
}

// By rowid, the order in which turns began: the clock may go back.
const BEFORE = `SELECT * FROM turns WHERE person_id = ? AND chat_key = ? AND conversation = ? AND started_at_ms >= ?
  AND rowid < (SELECT rowid FROM turns WHERE id = ?)
  AND rowid > COALESCE((SELECT rowid FROM turns WHERE id = ?), 0) ORDER BY rowid DESC LIMIT ?`;
