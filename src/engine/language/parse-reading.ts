import { type Action, END, type Place, type Tables } from "./parse-tables.ts";

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

/** What is read and not yet part of a larger rule. Plain lists and a height: a process's first parse runs before it is compiled. */
interface Stack {
  readonly values: unknown[];
  /** The places before each value and after the last. */
  readonly places: Place[];
  /** How many values there are. */
  height: number;
}

/** What the tables build of all tokens of `source`. Time is linear in their number; throws `UnexpectedToken`. */
export function readTokens(tables: Tables, source: TokenSource): unknown {
  const stack: Stack = { values: [], places: [tables.first], height: 0 };
  for (let token = source.next(); token !== undefined; token = source.next()) {
    const kind = tables.kindOf(token.type, token.value);
    const action = reduceBefore(tables, stack, kind);
    if (action.kind !== "take") throw new UnexpectedToken();
    stack.values[stack.height] = token;
    stack.height += 1;
    stack.places[stack.height] = action.next;
  }
  reduceBefore(tables, stack, END);
  if (stack.places[stack.height] !== tables.last) throw new UnexpectedToken();
  return stack.values[0];
}

/** Puts every rule that is whole before a token of this kind in the place of its parts; what to do then. */
function reduceBefore(tables: Tables, stack: Stack, kind: number): Action {
  const { values, places } = stack;
  let place = places[stack.height] ?? tables.first;
  let action = place.actions[kind] ?? tables.actionAt(place, kind);
  while (action.kind === "reduce") {
    const { name, symbols, postprocess } = action.rule;
    const base = stack.height - symbols.length;
    const parts = values.slice(base, stack.height);
    values[base] = postprocess === undefined ? parts : postprocess(parts);
    const before = places[base] ?? tables.first;
    place = before.next.get(name) ?? tables.after(before, name);
    stack.height = base + 1;
    places[stack.height] = place;
    action = place.actions[kind] ?? tables.actionAt(place, kind);
  }
  return action;
}
