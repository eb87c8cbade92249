import type { Clock } from "../../base/clock.ts";
import { dateAndTime, isoInZone } from "../../base/format-time.ts";
import { cutAfter, oneLine } from "../../base/localized.ts";
import {
  type Handlers,
  numberParam,
  type ReadyCall,
  stringParam,
} from "../../engine/execute/action-types.ts";
import { type Outcome, success } from "../../engine/values/outcome.ts";
import { readWords } from "../../rag/text/normalize.ts";
import { worded } from "../localize.ts";

const DAY_MS = 86_400_000;

/** Exchanges that are found without a number, days that are looked back, and how much of an answer is told, in characters. */
const USUAL_COUNT = 5;
const USUAL_DAYS = 365;
const LONGEST_ANSWER = 600;
const LONGEST_LINE = 160;

/** An exchange of an earlier conversation. */
export interface Exchange {
  readonly atMs: number;
  readonly asked: string;
  readonly answered: string;
  /** True when something from outside was read in it. */
  readonly isTainted: boolean;
}

/** Finds what a person said, and what was answered. */
export interface PastSearch {
  search(
    personId: string,
    words: readonly string[],
    options: { readonly sinceMs: number; readonly limit: number },
  ): readonly Exchange[];
}

/** `search_history`: one person's conversations are nobody else's. */
export function createHistoryHandlers(parts: {
  readonly past: PastSearch;
  readonly clock: Clock;
}): Handlers {
  return {
    "system:search_history": async (call) => {
      const sinceMs = parts.clock.now() - numberParam(call, "days", USUAL_DAYS) * DAY_MS;
      const limit = numberParam(call, "limit", USUAL_COUNT);
      const words = wordsOf(stringParam(call, "query"));
      return told(call, parts.past.search(call.actor.personId, words, { sinceMs, limit }));
    },
  };
}

/** The words that tell, as they are said and without their endings. */
function wordsOf(query: string): readonly string[] {
  const all = readWords(query);
  const telling = all.filter(({ part }) => part === "content");
  return [...new Set((telling.length === 0 ? all : telling).map(({ key }) => key.toLowerCase()))];
}

function told(call: ReadyCall, found: readonly Exchange[]): Outcome {
  const { zone } = call.actor;
  const items = found.map(({ atMs, asked, answered }) => ({
    at: isoInZone(atMs, zone),
    asked,
    answered: cutAfter(answered, LONGEST_ANSWER),
  }));
  const lines = found.map(({ atMs, asked, answered }) => {
    const answer = answered === "" ? "" : `\n   → ${oneLine(answered, LONGEST_LINE)}`;
    return `${dateAndTime(atMs, call.actor)} · ${oneLine(asked, LONGEST_LINE)}${answer}`;
  });
  const none = {
    ko: "지난 대화에는 그런 말이 없어요.",
    en: "There is nothing like that in what we said.",
  };
  const text = lines.length === 0 ? worded(call, none) : lines.join("\n");
  return success({ kind: "list", items, text }, { tainted: found.some((each) => each.isTainted) });
}
