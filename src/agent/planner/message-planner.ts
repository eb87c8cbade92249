import type { Catalogue } from "../../engine/catalogue/catalogue.ts";
import type { SearchHit, SearchOptions } from "../../rag/search/example-search.ts";
import { rerankPlan } from "./opinion.ts";
import type { Planner } from "./planner.ts";
import { createProgramFacts } from "./program-facts.ts";
import { admitPlan } from "./proposal-gate.ts";
import type { PlannerResult, PlanOptions } from "./result.ts";
import { askedInstead, withoutUrging } from "./said-limits.ts";

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
  readonly catalogue: () => Catalogue;
  readonly search: (
    text: string,
    options: SearchOptions,
  ) => Promise<readonly SearchHit[] | undefined>;
  readonly onError: (error: unknown) => void;
}): MessagePlanner {
  const facts = createProgramFacts(parts.catalogue);
  const admitted = (message: string, planned: PlannerResult, options: PlanOptions) =>
    admitPlan(message, planned, {
      options,
      known: { ...facts, vocabulary: parts.planner().vocabulary() },
    });
  const weighed: MessagePlanner["plan"] = async (message, options, { personId, signal }) => {
    const planned = await parts.planner().planInSlices(message, options, signal);
    const nodes = options.allowedNodes;
    const wanted: SearchOptions = {
      personId,
      limit: MOST_HEARD,
      minScore: LEAST_HEARD,
      ...(nodes === undefined ? {} : { accept: (action) => nodes.includes(nodeOf(action)) }),
      ...(signal === undefined ? {} : { signal }),
    };
    return rerankPlan(message, planned, {
      resembling: (text) =>
        parts.search(text, wanted).catch((error: unknown) => {
          signal?.throwIfAborted();
          parts.onError(error);
          return undefined;
        }),
      label: (code) => facts.label(code, options.language),
    });
  };
  return {
    planNow(message, options) {
      const said = withoutUrging(message);
      const planned = (text: string) =>
        admitted(said, parts.planner().plan(text, options), options);
      const whole = planned(said);
      const instead = whole.kind === "sure" ? undefined : askedInstead(said);
      return instead === undefined ? whole : better(planned(instead), whole);
    },
    async plan(message, options, asker) {
      const said = withoutUrging(message);
      const planned = async (text: string) =>
        admitted(said, await weighed(text, options, asker), options);
      const whole = await planned(said);
      const instead = whole.kind === "sure" ? undefined : askedInstead(said);
      return instead === undefined ? whole : better(await planned(instead), whole);
    },
  };
}

/** What is asked for beside what is forbidden, where something was made of it. */
function better(instead: PlannerResult, whole: PlannerResult): PlannerResult {
  return instead.kind === "none" ? whole : instead;
}

function nodeOf(action: string): string {
  return action.slice(0, action.indexOf(":"));
}
