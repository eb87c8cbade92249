import { quoteIbl } from "../../agent/planner/code.ts";
import { localTimeOf, type MomentReader, spokenTime } from "../../base/format-time.ts";
import type { Localized } from "../../base/localized.ts";
import { bold } from "../../base/visible-text.ts";
import { describeTiming } from "../../scheduler/ledger/describe.ts";
import type { Schedule } from "../../scheduler/ledger/schedule-table.ts";
import { spokenName } from "../../scheduler/ledger/schedule-words.ts";
import { findTime, wordsOfTime } from "../../scheduler/phrases/find-time.ts";
import { parseTiming } from "../../scheduler/timing/timing.ts";
import { namedBy } from "./named-by.ts";

/** Asks whether something is so: "dentist at 4 on friday, right?", 치과 금요일 4시 맞지? */
const CHECKS = [
  /^(?:so\s+)?(?:my\s+|the\s+)?(?<said>.+?)[\s,]+(?:right|correct|yes|yeah|isn['’]?t\s+it|is\s+that\s+right|no)\s*\?*$/iu,
  /^(?:is|was|are)\s+(?:my\s+|the\s+)?(?<said>.+?)\s*\?*$/iu,
  /^(?<said>.+?)(?:이|가|은|는)?\s*(?:맞(?:지|아|나|죠|아요|나요|니)|이지|이죠|인가|이었지|였지|아니야|아닌가)\s*[?？]*$/u,
];

/** Whether a schedule that a question names comes at the time that it says: the answer in words; `undefined` for any other message. */
export function checkedTime(
  text: string,
  own: readonly Schedule[],
  reader: MomentReader & { readonly nowMs: number },
): Localized | undefined {
  const said = CHECKS.map((form) => form.exec(text.trim())?.groups?.["said"]).find(Boolean);
  if (said === undefined) return undefined;
  const when = wordsOfTime(said);
  const what = when.rest.replace(/\b(?:is|are|was|at|on|the|my)\b|[\s,]+/giu, " ").trim();
  const [schedule, second] = namedBy({ what }, own);
  const isTimed = when.said.day !== undefined || when.said.clocks.length > 0;
  if (schedule === undefined || second !== undefined || !isTimed || what === "") return undefined;
  const { nextDueMs } = schedule;
  if (nextDueMs === undefined) return undefined;
  const time = momentsIn(said, reader);
  if (time.length === 0) return undefined;
  const there = localTimeOf(nextDueMs, reader.zone);
  const isSo = time.some((atMs) => {
    const here = localTimeOf(atMs, reader.zone);
    const isDay =
      when.said.day === undefined || (here.day === there.day && here.month === there.month);
    const isHour =
      when.said.clocks.length === 0 || (here.hour === there.hour && here.minute === there.minute);
    return isDay && isHour;
  });
  const name = bold(spokenName(schedule));
  const at = whenOf(schedule, nextDueMs, reader);
  return isSo
    ? { ko: `네, ${name} · ${at}`, en: `Yes, ${name} · ${at}` }
    : { ko: `아니요, ${name} · ${at}`, en: `No, ${name} · ${at}` };
}

function whenOf(
  { timing, zone }: Schedule,
  nextDueMs: number,
  reader: MomentReader & { readonly nowMs: number },
): string {
  const day = timing.kind === "entry" ? timing.day : timing;
  return day.kind === "at"
    ? spokenTime(nextDueMs, reader, reader.nowMs)
    : describeTiming(day, zone, reader.language);
}

/** The moments that words of time may mean. */
function momentsIn(
  said: string,
  { nowMs, zone }: MomentReader & { readonly nowMs: number },
): readonly number[] {
  const found = findTime(said, { nowMs, zone, isTold: true });
  const timings = found?.timing === undefined ? (found?.candidates ?? []) : [found.timing];
  return timings.flatMap((timing) => {
    const parsed = parseTiming(timing, { nowMs, zone });
    return parsed.ok && parsed.timing.kind === "at" ? [parsed.timing.atMs] : [];
  });
}

const KINDS = "알림|알람|예약|일정|브리핑|리마인더|reminder|alarm|alert|schedule|briefing";
const ON = [
  new RegExp(
    `^(?<what>.+?)\\s*(?<kind>${KINDS})?(?:을|를|은|는|도)?\\s*(?:다시\\s*|도로\\s*)(?:켜|살려|활성화|울리게|보내)[가-힣]*(?:\\s*(?:줘|주)\\S*)?[\\s.!~]*$`,
    "u",
  ),
  new RegExp(
    `^(?:please\\s+)?(?:(?:turn|switch)\\s+(?:back\\s+)?on|(?:re-?)?enable|resume|reactivate|restart)\\s+(?:the\\s+|my\\s+)?(?<what>.+?)\\s*(?<kind>${KINDS})?(?:\\s+again)?[\\s.!]*$`,
    "iu",
  ),
  new RegExp(
    `^(?:please\\s+)?(?:turn|switch)\\s+(?:the\\s+|my\\s+)?(?<what>.+?)\\s*(?:one\\s*)?(?<kind>${KINDS})?\\s+(?:back\\s+)?on(?:\\s+again)?[\\s.!]*$`,
    "iu",
  ),
];

/** A program that switches on again what was switched off and is named; `undefined` for any other message. */
export function switchedOn(
  text: string,
  all: readonly Schedule[],
): { readonly code: string; readonly about: readonly Schedule[] } | undefined {
  const called = ON.map((form) => form.exec(text.trim())?.groups).find(Boolean);
  const off = all.filter(({ state }) => state === "disabled");
  const [only, second] = called === undefined ? [] : namedBy(called, off);
  if (only === undefined || second !== undefined) return undefined;
  return { code: `[system:enable](${quoteIbl(only.name)})`, about: [only] };
}
