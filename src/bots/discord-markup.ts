import { type MarkupBlock, parseMarkup, toPlainText } from "./markup.ts";
import type { MarkupRun } from "./markup-inline.ts";
import { cutText } from "./split-text.ts";

/**
 * Light markup as Discord's Markdown: always balanced, and every character that would mean something to Discord is literal
 * (support article "Markdown Text 101"). Lists keep their bullets. Addresses stay what they are.
 */
export function toDiscordMarkdown(source: string): string {
  return parseMarkup(source).map(blockText).join("\n");
}

/** Light markup as Discord's Markdown of at most `maxLength` UTF-16 units; what does not fit comes without formatting, and cut. */
export function fitDiscordMarkdown(source: string, maxLength: number): string {
  const formatted = toDiscordMarkdown(source);
  if (formatted.length <= maxLength) return formatted;
  const plain = toPlainText(source);
  for (let length = maxLength; length > 0; length = Math.floor(length * 0.8)) {
    const cut = plain.length <= length ? plain : `${cutText(plain, length - 1)}…`;
    const text = cut.split("\n").map(literalLine).join("\n");
    if (text.length <= maxLength) return text;
  }
  return "…";
}

/** Text of others on one line as it shows, with nothing of Discord's Markdown in it. */
export function escapeDiscord(text: string): string {
  return literal(text.replace(/\s+/g, " "));
}

function blockText(block: MarkupBlock): string {
  return block.kind === "fence"
    ? fenceText(block.language, block.text)
    : block.lines.map(lineText).join("\n");
}

/** Three backticks in a row would end the fence, so an invisible space (U+200B) stands between them; an empty fence would not be one. */
function fenceText(language: string, text: string): string {
  const body = text.replace(/`(?=`)/g, "`\u200B");
  return `\`\`\`${language}\n${body.trim() === "" ? "\u200B" : body}\n\`\`\``;
}

function lineText(runs: readonly MarkupRun[]): string {
  const pieces: string[] = [];
  for (let index = 0; index < runs.length; ) {
    const first = runs[index];
    if (first === undefined) break;
    let end = index + 1;
    while (isSameGroup(first, runs[end])) end += 1;
    pieces.push(groupText(runs.slice(index, end)));
    index = end;
  }
  return guardStart(pieces.join(""));
}

/** Runs that share a link, or are bold outside of one, are shown inside one pair of delimiters. */
function isSameGroup(first: MarkupRun, next: MarkupRun | undefined): boolean {
  if (next === undefined) return false;
  if (first.url !== undefined || next.url !== undefined) return first.url === next.url;
  return first.isBold && next.isBold;
}

function groupText(runs: readonly MarkupRun[]): string {
  const [first] = runs;
  if (first === undefined) return "";
  if (first.url !== undefined) return linkText(runs, first.url);
  const text = runs.map(runText).join("");
  return first.isBold ? `**${text}**` : text;
}

/** Discord shows no link whose label looks like an address, and none but to the web. */
function linkText(runs: readonly MarkupRun[], url: string): string {
  const label = runs.map((run) => run.text).join("");
  const shown = literal(label);
  if (!/^https?:/i.test(url)) return `${shown} (${literal(url)})`;
  if (label === url) return `<${url}>`;
  const isPlain = !/:\/\/|\.\w{2,}\/|discord/i.test(label);
  return isPlain ? `[${shown}](<${url}>)` : `${shown} (<${url}>)`;
}

function runText({ text, isCode }: MarkupRun): string {
  return isCode ? codeText(text) : literalWithAddresses(text);
}

/** One or two backticks delimit code in a line; text with more of them in a row would become a block, so they are parted. */
function codeText(text: string): string {
  if (!text.includes("`")) return `\`${text}\``;
  return `\`\` ${text.replace(/`(?=`)/g, "`\u200B")} \`\``;
}

const ADDRESS = /https?:\/\/[^\s<>]+/gi;

/** Punctuation behind an address is not of it. */
const BEHIND_ADDRESS = /[)\].,;:!?'"*_~|`」』》]+$/;

function literalWithAddresses(text: string): string {
  let shown = "";
  let from = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = match[0].replace(BEHIND_ADDRESS, "");
    shown += `${literal(text.slice(from, match.index))}<${address}>`;
    from = match.index + address.length;
  }
  return shown + literal(text.slice(from));
}

function literal(text: string): string {
  return text.replace(/[\\*_~`|[\]<>]/g, "\\$&");
}

function literalLine(line: string): string {
  return guardStart(literalWithAddresses(line));
}

/** Headings, small print and quotes begin a line; ">" is literal already. */
function guardStart(line: string): string {
  return line.replace(/^(\s*)(#{1,3}\s|-#)/, "$1\\$2");
}
