import type {
  ComparatorToken,
  FunctionToken,
  OperandToken,
  SignToken,
  StepsToken,
} from "./formula-lexer.ts";
import type {
  AssignToken,
  BracketToken,
  CallToken,
  CloseToken,
  ConditionToken,
  EachTailToken,
  EachToken,
  NameToken,
  OnErrorToken,
  RangeToken,
  ScalarToken,
  SeedToolToken,
  StringToken,
} from "./token.ts";

/** A list as the grammar builds it: the last item and the list before it. `[]` is the empty list: what nearley gives for `null`. */
export type Cell<Item> = { readonly left: Cell<Item>; readonly item: Item } | readonly [];

// What the grammar's rules build: the tokens in place, nothing computed.

/** statement = [ on_error ] ( steps | named ) ; the last one of a body may be a value, and an object may stand among those of a program */
export interface RawStatement {
  readonly onError: OnErrorToken | null;
  readonly body: RawSteps | RawNamed | RawValue;
}
/** named = "$" NAME "=" assigned { "&" "$" NAME "=" assigned } ; */
export interface RawNamed {
  readonly kind: "named";
  readonly branches: Cell<RawBranchName>;
}
/** "$" NAME "=" assigned */
export interface RawBranchName {
  readonly assign: AssignToken;
  readonly assigned: RawAssigned;
}
/** assigned = steps | value ; */
export type RawAssigned = RawSteps | RawValue;
/** steps = [ value ">>" ] sequence ; */
export type RawSteps = RawSequence | RawPiped;
/** value ">>" sequence */
export interface RawPiped {
  readonly kind: "piped";
  readonly value: RawValue;
  readonly sequence: RawSequence;
}
/** sequence = parallel { ">>" parallel } ; */
export type RawSequence = Cell<RawParallel>;
/** parallel = fallback { "&" fallback } ; */
export type RawParallel = Cell<RawFallback>;
/** fallback = primary { "??" ( primary | value ) } ; */
export type RawFallback = Cell<RawPrimary | RawValue>;
/** primary = call | "(" steps ")" | if | each ; */
export type RawPrimary = RawGroup | RawCall | RawSeedCall | RawIf | RawEach;
/** "(" steps ")" */
export interface RawGroup {
  readonly kind: "group";
  readonly steps: RawSteps;
}
/** call = "[" NAME ":" NAME "]" [ target ] [ object ] ; */
export interface RawCall {
  readonly kind: "call";
  readonly head: CallToken;
  readonly target: RawTarget | null;
  readonly object: RawObject | null;
}
/** One of the seed's tools and its arguments. */
export interface RawSeedCall {
  readonly kind: "seedCall";
  readonly head: SeedToolToken;
  readonly target: RawTarget;
}
/** target = "(" [ arg { "," arg } ] ")" ; */
export interface RawTarget {
  readonly kind: "target";
  readonly args: Cell<RawArg>;
  /** Past the closing bracket. */
  readonly end: number;
}
/** arg = STRING | object | NAME ( "=" | ":" ) value | BARE_ARG ; */
export type RawArg = StringToken | RawObject | RawPair;
/** KEY ( ":" | "=" ) value */
export interface RawPair {
  readonly kind: "pair";
  readonly key: NameToken;
  readonly value: RawValue;
}
/** value = STRING | object | array | "{{" path "}}" | BARE ; */
export type RawValue = ScalarToken | RawObject | RawArray;
/** object = "{" { pair [ "," ] } "}" ; */
export interface RawObject {
  readonly kind: "object";
  readonly pairs: Cell<RawPair>;
  /** At the opening bracket. */
  readonly start: number;
  /** Past the closing bracket. */
  readonly end: number;
}
/** array = "[" { value [ "," ] } "]" ; */
export interface RawArray {
  readonly kind: "array";
  readonly values: Cell<RawValue>;
  /** At the opening bracket. */
  readonly start: number;
  /** Past the closing bracket. */
  readonly end: number;
}
/** if = "[if:" CONDITION "]" body { "[else if:" CONDITION "]" body } [ "[else]" body ] ; */
export interface RawIf {
  readonly kind: "if";
  readonly head: ConditionToken;
  readonly body: RawBody;
  readonly elseIfs: Cell<RawBranch>;
  readonly otherwise: RawBody | null;
}
/** "[else if:" CONDITION "]" body */
export interface RawBranch {
  readonly head: ConditionToken;
  readonly body: RawBody;
}
/** each = "[each:" "$" NAME [ "," "$" NAME ] "in" ( assigned | RANGE ) { "," option } "]" body ; */
export interface RawEach {
  readonly kind: "each";
  readonly head: EachToken;
  readonly source: RawAssigned | RangeToken;
  readonly tail: EachTailToken;
  readonly body: RawBody;
}
/** body = "{" ( program [ sep value ] | value ) "}" ; */
export interface RawBody {
  readonly statements: Cell<RawStatement>;
  /** Past the closing bracket. */
  readonly end: number;
}

