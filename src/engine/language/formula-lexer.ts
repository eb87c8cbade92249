import type { Json } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import { joined, type Localized } from "../../base/localized.ts";
import { type Comparator, type Formula, FUNCTIONS, type FunctionName } from "./formula-tree.ts";
import {
  formulaEnd,
  isSpace,
  nameEnd,
  numberOf,
  opensString,
  scanString,
  templateEnd,
  typedBare,
} from "./lexer-text.ts";
import { didYouMean } from "./nearest-name.ts";
import {
  parseReference,
  pathEnd,
  type Reference,
  type Step,
  stepsEnd,
  stepsOf,
} from "./reference.ts";
import type { Shaped } from "./token.ts";

/** Deepest nesting of brackets, longest run of `not` and `-`, and most choices: what recurs on the right in the grammar. */
const MAX_DEPTH = 32;

const COMPARATOR = /[=!]=|[<>]=?/y;
/** A number that no date, time or name goes on from. */
const NUMBER = /\d[\d.]*(?:[eE][+-]?\d+)?(?![\p{L}\p{N}_]|:\d|-\d+-\d)/uy;
/** What stands for itself in a message: a run without blanks, brackets and quotes. */
const CHUNK = /[^\s()"'`]+/y;
const NEGATED_IN = /not\s+in(?![\p{L}\p{N}_])/iuy;
const SIGNS = "()[],+-*/%?:";
const WORDS: ReadonlySet<string> = new Set(["and", "or", "not", "if", "else"]);
const COMPARING_WORDS: ReadonlySet<string> = new Set(["contains", "matches", "in"]);

/** What other languages write, and what it is read as. */
const READ_AS: readonly (readonly [spelling: string, word: string])[] = [
  ["&&", "and"],
  ["||", "or"],
  ["!", "not"],
];

/** Objects are values of a statement; an expression reads them. */
const NO_OBJECT = {
  en: `An expression makes no object. An object stands right after "=": $x = {name: "$n", total: "\${$a + 1}"}; then use $x or $x.name.`,
  ko: `식 안에서는 객체를 만들 수 없어요. "=" 바로 뒤에 써요: $x = {name: "$n", total: "\${$a + 1}"}. 그다음 $x나 $x.name으로 써요.`,
};

/** What other languages write, and what is written here. */
const MEANT: readonly (readonly [spelling: string, meant: string])[] = [
  ["??", '"default(value, other)"'],
  ["&", '"and"'],
  ["|", '"or"'],
  ["=", '"=="'],
];

/** What a name without a sign means: nothing, as in a condition; a field of the thing at hand, as in a filter; or a variable, as in `${…}`. */
export type PlainNames = "none" | "fields" | "variables";

type Token =
  | Shaped<"operand" | "reference", Formula>
  | Shaped<"comparator", Comparator>
  | Shaped<"applied", FunctionName>
  | Shaped<"steps", readonly Step[]>
  | Shaped<"word" | "end", null>;

/** A value, or a reference to one. */
export type OperandToken = Shaped<"operand" | "reference", Formula>;
/** How two sides are compared. */
export type ComparatorToken = Shaped<"comparator", Comparator>;
/** The name of a function. */
export type FunctionToken = Shaped<"applied", FunctionName>;
/** A sign, or a word that is one. */
export type SignToken = Shaped<"word", null>;
/** A path behind a bracket. */
export type StepsToken = Shaped<"steps", readonly Step[]>;

/** Ends the reading of a formula. Offsets count in its text. */
export class FormulaProblem extends Error {
  readonly code: "bad-expression" | "unknown-function" | "too-deep";
  readonly words: Localized;
  readonly start: number;
  readonly end: number;

  constructor(code: FormulaProblem["code"], start: number, end: number, words: Localized) {
    super(words.en);
    this.name = "FormulaProblem";
    this.code = code;
    this.words = words;
    this.start = start;
    this.end = end;
  }
}

/** Reads the text in quotes of a formula; its offset is where the string starts. */
export type ReadText = (text: string, start: number, end: number) => Formula;

/** Gives the tokens of a formula. */
export class FormulaLexer {
  tokenCount = 0;
  /** Where the first sign stands that is written as a word here. */
  foreignSign: number | undefined;
  readonly #text: string;
  readonly #names: PlainNames;
  readonly #readText: ReadText;
  #at = 0;
  #depth = 0;
  #run = 0;
  #choices = 0;
  /** Depths at which `${` was read as an opening bracket. */
  readonly #braces: number[] = [];
  #last: Token | undefined;

  constructor(text: string, names: PlainNames, readText: ReadText) {
    this.#text = text;
    this.#names = names;
    this.#readText = readText;
  }

  next(): Token | undefined {
    if (this.#last?.type === "end") return undefined;
    const touching = this.#readSteps();
    if (touching === undefined)
      while (isSpace(this.#text.charCodeAt(this.#at)) || this.#text.charAt(this.#at) === "\n")
        this.#at += 1;
    const token = touching ?? this.#read(this.#at);
    this.#guardDepth(token);
    this.#last = token;
    this.#at = token.end;
    this.tokenCount += 1;
    return token;
  }

  /** Why the last token handed out was not taken. */
  unexpected(): FormulaProblem {
    const { start, end, type } = this.#last ?? { start: 0, end: 0, type: "end" };
    const isCondition = this.#names !== "variables";
    if (type === "end") {
      const message = isCondition
        ? {
            en: "The condition ends too early: a value or a closing parenthesis is missing.",
            ko: "조건이 너무 일찍 끝났어요. 값이나 닫는 괄호가 빠졌어요.",
          }
        : {
            en: "The expression ends too early: a value or a closing parenthesis is missing.",
            ko: "식이 너무 일찍 끝났어요. 값이나 닫는 괄호가 빠졌어요.",
          };
      return new FormulaProblem("bad-expression", start, end, message);
    }
    const found = this.#text.slice(start, Math.min(end, start + 40));
    const message = isCondition
      ? {
          en: `"${found}" cannot stand here in a condition; conditions look like: $x.count > 3 and $x.title contains "AI".`,
          ko: korean`조건의 이 자리에는 "${found}"이(가) 올 수 없어요. 조건은 이렇게 써요: $x.count > 3 and $x.title contains "AI".`,
        }
      : {
          en: `"${found}" cannot stand here in an expression; expressions look like: \${sum($rows.price) * 2} or \${first($x).title}.`,
          ko: korean`식의 이 자리에는 "${found}"이(가) 올 수 없어요. 식은 이렇게 써요: \${sum($rows.price) * 2}, \${first($x).title}.`,
        };
    return new FormulaProblem("bad-expression", start, end, message);
  }

  /** Steps that touch the bracket before them. */
  #readSteps(): Token | undefined {
    const last = this.#last;
    if (last?.value !== ")" && last?.value !== "]") return undefined;
    const start = this.#at;
    const end = stepsEnd(this.#text, start);
    if (end === start) return undefined;
    return { type: "steps", value: "", start, end, data: stepsOf(this.#text.slice(start, end)) };
  }

  #read(start: number): Token {
    const text = this.#text;
    const first = text.charAt(start);
    if (first === "") return { type: "end", value: "", start, end: start, data: null };
    if (first === "}" && this.#braces.at(-1) === this.#depth) {
      this.#braces.pop();
      return word(start, start + 1, ")");
    }
    if (text.startsWith("??", start)) return this.#fail(start);
    if (opensString(text, start)) return this.#string(start);
    const token = this.#reference(start) ?? this.#number(start) ?? this.#comparator(start);
    if (token !== undefined) return token;
    if (SIGNS.includes(first)) return word(start, start + 1, first);
    return this.#foreign(start) ?? this.#word(start);
  }

  #string(start: number): Token {
    const scanned = scanString(this.#text, start);
    if (scanned !== undefined) {
      const data = this.#readText(scanned.value, start, scanned.end);
      return { type: "operand", value: "", start, end: scanned.end, data };
    }
    const message = {
      en: "The text that opens here is never closed.",
      ko: "여기서 시작한 글이 닫히지 않았어요.",
    };
    throw new FormulaProblem("bad-expression", start, start + 1, message);
  }

  #reference(start: number): Token | undefined {
    const text = this.#text;
    const isBare = text.charAt(start) === "$" && text.charAt(start + 1) !== "{";
    const end = isBare ? pathEnd(text, start + 1) : templateEnd(text, start);
    if (end <= start + 1) return undefined;
    const found = parseReference(text.slice(start, end));
    if (found !== undefined) return reference(start, end, this.#formed(found));
    if (formulaEnd(text, start) === start) return undefined;
    this.#braces.push(this.#depth + 1);
    return word(start, start + 2, "(");
  }

  /** In `${…}` every variable must exist. */
  #formed(found: Reference): Reference {
    return this.#isInBraces() ? { ...found, form: "braced" } : found;
  }

  #isInBraces(): boolean {
    return this.#names === "variables" || this.#braces.length > 0;
  }

  #number(start: number): Token | undefined {
    const isSigned = this.#text.charAt(start) === "-" && !this.#endsOperand();
    const from = isSigned ? start + 1 : start;
    const end = endOf(NUMBER, this.#text, from);
    const value = end > from ? numberOf(this.#text.slice(start, end)) : undefined;
    return value === undefined ? undefined : constant(start, end, value);
  }

  /** Whether a `-` here takes something from what stands before it. */
  #endsOperand(): boolean {
    const last = this.#last;
    if (last === undefined) return false;
    return last.type === "word" ? last.value === ")" || last.value === "]" : IS_OPERAND[last.type];
  }

  #comparator(start: number): Token | undefined {
    const end = endOf(COMPARATOR, this.#text, start);
    if (end > start) return comparator(start, end, this.#text.slice(start, end));
    const negated = endOf(NEGATED_IN, this.#text, start);
    return negated > start ? comparator(start, negated, "not in") : undefined;
  }

  #foreign(start: number): Token | undefined {
    const meant = READ_AS.find(([spelling]) => this.#text.startsWith(spelling, start));
    if (meant === undefined) return undefined;
    this.foreignSign ??= start;
    return word(start, start + meant[0].length, meant[1]);
  }

  #word(start: number): Token {
    const text = this.#text;
    const end = nameEnd(text, start);
    const name = text.slice(start, end);
    const lower = name.toLowerCase();
    if (WORDS.has(lower)) return word(start, end, lower);
    if (COMPARING_WORDS.has(lower)) return comparator(start, end, lower);
    const known = typedBare(name);
    if (end > start && typeof known !== "string") return constant(start, end, known);
    if (end > start && /^\s*\(/.test(text.slice(end, end + 20)))
      return this.#function(start, end, lower);
    return this.#plainName(start) ?? this.#fail(start);
  }

  #function(start: number, end: number, name: string): Token {
    if (isFunction(name)) return { type: "applied", value: "", start, end, data: name };
    const message = joined(
      {
        en: `There is no function "${this.#text.slice(start, end)}".`,
        ko: korean`"${this.#text.slice(start, end)}"(이)라는 함수는 없어요.`,
      },
      didYouMean(name, Object.keys(FUNCTIONS)) || {
        en: ` The functions are ${Object.keys(FUNCTIONS).join(", ")}.`,
        ko: ` 함수: ${Object.keys(FUNCTIONS).join(", ")}.`,
      },
    );
    throw new FormulaProblem("unknown-function", start, end, message);
  }

  #plainName(start: number): Token | undefined {
    const end = pathEnd(this.#text, start);
    if (end === start || (this.#names === "none" && !this.#isInBraces())) return undefined;
    const text = this.#text.slice(start, end);
    const isField = !this.#isInBraces();
    const found = parseReference(isField ? `$it.${text}` : `\${${text}}`);
    return found && reference(start, end, { ...found, text });
  }

  #fail(start: number): never {
    const text = this.#text;
    const meant = MEANT.find(([spelling]) => text.startsWith(spelling, start));
    const end = Math.max(start + (meant?.[0].length ?? 1), endOf(CHUNK, text, start));
    if (meant !== undefined) {
      const stop = start + meant[0].length;
      const message = {
        en: `"${meant[0]}" is written ${meant[1]} in a condition.`,
        ko: korean`조건에서는 "${meant[0]}" 대신 ${meant[1]}(으)로 써요.`,
      };
      throw new FormulaProblem("bad-expression", start, stop, message);
    }
    if (text[start] === "{") throw new FormulaProblem("bad-expression", start, end, NO_OBJECT);
    const found = text.slice(start, Math.min(end, start + 40));
    const message = {
      en: `"${found}" is neither a variable ($x), a text in quotes, a number, true, false, null nor a function such as count(…).`,
      ko: korean`"${found}"은(는) 쓸 수 없어요. 변수($x), 따옴표로 묶은 글, 숫자, true, false, null, count(…) 같은 함수를 쓸 수 있어요.`,
    };
    throw new FormulaProblem("bad-expression", start, end, message);
  }

  #guardDepth({ type, value, start, end }: Token): void {
    if (value === "(" || value === "[") this.#depth += 1;
    if (value === ")" || value === "]") this.#depth -= 1;
    if (value === "?" || value === "if") this.#choices += 1;
    this.#run = type === "word" && (value === "not" || value === "-") ? this.#run + 1 : 0;
    if (Math.max(this.#depth, this.#run, this.#choices) <= MAX_DEPTH) return;
    const message = {
      en: `A condition or expression may be nested at most ${MAX_DEPTH} deep.`,
      ko: `조건과 식은 ${MAX_DEPTH}겹까지만 쓸 수 있어요.`,
    };
    throw new FormulaProblem("too-deep", start, end, message);
  }
}

const IS_OPERAND: Readonly<Record<Exclude<Token["type"], "word">, boolean>> = {
  operand: true,
  reference: true,
  steps: true,
  comparator: false,
  applied: false,
  end: false,
};

function isFunction(name: string): name is FunctionName {
  return Object.hasOwn(FUNCTIONS, name);
}

function word(start: number, end: number, value: string): Token {
  return { type: "word", value, start, end, data: null };
}

function constant(start: number, end: number, value: Json): Token {
  return { type: "operand", value: "", start, end, data: { kind: "constant", value } };
}

function reference(start: number, end: number, found: Reference): Token {
  const data = { kind: "reference", reference: found } as const;
  return { type: "reference", value: "", start, end, data };
}

function comparator(start: number, end: number, spelling: string): Token {
  // The patterns that lead here match nothing but comparators.
  const data = spelling as Comparator;
  return { type: "comparator", value: "", start, end, data };
}

function endOf(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : start;
}
