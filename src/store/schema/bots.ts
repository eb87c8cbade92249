/** Tables of the bots room: what arrived, what must leave, and where chats are. */
export const BOTS_SCHEMA = `
CREATE TABLE updates (
  platform TEXT NOT NULL,
  update_id TEXT NOT NULL,
  chat_key TEXT NOT NULL,
  event_json TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('received', 'done', 'ignored', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0,
  received_at_ms INTEGER NOT NULL,
  ended_at_ms INTEGER,
  PRIMARY KEY (platform, update_id)
) STRICT;
CREATE INDEX updates_open ON updates (state) WHERE state = 'received';

CREATE TABLE outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  platform TEXT NOT NULL,
  chat_key TEXT NOT NULL,
  class TEXT NOT NULL CHECK (class IN ('card', 'reply', 'briefing', 'edit')),
  message_json TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'sending', 'sent', 'unknown', 'failed')),
  message_id TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_ms INTEGER NOT NULL,
  problem TEXT,
  created_at_ms INTEGER NOT NULL,
  ended_at_ms INTEGER
) STRICT;
CREATE INDEX outbox_open ON outbox (platform, state, next_attempt_ms) WHERE state IN ('pending', 'sending');

CREATE TABLE chats (
  chat_key TEXT PRIMARY KEY,
  address_json TEXT NOT NULL,
  person_id TEXT,
  last_seen_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX chats_by_person ON chats (person_id);
`;

/** A message may hold several files, and a platform may make several messages of it. */
export const ALBUMS_SCHEMA = `
ALTER TABLE outbox ADD COLUMN other_ids TEXT;
CREATE INDEX outbox_albums ON outbox (chat_key) WHERE other_ids IS NOT NULL;
UPDATE outbox SET message_json = json_remove(json_set(message_json, '$.files', json_array(json_extract(message_json, '$.file'))), '$.file')
WHERE json_type(message_json, '$.file') = 'object';
`;

/**
 * Files that came with messages: a row each, by the update that brought it and its place in it. `digest` is written before the file takes
 * its name, so that a restarted process knows its own file from another of that name. `files_json` of a turn lists the paths that came with it.
 */
export const ATTACHMENTS_SCHEMA = `
CREATE TABLE attachments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  origin TEXT NOT NULL,
  position INTEGER NOT NULL,
  person_id TEXT NOT NULL,
  chat_key TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('photo', 'image', 'voice', 'audio', 'video', 'document')),
  name TEXT NOT NULL,
  media_type TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'whole', 'saved', 'failed')),
  path TEXT,
  digest TEXT,
  size_bytes INTEGER,
  transcript TEXT,
  problem_json TEXT,
  at_ms INTEGER NOT NULL,
  UNIQUE (origin, position)
) STRICT;
CREATE INDEX attachments_by_chat ON attachments (chat_key, id);
CREATE INDEX attachments_by_time ON attachments (at_ms);

ALTER TABLE turns ADD COLUMN files_json TEXT;
`;

/** What a card carries beyond its decision: a reason, who asked again, the card it belongs to, the message that answered it; what people changed in a program; when a signing key ends. */
export const CARDS_SCHEMA = `
ALTER TABLE approvals ADD COLUMN reason TEXT;
ALTER TABLE approvals ADD COLUMN asked_again_by TEXT;
ALTER TABLE approvals ADD COLUMN parent_id TEXT;
ALTER TABLE approvals ADD COLUMN answer_origin TEXT;
CREATE INDEX approvals_by_parent ON approvals (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX approvals_by_answer ON approvals (answer_origin) WHERE answer_origin IS NOT NULL;
ALTER TABLE runs ADD COLUMN changes_json TEXT;
ALTER TABLE signing_keys ADD COLUMN retires_at_ms INTEGER;
`;

/** How close together briefings may be due to come as one message, in minutes; 0 for never. */
export const DIGESTS_SCHEMA: string = `
ALTER TABLE people ADD COLUMN digest_minutes INTEGER NOT NULL DEFAULT 2 CHECK (digest_minutes BETWEEN 0 AND 60);
`;

/** Which earlier message a message takes the place of, and what was added about a message on its platform. */
export const IN_PLACE_SCHEMA = `
ALTER TABLE outbox ADD COLUMN in_place_of TEXT;
CREATE INDEX outbox_in_place ON outbox (in_place_of) WHERE in_place_of IS NOT NULL;
CREATE INDEX outbox_by_message ON outbox (chat_key, message_id) WHERE message_id IS NOT NULL;
`;

/** An edit names its message by the chat and the platform's id: what came before it is looked for among the chat's. */
export const MESSAGES_BY_CHAT_SCHEMA = `
CREATE INDEX updates_by_chat ON updates (chat_key);
`;

