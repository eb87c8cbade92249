import assert from "node:assert/strict";
import { test } from "node:test";
import { TALK_THEMES, themesOf } from "../../../src/rag/text/features.ts";
import { REQUEST_THEMES } from "../../../src/rag/text/request-themes.ts";

test("a Korean word says what a text is about wherever it stands and however it is spaced", () => {
  for (const text of ["다운로드폴더를열어", "다 운로드 폴 더 를 열어"])
    for (const theme of ["folder", "open"]) assert.ok(themesOf(text).includes(theme), text);
});

test("an English word counts in any of its forms, and words that belong together only together", () => {
  assert.ok(themesOf("Deleting the photos").includes("erase"));
  assert.ok(themesOf("what time is it").includes("clock"));
  assert.ok(!themesOf("it is what a time").includes("clock"));
});

test("a text that touches no theme has none, and each theme has a name of its own", () => {
  assert.deepEqual(themesOf("!? 123"), []);
  const names = [...REQUEST_THEMES, ...TALK_THEMES].map(([name]) => name);
  assert.equal(new Set(names).size, names.length);
});
