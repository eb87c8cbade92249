import { scanInline } from "./inline.ts";
import {
  type MarkupFence,
  type MarkupLine,
  quotePrefix,
  scanLines,
  toPlainText,
  visibleLength,
} from "./parse-markup.ts";

/** One message of a split text: `text` is what to send, `source` the very piece of the original; the sources join to it. */
export interface TextPart {
  readonly text: string;
  readonly source: string;
}

/** Length of a text in light markup as the platform counts it, in UTF-16 units. */
export type MeasureText = (markup: string) => number;

/**
 * The texts to send for a text in light markup: each measures at most `maxLength` (at least 16; default measure:
 * `visibleLength`). Cuts stand between paragraphs before lines before sentences before words, and inside a word only between
 * grapheme clusters, as long as one cluster fits. What is cut is closed and opened again: a fence, a quote, and bold, italic,
 * struck and hidden words; a table in a fence begins again with its head. At least one text; none but an only one is blank.
 */
export function splitText(
  source: string,
  maxLength: number,
  measure: MeasureText = visibleLength,
): string[] {
  return source === "" ? [""] : splitIntoParts(source, maxLength, measure).map(({ text }) => text);
}

/** As `splitText`, with the piece of the original each text stands for; an empty text has no part. */
export function splitIntoParts(
  source: string,
  maxLength: number,
  measure: MeasureText = visibleLength,
): TextPart[] {
  const layout = layOut(source, maxLength);
  const parts: TextPart[] = [];
  let from = 0;
  let blankFrom = 0;
  while (from < source.length) {
    const start = from;
    const fits = (end: number): boolean => measure(composePart(layout, start, end)) <= maxLength;
    const mayFit = source.length - from <= FARTHEST_CUT * maxLength;
    const isLast = mayFit && fits(source.length);
    const to = isLast ? source.length : nextCut(layout, from, maxLength, fits);
    const text = composePart(layout, from, to);
    if (!isBlank(text)) {
      parts.push({ text, source: source.slice(blankFrom, to) });
      blankFrom = to;
    }
    from = to;
  }
  return withTrailingBlank(parts, source.slice(blankFrom));
}

/** A text cut once, as `splitText` cuts it: its start of at most `maxLength`, and all the rest, in which what was cut is opened again. The rest is empty where the whole fits. */
export function splitInTwo(
  source: string,
  maxLength: number,
  measure: MeasureText = visibleLength,
): readonly [string, string] {
  const layout = layOut(source, maxLength);
  const fits = (end: number): boolean => measure(composePart(layout, 0, end)) <= maxLength;
  const cut = nextCut(layout, 0, maxLength, fits);
  return [composePart(layout, 0, cut), composePart(layout, cut, source.length)];
}

/** The longest start of a text of at most `maxLength` UTF-16 units that ends between grapheme clusters. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const ends = graphemeEnds(text.slice(0, maxLength + LONGEST_CLUSTER));
  return text.slice(0, ends.findLast((end) => end <= maxLength) ?? 0);
}

function withTrailingBlank(parts: readonly TextPart[], blank: string): TextPart[] {
  const last = parts.at(-1);
  if (blank === "") return [...parts];
  if (last === undefined) return [{ text: blank, source: blank }];
  return [...parts.slice(0, -1), { text: last.text, source: last.source + blank }];
}

function isBlank(text: string): boolean {
  return toPlainText(text).trim() === "";
}

/** A place where the text may be cut; the lower the rank, the better the place. */
interface Cut {
  readonly at: number;
  readonly rank: number;
}

const RANK = { paragraph: 0, line: 1, codeLine: 2, sentence: 3, word: 4, codeWord: 5 };

interface Layout extends Seams {
  /** In order; the end of the source is the last one. */
  readonly cuts: readonly Cut[];
}

/** A stretch without a good place is not measured as a whole where it is so many messages long. */
const FARTHEST_CUT = 8;

