import { isoDate, localTimeOf, padded } from "../../base/format-time.ts";
import type { Json, JsonObject } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import type { Localized } from "../../base/localized.ts";
import { parseClockTime, parseDate, parseDuration, parseInstant } from "./clock-text.ts";
import { nextDue } from "./cron.ts";
import { parseTiming } from "./timing.ts";
import {
  type ClockTiming,
  type ConditionTrigger,
  ENTRY_KINDS,
  type EntryTiming,
  type FileTrigger,
  type MessageTrigger,
  type RunTrigger,
  type Timing,
  type Trigger,
} from "./timing-kinds.ts";
import { type Reading, refuse, type TimingContext } from "./timing-reading.ts";
import { parseZone } from "./zone.ts";

/** What sets a schedule off, or every problem of the input as a full sentence. */
export type ParsedTrigger =
  | { readonly ok: true; readonly timing: Timing }
  | { readonly ok: false; readonly problems: readonly Localized[] };

/** Words for what sets a schedule off; `channel` is an older word for `message`. */
export type TriggerType = "schedule" | "channel" | Trigger["kind"];

/** A look costs a run, and what is looked at is mostly a page of somebody else's. */
const SHORTEST_LOOK_MS = 60_000;
const USUAL_LOOK = "10m";
const USUAL_COOL_DOWN = "1h";
const LONGEST_TEXT = 200;

/** An entry of the calendar that names no time is told in the morning. */
const USUAL_TIME = "09:00";

/**
 * Reads what sets a schedule off. `schedule` takes what `parseTiming` takes; `message` takes `channel`, `from`, `keyword`, one of the
 * last two at least; `file` takes `pattern` and `change` (created, changed, any); `run` takes `of` and `outcome` (ok, failed, any);
 * `condition` takes `watch`, `condition`, when to look (default every 10 minutes) and `cooldown` (default one hour);
 * `entry` takes `entry`, a date or a `lunar` day with or without a time, or both in one as `at`, `repeat` (birthdays and anniversaries: yearly unless said) and `before`.
 */
export function parseTrigger(
  type: TriggerType,
  input: JsonObject,
  context: TimingContext,
): ParsedTrigger {
  if (type === "schedule") return parseTiming(input, context);
  const given = Object.entries(input).filter(([, value]) => value !== null);
  const reading: Reading = { input: Object.fromEntries(given), context, problems: [] };
  const timing = READERS[type](reading);
  if (timing === undefined || reading.problems.length > 0)
    return { ok: false, problems: reading.problems };
  return { ok: true, timing };
}

const READERS: Readonly<
  Record<Exclude<TriggerType, "schedule">, (reading: Reading) => Trigger | undefined>
> = {
  message: readMessage,
  channel: readMessage,
  webhook: () => ({ kind: "webhook" }),
  file: readFile,
  run: readRun,
  condition: readCondition,
  entry: readEntry,
};

function readMessage(reading: Reading): MessageTrigger | undefined {
  const channel = shortText(reading, "channel");
  const from = shortText(reading, "from");
  const keyword = shortText(reading, "keyword");
  if (from === undefined && keyword === undefined)
    return refuse(reading, {
      en: 'Say which messages: "keyword" (a word in them), "from" (who wrote them), or both.',
      ko: '어떤 메시지인지 "keyword"(들어 있는 낱말)나 "from"(보낸 사람)으로 말해 주세요.',
    });
  return {
    kind: "message",
    ...(channel === undefined ? {} : { channel: channel.toLowerCase() }),
    ...(from === undefined ? {} : { from }),
    ...(keyword === undefined ? {} : { keyword }),
  };
}

function readFile(reading: Reading): FileTrigger | undefined {
  const pattern = shortText(reading, "pattern");
  const change = choiceOf(reading, "change", ["created", "changed", "any"], "created");
  if (change === undefined) return undefined;
  return { kind: "file", change, ...(pattern === undefined ? {} : { pattern }) };
}

function readRun(reading: Reading): RunTrigger | undefined {
  const of = shortText(reading, "of");
  const outcome = choiceOf(reading, "outcome", ["ok", "failed", "any"], "any");
  if (of === undefined)
    return refuse(reading, {
      en: 'Say after which reminder with "of", by its name.',
      ko: '어느 알림이 끝난 뒤인지 "of"에 그 이름을 써 주세요.',
    });
  return outcome === undefined ? undefined : { kind: "run", of, outcome };
}

function readCondition(reading: Reading): ConditionTrigger | undefined {
  const { watch, condition } = reading.input;
  if (typeof watch !== "string" || typeof condition !== "string" || condition.trim() === "")
    return refuse(reading, {
      en: 'A condition needs "watch", a program that only reads, and "condition", such as "price > 80000".',
      ko: '조건에는 읽기만 하는 프로그램 "watch"와 "price > 80000" 같은 "condition"이 필요해요.',
    });
  const look = readLook(reading);
  const coolDownMs = lengthOf(reading, "cooldown", USUAL_COOL_DOWN);
  if (look === undefined || coolDownMs === undefined) return undefined;
  return { kind: "condition", watch, condition: condition.trim(), look, coolDownMs };
}

