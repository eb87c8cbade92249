/** Longest glob that is tried, in characters. */
const MAX_GLOB_LENGTH = 1000;

/** A glob taken apart: the characters to match, null for any one; before which of them a run stands, one without "/" or any; and which "/" may be left out with the run before it. In a path null is no "/". */
interface Slots {
  readonly isPath: boolean;
  readonly characters: (string | null)[];
  readonly nameRuns: number[];
  readonly runs: number[];
  readonly optional: number[];
}

/**
 * True when the whole text fits a glob: `*` is any run of characters, `?` any one, `\` takes the next literally. Upper and
 * lower case differ. Time is linear in the text, whatever the glob; one longer than 1,000 characters fits nothing.
 */
export function matchesGlob(text: string, glob: string): boolean {
  return glob.length <= MAX_GLOB_LENGTH && testOf(readGlob(glob))(text);
}

/** A test of whole paths: `*` is any run of characters but "/", `?` one of them, `**` any run, and `**` before a "/" any folders or none. Everything else stands for itself. Time is linear in the path, whatever the glob. */
export function compilePathGlob(glob: string): (path: string) => boolean {
  return testOf(readPathGlob(glob));
}

function readGlob(glob: string): Slots {
  const slots: Slots = { isPath: false, characters: [], nameRuns: [], runs: [], optional: [] };
  for (const [piece] of glob.matchAll(/\\?[\s\S]/gu)) {
    if (piece === "*") slots.runs.push(slots.characters.length);
    else slots.characters.push(piece === "?" ? null : piece.replace(/^\\(?=.)/su, ""));
  }
  return slots;
}

function readPathGlob(glob: string): Slots {
  const slots: Slots = { isPath: true, characters: [], nameRuns: [], runs: [], optional: [] };
  for (const [piece] of glob.matchAll(/(?<=^|\/)(?:\*\*\/)+|\*\*+|[\s\S]/gu)) {
    const at = slots.characters.length;
    if (piece === "*") slots.nameRuns.push(at);
    else if (piece.startsWith("**")) slots.runs.push(at);
    else slots.characters.push(piece === "?" ? null : piece);
    if (!piece.endsWith("*/")) continue;
    slots.characters.push("/");
    slots.optional.push(at);
  }
  return slots;
}

/** Bit i of `reached` says that the text so far fits the first i slots: all of them move on at once by one shift. */
function testOf(slots: Slots): (text: string) => boolean {
  const { characters, optional } = slots;
  const wordCount = (characters.length >> 5) + 1;
  const masks = masksOf(slots, wordCount);
  const runs = bitsOf(slots.runs, wordCount);
  const allRuns = bitsOf([...slots.runs, ...slots.nameRuns], wordCount);
  const skips = bitsOf(optional, wordCount);
  return (text) => {
    const reached = bitsOf(optional.includes(0) ? [0, 1] : [0], wordCount);
    for (const character of text) {
      const mask = masks.get(character) ?? masks.get(null);
      step(reached, mask, character === "/" ? runs : allRuns, skips);
    }
    return hasBit(reached, characters.length);
  };
}

/** For each character of the glob, and under null for every other one, the slots it may fill, one bit a slot. */
function masksOf(
  { characters, isPath }: Slots,
  wordCount: number,
): ReadonlyMap<string | null, Uint32Array> {
  const any = new Uint32Array(wordCount);
  for (const [index, character] of characters.entries()) if (character === null) setBit(any, index);
  const masks = new Map<string | null, Uint32Array>([[null, any]]);
  if (isPath) masks.set("/", new Uint32Array(wordCount));
  for (const [index, character] of characters.entries()) {
    if (character === null) continue;
    const mask = masks.get(character) ?? any.slice();
    masks.set(character, mask);
    setBit(mask, index);
  }
  return masks;
}

function step(
  reached: Uint32Array,
  mask: Uint32Array | undefined,
  runs: Uint32Array,
  skips: Uint32Array,
): void {
  let carry = 0;
  let skipCarry = 0;
  for (let word = 0; word < reached.length; word += 1) {
    const here = reached[word] ?? 0;
    const moved = here & (mask?.[word] ?? 0);
    const entered = (moved << 1) | carry;
    const skipped = entered & (skips[word] ?? 0);
    reached[word] = entered | (skipped << 1) | skipCarry | (here & (runs[word] ?? 0));
    carry = moved >>> 31;
    skipCarry = skipped >>> 31;
  }
}

function bitsOf(indices: readonly number[], wordCount: number): Uint32Array {
  const words = new Uint32Array(wordCount);
  for (const index of indices) setBit(words, index);
  return words;
}

function setBit(words: Uint32Array, index: number): void {
  words[index >> 5] = (words[index >> 5] ?? 0) | (1 << (index & 31));
}

function hasBit(words: Uint32Array, index: number): boolean {
  return ((words[index >> 5] ?? 0) & (1 << (index & 31))) !== 0;
}
