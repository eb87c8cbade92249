import { mentionsNothingOpen, type TableKeeping } from "../store/keeping.ts";

/** What a person asked for, and the card with which someone asked to be let in. */
const ASKED_BY_PERSON = `((person_id = @person AND kind <> 'access') OR (kind = 'access' AND EXISTS (
  SELECT 1 FROM json_each(@accounts) AS account
  WHERE account.value ->> 'platform' = card_json ->> '$.account.platform'
    AND account.value ->> 'externalId' = card_json ->> '$.account.externalId')))`;

const DECIDER = `CASE WHEN decided_by IS NULL THEN NULL WHEN decided_by = @person THEN 'you' ELSE 'someone else' END`;

/** Decided, and carried out or given up. */
const IS_OVER =
  "(state = 'cancelled' OR (state IN ('approved', 'denied', 'answered', 'expired') AND outcome_text IS NOT NULL))";

/** The security room's tables in time. A person goes last: until then the rest can be found. */
export const SECURITY_KEEPING: readonly TableKeeping[] = [
  {
    table: "approvals",
    owned: ASKED_BY_PERSON,
    names: ["id"],
    // Where an answer is waited for, the chat must stay known too.
    open: `SELECT id FROM approvals WHERE NOT ${IS_OVER}
      UNION ALL SELECT 'chat:' || chat_key FROM approvals WHERE state = 'pending'`,
    exported: {
      where: "person_id = @person AND kind <> 'access'",
      columns: { decided_by: DECIDER },
      also: {
        decisions_for_others: `SELECT rowid AS export_rowid, id, kind, state, decided_at_ms FROM approvals
          WHERE decided_by = @person AND NOT (person_id = @person AND kind <> 'access')`,
      },
    },
    forgotten: {
      also: ["UPDATE approvals SET decided_by = 'forgotten' WHERE decided_by = @person"],
    },
    expires: {
      after: "messages",
      when: `decided_at_ms < @before AND ${IS_OVER} AND ${mentionsNothingOpen("COALESCE(run_id, '')")}`,
      oldest: "decided_at_ms",
    },
  },
  {
    table: "one_time_codes",
    owned: "person_id = @person",
    because: "Only the digest of a code is kept.",
    exported: { none: true },
    expires: {
      after: "transport",
      when: "expires_at_ms < @before AND COALESCE(used_at_ms, 0) < @before",
      oldest: "expires_at_ms",
    },
  },
  {
    table: "signing_keys",
    because: "They sign everybody's buttons and belong to nobody.",
  },
  { table: "identities", owned: "person_id = @person" },
  { table: "people", owned: "id = @person" },
];
