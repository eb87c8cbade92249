import { canonicalJson, type Json } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import { joined, type Localized } from "../../base/localized.ts";
import type {
  Application,
  Arithmetic,
  Comparison,
  Formula,
  FunctionName,
} from "../language/formula-tree.ts";
import { type Reference, readPath } from "../language/reference.ts";
import type { Moment } from "./formula-dates.ts";
import { apply, sizeOf, type TolerantFunction } from "./formula-functions.ts";
import {
  asNumber,
  asText,
  countOf,
  FormulaFault,
  isEmpty,
  isTrue,
  relate,
  show,
} from "./value-relations.ts";

/** What a condition says; undecided is neither yes nor no, and `reason` is a full sentence. */
export type Decision =
  | { readonly decided: true; readonly value: boolean }
  | { readonly decided: false; readonly reason: Localized };

/** What a formula gives: a value (`undefined` where nothing is there), or why it has none. */
export type Evaluated =
  | { readonly ok: true; readonly value: Json | undefined }
  | { readonly ok: false; readonly code: FormulaFault["code"]; readonly words: Localized };

/** What a reference leads to in a dry run where the call that gives it was not made: it exists, and no more is known of it. */
export const NOT_KNOWN_YET = Symbol("not known yet");

/** Gives the value a reference leads to, undefined where there is none. */
export type Resolve = (reference: Reference) => Json | typeof NOT_KNOWN_YET | undefined;

/** Most that one evaluation handles: characters of texts and items of lists, each time they are given to an operator or a function. */
const MAX_WORK = 20_000_000;

/**
 * Decides a condition. What is missing equals `null`, is empty, contains nothing, does not exist and is not true; asking
 * whether it is greater or smaller is undecided, as it is for things without an order. A number and a text that spells one
 * compare as numbers. `and` and `or` decide as soon as one term settles them. Without a moment, `now()` and `today()` are undecided.
 */
export function evaluateCondition(formula: Formula, resolve: Resolve, moment?: Moment): Decision {
  const result = evaluateFormula(formula, resolve, moment);
  return result.ok
    ? { decided: true, value: isTrue(result.value) }
    : { decided: false, reason: result.words };
}

/** The value of a formula. It always ends, has no effect, and takes time and space in proportion to what it is given. */
export function evaluateFormula(formula: Formula, resolve: Resolve, moment?: Moment): Evaluated {
  try {
    return { ok: true, value: new Evaluation(resolve, moment).value(formula) };
  } catch (thrown) {
    if (!(thrown instanceof FormulaFault)) throw thrown;
    return { ok: false, code: thrown.code, words: thrown.words };
  }
}

/** One evaluation. What has no value ends it, but for a term of `and` or `or` that another term settles. */
class Evaluation {
  readonly #resolve: Resolve;
  readonly #moment: Moment | undefined;
  #work = 0;

  constructor(resolve: Resolve, moment: Moment | undefined) {
    this.#resolve = resolve;
    this.#moment = moment;
  }

