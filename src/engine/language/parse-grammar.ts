import nearley from "nearley";
import grammar from "./grammar.ts";
import { Tables } from "./parse-tables.ts";
import { readTokens, type TokenSource } from "./parse-tree.ts";

/** The two start symbols of grammar.ne. */
type Start = "program" | "condition";

const known = new Map<Start, Tables>();

/**
 * What the rules of grammar.ne build for a whole text, from one of its start symbols; the type is the caller's knowledge of that
 * rule. Time is linear in the number of tokens. Throws `UnexpectedToken` at the first token that no rule takes.
 */
export function runGrammar<Raw>(start: Start, source: TokenSource): Raw {
  // Which shape a start symbol builds stands in grammar.ne; its rules are typed in parse-cells.ts.
  return readTokens(known.get(start) ?? tablesFor(start), source) as Raw;
}

function tablesFor(start: Start): Tables {
  const rules = { ParserRules: grammar.ParserRules, ParserStart: start };
  const tables = new Tables(nearley.Grammar.fromCompiled(rules));
  known.set(start, tables);
  return tables;
}
