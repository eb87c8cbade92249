import type { Command } from "./commands.ts";

/** A piece of text with the letters that must be put on spare keys for it to be typed. */
export interface KeyedPiece {
  readonly text: string;
  readonly letters: readonly string[];
}

/** Keys of the keyboard on which nothing is, by their codes, as `xmodmap -pke` lists them. Pure. */
export function spareKeys(listed: string): readonly string[] {
  return [...listed.matchAll(/^keycode\s+(\d+) =\s*$/gm)].flatMap(([, code]) => code ?? []);
}

/** Text in pieces whose letters beyond Latin find room on so many keys. Pure. */
export function keyedPieces(text: string, room: number): readonly KeyedPiece[] {
  const pieces: KeyedPiece[] = [];
  let [piece, letters] = ["", new Set<string>()];
  for (const letter of text) {
    const isNew = !/^[\x20-\x7e\n\t]$/.test(letter) && !letters.has(letter);
    if (isNew && letters.size === room) {
      pieces.push({ text: piece, letters: [...letters] });
      [piece, letters] = ["", new Set()];
    }
    if (isNew) letters.add(letter);
    piece += letter;
  }
  return [...pieces, { text: piece, letters: [...letters] }];
}

/** Puts letters on keys, each on its own (xmodmap(1)); without letters the keys are spare again. */
export function keysWith(codes: readonly string[], letters: readonly string[] = []): Command {
  const named = codes.map((code, index) => {
    const letter = letters[index];
    const point = letter?.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
    return ["-e", `keycode ${code} =${point === undefined ? "" : ` U${point}`}`];
  });
  return ["xmodmap", ...named.flat()];
}
