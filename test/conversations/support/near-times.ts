/** How far apart two talks are held: seconds, and more on a busy machine. */
const MOST_APART_MS = 120_000;

/** Whether two texts are the same but for times that are as far apart as two talks may be held. `times` finds them, and `msOf` reads one. */
export function isSameBut(
  times: RegExp,
  msOf: (time: string) => number,
): (own: string, other: string) => boolean {
  const wordsOf = (text: string): string => text.replaceAll(times, "\0");
  const timesIn = (text: string): readonly number[] =>
    [...text.matchAll(times)].map(([time]) => msOf(time));
  return (own, other) => {
    if (own === other) return true;
    if (wordsOf(own) !== wordsOf(other)) return false;
    const others = timesIn(other);
    return timesIn(own).every(
      (atMs, index) => Math.abs(atMs - (others[index] ?? 0)) <= MOST_APART_MS,
    );
  };
}
