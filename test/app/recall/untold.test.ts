import assert from "node:assert/strict";
import { test } from "node:test";
import { linesOf, telling } from "./telling.ts";

for (const { told, untold, most } of [
  { told: "asked.txt", untold: ["untold.txt", "untold-later.txt"], most: 2 },
  { told: "asked-third.txt", untold: ["untold-third.txt"], most: 1 },
  { told: "asked-fifth.txt", untold: ["of-the-world.txt"], most: 1 },
])
  test(`${untold.join(", ")}: what was never told is not answered as though it was`, async (t) => {
    const say = await telling(
      t,
      linesOf(told).map((line) => line.split(" | ")[0] ?? ""),
    );
    const answered: string[] = [];
    for (const question of untold.flatMap(linesOf)) {
      const answer = await say(question);
      if (/you told me|알려 주셨어요/u.test(answer)) answered.push(`${question}: ${answer}`);
    }
    assert.ok(answered.length <= most, answered.join("\n"));
  });
