import assert from "node:assert/strict";
import { test } from "node:test";
import { strayIn } from "../../../../src/agent/planner/wording/sound-values.ts";

const STRAY: readonly (readonly [message: string, code: string, words: string])[] = [
  ["뉴스 잘 보고 있어", '[source:search_news]("잘")', "잘"],
  ["weather where it rains", '[source:weather]("where it rains")', "where it rains"],
  ["price of bread at home", '[source:price]("bread at home")', "bread at home"],
  ["카카오 배당금 얼마야", '[source:price]("카카오 배당금")', "카카오 배당금"],
  ["그 회사 뉴스", '[source:search_news]("회사")', "회사"],
  ["목록에서 큰 것만 아래로 내려줘", '[system:todo]("큰 것만 아래로")', "큰 것만 아래로"],
  ["add something to my list", '[system:todo]("something")', "something"],
  ["every day at 7 send me the news", '[messenger:send]("me") {to: "news"}', "news"],
];
const SOUND: readonly (readonly [message: string, code: string])[] = [
  ["IT 뉴스", '[source:search_news]("IT")'],
  ["bank of america price", '[source:price]("bank of america")'],
  ["weather in isle of man", '[source:weather]("isle of man")'],
  ["tell Leo I am late", '[messenger:send]("I am late") {to: "Leo"}'],
  ["지수한테 늦는다고 보내줘", '[messenger:send]("늦어") {to: "지수"}'],
  ['add "something" to my list', '[system:todo]("something")'],
  ["news.md 읽어줘", '[system:read]("news.md")'],
];

for (const [message, code, words] of STRAY)
  test(`"${words}" of "${message}" is no value`, () =>
    assert.equal(strayIn(code, message, {}), words));
for (const [message, code] of SOUND)
  test(`${code} is made of "${message}"`, () =>
    assert.equal(strayIn(code, message, {}), undefined));
