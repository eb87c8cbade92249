/** The morphemes of a Korean sentence with their Sejong tags, between spaces: `배송/NNG 이/JKS 느리/VA 어요/EF`. */
export type MorphemesOf = (sentence: string) => string;

/** A part without a space beyond this is cut: the time of the analyser grows with its square. */
const LONGEST_WORD = 40;

/** A piece that is analysed at once, in UTF-16 units. */
const LONGEST_PIECE = 200;

let analyser: Promise<MorphemesOf> | undefined;

/** Loads the analyser once: some 0.2 s and 84 MB. */
export function loadKorean(): Promise<MorphemesOf> {
  analyser ??= load();
  return analyser;
}

async function load(): Promise<MorphemesOf> {
  const { Garu } = await import("garu-ko");
  const { warn } = console;
  console.warn = () => undefined; // its loader calls its own interface in an old way, and says so
  const garu = await Garu.load().finally(() => {
    console.warn = warn;
  });
  return (sentence) =>
    piecesOf(sentence)
      .flatMap((piece) => [garu.analyze(piece)].flat().flatMap(({ tokens }) => tokens))
      .map(({ text, pos }) => `${text.replace(/[\s/]/g, "")}/${pos}`)
      .join(" ");
}

/** A sentence in pieces of whole words. */
function piecesOf(sentence: string): readonly string[] {
  const words = sentence
    .split(/\s+/)
    .flatMap((word) => word.match(new RegExp(`.{1,${LONGEST_WORD}}`, "gsu")) ?? []);
  const pieces: string[] = [];
  let piece = "";
  for (const word of words) {
    if (piece !== "" && piece.length + word.length + 1 > LONGEST_PIECE) {
      pieces.push(piece);
      piece = word;
    } else piece = piece === "" ? word : `${piece} ${word}`;
  }
  return piece === "" ? pieces : [...pieces, piece];
}
