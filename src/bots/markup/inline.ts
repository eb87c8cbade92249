import {
  openPairs,
  type PairKind,
  type PairMark,
  pairAt,
  pairMarks,
  type Token,
} from "./delimiter-pairs.ts";

/** A stretch of one line that is shown in one way. */
export interface MarkupRun {
  readonly text: string;
  readonly isBold: boolean;
  readonly isCode: boolean;
  readonly isItalic?: true;
  readonly isStruck?: true;
  /** Hidden until its reader asks to see it. */
  readonly isSpoiler?: true;
  readonly url?: string;
}

/** A source range `[start, end)` of a line that loses its meaning when cut; with a `mark` it can be closed at the cut and opened again. */
export interface Construct {
  readonly start: number;
  readonly end: number;
  /** What stands at both ends, such as `**`. */
  readonly mark?: PairMark;
}

/** One line of light markup: what is shown, and what loses its meaning when cut. */
export interface InlineScan {
  readonly runs: readonly MarkupRun[];
  readonly constructs: readonly Construct[];
}

/** Characters that a backslash makes literal. */
const ESCAPABLE = "\\*`[]~|>";
/** Schemes a link may have, `time:` with Unix seconds among them; anything else stays literal text, so a label can never hide a script. */
const LINK_SCHEME = /(?:https?:\/\/|mailto:|tg:\/\/|time:\d{1,11}(?::[FfDdTtR])?(?=\)))/iy;
/** Longer addresses, and ones with parentheses nested deeper, stay literal: it bounds the work on hostile text. */
const LONGEST_URL = 2048;
const DEEPEST_PARENTHESIS = 4;

interface Marks {
  readonly url: (string | undefined)[];
  readonly isDelimiter: boolean[];
  readonly constructs: Construct[];
}

/** Reads one line (no newline in it) in time linear in its length; whatever does not balance within the line is literal. */
export function scanInline(line: string): InlineScan {
  const tokens = tokenize(line);
  const marks: Marks = { url: [], isDelimiter: [], constructs: [] };
  const pairs = pairMarks(tokens);
  for (const { opener, closer, mark } of pairs.found) {
    marks.isDelimiter[opener] = true;
    marks.isDelimiter[closer] = true;
    const start = tokens[opener]?.start ?? 0;
    marks.constructs.push({ start, end: tokens[closer]?.end ?? start, mark });
  }
  pairBrackets(tokens, marks);
  for (const { kind, start, end } of tokens)
    if (kind === "code" || kind === "escape") marks.constructs.push({ start, end });
  return { runs: joinRuns(tokens, marks, pairs.has), constructs: marks.constructs };
}

/** Cuts after which a line is given up: each reads it anew. */
const MOST_CUTS = 8;

/** How much of a line that is still being written is certain: up to there it reads the same whatever follows. UTF-16 units; 0 for a line that goes on being uncertain however often it is cut. */
export function settledLength(line: string): number {
  let settled = line.length;
  for (let cuts = 0; cuts < MOST_CUTS; cuts += 1) {
    // What stands behind a cut may turn out to be code, so it settles nothing before it.
    const cut = settledOnce(line.slice(0, settled));
    if (cut === settled) return cut;
    settled = cut;
  }
  return 0;
}

function settledOnce(line: string): number {
  const tokens = tokenize(line);
  const starts = openEnd(tokens).map((token) => token.start);
  const trailing = /\\$/.test(line) && tokens.at(-1)?.kind !== "escape" ? [line.length - 1] : [];
  const ticks = openTicks(tokens);
  const beforeTicks = tokens.filter(({ end }) => end <= (ticks[0] ?? line.length));
  const settled = Math.min(
    line.length,
    ...starts,
    ...trailing,
    ...ticks,
    ...openPairs(beforeTicks, line.length),
    ...openBrackets(tokens, line),
  );
  return beforeConstructs(scanInline(line).constructs, settled);
}

