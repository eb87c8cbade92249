import nearley from "nearley";
import grammar from "./grammar.ts";

/** What nearley needs of a token: its kind, and its spelling where the grammar names that. */
export interface GrammarToken {
  readonly type: string;
  readonly value: string;
}

/** Gives the tokens of one text in order, undefined after the last. What it throws ends the parse as it is. */
export interface TokenSource {
  next(): GrammarToken | undefined;
}

/** Thrown at the first token that no rule takes. */
export class UnexpectedToken extends Error {
  constructor() {
    super("No rule takes this token.");
    this.name = "UnexpectedToken";
  }
}

/** The two start symbols of grammar.ne. */
type Start = "program" | "condition";

const readers = new Map<Start, GrammarReader>();

/**
 * What the rules of grammar.ne build for a whole text, from one of its start symbols; the type is the caller's knowledge of that
 * rule. Time is linear in the number of tokens.
 */
export function runGrammar<Raw>(start: Start, source: TokenSource): Raw {
  const reader = readers.get(start) ?? createReader(start);
  // Which shape a start symbol builds stands in grammar.ne; its rules are typed in parse-cells.ts.
  return reader.read(source) as Raw;
}

function createReader(start: Start): GrammarReader {
  const rules = { ParserRules: grammar.ParserRules, ParserStart: start };
  const reader = new GrammarReader(nearley.Grammar.fromCompiled(rules));
  readers.set(start, reader);
  return reader;
}

/** The parts of nearley 2.20.1 used here that its types leave out. */
interface Column {
  readonly states: State[];
  readonly scannable: readonly State[];
  process(): void;
}
interface State {
  readonly rule: { readonly name: string; readonly symbols: readonly (string | Terminal)[] };
  readonly dot: number;
  readonly reference: number;
  readonly isComplete: boolean;
  readonly data: unknown;
  left: State | undefined;
  nextState(child: Child): State;
}
type Terminal = { readonly type: string } | { readonly literal: string };
interface Child {
  readonly data: GrammarToken;
  readonly token: GrammarToken;
  readonly isToken: true;
  readonly reference: number;
}

/**
 * nearley's engine with a loop of our own. `Parser.feed` keeps a table as long as the text, holds every state of the parse in
 * memory, and describes its states on every error, at a cost without bound; this one keeps the current column alone.
 */
class GrammarReader extends nearley.Parser {
  declare private readonly table: readonly Column[];

  /** The one result for all tokens of `source`; the reader itself stays as it was and may be used again. */
  read(source: TokenSource): unknown {
    const [first] = this.table;
    if (first === undefined) throw new Error("nearley has no first column.");
    // Column is not exported; its constructor takes the grammar and the column's number.
    const NextColumn = first.constructor as new (grammar: nearley.Grammar, index: number) => Column;
    let column = first;
    let count = 0;
    for (let token = source.next(); token !== undefined; token = source.next()) {
      const next = new NextColumn(this.grammar, count + 1);
      scan(column, next, { data: token, token, isToken: true, reference: count });
      next.process();
      if (next.states.length === 0) throw new UnexpectedToken();
      forgetHistory(next);
      column = next;
      count += 1;
    }
    return this.resultOf(column);
  }

  private resultOf(column: Column): unknown {
    const { start } = this.grammar;
    const results = column.states.filter((state) => {
      return state.isComplete && state.reference === 0 && state.rule.name === start;
    });
    if (results.length > 1) throw new Error("The grammar reads this text in two ways.");
    if (results[0] === undefined) throw new UnexpectedToken();
    return results[0].data;
  }
}

/** Moves the states that expect this token on into the next column. */
function scan(column: Column, next: Column, child: Child): void {
  const { type, value } = child.token;
  for (const state of column.scannable) {
    const expected = state.rule.symbols[state.dot];
    if (typeof expected !== "object") continue;
    const fits = "type" in expected ? expected.type === type : expected.literal === value;
    if (fits) next.states.push(state.nextState(child));
  }
}

/** A complete state has built its data; the states it came from are needed no more. */
function forgetHistory(column: Column): void {
  for (const state of column.states) if (state.isComplete) state.left = undefined;
}
