import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { firstActions } from "../support/first-actions.ts";
import { planned } from "../support/planner-examples.ts";

/** A message, the action that it asks for (`-` where none may be run), and the one that must not take it. */
const ROWS = readFileSync(new URL("../labelled/confusable.tsv", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => {
    const [text = "", wanted = "", swallowing = ""] = line.split("\t");
    return { text, wanted, swallowing: swallowing.replace(/^!/, "") };
  });

test("no action takes the requests of the one it is most easily taken for", async () => {
  const swallowed: string[] = [];
  const missed: string[] = [];
  for (const { text, wanted, swallowing } of ROWS) {
    const result = await planned(text);
    if (firstActions(result, "sure").includes(swallowing))
      swallowed.push(`${text} → ${swallowing}`);
    const first = firstActions(result, "all");
    if (wanted !== "-" && !first.includes(wanted)) missed.push(`${text} → ${first}`);
  }
  assert.deepEqual({ swallowed, missed }, { swallowed: [], missed: [] });
});