function nextCut(
  layout: Layout,
  from: number,
  maxLength: number,
  fits: (to: number) => boolean,
): number {
  const first = firstAfter(layout.cuts, from);
  const isFar = (layout.cuts[first]?.at ?? from) - from > FARTHEST_CUT * maxLength;
  if (isFar) return cutInsideWord(layout, from, maxLength, fits);
  const limit = largestFitting(layout.cuts.length - first, (step) =>
    fits(layout.cuts[first + step]?.at ?? layout.source.length),
  );
  if (limit === undefined) return cutInsideWord(layout, from, maxLength, fits);
  const reachable = layout.cuts.slice(first, first + limit + 1);
  const furthest = reachable.at(-1)?.at ?? layout.source.length;
  if (furthest === layout.source.length) return furthest;
  const halfway = from + (furthest - from) / 2;
  const late = reachable.filter((cut) => cut.at >= halfway);
  late.sort((left, right) => left.rank - right.rank || right.at - left.at);
  return late.find((cut) => fits(cut.at))?.at ?? furthest;
}

/** For a stretch without any good place: a space in a link or code if there is one, else the end of a grapheme cluster. */
function cutInsideWord(
  layout: Layout,
  from: number,
  maxLength: number,
  fits: (to: number) => boolean,
): number {
  const window = layout.source.slice(from, from + 2 * maxLength + 2 * LONGEST_CLUSTER);
  const all = wholeGraphemeEnds(layout.source, from, window);
  const whole = all.filter((end) => !isInsideMark(layout, end));
  const ends = whole.length === 0 ? all : whole;
  const limit = largestFitting(ends.length, (step) => fits(ends[step] ?? from));
  if (limit === undefined) return from + codePointLength(window);
  const furthest = ends[limit] ?? from + 1;
  const space = layout.source.lastIndexOf(" ", furthest - 1) + 1;
  const isLate = space > from + (furthest - from) / 2;
  return isLate && ends.includes(space) && fits(space) ? space : furthest;
}

/** Index of the last of `count` growing steps that fits, found by doubling and halving; undefined when none does. */
function largestFitting(count: number, fits: (step: number) => boolean): number | undefined {
  let good = -1;
  let stride = 1;
  while (good + stride < count && fits(good + stride)) {
    good += stride;
    stride *= 2;
  }
  let bad = Math.min(good + stride, count);
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (fits(middle)) good = middle;
    else bad = middle;
  }
  return good < 0 ? undefined : good;
}

function firstAfter(cuts: readonly Cut[], from: number): number {
  let low = 0;
  let high = cuts.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((cuts[middle]?.at ?? 0) <= from) low = middle + 1;
    else high = middle;
  }
  return low;
}

function layOut(source: string, maxLength: number): Layout {
  const cuts: Cut[] = [];
  let before: MarkupLine | undefined;
  for (const line of scanLines(source)) {
    const rank = before === undefined ? undefined : rankOfLineStart(source, before, line);
    if (rank !== undefined) cuts.push({ at: line.start, rank });
    if (line.kind === "text") addTextCuts(source, line, cuts);
    if (line.kind === "fence-body") addCodeCuts(source, line, cuts);
    before = line;
  }
  const end = { at: source.length, rank: RANK.paragraph };
  const inside = cuts.filter((cut) => cut.at < source.length);
  return { ...seamsOf(source, maxLength), cuts: [...inside, end] };
}

function rankOfLineStart(source: string, before: MarkupLine, line: MarkupLine): number | undefined {
  if (line.kind === "fence-close" || before.kind === "fence-open") return undefined;
  if (line.kind === "fence-body") return RANK.codeLine;
  const isAfterGap =
    before.kind === "fence-close" || source.slice(before.start, before.end).trim() === "";
  return isAfterGap ? RANK.paragraph : RANK.line;
}

/** Spaces, and full stops of scripts that write none; a space that a combining mark sits on is not one. */
const GAP =
  /\s+(?![\p{Grapheme_Extend}\p{Mc}\p{Emoji_Modifier}]|\u200D|\u0E33|\u0EB3)|[。！？](?=[^。！？」』”’)\s])/gu;

