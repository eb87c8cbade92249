import type { SearchHit, SearchOptions } from "../rag/example-search.ts";
import type { Planner } from "./planner.ts";
import { weighPlan } from "./planner-opinion.ts";
import type { PlannerResult, PlanOptions } from "./planner-result.ts";

/** What a message means, by the planner and the usage examples together. */
export interface MessagePlanner {
  /** Takes some milliseconds at a time and lets others work in between. */
  plan(
    message: string,
    options: PlanOptions,
    asker: { readonly personId: string; readonly signal?: AbortSignal },
  ): Promise<PlannerResult>;
  /** What the planner alone makes of it, at once: to tell what a short message lacks. */
  planNow(message: string, options: PlanOptions): PlannerResult;
}

/** Hits down to this score are heard: what resembles nothing must be told from what resembles a little. */
const LEAST_HEARD = 0.02;
const MOST_HEARD = 5;

/** Joins the planner with a search of usage examples, which answers `undefined` while they are still being made; `onError` is told what kept it from answering. */
export function createMessagePlanner(parts: {
  readonly planner: () => Planner;
  readonly search: (
    text: string,
    options: SearchOptions,
  ) => Promise<readonly SearchHit[] | undefined>;
  readonly onError: (error: unknown) => void;
}): MessagePlanner {
  return {
    planNow: (message, options) => parts.planner().plan(message, options),
    async plan(message, options, { personId, signal }) {
      const planned = await parts.planner().planInSlices(message, options, signal);
      const nodes = options.allowedNodes;
      const wanted: SearchOptions = {
        personId,
        limit: MOST_HEARD,
        minScore: LEAST_HEARD,
        ...(nodes === undefined ? {} : { accept: (action) => nodes.includes(nodeOf(action)) }),
        ...(signal === undefined ? {} : { signal }),
      };
      return weighPlan(message, planned, {
        resembling: (text) =>
          parts.search(text, wanted).catch((error: unknown) => {
            signal?.throwIfAborted();
            parts.onError(error);
            return undefined;
          }),
        wordsFor: (code, literals) =>
          parts.planner().wordsFor(code, { language: options.language, literals }),
      });
    },
  };
}

function nodeOf(action: string): string {
  return action.slice(0, action.indexOf(":"));
}
