/** A number that stands in a text, and where it ends. */
export interface Reading {
  readonly value: number;
  readonly end: number;
}

const PLAIN = /(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/iy;

/** With commas between groups of three digits. */
const GROUPED = /\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?/y;

/** The number that begins at `index`, if one does; `groups` allows `1,234`. */
export function readNumber(text: string, index: number, groups: boolean): Reading | undefined {
  const found = (groups ? matchAt(GROUPED, text, index) : undefined) ?? matchAt(PLAIN, text, index);
  if (found === undefined) return undefined;
  return { value: Number(found.replaceAll(",", "")), end: index + found.length };
}

/** True for a letter that a name may be made of. */
export function isLetter(character: string): boolean {
  return /^[a-z]$/i.test(character);
}

function matchAt(pattern: RegExp, text: string, index: number): string | undefined {
  const own = new RegExp(pattern);
  own.lastIndex = index;
  return own.exec(text)?.[0];
}