/** The items of a list in order; time and space linear in their number. */
export function listOf<Item>(cell: Cell<Item>): Item[] {
  const items: Item[] = [];
  let here = cell;
  while ("item" in here) {
    items.push(here.item);
    here = here.left;
  }
  return items.reverse();
}

/** The item of a list that has exactly one. */
export function onlyOf<Item>(cell: Cell<Item>): Item | undefined {
  return "item" in cell && !("item" in cell.left) ? cell.item : undefined;
}

/** Rule with one meaningful part: that part. */
export function first<Part>([part]: readonly [Part]): Part {
  return part;
}

/** A list of one item. */
export function list<Item>([item]: readonly [Item]): Cell<Item> {
  return { left: [], item };
}

/** A list and one item more. */
export function after<Item>([left, item]: readonly [Cell<Item>, Item]): Cell<Item> {
  return { left, item };
}

/** A list, the sign that joins, one item more. */
export function afterSign<Item>([left, , item]: readonly [Cell<Item>, unknown, Item]): Cell<Item> {
  return { left, item };
}

/** unguarded %separator */
export function plainStatement([body]: readonly [RawStatement["body"], unknown]): RawStatement {
  return { onError: null, body };
}

/** told object %separator */
export function afterTold([left, body]: readonly [
  Cell<RawStatement>,
  RawObject,
  unknown,
]): Cell<RawStatement> {
  return { left, item: { onError: null, body } };
}

/** %on_error unguarded %separator */
export function guardedStatement([onError, body]: readonly [
  OnErrorToken,
  RawStatement["body"],
  unknown,
]): RawStatement {
  return { onError, body };
}

/** %assign assigned */
export function namedOf([assign, assigned]: readonly [AssignToken, RawAssigned]): RawNamed {
  return { kind: "named", branches: { left: [], item: { assign, assigned } } };
}

/** named "&" %assign assigned */
export function afterNamed([{ branches }, , assign, assigned]: readonly [
  RawNamed,
  unknown,
  AssignToken,
  RawAssigned,
]): RawNamed {
  return { kind: "named", branches: { left: branches, item: { assign, assigned } } };
}

/** value ">>" sequence */
export function pipedOf([value, , sequence]: readonly [RawValue, unknown, RawSequence]): RawPiped {
  return { kind: "piped", value, sequence };
}

/** %group steps ")" */
export function groupOf([, steps]: readonly [unknown, RawSteps, unknown]): RawGroup {
  return { kind: "group", steps };
}

/** %call [ target ] [ object ] */
export function callOf([head, one, two]: readonly [
  CallToken,
  (RawTarget | RawObject)?,
  RawObject?,
]): RawCall {
  const target = one?.kind === "target" ? one : null;
  const object = one?.kind === "object" ? one : (two ?? null);
  return { kind: "call", head, target, object };
}

/** %seed_tool target */
export function seedCallOf([head, target]: readonly [SeedToolToken, RawTarget]): RawSeedCall {
  return { kind: "seedCall", head, target };
}

/** %target args ")" */
export function targetOf([, args, close]: readonly [unknown, Cell<RawArg>, CloseToken]): RawTarget {
  return { kind: "target", args, end: close.end };
}

/** %key value, %name value */
export function pairOf([key, value]: readonly [NameToken, RawValue]): RawPair {
  return { kind: "pair", key, value };
}

/** %object pairs "}" */
export function objectOf([open, pairs, close]: readonly [
  BracketToken,
  Cell<RawPair>,
  CloseToken,
]): RawObject {
  return { kind: "object", pairs, start: open.start, end: close.end };
}

/** %array values "]" */
export function arrayOf([open, values, close]: readonly [
  BracketToken,
  Cell<RawValue>,
  CloseToken,
]): RawArray {
  return { kind: "array", values, start: open.start, end: close.end };
}

/** %if_head body else_ifs [ %else_head body ] */
export function ifOf([head, body, elseIfs, , otherwise]: readonly [
  ConditionToken,
  RawBody,
  Cell<RawBranch>,
  unknown?,
  RawBody?,
]): RawIf {
  return { kind: "if", head, body, elseIfs, otherwise: otherwise ?? null };
}

/** %else_if_head body */
export function branchOf([head, body]: readonly [ConditionToken, RawBody]): RawBranch {
  return { head, body };
}

/** %each_head source %each_tail body */
export function eachOf([head, source, tail, body]: readonly [
  EachToken,
  RawEach["source"],
  EachTailToken,
  RawBody,
]): RawEach {
  return { kind: "each", head, source, tail, body };
}

/** %body statements "}" */
export function bodyOf([, statements, close]: readonly [
  unknown,
  Cell<RawStatement>,
  CloseToken,
]): RawBody {
  return { statements, end: close.end };
}

/** %body value %separator "}" */
export function valueBodyOf([, value, , close]: readonly [
  unknown,
  RawValue,
  unknown,
  CloseToken,
]): RawBody {
  return { statements: { left: [], item: { onError: null, body: value } }, end: close.end };
}

