import type { Localized } from "../../../base/localized.ts";
import {
  type Application,
  type Arithmetic,
  type Comparison,
  type Formula,
  partsOfFormula,
} from "../formula-tree.ts";

/** What is wrong with a formula that reads well and can never say what was meant; `undefined` where nothing is. Pure. */
export function senselessIn(formula: Formula): Localized | undefined {
  const own = senseless(formula);
  if (own !== undefined) return own;
  for (const part of partsOfFormula(formula)) {
    const inner = senselessIn(part);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** Whether a pattern of `*` and `?` was meant as a regular expression, which would hold for other texts. */
export function isRegularExpression(pattern: string): boolean {
  return /^\^|\$$|\\[dwsb.]|^\.\*|\.\+|[\p{L}\p{N})]\|[\p{L}\p{N}(]|\[[^\]]*\][+*?{]/u.test(
    pattern,
  );
}

function senseless(formula: Formula): Localized | undefined {
  switch (formula.kind) {
    case "or":
    case "and":
      return formula.terms.some(isPlainValue) && !formula.terms.every(isPlainValue)
        ? ALWAYS_TRUE
        : undefined;
    case "comparison":
      return senselessComparison(formula);
    case "application":
      return isTestOfText(formula) ? NO_FILES_HERE : undefined;
    case "arithmetic":
      return isReckonedDate(formula) ? DATES_ARE_TEXTS : undefined;
    case "path":
      return isDate(formula.of) ? DATES_ARE_TEXTS : undefined;
    default:
      return undefined;
  }
}

function senselessComparison(comparison: Comparison): Localized | undefined {
  if (isMatchOf(comparison)) return NO_REGULAR_EXPRESSION;
  return isDateAgainstWord(comparison) ? DATES_ARE_TEXTS : undefined;
}

function isPlainValue(formula: Formula): boolean {
  if (formula.kind === "text") return true;
  const { value } = formula.kind === "constant" ? formula : { value: null };
  return typeof value === "number" || (typeof value === "string" && value !== "");
}

function isMatchOf({ comparator, right }: Comparison): boolean {
  if (comparator !== "matches" || right.kind !== "constant") return false;
  return typeof right.value === "string" && isRegularExpression(right.value);
}

/** `today() == "Monday"`, `now() > "18:00"`: no date begins so. */
function isDateAgainstWord({ comparator, left, right }: Comparison): boolean {
  if (!/^[=!<>]/.test(comparator)) return false;
  const [date, other] = isDate(left) ? [left, right] : [right, left];
  if (!isDate(date) || other.kind !== "constant" || typeof other.value !== "string") return false;
  return other.value !== "" && !/^[\d*?]{4}/.test(other.value);
}

/** `exists("a.md")`: a text itself is always there. */
function isTestOfText({ name, args }: Application): boolean {
  const [only] = args;
  return (
    (name === "exists" || name === "empty") &&
    only?.kind === "constant" &&
    typeof only.value === "string" &&
    only.value !== ""
  );
}

/** Whether something is added to a date or taken from it, as to a number. */
function isReckonedDate({ first, rest: [next] }: Arithmetic): boolean {
  if (next === undefined || !(isDate(first) || isDate(next.term))) return false;
  return (
    next.operator !== "+" || [first, next.term].some((term) => isNumber(term) || isSpanOfTime(term))
  );
}

function isNumber(formula: Formula): boolean {
  return formula.kind === "constant" && typeof formula.value === "number";
}

/** `"3 days"` */
function isSpanOfTime(formula: Formula): boolean {
  return (
    formula.kind === "constant" &&
    /^\d+ ?(?:day|week|month|year|hour|minute)s?$/.test(String(formula.value))
  );
}

function isDate(formula: Formula): boolean {
  return formula.kind === "application" && ["now", "today", "date", "add"].includes(formula.name);
}

const ALWAYS_TRUE: Localized = {
  en: 'A text or a number by itself beside "or" and "and" always holds. Write each comparison whole: $x == "a" or $x == "b"; for a value that may be missing: default($x, "none").',
  ko: '"or"와 "and" 옆에 글이나 숫자만 있으면 언제나 맞는 것이 돼요. 비교는 하나하나 다 쓰고($x == "a" or $x == "b"), 없을 수 있는 값은 default($x, "없음")으로 쓰세요.',
};

const NO_REGULAR_EXPRESSION: Localized = {
  en: '"matches" takes a pattern of * (anything) and ? (one character), such as "*AI*", no regular expression.',
  ko: '"matches"에는 정규식이 아니라 *(아무 글자나 여럿)와 ?(한 글자)로 된 무늬를 써요. 예: "*AI*"',
};

const NO_FILES_HERE: Localized = {
  en: 'A text in quotes always exists and is never empty. A value is named as $x; whether a file is there shows [system:read]("a.md") ?? "none".',
  ko: '따옴표로 묶은 글은 언제나 있고 비어 있지 않아요. 값은 $x로 쓰고, 파일이 있는지는 [system:read]("a.md") ?? "없음"으로 알아요.',
};

const DATES_ARE_TEXTS: Localized = {
  en: "A date is a text: reckon with add(today(), '7 days') and days_between(a, b), and take its parts with format(now(), 'YYYY').",
  ko: "날짜는 글이에요. 계산은 add(today(), '7 days')와 days_between(a, b)로, 일부는 format(now(), 'YYYY')로 얻어요.",
};
