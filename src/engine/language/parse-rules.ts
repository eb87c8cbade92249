/** What a rule names in one of its places: another rule, or a token by its kind or its spelling. */
export type GrammarSymbol = string | { readonly type: string } | { readonly literal: string };

/** A rule as nearley keeps it; `id` is different for each rule there is. */
export interface GrammarRule {
  readonly id: number;
  readonly name: string;
  readonly symbols: readonly GrammarSymbol[];
  readonly postprocess?: (parts: unknown[]) => unknown;
}

/** The key of what comes after the last token. */
export const END_KEY = "end of text";

/** One text for each symbol there is: rules by their name, tokens by what no rule is called. */
export function keyOf(symbol: GrammarSymbol): string {
  if (typeof symbol === "string") return symbol;
  return "type" in symbol ? typeKey(symbol.type) : literalKey(symbol.literal);
}

/** The key of the symbol that names a kind of token. */
export function typeKey(type: string): string {
  return `%${type}`;
}

/** The key of the symbol that spells a token out. */
export function literalKey(spelling: string): string {
  return `"${spelling}"`;
}

/** For every rule's name, the keys of the tokens that can follow it in some text; after `start` the text ends. */
export function followSets(
  rules: readonly GrammarRule[],
  start: string,
): ReadonlyMap<string, ReadonlySet<string>> {
  const first = firstSets(rules);
  const follow = new Map([[start, new Set([END_KEY])]]);
  untilStable(rules, ({ name, symbols }) => {
    // From the right: what can follow a symbol is what the rest can start with, and, where that may be nothing, what follows all.
    let after = new Set(setOf(follow, name));
    let grown = 0;
    for (const symbol of symbols.toReversed()) {
      if (typeof symbol === "string") grown += add(setOf(follow, symbol), after);
      after = startsOf(symbol, first, after);
    }
    return grown;
  });
  return follow;
}

/** For every rule's name, the keys of the tokens it can start with; NOTHING among them where it can be empty. */
function firstSets(rules: readonly GrammarRule[]): Map<string, Set<string>> {
  const first = new Map<string, Set<string>>();
  untilStable(rules, ({ name, symbols }) => {
    let starts: ReadonlySet<string> = new Set([NOTHING]);
    for (const symbol of symbols.toReversed()) starts = startsOf(symbol, first, starts);
    return add(setOf(first, name), starts);
  });
  return first;
}

/** No symbol has this key. */
const NOTHING = "";

/** What a symbol can start with, `after` being what can start once it is read. */
function startsOf(
  symbol: GrammarSymbol,
  first: Map<string, Set<string>>,
  after: ReadonlySet<string>,
): Set<string> {
  if (typeof symbol !== "string") return new Set([keyOf(symbol)]);
  const starts = new Set(setOf(first, symbol));
  if (starts.delete(NOTHING)) add(starts, after);
  return starts;
}

/** Goes over the rules until none adds anything more. */
function untilStable(rules: readonly GrammarRule[], grow: (rule: GrammarRule) => number): void {
  let grown = 1;
  while (grown > 0) grown = rules.reduce((sum, rule) => sum + grow(rule), 0);
}

/** How many of `more` were new. */
function add(set: Set<string>, more: ReadonlySet<string>): number {
  const before = set.size;
  for (const key of more) set.add(key);
  return set.size - before;
}

function setOf(sets: Map<string, Set<string>>, name: string): Set<string> {
  const set = sets.get(name) ?? new Set<string>();
  sets.set(name, set);
  return set;
}