/** %body statements value %separator "}" */
export function valuedBodyOf([, statements, value, , close]: readonly [
  unknown,
  Cell<RawStatement>,
  RawValue,
  unknown,
  CloseToken,
]): RawBody {
  return { statements: { left: statements, item: { onError: null, body: value } }, end: close.end };
}

// What the rules of a formula build; formula.ts makes its tree of it.

/** choice = disjunction [ "?" choice ":" choice | "if" disjunction "else" choice ] ; */
export type RawChoice = RawDisjunction | RawBranching;
/** One of two by a condition. */
export interface RawBranching {
  readonly kind: "choice";
  readonly condition: RawDisjunction;
  readonly then: RawChoice;
  readonly otherwise: RawChoice;
}
/** disjunction = conjunction { "or" conjunction } ; */
export type RawDisjunction = Cell<RawConjunction>;
/** conjunction = negation { "and" negation } ; */
export type RawConjunction = Cell<RawNegation>;
/** negation = comparison | "not" negation ; */
export type RawNegation = RawComparison | { readonly kind: "not"; readonly term: RawNegation };
/** comparison = sum [ comparator sum ] ; */
export type RawComparison =
  | RawSum
  | {
      readonly kind: "comparison";
      readonly left: RawSum;
      readonly comparator: ComparatorToken;
      readonly right: RawSum;
    };
/** sum = product { ( "+" | "-" ) product } ; the first has no sign. */
export type RawSum = Cell<RawProduct | RawSigned<RawProduct>>;
/** product = factor { ( "*" | "/" | "%" ) factor } ; the first has no sign. */
export type RawProduct = Cell<RawFactor | RawSigned<RawFactor>>;
/** An operator and what stands behind it. */
export interface RawSigned<Term> {
  readonly kind: "signed";
  readonly operator: SignToken;
  readonly term: Term;
}
/** factor = operand | "-" factor ; */
export type RawFactor = RawOperand | { readonly kind: "negative"; readonly term: RawFactor };
/** operand = OPERAND | REFERENCE | FUNCTION "(" choices ")" | "(" choice ")" | "[" choices "]" | operand ( STEPS | "[" choice "]" ) ; */
export type RawOperand =
  | OperandToken
  | {
      readonly kind: "application";
      readonly name: FunctionToken;
      readonly args: Cell<RawChoice> | null;
    }
  | { readonly kind: "nested"; readonly inner: RawChoice }
  | { readonly kind: "list"; readonly items: Cell<RawChoice> | null }
  | { readonly kind: "path"; readonly of: RawOperand; readonly steps: StepsToken }
  | { readonly kind: "index"; readonly of: RawOperand; readonly at: RawChoice };

/** disjunction "?" choice ":" choice */
export function ternaryOf([condition, , then, , otherwise]: readonly [
  RawDisjunction,
  unknown,
  RawChoice,
  unknown,
  RawChoice,
]): RawChoice {
  return { kind: "choice", condition, then, otherwise };
}

/** disjunction "if" disjunction "else" choice */
export function conditionalOf([then, , condition, , otherwise]: readonly [
  RawDisjunction,
  unknown,
  RawDisjunction,
  unknown,
  RawChoice,
]): RawChoice {
  return { kind: "choice", condition, then, otherwise };
}

/** "not" negation */
export function notOf([, term]: readonly [unknown, RawNegation]): RawNegation {
  return { kind: "not", term };
}

/** sum %comparator sum */
export function comparisonOf([left, comparator, right]: readonly [
  RawSum,
  ComparatorToken,
  RawSum,
]): RawComparison {
  return { kind: "comparison", left, comparator, right };
}

/** A list, an operator, one item more. */
export function afterOperator<Item>([left, operator, term]: readonly [
  Cell<Item | RawSigned<Item>>,
  SignToken,
  Item,
]): Cell<Item | RawSigned<Item>> {
  return { left, item: { kind: "signed", operator, term } };
}

/** "-" factor */
export function negativeOf([, term]: readonly [unknown, RawFactor]): RawFactor {
  return { kind: "negative", term };
}

/** %applied "(" choices ")" */
export function applicationOf([name, , args]: readonly [
  FunctionToken,
  unknown,
  Cell<RawChoice> | null,
  unknown,
]): RawOperand {
  return { kind: "application", name, args };
}

/** "(" choice ")" */
export function nestedOf([, inner]: readonly [unknown, RawChoice, unknown]): RawOperand {
  return { kind: "nested", inner };
}

/** "[" choices "]" */
export function choicesOf([, items]: readonly [
  unknown,
  Cell<RawChoice> | null,
  unknown,
]): RawOperand {
  return { kind: "list", items };
}

/** operand %steps */
export function pathOf([of, steps]: readonly [RawOperand, StepsToken]): RawOperand {
  return { kind: "path", of, steps };
}

/** operand "[" choice "]" */
export function indexOf([of, , at]: readonly [
  RawOperand,
  unknown,
  RawChoice,
  unknown,
]): RawOperand {
  return { kind: "index", of, at };
}
