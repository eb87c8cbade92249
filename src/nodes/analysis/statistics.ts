import { mean, medianSorted, sampleStandardDeviation } from "simple-statistics";

/** The interval of a share at 95 % (Wilson score, without correction). */
export function wilson(
  hits: number,
  count: number,
  z = 1.959963984540054,
): readonly [number, number] {
  if (count === 0) return [0, 1];
  const share = hits / count;
  const whole = 1 + (z * z) / count;
  const middle = share + (z * z) / (2 * count);
  const half = z * Math.sqrt((share * (1 - share)) / count + (z * z) / (4 * count * count));
  return [Math.max(0, (middle - half) / whole), Math.min(1, (middle + half) / whole)];
}

/** Mean and sample standard deviation; 0 where there are too few. */
export function momentsOf(values: readonly number[]): {
  readonly mean: number;
  readonly deviation: number;
} {
  if (values.length === 0) return { mean: 0, deviation: 0 };
  const all = [...values];
  return { mean: mean(all), deviation: values.length < 2 ? 0 : sampleStandardDeviation(all) };
}

/** The median; 0 of nothing. */
export function medianOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : medianSorted([...values].sort((left, right) => left - right));
}

/** The median of the slopes between all pairs of points, a step between neighbours (Theil and Sen). */
export function slopeOf(values: readonly number[]): number {
  const slopes = values.flatMap((value, index) =>
    values.slice(index + 1).map((later, gap) => (later - value) / (gap + 1)),
  );
  return medianOf(slopes);
}

/** Whether values rise or fall: z of Mann and Kendall's test, with ties. */
export function trendOf(values: readonly number[]): number {
  const count = values.length;
  if (count < 3) return 0;
  let score = 0;
  for (const [index, value] of values.entries())
    for (const later of values.slice(index + 1)) score += Math.sign(later - value);
  const ties = new Map<number, number>();
  for (const value of values) ties.set(value, (ties.get(value) ?? 0) + 1);
  const spread = (n: number): number => n * (n - 1) * (2 * n + 5);
  const tied = [...ties.values()].reduce((sum, n) => sum + spread(n), 0);
  const variance = (spread(count) - tied) / 18;
  return variance <= 0 ? 0 : (score - Math.sign(score)) / Math.sqrt(variance);
}

/** Dunning's log-likelihood (G²) of a word that stands so often in two texts of so many words. */
export function logLikelihood(
  left: { readonly count: number; readonly of: number },
  right: { readonly count: number; readonly of: number },
): number {
  const whole = left.of + right.of;
  const hits = left.count + right.count;
  const cells = [
    [left.count, (left.of * hits) / whole],
    [right.count, (right.of * hits) / whole],
    [left.of - left.count, (left.of * (whole - hits)) / whole],
    [right.of - right.count, (right.of * (whole - hits)) / whole],
  ] as const;
  return (
    2 *
    cells.reduce(
      (sum, [seen, expected]) => sum + (seen <= 0 ? 0 : seen * Math.log(seen / expected)),
      0,
    )
  );
}
