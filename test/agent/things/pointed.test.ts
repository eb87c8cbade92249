import assert from "node:assert/strict";
import { test } from "node:test";
import { type KnownThings, type Listed, NO_THINGS } from "../../../src/agent/things/said.ts";
import { readThing } from "../../../src/agent/things/things.ts";

function made(message: string, known: Partial<KnownThings>): string | undefined {
  const plan = readThing(message, { ...NO_THINGS, ...known });
  return plan?.kind === "program" ? plan.code : undefined;
}

function listed(is: Listed["is"], ...values: readonly string[]): Partial<KnownThings> {
  return { listed: values.map((value) => ({ is, value })) };
}

const LINKS = listed("link", "https://a.example", "https://b.example", "https://c.example");
const TODOS = listed("todo", "1", "2", "3");
const FILES = listed("file", "a.png", "notes/b.md");
const PDF = { sent: ["inbox/plan.pdf"] };
const PHOTO = { sent: ["inbox/photo.jpg"] };

const CASES: readonly (readonly [string, Partial<KnownThings>, string])[] = [
  ["두 번째 링크 자세히 보자", LINKS, '[source:crawl]("https://b.example")'],
  ["summarize the last one", LINKS, '[source:crawl]("https://c.example") >> [system:summarize]'],
  ["둘째랑 셋째 끝냈어", TODOS, "[system:todo] {done: 3}\n[system:todo] {done: 2}"],
  ["delete the first and second", TODOS, "[system:todo] {remove: 2}\n[system:todo] {remove: 1}"],
  ["맨 끝 파일 지워줘", FILES, '[system:delete]("notes/b.md")'],
  ["open the first", FILES, '[source:read_picture]("a.png")'],
  ["이 문서 뭐라고 써 있어?", PDF, '[system:read]("inbox/plan.pdf")'],
  ["what does it say", PDF, '[system:read]("inbox/plan.pdf")'],
  [
    "rename it to holiday",
    PDF,
    '[system:move]("inbox/plan.pdf") {destination: "inbox/holiday.pdf"}',
  ],
  [
    "이거 자료 폴더로 옮겨줘",
    PDF,
    '[system:move]("inbox/plan.pdf") {destination: "자료/plan.pdf"}',
  ],
  [
    "글자만 뽑아서 글.txt로 저장해줘",
    PHOTO,
    '[source:read_picture]("inbox/photo.jpg") >> [system:file]("글.txt")',
  ],
  ['caption this "Home"', PHOTO, '[forge:caption]("Home") {picture: "inbox/photo.jpg"}'],
];

for (const [message, known, code] of CASES)
  test(`what was listed or sent last is meant: ${message}`, () => {
    assert.equal(made(message, known), code);
  });

for (const [message, content] of [
  ["거기에 마늘도 적어줘", "마늘"],
  ["그 파일에 후추 추가해줘", "후추"],
  ["add kimchi to it", "kimchi"],
  ["put eggs in that file too", "eggs"],
] as const)
  test(`words go into the file that was shown: ${message}`, () => {
    const added = `[system:write]("장보기.txt") {content: "${content}", append: true}`;
    assert.equal(made(message, { opened: "장보기.txt" }), added);
    assert.equal(made(message, listed("file", "장보기.txt")), added);
    assert.notEqual(made(message, { opened: "a.png" }), added);
  });

test("of two that were sent the other one is meant", () => {
  const sent = ["inbox/may.csv", "inbox/april.csv"];
  assert.equal(made("not april, the other one", { sent }), '[system:read]("inbox/may.csv")');
  assert.equal(made("what does it say", { sent }), undefined);
});

test("what is not there is not pointed at, and addresses from outside are marked as such", () => {
  assert.equal(made("open the fifth", LINKS), undefined);
  assert.equal(made("open the first", {}), undefined);
  const plan = readThing("open the first", { ...NO_THINGS, ...LINKS });
  assert.equal(plan?.kind === "program" && plan.isFromOutside, true);
});
