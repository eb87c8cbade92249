import type { Language } from "../../base/localized.ts";
import { isLightConcept, isLinkWord, isTimeConcept } from "../../rag/text/concepts.ts";
import type { ParticleRole } from "../../rag/text/korean.ts";
import { type Element, roleOf, type Slot, type Template } from "./template.ts";
import { extensionOf, type Token, type TokenKind } from "./tokens.ts";
import type { Likeness, Weights } from "./words.ts";

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

/** A message beside a template. */
interface Comparison {
  readonly tokens: readonly Token[];
  readonly template: Pick<Template, "elements" | "slots" | "language">;
  readonly weights: Weights;
  readonly likeness: Likeness;
}

/** So many pieces from a place on as the value of a slot: what speaks for it and what against. */
interface FillOffer {
  readonly length: number;
  readonly gain: number;
  readonly cost: number;
}

/** What a value of each kind adds to the agreement: the rarer the kind, the more. */
const KIND_GAINS = {
  text: 0.15,
  part: 0.15,
  file: 0.5,
  url: 0.6,
  zone: 0.6,
  number: 0.3,
  numbers: 0.6,
  extension: 0.4,
  glob: 0.4,
} as const;
/** What a free value in quotes or after a colon adds. */
const QUOTED_GAIN = 0.35;

const LONGEST_TEXT = 18; // pieces
const LONGEST_LIST = 40; // numbers
const FREE_WORDS = 4; // words with a meaning that a free value may have at no cost
const EXCESS_COST = 0.06;
const COSTS = {
  sentenceEnd: 0.4,
  quoteInside: 0.3,
  nameInside: 0.5,
  commandInside: 0.35,
  conceptInside: 0.15,
  lightInside: 0.05,
  timeInside: 0.18,
  recipientInside: 0.3,
  functionInside: 0.01,
  linkAtEdge: 0.05,
  politeAtEdge: 0.2,
  otherRole: 0.1,
  prepositionMissing: 0.2,
  rivalRole: 0.8,
  contraryRole: 0.4,
} as const;

/** Every way to fill a slot with pieces from `first` on. `isTight` says that another slot follows at once, so only the particle can part the two. */
function fillsFrom(
  comparison: Comparison,
  slotIndex: number,
  first: number,
  isTight: boolean,
): readonly FillOffer[] {
  const slot = comparison.template.slots[slotIndex];
  if (slot === undefined) return [];
  const start: Start = { comparison, slot, first, isTight };
  if (slot.kind === "text") return textFills(start);
  return slot.kind === "numbers" ? listFills(start) : namedFill(start);
}

interface Start {
  readonly comparison: Comparison;
  readonly slot: Slot;
  readonly first: number;
  readonly isTight: boolean;
}

function namedFill(start: Start): readonly FillOffer[] {
  const { comparison, slot, first } = start;
  const token = comparison.tokens[first];
  const role = roleCost(start, first);
  if (token === undefined || role === undefined || !accepts(slot, token)) return [];
  return [{ length: 1, gain: KIND_GAINS[slot.kind], cost: role }];
}

/** Numbers one after another, two or more. */
function listFills({ comparison, slot, first }: Start): readonly FillOffer[] {
  const rest = comparison.tokens.slice(first, first + LONGEST_LIST);
  const end = rest.findIndex((token) => token.kind !== "number");
  const most = end < 0 ? rest.length : end;
  return most < 2 ? [] : [{ length: most, gain: KIND_GAINS[slot.kind], cost: 0 }];
}

function textFills(start: Start): readonly FillOffer[] {
  const { comparison, slot, first } = start;
  const offers: FillOffer[] = [];
  let inside = 0;
  let words = 0;
  for (const [index, token] of comparison.tokens.slice(first, first + LONGEST_TEXT).entries()) {
    if (isNaming(token, comparison.weights)) words += 1;
    inside += costInside(token, index > 0, slot, comparison.weights);
    const role = roleCost(start, first + index);
    if (words === 0 || role === undefined || !accepts(slot, token)) continue;
    const excess = Math.max(0, words - FREE_WORDS) * EXCESS_COST;
    const opening = comparison.tokens[first];
    const edges = edgeCost(opening, token) + (index > 0 ? quoteCost(opening) : 0);
    const gain = textGain(start, token, index);
    offers.push({ length: index + 1, gain, cost: inside + excess + role + edges });
  }
  return offers;
}

