import { korean } from "../../base/korean-particles.ts";
import type { Localized } from "../../base/localized.ts";
import { repeated } from "./repeated.ts";

/** One field of a cron pattern: what it is called, and what may stand in it. */
interface Field {
  readonly name: Localized;
  readonly least: number;
  readonly most: number;
  /** Words for its values; the first stands for `least`. */
  readonly words?: readonly string[];
}

const SECOND: Field = { name: { en: "second", ko: "초" }, least: 0, most: 59 };

const FIELDS: readonly Field[] = [
  { name: { en: "minute", ko: "분" }, least: 0, most: 59 },
  { name: { en: "hour", ko: "시" }, least: 0, most: 23 },
  { name: { en: "day", ko: "일" }, least: 1, most: 31 },
  {
    name: { en: "month", ko: "월" },
    least: 1,
    most: 12,
    words: ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"],
  },
  {
    name: { en: "weekday", ko: "요일" },
    least: 0,
    most: 7,
    words: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"],
  },
];

/** A value, a range or everything, with a step or without. Other signs (`L`, `#`, `W`) are for the library to judge. */
const PART = /^(?:(\*)|([\p{L}\p{N}]+)(?:-([\p{L}\p{N}]+))?)(?:\/(\d+))?$/u;

/** The first field of a pattern of five or six in which something stands that cannot: which, why, and what can. Undefined where none is found. */
export function fieldProblem(pattern: string): Localized | undefined {
  const texts = pattern.split(/\s+/);
  const fields = texts.length === 6 ? [SECOND, ...FIELDS] : FIELDS;
  for (const [index, field] of fields.entries()) {
    const text = texts[index] ?? "";
    for (const part of text.split(",")) {
      const problem = partProblem(part, field);
      if (problem !== undefined) return problem;
    }
  }
  return undefined;
}

function partProblem(part: string, field: Field): Localized | undefined {
  const match = PART.exec(part);
  if (match === null) return part === "" ? emptyWords(field) : undefined;
  const [, all, first, last = first, step] = match;
  if (step !== undefined && Number(step) === 0) return stepWords(part, field);
  if (all !== undefined || first === undefined || last === undefined) return undefined;
  const [from, to] = [numberOf(first, field), numberOf(last, field)];
  if (from === undefined) return valueWords(first, field);
  if (to === undefined) return valueWords(last, field);
  if (from > to) return orderWords({ part, first, last }, field);
  return step !== undefined && match[3] === undefined
    ? endWords(part, { first, step }, field)
    : undefined;
}

/** "5/15" is another dialect's: a step goes through everything or through a range. */
function endWords(
  part: string,
  { first, step }: { readonly first: string; readonly step: string },
  { name, most }: Field,
): Localized {
  const range = `${first}-${most}/${step}`;
  return {
    en: `The ${name.en} "${repeated(part)}" has a step without an end. Write "${repeated(range)}".`,
    ko: `${name.ko} "${repeated(part)}"에는 간격이 끝나는 값이 없습니다. "${repeated(range)}"처럼 쓰세요.`,
  };
}

/** A value as a number; undefined for one that cannot stand here. `L` and its kin count as a value that the library judges. */
function numberOf(text: string, { least, most, words = [] }: Field): number | undefined {
  if (/^\d+$/.test(text)) {
    const value = Number(text);
    return value >= least && value <= most ? value : undefined;
  }
  const index = words.indexOf(text.toLowerCase());
  if (index >= 0) return least + index;
  return /^(?:L|LW|\d+[LW])$/i.test(text) ? least : undefined;
}

function valueWords(value: string, field: Field): Localized {
  const { name, least, most, words } = field;
  const near = words?.find((word) => value.toLowerCase().startsWith(word));
  if (near !== undefined)
    return {
      en: `The ${name.en} "${repeated(value)}" is written "${near}".`,
      ko: korean`${name.ko} "${repeated(value)}"은(는) "${near}"(으)로 씁니다.`,
    };
  const orWords =
    words === undefined
      ? { en: "", ko: "" }
      : { en: ` or ${words[0]} to ${words.at(-1)}`, ko: ` 또는 ${words[0]}–${words.at(-1)}` };
  return {
    en: `The ${name.en} "${repeated(value)}" does not exist: it goes from ${least} to ${most}${orWords.en}.`,
    ko: korean`${name.ko} "${repeated(value)}"은(는) 없습니다. ${least}–${most}${orWords.ko}만 쓸 수 있습니다.`,
  };
}

function orderWords(
  { part, first, last }: { readonly part: string; readonly first: string; readonly last: string },
  field: Field,
): Localized {
  const { name, least, most, words } = field;
  const isWord = words !== undefined && !/^\d+$/.test(first);
  const [bottom, top] = isWord ? [words[0], words.at(-1)] : [least, most];
  const rest = numberOf(last, field) === least;
  const ranges = `${first}-${top},${rest ? bottom : `${bottom}-${last}`}`;
  return {
    en: `The ${name.en} "${repeated(part)}" runs backwards. Write "${repeated(ranges)}".`,
    ko: `${name.ko} "${repeated(part)}"의 앞뒤가 바뀌었습니다. "${repeated(ranges)}"처럼 나눠 쓰세요.`,
  };
}

function stepWords(part: string, { name }: Field): Localized {
  return {
    en: `The ${name.en} "${repeated(part)}" has a step of 0; it is 1 at least.`,
    ko: `${name.ko} "${repeated(part)}"의 간격이 0입니다. 1 이상이어야 합니다.`,
  };
}

function emptyWords({ name }: Field): Localized {
  return {
    en: `The ${name.en} has a comma with nothing beside it.`,
    ko: `${name.ko} 칸의 쉼표 옆이 비어 있습니다.`,
  };
}
