import type { Language } from "../../base/localized.ts";
import type { Phrasing } from "../../rag/store/example-files.ts";
import { isLightConcept } from "../../rag/text/concepts.ts";
import type { ParticleRole } from "../../rag/text/korean.ts";
import { isNegated, type Mood } from "../../rag/text/mood.ts";
import { composed } from "../../rag/text/normalize.ts";
import { knownZones, zoneOfPlace } from "../../scheduler/timing/place-zones.ts";
import { type CodeLiteral, type CodeTemplate, readCode } from "./code.ts";
import { moodOf, moveToFront } from "./message.ts";
import { readTokens, slotMark, type Token } from "./tokens.ts";

/** What may fill a slot. */
type SlotKind =
  | "text"
  | "file"
  | "url"
  | "zone"
  | "number"
  | "numbers"
  | "extension"
  | "glob"
  | "part";

/** A place in a program that takes a value from the message. */
export interface Slot {
  readonly kind: SlotKind;
  /** The literals of the program that take the value. */
  readonly literals: readonly number[];
  /** Put around the value (`*.` before an extension, `*` around a part of a name). */
  readonly prefix: string;
  readonly suffix: string;
  /** True when a colon stands before it in the phrasing: only quoted text or text after a colon fills it. */
  readonly isApart: boolean;
  /** What a Korean particle or an English preposition says of it in the phrasing. */
  readonly role?: ParticleRole;
}

/** A word of the phrasing, or the place of a slot. */
export type Element =
  | { readonly kind: "word"; readonly key: string; readonly part: Token["part"] }
  | { readonly kind: "slot"; readonly slot: number };

/** An example ready to be compared with messages. */
export interface Template {
  readonly example: Phrasing;
  readonly code: CodeTemplate;
  readonly slots: readonly Slot[];
  readonly elements: readonly Element[];
  /** The elements with the one slot for a file, an address or a place in front; absent when there is none or several slots. */
  readonly frontElements?: readonly Element[];
  /** The phrasing with a mark in the place of each value. */
  readonly phrasing: string;
  readonly language: Language;
  /** A phrasing may tell rather than ask (할 일 1번 끝냈어). */
  readonly mood: Mood;
  /** True when nothing but light words and free values makes it up (… 어때): what fits it proves little. */
  readonly isVague: boolean;
  /** True for a phrasing that holds a denial (잊지 마). */
  readonly isNegated: boolean;
}

/** Parameters whose values are choices, not things a person names; they stay as the example has them. */
const CHOICE_KEYS = new Set(
  "type kind format output_format action order sort status repeat unit mode language encoding country".split(
    " ",
  ),
);

/** Parameters that say when; a program that holds one is planned from the time words of the message, never from an example's. */
const TIMING_KEYS = new Set(
  "cron every at after time date weekdays day month interval_hours".split(" "),
);

/** Examples compiled between two pauses. */
const AT_ONCE = 16;

/**
 * Compiles examples and leaves out those that cannot be filled from a message: a value that other phrasings of the same program
 * take from the message does not stand in this one, or the program says when.
 */
export function* compileTemplates(
  examples: readonly Phrasing[],
): Generator<void, readonly Template[], void> {
  const codes = new Map<string, CodeTemplate>();
  const templates: Template[] = [];
  for (const example of examples) {
    const code = codes.get(example.code) ?? readCode(example.code);
    codes.set(example.code, code);
    if (templates.push(compileTemplate(example, code)) % AT_ONCE === 0) yield;
  }
  const slotsOfCode = new Map<string, Set<number>>();
  for (const template of templates) {
    const literals = slotsOfCode.get(template.example.code) ?? new Set();
    for (const literal of template.slots.flatMap((slot) => slot.literals)) literals.add(literal);
    slotsOfCode.set(template.example.code, literals);
  }
  return templates.filter((template) => {
    const own = template.slots.flatMap((slot) => slot.literals).length;
    const isTimed = template.code.literals.some((literal) => TIMING_KEYS.has(literal.key ?? ""));
    return !isTimed && own === (slotsOfCode.get(template.example.code)?.size ?? 0);
  });
}

