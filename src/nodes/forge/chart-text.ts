/** Roughly, in CSS pixels: Hangul letters are as wide as they are high, others some six tenths of it. */
export function textWidth(text: string, fontSize: number): number {
  return Array.from(text).reduce(
    (sum, letter) => sum + fontSize * (letter > "\u10ff" ? 1 : 0.6),
    0,
  );
}

/** A text in at most three lines of a width, broken between words where it can be. */
export function inLines(text: string, width: number, fontSize: number): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").flatMap((one) => pieces(one, width, fontSize))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line === "" || textWidth(longer, fontSize) <= width) {
      line = longer;
      continue;
    }
    lines.push(line);
    line = word;
  }
  lines.push(line);
  const cut = lines.slice(0, MOST_LINES);
  return lines.length > MOST_LINES ? `${cut.join("\n")}…` : cut.join("\n");
}

const MOST_LINES = 3;

/** A word that no line can hold, in pieces. */
function pieces(word: string, width: number, fontSize: number): readonly string[] {
  if (textWidth(word, fontSize) <= width) return [word];
  const size = Math.max(1, Math.floor(width / fontSize));
  const letters = Array.from(word);
  const count = Math.ceil(letters.length / size);
  return Array.from({ length: count }, (_, index) =>
    letters.slice(index * size, (index + 1) * size).join(""),
  );
}

/** What phones draw as coloured pictures, with the marks that join and tint them. */
const PICTOGRAPHS =
  /\p{Emoji_Presentation}|\p{Extended_Pictographic}\u{FE0F}|[\u{1F3FB}-\u{1F3FF}]|\u{200D}|\u{FE0F}/gu;

/** Without pictographs, which the shipped font does not have and would draw as empty boxes. */
export function drawable(text: string): string {
  return text.replace(PICTOGRAPHS, "").replace(/ {2,}/g, " ").trim();
}
