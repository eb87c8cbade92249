/** The file whose name has most letters in common with one that there is not, among those of its kind. Pure. */
export function nearestFile(path: string, files: readonly string[]): string | undefined {
  const ending = /\.[^.]*$/u.exec(path)?.[0] ?? "";
  const stem = stemOfPath(path);
  const [best] = files
    .filter((each) => each.toLowerCase().endsWith(ending.toLowerCase()))
    .map((each) => ({ each, share: sharedLetters(stem, stemOfPath(each)) }))
    .filter(({ share }) => share > 0)
    .sort((left, right) => right.share - left.share);
  return best?.each;
}

/** Pairs of letters that two words share, and their first letter. */
function sharedLetters(left: string, right: string): number {
  const pairs = (word: string): readonly string[] =>
    [...word].slice(1).map((letter, index) => `${[...word][index]}${letter}`);
  const known = new Set(pairs(right));
  const start = left[0] === right[0] ? 1 : 0;
  return start + pairs(left).filter((pair) => known.has(pair)).length;
}

/** The name at the end of a path. */
export function lastOfPath(path: string): string {
  return path.split("/").at(-1) ?? path;
}

/** That name in small letters, without its ending. */
export function stemOfPath(path: string): string {
  return lastOfPath(path)
    .toLowerCase()
    .replace(/\.[^.]*$/u, "");
}
