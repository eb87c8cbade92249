import type { TimeFormat } from "../../base/visible-text.ts";
import { escapeHtml, isolated, visibleText } from "../../base/visible-text.ts";
import { type MarkupRun, scanInline } from "./inline.ts";

/* biome-ignore lint/performance/noBarrelFile: rooms below write light markup, too. */
export { escapeMarkup, timeMark } from "../../base/visible-text.ts";

/**
 * A piece of a text in light markup: lines of styled runs, by themselves or quoted, or fenced code. Blocks stand on lines of
 * their own, so a renderer joins them, and the lines of a block, with a newline.
 */
export type MarkupBlock =
  | { readonly kind: "text" | "quote"; readonly lines: readonly (readonly MarkupRun[])[] }
  | { readonly kind: "fence"; readonly language: string; readonly text: string };

/** One source line and its part in the text; `start` and `end` are UTF-16 offsets, the newline excluded. */
export interface MarkupLine {
  readonly kind: "text" | "fence-open" | "fence-body" | "fence-close";
  readonly start: number;
  readonly end: number;
  readonly fence?: MarkupFence;
}

/** The fence a line belongs to. Its code stands in `[bodyStart, closeStart)`, UTF-16 offsets. */
export interface MarkupFence {
  /** What to write to open it again, such as "```js". */
  readonly opener: string;
  readonly closer: string;
  readonly bodyStart: number;
  readonly closeStart: number;
}

/** An absolute time that stands behind words. */
export interface MarkedTime {
  readonly unixSeconds: number;
  readonly format: TimeFormat;
}

