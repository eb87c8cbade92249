/** One piece of an HTML text, in document order. */
export type HtmlPiece = { readonly kind: "text"; readonly text: string } | HtmlTag;

/** A start or end tag; `name` is lower case. */
export interface HtmlTag {
  readonly kind: "open" | "close";
  readonly name: string;
}

/** Elements whose content is not markup (HTML Standard, "raw text elements", and those a reader's program does not open). */
const RAW = new Set(["script", "style", "textarea", "iframe", "noscript"]);

/** Where a tag, a comment or a declaration begins; any other `<` is text. */
const MARKUP = /<(?=[a-zA-Z/!?])/g;

/** Enough of a tag to know its name. */
const TAG_START = 40;

/**
 * Splits a page into texts and tags, leaving out comments and what stands inside scripts and the like. An unfinished tag or
 * comment ends the page, so that the work stays linear whatever the page holds.
 */
export function* piecesOfHtml(html: string): Generator<HtmlPiece> {
  let position = 0;
  while (position < html.length) {
    const { piece, end } = pieceAt(html, position);
    if (piece !== undefined) yield piece;
    position = end;
  }
}

/** What stands at an offset, if anything for a reader, and where to go on. */
function pieceAt(
  html: string,
  position: number,
): { readonly piece: HtmlPiece | undefined; readonly end: number } {
  MARKUP.lastIndex = position;
  const tagAt = MARKUP.exec(html)?.index ?? html.length;
  if (tagAt > position)
    return { piece: { kind: "text", text: html.slice(position, tagAt) }, end: tagAt };
  const end = endOfMarkup(html, tagAt);
  const piece = tagOf(html, tagAt, end);
  const isRaw = piece?.kind === "open" && RAW.has(piece.name);
  return { piece, end: isRaw ? endOfRaw(html, end, piece.name) : end };
}

/** Where the markup that starts at `from` ends: after its `>` or `-->`, else at the page's end. */
function endOfMarkup(html: string, from: number): number {
  if (html.startsWith("<!--", from)) return after(html, "-->", from + 4);
  return after(html, ">", from);
}

function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found < 0 ? html.length : found + mark.length;
}

/** The tag between two offsets; nothing for comments, declarations, text, an unfinished tag and an `<svg/>` without content. */
function tagOf(html: string, from: number, end: number): HtmlTag | undefined {
  const match = /^<(\/?)([a-zA-Z][a-zA-Z0-9]*)/.exec(
    html.slice(from, Math.min(end, from + TAG_START)),
  );
  if (match?.[2] === undefined || html.charAt(end - 1) !== ">") return undefined;
  const name = match[2].toLowerCase();
  if (name === "svg" && html.charAt(end - 2) === "/") return undefined;
  return { kind: match[1] === "/" ? "close" : "open", name };
}

function endOfRaw(html: string, from: number, name: string): number {
  const close = new RegExp(`</${name}`, "gi");
  close.lastIndex = from;
  return close.exec(html)?.index ?? html.length;
}
