import type { Language } from "../../base/localized.ts";
import { parseTiming } from "../timing/timing.ts";
import type { ClockTiming } from "../timing/timing-kinds.ts";
import type { TimingContext, TimingInput } from "../timing/timing-reading.ts";
import { timingText } from "./describe.ts";

/** An input that may be scheduled, in words: by the clock of the person, or by that of the zone it names, which the words then name too. `undefined` for one that cannot be scheduled. */
export function timingWords(
  input: TimingInput,
  { nowMs, zone: own }: TimingContext,
  language: Language,
): { readonly timing: ClockTiming; readonly zone: string; readonly words: string } | undefined {
  const { timezone } = input;
  const zone = typeof timezone === "string" ? timezone : own;
  const parsed = parseTiming(input, { nowMs, zone });
  if (!parsed.ok) return undefined;
  const { timing } = parsed;
  const words = timingText(timing, zone, language);
  return { timing, zone, words: zone === own ? words : `${words} (${zone})` };
}