/** Quotes set a value apart, and so do 라고 and 에게 behind it where the phrasing has them too. */
function textGain({ slot }: Start, last: Token, index: number): number {
  if (last.kind === "quote" && index === 0) return QUOTED_GAIN;
  const isTold = slot.role === "quoted" && last.particle === "quoted";
  const isTo = slot.role === "recipient" && last.particle === "recipient";
  return isTold || isTo ? QUOTED_GAIN : KIND_GAINS.text;
}

/** True for a piece that can name something: a value of commands and light words alone is none. */
function isNaming(token: Token, weights: Weights): boolean {
  if (token.part !== "content" || weights.isCommand(token)) return false;
  return token.kind !== "word" || !isLightConcept(token.key.slice(2));
}

const FILE_LIKE = /^[^\n]{1,200}(?:\.[A-Za-z0-9]{1,6}|\/)$/u;

function accepts(slot: Slot, token: Token): boolean {
  const isQuote = token.kind === "quote";
  switch (slot.kind) {
    case "text":
      return slot.isApart ? isQuote : token.part !== "polite";
    case "file":
      return (
        token.kind === "file" || token.kind === "path" || (isQuote && FILE_LIKE.test(token.value))
      );
    case "url":
      return token.kind === "url" || (isQuote && /^https?:\/\//u.test(token.value));
    case "zone":
      return token.kind === "place";
    case "number":
    case "numbers":
      return token.kind === "number";
    case "glob":
      return token.kind === "glob" || extensionOf(token) !== undefined;
    case "extension":
      return extensionOf(token) !== undefined;
    case "part":
      return (
        isQuote ||
        (token.kind === "word" && token.part === "content" && !token.key.startsWith("c:"))
      );
  }
}

const NAME_KINDS: ReadonlySet<TokenKind> = new Set(["file", "url", "path", "glob"] as const);

/** What it costs to take a piece into a free value: commands, file names and addresses rather mean something to the request itself. */
function costInside(token: Token, isContinued: boolean, slot: Slot, weights: Weights): number {
  const ended = isContinued && token.opens ? COSTS.sentenceEnd : 0;
  if (token.kind === "quote") return ended + (isContinued ? COSTS.quoteInside : 0);
  if (NAME_KINDS.has(token.kind)) return ended + COSTS.nameInside;
  if (token.kind !== "word") return ended;
  if (token.part !== "content") return ended + COSTS.functionInside;
  return ended + wordCost(token, isContinued, slot, weights);
}

function wordCost(token: Token, isContinued: boolean, slot: Slot, weights: Weights): number {
  const isTold = slot.role === "quoted";
  if (token.particle === "recipient" && slot.role !== "recipient" && !isTold)
    return COSTS.recipientInside;
  if (weights.isCommand(token) && (token.verb || !isContinued)) return COSTS.commandInside;
  return isTold ? 0 : ideaCost(token, weights);
}

/** An idea that examples are asked for with is rather part of the request; what somebody is quoted with may hold any. */
function ideaCost(token: Token, weights: Weights): number {
  if (!weights.isContext(token)) return 0;
  const concept = token.key.slice(2);
  if (isTimeConcept(concept)) return COSTS.timeInside;
  return isLightConcept(concept) ? COSTS.lightInside : COSTS.conceptInside;
}

/** What stands in quotes is the whole value. */
function quoteCost(first: Token | undefined): number {
  return first?.kind === "quote" ? COSTS.quoteInside : 0;
}

/** Words that only carry the sentence belong outside a value. */
function edgeCost(...edges: readonly (Token | undefined)[]): number {
  const links = edges.filter((token) => token !== undefined && isLinkWord(token.key)).length;
  const polite = edges.filter((token) => token?.part === "polite").length;
  return links * COSTS.linkAtEdge + polite * COSTS.politeAtEdge;
}

/** Nothing when particle or preposition agree, a cost when they say something else, `undefined` when the next value could not be told from this one. */
function roleCost(start: Start, last: number): number | undefined {
  const { comparison, slot, first, isTight } = start;
  const { tokens, template } = comparison;
  const written = roleOf(tokens, first, last);
  if (isTight && slot.kind === "text" && slot.role !== undefined) {
    return written === slot.role ? 0 : undefined;
  }
  const role = settledRole(written);
  const wanted = settledRole(slot.role);
  if (slot.kind !== "text") return namedRoleCost(start, role, wanted);
  if (wanted !== "quoted") return textRoleCost(role, wanted, template.language);
  return role === "quoted" || tokens[last]?.kind === "quote" ? 0 : COSTS.contraryRole;
}

/** Files, addresses and numbers: where a program takes several of a kind, only their roles tell them apart. */
function namedRoleCost(
  { comparison, slot }: Start,
  role: ParticleRole | undefined,
  wanted: ParticleRole | undefined,
): number {
  const rivals = comparison.template.slots.filter((other) => other.kind === slot.kind).length;
  if (rivals > 1) return (role ?? "object") === (wanted ?? "object") ? 0 : COSTS.rivalRole;
  return role === undefined || wanted === undefined || role === wanted ? 0 : COSTS.contraryRole;
}

function textRoleCost(
  role: ParticleRole | undefined,
  wanted: ParticleRole | undefined,
  language: Language,
): number {
  if (role === wanted || wanted === undefined) return 0;
  if (role !== undefined) return COSTS.otherRole;
  return wanted === "to" && language === "en" ? COSTS.prepositionMissing : 0;
}

/** Roles that tell values apart; a topic or a bare subject may be any of them. */
function settledRole(role: ParticleRole | undefined): ParticleRole | undefined {
  const isLoose = role === "subject" || role === "other" || role === "owner" || role === "with";
  return isLoose ? undefined : role;
}

/** Takes the values out of an aligned message; `undefined` when one comes to nothing. */
export function readValues(
  text: string,
  tokens: readonly Token[],
  template: Template,
  alignment: Alignment,
): readonly string[] | undefined {
  const values: string[] = [];
  for (const [index, slot] of template.slots.entries()) {
    const range = alignment.fills.get(index);
    if (range === undefined) return undefined;
    const value = readValue(text, tokens, slot, range).trim();
    if (value === "") return undefined;
    values.push(value);
  }
  return values;
}

/** The program of a template with these values in it. */
export function fillCode(template: Template, values: readonly string[]): string {
  const byLiteral = new Map<number, string>();
  template.slots.forEach((slot, index) => {
    const value = values[index] ?? "";
    for (const literal of slot.literals)
      byLiteral.set(literal, `${slot.prefix}${value}${slot.suffix}`);
  });
  return template.code.render(byLiteral);
}

function readValue(
  text: string,
  tokens: readonly Token[],
  slot: Slot,
  [first, last]: readonly [number, number],
): string {
  const token = tokens[first];
  if (token === undefined) return "";
  if (slot.kind === "extension") return extensionOf(token) ?? "";
  if (slot.kind === "glob" && token.kind === "word") return `*.${extensionOf(token) ?? ""}`;
  if (slot.kind === "numbers")
    return tokens
      .slice(first, last + 1)
      .map((one) => one.value)
      .join(", ");
  const isWhole = first === last && !["word", "number", "place"].includes(token.kind);
  if (isWhole || slot.kind === "zone" || slot.kind === "number") return token.value;
  return freeText(text, tokens, slot, first, last);
}

/** The words of a free value without what only joins it to the sentence: particles, "about", a closing please. */
function freeText(
  text: string,
  tokens: readonly Token[],
  slot: Slot,
  first: number,
  last: number,
): string {
  let from = first;
  let to = last;
  while (from < to && isEdge(tokens[from])) from += 1;
  while (to > from && isEdge(tokens[to])) to -= 1;
  const start = tokens[from]?.start ?? 0;
  const end = bodyEnd(text, tokens, slot, to);
  return text.slice(start, end).replace(/^[\s,.:;!?~-]+|[\s,.:;!?~-]+$/gu, "");
}

function isEdge(token: Token | undefined): boolean {
  if (token === undefined) return false;
  return (
    token.part === "polite" ||
    isLinkWord(token.key) ||
    (token.part === "function" && token.key === "c:file") ||
    (token.part === "function" && token.particle === "recipient")
  );
}

/** Where the last word of a value ends: before a particle that says what the value is to the request. */
function bodyEnd(text: string, tokens: readonly Token[], slot: Slot, at: number): number {
  const token = tokens[at];
  if (token === undefined) return 0;
  if (token.kind === "number")
    return /^\d/u.test(text.slice(token.start)) ? token.bodyEnd : token.end;
  if (token.particle === undefined) return token.end;
  return isOutside(token.particle, slot, tokens[at + 1]) ? token.bodyEnd : token.end;
}

/** A subject's particle is only one when a question or a command follows it; "도" and "만" belong to what was said. */
function isOutside(role: ParticleRole, slot: Slot, next: Token | undefined): boolean {
  if (role === "other") return false;
  if (role === "with") return slot.role === "with";
  if (role !== "subject" || next === undefined) return true;
  return (
    next.verb ||
    next.key.startsWith("c:") ||
    /^(?:뭐|뭘|무엇|누구|어디|언제|얼마|몇)/u.test(next.value)
  );
}
