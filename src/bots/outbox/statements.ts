import type { Database, Statement } from "../../store/database.ts";

/** What happens when no answer came to a send: a card or an edit is sent again, a briefing or reply is not. */
export type MessageClass = "card" | "reply" | "briefing" | "edit";

/**
 * What a message is, for those who watch what becomes of it, and the subject of such a row: the approval of a card, of its edits and of all
 * that is behind it (`details`); the work that a status shows; the due times of a briefing, with "+" between; the name under which a missed
 * due time is carried; the key of the message that a note is about; the person who alone may see an answer that was held. A reply answers somebody.
 */
export type MessageKind =
  | "card"
  | "details"
  | "status"
  | "briefing"
  | "missed"
  | "unknown-note"
  | "reply"
  | "held"
  | "farewell"
  | "secret"
  | "other";

/** States of a message; the last three are final. */
export type MessageState = "pending" | "sending" | "sent" | "unknown" | "failed";

/** A row as SQLite gives it. */
export interface Row {
  readonly id: number;
  readonly key: string;
  readonly platform: string;
  readonly chat_key: string;
  readonly class: MessageClass;
  readonly kind: MessageKind;
  readonly subject: string | null;
  readonly message_json: string;
  readonly state: MessageState;
  readonly message_id: string | null;
  /** A list of texts as JSON. */
  readonly other_ids: string | null;
  readonly attempts: number;
  readonly next_attempt_ms: number;
  readonly first_sent_ms: number | null;
  readonly in_place_of: string | null;
  /** Sentences in every language as JSON; a plain text in rows of an older version. */
  readonly problem: string | null;
}

/** How urgent a message is, as `URGENCIES` has it. */
const RANK = `CASE WHEN is_control = 1 THEN 0 WHEN class = 'card' THEN 1 WHEN class = 'reply' THEN 2 WHEN class = 'briefing' THEN 3 ELSE 4 END`;

/** What may leave at the same time as others of its chat: what answers a stop, messages in order, edits. */
const LANE = `CASE WHEN is_control = 1 THEN 0 WHEN class = 'edit' THEN 2 ELSE 1 END`;

/** Selects the head of each queue, of one chat or of all: the queues of a chat are control messages, messages in order, and edits. A head has the highest urgency in its queue; a held row is skipped, and a queue with a row in flight has no head. */
const headsWhere = (which: string): string => `WITH open AS (
    SELECT id, chat_key, state, ${LANE} AS lane, ${RANK} AS rank FROM outbox
    WHERE ${which} AND state IN ('pending', 'sending') AND COALESCE(held_until_ms, 0) <= @now
  ), lanes AS (SELECT MIN(id) AS id, MIN(rank) AS rank, MAX(state = 'sending') AS is_busy FROM open GROUP BY chat_key, lane)
  SELECT head.id, head.chat_key AS chatKey, lanes.rank, head.class = 'edit' OR head.in_place_of IS NOT NULL AS isChange,
    COALESCE(head.message_id, earlier.message_id) AS messageId, head.created_at_ms AS createdAtMs, head.next_attempt_ms AS nextAttemptMs,
    COALESCE(json_array_length(head.message_json, '$.files'), 0) AS fileCount
  FROM lanes JOIN outbox AS head ON head.id = lanes.id LEFT JOIN outbox AS earlier ON earlier.key = head.in_place_of
  WHERE lanes.is_busy = 0 AND COALESCE(earlier.state, '') NOT IN ('pending', 'sending')`;

/** A message that is next in its chat. */
export interface Head {
  readonly id: number;
  readonly chatKey: string;
  /** An index of `URGENCIES`. */
  readonly rank: number;
  /** 1 where it changes a message that is there. */
  readonly isChange: 0 | 1;
  /** The message that it changes. */
  readonly messageId: string | null;
  readonly createdAtMs: number;
  readonly nextAttemptMs: number;
  /** Files that leave with it. */
  readonly fileCount: number;
}

const WAITING_EDIT =
  "SELECT MAX(id) AS id FROM outbox WHERE class = 'edit' AND chat_key = ? AND message_id = ? AND state = 'pending'";

interface DueFacts {
  readonly platform: string;
  readonly now: number;
}