/** Compiles an example: every value of its program that stands in its phrasing becomes a slot, the rest stays as it is. */
function compileTemplate(example: Phrasing, code: CodeTemplate = readCode(example.code)): Template {
  const places = findPlaces(composed(example.intent), code.literals);
  const { phrasing, found } = putMarks(composed(example.intent), places);
  const tokens = readTokens(phrasing, { marks: true });
  const slots = found.map((place, index): Slot => {
    const role = slotRole(tokens, index);
    const isApart = /[:：]\s*$/u.test(phrasing.slice(0, phrasing.indexOf(slotMark(index))));
    const { kind, literals, prefix, suffix } = place;
    return { kind, literals, prefix, suffix, isApart, ...(role === undefined ? {} : { role }) };
  });
  const elements = tokens.map((token, index) =>
    elementOf(token, [tokens[index - 1], tokens[index + 1]], slots),
  );
  const front =
    slots.length === 1 && FRONT_KINDS.has(slots[0]?.kind)
      ? moveToFront(elements, (element) => element.kind === "slot")
      : undefined;
  return {
    example,
    code,
    slots,
    phrasing,
    elements,
    ...(front === undefined ? {} : { frontElements: front }),
    language: /\p{Script=Hangul}/u.test(phrasing) ? "ko" : "en",
    mood: moodOf(example.intent, tokens),
    isVague: slots.every(isFree) && !elements.some(isTelling),
    isNegated: isNegated(example.intent),
  };
}

function isFree(slot: Slot): boolean {
  const isTold = slot.role === "quoted" || slot.role === "recipient";
  return (slot.kind === "text" && !isTold) || slot.kind === "part";
}

function isTelling(element: Element): boolean {
  return (
    element.kind === "word" && element.part === "content" && !isLightConcept(element.key.slice(2))
  );
}

interface Place extends Omit<Slot, "role" | "isApart"> {
  readonly start: number;
  readonly end: number;
}

function elementOf(
  token: Token,
  neighbours: readonly (Token | undefined)[],
  slots: readonly Slot[],
): Element {
  const named = NAMED_SLOTS.get(token.key);
  const kinds = neighbours.flatMap((neighbour) =>
    neighbour?.kind === "slot" ? [slots[Number(neighbour.value)]?.kind] : [],
  );
  if (named !== undefined && kinds.includes(named))
    return { kind: "word", key: token.key, part: "function" };
  if (token.kind === "slot") return { kind: "slot", slot: Number(token.value) };
  return {
    kind: "word",
    key: token.kind === "word" ? token.key : `${token.kind}:${token.value}`,
    part: token.part,
  };
}

const FRONT_KINDS: ReadonlySet<SlotKind | undefined> = new Set(["file", "url", "zone"] as const);

/** Words that only say what the value beside them is. */
const NAMED_SLOTS: ReadonlyMap<string, SlotKind> = new Map([
  ["c:file", "file"],
  ["c:page", "url"],
]);

/** Longest values first, so that a value inside another one does not take its place. */
function findPlaces(intent: string, literals: readonly CodeLiteral[]): readonly Place[] {
  const places: Place[] = [];
  const order = literals
    .map((literal, index) => ({ literal, index }))
    .sort((a, b) => b.literal.value.length - a.literal.value.length);
  for (const { literal, index } of order) {
    if (literal.key !== undefined && CHOICE_KEYS.has(literal.key)) continue;
    const at = places.findIndex(
      ({ literals: [first = -1] }) => literals[first]?.value === literal.value,
    );
    const same = places[at];
    if (same !== undefined) {
      places[at] = { ...same, literals: [...same.literals, index] };
      continue;
    }
    const found = findPlace(intent, literal, index, places);
    if (found !== undefined) places.push(found);
  }
  return places.sort((a, b) => a.start - b.start);
}

function findPlace(
  intent: string,
  literal: CodeLiteral,
  index: number,
  taken: readonly Place[],
): Place | undefined {
  if (knownZones().has(literal.value)) return findZone(intent, literal.value, index);
  for (const { core, kind, prefix, suffix } of guessesOf(literal)) {
    const start = standsAt(intent, core, taken);
    if (start === undefined) continue;
    const place = withQuotes(intent, start, start + core.length);
    return { kind: kind ?? kindOf(literal), prefix, suffix, literals: [index], ...place };
  }
  return undefined;
}

function findZone(intent: string, zone: string, index: number): Place | undefined {
  const token = readTokens(intent).find((one) => one.kind === "place" && one.value === zone);
  if (token === undefined || zoneOfPlace(intent.slice(token.start, token.bodyEnd)) === undefined)
    return undefined;
  return {
    kind: "zone",
    literals: [index],
    prefix: "",
    suffix: "",
    start: token.start,
    end: token.bodyEnd,
  };
}

