import assert from "node:assert/strict";
import { test } from "node:test";
import { planned, sureCode } from "../support/planner-examples.ts";

/** What people say, and what is run for it. */
const SURE: readonly (readonly [string, string])[] = [
  [
    "배터리 뉴스 찾아서 요약하고 battery.md로 저장해줘",
    '[source:search_news]("배터리") >> [system:summarize] >> [system:file]("battery.md")',
  ],
  [
    "find news about tulips, summarize it and then send it to me",
    '[source:search_news]("tulips") >> [system:summarize]',
  ],
  ["부산이랑 광주 날씨 둘 다 알려줘", '[source:weather]("부산") & [source:weather]("광주")'],
  ["show me TSLA and NVDA prices", '[source:prices] {symbol: ["TSLA", "NVDA"]}'],
  [
    "부산이랑 광주 날씨 둘 다 알아보고 trip.md에 저장해줘",
    '([source:weather]("부산") & [source:weather]("광주")) >> [system:file]("trip.md")',
  ],
  ["read a.md, and if that fails read b.md", '[system:read]("a.md") ?? [system:read]("b.md")'],
  [
    "수소차 뉴스 찾아보고 없으면 웹에서 검색해줘",
    '[source:search_news]("수소차") ?? [source:web_search]("수소차")',
  ],
  [
    "뉴스에서 수소차 찾고 안 되면 웹에서 검색해서 h2.md에 저장해줘",
    '[source:search_news]("수소차") ?? [source:web_search]("수소차") >> [system:file]("h2.md")',
  ],
  [
    "bitcoin price and related news please",
    '[source:price]("bitcoin") & [source:search_news]("bitcoin")',
  ],
  ["카카오 주가하고 뉴스도", '[source:price]("카카오") & [source:search_news]("카카오")'],
  ["이불 널어도 되는 날씨야?", "[source:weather]"],
  ["Nvidia price and related news", '[source:price]("Nvidia") & [source:search_news]("Nvidia")'],
  ["tell Ines the bus is late", '[messenger:send]("The bus is late") {to: "Ines"}'],
  ["weather in Porto and also for Braga", '[source:weather]("Porto") & [source:weather]("Braga")'],
  ["Apple vs Nvidia prices", '[source:prices] {symbol: ["Apple", "Nvidia"]}'],
  ["news about Superman 2", '[source:search_news]("Superman 2")'],
  ["엑스포 2030 뉴스 4개만", '[source:search_news]("엑스포 2030") {count: 4}'],
  [
    "보고서.pdf 요약한 다음 영어로 번역해서 short.md에 저장",
    '[system:read]("보고서.pdf") >> [system:summarize] >> [system:translate] {to: "en"} >> [system:file]("short.md")',
  ],
  [
    "grab the nvidia share price and send it over to Magda",
    '[source:price]("nvidia") >> [messenger:send] {to: "Magda"}',
  ],
  ["파리 날씨 지금 어떰? 거긴 춥다던데", '[source:weather]("파리")'],
  ["나이로비는 지금 몇시지 동생 퇴근했으려나", '[system:time]("나이로비")'],
  ["'전세' 라는 말 들어간 파일 있으면 다 찾아", '[system:grep]("전세")'],
  ["find files with the word tulip", '[system:grep]("tulip")'],
  [
    'make a copy of "plan v2.docx" called plan-old.docx',
    '[system:copy]("plan v2.docx") {destination: "plan-old.docx"}',
  ],
  ["notes.md 읽어서 번역해서 보여줘", '[system:read]("notes.md") >> [system:translate]'],
];

test("steps, things beside each other and second choices are put together", async () => {
  const wrong: unknown[] = [];
  for (const [message, code] of SURE) {
    const got = sureCode(await planned(message));
    if (got !== code) wrong.push({ message, code, got });
  }
  assert.deepEqual(wrong, []);
});

test("what is a clause, or a request of its own, is no value and no title", async () => {
  for (const message of [
    "for goodness sake whats boeing trading at today",
    "토요일에 이사 가야 되니까 알림 걸어줘",
    "put water the ferns on the todo list and remind me about it friday 10am",
    "Noor turns 9 on may 4th, add her birthday",
  ])
    assert.notEqual((await planned(message)).kind, "sure", message);
});

test("a step that nothing explains is never swallowed by the value before it", async () => {
  for (const message of [
    "find news about tulips and frame it",
    "look up tulips and put them in a vase",
    "튤립 뉴스 찾아서 액자에 넣어줘",
  ])
    assert.notEqual((await planned(message)).kind, "sure", message);
});

test("a name that joins two words is offered whole beside the reading as two", async () => {
  const result = await planned("find news about salt and pepper");
  const codes =
    result.kind === "none"
      ? []
      : result.kind === "sure"
        ? [result.code]
        : result.proposals.map(({ code }) => code);
  assert.ok(codes.includes('[source:search_news]("salt and pepper")'), JSON.stringify(codes));
});

test("what changes something is not done twice because two things are named", async () => {
  const result = await planned("notes.md하고 memo.md 지워줘");
  if (result.kind === "sure") assert.doesNotMatch(result.code, /&/u);
});
