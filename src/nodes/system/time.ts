import type { Clock } from "../../base/clock.ts";
import { korean } from "../../base/korean-particles.ts";
import type { Language } from "../../base/localized.ts";
import {
  type Handlers,
  optionalString,
  type ReadyCall,
} from "../../engine/execute/action-types.ts";
import { failureIn, type Outcome, success } from "../../engine/values/outcome.ts";
import { isoInZone, localTimeOf, parseZone } from "../../scheduler/timing/zone.ts";
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
  const words = wordsFor(nowMs, zone, call.actor.language, format);
  const isHere = zone === call.actor.zone;
  const place = placeName(given ?? "", zone);
  const sentence = isHere
    ? { ko: `지금은 ${words}입니다.`, en: `It is ${words}.` }
    : { ko: korean`${place}은(는) 지금 ${words}입니다.`, en: `It is ${words} in ${place}.` };
  return success({
    kind: "object",
    data: { iso, timezone: zone, unix_ms: nowMs },
    text: format === "iso" ? iso : worded(call, sentence),
  });
}

/** The place as the person named it in Korean, else the last part of its zone. */
function placeName(given: string, zone: string): string {
  if (/\p{Script=Hangul}/u.test(given)) return given.trim();
  return zone.split("/").at(-1)?.replace(/_/g, " ") ?? zone;
}

function wordsFor(nowMs: number, zone: string, language: Language, format: string): string {
  const locale = language === "ko" ? "ko-KR" : "en-US";
  const date = new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    year: "numeric",
    month: "long",
    day: "numeric",
    weekday: "long",
  }).format(nowMs);
  const time =
    language === "ko"
      ? koreanTime(nowMs, zone)
      : new Intl.DateTimeFormat(locale, {
          timeZone: zone,
          hour: "numeric",
          minute: "2-digit",
        }).format(nowMs);
  if (format === "date") return date;
  return format === "time" ? time : language === "ko" ? `${date} ${time}` : `${date} at ${time}`;
}

/** `오후 6시 5분`, as people say it; the locale data's short form is "PM 6:05". */
function koreanTime(nowMs: number, zone: string): string {
  const { hour, minute } = localTimeOf(nowMs, zone);
  return `${hour < 12 ? "오전" : "오후"} ${hour % 12 === 0 ? 12 : hour % 12}시${minute === 0 ? "" : ` ${minute}분`}`;
}
