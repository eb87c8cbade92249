import type { Clock } from "../base/clock.ts";
import { maskTexts, type Redact } from "../base/mask.ts";
import { type Database, inTransaction } from "../store/database.ts";
import { boundedHistory } from "./history.ts";
import { inModelOrder } from "./loop-state.ts";
import type { Message } from "./model.ts";
import { holdsOutside, messagesBefore } from "./outside.ts";
import { forwardedText } from "./tool-result.ts";
import type { TurnContext } from "./turn-context.ts";
import { fileBlocks, type TurnFile } from "./turn-files.ts";

export type TurnState = "running" | "waiting" | "done" | "failed" | "stopped";

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
  readonly endedAtMs?: number;
  /** True when something from outside was read in it, or stood in what it was told. */
  readonly isTainted?: true;
}

/** Where a conversation takes place: one person in one chat. */
export interface Place {
  readonly personId: string;
  readonly chatKey: string;
}

interface TurnRow {
  readonly id: string;
  readonly origin: string;
  readonly person_id: string;
  readonly chat_key: string;
  readonly input: string;
  readonly state: TurnState;
  readonly reply: string | null;
  readonly started_at_ms: number;
  readonly ended_at_ms: number | null;
  readonly tainted: number;
}

/** Tokens of earlier turns that go to the model with a new one, unless the caller says otherwise. */
export const HISTORY_TOKENS = 8000;

/** Turns looked at for a history; older ones have left the conversation. */
const HISTORY_TURNS = 50;

/** Turns looked at for a summary. */
const PAST_TURNS = 400;

/** Owner of the tables turns, messages, turn_contexts and session_starts. */
export type Turns = ReturnType<typeof createTurns>;

/** Opens the turns. Every write is on disk when its function returns. */
export function createTurns(parts: {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: (prefix: string) => string;
  /** Masks secrets in what is kept. Default: it is kept as it is. */
  readonly redact?: Redact;
}) {
  const { database, clock, newId, redact = (text) => text } = parts;
  const sql = statementsOf(database);

  const get = (id: string): Turn | undefined => turnOf(sql.byId.get(id));
  const append = (turnId: string, message: Message): void => {
    inTransaction(database, () => {
      sql.addMessage.run(turnId, message.role, JSON.stringify(maskTexts(message, redact)), turnId);
      if (holdsOutside(message)) sql.taint.run(turnId);
    });
  };
  const messages = (turnId: string): readonly Message[] =>
    inModelOrder(
      sql.messagesOf.all(turnId).map((row) => JSON.parse(row.content_json) as Message), // written by append only
    );
  const sessionStartOf = (place: Place): number =>
    sql.sessionStart.get(place.personId, place.chatKey)?.started_at_ms ?? 0;

  return {
    get,
    find: (origin: string): Turn | undefined => turnOf(sql.byOrigin.get(origin)),
    /** Begins a turn whose first message is the person's, or one that they forwarded, with the files that came with it; the same origin gives the turn it already has. */
    begin({
      isForwarded = false,
      files = [],
      ...facts
    }: Place & {
      readonly origin: string;
      readonly input: string;
      readonly isForwarded?: boolean;
      readonly files?: readonly TurnFile[];
    }): Turn {
      return inTransaction(database, () => {
        const known = turnOf(sql.byOrigin.get(facts.origin));
        if (known !== undefined) return known;
        const id = newId("turn");
        const startedAtMs = Math.max(clock.now(), sessionStartOf(facts));
        const { origin, personId, chatKey } = facts;
        const input = redact(facts.input);
        const came = [startedAtMs, isForwarded ? 0 : 1, pathsJson(files)] as const;
        sql.insert.run(id, origin, personId, chatKey, input, ...came);
        const text = isForwarded ? forwardedText(input) : input;
        append(id, { role: "user", content: [...fileBlocks(files), { type: "text", text }] });
        if (isForwarded) sql.taint.run(id);
        return { ...facts, input, id, state: "running", startedAtMs };
      });
    },
    /** Adds a message at the end of a turn. */
    append,
    /** The messages of a turn in order, the results of an answer in the order of its calls. */
    messages,
    /** The turn waits for a person, or goes on after one answered; false for a turn that is over. */
    setState: (id: string, state: "running" | "waiting"): boolean =>
      sql.setState.run(state, null, null, id).changes === 1,
    /** The turn is over; `reply` is what the person was told. Only the first end counts: false for a later one. */
    end: (id: string, state: "done" | "failed" | "stopped", reply: string): boolean =>
      sql.setState.run(state, redact(reply), clock.now(), id).changes === 1,
    /** Turns that some process was in the middle of, oldest first. */
    running: (): readonly Turn[] => sql.inState.all("running").flatMap((row) => turnOf(row) ?? []),
    ...contextsOf(database, sql, redact),
    ...conversationsOf({ ...parts, sql, messages, sessionStartOf }),
  };
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
      inTransaction(database, () => {
        const json = JSON.stringify(maskTexts(context, redact));
        sql.keepContext.run(turnId, json, context.isTainted ? 1 : 0);
        if (context.isTainted) sql.taint.run(turnId);
      });
    },
  };
}

