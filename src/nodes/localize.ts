import type { Localized } from "../base/localized.ts";
import type { ReadyCall } from "../engine/execute/action-types.ts";

/** The sentence in the language of the person the call acts for. */
export function worded(call: ReadyCall, text: Localized): string {
  return text[call.actor.language];
}
