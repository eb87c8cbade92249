import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { planned, plannerOf, shippedExamples, sureCode } from "../support/planner-examples.ts";

function lines(name: string): readonly string[] {
  const content = readFileSync(new URL(`../support/${name}`, import.meta.url), "utf8");
  return content.split("\n").filter((line) => line !== "");
}

const OPTIONS = { language: "ko", nowMs: 0, zone: "Asia/Seoul" } as const;

test("what people ask for in Korean and English becomes the right program", () => {
  const wrong = lines("planner-requests.tsv").flatMap((line) => {
    const [message = "", code = ""] = line.split("\t");
    const got = sureCode(planned(message));
    return got === code ? [] : [{ message, code, got }];
  });
  assert.deepEqual(wrong, []);
});

test("small talk, feelings, statements, single words and programs become nothing", () => {
  const answered = lines("planner-unrelated.txt").flatMap((message) => {
    const result = planned(message);
    return result.kind === "none" ? [] : [{ message, got: sureCode(result) }];
  });
  assert.deepEqual(answered, []);
});

test("noise becomes nothing, and about a long text it is asked what to do with it", () => {
  const letter = "오늘은 회사에서 뉴스를 읽고 파일을 정리하며 하루를 보냈다. ".repeat(30);
  const article =
    "The news today was about files, notes and radio stations all over the world. ".repeat(40);
  const numbers = Array.from({ length: 50 }, (_, index) => `${index}`).join("\n");
  for (const message of [article, numbers, "가".repeat(20_000), "a ".repeat(9000)]) {
    const result = planned(message, { language: "en" });
    assert.match((result.kind === "none" && result.question) || "", /^This is a long text/);
  }
  for (const message of [
    "",
    "   ",
    "\n\n",
    "🎷🎷🎷",
    "\u0000\u0001",
    "%PDF-1.7 \ufffd\ufffd",
    letter,
  ]) {
    assert.deepEqual(planned(message), { kind: "none" });
  }
});

test("a long text is kept when the request before it says so", () => {
  const poem = "나 보기가 역겨워\n가실 때에는\n".repeat(20).trim();
  assert.equal(
    sureCode(planned(`메모 저장해줘: ${poem}`)),
    `[source:save_memory](${JSON.stringify(poem)})`,
  );
});

test("what must not be done is not offered", () => {
  for (const message of [
    "notes.md 지우지 마",
    "notes.md는 지우지 말아줘",
    "don't delete notes.md",
    "do not delete notes.md please",
    "뉴스 브리핑 매일 8시에 보내지 마",
  ]) {
    assert.equal(planned(message).kind, "none", message);
  }
});

test("something half understood is offered, at most three different programs, best first", () => {
  const result = planned("AI와 부동산 뉴스 찾아줘");
  assert.equal(result.kind, "unsure");
  const scores = result.proposals.map((proposal) => proposal.score);
  assert.ok(scores.length >= 2 && scores.length <= 3);
  assert.equal(new Set(result.proposals.map((proposal) => proposal.code)).size, scores.length);
  for (const proposal of result.proposals) assert.match(proposal.code, /AI.*부동산/u);
});

test("a proposal never holds a value that the message does not", () => {
  const planner = plannerOf([
    ["notes.md 지워줘", '[system:delete]("notes.md")'],
    ["notes.md 읽어줘", '[system:read]("notes.md")'],
  ]);
  assert.deepEqual(planner.plan("파일 좀 지워줘", OPTIONS), { kind: "none" });
  assert.deepEqual(planner.plan("파일 좀 읽어 줘 제발", OPTIONS), { kind: "none" });
});

test("a phrasing without a value that others of the same program take is left out", () => {
  const planner = plannerOf([
    ["할 일에 우유 사기 추가해줘", '[system:todo]("우유 사기")'],
    ["add buy milk to my todos", '[system:todo]("우유 사기")'],
  ]);
  assert.equal(
    sureCode(planner.plan("할 일에 빵 굽기 추가해줘", OPTIONS)),
    '[system:todo]("빵 굽기")',
  );
  assert.deepEqual(planner.plan("add buy milk to my todos", { ...OPTIONS, language: "en" }), {
    kind: "none",
  });
});

test("two programs said in the same words are offered both", () => {
  const planner = plannerOf([
    ["https://a.kr 열어줘", '[source:crawl]("https://a.kr")'],
    ["https://a.kr 열어줘", '[interface:navigate]("https://a.kr")'],
  ]);
  const result = planner.plan("https://b.kr 열어줘", OPTIONS);
  assert.equal(result.kind, "unsure");
  assert.deepEqual(result.proposals.map((proposal) => proposal.code).sort(), [
    '[interface:navigate]("https://b.kr")',
    '[source:crawl]("https://b.kr")',
  ]);
});

