/** Longest glob that is tried, in characters. */
const MAX_GLOB_LENGTH = 1000;

/**
 * True when the whole text fits a glob: `*` is any run of characters, `?` any one, `\` takes the next literally. Upper and
 * lower case differ. Time is linear in the text, whatever the glob; one longer than 1,000 characters fits nothing.
 */
export function matchesGlob(text: string, glob: string): boolean {
  if (glob.length > MAX_GLOB_LENGTH) return false;
  const { slots, stars } = readGlob(glob);
  const wordCount = (slots.length >> 5) + 1;
  const masks = masksOf(slots, wordCount);
  const loops = new Uint32Array(wordCount);
  for (const star of stars) setBit(loops, star);
  const reached = new Uint32Array(wordCount);
  setBit(reached, 0);
  for (const character of text) step(reached, masks.get(character) ?? masks.get(null), loops);
  return hasBit(reached, slots.length);
}

/** A character to match, or null for any one. */
type Slot = string | null;

/** The glob without its stars, and before which slots a star stands. */
function readGlob(glob: string): {
  readonly slots: readonly Slot[];
  readonly stars: readonly number[];
} {
  const slots: Slot[] = [];
  const stars: number[] = [];
  let isEscaped = false;
  for (const character of glob) {
    if (isEscaped || !"\\*?".includes(character)) slots.push(character);
    else if (character === "*") stars.push(slots.length);
    else if (character === "?") slots.push(null);
    isEscaped = !isEscaped && character === "\\";
  }
  if (isEscaped) slots.push("\\");
  return { slots, stars };
}

/** For each character of the glob, and under null for every other one, the slots it may fill, one bit a slot. */
function masksOf(slots: readonly Slot[], wordCount: number): ReadonlyMap<Slot, Uint32Array> {
  const any = new Uint32Array(wordCount);
  for (const [index, slot] of slots.entries()) if (slot === null) setBit(any, index);
  const masks = new Map<Slot, Uint32Array>([[null, any]]);
  for (const [index, slot] of slots.entries()) {
    const mask = masks.get(slot) ?? any.slice();
    masks.set(slot, mask);
    setBit(mask, index);
  }
  return masks;
}

/** Bit i of `reached` says that the text so far fits the first i slots: all of them move on at once by one shift. */
function step(reached: Uint32Array, mask: Uint32Array | undefined, loops: Uint32Array): void {
  let carry = 0;
  for (let word = 0; word < reached.length; word += 1) {
    const here = reached[word] ?? 0;
    const moved = here & (mask?.[word] ?? 0);
    reached[word] = (moved << 1) | carry | (here & (loops[word] ?? 0));
    carry = moved >>> 31;
  }
}

function setBit(words: Uint32Array, index: number): void {
  words[index >> 5] = (words[index >> 5] ?? 0) | (1 << (index & 31));
}

function hasBit(words: Uint32Array, index: number): boolean {
  return ((words[index >> 5] ?? 0) & (1 << (index & 31))) !== 0;
}
