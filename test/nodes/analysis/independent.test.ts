import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { holtWinters } from "../../../src/nodes/analysis/forecast.ts";
import { textRank, tfIdf } from "../../../src/nodes/analysis/keywords.ts";
import { quantileOfNormal } from "../../../src/nodes/analysis/normal.ts";
import { logLikelihood, slopeOf, trendOf, wilson } from "../../../src/nodes/analysis/statistics.ts";

/** What scikit-learn, statsmodels, scipy and networkx make of the same input, as they wrote it. */
interface Independent {
  readonly documents: readonly string[];
  readonly tfidf: Readonly<Record<string, number>>;
  readonly textrank: Readonly<Record<string, number>>;
  readonly log_likelihood: readonly {
    left: [number, number];
    right: [number, number];
    g2: number;
  }[];
  readonly wilson: readonly { hits: number; count: number; interval: [number, number] }[];
  readonly series: readonly number[];
  readonly theil_sen: number;
  readonly mann_kendall_z: number;
  readonly normal_quantiles: readonly { probability: number; quantile: number }[];
  readonly holt_winters: {
    readonly level: number;
    readonly trend: number;
    readonly season: number;
    readonly start: { readonly level: number; readonly trend: number; readonly season: number[] };
    readonly sse: number;
    readonly forecast: readonly number[];
  };
}

const made: Independent = JSON.parse(
  readFileSync(new URL("./support/independent-results.json", import.meta.url), "utf8"),
);

function near(own: number, other: number, within: number, what: string): void {
  assert.ok(Math.abs(own - other) <= within, `${what}: ${own}, independently ${other}`);
}

const words = made.documents.map((document) => document.split(" "));

test("TF-IDF is that of scikit-learn's TfidfVectorizer", () => {
  const own = tfIdf(words);
  for (const [word, value] of Object.entries(made.tfidf))
    near(own.get(word) ?? 0, value, 1e-9, word);
  const best = [...own].sort((left, right) => right[1] - left[1])[0]?.[0];
  assert.equal(best, Object.keys(made.tfidf)[0]);
});

test("TextRank is networkx's PageRank of the same graph", () => {
  const own = textRank(words);
  for (const [word, value] of Object.entries(made.textrank))
    near(own.get(word) ?? 0, value, 1e-6, word);
});

test("log-likelihood, Wilson's interval, the slope and trend of a series and the normal quantile are scipy's and statsmodels'", () => {
  for (const { left, right, g2 } of made.log_likelihood)
    near(
      logLikelihood({ count: left[0], of: left[1] }, { count: right[0], of: right[1] }),
      g2,
      1e-9,
      "G²",
    );
  for (const { hits, count, interval } of made.wilson) {
    const [low, high] = wilson(hits, count);
    near(low, interval[0], 1e-9, "low");
    near(high, interval[1], 1e-9, "high");
  }
  near(slopeOf(made.series), made.theil_sen, 1e-9, "slope");
  near(trendOf(made.series), made.mann_kendall_z, 1e-9, "z");
  for (const { probability, quantile } of made.normal_quantiles)
    near(quantileOfNormal(probability), quantile, 1e-9, `quantile of ${probability}`);
});

test("Holt and Winters from the same beginning give statsmodels' squares and forecast", () => {
  const { start, sse, forecast, ...smoothing } = made.holt_winters;
  const own = holtWinters(made.series, smoothing, start);
  near(own.squares, sse, 1e-6 * sse, "squares");
  // Of its ETSModel: ExponentialSmoothing takes the season before its last update for the step that ends a period.
  for (const [index, value] of forecast.entries())
    near(own.at(index + 1), value, 1e-6, `step ${index + 1}`);
});
