/** Nothing inside these is for a reader. */
const UNREAD = new Set([
  "script",
  "style",
  "noscript",
  "template",
  "svg",
  "iframe",
  "select",
  "textarea",
  "head",
]);

/** Elements that begin and end a line. */
const BLOCKS = new Set(
  "address article aside blockquote body caption dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section table tbody tfoot thead tr ul".split(
    " ",
  ),
);

/** Elements with an empty line around them. */
const PARAGRAPHS = new Set(
  "article blockquote dl figure h1 h2 h3 h4 h5 h6 ol p pre section table ul".split(" "),
);

/** Elements without content (HTML Standard, "void elements"). */
const VOID = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" "),
);

/** Elements that one of the same name closes where it stands directly in it, so that many in a row are not deep. */
const CLOSED_BY_NEXT = new Set("dd dt li option p td th tr".split(" "));

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  bull: "•",
  copy: "©",
  gt: ">",
  hellip: "…",
  laquo: "«",
  ldquo: "“",
  lsquo: "‘",
  lt: "<",
  mdash: "—",
  middot: "·",
  nbsp: " ",
  ndash: "–",
  quot: '"',
  raquo: "»",
  rdquo: "”",
  reg: "®",
  rsquo: "’",
  times: "×",
  trade: "™",
};

/**
 * The text of a page as a person reads it: paragraphs apart, list items with a dash, table cells with bars, headings with #.
 * Linear in its input whatever the page holds, and never throws.
 */
export function textOfHtml(html: string): string {
  const lines = new Lines();
  let unreadDepth = 0;
  for (const piece of piecesOfHtml(html)) {
    if (piece.kind !== "text") unreadDepth = nextUnreadDepth(unreadDepth, piece);
    if (unreadDepth > 0) continue;
    if (piece.kind === "text") lines.add(decodeEntities(piece.text));
    else lines.mark(piece.kind, piece.name);
  }
  return lines.finish();
}

/** How many elements that nobody reads stand open after a tag; `<body>` ends a `<head>` that was never closed. */
function nextUnreadDepth(depth: number, tag: HtmlTag): number {
  if (tag.name === "body") return 0;
  if (!UNREAD.has(tag.name)) return depth;
  return Math.max(0, depth + (tag.kind === "open" ? 1 : -1));
}

/** The page's own title, or nothing. */
export function titleOfHtml(html: string): string | undefined {
  let isInside = false;
  let text = "";
  for (const piece of piecesOfHtml(html)) {
    if (piece.kind === "text") {
      if (isInside) text += piece.text;
      continue;
    }
    if (isInside || piece.name === "body") break;
    isInside = piece.name === "title";
  }
  const title = decodeEntities(text).replace(/\s+/g, " ").trim();
  return title === "" ? undefined : title;
}

/** How many elements a page opens, and how deep they stand in one another at most. A closing tag that nothing opened changes nothing. */
export function sizeOfHtml(html: string): {
  readonly elementCount: number;
  readonly depth: number;
} {
  const open = new OpenElements();
  let elementCount = 0;
  let depth = 0;
  for (const piece of piecesOfHtml(html)) {
    if (piece.kind === "text") continue;
    if (piece.kind === "close") {
      open.close(piece.name);
      continue;
    }
    elementCount += 1;
    if (!VOID.has(piece.name)) open.open(piece.name);
    depth = Math.max(depth, open.depth);
  }
  return { elementCount, depth };
}

/** The elements that stand open at a place of a page. */
class OpenElements {
  readonly #names: string[] = [];
  readonly #counts = new Map<string, number>();

  get depth(): number {
    return this.#names.length;
  }

  open(name: string): void {
    if (CLOSED_BY_NEXT.has(name) && this.#names.at(-1) === name) this.#pop();
    this.#names.push(name);
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** Closes the innermost element of the name with all in it. */
  close(name: string): void {
    if ((this.#counts.get(name) ?? 0) === 0) return;
    while (this.#pop() !== name);
  }

  #pop(): string | undefined {
    const name = this.#names.pop();
    if (name !== undefined) this.#counts.set(name, (this.#counts.get(name) ?? 1) - 1);
    return name;
  }
}

/** The text with its character references replaced; unknown ones stay as they are. */
export function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/g,
    (whole, decimal, hex, name) => {
      if (typeof name === "string")
        return Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] ?? whole) : whole;
      const code =
        typeof decimal === "string"
          ? Number.parseInt(decimal, 10)
          : Number.parseInt(String(hex), 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

/** Gathers text into lines; white space outside `pre` is one space. */
class Lines {
  readonly #done: string[] = [];
  /** The line at hand; joined once, so that a line of many pieces costs no more than its length. */
  #pieces: string[] = [];
  #preDepth = 0;
  #emptyWanted = false;

  add(text: string): void {
    if (this.#preDepth > 0) {
      const [first = "", ...rest] = text.split("\n");
      this.#put(first);
      for (const part of rest) {
        this.#end(true);
        this.#put(part);
      }
      return;
    }
    const joined = text.replace(/\s+/g, " ");
    this.#put(this.#pieces.at(-1)?.endsWith(" ") === false ? joined : joined.trimStart());
  }

  mark(kind: "open" | "close", name: string): void {
    if (name === "br") this.#end(true);
    if (name === "td" || name === "th") this.#cell(kind);
    if (!BLOCKS.has(name)) return;
    this.#end(false);
    if (PARAGRAPHS.has(name)) this.#emptyWanted = true;
    if (name === "pre") this.#preDepth = Math.max(0, this.#preDepth + (kind === "open" ? 1 : -1));
    if (kind === "open" && name === "li") this.#put("- ");
    if (kind === "open" && /^h[1-6]$/.test(name))
      this.#put(`${"#".repeat(Number(name.charAt(1)))} `);
  }

  finish(): string {
    this.#end(false);
    return this.#done.join("\n").trim();
  }

  #put(text: string): void {
    if (text !== "") this.#pieces.push(text);
  }

  #cell(kind: "open" | "close"): void {
    if (kind === "close") return;
    while (this.#pieces.at(-1)?.trim() === "") this.#pieces.pop();
    const last = this.#pieces.pop();
    if (last !== undefined) this.#pieces.push(last.trimEnd(), " | ");
  }

  /** Ends the line at hand; an empty one counts only where it was `meant` (a `<br>`). */
  #end(meant: boolean): void {
    const line = this.#pieces.join("").trimEnd();
    this.#pieces = [];
    if (/^(-|#{1,6})?$/.test(line)) {
      if (meant) this.#emptyWanted = true;
      return;
    }
    if (this.#emptyWanted && this.#done.length > 0) this.#done.push("");
    this.#emptyWanted = false;
    this.#done.push(line);
  }
}

/** One piece of an HTML text, in document order. */
type HtmlPiece = { readonly kind: "text"; readonly text: string } | HtmlTag;

/** A start or end tag; `name` is lower case. */
interface HtmlTag {
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
function* piecesOfHtml(html: string): Generator<HtmlPiece> {
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