function addTextCuts(source: string, line: MarkupLine, cuts: Cut[]): void {
  const start = line.start + quotePrefix(source.slice(line.start, line.end)).length;
  const text = source.slice(start, line.end);
  const constructs = [...scanInline(text).constructs].sort(
    (left, right) => left.start - right.start,
  );
  let next = 0;
  let coveredTo = 0;
  for (const match of text.matchAll(GAP)) {
    const at = match.index + match[0].length;
    while ((constructs[next]?.start ?? at) < at) {
      coveredTo = Math.max(coveredTo, constructs[next]?.end ?? 0);
      next += 1;
    }
    if (at < coveredTo || at === text.length) continue;
    const rank = isSentenceEnd(text, match.index, match[0]) ? RANK.sentence : RANK.word;
    cuts.push({ at: start + at, rank });
  }
}

function addCodeCuts(source: string, line: MarkupLine, cuts: Cut[]): void {
  const text = source.slice(line.start, line.end);
  for (const match of text.matchAll(GAP)) {
    const at = match.index + match[0].length;
    if (at < text.length) cuts.push({ at: line.start + at, rank: RANK.codeWord });
  }
}

function isSentenceEnd(text: string, gapStart: number, gap: string): boolean {
  if (gap.trim() !== "") return true;
  return /[.!?…。！？]["'”’」』)*_]{0,4}$/.test(text.slice(Math.max(0, gapStart - 5), gapStart));
}

/** No everyday cluster is longer; a window of text is not trusted this close to its end. */
const LONGEST_CLUSTER = 64;

function wholeGraphemeEnds(source: string, from: number, window: string): number[] {
  const isLast = from + window.length >= source.length;
  const trusted = isLast ? window.length : window.length - LONGEST_CLUSTER;
  return graphemeEnds(window)
    .filter((end) => end <= trusted)
    .map((end) => from + end);
}

/** Where grapheme clusters (Unicode TR 29) end, in UTF-16 units, in order. */
function graphemeEnds(text: string): number[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ index, segment }) => index + segment.length);
}

function codePointLength(text: string): number {
  return (text.codePointAt(0) ?? 0) > 0xffff ? 2 : 1;
}

/** What is closed and opened again where a text in light markup is cut; all offsets are UTF-16 units of `source`, in order. */
interface Seams {
  readonly source: string;
  /** `head` is what a table in the fence begins again with, with its newline; empty for any other. */
  readonly fences: readonly (MarkupFence & { readonly head: string })[];
  /** Pairs of marks, lines that are quotes, and escapes, which have neither opener nor closer: those of a kind in order, none inside another. */
  readonly marks: readonly (readonly SeamMark[])[];
}

interface SeamMark {
  readonly start: number;
  readonly end: number;
  readonly opener: string;
  readonly closer: string;
}

/** The head of a table is not repeated where a part holds fewer heads than these. */
const LEAST_HEADS = 4;

/** Finds what may have to be closed and opened again in parts of at most `maxLength` UTF-16 units. */
function seamsOf(source: string, maxLength: number): Seams {
  const lines = scanLines(source);
  const fences = lines.flatMap(({ kind, fence }) => {
    if (kind !== "fence-open" || fence === undefined) return [];
    const head = tableHeadOf(source.slice(fence.bodyStart, fence.closeStart));
    return [{ ...fence, head: head.length * LEAST_HEADS <= maxLength ? head : "" }];
  });
  const texts = lines.filter(({ kind }) => kind === "text");
  const kinds = new Map<string, SeamMark[]>();
  for (const mark of texts.flatMap((line) => marksIn(source, line))) {
    const known = kinds.get(mark.opener);
    if (known === undefined) kinds.set(mark.opener, [mark]);
    else known.push(mark);
  }
  return { source, fences, marks: [...kinds.values()] };
}

