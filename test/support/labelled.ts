import { readFileSync } from "node:fs";
import { type LabelledRequest, parseLabels } from "../../src/rag/search/evaluation.ts";

/** The labelled requests of one set: `tune` and `tune-2`, on which settings are chosen, `report`, or `unseen` and `unseen-2`, which were written before the examples were read. */
export function readLabelled(half: string): readonly LabelledRequest[] {
  const file = new URL(`../rag/labelled/${half}.tsv`, import.meta.url);
  return parseLabels(readFileSync(file, "utf8"));
}
