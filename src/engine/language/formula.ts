// biome-ignore-all lint/suspicious/noTemplateCurlyInString: braces after a dollar are a sign of the language
import { korean } from "../../base/korean-particles.ts";
import type { Localized } from "../../base/localized.ts";
import { senselessIn } from "./foreign/formula-sense.ts";
import { FormulaLexer, FormulaProblem, type PlainNames } from "./formula-lexer.ts";
import {
  type Application,
  type Arithmetic,
  type ArithmeticOperator,
  type Formula,
  FUNCTIONS,
} from "./formula-tree.ts";
import {
  type Cell,
  listOf,
  type RawChoice,
  type RawComparison,
  type RawConjunction,
  type RawDisjunction,
  type RawFactor,
  type RawNegation,
  type RawOperand,
  type RawProduct,
  type RawSigned,
  type RawSum,
} from "./parse-cells.ts";
import { runGrammar, UnexpectedToken } from "./parse-grammar.ts";
import { type EmbeddedFormula, parseText } from "./reference.ts";

/** Why a text is no formula. Offsets count in that text. */
export interface FormulaError<Code = FormulaProblem["code"]> {
  readonly code: Code;
  readonly words: Localized;
  readonly start: number;
  readonly end: number;
}

/** A formula with the number of its tokens, or why the text is none. */
export type FormulaResult<Code = FormulaProblem["code"]> =
  | {
      readonly ok: true;
      readonly formula: Formula;
      readonly tokenCount: number;
      /** Where the first `&&`, `||` or `!` stands, which are read as words. */
      readonly foreignSign?: number;
    }
  | { readonly ok: false; readonly error: FormulaError<Code> };

/** Why a text is no condition. */
type ConditionCode = "bad-condition" | "empty-condition" | "too-deep";

/** What is told of signs that other languages write. */
export const FOREIGN_SIGNS: Localized = {
  en: '"&&", "||" and "!" were read as "and", "or" and "not".',
  ko: '"&&", "||", "!"를 "and", "or", "not"으로 읽었어요.',
};

/** CONDITION: reads the text of a block's head or, with `fields`, of a filter, where `title` is `$it.title`. Time is linear in the text. */
export function parseCondition(
  text: string,
  options: { readonly fields?: boolean } = {},
): FormulaResult<ConditionCode> {
  const result = parse(text, options.fields === true ? "fields" : "none");
  if (result.ok) return result;
  const isEmpty = text.trim() === "";
  const isDeep = result.error.code === "too-deep";
  const code = isEmpty ? "empty-condition" : isDeep ? "too-deep" : "bad-condition";
  return { ok: false, error: { ...result.error, code } };
}

/** Reads what stands in `${…}`: a name without `$` is a variable there too. Time is linear in the text. */
export function parseFormula(text: string): FormulaResult {
  return parse(text, "variables");
}

/** Reads a formula that was found in a text. */
export function formulaOf(part: EmbeddedFormula): FormulaResult {
  if (part.isBare === true) return parse(part.formula, "none");
  if (part.isClosed) return parseFormula(part.formula);
  const words = {
    en: 'The "${" that opens here is never closed with "}". Write "\\${" for the characters themselves.',
    ko: '여기서 연 "${"를 "}"로 닫지 않았어요. 글자 그대로라면 "\\${"로 쓰세요.',
  };
  return { ok: false, error: { code: "bad-expression", words, start: 0, end: part.text.length } };
}

function parse(text: string, names: PlainNames): FormulaResult {
  if (text.trim() === "") {
    const words =
      names === "variables"
        ? { en: "An expression is missing here.", ko: "여기에 식이 빠졌어요." }
        : { en: "A condition is missing here.", ko: "여기에 조건이 빠졌어요." };
    const error = { code: "bad-expression", words, start: 0, end: text.length } as const;
    return { ok: false, error };
  }
  const lexer = new FormulaLexer(text, names, textOperand);
  try {
    const formula = choiceOf(runGrammar<RawChoice>("formula", lexer));
    const wrong = senselessIn(formula);
    if (wrong !== undefined) throw new FormulaProblem("bad-expression", 0, text.length, wrong);
    const { tokenCount, foreignSign } = lexer;
    return { ok: true, formula, tokenCount, ...(foreignSign === undefined ? {} : { foreignSign }) };
  } catch (thrown) {
    const problem = thrown instanceof UnexpectedToken ? lexer.unexpected() : thrown;
    if (!(problem instanceof FormulaProblem)) throw thrown;
    const { code, words, start, end } = problem;
    return { ok: false, error: { code, words, start, end } };
  }
}

