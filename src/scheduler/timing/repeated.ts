import { oneLine } from "../../base/localized.ts";

/** Most of a text that a sentence repeats, in characters: what is not a time may be of any length. */
const MOST_REPEATED = 80;

/** A text that somebody gave as a time or zone, as a sentence about it repeats it. */
export function repeated(text: string): string {
  return oneLine(text, MOST_REPEATED);
}
