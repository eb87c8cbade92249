import type { ActionDefinition, Catalogue } from "../../engine/catalogue/catalogue.ts";
import { Gradual } from "../text/time-slices.ts";
import { buildExampleMatcher, type ExampleMatch, type MatchDocument } from "./example-match.ts";

/** An action that resembles a text. */
export interface ActionHit {
  readonly action: ActionDefinition;
  /** In [0, 1]. */
  readonly score: number;
}

/** Finds actions by what people say. */
export interface ActionSearch {
  /** At most `limit` actions that share a word with the text and that `accept` (default: all) lets through, best first, ties in the order of the catalogue. */
  search(
    text: string,
    limit: number,
    accept?: (action: ActionDefinition) => boolean,
  ): readonly ActionHit[];
  /** Resolves when the index is built; a search before that builds the rest of it at once. */
  ready(): Promise<void>;
}

/** What a text holds of a document counts half as much as how alike the two are: a long request asks for several things. */
const COVERAGE_SHARE = 0.5;

/** Documents looked at for one text, for each action that may be returned. */
const DOCUMENTS_A_HIT = 30;

/** An index in memory, over names, verbs, descriptions and example phrasings in both languages. */
export function createActionSearch(catalogue: Catalogue): ActionSearch {
  const actions = [...catalogue.actions.values()];
  const verbs = verbWords(catalogue);
  const entries = actions.flatMap((action, place) =>
    documentsOf(action, verbs.get(nameOf(action)) ?? []).map((document) => ({ document, place })),
  );
  const matcher = new Gradual(buildExampleMatcher(entries.map(({ document }) => document)));
  return {
    ready: () => matcher.ready(),
    search(text, limit, accept = () => true) {
      const isWanted = (index: number): boolean => {
        const action = actions[entries[index]?.place ?? -1];
        return action !== undefined && accept(action);
      };
      const best = new Map<number, number>();
      const options = { accept: isWanted, rankBy: "either" } as const;
      for (const match of matcher.get().search({ text }, limit * DOCUMENTS_A_HIT, options))
        keepBest(best, entries[match.index]?.place ?? -1, match);
      return [...best]
        .sort(([first, left], [second, right]) => right - left || first - second)
        .slice(0, limit)
        .flatMap(([place, score]) => {
          const action = actions[place];
          return action === undefined ? [] : [{ action, score }];
        });
    },
  };
}

/** The full name under which the catalogue has an action. */
export function nameOf({ node, action }: ActionDefinition): string {
  return `${node}:${action}`;
}

function keepBest(best: Map<number, number>, place: number, match: ExampleMatch): void {
  const score = (match.score + COVERAGE_SHARE * match.coverage) / (1 + COVERAGE_SHARE);
  best.set(place, Math.max(best.get(place) ?? 0, score));
}

function documentsOf(action: ActionDefinition, verbs: readonly string[]): readonly MatchDocument[] {
  const name = [action.node, action.action.replaceAll("_", " "), ...verbs].join(" ");
  const phrasings = action.examples.flatMap(({ ko, en }) => [...ko, ...en]);
  return [`${action.description.ko} ${name}`, `${action.description.en} ${name}`, ...phrasings].map(
    (text) => ({ text }),
  );
}

/** `search news` for the action that `search {type: "news"}` reaches. */
function verbWords({ verbs }: Catalogue): ReadonlyMap<string, readonly string[]> {
  const words = new Map<string, string[]>();
  for (const [node, ofNode] of verbs)
    for (const [verb, { routes, fallback }] of ofNode) {
      const add = (action: string, said: string): void => {
        const name = action.includes(":") ? action : `${node}:${action}`;
        words.set(name, [...(words.get(name) ?? []), said]);
      };
      for (const [type, action] of Object.entries(routes)) add(action, `${verb} ${type}`);
      if (fallback !== undefined) add(fallback, verb);
    }
  return words;
}
