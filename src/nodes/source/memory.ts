import type { Clock } from "../../base/clock.ts";
import { dateAndTime, dayOnly } from "../../base/format-time.ts";
import type { JsonObject } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import type { Localized } from "../../base/localized.ts";
import {
  type Handlers,
  numberParam,
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../engine/execute/action-types.ts";
import { type Outcome, success } from "../../engine/values/outcome.ts";
import { type Database, inTransaction } from "../../store/database.ts";
import { type FailureOutcome, failed } from "../api/upstream.ts";
import { worded } from "../localize.ts";
import { asNote, factIn, factWords, valueWords } from "./facts.ts";
import { Memories, type MemoryRow, wordKeys } from "./memories.ts";
import { recollected } from "./recall/near-recall.ts";

/** Most candidates that a refusal names, and how much of each it quotes, in characters. */
const MAX_CANDIDATES = 10;
const QUOTED_LENGTH = 60;

/** `save_memory`, `search_memory`, `recent` and `memory_delete`. One person's memories are nobody else's. */
export function createMemoryHandlers(parts: {
  readonly database: Database;
  readonly clock: Clock;
}): Handlers {
  const { database } = parts;
  const memories = new Memories(database, parts.clock);
  return {
    "source:save_memory": async (call) => {
      const content = asNote(stringParam(call, "content"));
      inTransaction(database, () =>
        memories.save({
          personId: call.actor.personId,
          content,
          keywords: optionalString(call, "keywords") ?? "",
          category: optionalString(call, "category") ?? "",
          isTainted: call.tainted,
          isPinned: call.params["pin"] === true,
        }),
      );
      const told = factWords(content);
      return success(worded(call, { ko: `🧠 기억했어요: ${told}`, en: `🧠 Got it: ${told}` }));
    },
    "source:search_memory": async (call) => {
      const limit = numberParam(call, "limit", 20);
      const query = optionalString(call, "query") ?? "";
      const { personId } = call.actor;
      if (wordKeys(query).length === 0)
        return listed(call, memories.latest(personId, limit), NOTHING_KEPT);
      const { rows, as } = recollected(memories, personId, query, limit);
      return as === "value" || as === "words"
        ? listed(call, rows, NEVER_TOLD)
        : answered(call, rows, as === "answer");
    },
    "source:recent": async (call) =>
      listed(
        call,
        memories.latest(call.actor.personId, numberParam(call, "limit", 20)),
        NOTHING_KEPT,
      ),
    "source:memory_read": async (call) => {
      const row = memories.get(call.actor.personId, numberParam(call, "id", 0));
      if (row === undefined) return noneLike(call, memories);
      const text = worded(call, wholeWords(row, call));
      return success({ kind: "object", data: itemOf(row), text }, { tainted: row.isTainted });
    },
    "source:memory_delete": async (call) =>
      inTransaction(database, () => deleteOne(call, memories)),
  };
}

/** Deletes the one memory that a call names; where it names none or several, says which there are. */
function deleteOne(call: ReadyCall, memories: Memories): Outcome {
  const found = named(call, memories);
  if ("ok" in found) return found;
  const [only] = found;
  if (only === undefined) return noneLike(call, memories);
  if (found.length > 1) return severalLike(call, found);
  memories.remove(only);
  const text = worded(call, {
    ko: `🗑 기억을 지웠어요: ${factWords(only.content)}`,
    en: `🗑 Forgotten: ${factWords(only.content)}`,
  });
  const data = { id: only.number, content: only.content };
  return success({ kind: "object", data, text }, { tainted: only.isTainted });
}

/** The memories that the parameters may mean: by id, by the very words, or else by all of the words. */
function named(call: ReadyCall, memories: Memories): readonly MemoryRow[] | FailureOutcome {
  const { personId } = call.actor;
  const content = optionalString(call, "content")?.trim() ?? "";
  const id = numberParam(call, "id", Number(/^#?(\d{1,15})$/.exec(content)?.[1] ?? Number.NaN));
  const byId = Number.isInteger(id) ? memories.get(personId, id) : undefined;
  if (byId !== undefined) return [byId];
  if (call.params["id"] !== undefined) return [];
  if (content === "") return failed("bad-parameters", worded(call, NOTHING_NAMED));
  const exact = memories.saying(personId, content);
  if (exact.length > 0) return exact;
  const words = wordKeys(content);
  return words.length === 0 ? [] : memories.withAll(personId, words, MAX_CANDIDATES + 1);
}

const NOTHING_NAMED = {
  ko: "어느 기억을 지울지 알 수 없어요. 번호(id)나 내용을 주세요.",
  en: 'Which memory to delete is not said. Give its "id" or its words.',
};

function noneLike(call: ReadyCall, memories: Memories): Outcome {
  const content = optionalString(call, "content") ?? "";
  const asked = content === "" ? `#${numberParam(call, "id", 0)}` : content;
  const words = wordKeys(content);
  const { personId } = call.actor;
  const near =
    words.length === 0
      ? memories.latest(personId, MAX_CANDIDATES)
      : memories.withAny(personId, words, MAX_CANDIDATES);
  const list = candidates(call, near);
  const hint = {
    ko: list === "" ? "" : `\n가까운 기억:\n${list}`,
    en: list === "" ? "" : `\nThe nearest are:\n${list}`,
  };
  const text = {
    ko: `"${asked}"에 맞는 기억이 없어요.${hint.ko}`,
    en: `No memory matches "${asked}".${hint.en}`,
  };
  return failed("unknown-memory", worded(call, text));
}

function severalLike(call: ReadyCall, rows: readonly MemoryRow[]): Outcome {
  const list = candidates(call, rows.slice(0, MAX_CANDIDATES));
  const many = rows.length > MAX_CANDIDATES ? `${MAX_CANDIDATES}+` : `${rows.length}`;
  const [first] = rows;
  const form = `[source:memory_delete] {id: ${first?.number ?? 1}}`;
  const text = {
    ko: `맞는 기억이 ${many}개라 지우지 않았어요. 번호로 하나를 고르세요 (예: ${form}).\n${list}`,
    en: `${many} memories match, so none was deleted. Choose one by its id (such as ${form}).\n${list}`,
  };
  return failed("not-unique", worded(call, text));
}

/** One line a memory; what came from outside is not quoted, because a refusal carries no mark of it. */
function candidates(call: ReadyCall, rows: readonly MemoryRow[]): string {
  const outside = worded(call, { ko: "(밖에서 온 글)", en: "(text from outside)" });
  return rows
    .map((row) => {
      const letters = [...row.content.replace(/\s+/g, " ")];
      const quoted = letters.slice(0, QUOTED_LENGTH).join("");
      const words = letters.length > QUOTED_LENGTH ? `${quoted}…` : quoted;
      const told = row.isTainted ? outside : words;
      return `- #${row.number} ${told} (${dateAndTime(row.createdAtMs, call.actor)})`;
    })
    .join("\n");
}

/** What a person told, and when. */
function toldWords(row: MemoryRow, call: ReadyCall, isAnswer: boolean): Localized {
  const words = factWords(row.content);
  const day = dayTold(row, call);
  if (!isAnswer) return { ko: `- ${words} (${day})`, en: `- ${words} (${day})` };
  const fact = factIn(row.content);
  if (fact === undefined) return wholeWords(row, call);
  const value = valueWords(fact);
  const isMany = /^\s*(?:are|were)\b/iu.test(fact.joint);
  return {
    ko: korean`${value}이에요(예요) (${day}에 알려 주셨어요).`,
    en: `${isMany ? "They're" : "It's"} ${value} (you told me ${day}).`,
  };
}

/** An answer that shows what it was taken from. */
function wholeWords(row: MemoryRow, call: ReadyCall): Localized {
  const words = factWords(row.content);
  const day = dayTold(row, call);
  return {
    ko: `🧠 ${words} (${day}에 알려 주셨어요)`,
    en: `🧠 ${words} (you told me ${day})`,
  };
}

function dayTold({ createdAtMs: atMs }: MemoryRow, { actor }: ReadyCall): string {
  return `[${dayOnly(atMs, actor, atMs)}](time:${Math.floor(atMs / 1000)}:D)`;
}

const NEVER_TOLD: Localized = { ko: "그건 들은 적이 없어요.", en: "You haven't told me that." };
const NOTHING_KEPT: Localized = { ko: "기억하는 것이 없어요.", en: "I remember nothing yet." };

/** Memories that answer a question in other words, each whole, or where it is not sure are no more than near it. */
function answered(call: ReadyCall, rows: readonly MemoryRow[], isSure: boolean): Outcome {
  const lines = rows.map((row) => worded(call, toldWords(row, call, false)));
  const [first, ...others] = rows;
  if (!isSure || first === undefined)
    return asList(rows, [worded(call, NEAREST), ...lines].join("\n"));
  const answer = worded(call, wholeWords(first, call));
  const also = others.length === 0 ? [] : ["", worded(call, ALSO), ...lines.slice(1)];
  return asList(rows, [answer, ...also].join("\n"));
}

const NEAREST: Localized = {
  ko: "딱 그건 들은 적이 없어요. 가까운 건 이거예요:",
  en: "I don't remember just that. The nearest:",
};
const ALSO: Localized = { ko: "이것도 있어요:", en: "Also:" };

/** Memories as lines and as data, or the words for none. */
function listed(call: ReadyCall, rows: readonly MemoryRow[], none: Localized): Outcome {
  const isAnswer = none === NEVER_TOLD && rows.length === 1;
  const lines = rows.map((row) => worded(call, toldWords(row, call, isAnswer)));
  return asList(rows, rows.length === 0 ? worded(call, none) : lines.join("\n"));
}

function asList(rows: readonly MemoryRow[], text: string): Outcome {
  const items = rows.map(itemOf);
  return success({ kind: "list", items, text }, { tainted: rows.some((row) => row.isTainted) });
}

function itemOf(row: MemoryRow): JsonObject {
  return {
    id: row.number,
    content: row.content,
    category: row.category,
    saved_at: new Date(row.createdAtMs).toISOString(),
  };
}
