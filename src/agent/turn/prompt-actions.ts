import type { ActionDefinition } from "../../engine/catalogue/catalogue.ts";
import { type ActionSearch, nameOf } from "../../rag/search/action-search.ts";

/** What the cut of the list of actions hangs on. The same facts give the same cut. */
export interface CutFacts {
  readonly message: string;
  /** What the person said before it, newest last: "save that" says little by itself. */
  readonly before: readonly string[];
  /** Names of actions that the conversation or the references use already. */
  readonly used: readonly string[];
  readonly allowed: (action: ActionDefinition) => boolean;
}

/** Actions that many requests need besides what they name. */
const ALWAYS = new Set([
  "system:time",
  "system:file",
  "system:write",
  "system:read",
  "system:list",
  "system:todo",
  "system:notify_user",
  "system:ask_user",
  "system:schedule",
  "system:list_events",
  "system:summarize",
  "system:discover",
  "source:search_news",
  "source:web_search",
  "source:crawl",
  "source:save_memory",
  "source:search_memory",
  "messenger:send",
]);

/** Actions found for a message, and for the message before it. */
const FOUND = 18;
const FOUND_BEFORE = 4;

/** Most actions that are taken over from the conversation. */
const MOST_USED = 10;

/** The actions that are listed for a message, in the order of the catalogue. Pure. */
export function chooseActions(
  actions: readonly ActionDefinition[],
  search: ActionSearch,
  { message, before, used, allowed }: CutFacts,
): readonly ActionDefinition[] {
  const last = before.at(-1) ?? "";
  const chosen = new Set([
    ...used.slice(-MOST_USED),
    ...search.search(message, FOUND, allowed).map(({ action }) => nameOf(action)),
    ...search.search(last, FOUND_BEFORE, allowed).map(({ action }) => nameOf(action)),
  ]);
  return actions.filter(
    (action) => allowed(action) && (ALWAYS.has(nameOf(action)) || chosen.has(nameOf(action))),
  );
}
