import assert from "node:assert/strict";
import { test } from "node:test";
import { digestOf } from "../../../src/base/digest.ts";
import { createRandom } from "../../../src/rag/encoders/intent-model.ts";
import { featuresOf, termsOf } from "../../../src/rag/text/features.ts";
import { paraphrase } from "../../../src/rag/training/paraphrase.ts";

const TEXTS = [
  "부산이랑 대구 날씨 둘 다 알려줘",
  'save "buy milk" to list.md',
  "내일 아침 8시에 뉴스 보내줘",
  "지우지 말고 옮겨줘",
  "how are you today?",
];

test("stores that were made in another way are made anew", () => {
  const made = digestOf({
    features: TEXTS.map((text) => [...featuresOf(text)]),
    terms: TEXTS.map(termsOf),
    paraphrases: TEXTS.map((text) => paraphrase(text, createRandom(7))),
  });
  assert.equal(
    made.slice(0, 16),
    "fb7aa58045d5391d",
    "Texts are read or generated in another way now: raise MAKING in src/rag/training/material.ts, then change the digest here.",
  );
});
