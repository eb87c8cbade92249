import { isoInZone } from "../../../base/format-time.ts";
import type { JsonObject } from "../../../base/json.ts";
import type { Language, Localized } from "../../../base/localized.ts";
import type { ReadyCall } from "../../../engine/execute/action-types.ts";
import { readSingleCall } from "../../../engine/language/single-call.ts";
import { literal } from "../../../engine/values/link-lines.ts";
import { currencyOfListed } from "../../../rag/text/listed-names.ts";
import { BRIEFING_PARTS } from "../../../scheduler/briefings/briefing-kinds.ts";
import { briefingOf, listOf } from "../../../scheduler/briefings/briefing-values.ts";
import type { OccurrenceState } from "../../../scheduler/ledger/occurrence-table.ts";
import type { Schedule } from "../../../scheduler/ledger/schedule-table.ts";
import {
  changedText,
  lineText,
  offText,
  type ScheduleReader,
  setText,
} from "../../../scheduler/ledger/schedule-words.ts";
import { groupOf } from "../../../scheduler/timing/timing-kinds.ts";
import { worded } from "../../localize.ts";

const OFF: Localized = { ko: "꺼짐", en: "off" };
const FAILING: Localized = { ko: "계속 실패해서 꺼짐", en: "off after failures in a row" };
const PAUSED: Localized = {
  ko: "프로그램을 더는 실행할 수 없어 멈춤",
  en: "paused, since its program cannot run any more",
};
const DONE: Localized = { ko: "끝남", en: "over" };
const WAITS: Localized = {
  ko: "밖에서 온 글이 들어 있어 주인의 확인을 기다림",
  en: "holds text from outside, waits for an owner's look",
};

const OUTCOMES: Readonly<Record<OccurrenceState, Localized>> = {
  due: { ko: "곧 실행", en: "about to run" },
  claimed: { ko: "실행 중", en: "running" },
  waiting: { ko: "확인을 기다림", en: "waits for a person" },
  ran: { ko: "✓ 실행됨", en: "✓ ran" },
  failed: { ko: "✗ 실패", en: "✗ failed" },
  skipped: { ko: "건너뜀", en: "skipped" },
  missed: { ko: "놓침", en: "missed" },
  told: { ko: "놓침", en: "missed" },
};

/** A schedule in one line: its name, when it comes, and why it is off. */
export function scheduleLine(call: ReadyCall, entry: Schedule, nowMs: number): string {
  const reason = reasonOff(entry);
  const line = lineText(entry, readerOf(call, nowMs));
  return reason === undefined ? line : `${line} (${worded(call, reason)})`;
}

/** Who reads of schedules in a call. */
export function readerOf({ actor }: ReadyCall, nowMs: number): ScheduleReader {
  return { ...actor, nowMs, currencyOf: currencyOfListed };
}

/** Why a schedule does not run now; `undefined` for one that does. */
export function reasonOff(entry: Schedule): Localized | undefined {
  if (entry.state === "active") return undefined;
  if (entry.isHeld) return WAITS;
  if (entry.pausedBecause !== undefined) return PAUSED;
  if (entry.state === "done") return DONE;
  return entry.state === "failing" ? FAILING : OFF;
}

/** True for one that its person switched off; held back or failing it is shown, with the reason. */
export function isSwitchedOff(entry: Schedule): boolean {
  return reasonOff(entry) === OFF;
}

/** What became of a due time, in a word or two. */
export function outcomeWord(call: ReadyCall, state: OccurrenceState): string {
  return worded(call, OUTCOMES[state]);
}

/** What is said of a schedule that was made, changed from what it was `before`, or switched on. */
export function keptText(
  call: ReadyCall,
  entry: Schedule,
  { nowMs, before }: { readonly nowMs: number; readonly before?: Schedule | undefined },
): string {
  const reader = readerOf(call, nowMs);
  if (entry.state === "disabled" || entry.state === "failing") return offText(entry, reader);
  const content = contentOf(entry, call.actor.language);
  if (before === undefined)
    return [setText(entry, reader, call.actor.inGroup !== undefined), ...content].join("\n");
  const isOther = content.join() !== contentOf(before, call.actor.language).join();
  return [changedText(before, entry, reader), ...(isOther ? content : [])].join("\n");
}

/** What a briefing of several parts brings. */
function contentOf({ program, timing }: Schedule, language: Language): readonly string[] {
  const call = readSingleCall(program);
  const found = briefingOf(call, timing, language);
  if (found?.kind.id !== "morning") return [];
  const { values } = found;
  // What nobody chose is not told by name.
  const of = (name: string): string => listOf(call?.params[name]).map(literal).join(", ");
  const details: Readonly<Record<string, string>> = { news: of("topic"), prices: of("symbol") };
  const parts = listOf(values["parts"]).flatMap((part) => {
    const name = BRIEFING_PARTS[part]?.[language];
    const detail = details[part] ?? "";
    return name === undefined ? [] : [detail === "" ? name : `${name} (${detail})`];
  });
  return parts.length === 0 ? [] : [parts.join(", ")];
}

/** A schedule as data. */
export function itemOf(entry: Schedule): JsonObject {
  return {
    id: entry.id,
    name: entry.name,
    ...(entry.timing.kind === "entry" ? { description: entry.timing.note ?? null } : {}),
    type: groupOf(entry.timing) === "time" ? "schedule" : entry.timing.kind,
    program: entry.program,
    zone: entry.zone,
    state: entry.isHeld ? "held" : entry.state,
    next: entry.nextDueMs === undefined ? null : isoInZone(entry.nextDueMs, entry.zone),
  };
}
