import assert from "node:assert/strict";
import test from "node:test";
import { mended, type Spellings } from "../../../../src/agent/planner/wording/mending.ts";

const spellings: Spellings = {
  words: "날씨 뉴스 주가 환율 알림 리마인더 weather stock remind search translate".split(" "),
  isKnown: ({ value }) => /^(?:주차|whether|form|엄마|지금)$/u.test(value),
};

test("words that sound like one that is known, have two letters turned or run together are mended at once", () => {
  for (const [said, meant] of [
    ["대전 날시 보여죠", "대전 날씨 보여줘"],
    ["달러 환률 지금 얼마임", "달러 환률 지금 얼마야"],
    ["수소차 뉴쓰", "수소차 뉴스"],
    ["내일아침8시알림 약", "내일 아침 8시에 알림 약"],
    ["엄마한테늦는다고보내줭", "엄마한테 늦는다고 보내줘"],
    ["stcok of intel", "stock of intel"],
    ["remindme at7pm to call", "remind me at 7pm to call"],
    ["can u serach for tents", "can you search for tents"],
  ])
    assert.equal(mended(said!, spellings, "sure"), meant, said);
});

test("any other slip is mended only where it is asked for, and no word of its own is", () => {
  for (const [said, meant] of [
    ["wether in rome", "weather in rome"],
    ["serch for tents", "search for tents"],
    ["닐씨 좀", "날씨 좀"],
  ]) {
    assert.equal(mended(said!, spellings, "sure"), said, said);
    assert.equal(mended(said!, spellings, "near"), meant, said);
  }
  for (const said of ["주차 알려줘", "엄마 생각", "whether to go", 'say "stcok wether 날시"'])
    for (const reach of ["sure", "near"] as const)
      assert.equal(mended(said, spellings, reach), said, said);
});
