import type nearley from "nearley";

/** What to do before a token: go past it, put a rule in the place of its parts, or refuse the token. */
export type Action =
  | { readonly kind: "take"; readonly next: Place }
  | { readonly kind: "reduce"; readonly rule: GrammarRule }
  | { readonly kind: "refuse" };

/** All that may be under way at some point of a text, and what is worked out so far about going on from there. */
export interface Place {
  readonly items: readonly Item[];
  /** By kind of token. */
  readonly actions: (Action | undefined)[];
  /** By the key of a symbol. */
  readonly next: Map<string, Place>;
}

/** A rule of which the first `dot` symbols are read. */
interface Item {
  readonly rule: GrammarRule;
  readonly dot: number;
}

/** The kind of what comes after the last token. */
export const END = 0;

/**
 * What to do at every place before every kind of token: the rules of a nearley grammar as SLR(1) tables, each entry worked out
 * when a text first asks for it. Throws where the rules leave a choice: so no text has two readings. nearley's own parser, made
 * for grammars that leave any, tries all rules at every token; that is 26 KB of garbage a step, and for every 16 MB of it the
 * collector copies what is read of a program so far, which made the steps of a long one dearer.
 */
export class Tables {
  /** Where every text starts. */
  readonly first: Place;
  /** Where a text is once all of it is read. */
  readonly last: Place;
  readonly #rules = new Map<string, GrammarRule[]>();
  readonly #follow: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #literals: ReadonlySet<string>;
  readonly #places = new Map<string, Place>();
  /** By kind of token: the keys of the symbols that it fits. */
  readonly #fits: (readonly string[])[] = [[END_KEY]];
  readonly #kinds = new Map<string, Map<string, number>>();

  constructor(grammar: nearley.Grammar) {
    // nearley leaves the forms of a symbol open; scripts/grammar.mjs writes only these.
    const rules = grammar.rules as readonly GrammarRule[];
    for (const rule of rules)
      this.#rules.set(rule.name, [...(this.#rules.get(rule.name) ?? []), rule]);
    this.#literals = new Set(rules.flatMap(({ symbols }) => symbols.flatMap(literalOf)));
    this.#follow = followSets(rules, grammar.start);
    this.first = this.#placeOf(this.#startsOf(grammar.start));
    this.last = this.after(this.first, grammar.start);
  }

  /** The kind of a token of this type and spelling. */
  kindOf(type: string, value: string): number {
    const spelling = value !== "" && this.#literals.has(value) ? value : "";
    const kinds = this.#kinds.get(type) ?? new Map<string, number>();
    const known = kinds.get(spelling);
    if (known !== undefined) return known;
    const kind = this.#fits.push([typeKey(type), literalKey(spelling)]) - 1;
    this.#kinds.set(type, kinds.set(spelling, kind));
    return kind;
  }

  /** What to do at a place before a token of a kind. Throws where the rules leave a choice. */
  actionAt(place: Place, kind: number): Action {
    const known = place.actions[kind];
    if (known !== undefined) return known;
    const action = this.#choose(place, this.#fits[kind] ?? []);
    // A list without holes is the faster one to read.
    while (place.actions.length < kind) place.actions.push(undefined);
    place.actions[kind] = action;
    return action;
  }

  /** Where a text is once the symbol of that key, which could stand at a place, is read there. */
  after(place: Place, key: string): Place {
    const known = place.next.get(key);
    if (known !== undefined) return known;
    const items = place.items.filter(({ rule, dot }) => keyAt(rule, dot) === key);
    const next = this.#placeOf(items.map(({ rule, dot }) => ({ rule, dot: dot + 1 })));
    place.next.set(key, next);
    return next;
  }

  #choose(place: Place, fits: readonly string[]): Action {
    const actions = new Map<string, Action>();
    for (const { rule, dot } of place.items) {
      const key = keyAt(rule, dot);
      if (key === undefined) {
        const follow = this.#follow.get(rule.name);
        if (fits.some((fit) => follow?.has(fit) === true))
          actions.set(String(rule.id), { kind: "reduce", rule });
      } else if (fits.includes(key)) {
        actions.set(key, { kind: "take", next: this.after(place, key) });
      }
    }
    const [action, other] = actions.values();
    if (other === undefined) return action ?? { kind: "refuse" };
    const names = place.items.map(({ rule }) => rule.name).join(", ");
    throw new Error(`grammar.ne leaves a choice before ${fits.join(" ")} within ${names}.`);
  }

  /** The place with these rules under way, and with all that can start there because of them. */
  #placeOf(kernel: readonly Item[]): Place {
    const id = kernel.map(({ rule, dot }) => `${rule.id}.${dot}`).join(" ");
    const known = this.#places.get(id);
    if (known !== undefined) return known;
    const items = [...kernel];
    const started = new Set<string>();
    for (const { rule, dot } of items) {
      const symbol = rule.symbols[dot];
      if (typeof symbol !== "string" || started.has(symbol)) continue;
      started.add(symbol);
      items.push(...this.#startsOf(symbol));
    }
    const place: Place = { items, actions: [], next: new Map() };
    this.#places.set(id, place);
    return place;
  }

  #startsOf(name: string): readonly Item[] {
    return (this.#rules.get(name) ?? []).map((rule) => ({ rule, dot: 0 }));
  }
}

function keyAt(rule: GrammarRule, dot: number): string | undefined {
  const symbol = rule.symbols[dot];
  return symbol === undefined ? undefined : keyOf(symbol);
}

function literalOf(symbol: GrammarSymbol): readonly string[] {
  return typeof symbol === "object" && "literal" in symbol ? [symbol.literal] : [];
}

/** What a rule names in one of its places: another rule, or a token by its kind or its spelling. */
type GrammarSymbol = string | { readonly type: string } | { readonly literal: string };

/** A rule as nearley keeps it; `id` is different for each rule there is. */
interface GrammarRule {
  readonly id: number;
  readonly name: string;
  readonly symbols: readonly GrammarSymbol[];
  readonly postprocess?: (parts: unknown[]) => unknown;
}

/** The key of what comes after the last token. */
const END_KEY = "end of text";

/** One text for each symbol there is: rules by their name, tokens by what no rule is called. */
function keyOf(symbol: GrammarSymbol): string {
  if (typeof symbol === "string") return symbol;
  return "type" in symbol ? typeKey(symbol.type) : literalKey(symbol.literal);
}

/** The key of the symbol that names a kind of token. */
function typeKey(type: string): string {
  return `%${type}`;
}

/** The key of the symbol that spells a token out. */
function literalKey(spelling: string): string {
  return `"${spelling}"`;
}

/** For every rule's name, the keys of the tokens that can follow it in some text; after `start` the text ends. */
function followSets(
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
