import { mentionsNothingOpen, type TableKeeping } from "../../store/retention.ts";

/** Whoever sent it, in a private chat or in a group. */
const SENT_BY_PERSON = `(chat_key IN (SELECT value FROM json_each(@chats)) OR EXISTS (
  SELECT 1 FROM json_each(@accounts) AS account
  WHERE account.value ->> 'platform' = updates.platform
    AND account.value ->> 'externalId' = updates.event_json ->> '$.sender.id'))`;

const WITHOUT_PATHS = `CASE WHEN json_type(message_json, '$.files') IS NULL THEN message_json ELSE json_set(message_json, '$.files',
  json((SELECT json_group_array(json(json_remove(value, '$.path'))) FROM json_each(message_json, '$.files')))) END`;

/** What a person alone was shown in a group. */
const SHOWN_TO_PERSON = "(kind = 'held' AND subject = @person)";

/** The bots room's tables in time. */
export const BOTS_KEEPING: readonly TableKeeping[] = [
  {
    table: "updates",
    owned: SENT_BY_PERSON,
    names: ["'update:' || platform || ':' || update_id"],
    open: "SELECT 'update:' || platform || ':' || update_id FROM updates WHERE state = 'received'",
    // What is left is a number of the platform, by which an update that is delivered again is known.
    forgotten: {
      instead: `UPDATE updates SET event_json = '{}', chat_key = '', ended_at_ms = COALESCE(ended_at_ms, received_at_ms),
        state = CASE state WHEN 'received' THEN 'done' ELSE state END WHERE ${SENT_BY_PERSON}`,
    },
    expires: {
      after: "transport",
      when: "ended_at_ms < @before AND state IN ('done', 'ignored', 'failed')",
      oldest: "ended_at_ms",
    },
  },
  {
    table: "outbox",
    owned: `chat_key IN (SELECT value FROM json_each(@chats)) OR ${SHOWN_TO_PERSON}`,
    exported: {
      // Cards and their details in an owner's chat are about what other people asked for.
      where: `(chat_key IN (SELECT value FROM json_each(@chats)) OR ${SHOWN_TO_PERSON})
        AND class IN ('reply', 'briefing') AND kind <> 'details'`,
      // Where a file lay is the machine's business.
      columns: { message_json: WITHOUT_PATHS },
    },
    expires: {
      after: "transport",
      when: `(ended_at_ms < @before OR kind = 'farewell') AND state IN ('sent', 'unknown', 'failed')
        AND ${mentionsNothingOpen("outbox.key")}`,
      oldest: "ended_at_ms",
    },
  },
  {
    table: "held_answers",
    owned: "person_id = @person",
    // What of it is theirs is exported where it is kept, and when it was shown with the messages.
    exported: { none: true },
    because: "Rows go after a day, when the next answer is held or shown, or in the night.",
  },
  {
    table: "attachments",
    owned: "person_id = @person",
    expires: {
      after: "messages",
      when: `at_ms < @before AND ${mentionsNothingOpen("origin")}`,
      oldest: "at_ms",
    },
  },
  {
    table: "platform_notes",
    because: "It holds what a platform gave the bot itself, most of it for a quarter of an hour.",
  },
  {
    table: "chats",
    owned: "person_id = @person",
    // Groups stay, since schedules are brought there, and so do private chats of people who are known.
    expires: {
      after: "messages",
      when: `last_seen_ms < @before AND person_id IS NULL AND address_json ->> '$.isPrivate' = 1
        AND NOT EXISTS (SELECT 1 FROM json_each(@open) WHERE value = 'chat:' || chat_key)`,
      oldest: "last_seen_ms",
    },
  },
];