/** The turns of one person in one chat as one conversation. */
function conversationsOf(parts: {
  readonly database: Database;
  readonly clock: Clock;
  readonly sql: TurnStatements;
  readonly messages: (turnId: string) => readonly Message[];
  readonly sessionStartOf: (place: Place) => number;
}) {
  const { database, clock, sql, messages, sessionStartOf } = parts;
  return {
    /**
     * What was said in this chat by and to this person before a turn, oldest first, since the session began or after the turn
     * `after`: whole turns, about `maxTokens` of them (default 8,000). Calls always come with a result; where a turn still waits, the
     * result says so.
     */
    history(turn: Turn, maxTokens = HISTORY_TOKENS, after = ""): readonly Message[] {
      const start = sessionStartOf(turn);
      const rows = sql.before.all(
        turn.personId,
        turn.chatKey,
        start,
        turn.id,
        after,
        HISTORY_TURNS,
      );
      const turns = rows.flatMap((row) => turnOf(row) ?? []);
      return boundedHistory(turns, messages, maxTokens);
    },
    /** The turns of the conversation before one, newest first; with `after` those after that turn only. */
    past(turn: Turn, after = ""): readonly Turn[] {
      const place = [turn.personId, turn.chatKey, sessionStartOf(turn), turn.id] as const;
      return sql.before.all(...place, after, PAST_TURNS).flatMap((row) => turnOf(row) ?? []);
    },
    /** The last turn of a place since its session began. */
    last(place: Place): Turn | undefined {
      return turnOf(sql.last.get(place.personId, place.chatKey, sessionStartOf(place)));
    },
    /**
     * What the person said in this conversation and the paths of what they sent, oldest first, if whoever wrote a call of this turn had read something from outside before:
     * in an earlier turn since the session began, or in this one before the answer that holds the call.
     */
    wordsIfTainted(turn: Turn, callId: string): readonly string[] | undefined {
      const place = [turn.personId, turn.chatKey, sessionStartOf(turn), turn.id] as const;
      const isTainted =
        sql.taintedBefore.get(...place) !== undefined ||
        sql.context.get(turn.id)?.tainted === 1 ||
        sql.forwarded.get(turn.id) !== undefined ||
        messagesBefore(messages(turn.id), callId).some(holdsOutside);
      return isTainted ? sql.ownWords.all(...place).flatMap(wordsIn) : undefined;
    },
    /** When the conversation of a place began, Unix ms; 0 where it never began anew. */
    sessionStart: sessionStartOf,
    /** True where the conversation of a place began because nobody had spoken for long. */
    beganByIdleness: ({ personId, chatKey }: Place): boolean =>
      sql.sessionStart.get(personId, chatKey)?.idle === 1,
    /** Forgets what was said: turns from before now are in no history of this chat any more. */
    startSession(place: Place, { isIdle = false }: { readonly isIdle?: boolean } = {}): void {
      inTransaction(database, () => {
        const { personId, chatKey } = place;
        const last = sql.lastStart.get(personId, chatKey)?.at_ms ?? -1;
        const atMs = Math.max(clock.now(), last + 1);
        sql.setSessionStart.run(personId, chatKey, atMs, isIdle ? 1 : 0);
      });
    },
  };
}

function pathsJson(files: readonly TurnFile[]): string | null {
  return files.length === 0 ? null : JSON.stringify(files.map(({ path }) => path));
}

interface OwnWordsRow {
  readonly input: string;
  readonly own_words: 0 | 1;
  readonly files_json: string | null;
}

/** Who sends a file means it: its path counts as said, whole. The quotes keep parts of its name, which may be somebody else's, from counting. */
function wordsIn(row: OwnWordsRow): readonly string[] {
  const paths: readonly string[] = JSON.parse(row.files_json ?? "[]"); // written by begin only
  return [...(row.own_words === 1 ? [row.input] : []), ...paths.map((path) => `"${path}"`)];
}

type TurnStatements = ReturnType<typeof statementsOf>;