/** A language tag that may stand in an HTML attribute; any other is left out. */
const LANGUAGE = /^[A-Za-z0-9_+#.-]{1,32}$/;

/**
 * Reads light markup: **bold**, *italic*, ~~struck~~, ||hidden||, `code`, [text](url) within a line, of which `time:` with Unix
 * seconds is an absolute time that a platform may show in its reader's own zone, lines that begin with "> " as quotes, and fences of three or more backticks closed by at least as many. A backslash makes \ * ` [ ] ~ | > literal.
 * Whatever does not balance is literal text. What would show nothing or reorder a line is written out, as `visibleText` does.
 * Never throws; linear in the length.
 */
export function parseMarkup(given: string): MarkupBlock[] {
  const source = visibleText(given);
  const blocks: MutableBlock[] = [];
  let code: string[] = [];
  for (const line of scanLines(source)) {
    const text = source.slice(line.start, line.end);
    if (line.kind === "text") addLine(blocks, text);
    if (line.kind === "fence-body") code.push(text);
    if (line.kind === "fence-close") {
      const language = (line.fence?.opener ?? "").replace(/^`+/, "");
      blocks.push({ kind: "fence", language, text: code.join("\n") });
      code = [];
    }
  }
  return blocks;
}

type MutableBlock =
  | { readonly kind: "text" | "quote"; readonly lines: (readonly MarkupRun[])[] }
  | Extract<MarkupBlock, { kind: "fence" }>;

function addLine(blocks: MutableBlock[], text: string): void {
  const prefix = quotePrefix(text);
  const kind = prefix === "" ? "text" : "quote";
  const { runs } = scanInline(text.slice(prefix.length));
  const last = blocks.at(-1);
  if (last?.kind === kind) last.lines.push(runs);
  else blocks.push({ kind, lines: [runs] });
}

/** What makes a line of text a quote: `>` and a space, or `>` alone on it; empty for any other line. */
export function quotePrefix(line: string): string {
  return /^ {0,3}>(?: |$)/.exec(line)?.[0] ?? "";
}

/** The lines of a source in order, with fences found; an opener that nothing closes is a line of text. */
export function scanLines(source: string): MarkupLine[] {
  const bounds = lineBounds(source);
  const texts = bounds.map(([start, end]) => source.slice(start, end));
  const closers = texts.map(closerWidth);
  const widestAfter = suffixMaxima(closers);
  const lines: MarkupLine[] = [];
  let index = 0;
  while (index < bounds.length) {
    const opener = fenceOpener(texts[index] ?? "");
    if (opener === undefined || (widestAfter[index + 1] ?? 0) < opener.width) {
      lines.push({ kind: "text", ...rangeOf(bounds[index]) });
      index += 1;
      continue;
    }
    let close = index + 1;
    while ((closers[close] ?? 0) < opener.width) close += 1;
    for (const line of fenceLines(bounds.slice(index, close + 1), opener)) lines.push(line);
    index = close + 1;
  }
  return lines;
}

function fenceLines(
  bounds: readonly (readonly [number, number])[],
  opener: FenceOpener,
): MarkupLine[] {
  const closer = "`".repeat(opener.width);
  const last = bounds.length - 1;
  const fence: MarkupFence = {
    opener: closer + opener.language,
    closer,
    bodyStart: rangeOf(bounds[0]).end + 1,
    closeStart: rangeOf(bounds[last]).start,
  };
  return bounds.map((bound, at) => {
    const inner = at === last ? "fence-close" : "fence-body";
    return { kind: at === 0 ? "fence-open" : inner, ...rangeOf(bound), fence };
  });
}

/** The text as Telegram's HTML parse mode wants it (Bot API, "HTML style"): always balanced, everything else escaped. */
export function toTelegramHtml(source: string): string {
  return render(source, {
    run: runToHtml,
    link: (label, url) => `<a href="${escapeHtml(url)}">${label}</a>`,
    // Without a format the client shows our words (Bot API, "HTML style").
    time: (label, { unixSeconds }) => `<tg-time unix="${unixSeconds}">${label}</tg-time>`,
    quote: (lines) => `${quoteTag(lines)}${lines.join("\n")}</blockquote>`,
    fence: (language, text) =>
      language === ""
        ? `<pre>${escapeHtml(text)}</pre>`
        : `<pre><code class="language-${language}">${escapeHtml(text)}</code></pre>`,
  });
}

/** A long quote shows its beginning and opens at a touch (Bot API, "HTML style"). */
function quoteTag(lines: readonly string[]): string {
  const isLong = lines.length > 4 || lines.join("\n").length > 400;
  return isLong ? "<blockquote expandable>" : "<blockquote>";
}

/** The addresses of a text, each once, in order. */
export function linksIn(source: string): readonly string[] {
  const found = parseMarkup(source).flatMap((block) =>
    block.kind === "fence" ? [] : block.lines.flat(),
  );
  const links = found.flatMap(({ url, text, isCode }) => {
    if (url !== undefined) return timeOf(url) === undefined ? [url] : [];
    return isCode ? [] : [...text.matchAll(/https?:\/\/[^\s<>]+/gi)].map(([address]) => address);
  });
  return [...new Set(links)];
}

/** The text for a reader without formatting: links as `text (url)`, "> " before quotes, ~~ around what is struck, since it means otherwise without. */
export function toPlainText(source: string): string {
  return render(source, {
    run: ({ text, isStruck }) => (isStruck ? `~~${text}~~` : text),
    link: (label, url) => (label === url ? url : `${label} (${url})`),
    time: (label) => label,
    quote: (lines) => lines.map((line) => `> ${line}`).join("\n"),
    fence: (_language, text) => text,
  });
}

/** What a reader sees of a text: neither delimiters nor the addresses of links. */
export function readerText(source: string): string {
  return withReader(source, ({ text }) => text);
}

function withReader(source: string, run: Renderer["run"]): string {
  return render(source, {
    run,
    link: (label) => label,
    time: (label) => label,
    quote: (lines) => lines.join("\n"),
    fence: (_language, text) => text,
  });
}

/** Length of that in UTF-16 units, as Telegram counts it. */
export function visibleLength(source: string): number {
  return withReader(source, shownText).length;
}

/** The time that the address of a link stands for; undefined for any other link. */
export function timeOf(url: string): MarkedTime | undefined {
  const [, seconds, format = "f"] = /^time:(\d+)(?::([FfDdTtR]))?$/.exec(url) ?? [];
  return seconds === undefined
    ? undefined
    : { unixSeconds: Number(seconds), format: format as TimeFormat }; // what the pattern lets through
}

/** A fence around any text, whatever backticks it holds; ends without a newline. */
export function codeBlock(text: string, language = ""): string {
  const ticks = "`".repeat(Math.max(3, longestTicks(text) + 1));
  return `${ticks}${LANGUAGE.test(language) ? language : ""}\n${text}\n${ticks}`;
}

/** Any text of one line as inline code; newlines become spaces. */
export function codeSpan(text: string): string {
  const line = text.replace(/(?<!\s)\s*\n\s*/g, " ");
  const ticks = "`".repeat(longestTicks(line) + 1);
  const isPadded = ticks.length > 1 || line.startsWith(" ") || line.endsWith(" ");
  return line === "" ? "" : isPadded ? `${ticks} ${line} ${ticks}` : `${ticks}${line}${ticks}`;
}

interface Renderer {
  readonly run: (run: MarkupRun) => string;
  /** `label` is the rendered text of the link. */
  readonly link: (label: string, url: string) => string;
  readonly time: (label: string, time: MarkedTime) => string;
  /** `lines` are rendered, and at least one. */
  readonly quote: (lines: readonly string[]) => string;
  readonly fence: (language: string, text: string) => string;
}

function render(source: string, renderer: Renderer): string {
  return parseMarkup(source)
    .map((block) => {
      if (block.kind === "fence") return renderer.fence(block.language, block.text);
      const lines = block.lines.map((runs) => renderLine(runs, renderer));
      return block.kind === "quote" ? renderer.quote(lines) : lines.join("\n");
    })
    .join("\n");
}

function renderLine(runs: readonly MarkupRun[], renderer: Renderer): string {
  let line = "";
  let label = "";
  runs.forEach((run, index) => {
    label += renderer.run(run);
    if (run.url !== undefined && runs[index + 1]?.url === run.url) return;
    line += run.url === undefined ? label : renderLink(label, run.url, renderer);
    label = "";
  });
  return line;
}

function renderLink(label: string, url: string, renderer: Renderer): string {
  const time = timeOf(url);
  return time === undefined ? renderer.link(label, url) : renderer.time(label, time);
}

/** Names stand out in bold, whatever direction their letters have. */
export function shownText({ text, isBold, isCode }: MarkupRun): string {
  return isBold && !isCode ? isolated(text) : text;
}

/** Code holds no other entity and is part of none but a quote (Bot API, "Formatting options"), so in a link or hidden it is plain. */
function runToHtml(run: MarkupRun): string {
  const text = escapeHtml(shownText(run));
  if (run.isCode && run.url === undefined && !run.isSpoiler) return `<code>${text}</code>`;
  const tags = [
    ...(run.isItalic ? ["i"] : []),
    ...(run.isBold ? ["b"] : []),
    ...(run.isStruck ? ["s"] : []),
    ...(run.isSpoiler ? ["tg-spoiler"] : []),
  ];
  return tags.reduce((inner, tag) => `<${tag}>${inner}</${tag}>`, text);
}

/** A mention of somebody by the id of their account, which also reaches who has no user name (Bot API, "HTML style"). */
export function mentionHtml(userId: string, name: string): string {
  const label = escapeHtml(visibleText(name));
  return `<a href="tg://user?id=${encodeURIComponent(userId)}">@${label}</a>`;
}

function lineBounds(source: string): [number, number][] {
  const bounds: [number, number][] = [];
  let start = 0;
  while (start <= source.length) {
    const newline = source.indexOf("\n", start);
    const end = newline === -1 ? source.length : newline;
    bounds.push([start, end]);
    start = end + 1;
  }
  return bounds;
}

function rangeOf(bound: readonly [number, number] | undefined): { start: number; end: number } {
  return { start: bound?.[0] ?? 0, end: bound?.[1] ?? 0 };
}

interface FenceOpener {
  readonly width: number;
  readonly language: string;
}

/** FenceOpen := at most three spaces, three or more backticks, an optional word naming the language, no further backtick. */
function fenceOpener(line: string): FenceOpener | undefined {
  const match = /^ {0,3}(`{3,})/.exec(line);
  if (match === null) return undefined;
  const rest = line.slice(match[0].length);
  if (rest.includes("`")) return undefined;
  const word = rest.trim().split(/\s/, 1)[0] ?? "";
  return { width: match[1]?.length ?? 3, language: LANGUAGE.test(word) ? word : "" };
}

/** FenceClose := a line of backticks alone; the answer is how many, 0 for any other line. */
function closerWidth(line: string): number {
  const trimmed = line.trim();
  return trimmed.length >= 3 && /^`+$/.test(trimmed) ? trimmed.length : 0;
}

function suffixMaxima(values: readonly number[]): number[] {
  const maxima = new Array<number>(values.length + 1).fill(0);
  for (let index = values.length - 1; index >= 0; index -= 1) {
    maxima[index] = Math.max(values[index] ?? 0, maxima[index + 1] ?? 0);
  }
  return maxima;
}

function longestTicks(text: string): number {
  let longest = 0;
  for (const match of text.matchAll(/`+/g)) longest = Math.max(longest, match[0].length);
  return longest;
}
