import assert from "node:assert/strict";
import { test } from "node:test";
import { missedIn } from "./telling.ts";

for (const [list, most] of [
  ["asked.txt", 4],
  ["asked-later.txt", 4],
  ["asked-third.txt", 2],
] as const)
  test(`${list}: of 40 facts among 150 others, asked for in other words, all but ${most} are answered without a model`, async (t) => {
    const missed = await missedIn(t, list);
    assert.ok(missed.length <= most, `${missed.length}\n${missed.join("\n")}`);
  });