type Settled = [
  state: string,
  messageId: string | null,
  otherIds: string | null,
  problem: string | null,
];

type NewValues = [
  key: string,
  platform: string,
  chatKey: string,
  messageClass: MessageClass,
  kind: MessageKind,
  subject: string | null,
  text: string,
];

/** Every statement of the outbox, prepared. */
export function statementsOf(database: Database) {
  const rows = <Parameters extends unknown[]>(sql: string): Statement<Parameters, Row> =>
    database.prepare(sql);
  return {
    replaceEdit: database.prepare<[string, string, number, number | null, string, string | null]>(
      `UPDATE outbox SET key = ?, message_json = ?, is_control = MAX(is_control, ?), held_until_ms = ? WHERE id = (${WAITING_EDIT})`,
    ),
    laterEdit: database.prepare<[string, string, number], { readonly id: number }>(
      `SELECT id FROM (${WAITING_EDIT}) WHERE id > ?`,
    ),
    byKey: rows<[string]>("SELECT * FROM outbox WHERE key = ?"),
    partsOf: rows<[string, string, string]>(
      "SELECT * FROM outbox WHERE key = ? OR (key > ? AND key < ?) ORDER BY id",
    ),
    claim: database.prepare<[number, number]>(
      `UPDATE outbox SET state = 'sending', attempts = attempts + 1, first_sent_ms = COALESCE(first_sent_ms, ?)
       WHERE id = ? AND state = 'pending'`,
    ),
    settle: database.prepare<[...Settled, endedAtMs: number, id: number]>(
      `UPDATE outbox SET state = ?, message_id = COALESCE(?, message_id), other_ids = COALESCE(?, other_ids), problem = ?, ended_at_ms = ?
       WHERE id = ?`,
    ),
    withdraw: database.prepare<[number, string, string, string]>(
      `UPDATE outbox SET state = 'failed', problem = 'It was taken back.', ended_at_ms = ?
       WHERE (key = ? OR (key > ? AND key < ?)) AND state = 'pending'`,
    ),
    retry: database.prepare<[number, string, number, number]>(
      `UPDATE outbox SET state = 'pending', next_attempt_ms = ?, problem = ?, first_sent_ms = CASE ? WHEN 1 THEN NULL ELSE first_sent_ms END
       WHERE id = ?`,
    ),
    reopen: database.prepare<[number, string, string, string]>(
      `UPDATE outbox SET state = 'pending', next_attempt_ms = ?, attempts = 0, ended_at_ms = NULL, first_sent_ms = NULL
       WHERE (key = ? OR (key > ? AND key < ?)) AND state IN ('unknown', 'failed')`,
    ),
    forget: database.prepare<[number, string, string]>(
      `UPDATE outbox SET state = 'failed', problem = 'It is there no more.', ended_at_ms = ?
       WHERE chat_key = ? AND message_id = ? AND state = 'sent'`,
    ),
    cutOff: rows<[string]>(
      "SELECT * FROM outbox WHERE platform = ? AND state = 'sending' ORDER BY id",
    ),
    ...foundStatementsOf(database),
    ...headStatementsOf(database),
    ...heldStatementsOf(database),
    ...placeStatementsOf(database),
    ...insteadStatementsOf(database),
    ...kindStatementsOf(database),
    ...restoreStatementsOf(database),
    ...removalStatementsOf(database),
  };
}

/** What is looked up by what names it. */
function foundStatementsOf(database: Database) {
  const rows = <Parameters extends unknown[]>(sql: string): Statement<Parameters, Row> =>
    database.prepare(sql);
  return {
    byMessage: rows<[string, string]>(
      "SELECT * FROM outbox WHERE chat_key = ? AND message_id = ? AND state = 'sent' AND class <> 'edit' ORDER BY id DESC LIMIT 1",
    ),
    newestOf: rows<[string, string]>(
      "SELECT * FROM outbox WHERE chat_key = ? AND message_id = ? ORDER BY id DESC LIMIT 1",
    ),
    lastIn: rows<[string]>(
      "SELECT * FROM outbox WHERE chat_key = ? AND state = 'sent' AND class <> 'edit' ORDER BY id DESC LIMIT 1",
    ),
    relayedIn: rows<[string, number]>(
      `SELECT * FROM outbox WHERE chat_key = ? AND message_id IS NOT NULL AND state = 'sent' AND class <> 'edit'
       AND instr(message_json, '"answers":') > 0 ORDER BY id DESC LIMIT ?`,
    ),
    byAlbum: rows<[string, string]>(
      `SELECT * FROM outbox WHERE chat_key = ? AND other_ids IS NOT NULL AND state = 'sent'
       AND EXISTS (SELECT 1 FROM json_each(other_ids) WHERE value = ?) ORDER BY id DESC LIMIT 1`,
    ),
    byId: rows<[number]>("SELECT * FROM outbox WHERE id = ?"),
  };
}

