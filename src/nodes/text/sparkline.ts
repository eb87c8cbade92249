/** Eighths of a line's height, lowest first (Unicode block elements). */
const BARS = "▁▂▃▄▅▆▇█";
/** Most bars of one line: a telephone shows so many. */
const WIDEST = 30;
const FEWEST = 3;

/** Numbers in the order of time as one line of bars, the lowest and the highest at its ends' heights; of many, the mean of each part. Nothing for fewer than three. Pure. */
export function sparkline(numbers: readonly number[]): string | undefined {
  if (numbers.length < FEWEST) return undefined;
  const count = Math.min(numbers.length, WIDEST);
  const means = Array.from({ length: count }, (_none, at) => {
    const from = Math.floor((at * numbers.length) / count);
    const part = numbers.slice(
      from,
      Math.max(from + 1, Math.floor(((at + 1) * numbers.length) / count)),
    );
    return part.reduce((sum, each) => sum + each, 0) / part.length;
  });
  const low = Math.min(...means);
  const range = Math.max(...means) - low;
  const heights = means.map((each) =>
    range === 0 ? 3 : Math.min(BARS.length - 1, Math.floor(((each - low) / range) * BARS.length)),
  );
  return heights.map((height) => BARS[height]).join("");
}
