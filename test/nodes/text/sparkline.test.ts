import assert from "node:assert/strict";
import { test } from "node:test";
import { sparkline } from "../../../src/nodes/text/sparkline.ts";

test("numbers become bars between the lowest and the highest", () => {
  assert.equal(sparkline([1, 2, 3, 4, 5, 6, 7, 8]), "▁▂▃▄▅▆▇█");
  assert.equal(sparkline([5, 5, 5]), "▄▄▄");
  assert.equal(sparkline([-10, 0, 10]), "▁▅█");
});

test("of many numbers each part has one bar, of two there is no line", () => {
  const rising = Array.from({ length: 3000 }, (_none, at) => at);
  const line = sparkline(rising) ?? "";
  assert.equal([...line].length, 30);
  assert.match(line, /^▁.*█$/);
  assert.equal(sparkline([1, 2]), undefined);
});
