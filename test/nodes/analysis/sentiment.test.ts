import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { isJsonObject, type JsonObject } from "../../../src/base/json.ts";
import { preprocess } from "../../../src/nodes/analysis/preprocess.ts";
import { collect } from "../../../src/nodes/analysis/records.ts";
import { analyseSentiment } from "../../../src/nodes/analysis/sentiment.ts";

const BASE = { settings: {}, nowMs: 0, language: "ko" } as const;

async function labelsOf(texts: readonly string[]): Promise<readonly unknown[]> {
  const rows: JsonObject[] = texts.map((text) => ({ text }));
  const { output: collected_data } = await collect({ ...BASE, input: { rows } });
  const { output: preprocessed_data } = await preprocess({ ...BASE, input: { collected_data } });
  const { output } = await analyseSentiment({ ...BASE, input: { preprocessed_data } });
  const results = output["results"];
  return Array.isArray(results) ? results.map((each) => isJsonObject(each) && each["label"]) : [];
}

/** Written for this test before the lexicon was tried on them. */
const LABELLED = readFileSync(new URL("./support/labelled.tsv", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => line.split("\t") as [string, string]); // each line has a label and a sentence

test("the lexicon agrees with the labels of sentences that were written apart from it", async () => {
  const found = await labelsOf(LABELLED.map(([, text]) => text));
  const missed = LABELLED.filter(([label], index) => found[index] !== label);
  const share = 1 - missed.length / LABELLED.length;
  assert.ok(
    share >= 0.8,
    `${share}\n${missed.map(([label, text]) => `${label} ${text}`).join("\n")}`,
  );
});

test("negation turns words round, twice is not at all, and what comes after a contrast counts more", async () => {
  assert.deepEqual(
    await labelsOf([
      "품질이 좋지 않아요",
      "나쁘지 않아요",
      "안 좋아요",
      "문제가 없어요",
      "가격은 좋은데 품질은 최악이에요",
      "not good",
      "not bad",
    ]),
    ["negative", "positive", "negative", "positive", "negative", "negative", "positive"],
  );
});
