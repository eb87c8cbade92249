import assert from "node:assert/strict";
import { test } from "node:test";
import { askedOfShown, asksSomething, readPassage } from "../../../src/agent/things/passages.ts";

const FILES = [
  {
    path: "inbox/lease.txt",
    text: "Office lease. Landlord: Ms Oh. Deposit 2,000,000 won. Lease ends 30 June 2028.",
  },
  { path: "모임.txt", text: "송년회 12월 19일 저녁 7시, 장소는 을지로 노포, 회비 4만원" },
  { path: "inbox/지출.csv", text: "날짜,항목,금액\n11-20,책,15000\n11-21,영화,14000" },
  {
    path: "budget.csv",
    text: "item,cost,paid,note\nrent,500,450,home\nfood,200,200,home\nrent,510,510,office",
  },
  {
    path: "inbox/소풍안내.txt",
    text: "10월 7일(수) 가을 소풍. 챙길 것: 김밥, 물통, 모자. 모임 9시 10분 후문.",
  },
  { path: "marks.md", text: "The *lamp* [costs](https://x.example) 40 dollars." },
];

test("who belongs to a group is answered by the line of its heading", () => {
  const files = [
    { path: "inbox/students.txt", text: "Tuesday: Aoife, Cian\nThursday: Sinead, Pat" },
  ];
  const told = (question: string): string | undefined => {
    const plan = asksSomething(question) ? readPassage(question, files) : undefined;
    return plan?.kind === "ask" ? plan.words.en : undefined;
  };
  for (const question of ["whos in the thursday class", "who is in the class on thursday"])
    assert.equal(told(question), "Thursday: Sinead, Pat\n📄 students.txt");
  assert.equal(told("whos in the friday class"), undefined);
  assert.equal(told("who is in the band queen"), undefined);
});

function answer(question: string): string | undefined {
  if (!asksSomething(question)) return undefined;
  const plan = readPassage(question, FILES);
  return plan?.kind === "ask" ? plan.words.en : undefined;
}

for (const [question, passage] of [
  ["when does my lease end?", "Lease ends 30 June 2028.\n📄 lease.txt"],
  ["how much was the deposit", "Deposit 2,000,000 won.\n📄 lease.txt"],
  ["송년회 장소 어디였지", "장소는 을지로 노포\n📄 모임.txt"],
  ["송년회 회비 얼마였더라", "회비 4만원\n📄 모임.txt"],
  ["모임 몇시더라", "송년회 12월 19일 저녁 7시\n📄 모임.txt"],
  ["소풍 챙길 것 뭐였지", "챙길 것: 김밥, 물통, 모자.\n📄 소풍안내.txt"],
  ["지출 합계 얼마야", "**지출.csv**: 29,000 in total"],
  ["지출에서 책 합계", "**지출.csv** 책: 15,000 in total"],
  ["sum of rent in budget", "**budget.csv** rent: 960 in total"],
  ["total cost of rent in my budget", "**budget.csv** rent: 1,010 in total"],
  ["what is the total cost in budget.csv", "**budget.csv**: 1,210 in total"],
  ["sum of everything in the budget", "**budget.csv**: 1,160 in total"],
] as const)
  test(`a question is answered from a file that was sent: ${question}`, () => {
    assert.equal(answer(question), passage);
  });

test("what a file holds is shown as it is written", () => {
  assert.equal(
    answer("how much is the lamp"),
    "The \\*lamp\\* \\[costs\\](https://x.example) 40 dollars.\n📄 marks.md",
  );
});

for (const question of [
  "when is the next election in France",
  "삼성전자 얼마야",
  "서울 날씨 어때",
  "how much is the fish",
  "delete lease.txt",
  "sum of electricity in the budget",
  "계약 언제야",
])
  test(`what no file tells is left to others: ${question}`, () => {
    assert.equal(answer(question), undefined);
  });

test("a question about the file that was shown is asked of it alone", () => {
  for (const [said, question] of [
    ["when's the deadline in that file?", "when's the deadline?"],
    ["그 파일에서 마감이 언제야?", "마감이 언제야?"],
  ] as const)
    assert.equal(askedOfShown(said), question, said);
  assert.equal(askedOfShown("when does it end"), undefined);
});
