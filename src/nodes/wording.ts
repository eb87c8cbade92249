import type { Localized } from "../base/words.ts";
import type { ReadyCall } from "../engine/action.ts";

/** The sentence in the language of the person the call acts for. */
export function worded(call: ReadyCall, text: Localized): string {
  return text[call.actor.language];
}

/** A moment as a person reads it, in the person's own zone and language, to the minute. `atMs` is Unix milliseconds. */
export function momentText(call: ReadyCall, atMs: number): string {
  const locale = call.actor.language === "ko" ? "ko-KR" : "en-US";
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: call.actor.zone,
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  return format.format(atMs);
}