/** What waits in one chat is found without looking at what was ever sent there. */
export const OPEN_BY_CHAT_SCHEMA = `
CREATE INDEX outbox_open_by_chat ON outbox (chat_key) WHERE state IN ('pending', 'sending');
`;

/** When a message first left, and what an adapter has to know again after a restart. */
export const PLATFORM_NOTES_SCHEMA = `
ALTER TABLE outbox ADD COLUMN first_sent_ms INTEGER;
CREATE TABLE platform_notes (
  platform TEXT NOT NULL,
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  expires_at_ms INTEGER,
  PRIMARY KEY (platform, name)
) STRICT;
`;

/** When a person is not to be disturbed, in minutes of their day, and until when a message waits for the end of that. */
export const QUIET_HOURS_SCHEMA = `
ALTER TABLE people ADD COLUMN quiet_from INTEGER CHECK (quiet_from BETWEEN 0 AND 1439);
ALTER TABLE people ADD COLUMN quiet_to INTEGER CHECK (quiet_to BETWEEN 0 AND 1439);
ALTER TABLE outbox ADD COLUMN held_until_ms INTEGER;
`;

/** Messages that leave before everything else, such as the answer to a stop. */
export const CONTROL_SCHEMA = `
ALTER TABLE outbox ADD COLUMN is_control INTEGER NOT NULL DEFAULT 0;
`;

/** Ends the questions for another value of a program, which nothing answers; what they asked about stays as words. */
export const CLOSED_QUESTIONS_SCHEMA = `
UPDATE approvals SET
  state = CASE state WHEN 'pending' THEN 'cancelled' ELSE state END,
  decided_at_ms = COALESCE(decided_at_ms, created_at_ms),
  outcome_text = COALESCE(outcome_text, ''),
  card_json = json_set(json_remove(card_json, '$.followUp'), '$.prompt', COALESCE(card_json ->> '$.followUp.present', ''))
WHERE kind = 'question' AND card_json ->> '$.followUp.kind' IN ('value', 'choice');
`;

/** What a message is and what it is about, for those who watch what becomes of it; of older rows it is read from their keys. */
export const KINDS_SCHEMA = `
ALTER TABLE outbox ADD COLUMN kind TEXT NOT NULL DEFAULT 'other';
ALTER TABLE outbox ADD COLUMN subject TEXT;
CREATE INDEX outbox_by_kind ON outbox (kind, subject) WHERE kind <> 'other';
WITH named AS (
  SELECT id, substr(key, 1, instr(key, ':') - 1) AS head, substr(key, instr(key, ':') + 1) AS rest FROM (
    SELECT id, CASE WHEN key GLOB 'again:*' THEN substr(key, 7) ELSE key END AS key FROM (
      SELECT id, substr(key, 1, instr(key || '#', '#') - 1) AS key FROM outbox)))
UPDATE outbox SET
  kind = CASE
    WHEN rest GLOB 'farewell:*' THEN 'farewell'
    WHEN head = 'card' OR (head = 'edit' AND rest GLOB 'ap_*') THEN 'card'
    WHEN head = 'program' THEN 'details'
    WHEN head = 'briefing' AND instr(rest, ':') = 0 THEN 'briefing'
    WHEN head = 'unsure' THEN 'unknown-note'
    WHEN head = 'webhook-secret' THEN 'secret'
    WHEN head IN ('status', 'missed', 'reply') THEN head
    ELSE 'other' END,
  subject = CASE
    WHEN rest GLOB 'farewell:*' THEN NULL
    WHEN head IN ('card', 'edit', 'program') AND rest GLOB 'ap_*' THEN substr(rest, 1, instr(rest, ':') - 1)
    WHEN head = 'briefing' AND instr(rest, ':') = 0 THEN rest
    WHEN head = 'missed' THEN 'missed:' || rest
    WHEN head = 'unsure' THEN rest
    WHEN head = 'status' THEN substr(rest, 1, instr(rest, '@') - 1)
    END
FROM named WHERE named.id = outbox.id;
`;

/** Answers for one pair of eyes, until the one who asked wants to see them. The cards that offered to show such an answer to a group end, with what they held of it. */
export const HELD_ANSWERS_SCHEMA = `
CREATE TABLE held_answers (
  id TEXT PRIMARY KEY,
  person_id TEXT NOT NULL,
  chat_key TEXT NOT NULL,
  shown_in TEXT NOT NULL,
  messages_json TEXT NOT NULL,
  text TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX held_answers_by_time ON held_answers (at_ms);
UPDATE approvals SET
  state = CASE state WHEN 'pending' THEN 'cancelled' ELSE state END,
  decided_at_ms = COALESCE(decided_at_ms, created_at_ms),
  outcome_text = COALESCE(outcome_text, ''),
  card_json = json_remove(card_json, '$.share')
WHERE kind = 'proposal' AND card_json ->> '$.share' IS NOT NULL;
`;
