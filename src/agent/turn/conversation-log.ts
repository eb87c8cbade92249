import type { Database } from "../../store/database.ts";
import { DELEGATION_CONVERSATION, type Place } from "./turn-table.ts";

/** One exchange of a chat: what was asked, or the program that a person ran, and what came of it. */
export interface PastEntry {
  readonly atMs: number;
  readonly asked: string;
  /** The state stands for an answer that there is none of. */
  readonly answered?: string;
  readonly state: string;
  /** Of a program that a message ran: what that message is known by. */
  readonly origin?: string;
}

/** Most exchanges that hold any of the words and are held against all of them. */
const MOST_LOOKED_AT = 400;

/** Reads what was said in a place, of all its conversations that are kept. */
export type Past = ReturnType<typeof createPast>;

/** Opens the past of conversations. */
export function createPast(database: Database) {
  // Programs of a turn and what it asks of colleagues belong to it; programs of schedules were asked for by nobody now.
  const entries = `
    SELECT started_at_ms AS at_ms, input AS asked, reply AS answered, state, NULL AS origin
    FROM turns WHERE person_id = @person AND chat_key = @chat AND conversation NOT LIKE '${DELEGATION_CONVERSATION}%'
    UNION ALL
    SELECT created_at_ms, source, NULL, state, origin FROM runs
    WHERE person_id = @person AND chat_key = @chat AND turn_id IS NULL
    AND (origin LIKE 'update:%' OR origin LIKE 'proposal:%' OR origin LIKE 'command:%')`;
  const page = database.prepare<
    [{ person: string; chat: string; limit: number; offset: number }],
    {
      readonly at_ms: number;
      readonly asked: string;
      readonly answered: string | null;
      readonly state: string;
      readonly origin: string | null;
    }
  >(`${entries} ORDER BY at_ms DESC LIMIT @limit OFFSET @offset`);
  const count = database.prepare<[{ person: string; chat: string }], { readonly count: number }>(
    `SELECT COUNT(*) AS count FROM (${entries})`,
  );
  const places = database.prepare<[string, string], { readonly chat_key: string }>(
    "SELECT chat_key FROM turns WHERE person_id = ? UNION SELECT chat_key FROM runs WHERE person_id = ?",
  );
  const holding = database.prepare<
    [{ person: string; since: number; words: string; limit: number }],
    {
      readonly at_ms: number;
      readonly asked: string;
      readonly answered: string | null;
      readonly tainted: number;
    }
  >(
    `SELECT started_at_ms AS at_ms, input AS asked, reply AS answered, tainted FROM turns
     WHERE person_id = @person AND started_at_ms >= @since AND state <> 'running'
     AND conversation NOT LIKE '${DELEGATION_CONVERSATION}%'
     AND EXISTS (SELECT 1 FROM json_each(@words) WHERE instr(lower(input || ' ' || COALESCE(reply, '')), value) > 0)
     ORDER BY started_at_ms DESC LIMIT @limit`,
  );
  return {
    /** What a person said in any chat, and the answers, since a moment: those with the most of the words first, then the newest. `words` are in lower case. */
    search(
      personId: string,
      words: readonly string[],
      { sinceMs, limit }: { readonly sinceMs: number; readonly limit: number },
    ) {
      const facts = { person: personId, since: sinceMs, words: JSON.stringify(words) };
      const found = holding.all({ ...facts, limit: MOST_LOOKED_AT }).map((row) => {
        const { asked, answered } = { asked: row.asked, answered: row.answered ?? "" };
        const text = `${asked} ${answered}`.toLowerCase();
        const matches = words.filter((word) => text.includes(word)).length;
        return {
          matches,
          entry: { atMs: row.at_ms, asked, answered, isTainted: row.tainted === 1 },
        };
      });
      const best = found.sort((left, right) => right.matches - left.matches); // of as many matches the newest stays first
      return best.slice(0, limit).map(({ entry }) => entry);
    },
    /** Keys of the chats where a person asked something. */
    places: (personId: string): readonly string[] =>
      places.all(personId, personId).map((row) => row.chat_key),
    count: ({ personId, chatKey }: Place): number =>
      count.get({ person: personId, chat: chatKey })?.count ?? 0,
    /** Newest first. */
    page: ({ personId, chatKey }: Place, offset: number, limit: number): readonly PastEntry[] =>
      page.all({ person: personId, chat: chatKey, limit, offset }).map((row) => ({
        atMs: row.at_ms,
        asked: row.asked,
        ...(row.answered === null ? {} : { answered: row.answered }),
        state: row.state,
        ...(row.origin === null ? {} : { origin: row.origin.replace(/\/\d+$/, "") }),
      })),
  };
}
