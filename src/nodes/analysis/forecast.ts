import { momentsOf } from "./statistics.ts";

/** How fast a smoothing follows its values, each from 0 to 1. */
export interface Smoothing {
  readonly level: number;
  readonly trend: number;
  readonly season: number;
}

/** What a smoothing came to: its one-step fits, and where it ended. */
interface Smoothed {
  readonly fits: readonly number[];
  readonly squares: number;
  readonly at: (ahead: number) => number;
}

/** Additive Holt and Winters from given beginnings: level and trend as of before the first value, `season` as long as the period. Without a season of more than one it is Holt's. */
export function holtWinters(
  values: readonly number[],
  { level: alpha, trend: beta, season: gamma }: Smoothing,
  start: { readonly level: number; readonly trend: number; readonly season: readonly number[] },
): Smoothed {
  let { level, trend } = start;
  const season = [...start.season];
  const period = season.length;
  const fits: number[] = [];
  let squares = 0;
  for (const [index, value] of values.entries()) {
    const place = index % period;
    const own = season[place] ?? 0;
    const fit = level + trend + own;
    fits.push(fit);
    squares += (value - fit) ** 2;
    const before = level;
    level = alpha * (value - own) + (1 - alpha) * (before + trend);
    season[place] = gamma * (value - before - trend) + (1 - gamma) * own;
    trend = beta * (level - before) + (1 - beta) * trend;
  }
  const at = (ahead: number): number =>
    level + ahead * trend + (season[(values.length + ahead - 1) % period] ?? 0);
  return { fits, squares, at };
}

/** A forecast with its bounds, and how it was made. */
export interface Forecast {
  readonly method: "holt-winters" | "holt" | "seasonal-naive" | "mean";
  /** Mean absolute scaled error over the last values, each foretold from those before: below 1 is better than saying the season before again. */
  readonly mase: number | null;
  readonly points: readonly {
    readonly mean: number;
    readonly low80: number;
    readonly high80: number;
    readonly low95: number;
    readonly high95: number;
  }[];
}

const STEPS = [0.05, 0.2, 0.4, 0.7] as const;
const SEASON_STEPS = [0.05, 0.2, 0.5] as const;
const Z80 = 1.2815515655446004;
const Z95 = 1.959963984540054;

/** Foretells `ahead` values. A season is used from two whole periods on; the method is the one that foretold the last fifth of the values best. */
export function forecast(values: readonly number[], ahead: number, period: number): Forecast {
  if (values.length < 4) return aroundMean(values, ahead);
  const isSeasonal = period > 1 && values.length >= 2 * period + 2;
  const length = isSeasonal ? period : 1;
  const test = Math.max(1, Math.floor(values.length / 5));
  const train = values.slice(0, -test);
  const scale = naiveError(train, length);
  const errors = values.slice(-test);
  const model = fitted(train, length);
  const byModel = meanOf(errors.map((value, index) => Math.abs(value - model.at(index + 1))));
  const byNaive = meanOf(
    errors.map((value, index) => Math.abs(value - naive(train, length, index + 1))),
  );
  const isModel = byModel <= byNaive;
  const whole = fitted(values, length);
  const at = (step: number): number => (isModel ? whole.at(step) : naive(values, length, step));
  const residuals = isModel
    ? values.map((value, index) => value - (whole.fits[index] ?? value))
    : values.slice(length).map((value, index) => value - (values[index] ?? value));
  const sigma = momentsOf(residuals).deviation;
  const spread = (step: number): number =>
    sigma * Math.sqrt(isModel ? 1 + (step - 1) * 0.02 : Math.ceil(step / length));
  return {
    method: isModel ? (isSeasonal ? "holt-winters" : "holt") : "seasonal-naive",
    mase: scale === 0 ? null : (isModel ? byModel : byNaive) / scale,
    points: pointsOf(at, spread, ahead),
  };
}

function aroundMean(values: readonly number[], ahead: number): Forecast {
  const { mean, deviation } = momentsOf(values);
  return {
    method: "mean",
    mase: null,
    points: pointsOf(
      () => mean,
      () => deviation,
      ahead,
    ),
  };
}

function pointsOf(
  at: (step: number) => number,
  spread: (step: number) => number,
  ahead: number,
): Forecast["points"] {
  return Array.from({ length: ahead }, (_each, index) => {
    const [mean, sigma] = [at(index + 1), spread(index + 1)];
    return {
      mean,
      low80: mean - Z80 * sigma,
      high80: mean + Z80 * sigma,
      low95: mean - Z95 * sigma,
      high95: mean + Z95 * sigma,
    };
  });
}

/** The smoothing with the least squares among a few. */
function fitted(values: readonly number[], period: number): Smoothed {
  const start = beginning(values, period);
  const seasons = period > 1 ? SEASON_STEPS : [0];
  const all = STEPS.flatMap((level) =>
    [0.01, 0.1, 0.3].flatMap((trend) => seasons.map((season) => ({ level, trend, season }))),
  );
  const made = all.map((smoothing) => holtWinters(values, smoothing, start));
  return made.reduce((best, each) => (each.squares < best.squares ? each : best));
}

function beginning(values: readonly number[], period: number): Parameters<typeof holtWinters>[2] {
  if (period === 1) {
    const [first = 0, second = first] = values;
    return { level: first - (second - first) / 2, trend: 0, season: [0] };
  }
  const [one, two] = [meanOf(values.slice(0, period)), meanOf(values.slice(period, 2 * period))];
  return {
    level: one,
    trend: (two - one) / period,
    season: values.slice(0, period).map((value) => value - one),
  };
}

function naive(values: readonly number[], period: number, step: number): number {
  return values[values.length - period + ((step - 1) % period)] ?? 0;
}

function naiveError(values: readonly number[], period: number): number {
  return meanOf(
    values.slice(period).map((value, index) => Math.abs(value - (values[index] ?? value))),
  );
}

function meanOf(values: readonly number[]): number {
  return momentsOf(values).mean;
}
