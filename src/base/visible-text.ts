/** What is plainly a picture: with its tone and form, several joined into one, a key, and the flags of the three countries that have one of their own. */
const PICTURE =
  /\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}|\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|[\uFE0E\uFE0F])?(?:\u200D\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F)?)*|[0-9#*]\uFE0F\u20E3/u
    .source;

/** What shows nothing, or moves what stands beside it: controls, directions, tags, joiners, letters and patterns without ink, line ends that are none here. */
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2800]/u
    .source;

const IS_HIDDEN = new RegExp(`(?![\\n\\t])${HIDDEN}`, "u");
const PICTURE_OR_HIDDEN = new RegExp(`(${PICTURE})|\\r\\n|(?![\\n\\t])${HIDDEN}`, "gu");

/** Korean in single letters, as some systems write names. */
const JAMO = /[\u1100-\u1112][\u1161-\u1175][\u11A8-\u11C2]?/gu;

/** A longer run of blanks, or of empty lines, may push what follows out of sight. */
const LONGEST_GAP = 16;
const GAP = new RegExp(`[^\\S\\n]{${LONGEST_GAP + 1},}|(?<=[^\\s])(?: *\\t){3,} *`, "gu");
const EMPTY_LINES = /\n(?:[^\S\n]*\n){4,}/gu;
const ODD_BLANK = /[^\S\n\t ]/gu;

/** More marks on one letter than any writing has are drawn over the lines around it. */
const MARKS = /(?<=\p{M}{4})\p{M}+/gu;

/** Letters that are written from right to left: beside others their order on the screen is not the order in the text. */
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}\p{Script=Mende_Kikakui}\p{Script=Phoenician}\p{Script=Imperial_Aramaic}\p{Script=Old_South_Arabian}\p{Script=Cypriot}\p{Script=Kharoshthi}]/gu;

/** Alphabets with letters that look like each other's. */
const LOOKALIKES = {
  Latin: /\p{Script=Latin}/u,
  Greek: /\p{Script=Greek}/u,
  Cyrillic: /\p{Script=Cyrillic}/u,
  Armenian: /\p{Script=Armenian}/u,
  Cherokee: /\p{Script=Cherokee}/u,
} as const;

/** An alphabet whose letters look like those of another. */
export type Alphabet = keyof typeof LOOKALIKES;

/** A text in which every character that shows nothing, or reorders the line, is written out (`⟨U+202E⟩`); newlines, tabs and emoji stay, and Korean in single letters is put together. Linear in the length. */
export function visibleText(text: string): string {
  const whole = text.replace(JAMO, (letters) => letters.normalize("NFC"));
  if (!IS_HIDDEN.test(whole)) return whole;
  return whole.replace(PICTURE_OR_HIDDEN, (found, picture?: string) => {
    if (picture !== undefined) return picture;
    return found === "\r\n" ? "\n" : codePoint(found);
  });
}

/** A value that somebody is to judge: as `visibleText`, and no gap in it hides what comes behind (`␣×600`), no heap of marks on a letter the lines around it (`⟨+496⟩`); blanks that are no space are written out. */
export function exactText(value: string): string {
  return visibleText(value)
    .replace(MARKS, (marks) => `⟨+${[...marks].length}⟩`)
    .replace(GAP, (gap) => `␣×${[...gap].length}`)
    .replace(EMPTY_LINES, (lines) => `\n⏎×${lines.split("\n").length - 2}\n`)
    .replace(ODD_BLANK, codePoint);
}

/** A name in a line with other words, in a direction of its own (U+2068, U+2069) where it has letters from right to left: neither times behind it nor the line are turned by it. */
export function isolated(name: string): string {
  return name.search(RIGHT_TO_LEFT) < 0 ? name : `\u2068${name}\u2069`;
}

/** The text with letters from right to left written out, so that all of it stands in its order; `undefined` where it has none. */
export function inWrittenOrder(value: string): string | undefined {
  const exact = exactText(value);
  const ordered = exact.replace(RIGHT_TO_LEFT, codePoint);
  return ordered === exact ? undefined : ordered;
}

