import { visibleText } from "../../base/visible-text.ts";
import type { MarkupRun } from "../markup/inline.ts";
import {
  type MarkupBlock,
  parseMarkup,
  shownText,
  timeOf,
  toPlainText,
} from "../markup/parse-markup.ts";
import { cutText } from "../markup/split-text.ts";

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
  return literal(visibleText(text).replace(/\s+/g, " "));
}

function blockText(block: MarkupBlock): string {
  if (block.kind === "fence") return fenceText(block.language, block.text);
  const prefix = block.kind === "quote" ? "> " : "";
  return block.lines.map((runs) => prefix + lineText(runs)).join("\n");
}

/** Three backticks in a row would end the fence, so an invisible space (U+200B) stands between them; an empty fence would not be one. */
function fenceText(language: string, text: string): string {
  const body = text.replace(/`(?=`)/g, "`\u200B");
  return `\`\`\`${language}\n${body.trim() === "" ? "\u200B" : body}\n\`\`\``;
}

function lineText(runs: readonly MarkupRun[]): string {
  return guardStart(styledText(wholeLinks(runs), STYLES));
}

/** From the outside in. Discord reads `_` as italic only where no word goes on behind it, which holds wherever light markup closes. */
const STYLES = [
  ["isSpoiler", "||"],
  ["isStruck", "~~"],
  ["isBold", "**"],
  ["isItalic", "_"],
] as const;

/** A link is shown as one, so that its label is bold only as a whole; where any of it is hidden all of it is. */
function wholeLinks(runs: readonly MarkupRun[]): readonly MarkupRun[] {
  return groupsOf(runs, (run) => run.url).flatMap((group) => {
    const url = group[0]?.url;
    if (url === undefined) return group;
    const isAll = (name: "isBold" | "isItalic" | "isStruck"): boolean =>
      group.every((run) => run[name] === true);
    const style = {
      isBold: isAll("isBold"),
      ...(isAll("isItalic") && { isItalic: true as const }),
      ...(isAll("isStruck") && { isStruck: true as const }),
      ...(group.some(({ isSpoiler }) => isSpoiler) && { isSpoiler: true as const }),
    };
    return group.map(({ text, isCode }) => ({ text, isCode, url, ...style }));
  });
}

/** Neighbours of one style stand inside one pair of marks. */
function styledText(
  runs: readonly MarkupRun[],
  styles: readonly (typeof STYLES)[number][],
): string {
  const [style, ...inner] = styles;
  if (style === undefined)
    return groupsOf(runs, (run) => run.url)
      .map(linkOrText)
      .join("");
  const [name, mark] = style;
  return groupsOf(runs, (run) => run[name] === true)
    .map((group) => {
      const text = styledText(group, inner);
      return group[0]?.[name] === true ? marked(text, mark) : text;
    })
    .join("");
}

/** A bare `_` or `|` inside, as of an address or code, would end the style, so that the other mark or an invisible space (U+200B) stands there. */
function marked(text: string, mark: string): string {
  if (mark === "_" && /(?<!\\)_/.test(text)) return `*${text}*`;
  return mark + (mark === "||" ? text.replace(/\|(?=\||$)/g, "|\u200B") : text) + mark;
}

function linkOrText(runs: readonly MarkupRun[]): string {
  const url = runs[0]?.url;
  return url === undefined ? runs.map(runText).join("") : linkText(runs, url);
}

function groupsOf(
  runs: readonly MarkupRun[],
  keyOf: (run: MarkupRun) => unknown,
): readonly (readonly MarkupRun[])[] {
  const groups: MarkupRun[][] = [];
  for (const run of runs) {
    const last = groups.at(-1);
    if (last?.[0] !== undefined && keyOf(last[0]) === keyOf(run)) last.push(run);
    else groups.push([run]);
  }
  return groups;
}

/** A time shows in the zone of its reader (docs "Reference", Timestamp Styles). Discord shows no link whose label looks like an address, and none but to the web. */
function linkText(runs: readonly MarkupRun[], url: string): string {
  const time = timeOf(url);
  if (time !== undefined) return `<t:${time.unixSeconds}:${time.format}>`;
  const label = runs.map((run) => run.text).join("");
  const shown = literal(label);
  if (!/^https?:/i.test(url)) return `${shown} (${literal(url)})`;
  if (label === url) return `<${url}>`;
  const isPlain = !/:\/\/|\.\w{2,}\/|discord/i.test(label);
  return isPlain ? `[${shown}](<${url}>)` : `${shown} (<${url}>)`;
}

function runText(run: MarkupRun): string {
  return run.isCode ? codeText(run.text) : literalWithAddresses(shownText(run));
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
