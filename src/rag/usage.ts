import type { Catalogue } from "../engine/catalogue.ts";
import { type ActionSearch, createActionSearch } from "./action-search.ts";
import { createReferences, type References, type UsageExample } from "./references.ts";

/** How the product is used: what actions people mean, and what programs they got. Made of one state of data/. */
export interface Usage {
  readonly actions: ActionSearch;
  readonly references: References;
}

/** Builds the indexes in memory. */
export function createUsage(catalogue: Catalogue, examples: readonly UsageExample[]): Usage {
  return { actions: createActionSearch(catalogue), references: createReferences(examples) };
}
