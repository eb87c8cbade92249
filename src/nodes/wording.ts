import type { Localized } from "../base/words.ts";
import type { ReadyCall } from "../engine/action.ts";

/** The sentence in the language of the person the call acts for. */
export function worded(call: ReadyCall, text: Localized): string {
  return text[call.actor.language];
}
