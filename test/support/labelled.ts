import { readFileSync } from "node:fs";
import { type LabelledRequest, parseLabels } from "../../src/rag/evaluation.ts";

/** The labelled requests of one half: `tune`, on which settings are chosen, or `report`, on which nothing is. */
export function readLabelled(half: string): readonly LabelledRequest[] {
  const file = new URL(`../rag/labelled/${half}.tsv`, import.meta.url);
  return parseLabels(readFileSync(file, "utf8"));
}