/** Tokens at the end that more of the same would change: code, and a run of marks, which may be two tokens. */
function openEnd(tokens: readonly Token[]): readonly Token[] {
  const [before, last] = [tokens.at(-2), tokens.at(-1)];
  if (last === undefined || last.kind === "escape") return [];
  if (last.kind === "code") return [last];
  if (!/[*~|]$/.test(last.text)) return [];
  return last.kind === "bold" && before?.kind === "italic" ? [before, last] : [last];
}

/** Where marks inside a link are not settled, neither is the link. */
function beforeConstructs(constructs: InlineScan["constructs"], at: number): number {
  return constructs
    .toSorted((left, right) => right.start - left.start)
    .reduce((cut, { start, end }) => (start < cut && cut < end ? start : cut), at);
}

/** A run of backticks that nothing closes yet. */
function openTicks(tokens: readonly Token[]): readonly number[] {
  return tokens
    .filter(({ kind, text }) => kind === "text" && /^`+$/.test(text))
    .slice(0, 1)
    .map(({ start }) => start);
}

/** Brackets that may yet begin a link: what follows a closing one is nothing yet, or the beginning of an address. */
function openBrackets(tokens: readonly Token[], line: string): readonly number[] {
  const addressFrom = lastWordStart(line);
  const mayGetUrl = ({ end, url }: Token): boolean =>
    url === undefined && (end === line.length || (line[end] === "(" && end >= addressFrom));
  let openers: number[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind === "open") openers.push(index);
    if (token.kind !== "close" || openers.length === 0) continue;
    if (mayGetUrl(token)) break;
    const isLink = token.url !== undefined && openers.at(-1) !== index - 1;
    if (isLink) openers = [];
    else openers.pop();
  }
  return openers.map((index) => tokens[index]?.start ?? 0);
}

/** Where the characters at the end begin that may all stand in an address. */
function lastWordStart(line: string): number {
  let start = line.length;
  while (start > 0 && !/[\s<>]/.test(line[start - 1] ?? "")) start -= 1;
  return start;
}

function joinRuns(
  tokens: readonly Token[],
  marks: Marks,
  has: (style: PairKind, index: number) => boolean,
): MarkupRun[] {
  const runs: MarkupRun[] = [];
  tokens.forEach((token, index) => {
    if (marks.isDelimiter[index] === true) return;
    const style = styleOf(token, marks.url[index], (pair) => has(pair, index));
    const last = runs.at(-1);
    if (last !== undefined && isSameStyle(last, style) && !style.isCode) {
      runs[runs.length - 1] = { ...last, text: last.text + token.text };
    } else {
      runs.push({ text: token.text, ...style });
    }
  });
  return runs;
}

function styleOf(
  { kind }: Token,
  url: string | undefined,
  has: (style: PairKind) => boolean,
): RunStyle {
  return {
    isBold: has("bold"),
    isCode: kind === "code",
    ...(has("italic") && { isItalic: true as const }),
    ...(has("struck") && { isStruck: true as const }),
    ...(has("spoiler") && { isSpoiler: true as const }),
    ...(url !== undefined && { url }),
  };
}

type RunStyle = Omit<MarkupRun, "text">;

const STYLES = ["isBold", "isCode", "isItalic", "isStruck", "isSpoiler", "url"] as const;

function isSameStyle(left: RunStyle, right: RunStyle): boolean {
  return STYLES.every((name) => left[name] === right[name]);
}

/** Link := "[" inline "](" url ")" ; links do not nest, the innermost wins. */
function pairBrackets(tokens: readonly Token[], marks: Marks): void {
  let openers: number[] = [];
  tokens.forEach((token, index) => {
    if (token.kind === "open") openers.push(index);
    if (token.kind !== "close") return;
    const opener = openers.pop();
    if (opener === undefined || token.url === undefined || index === opener + 1) return;
    for (let inside = opener; inside <= index; inside += 1) marks.url[inside] = token.url;
    marks.isDelimiter[opener] = true;
    marks.isDelimiter[index] = true;
    marks.constructs.push({ start: tokens[opener]?.start ?? 0, end: token.end });
    openers = [];
  });
}

function tokenize(line: string): Token[] {
  const findCodeEnd = createCodeFinder(line);
  const tokens: Token[] = [];
  let textStart = 0;
  let at = 0;
  while (at < line.length) {
    const found = tokenAt(line, at, findCodeEnd);
    if (found === undefined) {
      at += 1;
      continue;
    }
    if (textStart < at) tokens.push(literal(line, textStart, at));
    tokens.push(...found);
    at = found.at(-1)?.end ?? at + 1;
    textStart = at;
  }
  if (textStart < line.length) tokens.push(literal(line, textStart, line.length));
  return tokens;
}

function literal(line: string, start: number, end: number): Token {
  return { kind: "text", text: line.slice(start, end), start, end };
}

function tokenAt(line: string, at: number, findCodeEnd: CodeFinder): Token[] | undefined {
  switch (line[at]) {
    case "\\":
      return escapeAt(line, at);
    case "`":
      return codeAt(line, at, findCodeEnd);
    case "*":
    case "~":
    case "|":
      return pairAt(line, at);
    case "[":
      return [{ kind: "open", text: "[", start: at, end: at + 1 }];
    case "]":
      return [closeAt(line, at)];
    default:
      return undefined;
  }
}