/** What is next. */
function headStatementsOf(database: Database) {
  return {
    heads: database.prepare<[DueFacts], Head>(headsWhere("platform = @platform")),
    headsIn: database.prepare<[{ readonly chatKey: string; readonly now: number }], Head>(
      headsWhere("chat_key = @chatKey"),
    ),
    nextHeld: database.prepare<[DueFacts], { readonly atMs: number | null }>(
      "SELECT MIN(held_until_ms) AS atMs FROM outbox WHERE platform = @platform AND state = 'pending' AND held_until_ms > @now",
    ),
  };
}

/** What waits for a time before which it does not leave. */
function heldStatementsOf(database: Database) {
  return {
    heldIn: database.prepare<[string, number], Row>(
      "SELECT * FROM outbox WHERE chat_key = ? AND state = 'pending' AND class = 'briefing' AND held_until_ms > ? ORDER BY id",
    ),
    reapplyQuietHours: database.prepare<[number | null, string]>(
      "UPDATE outbox SET held_until_ms = ? WHERE chat_key = ? AND state = 'pending' AND held_until_ms IS NOT NULL",
    ),
  };
}

/** What messages have to do with each other that one place on the platform shows. */
function placeStatementsOf(database: Database) {
  return {
    setApart: database.prepare<[number, number]>(
      `UPDATE outbox SET state = 'pending', in_place_of = NULL, attempts = 0, first_sent_ms = NULL, next_attempt_ms = ?
       WHERE id = ? AND state IN ('pending', 'sending')`,
    ),
    replaceEdits: database.prepare<[number, string]>(
      `UPDATE outbox SET state = 'failed', problem = 'A message took its place.', ended_at_ms = ? WHERE id IN (
         SELECT edit.id FROM outbox AS earlier JOIN outbox AS edit ON edit.chat_key = earlier.chat_key AND edit.message_id = earlier.message_id
         WHERE earlier.key = ? AND edit.class = 'edit' AND edit.state = 'pending')`,
    ),
    laterInPlace: database.prepare<[string, string, number], { readonly id: number }>(
      `SELECT later.id FROM outbox AS earlier JOIN outbox AS later ON later.in_place_of = earlier.key
       WHERE earlier.chat_key = ? AND earlier.message_id = ? AND later.id > ?`,
    ),
    inPlace: database.prepare<[string], { readonly id: number }>(
      "SELECT id FROM outbox WHERE in_place_of = ? LIMIT 1",
    ),
    finalOf: database.prepare<[string, string], { readonly id: number }>(
      `SELECT id FROM outbox AS known WHERE chat_key = ? AND message_id = ?
       AND (class = 'edit' OR in_place_of IS NOT NULL OR EXISTS (SELECT 1 FROM outbox WHERE in_place_of = known.key)) LIMIT 1`,
    ),
  };
}

