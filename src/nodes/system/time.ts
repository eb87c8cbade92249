import type { Clock } from "../../base/clock.ts";
import { isoInZone, localTimeOf, offsetAt } from "../../base/format-time.ts";
import { korean } from "../../base/korean-particles.ts";
import { inBoth, type Language, type Localized } from "../../base/localized.ts";
import {
  type Handlers,
  optionalString,
  type ReadyCall,
} from "../../engine/execute/action-types.ts";
import { failureIn, type Outcome, success } from "../../engine/values/outcome.ts";
import { cityOfZone } from "../../scheduler/timing/place-zones.ts";
import { parseZone } from "../../scheduler/timing/zone.ts";
import { worded } from "../localize.ts";

/** `time`: the moment in a zone, as data and as a sentence. */
export function createTimeHandlers(parts: { readonly clock: Clock }): Handlers {
  return { "system:time": async (call) => timeIn(call, parts.clock.now()) };
}

function timeIn(call: ReadyCall, nowMs: number): Outcome {
  const given = optionalString(call, "timezone");
  const parsed = parseZone(given ?? call.actor.zone);
  if (!parsed.ok) return failureIn(call.actor.language, "unknown-zone", parsed.problem);
  const { zone } = parsed;
  const format = optionalString(call, "format") ?? "full";
  const iso = isoInZone(nowMs, zone);
  const moment = { nowMs, zone, home: call.actor.zone, place: given?.trim() ?? "" };
  const words = format === "date" ? dateWords(moment) : timeWords(moment);
  return success({
    kind: "object",
    data: { iso, timezone: zone, unix_ms: nowMs },
    text: format === "iso" ? iso : worded(call, words),
  });
}

/** A moment in a zone, for somebody in another or the same. */
interface Moment {
  readonly nowMs: number;
  readonly zone: string;
  readonly home: string;
  /** As it was named; empty where none was. */
  readonly place: string;
}

function dateWords({ nowMs, zone, home, place }: Moment): Localized {
  const date = inBoth((language) =>
    formatted(nowMs, language, { timeZone: zone, month: "long", day: "numeric", weekday: "long" }),
  );
  if (zone === home) return { ko: `${date.ko}이에요.`, en: `It's ${date.en}.` };
  return {
    ko: korean`${placeName(place, zone, "ko")}은(는) ${date.ko}이에요.`,
    en: `It's ${date.en} in ${placeName(place, zone, "en")}.`,
  };
}

function timeWords({ nowMs, zone, home, place }: Moment): Localized {
  const time = inBoth((language) => clockWords(nowMs, zone, language));
  const isElsewhere = zone !== home;
  const day = inBoth((language) =>
    formatted(nowMs, language, {
      timeZone: zone,
      weekday: "long",
      ...(isElsewhere ? {} : { month: "long", day: "numeric" }),
    }),
  );
  if (!isElsewhere) return { ko: `${day.ko} ${time.ko}이에요.`, en: `It's ${time.en}, ${day.en}.` };
  const apart = differenceWords(nowMs, zone, home);
  return {
    ko: korean`${placeName(place, zone, "ko")}은(는) ${day.ko} ${time.ko}이에요${apart.ko}.`,
    en: `It's ${time.en} ${day.en} in ${placeName(place, zone, "en")}${apart.en}.`,
  };
}

/** How far the clock there is from that at home; nothing where both show the same. */
function differenceWords(nowMs: number, zone: string, home: string): Localized {
  const minutes = Math.round((offsetAt(nowMs, zone) - offsetAt(nowMs, home)) / 60_000);
  if (minutes === 0) return { ko: "", en: "" };
  const hours = Math.floor(Math.abs(minutes) / 60);
  const rest = Math.abs(minutes) % 60;
  const ko = [hours === 0 ? "" : `${hours}시간`, rest === 0 ? "" : `${rest}분`]
    .filter((part) => part !== "")
    .join(" ");
  const en = [
    hours === 0 ? "" : `${hours} hour${hours === 1 ? "" : "s"}`,
    rest === 0 ? "" : `${rest} minutes`,
  ]
    .filter((part) => part !== "")
    .join(" ");
  return minutes < 0
    ? { ko: ` (${ko} 늦어요)`, en: `, ${en} behind you` }
    : { ko: ` (${ko} 빨라요)`, en: `, ${en} ahead of you` };
}

/** The place as the person named it where that is in the reader's letters, else the city of its zone. */
function placeName(given: string, zone: string, language: Language): string {
  const isNamed = given !== "" && given !== zone;
  const isHangul = /\p{Script=Hangul}/u.test(given);
  if (isNamed && language === "ko" && isHangul) return given;
  if (isNamed && language === "en" && !isHangul && !given.includes("/"))
    return given.length <= 3 ? given.toUpperCase() : given.replace(/\p{L}+/gu, capitalized);
  return cityOfZone(zone, language);
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** `오후 6:05`, as people write it; the locale data's short form is "PM 6:05". */
function clockWords(nowMs: number, zone: string, language: Language): string {
  if (language === "en")
    return formatted(nowMs, "en", { timeZone: zone, hour: "numeric", minute: "2-digit" });
  const { hour, minute } = localTimeOf(nowMs, zone);
  const shown = `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, "0")}`;
  return `${hour < 12 ? "오전" : "오후"} ${shown}`;
}

function formatted(nowMs: number, language: Language, options: Intl.DateTimeFormatOptions): string {
  const locale = language === "ko" ? "ko-KR" : "en-US";
  return new Intl.DateTimeFormat(locale, options).format(nowMs).replace(/\u202f/gu, " ");
}
