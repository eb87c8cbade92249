import { type Comparison, fillsFrom, KIND_GAINS, QUOTED_GAIN } from "./fill.ts";
import type { Element } from "./template.ts";

/** How a message was laid over a template: which pieces fill which slot, what agreed and what did not. */
export interface Alignment {
  /** Share of agreement in all weight that was compared, in [0, 1]. */
  readonly score: number;
  /** Weight that agreed: how much evidence the score stands on. */
  readonly evidence: number;
  /** Slot → first and last piece that fill it, both included. */
  readonly fills: ReadonlyMap<number, readonly [number, number]>;
}

/** Lays a message over a template in order, so that agreement less disagreement is greatest; `undefined` when a slot stays empty. */
export function align(comparison: Comparison): Alignment | undefined {
  const { tokens, template, weights } = comparison;
  const grid: Grid = {
    width: tokens.length + 1,
    steps: [{ total: 0, gain: 0, cost: 0, fills: undefined }],
  };
  const size = (template.elements.length + 1) * grid.width;
  for (let at = 0; at < size; at += 1) {
    const here = grid.steps[at];
    if (here === undefined) continue;
    const place = { row: Math.floor(at / grid.width), column: at % grid.width, here };
    const token = tokens[place.column];
    if (token !== undefined) offer(grid, place, [0, 1], { gain: 0, cost: weights.ofToken(token) });
    const element = template.elements[place.row];
    if (element !== undefined) offerElement(grid, place, element, comparison);
  }
  const end = grid.steps[size - 1];
  return end === undefined ? undefined : alignmentOf(end);
}

/** The best score that any order of the pieces could give; cheap, to leave out templates before they are laid out. */
export function bestPossible({ tokens, template, weights, likeness }: Comparison): number {
  let gain = 0;
  let cost = 0;
  for (const element of template.elements) {
    if (element.kind === "slot") {
      gain += Math.max(QUOTED_GAIN, KIND_GAINS[template.slots[element.slot]?.kind ?? "text"]);
      continue;
    }
    const weight = weights.ofKey(element.key, element.part);
    let best = 0;
    for (const token of tokens) best = Math.max(best, likeness(token, element.key));
    gain += weight * best;
    cost += weight * (1 - best) * HALF;
  }
  return gain === 0 ? 0 : gain / (gain + cost);
}

/** What a pair of words lacks in likeness counts half against it. */
const HALF = 0.5;

/** The best way to a place of the grid: rows are elements of the template, columns pieces of the message. */
interface Step {
  readonly total: number;
  readonly gain: number;
  readonly cost: number;
  readonly fills: Fill | undefined;
}

interface Fill {
  readonly slot: number;
  readonly first: number;
  readonly last: number;
  readonly before: Fill | undefined;
}

interface Grid {
  readonly width: number;
  readonly steps: (Step | undefined)[];
}

interface Place {
  readonly row: number;
  readonly column: number;
  readonly here: Step;
}

function offerElement(grid: Grid, place: Place, element: Element, comparison: Comparison): void {
  const { tokens, template, weights, likeness } = comparison;
  if (element.kind === "slot") {
    const isTight = template.elements[place.row + 1]?.kind === "slot";
    for (const fill of fillsFrom(comparison, element.slot, place.column, isTight)) {
      const last = place.column + fill.length - 1;
      offer(grid, place, [1, fill.length], fill, { slot: element.slot, first: place.column, last });
    }
    return;
  }
  const weight = weights.ofKey(element.key, element.part);
  offer(grid, place, [1, 0], { gain: 0, cost: weight });
  const token = tokens[place.column];
  const share = token === undefined ? 0 : likeness(token, element.key);
  if (share > 0)
    offer(grid, place, [1, 1], { gain: weight * share, cost: weight * (1 - share) * HALF });
}

/** Keeps a way that leads `rows` down and `columns` on, if none to the same place is better. */
function offer(
  grid: Grid,
  { row, column, here }: Place,
  [rows, columns]: readonly [number, number],
  { gain, cost }: { readonly gain: number; readonly cost: number },
  fill?: Omit<Fill, "before">,
): void {
  const at = (row + rows) * grid.width + column + columns;
  const total = here.total + gain - cost;
  const known = grid.steps[at];
  if (known !== undefined && known.total >= total) return;
  const fills = fill === undefined ? here.fills : { ...fill, before: here.fills };
  grid.steps[at] = { total, gain: here.gain + gain, cost: here.cost + cost, fills };
}

function alignmentOf(end: Step): Alignment {
  const fills = new Map<number, readonly [number, number]>();
  for (let fill = end.fills; fill !== undefined; fill = fill.before) {
    fills.set(fill.slot, [fill.first, fill.last]);
  }
  const score = end.gain <= 0 ? 0 : end.gain / (end.gain + end.cost);
  return { score, evidence: end.gain, fills };
}