/** What is added: what others ask for, what leaves in the place of a message that the platform takes in another form alone, and what was found on the platform. */
function insteadStatementsOf(database: Database) {
  return {
    insert: database.prepare<
      [
        ...NewValues,
        messageId: string | null,
        nextAttemptMs: number,
        createdAtMs: number,
        heldUntilMs: number | null,
        inPlaceOf: string | null,
        isControl: number,
      ]
    >(
      `INSERT INTO outbox (key, platform, chat_key, class, kind, subject, message_json, state, message_id, next_attempt_ms, created_at_ms, held_until_ms, in_place_of, is_control)
       VALUES (?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?, ?, ?, ?)`,
    ),
    putInstead: database.prepare<[string, number, number]>(
      `UPDATE outbox SET message_json = ?, state = 'pending', next_attempt_ms = ?, first_sent_ms = NULL WHERE id = ?`,
    ),
    adopt: database.prepare<
      [
        ...NewValues,
        nextAttemptMs: number,
        createdAtMs: number,
        messageId: string,
        endedAtMs: number,
      ]
    >(
      `INSERT OR IGNORE INTO outbox (key, platform, chat_key, class, kind, subject, message_json, state, next_attempt_ms, created_at_ms, message_id, ended_at_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, 'sent', ?, ?, ?, ?)`,
    ),
    addBehind: database.prepare<[string, string, number]>(
      `INSERT INTO outbox (key, message_json, platform, chat_key, class, kind, subject, state, next_attempt_ms, created_at_ms, held_until_ms, is_control)
       SELECT ?, ?, platform, chat_key, class, kind, subject, 'pending', next_attempt_ms, created_at_ms, held_until_ms, is_control FROM outbox WHERE id = ?`,
    ),
  };
}

/** What looks at all messages of a kind, or at those about one subject; `kind <> 'other'` lets SQLite use the partial index. */
function kindStatementsOf(database: Database) {
  const select = <Parameters extends unknown[]>(where: string): Statement<Parameters, Row> =>
    database.prepare(
      `SELECT * FROM outbox WHERE kind <> 'other' AND class <> 'edit' AND ${where} ORDER BY id`,
    );
  const sent = `state = 'sent' AND message_id IS NOT NULL
    AND key NOT IN (SELECT in_place_of FROM outbox WHERE in_place_of IS NOT NULL)`;
  return {
    ofKind: select<[MessageKind]>("kind = ?"),
    about: select<[MessageKind, string]>("kind = ? AND subject = ?"),
    sentOfKind: select<[MessageKind]>(`kind = ? AND ${sent}`),
    sentAbout: select<[MessageKind, string]>(`kind = ? AND subject = ? AND ${sent}`),
    mentioning: select<[MessageKind, string]>(
      "kind = ? AND instr('+' || subject || '+', '+' || ? || '+') > 0",
    ),
    lost: database.prepare<
      [{ readonly kind: MessageKind; readonly place: string }],
      { readonly key: string; readonly chatKey: string }
    >(
      `SELECT key, chat_key AS chatKey FROM outbox WHERE kind <> 'other' AND kind = @kind AND state IN ('unknown', 'failed') AND message_id IS NULL
       AND (chat_key = @place OR platform = @place) ORDER BY id`,
    ),
  };
}

/** What is removed before its time. */
function removalStatementsOf(database: Database) {
  return {
    keys: database.prepare<[], { readonly id: number; readonly key: string }>(
      "SELECT id, key FROM outbox",
    ),
    remove: database.prepare<[number]>("DELETE FROM outbox WHERE id = ?"),
    removeIn: database.prepare<[string, MessageKind]>(
      "DELETE FROM outbox WHERE chat_key = ? AND kind <> 'other' AND kind = ?",
    ),
  };
}

/** What only a restored database needs. */
function restoreStatementsOf(database: Database) {
  return {
    dropUnsent: database.prepare<[string, string, string]>(
      "DELETE FROM outbox WHERE (key = ? OR (key > ? AND key < ?)) AND state IN ('pending', 'sending')",
    ),
    chatsWaiting: database.prepare<[], { readonly chatKey: string; readonly count: number }>(
      `SELECT chat_key AS chatKey, COUNT(*) AS count FROM outbox WHERE state = 'pending' AND class IN ('reply', 'briefing')
       GROUP BY chat_key ORDER BY MIN(id)`,
    ),
    openIn: database.prepare<[string], Row>(
      "SELECT * FROM outbox WHERE chat_key = ? AND state IN ('pending', 'sending') ORDER BY id",
    ),
    waitingIn: database.prepare<[string], { readonly id: number }>(
      "SELECT id FROM outbox WHERE chat_key = ? AND state = 'pending' ORDER BY id",
    ),
    moveLast: database.prepare<[number]>(
      "UPDATE outbox SET id = (SELECT MAX(id) + 1 FROM outbox) WHERE id = ?",
    ),
  };
}
