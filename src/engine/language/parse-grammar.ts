import nearley from "nearley";
import grammar from "./grammar.ts";

/** The two start symbols of grammar.ne. */
type Start = "program" | "formula";

/** What the grammar needs of a token: its kind, and its spelling where the grammar names that. */
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

const GRAMMARS: Readonly<Record<Start, nearley.Grammar>> = {
  program: nearley.Grammar.fromCompiled({ ...grammar, ParserStart: "program" }),
  formula: nearley.Grammar.fromCompiled({ ...grammar, ParserStart: "formula" }),
};

/**
 * What the rules of grammar.ne build for a whole text, from one of its start symbols; the type is the caller's knowledge of that
 * rule. Throws `UnexpectedToken` at the first token that no rule takes, and what `source` throws.
 */
export function runGrammar<Raw>(start: Start, source: TokenSource): Raw {
  // Which shape a start symbol builds stands in grammar.ne; its rules are typed in parse-cells.ts.
  return readWith(GRAMMARS[start], source) as Raw;
}

/** As `runGrammar`, with any grammar. Throws where the text has two readings: the rules have a fault then. */
export function readWith(rules: nearley.Grammar, source: TokenSource): unknown {
  const lexer = new SourceLexer(source);
  const parser = new QuietParser(rules, { lexer });
  try {
    parser.feed("");
  } catch (thrown) {
    // The parser puts the token that it cannot take on its error.
    throw thrown instanceof Error && "token" in thrown ? new UnexpectedToken() : thrown;
  }
  if (lexer.failure !== undefined) throw lexer.failure.cause;
  const { results } = parser;
  if (results.length === 0) throw new UnexpectedToken();
  if (results.length > 1) throw new Error("The grammar reads this text in more than one way.");
  return results[0];
}

/** Words of errors come from the lexer; the parser's own, over all rules that might have gone on, are costly and not shown. */
class QuietParser extends nearley.Parser {
  reportError(): string {
    return "";
  }
}

/** A token source as nearley asks for it. What the source throws is kept: the parser would put an error of its own in its place. */
class SourceLexer implements nearley.Lexer {
  failure: { readonly cause: unknown } | undefined;
  readonly #source: TokenSource;

  constructor(source: TokenSource) {
    this.#source = source;
  }

  next(): GrammarToken | undefined {
    try {
      return this.#source.next();
    } catch (cause) {
      this.failure = { cause };
      return undefined;
    }
  }

  reset(): void {}

  save(): nearley.LexerState {
    return {};
  }

  formatError(): string {
    return "";
  }

  has(): boolean {
    return true;
  }
}
