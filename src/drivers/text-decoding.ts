/** Bytes as text, and the name of the character encoding they were read in. */
export interface DecodedText {
  readonly text: string;
  /** A label of the Encoding Standard, such as `utf-8` or `euc-kr`. */
  readonly charset: string;
}

/** Names that Korean software gives the Encoding Standard's `euc-kr` and that are no labels of it. */
const KOREAN_ALIASES: ReadonlySet<string> = new Set(["cp949", "ms949", "uhc", "x-windows-949"]);

/** First and last of the 11,172 Hangul syllables in Unicode. */
const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;

/** Stands for a byte that does not fit. */
const REPLACEMENT = 0xfffd;

/** Code unit of each two-byte Korean character by `lead << 8 | trail`, 0 where there is none; made when first needed. */
let koreanPairs: Uint16Array | undefined;

/** The text in the named encoding, or undefined for a name that nobody knows; bytes that do not fit become U+FFFD. A byte order mark is left out. */
export function decodeText(bytes: Uint8Array, charset: string): DecodedText | undefined {
  const name = canonicalCharset(charset);
  if (name === undefined) return undefined;
  const text = name === "euc-kr" ? decodeKorean(bytes).text : new TextDecoder(name).decode(bytes);
  return { text, charset: name };
}

/** The text of bytes that say nothing of their encoding: by byte order mark, else UTF-8 where every byte fits, else EUC-KR where every byte fits; undefined otherwise. */
export function guessText(bytes: Uint8Array): DecodedText | undefined {
  const marked = byteOrderMark(bytes);
  if (marked !== undefined) return decodeText(bytes, marked);
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), charset: "utf-8" };
  } catch {
    const korean = decodeKorean(bytes); // not UTF-8: Korean Windows writes this one
    return korean.exact ? { text: korean.text, charset: "euc-kr" } : undefined;
  }
}

/** The encoding that the first bytes announce, if they do. */
export function byteOrderMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return undefined;
}

function canonicalCharset(charset: string): string | undefined {
  const name = charset.toLowerCase();
  if (KOREAN_ALIASES.has(name)) return "euc-kr";
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return undefined; // a label that no decoder knows is as good as none
  }
}

/**
 * The Encoding Standard's euc-kr is Windows code page 949, but the decoder that Node takes from ICU
 * knows only the 2,350 syllables of KS X 1001 and garbles the other 8,822.
 */
function decodeKorean(bytes: Uint8Array): { readonly text: string; readonly exact: boolean } {
  const pairs = koreanPairTable();
  const units = new Uint16Array(bytes.length);
  let length = 0;
  let exact = true;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    let unit = byte;
    if (byte >= 0x80) {
      unit = pairs[(byte << 8) | (bytes[index + 1] ?? 0)] || REPLACEMENT;
      if (unit === REPLACEMENT) exact = false;
      else index += 1;
    }
    units[length] = unit;
    length += 1;
  }
  return { text: new TextDecoder("utf-16le").decode(units.subarray(0, length)), exact };
}

function koreanPairTable(): Uint16Array {
  koreanPairs ??= makeKoreanPairs();
  return koreanPairs;
}

function makeKoreanPairs(): Uint16Array {
  const table = new Uint16Array(0x10000);
  const decoder = new TextDecoder("euc-kr");
  const standard = new Set<number>();
  for (let lead = 0xa1; lead <= 0xfe; lead += 1) {
    for (let trail = 0xa1; trail <= 0xfe; trail += 1) {
      const character = decoder.decode(Uint8Array.of(lead, trail));
      if (character.length !== 1 || /[\ufffd\ue000-\uf8ff]/.test(character)) continue;
      table[(lead << 8) | trail] = character.charCodeAt(0);
      standard.add(character.charCodeAt(0));
    }
  }
  table[0xa2e6] = 0x20ac; // the euro and ® signs, in code page 949 and not in ICU's table
  table[0xa2e7] = 0x00ae;
  addOtherSyllables(table, standard);
  return table;
}

/** Code page 949 holds the syllables that KS X 1001 lacks, in Unicode order, in the trail bytes which that standard leaves free. */
function addOtherSyllables(table: Uint16Array, standard: ReadonlySet<number>): void {
  const pairs = freePairs();
  for (let syllable = FIRST_SYLLABLE; syllable <= LAST_SYLLABLE; syllable += 1) {
    if (standard.has(syllable)) continue;
    const pair = pairs.next().value;
    if (pair !== undefined) table[pair] = syllable;
  }
}

function* freePairs(): Generator<number, undefined> {
  for (let lead = 0x81; lead <= 0xc6; lead += 1) {
    const lastTrail = lead < 0xa1 ? 0xfe : 0xa0;
    for (let trail = 0x41; trail <= lastTrail; trail += 1) {
      if ((trail > 0x5a && trail < 0x61) || (trail > 0x7a && trail < 0x81)) continue;
      yield (lead << 8) | trail;
    }
  }
  return undefined;
}
