import type { Localized } from "../../base/localized.ts";
import { ConditionLexer, type ConditionToken, PredicateProblem } from "./condition-lexer.ts";
import type { Comparator, Measure, Operand, Predicate } from "./condition-tree.ts";
import { type Cell, listOf } from "./parse-cells.ts";
import { runGrammar, UnexpectedToken } from "./parse-grammar.ts";
import type { Reference } from "./reference.ts";

/** Why a text is no condition. Offsets count in that text. */
export interface PredicateError {
  readonly code: "bad-condition" | "empty-condition" | "too-deep";
  readonly words: Localized;
  readonly start: number;
  readonly end: number;
}

/** A condition with the number of its tokens, or why the text is none. */
export type PredicateResult =
  | { readonly ok: true; readonly predicate: Predicate; readonly tokenCount: number }
  | { readonly ok: false; readonly error: PredicateError };

/**
 * CONDITION: reads the text of a block's head or of a filter. `not` binds before `and` before `or`. With `fields`, names
 * without `$` are read too and mean fields of the item at hand: `title` is `$it.title`. Time is linear in the text.
 */
export function parsePredicate(
  text: string,
  options: { readonly fields?: boolean } = {},
): PredicateResult {
  if (text.trim() === "") {
    const words = { en: "A condition is missing here.", ko: "여기에 조건이 빠졌습니다." };
    return { ok: false, error: { code: "empty-condition", words, start: 0, end: text.length } };
  }
  const lexer = new ConditionLexer(text, options.fields === true);
  try {
    const raw = runGrammar<Disjunction>("condition", lexer);
    return { ok: true, predicate: disjunctionOf(raw), tokenCount: lexer.tokenCount };
  } catch (thrown) {
    const problem = thrown instanceof UnexpectedToken ? lexer.unexpected() : thrown;
    if (!(problem instanceof PredicateProblem)) throw thrown;
    const { code, words, start, end } = problem;
    return { ok: false, error: { code, words, start, end } };
  }
}

/** What the rules of a condition build. */
type Disjunction = Cell<Conjunction>;
type Conjunction = Cell<Negation>;
type Negation = RawNot | RawTruth | RawComparison | RawNested;
interface RawNested {
  readonly kind: "nested";
  readonly inner: Disjunction;
}
interface RawNot {
  readonly kind: "not";
  readonly term: Negation;
}
interface RawTruth {
  readonly kind: "truth";
  readonly operand: RawOperand;
}
interface RawComparison {
  readonly kind: "comparison";
  readonly left: RawOperand;
  readonly comparator: ConditionToken<"comparator", Comparator>;
  readonly right: RawOperand;
}
type RawOperand =
  | ConditionToken<"operand", Operand>
  | ConditionToken<"reference", Reference>
  | RawMeasure;
interface RawMeasure {
  readonly kind: "measure";
  readonly measure: ConditionToken<"measure", Measure>;
  readonly reference: ConditionToken<"reference", Reference>;
}

function disjunctionOf(cell: Disjunction): Predicate {
  return joined("or", listOf(cell).map(conjunctionOf));
}

function conjunctionOf(cell: Conjunction): Predicate {
  return joined("and", listOf(cell).map(negationOf));
}

function joined(kind: "or" | "and", terms: readonly Predicate[]): Predicate {
  const [only] = terms;
  return terms.length === 1 && only !== undefined ? only : { kind, terms };
}

function negationOf(raw: Negation): Predicate {
  switch (raw.kind) {
    case "nested":
      return disjunctionOf(raw.inner);
    case "not":
      return { kind: "not", term: negationOf(raw.term) };
    case "truth":
      return { kind: "truth", operand: operandOf(raw.operand) };
    case "comparison": {
      const sides = { left: operandOf(raw.left), right: operandOf(raw.right) };
      return { kind: "comparison", comparator: raw.comparator.data, ...sides };
    }
  }
}

function operandOf(raw: RawOperand): Operand {
  if ("kind" in raw) return { kind: raw.measure.data, reference: raw.reference.data };
  return raw.type === "operand" ? raw.data : { kind: "reference", reference: raw.data };
}
