import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { planned, sureCode } from "../support/planner-examples.ts";

function lines(name: string): readonly string[] {
  const content = readFileSync(new URL(`../support/${name}`, import.meta.url), "utf8");
  return content.split("\n").filter((line) => line !== "");
}

test("what people ask for in Korean and English becomes the right program", async () => {
  const wrong: unknown[] = [];
  for (const line of lines("planner-requests.tsv")) {
    const [message = "", code = ""] = line.split("\t");
    const got = sureCode(await planned(message));
    if (got !== code) wrong.push({ message, code, got });
  }
  assert.deepEqual(wrong, []);
});

test("small talk, feelings, statements, single words and programs become nothing", async () => {
  const answered: unknown[] = [];
  for (const message of lines("planner-unrelated.txt")) {
    const result = await planned(message);
    if (result.kind !== "none") answered.push({ message, got: sureCode(result) });
  }
  assert.deepEqual(answered, []);
});

test("noise becomes nothing, and about a long text it is asked what to do with it", async () => {
  const letter = "오늘은 회사에서 뉴스를 읽고 파일을 정리하며 하루를 보냈다. ".repeat(30);
  const article =
    "The news today was about files, notes and radio stations all over the world. ".repeat(40);
  const numbers = Array.from({ length: 50 }, (_, index) => `${index}`).join("\n");
  for (const message of [article, numbers, "가".repeat(20_000), "a ".repeat(9000)]) {
    const result = await planned(message, { language: "en" });
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
    assert.deepEqual(await planned(message), { kind: "none" });
  }
});

test("what must not be done is not offered", async () => {
  for (const message of [
    "notes.md 지우지 마",
    "notes.md는 지우지 말아줘",
    "don't delete notes.md",
    "do not delete notes.md please",
    "뉴스 브리핑 매일 8시에 보내지 마",
  ]) {
    assert.equal((await planned(message)).kind, "none", message);
  }
});

test("a program that needs a node the person may not use is not offered", async () => {
  const allowed = { allowedNodes: ["system"] };
  assert.deepEqual(await planned("삼성전자 주가 알려줘", allowed), { kind: "none" });
  assert.equal(sureCode(await planned("notes.md 읽어줘", allowed)), '[system:read]("notes.md")');
  const result = await planned("AI 뉴스 찾아서 news.md로 저장해줘", allowed);
  assert.doesNotMatch(JSON.stringify(result), /source:/u);
});

test("a workflow runs by its title or name", async () => {
  const options = { workflows: [{ name: "morning_report", title: "아침 보고" }] };
  assert.equal(
    sureCode(await planned("아침 보고 실행해줘", options)),
    '[system:run_pipeline]("morning_report")',
  );
  assert.equal(
    sureCode(await planned("run the morning report", options)),
    '[system:run_pipeline]("morning_report")',
  );
  assert.equal((await planned("아침 보고 했어", options)).kind, "none");
});

test("which file goes where is told by particles and prepositions, not by order alone", async () => {
  assert.equal(
    sureCode(await planned("a.md를 b.md로 복사해줘")),
    '[system:copy]("a.md") {destination: "b.md"}',
  );
  assert.doesNotMatch(
    sureCode(await planned("b.md로 a.md를 복사해줘")),
    /^\[system:copy\]\("b\.md"\)/u,
  );
  assert.doesNotMatch(sureCode(await planned("copy to b.md a.md")), /^\[system:copy\]\("b\.md"\)/u);
});

test("the same message gives the same plan", async () => {
  assert.deepEqual(await planned("부동산 뉴스 찾아줘"), await planned("부동산 뉴스 찾아줘"));
});

test("a decomposed message is read like a composed one", async () => {
  assert.equal(
    sureCode(await planned("회의록.md 읽어줘".normalize("NFD"))),
    '[system:read]("회의록.md")',
  );
});

test("a program is labelled in the reader's language, whatever the message or the example is in", async () => {
  const labels: unknown[] = [];
  for (const language of ["ko", "en"] as const) {
    const result = await planned("plan.md 읽어줘", { language });
    labels.push(result.kind === "sure" && result.intent);
  }
  assert.deepEqual(labels, ["plan.md 읽기", "Read plan.md"]);
});
