import { scanInline } from "./inline.ts";
import { type MarkupFence, type MarkupLine, quotePrefix, scanLines } from "./parse-markup.ts";

/** What is closed and opened again where a text in light markup is cut; all offsets are UTF-16 units of `source`, in order. */
export interface Seams {
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
export function seamsOf(source: string, maxLength: number): Seams {
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
export function composePart(seams: Seams, from: number, to: number): string {
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
export function isInsideMark({ marks }: Seams, at: number): boolean {
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