function statementsOf(database: Database) {
  return {
    byId: database.prepare<[string], TurnRow>("SELECT * FROM turns WHERE id = ?"),
    byOrigin: database.prepare<[string], TurnRow>("SELECT * FROM turns WHERE origin = ?"),
    insert: database.prepare(
      `INSERT INTO turns (id, origin, person_id, chat_key, input, state, started_at_ms, own_words, files_json)
     VALUES (?, ?, ?, ?, ?, 'running', ?, ?, ?)`,
    ),
    taint: database.prepare<[string]>("UPDATE turns SET tainted = 1 WHERE id = ?"),
    forwarded: database.prepare<[string]>("SELECT 1 FROM turns WHERE id = ? AND own_words = 0"),
    taintedBefore: database.prepare<[string, string, number, string]>(
      `SELECT 1 FROM turns WHERE person_id = ? AND chat_key = ? AND started_at_ms >= ?
       AND rowid < (SELECT rowid FROM turns WHERE id = ?) AND tainted = 1 LIMIT 1`,
    ),
    ownWords: database.prepare<[string, string, number, string], OwnWordsRow>(
      `SELECT input, own_words, files_json FROM turns WHERE person_id = ? AND chat_key = ? AND started_at_ms >= ?
       AND rowid <= (SELECT rowid FROM turns WHERE id = ?) ORDER BY rowid`,
    ),
    addMessage: database.prepare(
      `INSERT INTO messages (turn_id, sequence, role, content_json)
     SELECT ?, COALESCE(MAX(sequence), 0) + 1, ?, ? FROM messages WHERE turn_id = ?`,
    ),
    messagesOf: database.prepare<[string], { readonly content_json: string }>(
      "SELECT content_json FROM messages WHERE turn_id = ? ORDER BY sequence",
    ),
    setState: database.prepare(
      `UPDATE turns SET state = ?, reply = ?, ended_at_ms = ?
       WHERE id = ? AND state IN ('running', 'waiting')`,
    ),
    sessionStart: database.prepare<
      [string, string],
      { readonly started_at_ms: number; readonly idle: number }
    >("SELECT started_at_ms, idle FROM session_starts WHERE person_id = ? AND chat_key = ?"),
    setSessionStart: database.prepare(
      `INSERT INTO session_starts (person_id, chat_key, started_at_ms, idle) VALUES (?, ?, ?, ?)
     ON CONFLICT (person_id, chat_key) DO UPDATE SET started_at_ms = excluded.started_at_ms, idle = excluded.idle`,
    ),
    context: database.prepare<
      [string],
      { readonly context_json: string; readonly tainted: number }
    >("SELECT context_json, tainted FROM turn_contexts WHERE turn_id = ?"),
    keepContext: database.prepare<[string, string, number]>(
      "INSERT OR IGNORE INTO turn_contexts (turn_id, context_json, tainted) VALUES (?, ?, ?)",
    ),
    last: database.prepare<[string, string, number], TurnRow>(
      `SELECT * FROM turns WHERE person_id = ? AND chat_key = ? AND started_at_ms >= ?
       ORDER BY rowid DESC LIMIT 1`,
    ),
    lastStart: database.prepare<[string, string], { readonly at_ms: number | null }>(
      "SELECT MAX(started_at_ms) AS at_ms FROM turns WHERE person_id = ? AND chat_key = ?",
    ),
    // By rowid, the order in which turns began: the clock may go back.
    before: database.prepare<[string, string, number, string, string, number], TurnRow>(
      `SELECT * FROM turns WHERE person_id = ? AND chat_key = ? AND started_at_ms >= ?
       AND rowid < (SELECT rowid FROM turns WHERE id = ?)
       AND rowid > COALESCE((SELECT rowid FROM turns WHERE id = ?), 0) ORDER BY rowid DESC LIMIT ?`,
    ),
    inState: database.prepare<[string], TurnRow>(
      "SELECT * FROM turns WHERE state = ? ORDER BY rowid",
    ),
  };
}

function turnOf(row: TurnRow | undefined): Turn | undefined {
  if (row === undefined) return undefined;
  return {
    id: row.id,
    origin: row.origin,
    personId: row.person_id,
    chatKey: row.chat_key,
    input: row.input,
    state: row.state,
    ...(row.reply === null ? {} : { reply: row.reply }),
    startedAtMs: row.started_at_ms,
    ...(row.ended_at_ms === null ? {} : { endedAtMs: row.ended_at_ms }),
    ...(row.tainted === 1 ? { isTainted: true } : {}),
  };
}
