import type { Json } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import type { Localized } from "../../base/localized.ts";
import type { Comparator, Measure, Operand } from "./condition-tree.ts";
import {
  isSpace,
  nameEnd,
  numberOf,
  opensString,
  scanString,
  templateEnd,
  typedBare,
} from "./lexer-text.ts";
import type { GrammarToken } from "./parse-grammar.ts";
import { parseReference, parseText, type Reference } from "./reference.ts";

/** Deepest nesting of parentheses, and longest run of `not`. */
const MAX_DEPTH = 32;

/** `$x.path`. Sticky. */
const BARE_REFERENCE = /\$[\p{L}_][\p{L}\p{M}\p{N}_]*(?:\.[\p{L}\p{M}\p{N}_]+)*/uy;
const FIELD = /[\p{L}_][\p{L}\p{M}\p{N}_]*(?:\.[\p{L}\p{M}\p{N}_]+)*/uy;
const COMPARATOR = /[=!]=|[<>]=?/y;
const NUMBER = /-?[\d.]+(?:[eE][+-]?\d+)?(?![\p{L}\p{N}_:-])/uy;
/** What stands for itself in a message: a run without blanks, brackets and quotes. */
const CHUNK = /[^\s()"'`]+/y;

/** What other languages write, and what is written here. */
const MEANT: readonly (readonly [spelling: string, meant: string])[] = [
  ["&&", '"and"'],
  ["&", '"and"'],
  ["||", '"or"'],
  ["|", '"or"'],
  ["!", '"not"'],
  ["=", '"=="'],
];

/** One token of a condition. */
export interface ConditionToken<Type extends string, Data> extends GrammarToken {
  readonly type: Type;
  readonly start: number;
  readonly end: number;
  readonly data: Data;
}

type Token =
  | ConditionToken<"operand", Operand>
  | ConditionToken<"reference", Reference>
  | ConditionToken<"comparator", Comparator>
  | ConditionToken<"measure", Measure>
  | ConditionToken<"word" | "end", null>;

/** Ends the reading of a condition. Offsets count in its text. */
export class PredicateProblem extends Error {
  readonly code: "bad-condition" | "too-deep";
  readonly words: Localized;
  readonly start: number;
  readonly end: number;

  constructor(code: "bad-condition" | "too-deep", start: number, end: number, words: Localized) {
    super(words.en);
    this.name = "PredicateProblem";
    this.code = code;
    this.words = words;
    this.start = start;
    this.end = end;
  }
}

/** Gives the tokens of a condition. */
export class ConditionLexer {
  tokenCount = 0;
  private readonly text: string;
  private readonly fields: boolean;
  private at = 0;
  private depth = 0;
  private notCount = 0;
  private last: Token | undefined;

  constructor(text: string, fields: boolean) {
    this.text = text;
    this.fields = fields;
  }

  next(): Token | undefined {
    if (this.last?.type === "end") return undefined;
    while (isSpace(this.text.charCodeAt(this.at)) || this.text.charAt(this.at) === "\n")
      this.at += 1;
    const token = this.read(this.at);
    this.guardDepth(token);
    this.last = token;
    this.at = token.end;
    this.tokenCount += 1;
    return token;
  }

  /** Why the last token handed out was not taken. */
  unexpected(): PredicateProblem {
    const { start, end, type } = this.last ?? { start: 0, end: 0, type: "end" };
    if (type === "end") {
      const message = {
        en: "The condition ends too early: a value or a closing parenthesis is missing.",
        ko: "조건이 너무 일찍 끝났습니다. 값이나 닫는 괄호가 빠졌습니다.",
      };
      return new PredicateProblem("bad-condition", start, end, message);
    }
    const found = this.text.slice(start, Math.min(end, start + 40));
    const message = {
      en: `"${found}" cannot stand here in a condition; conditions look like: $x.count > 3 and $x.title contains "AI".`,
      ko: korean`조건의 이 자리에는 "${found}"이(가) 올 수 없습니다. 조건은 이렇게 씁니다: $x.count > 3 and $x.title contains "AI".`,
    };
    return new PredicateProblem("bad-condition", start, end, message);
  }

  private read(start: number): Token {
    const { text } = this;
    const first = text.charAt(start);
    if (first === "") return { type: "end", value: "", start, end: start, data: null };
    if (first === "(" || first === ")") {
      return { type: "word", value: first, start, end: start + 1, data: null };
    }
    if (opensString(text, start)) return this.readText(start);
    const token = this.readReference(start) ?? this.readNumber(start) ?? this.readComparator(start);
    return token ?? this.readWord(start);
  }

  private readText(start: number): Token {
    const scanned = scanString(this.text, start);
    if (scanned === undefined) {
      const message = {
        en: "The text that opens here is never closed.",
        ko: "여기서 시작한 글이 닫히지 않았습니다.",
      };
      throw new PredicateProblem("bad-condition", start, start + 1, message);
    }
    const data = textOperand(scanned.value);
    return { type: "operand", value: "", start, end: scanned.end, data };
  }

  private readReference(start: number): Token | undefined {
    const { text } = this;
    const braced = templateEnd(text, start);
    const end = braced > start ? braced : endOf(BARE_REFERENCE, text, start);
    const data = end > start ? parseReference(text.slice(start, end)) : undefined;
    return data === undefined ? undefined : { type: "reference", value: "", start, end, data };
  }

  private readNumber(start: number): Token | undefined {
    const end = endOf(NUMBER, this.text, start);
    const value = end > start ? numberOf(this.text.slice(start, end)) : undefined;
    return value === undefined ? undefined : constant(start, end, value);
  }

  private readComparator(start: number): Token | undefined {
    const end = endOf(COMPARATOR, this.text, start);
    return end > start ? comparator(start, end, this.text.slice(start, end)) : undefined;
  }

  private readWord(start: number): Token {
    const { text } = this;
    const end = nameEnd(text, start);
    const word = text.slice(start, end);
    const lower = word.toLowerCase();
    if (lower === "and" || lower === "or" || lower === "not") {
      return { type: "word", value: lower, start, end, data: null };
    }
    if (lower === "contains" || lower === "matches") return comparator(start, end, lower);
    const known = typedBare(word);
    if (end > start && typeof known !== "string") return constant(start, end, known);
    if (isMeasure(lower) && /^\s*\(/.test(text.slice(end, end + 20))) {
      return { type: "measure", value: "", start, end, data: lower };
    }
    return this.readField(start) ?? this.fail(start);
  }

  private readField(start: number): Token | undefined {
    const end = this.fields ? endOf(FIELD, this.text, start) : start;
    if (end === start) return undefined;
    const text = this.text.slice(start, end);
    const inItem = parseReference(`$it.${text}`);
    if (inItem === undefined) return undefined;
    return { type: "reference", value: "", start, end, data: { ...inItem, text } };
  }

  private fail(start: number): never {
    const { text } = this;
    const meant = MEANT.find(([spelling]) => text.startsWith(spelling, start));
    const end = Math.max(start + (meant?.[0].length ?? 1), endOf(CHUNK, text, start));
    if (meant !== undefined) {
      const stop = start + meant[0].length;
      const message = {
        en: `"${meant[0]}" is written ${meant[1]} in a condition.`,
        ko: korean`조건에서는 "${meant[0]}" 대신 ${meant[1]}(으)로 씁니다.`,
      };
      throw new PredicateProblem("bad-condition", start, stop, message);
    }
    const found = text.slice(start, Math.min(end, start + 40));
    const message = {
      en: `"${found}" is neither a variable ($x), a text in quotes, a number, true, false, null, count(…), empty(…) nor exists(…).`,
      ko: korean`"${found}"은(는) 조건에 쓸 수 없습니다. 변수($x), 따옴표로 묶은 글, 숫자, true, false, null, count(…), empty(…), exists(…)를 쓸 수 있습니다.`,
    };
    throw new PredicateProblem("bad-condition", start, end, message);
  }

  private guardDepth(token: Token): void {
    if (token.value === "(") this.depth += 1;
    if (token.value === ")") this.depth -= 1;
    this.notCount = token.value === "not" ? this.notCount + 1 : 0;
    if (this.depth <= MAX_DEPTH && this.notCount <= MAX_DEPTH) return;
    const message = {
      en: `A condition may be nested at most ${MAX_DEPTH} deep.`,
      ko: `조건은 ${MAX_DEPTH}겹까지만 쓸 수 있습니다.`,
    };
    throw new PredicateProblem("too-deep", token.start, token.end, message);
  }
}

function textOperand(value: string): Operand {
  const parts = parseText(value);
  const literal = parts.every((part) => "literal" in part);
  if (!literal) return { kind: "text", parts };
  const whole = parts.map((part) => ("literal" in part ? part.literal : "")).join("");
  return { kind: "constant", value: whole };
}

function constant(start: number, end: number, value: Json): Token {
  return { type: "operand", value: "", start, end, data: { kind: "constant", value } };
}

function comparator(start: number, end: number, spelling: string): Token {
  // The patterns that lead here match nothing but comparators.
  const data = spelling as Comparator;
  return { type: "comparator", value: "", start, end, data };
}

function isMeasure(word: string): word is Measure {
  return word === "count" || word === "empty" || word === "exists";
}

function endOf(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : start;
}
