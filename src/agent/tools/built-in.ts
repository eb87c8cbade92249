import type { Clock } from "../../base/clock.ts";
import type { JsonObject } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import { joined, type Language, type Localized } from "../../base/localized.ts";
import { didYouMean } from "../../engine/language/nearest-name.ts";
import { failureIn, type Outcome, success } from "../../engine/values/outcome.ts";
import { CALCULATION_NAMES, type CalculationFault, calculate } from "./calculate.ts";
import type { Tool, ToolContext } from "./tool.ts";

/** The tools that every process has: what models are bad at, done exactly. They read nothing and change nothing. */
export function createBuiltInTools(parts: { readonly clock: Clock }): readonly Tool[] {
  return [CALCULATE, COUNT_TEXT, createDateTool(parts)];
}

const CALCULATE: Tool = {
  name: "calculate",
  description: {
    ko: "산술식을 정확히 계산한다 (+ - * / ^ %, mod, 괄호, sqrt, round, min, max, sum, avg …)",
    en: "Work out an arithmetic expression exactly (+ - * / ^ %, mod, parentheses, sqrt, round, min, max, sum, avg …)",
  },
  inputSchema: {
    type: "object",
    properties: { expression: { type: "string", minLength: 1, maxLength: 2000 } },
    required: ["expression"],
  },
  input: { param: "expression", as: "text" },
  effect: "read",
  returns: "object",
  examples: [
    {
      ko: ["12 * 34 + 5 계산해줘", "12 * 34 + 5는 얼마야"],
      en: ["calculate 12 * 34 + 5", "what is 12 * 34 + 5"],
      code: '[system:tool]("calculate") {expression: "12 * 34 + 5"}',
    },
  ],
  execute: async (input, context) => calculated(String(input["expression"]), context),
};

const COUNT_TEXT: Tool = {
  name: "count_text",
  description: {
    ko: "글자 수를 센다: 공백 포함과 제외, 낱말, 줄, 바이트",
    en: "Count a text: characters with and without spaces, words, lines, bytes",
  },
  inputSchema: {
    type: "object",
    properties: { text: { type: "string" } },
    required: ["text"],
  },
  input: { param: "text", as: "text" },
  effect: "read",
  returns: "object",
  examples: [
    {
      ko: ["안녕하세요 글자 수 세어 줘", "안녕하세요 몇 글자야"],
      en: ["count the characters of 안녕하세요", "how many characters are in 안녕하세요"],
      code: '[system:tool]("count_text") {text: "안녕하세요"}',
    },
  ],
  execute: async (input, context) => counted(String(input["text"]), context),
};