function escapeAt(line: string, at: number): Token[] | undefined {
  const next = line[at + 1];
  if (next === undefined || !ESCAPABLE.includes(next)) return undefined;
  return [{ kind: "escape", text: next, start: at, end: at + 2 }];
}

/** Code := a run of backticks, text, a run of exactly as many; one space at both ends is padding, as in CommonMark. */
function codeAt(line: string, at: number, findCodeEnd: CodeFinder): Token[] {
  const width = runLength(line, at, "`");
  const contentStart = at + width;
  const closer = findCodeEnd(contentStart, width);
  if (closer === undefined) return [literal(line, at, contentStart)];
  const content = line.slice(contentStart, closer);
  const isPadded = content.startsWith(" ") && content.endsWith(" ") && content.trim() !== "";
  const text = isPadded ? content.slice(1, -1) : content;
  return [{ kind: "code", text, start: at, end: closer + width }];
}

function closeAt(line: string, at: number): Token {
  const end = line[at + 1] === "(" ? urlEnd(line, at + 2) : undefined;
  if (end === undefined) return { kind: "close", text: "]", start: at, end: at + 1 };
  return {
    kind: "close",
    text: line.slice(at, end + 1),
    start: at,
    end: end + 1,
    url: line.slice(at + 2, end),
  };
}

/** Offset of the parenthesis that closes an address starting at `start`; undefined when there is none. */
function urlEnd(line: string, start: number): number | undefined {
  LINK_SCHEME.lastIndex = start;
  if (!LINK_SCHEME.test(line)) return undefined;
  let depth = 0;
  const last = Math.min(line.length, start + LONGEST_URL);
  for (let at = start; at < last; at += 1) {
    const character = line[at] ?? " ";
    if (character <= " " || character === "<" || character === ">") return undefined;
    if (character === ")" && depth === 0) return at;
    depth += depthChange(character);
    if (depth > DEEPEST_PARENTHESIS) return undefined;
  }
  return undefined;
}

function depthChange(character: string): number {
  if (character === "(") return 1;
  return character === ")" ? -1 : 0;
}

type CodeFinder = (from: number, width: number) => number | undefined;

/** Finds, for growing `from`, the next run of exactly `width` backticks: each run is looked at once per width. */
function createCodeFinder(line: string): CodeFinder {
  const startsByWidth = new Map<number, number[]>();
  for (const match of line.matchAll(/`+/g)) {
    const starts = startsByWidth.get(match[0].length);
    if (starts === undefined) startsByWidth.set(match[0].length, [match.index]);
    else starts.push(match.index);
  }
  for (const starts of startsByWidth.values()) starts.reverse();
  return (from, width) => {
    const starts = startsByWidth.get(width) ?? [];
    while ((starts.at(-1) ?? from) < from) starts.pop();
    return starts.at(-1);
  };
}

function runLength(line: string, at: number, character: string): number {
  let end = at;
  while (line[end] === character) end += 1;
  return end - at;
}
