/** A stretch of one line that is shown in one way; `start` and `end` are UTF-16 offsets into the line, delimiters excluded. */
export interface MarkupRun {
  readonly text: string;
  readonly isBold: boolean;
  readonly isCode: boolean;
  readonly url?: string;
}

/** One line of light markup: what is shown, and the source ranges `[start, end)` that lose their meaning when cut. */
export interface InlineScan {
  readonly runs: readonly MarkupRun[];
  readonly constructs: readonly (readonly [number, number])[];
}

/** Characters that a backslash makes literal. */
const ESCAPABLE = "\\*`[]";
/** Schemes a link may have; anything else stays literal text, so a label can never hide a script. */
const LINK_SCHEME = /(?:https?:\/\/|mailto:|tg:\/\/)/iy;
/** Longer addresses, and ones with parentheses nested deeper, stay literal: it bounds the work on hostile text. */
const LONGEST_URL = 2048;
const DEEPEST_PARENTHESIS = 4;

interface Token {
  readonly kind: "text" | "code" | "stars" | "open" | "close" | "escape";
  /** What is shown when the token is not used as a delimiter. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly canOpen?: boolean;
  readonly canClose?: boolean;
  readonly url?: string;
}

interface Marks {
  readonly isBold: boolean[];
  readonly url: (string | undefined)[];
  readonly isDelimiter: boolean[];
  readonly constructs: [number, number][];
}

/** Reads one line (no newline in it) in time linear in its length; whatever does not balance within the line is literal. */
export function scanInline(line: string): InlineScan {
  const tokens = tokenize(line);
  const marks: Marks = { isBold: [], url: [], isDelimiter: [], constructs: [] };
  pairStars(tokens, marks);
  pairBrackets(tokens, marks);
  for (const token of tokens) {
    if (token.kind === "code" || token.kind === "escape")
      marks.constructs.push([token.start, token.end]);
  }
  return { runs: joinRuns(tokens, marks), constructs: marks.constructs };
}

/** How much of a line that is still being written is certain: up to there it reads the same whatever follows. UTF-16 units. */
export function settledLength(line: string): number {
  const tokens = tokenize(line);
  const isOpenEnded = (token: Token): boolean =>
    token.end === line.length && (token.kind === "code" || token.text.endsWith("*"));
  const starts = tokens.filter(isOpenEnded).map((token) => token.start);
  const trailing = /\\$/.test(line) && tokens.at(-1)?.kind !== "escape" ? [line.length - 1] : [];
  const settled = Math.min(
    line.length,
    ...starts,
    ...trailing,
    ...openTicks(tokens),
    ...openStars(tokens, line.length),
    ...openBrackets(tokens, line),
  );
  const cut = beforeConstructs(scanInline(line).constructs, settled);
  // What stands behind the cut may turn out to be code, so it settles nothing before it.
  return cut === line.length ? cut : settledLength(line.slice(0, cut));
}

/** Where stars inside a link are not settled, neither is the link. */
function beforeConstructs(constructs: InlineScan["constructs"], at: number): number {
  const around = constructs.filter(([start, end]) => start < at && at < end);
  return around.length === 0
    ? at
    : beforeConstructs(constructs, Math.min(...around.map(([start]) => start)));
}

/** A run of backticks that nothing closes yet. */
function openTicks(tokens: readonly Token[]): readonly number[] {
  return tokens
    .filter(({ kind, text }) => kind === "text" && /^`+$/.test(text))
    .slice(0, 1)
    .map(({ start }) => start);
}

/** The stars that the next closing ones would make bold; those at the end may yet turn out to be others. */
function openStars(tokens: readonly Token[], length: number): readonly number[] {
  let opener: number | undefined;
  tokens.forEach((token, index) => {
    if (token.kind !== "stars" || token.end === length) return;
    const closes = opener !== undefined && token.canClose === true && index > opener + 1;
    if (closes) opener = undefined;
    else if (token.canOpen === true) opener = index;
  });
  const start = opener === undefined ? undefined : tokens[opener]?.start;
  return start === undefined ? [] : [start];
}

/** Brackets that may yet begin a link. */
function openBrackets(tokens: readonly Token[], line: string): readonly number[] {
  let openers: number[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind === "open") openers.push(index);
    if (token.kind !== "close" || openers.length === 0) continue;
    if (token.url === undefined && mayGetUrl(line.slice(token.end))) break;
    const isLink = token.url !== undefined && openers.at(-1) !== index - 1;
    openers = isLink ? [] : openers.slice(0, -1);
  }
  return openers.map((index) => tokens[index]?.start ?? 0);
}

/** What follows a closing bracket is the beginning of an address, or nothing yet. */
function mayGetUrl(rest: string): boolean {
  return rest === "" || /^\([^\s<>]*$/.test(rest);
}

function joinRuns(tokens: readonly Token[], marks: Marks): MarkupRun[] {
  const runs: MarkupRun[] = [];
  tokens.forEach((token, index) => {
    if (marks.isDelimiter[index] === true) return;
    const url = marks.url[index];
    const style = {
      isBold: marks.isBold[index] === true,
      isCode: token.kind === "code",
      ...(url === undefined ? {} : { url }),
    };
    const last = runs.at(-1);
    if (last !== undefined && isSameStyle(last, style) && !style.isCode) {
      runs[runs.length - 1] = { ...last, text: last.text + token.text };
    } else {
      runs.push({ text: token.text, ...style });
    }
  });
  return runs;
}

function isSameStyle(left: Omit<MarkupRun, "text">, right: Omit<MarkupRun, "text">): boolean {
  return left.isBold === right.isBold && left.isCode === right.isCode && left.url === right.url;
}

/** Bold := "**" inline "**" ; the nearest opener wins and there is no bold inside bold. */
function pairStars(tokens: readonly Token[], marks: Marks): void {
  let opener: number | undefined;
  tokens.forEach((token, index) => {
    if (token.kind !== "stars") return;
    if (opener !== undefined && token.canClose === true && index > opener + 1) {
      for (let inside = opener; inside <= index; inside += 1) marks.isBold[inside] = true;
      marks.isDelimiter[opener] = true;
      marks.isDelimiter[index] = true;
      marks.constructs.push([tokens[opener]?.start ?? 0, token.end]);
      opener = undefined;
    } else if (token.canOpen === true) {
      opener = index;
    }
  });
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
    marks.constructs.push([tokens[opener]?.start ?? 0, token.end]);
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
      return starsAt(line, at);
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

/**
 * Two stars may open before a visible character and close after one. A letter or digit of ASCII on the outer side
 * forbids it, so that `x**2 + y**2` keeps its stars while Korean particles may follow a bold word directly.
 */
function starsAt(line: string, at: number): Token[] {
  const width = runLength(line, at, "*");
  const end = at + width;
  if (width !== 2 && width !== 3) return [literal(line, at, end)];
  const before = line[at - 1];
  const after = line[end];
  const canOpen = isVisible(after) && !isWord(before);
  const canClose = isVisible(before) && !isWord(after);
  const starsStart = width === 3 && !canOpen ? at + 1 : at;
  const stars: Token = {
    kind: "stars",
    text: "**",
    start: starsStart,
    end: starsStart + 2,
    canOpen,
    canClose,
  };
  if (width === 2) return [stars];
  return canOpen ? [stars, literal(line, at + 2, end)] : [literal(line, at, at + 1), stars];
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

function isVisible(character: string | undefined): boolean {
  return character !== undefined && !/\s/.test(character);
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[A-Za-z0-9_]/.test(character);
}
