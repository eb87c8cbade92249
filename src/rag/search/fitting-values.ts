import { valuesOf } from "../text/features.ts";
import { choicesIn } from "../text/generalise.ts";

/**
 * True where the values of a program are those of its request: each text, address, name, number, time and day of the program is said,
 * each file where one is named, and each file, address, quoted text, day and number that is said stands in the program. Spans count by their number ("six
 * months" is `6mo`), hours with and without the afternoon. Pure.
 */
export function hasFittingValues(intent: string, code: string): boolean {
  const said = readWords(intent);
  const choices = choicesIn(code);
  const values = valuesOf(code).filter((value) => !choices.has(value));
  const chosen = [...code.matchAll(CHOSEN)].map(([, value = ""]) => value);
  return (
    chosen.every((value) => CHOICES[value]?.test(said.text) === true) &&
    values.every((value) => isSaid(value, said)) &&
    bareNumbers(code).every((number) => isCounted(number, said)) &&
    isHeeded(said, code)
  );
}

/** Languages and countries are named in words of people. */
const CHOSEN = /\b(?:to|country|language)\s*[:=]\s*"([a-z]{2})"/giu;
const CHOICES: Readonly<Record<string, RegExp>> = {
  ko: /한국어|한글|우리말|korean/u,
  en: /영어|영문|english/u,
  ja: /일본어|일어|japanese/u,
  zh: /중국어|chinese/u,
  KR: /한국|국내|korea/u,
  US: /미국|america|\bus\b/u,
  JP: /일본|japan/u,
  FR: /프랑스|france|french/u,
  DE: /독일|german/u,
};

/** A request as far as values go. */
interface Said {
  readonly text: string;
  readonly numbers: readonly number[];
  /** From Monday, 0, to Sunday. */
  readonly weekdays: readonly number[];
  readonly literals: readonly string[];
  readonly hasPartOfDay: boolean;
  /** Where none is named, a program makes up where to save. */
  readonly namesFile: boolean;
}

function readWords(intent: string): Said {
  const text = intent.normalize("NFC").toLowerCase();
  const literals = [ADDRESS, FILE, QUOTE].flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => match[1] ?? match[0]),
  );
  const bare = literals.reduce((rest, literal) => rest.replace(literal, " "), text);
  const digits = [...bare.matchAll(DIGITS)].map(
    ([, number = "", unit = ""]) => Number(number.replaceAll(",", "")) * (TIMES[unit] ?? 1),
  );
  const spelt = NUMBER_WORDS.flatMap(([number, pattern]) => (pattern.test(bare) ? [number] : []));
  return {
    text,
    numbers: [...digits, ...spelt],
    weekdays: WEEKDAYS.flatMap((pattern, day) => (pattern.test(bare) ? [day] : [])),
    literals,
    hasPartOfDay: PART_OF_DAY.test(bare),
    namesFile: literals.some((literal) => FILE_NAME.test(literal)),
  };
}

const ADDRESS = /\b(?:https?:\/\/)?(?:[a-z0-9-]+\.)+(?:com|net|org|kr|io|dev)\b(?:\/[\w./-]*)?/gu;
const FILE =
  /[\p{L}\p{N}_-]+\.(?:md|txt|csv|tsv|pdf|png|jpe?g|gif|sh|py|js|json|log|xlsx?|docx?|html|ya?ml|zip|mp3)(?![a-z0-9])/gu;
const FILE_NAME = /^[^\s:]+\.[a-z][a-z0-9]{1,4}$/u;
const QUOTE = /["“「『]([^"”」』]{2,})["”」』]/gu;
const DIGITS = /(\d+(?:,\d{3})*(?:\.\d+)?)(만|천|억|k\b)?/gu;
const TIMES: Readonly<Record<string, number>> = { 천: 1000, 만: 10_000, 억: 100_000_000, k: 1000 };
const PART_OF_DAY = /아침|점심|저녁|밤|오전|오후|morning|noon|evening|night|daily|매일|every day/u;

const UNIT_EN = "\\s(?:minute|hour|day|week|month|year|time)s?\\b";
const UNIT_KO = "\\s?(?:시|분|시간|달|개월|주|해|번|개|명)";

/** Numbers in words before what they count. */
const NUMBER_WORDS: readonly (readonly [number, RegExp])[] = [
  ...(
    [
      [1, "one|an?", "한"],
      [2, "two|a couple of", "두"],
      [3, "three", "세|석"],
      [4, "four", "네|넉"],
      [5, "five", "다섯"],
      [6, "six", "여섯"],
      [7, "seven", "일곱"],
      [8, "eight", "여덟"],
      [9, "nine", "아홉"],
      [10, "ten", "열"],
      [12, "twelve", "열두"],
      [20, "twenty", "스무"],
      [30, "thirty", "서른"],
    ] as const
  ).map(([number, en, ko]): readonly [number, RegExp] => [
    number,
    new RegExp(`\\b(?:${en})${UNIT_EN}|(?<![가-힣])(?:${ko})${UNIT_KO}`, "u"),
  ]),
  [1, /\b(?:past|last|this|the|over a) year\b|일\s?년|올해|지난해/u],
  [6, /반\s?년|half a year/u],
  [30, /half an hour|(?<=시간?\s?)반/u],
  [7, /일주일|\ba week\b/u],
  [12, /정오|\bnoon\b/u],
];

const WEEKDAYS: readonly RegExp[] = [
  /월요일|월욜|\bmon(?:day)?s?\b/u,
  /화요일|화욜|\btue(?:s(?:day)?)?s?\b/u,
  /수요일|수욜|\bwed(?:nesday)?s?\b/u,
  /목요일|목욜|\bthu(?:rs(?:day)?)?s?\b/u,
  /금요일|금욜|\bfri(?:day)?s?\b/u,
  /토요일|토욜|\bsat(?:urday)?s?\b/u,
  /일요일|일욜|\bsun(?:day)?s?\b/u,
];

const CRON = /^(\S+) (\S+) (\S+) (\S+) (\S+)$/u;
const COMPARISON = /[<>=]|\bcontains\b|\bmatches\b/u;

/** What a reference stands for comes from a step before. */
const REFERENCE = /\$\{[^}]*\}|\{\{[^}]*\}\}|\$[\p{L}_][\p{L}\p{N}_.]*/gu;

