let pairs: ReadonlyMap<string, readonly [number, number]> | undefined;

/** Encodes ASCII and the 2,350 Hangul syllables of KS X 1001 as EUC-KR; throws for any other letter. */
export function encodeEucKr(text: string): Uint8Array {
  pairs ??= syllablePairs();
  const bytes: number[] = [];
  for (const letter of text) {
    const pair = pairs.get(letter);
    if (pair !== undefined) bytes.push(...pair);
    else if (letter <= "\u007f") bytes.push(letter.charCodeAt(0));
    else throw new Error(`"${letter}" is not in EUC-KR.`);
  }
  return Uint8Array.from(bytes);
}

function syllablePairs(): ReadonlyMap<string, readonly [number, number]> {
  const decoder = new TextDecoder("euc-kr");
  const found = new Map<string, readonly [number, number]>();
  for (let lead = 0xb0; lead <= 0xc8; lead += 1) {
    for (let trail = 0xa1; trail <= 0xfe; trail += 1) {
      found.set(decoder.decode(Uint8Array.of(lead, trail)), [lead, trail]);
    }
  }
  return found;
}