test("a program that needs a node the person may not use is not offered", () => {
  const allowed = { allowedNodes: ["system"] };
  assert.deepEqual(planned("삼성전자 주가 알려줘", allowed), { kind: "none" });
  assert.equal(sureCode(planned("notes.md 읽어줘", allowed)), '[system:read]("notes.md")');
  const result = planned("AI 뉴스 찾아서 news.md로 저장해줘", allowed);
  assert.doesNotMatch(JSON.stringify(result), /source:/u);
});

test("a plan says what would happen and which example it was made from", () => {
  const result = planned("할 일에 세금 내기 추가해줘");
  assert.deepEqual(result, {
    kind: "sure",
    code: '[system:todo]("세금 내기")',
    score: 1,
    intent: "할 일에 세금 내기 넣기",
    from: [
      {
        code: '[system:todo]("세금 내기")',
        score: 1,
        said: "할 일에 세금 내기 추가해줘",
        example: "할 일에 우유 사기 추가해줘",
        isStep: false,
        slots: [{ kind: "text", value: "세금 내기" }],
      },
    ],
  });
});

test("a workflow runs by its title or name, and is stopped by its name", () => {
  const options = { workflows: [{ name: "morning_report", title: "아침 보고" }] };
  assert.equal(
    sureCode(planned("아침 보고 실행해줘", options)),
    '[system:run_pipeline]("morning_report")',
  );
  assert.equal(
    sureCode(planned("run the morning report", options)),
    '[system:run_pipeline]("morning_report")',
  );
  assert.equal(
    sureCode(planned("아침 보고 예약 꺼줘", options)),
    '[system:disable]("morning_report")',
  );
  assert.equal(planned("아침 보고 했어", options).kind, "none");
});

test("numbers, lists and patterns take the form that the program needs", () => {
  const planner = plannerOf([
    ["부동산 뉴스 3개 찾아줘", '[source:search_news]("부동산") {count: 3}'],
    ["1, 2, 3으로 그래프 그려줘", "[forge:line] {data: [1, 2, 3]}"],
    ["*.md 파일 찾아줘", '[system:find]("*.md")'],
  ]);
  assert.equal(
    sureCode(planner.plan("AI 뉴스 다섯 개 찾아줘", OPTIONS)),
    '[source:search_news]("AI") {count: 5}',
  );
  assert.equal(
    sureCode(planner.plan("4,-5, 6.5 , 7으로 그래프 그려줘", OPTIONS)).startsWith("[forge:line]"),
    true,
  );
  assert.equal(
    sureCode(planner.plan("10,20,30으로 그래프 그려줘", OPTIONS)),
    "[forge:line] {data: [10, 20, 30]}",
  );
  assert.equal(sureCode(planner.plan("PDF 파일 찾아줘", OPTIONS)), '[system:find]("*.pdf")');
});

test("a choice in a program stays as the example has it", () => {
  const planner = plannerOf([["KBS 라디오 찾아줘", '[source:search]("KBS") {type: "라디오"}']]);
  assert.equal(
    sureCode(planner.plan("재즈 라디오 찾아줘", OPTIONS)),
    '[source:search]("재즈") {type: "라디오"}',
  );
});

test("which file goes where is told by particles and prepositions, not by order alone", () => {
  assert.equal(
    sureCode(planned("a.md를 b.md로 복사해줘")),
    '[system:copy]("a.md") {destination: "b.md"}',
  );
  assert.doesNotMatch(sureCode(planned("b.md로 a.md를 복사해줘")), /^\[system:copy\]\("b\.md"\)/u);
  assert.doesNotMatch(sureCode(planned("copy to b.md a.md")), /^\[system:copy\]\("b\.md"\)/u);
});

test("every phrasing of the shipped examples that stands for one program is understood", () => {
  const codes = new Map<string, Set<string>>();
  for (const { intent, code } of shippedExamples())
    codes.set(intent, (codes.get(intent) ?? new Set()).add(code));
  const plain = shippedExamples().filter(({ intent }) => codes.get(intent)?.size === 1);
  const sure = plain.filter(({ intent, code }) => sureCode(planned(intent)) === code);
  assert.ok(sure.length / plain.length > 0.8, `${sure.length} of ${plain.length}`);
});

test("the same message gives the same plan", () => {
  assert.deepEqual(planned("부동산 뉴스 찾아줘"), planned("부동산 뉴스 찾아줘"));
});

test("a decomposed message is read like a composed one", () => {
  assert.equal(
    sureCode(planned("회의록.md 읽어줘".normalize("NFD"))),
    '[system:read]("회의록.md")',
  );
});

test("a program is labelled in the reader's language, whatever the message or the example is in", () => {
  const labels = (["ko", "en"] as const).map((language) => {
    const result = planned("plan.md 읽어줘", { language });
    return result.kind === "sure" && result.intent;
  });
  assert.deepEqual(labels, ["plan.md 읽기", "Read plan.md"]);
});
