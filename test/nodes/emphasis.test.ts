import assert from "node:assert/strict";
import { test } from "node:test";
import { quotable, withSpoilers } from "../../src/nodes/emphasis.ts";

for (const [text, shown] of [
  ["my password is hunter2", "my password is ||hunter2||"],
  ["the wifi password is abc.def!g", "the wifi password is ||abc.def!g||"],
  ["the pin is 1234. Tell nobody", "the pin is ||1234||. Tell nobody"],
  ["와이파이 비번은 a.b,c'd!예요", "와이파이 비번은 ||a.b,c'd!||예요"],
  ["현관 비번이4821#", "현관 비번이||4821#||"],
  ["lunch is at 12.30", "lunch is at 12.30"],
] as const)
  test(`what looks secret is hidden whole: ${text}`, () => {
    assert.equal(withSpoilers(text), shown);
  });

for (const [text, shown] of [
  ["tofu\nleeks", "tofu, leeks"],
  ["Whales sing.\nTheir songs change each year.", "Whales sing. Their songs change each year."],
  ["고래는 노래해요.\n\n해마다 바뀌어요!\n끝", "고래는 노래해요. 해마다 바뀌어요! 끝"],
  ["“Come!”\nThey came:\nall", "“Come!” They came: all"],
] as const)
  test(`lines are joined as one reads them: ${JSON.stringify(text)}`, () => {
    assert.equal(quotable(text), shown);
  });
