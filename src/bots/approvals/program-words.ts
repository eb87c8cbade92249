import type { Language } from "../../base/localized.ts";
import type { PlannedEffect, Report } from "../../engine/plan/effects-report.ts";

/** Calls that only shape what others found, or put another program in their place: none is a step to a person. */
const SHAPING: ReadonlySet<string> = new Set(
  ["time", "take", "select", "filter", "sort", "dedup", "merge", "run", "run_pipeline"].map(
    (action) => `system:${action}`,
  ),
);

/** Stands in a card for a value that is known only while a program runs. */
const UNKNOWN = /⟨[^⟩]*⟩/;

/** Most steps that are told. */
const MOST_STEPS = 6;

/** What a program does, step by step, without its values where those are known only while it runs. Plain text; pure. */
export function programWords(
  { effects }: Pick<Report, "effects">,
  language: Language,
): readonly string[] {
  const words = effects
    .filter(({ node, action }) => !SHAPING.has(`${node}:${action}`))
    .flatMap((effect) => stepOf(effect, language));
  return [...new Set(words)].slice(0, MOST_STEPS);
}

function stepOf({ card }: PlannedEffect, language: Language): readonly string[] {
  const words = card[language]
    .replace(/:\s*⟨[^⟩]*⟩$/, "")
    .replace(/\["(.*)"\]/, (_all, list: string) => list.split('","').join(", "))
    .replace(/:\s*$/, "");
  return UNKNOWN.test(words) ? [] : [words];
}