function readLook(reading: Reading): ClockTiming | undefined {
  const { input, context } = reading;
  const isSaid = ["cron", "every", "repeat"].some((key) => input[key] !== undefined);
  const parsed = parseTiming(isSaid ? input : { every: USUAL_LOOK }, context);
  if (!parsed.ok) {
    reading.problems.push(...parsed.problems);
    return undefined;
  }
  const { timing } = parsed;
  const firstMs = nextDue(timing, context.zone, context.nowMs) ?? 0;
  const secondMs = nextDue(timing, context.zone, firstMs) ?? Number.POSITIVE_INFINITY;
  if (secondMs - firstMs >= SHORTEST_LOOK_MS) return timing;
  return refuse(reading, {
    en: "A condition is looked at once a minute at most.",
    ko: "조건은 1분에 한 번까지만 확인할 수 있어요.",
  });
}

function readEntry(reading: Reading): EntryTiming | undefined {
  const entry = choiceOf(reading, "entry", ENTRY_KINDS, "other");
  if (entry === undefined) return undefined;
  const isYearly = entry === "birthday" || entry === "anniversary";
  const usual = isYearly || reading.input["lunar"] !== undefined ? "yearly" : "none";
  const said = dateAndTime(reading);
  if (said === undefined) return undefined;
  const { repeat = usual, time = USUAL_TIME, ...rest } = said;
  const day = parseTiming({ ...rest, repeat, time }, reading.context);
  if (!day.ok) {
    reading.problems.push(...day.problems);
    return undefined;
  }
  const beforeMs = readBefore(reading, entry);
  const note = shortText(reading, "description");
  const timing: EntryTiming = {
    kind: "entry",
    entry,
    day: day.timing,
    ...(beforeMs === undefined ? {} : { beforeMs }),
    ...(note === undefined ? {} : { note }),
  };
  const { zone, nowMs } = reading.context;
  if (nextDue(timing, zone, nowMs) !== undefined) return timing;
  return refuse(reading, {
    en: 'It is nearer than "before" says, so nobody could be told in time. Give a shorter time, or leave it out.',
    ko: '"before"로 말한 시간보다 가까워서 미리 알릴 수 없어요. 더 짧게 하거나 빼 주세요.',
  });
}

/** The input with the date and the time of `at` apart, so that a day of every year can be said by it too. */
function dateAndTime(reading: Reading): JsonObject | undefined {
  const { at, ...rest } = reading.input;
  if (at === undefined) return rest;
  const other = ["date", "time"].find((key) => rest[key] !== undefined);
  if (other !== undefined)
    return refuse(reading, {
      en: `"at" and "${other}" both say when; keep one of them.`,
      ko: korean`"at"과 "${other}"이(가) 둘 다 때를 말해요. 하나만 남겨 주세요.`,
    });
  const text = String(at).trim();
  if (parseDate(text) !== undefined) return { ...rest, date: text };
  if (parseClockTime(text) !== undefined) return { ...rest, time: text };
  const zone = parseZone(reading.context.zone);
  const atMs = zone.ok ? parseInstant(text, zone.zone) : undefined;
  if (!zone.ok || atMs === undefined) {
    const read = parseTiming({ at }, reading.context);
    if (!read.ok) reading.problems.push(...read.problems);
    return undefined;
  }
  const local = localTimeOf(atMs, zone.zone);
  const time = `${padded(local.hour)}:${padded(local.minute)}`;
  return { ...rest, date: isoDate(local), time };
}

/** A reminder is told at its time; the others are told where `before` says so, and with "0" on their time. */
function readBefore(reading: Reading, entry: EntryTiming["entry"]): number | undefined {
  const given = reading.input["before"];
  if (given === undefined) return entry === "reminder" ? 0 : undefined;
  return /^0\D*$/.test(String(given)) ? 0 : lengthOf(reading, "before", "");
}

/** One of some words, or the usual one where nothing is given. */
function choiceOf<Choice extends string>(
  reading: Reading,
  key: string,
  choices: readonly Choice[],
  usual: Choice,
): Choice | undefined {
  const given = reading.input[key] ?? usual;
  const choice = choices.find((name) => name === given);
  if (choice !== undefined) return choice;
  const known = choices.map((name) => `"${name}"`).join(", ");
  return refuse(reading, {
    en: `"${key}" is ${shown(given)}; it is one of ${known}.`,
    ko: korean`"${key}" 값은 ${known} 가운데 하나여야 하는데 ${shown(given)}이에요(예요).`,
  });
}

/** A text of at most 200 characters; undefined where it is not given, or blank. */
function shortText(reading: Reading, key: string): string | undefined {
  const given = reading.input[key];
  if (given === undefined || given === "") return undefined;
  if (typeof given === "string" && given.length <= LONGEST_TEXT) return given.trim();
  return refuse(reading, {
    en: `"${key}" is a text of at most ${LONGEST_TEXT} characters.`,
    ko: `"${key}" 값은 ${LONGEST_TEXT}자까지의 글이어야 해요.`,
  });
}

function lengthOf(reading: Reading, key: string, usual: string): number | undefined {
  const given = reading.input[key] ?? usual;
  const lengthMs = typeof given === "string" ? parseDuration(given) : undefined;
  if (lengthMs !== undefined) return lengthMs;
  return refuse(reading, {
    en: `"${key}" is ${shown(given)}; it is a length of time such as "30m", "2h" or "1d".`,
    ko: korean`"${key}" 값 ${shown(given)}은(는) "30m", "2h", "1d" 같은 시간 길이가 아니에요.`,
  });
}

function shown(given: Json): string {
  return JSON.stringify(given);
}
