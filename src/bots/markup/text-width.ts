/**
 * Characters two columns wide: the W and F rows of EastAsianWidth.txt (Unicode 16; meaning in UAX #11), with what is unassigned
 * between them. Emoji are found by their own property.
 */
const WIDE =
  /^[\u1100-\u115F\u2329\u232A\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE10-\uFE19\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{16FE0}-\u{18DFF}\u{1AFF0}-\u{1B2FF}\u{1F200}-\u{1F265}\u{20000}-\u{3FFFD}]/u;

/** Pictures by themselves or by the variation selector U+FE0F; terminals give them two columns. */
const EMOJI = /^\p{Emoji_Presentation}|\uFE0F/u;

/** Marks and format characters that stand on no base of their own take no column. */
const ZERO = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });

/** UTF-16 units that are segmented at once, and the longest grapheme: each step of Intl.Segmenter takes time in proportion to the whole text that it was given. */
const WINDOW = 256;

/** The characters of a text as a reader counts them, in order; joined they are the text. Linear in its length. */
export function graphemesOf(text: string): string[] {
  return [...eachGrapheme(text)];
}

function* eachGrapheme(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const isCut = at + WINDOW < text.length;
    const piece = text.slice(at, at + WINDOW).replace(isCut ? /[\uD800-\uDBFF]$/ : "", "");
    const found = Array.from(segmenter.segment(piece), (part) => part.segment);
    if (isCut && found.length > 1) found.pop(); // it may go on
    yield* found;
    at += found.reduce((length, grapheme) => length + grapheme.length, 0);
  }
}

/** Terminal columns of one grapheme: 0, 1 or 2. */
export function graphemeWidth(grapheme: string): number {
  if (WIDE.test(grapheme) || EMOJI.test(grapheme)) return 2;
  return ZERO.test(grapheme) ? 0 : 1;
}

/** Terminal columns of a text on one row. */
export function textWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  return graphemesOf(text).reduce((width, grapheme) => width + graphemeWidth(grapheme), 0);
}

/** The text, or its start and "…" when it is wider than `columns` (at least 1). */
export function fitWidth(text: string, columns: number): string {
  let width = 0;
  let length = 0;
  let room = 0; // letters that leave a column for the "…"
  for (const grapheme of eachGrapheme(text)) {
    width += graphemeWidth(grapheme);
    if (width > columns) return `${text.slice(0, room)}…`;
    length += grapheme.length;
    if (width < columns) room = length;
  }
  return text;
}