const DATE = { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$" } as const;

function createDateTool({ clock }: { readonly clock: Clock }): Tool {
  return {
    name: "dates",
    description: {
      ko: "날짜 계산: 두 날짜 사이의 날수(D-day), 또는 날짜에 날과 달을 더한 날짜와 요일",
      en: "Reckon with dates: the days between two of them, or the date and weekday so many days and months after one",
    },
    inputSchema: {
      type: "object",
      properties: {
        from: { ...DATE, description: "default: today" },
        to: DATE,
        days: { type: "integer", minimum: -400_000, maximum: 400_000 },
        months: { type: "integer", minimum: -12_000, maximum: 12_000 },
      },
    },
    effect: "read",
    returns: "object",
    examples: [
      {
        ko: ["2027-01-01까지 며칠 남았어", "2027-01-01 디데이"],
        en: ["how many days until 2027-01-01", "days left until 2027-01-01"],
        code: '[system:tool]("dates") {to: "2027-01-01"}',
      },
    ],
    execute: async (input, context) => dated(input, clock.now(), context),
  };
}

function calculated(expression: string, { actor: { language } }: ToolContext): Outcome {
  const result = calculate(expression);
  if (!result.ok)
    return failureIn(language, "bad-expression", faultWords(expression, result.fault));
  const sign = Number.isSafeInteger(result.value) || Math.abs(result.value) < 2 ** 53 ? "=" : "≈";
  const [, whole, share] = /^([\d.]+) \* ([\d.]+%)$/u.exec(expression.trim()) ?? [];
  const shareOf = {
    ko: `${whole}의 ${share}: ${result.value}`,
    en: `${share} of ${whole} is ${result.value}`,
  };
  const text =
    share === undefined ? `${expression.trim()} ${sign} ${result.value}` : shareOf[language];
  return success({ kind: "object", data: { result: result.value }, text });
}

function faultWords(expression: string, fault: CalculationFault): Localized {
  switch (fault.kind) {
    case "syntax": {
      const rest = expression.slice(fault.index, fault.index + 20).trim();
      if (rest === "")
        return {
          en: "The expression ends too early.",
          ko: "식이 끝나지 않았어요.",
        };
      return {
        en: `The expression cannot be read from "${rest}" on.`,
        ko: `식의 "${rest}" 부분부터 읽을 수 없어요.`,
      };
    }
    case "unknown-name":
      return joined(
        {
          en: `There is no function "${fault.name}".`,
          ko: korean`"${fault.name}"(이)라는 함수는 없어요.`,
        },
        didYouMean(fault.name, CALCULATION_NAMES),
      );
    case "too-deep":
      return { en: "The expression is nested too deep.", ko: "식의 괄호가 너무 깊어요." };
    case "undefined":
      return {
        en: "The expression has no value: it divides by zero or leaves the range of numbers.",
        ko: "식의 값이 없어요. 0으로 나누거나 수의 범위를 벗어나요.",
      };
  }
}

function counted(text: string, { actor: { language } }: ToolContext): Outcome {
  const characters = [...new Intl.Segmenter(language).segment(text)].map(({ segment }) => segment);
  const data = {
    characters: characters.length,
    withoutSpaces: characters.filter((character) => character.trim() !== "").length,
    words: text.split(/\s+/).filter((word) => word !== "").length,
    lines: text === "" ? 0 : text.split(/\r\n|\r|\n/).length,
    bytes: new TextEncoder().encode(text).length,
  };
  const { withoutSpaces, words, lines, bytes } = data;
  const said: Localized = {
    ko: `공백 포함 ${data.characters}자, 공백 제외 ${withoutSpaces}자, 낱말 ${words}개, ${lines}줄, ${bytes}바이트`,
    en: `${data.characters} characters, ${withoutSpaces} without spaces, ${words} words, ${lines} lines, ${bytes} bytes`,
  };
  return success({ kind: "object", data, text: said[language] });
}

function dated(input: JsonObject, nowMs: number, { actor }: ToolContext): Outcome {
  const question = input as DateQuestion; // the schema of "dates" has accepted it
  const answer = dateAnswer(question, { nowMs, zone: actor.zone });
  if (!answer.ok) return failureIn(actor.language, "bad-date", answer.words);
  return success({ kind: "object", data: answer.data, text: answer.words[actor.language] });
}

/** Dates are `YYYY-MM-DD`; `from` is today where it is absent. */
interface DateQuestion {
  readonly from?: string;
  readonly to?: string;
  readonly days?: number;
  readonly months?: number;
}

/** The answer as data and in words, or why there is none. */
type DateAnswer =
  | { readonly ok: true; readonly data: JsonObject; readonly words: Localized }
  | { readonly ok: false; readonly words: Localized };

const DAY_MS = 24 * 60 * 60 * 1000;

/** The days from one date to another, or the date so many months and then days after one. Pure. */
function dateAnswer(
  question: DateQuestion,
  now: { readonly nowMs: number; readonly zone: string },
): DateAnswer {
  const { to, days = 0, months = 0 } = question;
  const from = question.from ?? todayIn(now.zone, now.nowMs);
  const wrong = [from, ...(to === undefined ? [] : [to])].find((date) => dayOf(date) === undefined);
  if (wrong !== undefined) return { ok: false, words: noSuchDate(wrong) };
  if (to !== undefined && (days !== 0 || months !== 0)) return { ok: false, words: EITHER_OR };
  return to === undefined ? shifted(from, { days, months }) : between(from, to);
}

function between(from: string, to: string): DateAnswer {
  const days = ((dayOf(to) ?? 0) - (dayOf(from) ?? 0)) / DAY_MS;
  const weekday = weekdayOf(to, "en");
  const count = Math.abs(days);
  return {
    ok: true,
    data: { from, to, days, weekday },
    words: {
      ko: `${from}부터 ${to}(${weekdayOf(to, "ko")})까지 ${days}일`,
      en: `From ${from} to ${to} (${weekday}): ${days < 0 ? "−" : ""}${count} day${count === 1 ? "" : "s"}`,
    },
  };
}

function shifted(
  from: string,
  { days, months }: { readonly days: number; readonly months: number },
): DateAnswer {
  const date = dateOf(addMonths(from, months) + days * DAY_MS);
  if (date === undefined)
    return {
      ok: false,
      words: {
        en: "That date lies beyond the years 0001 to 9999.",
        ko: "그 날짜는 1년에서 9999년까지를 벗어나요.",
      },
    };
  return {
    ok: true,
    data: { from, date, weekday: weekdayOf(date, "en") },
    words: {
      ko: `${date} (${weekdayOf(date, "ko")})`,
      en: `${date} (${weekdayOf(date, "en")})`,
    },
  };
}

/** The same day of another month, or its last one where it is shorter. */
function addMonths(date: string, months: number): number {
  const start = new Date(dayOf(date) ?? 0);
  const day = start.getUTCDate();
  const first = new Date(start);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() + months);
  const next = new Date(first);
  next.setUTCMonth(next.getUTCMonth() + 1, 0);
  return first.setUTCDate(Math.min(day, next.getUTCDate()));
}

/** Midnight of a date in Unix ms; `undefined` for one that the calendar does not have. */
function dayOf(date: string): number | undefined {
  const atMs = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(atMs) && dateOf(atMs) === date ? atMs : undefined;
}

function dateOf(atMs: number): string | undefined {
  const date = new Date(atMs);
  if (Number.isNaN(date.getTime())) return undefined;
  const text = date.toISOString();
  return /^\d{4}-/.test(text) && !text.startsWith("0000") ? text.slice(0, 10) : undefined;
}

function todayIn(zone: string, nowMs: number): string {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).formatToParts(nowMs);
  const part = (type: string): string => parts.find((entry) => entry.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}

function weekdayOf(date: string, language: Language): string {
  const format = new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" });
  return format.format(dayOf(date));
}

function noSuchDate(date: string): Localized {
  return {
    en: `There is no date "${date}". Dates are written like 2027-01-31.`,
    ko: korean`"${date}"(이)라는 날짜는 없어요. 날짜는 2027-01-31처럼 써요.`,
  };
}

const EITHER_OR: Localized = {
  en: 'Give either "to", for the days between, or "days" and "months", for another date.',
  ko: '사이의 날수는 "to"로, 다른 날짜는 "days"와 "months"로 물어요. 둘을 함께 쓸 수 없어요.',
};
