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

/** The parts of a message: the key itself, and `key#1`, `key#2`, …, which end before the third parameter. */
const PARTS = "(key = ? OR (key > ? AND key < ?))";

/** Sent messages that do not read, nor are to read, as a later message. */
const SENT = `state = 'sent' AND message_id IS NOT NULL
    AND key NOT IN (SELECT in_place_of FROM outbox WHERE in_place_of IS NOT NULL)`;

/** All messages of a kind; `kind <> 'other'` lets SQLite use the partial index. */
const kindWhere = (where: string): string =>
  `SELECT * FROM outbox WHERE kind <> 'other' AND class <> 'edit' AND ${where} ORDER BY id`;

/** Every statement of the outbox but what adds a row. */
export const SQL = {
  replaceEdit: `UPDATE outbox SET key = ?, message_json = ?, is_control = MAX(is_control, ?), held_until_ms = ? WHERE id = (${WAITING_EDIT})`,
  laterEdit: `SELECT id FROM (${WAITING_EDIT}) WHERE id > ?`,
  byKey: "SELECT * FROM outbox WHERE key = ?",
  partsOf: `SELECT * FROM outbox WHERE ${PARTS} ORDER BY id`,
  claim: `UPDATE outbox SET state = 'sending', attempts = attempts + 1, first_sent_ms = COALESCE(first_sent_ms, ?)
       WHERE id = ? AND state = 'pending'`,
  settle: `UPDATE outbox SET state = ?, message_id = COALESCE(?, message_id), other_ids = COALESCE(?, other_ids), problem = ?, ended_at_ms = ?
       WHERE id = ?`,
  withdraw: `UPDATE outbox SET state = 'failed', problem = 'It was taken back.', ended_at_ms = ?
       WHERE ${PARTS} AND state = 'pending'`,
  retry: `UPDATE outbox SET state = 'pending', next_attempt_ms = ?, problem = ?, first_sent_ms = CASE ? WHEN 1 THEN NULL ELSE first_sent_ms END
       WHERE id = ?`,
  reopen: `UPDATE outbox SET state = 'pending', next_attempt_ms = ?, attempts = 0, ended_at_ms = NULL, first_sent_ms = NULL
       WHERE ${PARTS} AND state IN ('unknown', 'failed')`,
  forget: `UPDATE outbox SET state = 'failed', problem = 'It is there no more.', ended_at_ms = ?
       WHERE chat_key = ? AND message_id = ? AND state = 'sent'`,
  cutOff: "SELECT * FROM outbox WHERE platform = ? AND state = 'sending' ORDER BY id",

  // What is looked up by what names it.
  byMessage:
    "SELECT * FROM outbox WHERE chat_key = ? AND message_id = ? AND state = 'sent' AND class <> 'edit' ORDER BY id DESC LIMIT 1",
  newestOf: "SELECT * FROM outbox WHERE chat_key = ? AND message_id = ? ORDER BY id DESC LIMIT 1",
  lastIn:
    "SELECT * FROM outbox WHERE chat_key = ? AND state = 'sent' AND class <> 'edit' ORDER BY id DESC LIMIT 1",
  relayedIn: `SELECT * FROM outbox WHERE chat_key = ? AND message_id IS NOT NULL AND state = 'sent' AND class <> 'edit'
       AND instr(message_json, '"answers":') > 0 ORDER BY id DESC LIMIT ?`,
  byAlbum: `SELECT * FROM outbox WHERE chat_key = ? AND other_ids IS NOT NULL AND state = 'sent'
       AND EXISTS (SELECT 1 FROM json_each(other_ids) WHERE value = ?) ORDER BY id DESC LIMIT 1`,
  byId: "SELECT * FROM outbox WHERE id = ?",

  // What is next.
  heads: headsWhere("platform = @platform"),
  headsIn: headsWhere("chat_key = @chatKey"),
  nextHeld:
    "SELECT MIN(held_until_ms) AS atMs FROM outbox WHERE platform = @platform AND state = 'pending' AND held_until_ms > @now",

  // What waits for a time before which it does not leave.
  heldIn:
    "SELECT * FROM outbox WHERE chat_key = ? AND state = 'pending' AND class = 'briefing' AND held_until_ms > ? ORDER BY id",
  reapplyQuietHours:
    "UPDATE outbox SET held_until_ms = ? WHERE chat_key = ? AND state = 'pending' AND held_until_ms IS NOT NULL",

  // What messages have to do with each other that one place on the platform shows.
  setApart: `UPDATE outbox SET state = 'pending', in_place_of = NULL, attempts = 0, first_sent_ms = NULL, next_attempt_ms = ?
       WHERE id = ? AND state IN ('pending', 'sending')`,
  replaceEdits: `UPDATE outbox SET state = 'failed', problem = 'A message took its place.', ended_at_ms = ? WHERE id IN (
         SELECT edit.id FROM outbox AS earlier JOIN outbox AS edit ON edit.chat_key = earlier.chat_key AND edit.message_id = earlier.message_id
         WHERE earlier.key = ? AND edit.class = 'edit' AND edit.state = 'pending')`,
  laterInPlace: `SELECT later.id FROM outbox AS earlier JOIN outbox AS later ON later.in_place_of = earlier.key
       WHERE earlier.chat_key = ? AND earlier.message_id = ? AND later.id > ?`,
  inPlace: "SELECT id FROM outbox WHERE in_place_of = ? LIMIT 1",
  finalOf: `SELECT id FROM outbox AS known WHERE chat_key = ? AND message_id = ?
       AND (class = 'edit' OR in_place_of IS NOT NULL OR EXISTS (SELECT 1 FROM outbox WHERE in_place_of = known.key)) LIMIT 1`,

  // What leaves in the place of a message that the platform takes in another form alone.
  putInstead: `UPDATE outbox SET message_json = ?, state = 'pending', next_attempt_ms = ?, first_sent_ms = NULL WHERE id = ?`,
  addBehind: `INSERT INTO outbox (key, message_json, platform, chat_key, class, kind, subject, state, next_attempt_ms, created_at_ms, held_until_ms, is_control)
       SELECT ?, ?, platform, chat_key, class, kind, subject, 'pending', next_attempt_ms, created_at_ms, held_until_ms, is_control FROM outbox WHERE id = ?`,

  // What looks at all messages of a kind, or at those about one subject.
  ofKind: kindWhere("kind = ?"),
  about: kindWhere("kind = ? AND subject = ?"),
  sentOfKind: kindWhere(`kind = ? AND ${SENT}`),
  sentAbout: kindWhere(`kind = ? AND subject = ? AND ${SENT}`),
  mentioning: kindWhere("kind = ? AND instr('+' || subject || '+', '+' || ? || '+') > 0"),
  lost: `SELECT key, chat_key AS chatKey FROM outbox WHERE kind <> 'other' AND kind = @kind AND state IN ('unknown', 'failed') AND message_id IS NULL
       AND (chat_key = @place OR platform = @place) ORDER BY id`,

  // What is removed before its time.
  keys: "SELECT id, key FROM outbox",
  remove: "DELETE FROM outbox WHERE id = ?",
  removeIn: "DELETE FROM outbox WHERE chat_key = ? AND kind <> 'other' AND kind = ?",

  // What only a restored database needs.
  dropUnsent: `DELETE FROM outbox WHERE ${PARTS} AND state IN ('pending', 'sending')`,
  chatsWaiting: `SELECT chat_key AS chatKey, COUNT(*) AS count FROM outbox WHERE state = 'pending' AND class IN ('reply', 'briefing')
       GROUP BY chat_key ORDER BY MIN(id)`,
  openIn: "SELECT * FROM outbox WHERE chat_key = ? AND state IN ('pending', 'sending') ORDER BY id",
  waitingIn: "SELECT id FROM outbox WHERE chat_key = ? AND state = 'pending' ORDER BY id",
  moveLast: "UPDATE outbox SET id = (SELECT MAX(id) + 1 FROM outbox) WHERE id = ?",
} as const;