interface Guess {
  readonly core: string;
  /** Absent when the literal itself says it. */
  readonly kind?: SlotKind;
  readonly prefix: string;
  readonly suffix: string;
}

/** How a literal may stand in a phrasing: as it is, or, for a pattern, as the extension or the part of a name in it. */
function guessesOf(literal: CodeLiteral): readonly Guess[] {
  const plain = { core: literal.value, prefix: "", suffix: "" };
  const extension = /^(.*\*\.)([A-Za-z0-9]{1,5})$/u.exec(literal.value);
  if (extension !== null)
    return [
      plain,
      { core: extension[2] ?? "", kind: "extension", prefix: extension[1] ?? "", suffix: "" },
    ];
  const part = /^(.*\*)([^*]+)(\*.*)$/u.exec(literal.value);
  if (part !== null)
    return [
      plain,
      { core: part[2] ?? "", kind: "part", prefix: part[1] ?? "", suffix: part[3] ?? "" },
    ];
  return literal.value === "" ? [] : [plain];
}

function kindOf(literal: CodeLiteral): SlotKind {
  if (literal.kind === "numbers") return "numbers";
  if (literal.kind === "number" || /^\d+$/u.test(literal.value)) return "number";
  const [token, second] = readTokens(literal.value);
  if (second !== undefined || token === undefined) return "text";
  if (token.kind === "url") return "url";
  if (token.kind === "glob") return "glob";
  return token.kind === "file" ? "file" : "text";
}

function standsAt(intent: string, core: string, taken: readonly Place[]): number | undefined {
  const folded = intent.toLowerCase();
  const wanted = core.toLowerCase();
  for (
    let start = folded.indexOf(wanted);
    start >= 0 && wanted !== "";
    start = folded.indexOf(wanted, start + 1)
  ) {
    const end = start + core.length;
    if (taken.some((place) => start < place.end && end > place.start)) continue;
    if (isWhole(intent, start, end)) return start;
  }
  return undefined;
}

/** True when a value neither begins nor ends inside a word; a Korean particle or counter may follow it. */
function isWhole(intent: string, start: number, end: number): boolean {
  if (/[\p{L}\p{N}]$/u.test(intent.slice(0, start)) && /^[\p{L}\p{N}]/u.test(intent.slice(start)))
    return false;
  const after = /^[\p{L}\p{N}]+/u.exec(intent.slice(end))?.[0];
  if (after === undefined || !/[\p{L}\p{N}]$/u.test(intent.slice(0, end))) return true;
  return (
    /^\p{Script=Hangul}/u.test(after) &&
    (!/\p{Script=Hangul}$/u.test(intent.slice(0, end)) || after.length <= 3)
  );
}

function withQuotes(
  intent: string,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } {
  const isQuoted =
    /["'“‘「]$/u.test(intent.slice(0, start)) && /^["'”’」]/u.test(intent.slice(end));
  return isQuoted ? { start: start - 1, end: end + 1 } : { start, end };
}

function putMarks(
  intent: string,
  places: readonly Place[],
): { readonly phrasing: string; readonly found: readonly Place[] } {
  let phrasing = "";
  let from = 0;
  places.forEach((place, index) => {
    phrasing += intent.slice(from, place.start) + slotMark(index);
    from = place.end;
  });
  return { phrasing: phrasing + intent.slice(from), found: places };
}

function slotRole(tokens: readonly Token[], slot: number): ParticleRole | undefined {
  const at = tokens.findIndex((token) => token.kind === "slot" && token.value === String(slot));
  return roleOf(tokens, at, at);
}

const PREPOSITIONS: ReadonlyMap<string, ParticleRole> = new Map([
  ["to", "to"],
  ["into", "to"],
  ["onto", "to"],
  ["as", "to"],
  ["in", "to"],
  ["from", "from"],
  ["named", "to"],
]);

/** What the particle after a run of pieces, or the English preposition before it, says of it. */
export function roleOf(
  tokens: readonly Token[],
  first: number,
  last: number,
): ParticleRole | undefined {
  const particle = tokens[last]?.particle;
  if (particle !== undefined) return particle;
  const before = tokens[first - 1];
  const isArticle = before !== undefined && ARTICLES.has(before.key);
  return PREPOSITIONS.get((isArticle ? tokens[first - 2] : before)?.key ?? "");
}

const ARTICLES = new Set(["the", "a", "an", "my"]);
