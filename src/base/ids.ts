/** Crockford's base 32 without I, L, O and U, lower case: safe in file names and easy to read aloud. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** Bytes as base 32 text, five bits a character, most significant first. */
export function base32(bytes: Uint8Array): string {
  let text = "";
  let buffer = 0;
  let bitCount = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bitCount += 8;
    while (bitCount >= 5) {
      bitCount -= 5;
      text += ALPHABET[(buffer >> bitCount) & 31];
    }
    buffer &= (1 << bitCount) - 1;
  }
  return bitCount > 0 ? text + ALPHABET[(buffer << (5 - bitCount)) & 31] : text;
}

/** Makes ids such as `run_4f0q8r2m9xkc…`: the prefix, then 80 random bits in base 32. */
export function createIds(
  randomBytes: (sizeBytes: number) => Uint8Array,
): (prefix: string) => string {
  return (prefix) => `${prefix}_${base32(randomBytes(10))}`;
}