function isSaid(value: string, said: Said): boolean {
  const wanted = value.normalize("NFC").toLowerCase().replace(REFERENCE, "").trim();
  if (withoutSpace(said.text).includes(withoutSpace(wanted))) return true;
  if (FILE_NAME.test(wanted)) return !said.namesFile;
  const cron = CRON.exec(wanted);
  if (cron !== null && /^[\d*,/\s-]+$/u.test(wanted)) return isCronSaid(cron.slice(1), said);
  if (/^(?:\d{1,2}:\d{2}|\d{4}-\d{2}-\d{2}|\d+(?:s|m|h|d|w|mo|y))$/u.test(wanted))
    return numbersIn(wanted).every((number) => number === 0 || isCounted(number, said));
  if (/^[\d.,]+$/u.test(wanted))
    return numbersIn(wanted).every((number) => isCounted(number, said));
  if (!COMPARISON.test(wanted)) return false;
  const inner = [...wanted.matchAll(/'([^']*)'/gu)].map(([, text = ""]) => text);
  return (
    inner.every((text) => said.text.includes(text.replaceAll("*", ""))) &&
    numbersIn(wanted).every((number) => isCounted(number, said))
  );
}

function isCronSaid(
  [minute = "*", hour = "*", day = "*", month = "*", weekday = "*"]: readonly string[],
  said: Said,
): boolean {
  const hours = numbersIn(hour);
  const isHourSaid =
    hours.every((number) => isCounted(number, said)) ||
    (said.numbers.length === 0 && said.hasPartOfDay);
  const others = [minute, day, month].flatMap(numbersIn).filter((number) => number !== 0);
  return (
    isHourSaid && others.every((number) => isCounted(number, said)) && areDaysSaid(weekday, said)
  );
}

/** Days of a cron expression count from Sunday. */
function areDaysSaid(field: string, { text, weekdays }: Said): boolean {
  if (field === "*") return true;
  if (field === "1-5") return /평일|weekday|workday|주중/u.test(text);
  if (/^(?:0,6|6,0|6,7)$/u.test(field)) return /주말|weekend/u.test(text);
  return numbersIn(field).every((day) => weekdays.includes((day + 6) % 7));
}

/** Files, addresses, quoted texts, days and numbers that are said stand in the program. */
function isHeeded({ literals, weekdays, numbers }: Said, code: string): boolean {
  const program = code.toLowerCase();
  const inProgram = numbersIn(program.replaceAll("\\", " "));
  return (
    literals.every((literal) => program.includes(literal)) &&
    weekdays.every((day) => WEEKDAYS[day]?.test(program) === true || daysIn(program).has(day)) &&
    numbers.every((number) => inProgram.some((other) => areAlike(other, number)))
  );
}

function daysIn(program: string): ReadonlySet<number> {
  const days = new Set<number>();
  for (const [, field = ""] of program.matchAll(/"(?:\S+ ){4}(\S+)"/gu))
    for (const day of numbersIn(field)) days.add((day + 6) % 7);
  for (const [, list = ""] of program.matchAll(/weekdays\s*:\s*\[([^\]]*)\]/gu))
    for (const day of numbersIn(list)) days.add(day);
  for (const [date] of program.matchAll(/\d{4}-\d\d-\d\d/gu))
    days.add((new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7);
  return days;
}

/** Numbers of a program that stand in no text. */
function bareNumbers(code: string): readonly number[] {
  return numbersIn(code.replace(/"(?:[^"\\]|\\.)*"/gu, " ").replace(/[[$][\p{L}\p{N}_:.]+/gu, " "));
}

function numbersIn(text: string): readonly number[] {
  return [...text.matchAll(/\d+(?:\.\d+)?/gu)].map(([number]) => Number(number));
}

function isCounted(number: number, { numbers }: Said): boolean {
  return numbers.some((other) => areAlike(number, other));
}

/** `value` of a program may stand for what was said: the same number, the hour after noon, or the same span in a smaller or larger unit. */
function areAlike(value: number, said: number): boolean {
  return [said, said + 12, said * 7, said * 60, said / 12].includes(value);
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/gu, "");
}