  value(formula: Formula): Json | undefined {
    switch (formula.kind) {
      case "constant":
        return formula.value;
      case "text":
        return this.#text(formula.parts);
      case "reference":
        return this.#at(formula.reference);
      case "list":
        return formula.items.map((item) => this.value(item) ?? null);
      case "path":
        return readPath(this.value(formula.of), formula.path);
      case "index":
        return itemAt(this.value(formula.of), this.value(formula.at));
      case "application":
        return this.#application(formula);
      case "or":
        return this.#settle(formula.terms, true);
      case "and":
        return this.#settle(formula.terms, false);
      case "not":
        return !isTrue(this.value(formula.term));
      case "negative":
        return this.#arithmetic({
          kind: "arithmetic",
          first: { kind: "constant", value: 0 },
          rest: [{ operator: "-", term: formula.term }],
        });
      case "comparison":
        return this.#compare(formula);
      case "arithmetic":
        return this.#arithmetic(formula);
      case "choice":
        return this.value(isTrue(this.value(formula.condition)) ? formula.then : formula.otherwise);
    }
  }

  /** `or` is settled by the first true term, `and` by the first false one; an undecided term counts only where none settles. */
  #settle(terms: readonly Formula[], settling: boolean): boolean {
    let undecided: FormulaFault | undefined;
    for (const term of terms) {
      try {
        if (isTrue(this.value(term)) === settling) return settling;
      } catch (thrown) {
        if (!(thrown instanceof FormulaFault) || thrown.code === "too-large") throw thrown;
        undecided ??= thrown;
      }
    }
    if (undecided !== undefined) throw undecided;
    return !settling;
  }

  #compare({ comparator, left, right }: Comparison): boolean {
    const [first, second] = [this.value(left), this.value(right)];
    this.#charge(first, second);
    const related = relate(comparator, first ?? null, second ?? null);
    if (related !== undefined) return related;
    if (isAbsent(left, first)) throw withoutValue(left, [left, comparator, right]);
    if (isAbsent(right, second)) throw withoutValue(right, [left, comparator, right]);
    const asked = `${show(first)} ${comparator} ${show(second)}`;
    throw new FormulaFault("type-mismatch", {
      en: `"${asked}" cannot be decided: these two cannot be compared so.`,
      ko: korean`"${asked}"은(는) 판단할 수 없어요. 이 둘은 이렇게 비교할 수 없어요.`,
    });
  }

  #arithmetic({ first, rest }: Arithmetic): Json {
    let result = this.#present(first);
    for (const { operator, term } of rest) {
      const right = this.#present(term);
      this.#charge(result, right);
      const worked = worksOut(operator, result, right);
      if (worked === undefined) throw cannotWork(operator, result, right);
      if (operator === "+" && isUnclear([first, result], [term, right]))
        throw unclearSum(wordsOf(first), wordsOf(term));
      result = worked;
    }
    return result;
  }

  /** A value that must be there. */
  #present(formula: Formula): Json {
    const value = this.value(formula);
    if (value !== undefined && value !== null) return value;
    throw withoutValue(formula);
  }

  #application(application: Application): Json {
    const { name, args } = application;
    const [first] = args;
    if (name === "exists" && first?.kind === "reference")
      return (this.#resolve(first.reference) ?? null) !== null;
    const values = args.map((arg) => this.value(arg));
    this.#charge(...values);
    const [value = null, other = null] = values;
    switch (name) {
      case "exists":
        return value !== null;
      case "empty":
        return isEmpty(value);
      case "default":
        return isEmpty(value) ? other : value;
      case "count":
        return this.#count(first, value);
      default:
        return this.#function({ ...application, name }, values);
    }
  }

  #function(
    { name, args }: Application & { readonly name: Exclude<FunctionName, TolerantFunction> },
    values: readonly (Json | undefined)[],
  ): Json {
    const missing = args.find((_, index) => (values[index] ?? null) === null);
    if (missing !== undefined && name !== "text" && name !== "json") throw withoutValue(missing);
    const result = apply(
      name,
      values.map((value) => value ?? null),
      this.#moment,
    );
    this.#charge(result);
    return result;
  }

  #count(formula: Formula | undefined, value: Json | undefined): number {
    const count = countOf(value ?? null);
    if (count !== undefined) return count;
    const text = formula === undefined ? "" : wordsOf(formula);
    throw new FormulaFault("type-mismatch", {
      en: `"${text}" is ${show(value)}, which cannot be counted.`,
      ko: korean`"${text}"의 값 ${show(value)}은(는) 셀 수 없어요.`,
    });
  }

  #at(reference: Reference): Json | undefined {
    const value = this.#resolve(reference);
    if (value !== NOT_KNOWN_YET) return value;
    const { text } = reference;
    throw new FormulaFault("undefined-variable", {
      en: `"${text}" has no value yet.`,
      ko: `"${text}"의 값이 아직 없어요.`,
    });
  }

  #text(parts: readonly Formula[]): Json {
    const [only] = parts;
    if (parts.length === 1 && only?.kind === "reference") {
      const value = this.#at(only.reference);
      if (value !== undefined) return value;
    }
    const text = parts.map((part) => this.#piece(part)).join("");
    this.#charge(text);
    return text;
  }

  /** A part of a text as text. */
  #piece(part: Formula): string {
    const value = this.value(part);
    if (value !== undefined) return asText(value) ?? canonicalJson(value);
    if (part.kind === "reference" && part.reference.form === "bare") return part.reference.text;
    throw withoutValue(part);
  }

  #charge(...values: readonly (Json | undefined)[]): void {
    for (const value of values) this.#work += sizeOf(value);
    if (this.#work <= MAX_WORK) return;
    throw new FormulaFault("too-large", {
      en: "The expression works on more than it may: take less of the data first.",
      ko: "식이 다루는 자료가 너무 커요. 먼저 자료를 줄이세요.",
    });
  }
}

/** Numbers and texts that spell them reckon beside a number; `+` joins texts and lists. Undefined where the operator has no meaning. */
function worksOut(
  operator: Arithmetic["rest"][number]["operator"],
  left: Json,
  right: Json,
): Json | undefined {
  const isJoining = operator === "+" && typeof left === "string" && typeof right === "string";
  const numbers = isJoining ? [] : [asNumber(left), asNumber(right)];
  const [first, second] = numbers;
  if (first !== undefined && second !== undefined) return reckoned(operator, first, second);
  if (operator !== "+" || isDateBesideNumber(left, right)) return undefined;
  if (Array.isArray(left) && Array.isArray(right)) return [...left, ...right];
  const [start, end] = [asText(left), asText(right)];
  const isText = typeof left === "string" || typeof right === "string";
  return isText && start !== undefined && end !== undefined ? start + end : undefined;
}