function marksIn(source: string, line: MarkupLine): readonly SeamMark[] {
  const prefix = quotePrefix(source.slice(line.start, line.end));
  const start = line.start + prefix.length;
  const marks = scanInline(source.slice(start, line.end)).constructs.flatMap((construct) => {
    const { mark = "" } = construct;
    const place = { start: start + construct.start, end: start + construct.end };
    const isEscape = mark === "" && source[place.start] === "\\";
    return mark !== "" || isEscape ? [{ ...place, opener: mark, closer: mark }] : [];
  });
  marks.sort((left, right) => left.start - right.start);
  return prefix === ""
    ? marks
    : [{ start: line.start, end: line.end, opener: "> ", closer: "" }, ...marks];
}

/** The piece between two offsets as a message of its own: what is cut is closed and opened again, empty lines at the edges are dropped. */
function composePart(seams: Seams, from: number, to: number): string {
  const { source } = seams;
  const opened = fenceAround(seams, from);
  const closed = fenceAround(seams, to);
  const piece = source.slice(from, to);
  const text =
    opened === undefined ? withOpeners(seams, from, piece) : reopened(opened, seams, from) + piece;
  if (closed === undefined) return withClosers(seams, to, text.trimEnd());
  return `${text}${text.endsWith("\n") ? "" : "\n"}${closed.closer}`;
}

/** True where a cut would part the characters of a mark. */
function isInsideMark({ marks }: Seams, at: number): boolean {
  return marks.some((kind) => {
    const mark = lastBefore(kind, at, (one) => one.start);
    if (mark === undefined || at >= mark.end) return false;
    const { start, end, opener, closer } = mark;
    if (opener === "") return true;
    return at <= start + opener.length || (closer !== "" && at >= end - closer.length);
  });
}

/** The last of several in order that begins before a place, found by halving. */
function lastBefore<One>(
  ones: readonly One[],
  at: number,
  startOf: (one: One) => number,
): One | undefined {
  let low = 0;
  let high = ones.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const one = ones[middle];
    if (one !== undefined && startOf(one) < at) low = middle + 1;
    else high = middle;
  }
  return ones[low - 1];
}

/** The first two lines of code that is a table, with their newlines: names, and lines under them. Empty for any other code. */
function tableHeadOf(code: string): string {
  return /^[^\n]+\n─+(?: {2}─+)+\n/.exec(code)?.[0] ?? "";
}

/** Cuts inside a fence stand strictly between its first and last offset: it is never opened for nothing. */
function fenceAround({ fences }: Seams, at: number): Seams["fences"][number] | undefined {
  const fence = lastBefore(fences, at, (one) => one.bodyStart);
  return fence !== undefined && at < fence.closeStart ? fence : undefined;
}

function reopened(fence: Seams["fences"][number], { source }: Seams, from: number): string {
  const isRow = source[from - 1] === "\n" && from >= fence.bodyStart + fence.head.length;
  return `${fence.opener}\n${isRow ? fence.head : ""}`;
}

function withOpeners(seams: Seams, from: number, piece: string): string {
  const openers = marksAround(seams, from).map(({ opener }) => opener);
  if (openers.length === 0) return piece.replace(/^(?:[ \t]*\n)+/, "");
  return openers.join("") + piece.trimStart();
}

/** A backslash, or a mark that means itself, would be read together with what closes. */
function withClosers(seams: Seams, to: number, text: string): string {
  const closers = marksAround(seams, to)
    .map(({ closer }) => closer)
    .reverse()
    .join("");
  if (closers === "") return text;
  const isEscaping = slashesAtEnd(text) % 2 === 1;
  return `${isEscaping ? `${text}\\` : text.replace(/(?<![\\~])~$|(?<![\\|])\|$/, "\\$&")}${closers}`;
}

function slashesAtEnd(text: string): number {
  let count = 0;
  while (text.at(-1 - count) === "\\") count += 1;
  return count;
}

function marksAround({ marks }: Seams, at: number): readonly SeamMark[] {
  return marks
    .flatMap((kind) => lastBefore(kind, at, (one) => one.start) ?? [])
    .filter(
      ({ start, end, opener, closer }) => start + opener.length < at && at < end - closer.length,
    )
    .sort((left, right) => left.start - right.start);
}