/** A text in quotes: a constant where nothing stands in it for something else. */
function textOperand(value: string, start: number, end: number): Formula {
  const parts = parseText(value).map((part): Formula => {
    if ("literal" in part) return { kind: "constant", value: part.literal };
    if ("reference" in part) return { kind: "reference", reference: part.reference };
    const inner = formulaOf(part);
    if (inner.ok) return inner.formula;
    const { code, words } = inner.error;
    throw new FormulaProblem(code, start, end, words);
  });
  if (parts.some(({ kind }) => kind !== "constant")) return { kind: "text", parts };
  const whole = parts.map((part) => (part.kind === "constant" ? String(part.value) : "")).join("");
  return { kind: "constant", value: whole };
}

function choiceOf(raw: RawChoice): Formula {
  if (!("kind" in raw)) return disjunctionOf(raw);
  const condition = disjunctionOf(raw.condition);
  const then = choiceOf(raw.then);
  return { kind: "choice", condition, then, otherwise: choiceOf(raw.otherwise) };
}

function disjunctionOf(cell: RawDisjunction): Formula {
  return joinedBy("or", listOf(cell).map(conjunctionOf));
}

function conjunctionOf(cell: RawConjunction): Formula {
  return joinedBy("and", listOf(cell).map(negationOf));
}

function joinedBy(kind: "or" | "and", terms: readonly Formula[]): Formula {
  const [only] = terms;
  return terms.length === 1 && only !== undefined ? only : { kind, terms };
}

function negationOf(raw: RawNegation): Formula {
  if ("kind" in raw && raw.kind === "not") return { kind: "not", term: negationOf(raw.term) };
  return comparisonOf(raw);
}

function comparisonOf(raw: RawComparison): Formula {
  if (!("kind" in raw)) return sumOf(raw);
  const sides = { left: sumOf(raw.left), right: sumOf(raw.right) };
  return { kind: "comparison", comparator: raw.comparator.data, ...sides };
}

function sumOf(cell: RawSum): Formula {
  return arithmeticOf<RawProduct>(cell, isSignedProduct, productOf);
}

function productOf(cell: RawProduct): Formula {
  return arithmeticOf<RawFactor>(cell, isSignedFactor, factorOf);
}

function isSignedProduct(item: RawProduct | RawSigned<RawProduct>): item is RawSigned<RawProduct> {
  return "kind" in item;
}

function isSignedFactor(item: RawFactor | RawSigned<RawFactor>): item is RawSigned<RawFactor> {
  return "kind" in item && item.kind === "signed";
}

function arithmeticOf<Raw>(
  cell: Cell<Raw | RawSigned<Raw>>,
  isSigned: (item: Raw | RawSigned<Raw>) => item is RawSigned<Raw>,
  formulaFrom: (raw: Raw) => Formula,
): Formula {
  const terms = listOf(cell).map((item): Arithmetic["rest"][number] => {
    if (!isSigned(item)) return { operator: "+", term: formulaFrom(item) };
    // The grammar lets nothing else stand between two terms.
    const operator = item.operator.value as ArithmeticOperator;
    return { operator, term: formulaFrom(item.term) };
  });
  const [first, ...rest] = terms;
  if (first === undefined) throw new Error("A list of the grammar has no first item.");
  return rest.length === 0 ? first.term : { kind: "arithmetic", first: first.term, rest };
}

function factorOf(raw: RawFactor): Formula {
  if ("kind" in raw && raw.kind === "negative")
    return { kind: "negative", term: factorOf(raw.term) };
  return operandOf(raw);
}

function operandOf(raw: RawOperand): Formula {
  if ("type" in raw) return raw.data;
  switch (raw.kind) {
    case "nested":
      return choiceOf(raw.inner);
    case "list":
      return { kind: "list", items: listOf(raw.items ?? []).map(choiceOf) };
    case "path":
      return { kind: "path", of: operandOf(raw.of), path: raw.steps.data };
    case "index":
      return { kind: "index", of: operandOf(raw.of), at: choiceOf(raw.at) };
    case "application":
      return applicationOf(raw);
  }
}

function applicationOf({ name, args }: Extract<RawOperand, { kind: "application" }>): Application {
  const given = listOf(args ?? []).map(choiceOf);
  const [least, most] = FUNCTIONS[name.data];
  if (given.length >= least && given.length <= most)
    return { kind: "application", name: name.data, args: given };
  const count = least === most ? String(least) : `${least}–${most}`;
  const message = {
    en: `"${name.data}" takes ${count} value${count === "1" ? "" : "s"} in its parentheses, not ${given.length}.`,
    ko: korean`"${name.data}"은(는) 괄호 안에 값을 ${count}개 받는데 ${given.length}개가 있어요.`,
  };
  throw new FormulaProblem("bad-expression", name.start, name.end, message);
}
