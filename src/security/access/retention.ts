import { mentionsNothingOpen, oneOfEach, type TableKeeping } from "../../store/retention.ts";
import { LOCAL_PERSON_ID } from "./people.ts";

/** What a person asked for; of the questions to owners about rights, those about use of the model. */
const OWN_QUESTION =
  "(person_id = @person AND (kind <> 'access' OR card_json ->> '$.budget' IS NOT NULL))";

/** What a person asked for, and the card with which someone asked to be let in. */
const ASKED_BY_PERSON = `(${OWN_QUESTION} OR (kind = 'access' AND EXISTS (
  SELECT 1 FROM json_each(@accounts) AS account
  WHERE account.value ->> 'platform' = card_json ->> '$.account.platform'
    AND account.value ->> 'externalId' = card_json ->> '$.account.externalId')))`;

/** Who did something, without a word about who else it was. */
function whether(column: string): string {
  return `CASE WHEN ${column} IS NULL THEN NULL WHEN ${column} = @person THEN 'you' ELSE 'someone else' END`;
}

function forgetIn(table: string, column: string): string {
  return `UPDATE ${table} SET ${column} = 'forgotten' WHERE ${column} = @person`;
}

function joinedIn(table: string, column: string): string {
  return `UPDATE OR REPLACE ${table} SET ${column} = @to WHERE ${column} = @from`;
}

/** Decided, and carried out or given up. */
const IS_OVER =
  "(state = 'cancelled' OR (state IN ('approved', 'denied', 'answered', 'expired') AND outcome_text IS NOT NULL))";

/** The security room's tables in time. A person goes last: until then the rest can be found. */
export const SECURITY_KEEPING: readonly TableKeeping[] = [
  {
    table: "approvals",
    owned: ASKED_BY_PERSON,
    children: [
      {
        table: "approval_votes",
        key: "approval_id",
        exported: { columns: { person_id: whether("person_id") } },
      },
    ],
    names: ["id"],
    joined: [
      `UPDATE approvals SET person_id = @to WHERE ${OWN_QUESTION.replaceAll("@person", "@from")}`,
      joinedIn("approvals", "decided_by"),
      joinedIn("approvals", "asked_again_by"),
      ...oneOfEach("approval_votes"),
    ],
    // Where an answer is waited for, the chat must stay known too.
    open: `SELECT id FROM approvals WHERE NOT ${IS_OVER}
      UNION ALL SELECT 'chat:' || chat_key FROM approvals WHERE state = 'pending'`,
    exported: {
      where: OWN_QUESTION,
      columns: { decided_by: whether("decided_by"), asked_again_by: whether("asked_again_by") },
      also: {
        decisions_for_others: `SELECT rowid AS export_rowid, id, kind, state, decided_at_ms FROM approvals
          WHERE decided_by = @person AND NOT ${OWN_QUESTION}`,
        votes: `SELECT rowid AS export_rowid, approval_id, voted_at_ms FROM approval_votes
          WHERE person_id = @person`,
      },
    },
    forgotten: {
      also: [
        forgetIn("approvals", "decided_by"),
        forgetIn("approvals", "asked_again_by"),
        "DELETE FROM approval_votes WHERE person_id = @person",
      ],
    },
    expires: {
      after: "messages",
      when: `decided_at_ms < @before AND ${IS_OVER} AND ${mentionsNothingOpen("COALESCE(run_id, '')")}`,
      oldest: "decided_at_ms",
    },
  },
  {
    table: "grants",
    owned: "person_id = @person",
    children: [{ table: "grant_uses", key: "grant_id" }],
    names: ["id"],
    joined: ["person_id", "given_by", "revoked_by"].map((column) => joinedIn("grants", column)),
    exported: {
      columns: { given_by: whether("given_by"), revoked_by: whether("revoked_by") },
    },
    forgotten: { also: [forgetIn("grants", "given_by"), forgetIn("grants", "revoked_by")] },
    expires: {
      after: "messages",
      when: "MIN(COALESCE(revoked_at_ms, expires_at_ms), COALESCE(expires_at_ms, revoked_at_ms)) < @before",
      oldest: "created_at_ms",
    },
  },
  {
    table: "standing_approvals",
    owned: "person_id = @person",
    children: [{ table: "standing_uses", key: "standing_id" }],
    names: ["id"],
    joined: [
      joinedIn("standing_approvals", "person_id"),
      "UPDATE standing_approvals SET givers_json = replace(givers_json, @from, @to)",
    ],
    exported: { columns: { binding: null, givers_json: null } },
    forgotten: {
      also: [
        "UPDATE standing_approvals SET givers_json = replace(givers_json, @person, 'forgotten') WHERE instr(givers_json, @person) > 0",
      ],
    },
    expires: {
      after: "messages",
      when: "COALESCE(ended_at_ms, expires_at_ms) < @before",
      oldest: "created_at_ms",
    },
  },
  {
    table: "one_time_codes",
    owned: "person_id = @person",
    because: "Only the digest of a code is kept.",
    joined: ["DELETE FROM one_time_codes WHERE person_id = @from"],
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
  {
    table: "rate_uses",
    owned: "person_id = @person",
    expires: { after: "transport", when: "at_ms < @before", oldest: "at_ms" },
  },
  {
    table: "model_uses",
    owned: "person_id = @person",
    because:
      "What the whole service and a shared chat used today still counts after a person is gone.",
    forgotten: {
      instead:
        "UPDATE model_uses SET person_id = 'forgotten', schedule_id = NULL, chat_key = CASE WHEN chat_key IN (SELECT value FROM json_each(@chats)) THEN 'forgotten' ELSE chat_key END WHERE person_id = @person",
    },
    expires: { after: "transport", when: "at_ms < @before", oldest: "at_ms" },
  },
  {
    table: "budget_allowances",
    owned: "person_id = @person",
    joined: ["person_id", "given_by", "subject"].map((column) =>
      joinedIn("budget_allowances", column),
    ),
    exported: { columns: { given_by: whether("given_by") } },
    forgotten: {
      also: [forgetIn("budget_allowances", "given_by")],
    },
    expires: { after: "transport", when: "until_ms < @before", oldest: "until_ms" },
  },
  {
    table: "budget_raises",
    owned: "person_id = @person",
    joined: ["person_id", "given_by", "subject"].map((column) => joinedIn("budget_raises", column)),
    exported: { columns: { given_by: whether("given_by") } },
    forgotten: {
      also: [forgetIn("budget_raises", "given_by")],
    },
    expires: { after: "transport", when: "until_ms < @before", oldest: "until_ms" },
  },
  { table: "identities", owned: "person_id = @person" },
  {
    table: "people",
    owned: "id = @person",
    // The local owner stays, whosever the console is.
    joined: [`DELETE FROM people WHERE id = @from AND id <> '${LOCAL_PERSON_ID}'`],
  },
];
