import { quoteIbl } from "../../agent/planner/code.ts";
import { isoInZone } from "../../base/format-time.ts";
import { describeTiming } from "../../scheduler/ledger/describe.ts";
import type { Schedule } from "../../scheduler/ledger/schedule-table.ts";
import type { Schedules } from "../../scheduler/ledger/schedules.ts";
import { timeAnswer } from "../../scheduler/phrases/answer.ts";
import { findTime } from "../../scheduler/phrases/find-time.ts";
import type { TimingInput } from "../../scheduler/timing/timing-reading.ts";

/** Who says something where, and when. */
interface Said {
  readonly personId: string;
  /** Key of the chat. */
  readonly chatId: string;
  /** Default: a private chat. */
  readonly inGroup?: unknown;
  readonly zone: string;
  readonly nowMs: number;
}

/** For so long after a schedule was made, another time alone means that one. */
const JUST_MADE_MS = 10 * 60_000;

/** In UTF-16 units; a longer text says more than what is to be changed or switched off. */
const LONGEST_WISH = 80;

/** What says that a time is to take the place of another. */
const CORRECTS = /^\s*(?:아니(?:야|요)?|no|nope|sorry|actually)[\s,.!]+/iu;
const CHANGES =
  /바꿔|바꾸|변경|옮겨|\b(?:change|move|reschedule|make)\s+(?:it|that|this)\b|\bmake\s+it\b/iu;

const OFF = [
  /^(?<what>.+?)\s*(?<kind>알림|알람|예약|일정|브리핑|리마인더)(?:을|를|은|는|도)?\s*(?:이제\s*|좀\s*|다\s*)*(?:꺼|끄|취소|지워|지우|그만|삭제|해제|없애|중지|멈춰)[^?]*$/u,
  /^(?:please\s+|can\s+you\s+)*(?:cancel|stop|turn\s+off|switch\s+off|delete|remove|disable|drop)\s+(?:the\s+|my\s+)?(?<what>.+?)\s+(?<kind>reminder|alarm|alert|schedule|briefing|event|appointment)s?(?:\s+please)?[\s.!]*$/iu,
];

/**
 * The program of a message that corrects the time of what was just made ("no, 4pm"), or switches one of the person's schedules off by its
 * name ("cancel the trash reminder"); undefined for any other message, and where it could mean more than one.
 */
export function scheduleWish(
  schedules: Pick<Schedules, "list">,
  text: string,
  said: Said,
): string | undefined {
  if (text.length > LONGEST_WISH) return undefined;
  const own = schedules
    .list(said.personId)
    .filter(({ state }) => state === "active")
    .filter(({ chatId }) => said.inGroup === undefined || chatId === said.chatId);
  return correction(text, own, said) ?? switchOff(text, own);
}

function correction(text: string, own: readonly Schedule[], said: Said): string | undefined {
  if (!CORRECTS.test(text) && !CHANGES.test(text)) return undefined;
  const { nowMs, zone, chatId } = said;
  const [latest] = own
    .filter((one) => one.chatId === chatId && nowMs - one.createdAtMs <= JUST_MADE_MS)
    .sort((left, right) => right.createdAtMs - left.createdAtMs);
  if (latest === undefined) return undefined;
  const present = presentTiming(latest);
  if (present === undefined) return undefined;
  const when = timeAnswer(text.replace(CORRECTS, ""), { nowMs, zone }, present);
  const timing = when?.timing ?? sameHalf(when?.candidates ?? [], present);
  if (timing === undefined) return undefined;
  return `[system:update](${quoteIbl(latest.id)}) {config: ${JSON.stringify(timing)}}`;
}

/** When a schedule comes, as words could ask for it; undefined where they could not. */
function presentTiming({ timing, zone }: Schedule): TimingInput | undefined {
  const day = timing.kind === "entry" ? timing.day : timing;
  if (day.kind === "at")
    return { at: isoInZone(day.atMs, zone).slice(0, "YYYY-MM-DDTHH:MM".length) };
  if (day.kind !== "cron") return undefined;
  return findTime(describeTiming(day, zone, "en"), { nowMs: 0, zone })?.timing;
}

/** Of times that differ in the half of the day, the one in the half that there was. */
function sameHalf(
  candidates: readonly TimingInput[],
  present: TimingInput,
): TimingInput | undefined {
  const halfOf = (timing: TimingInput): boolean | undefined => {
    const clock = /(\d\d):\d\d$/.exec(String(timing["time"] ?? timing["at"] ?? ""));
    return clock === null ? undefined : Number(clock[1]) < 12;
  };
  const same = candidates.filter((one) => halfOf(one) === halfOf(present));
  return same.length === 1 ? same[0] : undefined;
}

function switchOff(text: string, own: readonly Schedule[]): string | undefined {
  const found = OFF.map((pattern) => pattern.exec(text.trim())?.groups).find(Boolean);
  if (found === undefined) return undefined;
  const { what = "", kind = "" } = found;
  const exact = own.filter(({ name }) =>
    [what, `${what} ${kind}`].some((one) => plain(one) === plain(name)),
  );
  const words = what.toLowerCase().split(/\s+/u);
  const near = own.filter(({ name }) => words.every((word) => plain(name).includes(plain(word))));
  const [only, second] = exact.length > 0 ? exact : near;
  if (only === undefined || second !== undefined) return undefined;
  return `[system:disable](${quoteIbl(only.id)})`;
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
