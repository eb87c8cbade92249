import assert from "node:assert/strict";
import { test } from "node:test";
import { findMentions } from "../../../../src/agent/planner/frames/mentions.ts";

const KNOWN = { files: ["여름 계획.md"], folders: ["영수증"], people: ["유진", "Marta"] };

/** Each as `kind=value`. */
function found(text: string): readonly string[] {
  return findMentions(text, KNOWN).map(({ kind, value }) => `${kind}=${JSON.stringify(value)}`);
}

const CASES: readonly (readonly [string, readonly string[]])[] = [
  ["카카오 석 달 시세", ['instrument="카카오"', "span=90"]],
  ["엔화 환율", ['instrument="엔화"']],
  ["유로 넉 달치", ['instrument="유로"', "span=120"]],
  ["반도체 기사 다섯 개만", ["count=5"]],
  ["a.txt를 b/c.txt로", ['file="a.txt"', 'file="b/c.txt"']],
  ["여름 계획.md 보여줘", ['file="여름 계획.md"']],
  ["예산(초안).xlsx 열어", ['file="예산(초안).xlsx"']],
  ["'2월 표 (3).hwp'를 지워", ['file="2월 표 (3).hwp"']],
  ["영수증 폴더에 있는 pdf 파일", ['folder="영수증"', 'glob="*.pdf"']],
  ["유진한테도 보내줘", ['person="유진"']],
  ["김 부장님께 전해줘", ['person="김 부장님"']],
  ["세 문장으로 줄여줘", ["sentences=3"]],
  ["sum it up in two sentences", ["sentences=2"]],
  ["the last six months of Nike", ["span=180", 'instrument="Nike"']],
  ["over half a year", ["span=183"]],
  ["into English", ['language="en"']],
  ["우리말로 옮겨줘", ['language="ko"']],
  ["1월 30, 2월 42, 3월 51", ['pairs=[["1월",30],["2월",42],["3월",51]]']],
  ["rent 900, food 320, fun 110", ['pairs=[["rent",900],["food",320],["fun",110]]']],
  ["005930 얼마", ['instrument="005930"']],
  ["두 번째 거", ["ordinal=2"]],
  ["the last one", ["ordinal=-1"]],
  ["Oslo this weekend", ['place="Oslo"', 'span="sunday"']],
  ["send it to Marta", ['person="Marta"']],
  ["외신 기사", ['press="en"']],
];

for (const [text, wanted] of CASES)
  test(`values in "${text}"`, () => {
    assert.deepEqual(found(text), wanted);
  });

test("no value stands over another", () => {
  const text =
    "유진한테 a.txt를 영어로 옮겨서 세 문장으로 줄여 b.md로 저장하고 https://example.com/x 도 보내줘";
  const mentions = findMentions(text, KNOWN);
  for (const [index, each] of mentions.entries())
    assert.ok(each.start >= (mentions[index - 1]?.end ?? 0), `${each.kind} overlaps`);
});