/** The alphabets that one word of a text mixes although their letters look alike; empty where no word does. A Latin letter in another form (`ａ`, `𝐚`) counts as mixed with Latin. */
export function mixedAlphabets(value: string): readonly Alphabet[] {
  const names = Object.keys(LOOKALIKES) as Alphabet[]; // the keys of the table above
  for (const [word] of value.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const found = names.filter((name) => LOOKALIKES[name].test(word));
    if (found.length > 1) return found;
    if (/[a-z]/iu.test(word) && hasDisguise(word)) return ["Latin"];
  }
  return [];
}

/** Letters that are others in disguise. */
function hasDisguise(word: string): boolean {
  return [...word].some(
    (letter) => letter > "\u007F" && /^[a-z]$/iu.test(letter.normalize("NFKC")),
  );
}

function codePoint(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `⟨U+${hex.padStart(4, "0")}⟩`;
}

/** How a platform that knows times writes one (Discord's letters): time, date, both, or how far it is. */
export type TimeFormat = "F" | "f" | "D" | "d" | "T" | "t" | "R";

/** Text that shows exactly as given wherever light markup is read: for names, quotes and values that others wrote. */
export function escapeMarkup(text: string): string {
  return text.replace(/[\\*`[\]~|]|(?<=^ {0,3})>/gm, "\\$&");
}

/** Text as it stands in HTML and XML, in attributes too. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** Words for an absolute time, which platforms may show in its reader's own zone. `words` is plain text, `atMs` Unix milliseconds. */
export function timeMark(words: string, atMs: number, format: TimeFormat = "f"): string {
  return `[${escapeMarkup(words)}](time:${Math.floor(atMs / 1000)}:${format})`;
}

/** A name or thing that stands out in an answer, whatever marks are in it. */
export function bold(text: string): string {
  return `**${escapeMarkup(text)}**`;
}

const KIB = 1024;
const MIB = KIB * KIB;
const GIB = KIB * MIB;

/** A number of bytes as people read it: `0 MB`, `0.1 MB`, `3.4 MB`; what is small counts a tenth. The units are those of the quota: 1024 each. */
export function sizeWords(sizeBytes: number): string {
  if (sizeBytes >= GIB) return `${(sizeBytes / GIB).toFixed(1)} GB`;
  if (sizeBytes >= MIB) return `${(sizeBytes / MIB).toFixed(1)} MB`;
  return sizeBytes === 0 ? "0 MB" : `${(Math.ceil((sizeBytes / MIB) * 10) / 10).toFixed(1)} MB`;
}

/** The size of one file: `21 B`, `3.4 KB`, then as `sizeWords`. */
export function fileSize(sizeBytes: number): string {
  if (sizeBytes >= MIB) return sizeWords(sizeBytes);
  return sizeBytes < KIB ? `${sizeBytes} B` : `${(sizeBytes / KIB).toFixed(1)} KB`;
}

/** The same in a list of things, where only a large one is worth telling: empty for every other. */
export function largeSize(sizeBytes: number): string {
  return sizeBytes >= MIB ? sizeWords(sizeBytes) : "";
}

/** The folder of a chat's files that holds what people sent. */
export const ARRIVALS_FOLDER = "inbox";

/** A path as people read it: what they sent is known by its name alone. */
export function shownPath(path: string): string {
  return path.startsWith(`${ARRIVALS_FOLDER}/`) ? path.slice(ARRIVALS_FOLDER.length + 1) : path;
}

/** How much of a space each of these lengths gets: as much as the others, and what they leave over; never more than it is. Pure. */
export function evenShares(lengths: readonly number[], space: number): readonly number[] {
  const shares = new Array<number>(lengths.length).fill(0);
  const ascending = [...lengths.entries()].sort(([, one], [, other]) => one - other);
  let free = space;
  for (const [rank, [index, length]] of ascending.entries()) {
    const share = Math.min(length, Math.floor(free / (ascending.length - rank)));
    shares[index] = share;
    free -= share;
  }
  return shares;
}