/** To 15 digits, so that 0.1 + 0.2 is 0.3; undefined for what no number is. */
function reckoned(operator: string, left: number, right: number): number | undefined {
  const results: Readonly<Record<string, number>> = {
    "+": left + right,
    "-": left - right,
    "*": left * right,
    "/": left / right,
    "%": left % right,
  };
  const result = results[operator] ?? Number.NaN;
  if (!Number.isFinite(result)) return undefined;
  return Number.isInteger(result) ? result : Number(result.toPrecision(15));
}

/** Joined, they would look like a date of another year. */
function isDateBesideNumber(left: Json, right: Json): boolean {
  const pair = [left, right];
  return pair.some(isDateText) && pair.some((value) => typeof value === "number");
}

function isDateText(value: Json): boolean {
  return typeof value === "string" && /^\d{4}-\d{2}-\d{2}(?:$|T\d)/.test(value);
}

/** Whether two texts that spell numbers come from data: joined they would look like a sum. */
function isUnclear(...sides: readonly (readonly [Formula, Json])[]): boolean {
  return sides.every(
    ([formula, value]) =>
      (formula.kind === "reference" || formula.kind === "path" || formula.kind === "index") &&
      typeof value === "string" &&
      asNumber(value) !== undefined,
  );
}

function unclearSum(left: string, right: string): FormulaFault {
  const sum = `number(${left}) + number(${right})`;
  return new FormulaFault("type-mismatch", {
    en: `Both sides of "+" are texts that spell numbers: ${sum} adds them, join([${left}, ${right}], '') joins them.`,
    ko: `"+" 양쪽이 모두 숫자를 적은 글이에요. 더하려면 ${sum}, 이어 쓰려면 join([${left}, ${right}], '')로 쓰세요.`,
  });
}

function cannotWork(operator: string, left: Json, right: Json): FormulaFault {
  const asked = `${show(left)} ${operator} ${show(right)}`;
  const help = [left, right].some(isDateText)
    ? {
        en: " With dates reckon add(d, '7 days') and days_between(a, b).",
        ko: " 날짜는 add(d, '7 days')와 days_between(a, b)로 계산해요.",
      }
    : "";
  const words = {
    en: `"${asked}" cannot be worked out.`,
    ko: korean`"${asked}"은(는) 계산할 수 없어요.`,
  };
  return new FormulaFault("type-mismatch", joined(words, help));
}

function isAbsent(formula: Formula, value: Json | undefined): boolean {
  return value === undefined && (formula.kind === "reference" || formula.kind === "path");
}

/** What a list has at a place, or an object under a name; a text that spells a place is one. */
function itemAt(value: Json | undefined, at: Json | undefined): Json | undefined {
  const place = Array.isArray(value) ? (asNumber(at ?? null) ?? at) : at;
  return typeof place === "number" || typeof place === "string"
    ? readPath(value, [place])
    : undefined;
}

function withoutValue(
  formula: Formula,
  comparison?: readonly [Formula, string, Formula],
): FormulaFault {
  const text = wordsOf(formula);
  if (comparison === undefined)
    return new FormulaFault("undefined-variable", {
      en: `"${text}" has no value.`,
      ko: `"${text}"의 값이 없어요.`,
    });
  const [left, comparator, right] = comparison;
  const asked = `${wordsOf(left)} ${comparator} ${wordsOf(right)}`;
  return new FormulaFault("undefined-variable", {
    en: `"${text}" has no value here, so "${asked}" cannot be decided.`,
    ko: korean`"${text}"의 값이 여기에 없어서 "${asked}"을(를) 판단할 수 없어요.`,
  });
}

/** A formula about as it was written. */
function wordsOf(formula: Formula): string {
  switch (formula.kind) {
    case "reference":
      return formula.reference.text;
    case "constant":
      return show(formula.value);
    case "text":
      return show(
        formula.parts
          .map((part) => (part.kind === "constant" ? String(part.value) : wordsOf(part)))
          .join(""),
      );
    case "application":
      return `${formula.name}(${formula.args.map(wordsOf).join(", ")})`;
    case "path":
      return `${wordsOf(formula.of)}.${formula.path.join(".")}`;
    case "index":
      return `${wordsOf(formula.of)}[${wordsOf(formula.at)}]`;
    default:
      return "…";
  }
}
