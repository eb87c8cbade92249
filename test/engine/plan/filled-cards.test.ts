import assert from "node:assert/strict";
import { test } from "node:test";
import { filledWith } from "../../../src/engine/plan/effects-report.ts";

const CARD = {
  ko: '"{path}" 파일에 쓰기[ (끝에 더하기){append?}]',
  en: 'Write "{path}"[ (add at the end){append?}]',
};
const PATH = { param: "path", value: "a.md" };

for (const [name, value, shown] of [
  ["true stands there in words", "true", " (add at the end)"],
  ["false is left out", "false", ""],
  ["one known only while it runs is named", undefined, " (add at the end)"],
] as const)
  test(`a switch of a card: ${name}`, () => {
    const details = [PATH, { param: "append", ...(value === undefined ? {} : { value }) }];
    assert.equal(filledWith(CARD, details).en, `Write "a.md"${shown}`);
  });

test("a switch that is not given is left out", () => {
  assert.deepEqual(filledWith(CARD, [PATH]), { ko: '"a.md" 파일에 쓰기', en: 'Write "a.md"' });
});
