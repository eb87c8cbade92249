import assert from "node:assert/strict";
import { after, test } from "node:test";
import { evaluate } from "../../../src/rag/search/evaluation.ts";
import type { SearchOptions } from "../../../src/rag/search/example-search.ts";
import { readLabelled } from "../../support/labelled.ts";
import { openShippedUsage } from "../../support/usage-examples.ts";

const usage = await openShippedUsage();
after(() => usage.close());

const measured = new Map<string, ReturnType<typeof evaluate>>();

/** What a search finds of a half, measured once for all tests. */
function measure(half: string, options: SearchOptions = {}): ReturnType<typeof evaluate> {
  const key = `${half} ${JSON.stringify(options)}`;
  const figures =
    measured.get(key) ??
    evaluate(readLabelled(half), (text) => usage.examples.search(text, options));
  measured.set(key, figures);
  return figures;
}

test("the labelled set is large enough, and its halves are apart", () => {
  const [tune, report] = [readLabelled("tune"), readLabelled("report")];
  const all = [...tune, ...report];
  assert.ok(all.filter(({ right }) => right.size > 0).length >= 400);
  assert.ok(all.filter(({ right }) => right.size === 0).length >= 100);
  const texts = new Set(tune.map(({ text }) => text));
  assert.ok(report.every(({ text }) => !texts.has(text)));
});

test("on the half that is reported, the right action leads three quarters of the time, is in the first three nine times of ten, and what is unrelated gets nothing", async () => {
  const { recall1, recall3, silence } = await measure("report");
  assert.ok(recall1 >= 0.75, `recall1 ${recall1}`);
  assert.ok(recall3 >= 0.9, `recall3 ${recall3}`);
  assert.ok(silence >= 0.95, `silence ${silence}`);
});

test("on requests that were written before the examples were read, the bars hold too", async () => {
  for (const half of ["unseen", "unseen-2", "unseen-3", "unseen-4", "unseen-5"]) {
    const unseen = readLabelled(half);
    assert.ok(unseen.filter(({ right }) => right.size > 0).length >= 170);
    assert.ok(unseen.filter(({ right }) => right.size === 0).length >= 60);
    const { recall1, recall3, silence } = await measure(half);
    assert.ok(recall1 >= 0.84, `${half} recall1 ${recall1}`);
    assert.ok(recall3 >= 0.9, `${half} recall3 ${recall3}`);
    assert.ok(silence >= 0.95, `${half} silence ${silence}`);
  }
});

test("meaning and words together find more than either alone, in first place and in three", async () => {
  const found = { both: [0, 0], meaning: [0, 0], words: [0, 0] };
  const ways = { both: {}, meaning: { alpha: 1 }, words: { alpha: 0 } };
  for (const half of ["tune", "report", "unseen"])
    for (const way of ["both", "meaning", "words"] as const) {
      const { n, recall1, recall3 } = await measure(half, ways[way]);
      const [first = 0, inThree = 0] = found[way];
      found[way] = [first + n * recall1, inThree + n * recall3];
    }
  const { both, meaning, words } = found;
  for (const place of [0, 1])
    for (const alone of [meaning, words])
      assert.ok((both[place] ?? 0) > (alone[place] ?? 0), JSON.stringify(found));
});
