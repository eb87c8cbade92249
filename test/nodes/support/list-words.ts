import assert from "node:assert/strict";
import type { Json, JsonObject } from "../../../src/base/json.ts";
import { createListWordHandlers } from "../../../src/nodes/system/lists/handlers.ts";
import { failureOf, goodValue, run } from "../../support/ready-call.ts";

/** The words on lists, as handlers. */
export const WORDS = createListWordHandlers();

/** What a search of news finds. */
export const NEWS: readonly JsonObject[] = [
  { title: "반도체 수출 최대", url: "https://a.kr/1", source: "한빛경제", views: "1,204" },
  { title: "AI 규제 논의", url: "https://a.kr/2", source: "새벽일보", views: "98" },
  { title: "반도체와 AI", url: "https://a.kr/3", source: "가람신문", views: "12,050" },
];

/** What a word gives for a list; the items alone. */
export async function itemsOf(
  word: string,
  items: Json,
  params: JsonObject = {},
): Promise<unknown> {
  const value = goodValue(await run(WORDS, `system:${word}`, { items, ...params }));
  assert.equal(value.kind, "list");
  return value.kind === "list" ? value.items : [];
}

/** Why a word refuses a list: its code and what it says in English. */
export async function refusal(word: string, items: Json, params: JsonObject = {}): Promise<string> {
  const { code, message } = failureOf(
    await run(WORDS, `system:${word}`, { items, ...params }, { language: "en" }),
  );
  return `${code}: ${message}`;
}

/** The titles of items, in their order. */
export function titles(items: unknown): readonly unknown[] {
  return (items as readonly JsonObject[]).map((item) => item["title"]);
}
