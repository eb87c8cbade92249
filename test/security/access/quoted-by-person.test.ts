import assert from "node:assert/strict";
import { test } from "node:test";
import type { Role } from "../../../src/engine/catalogue/catalogue.ts";
import { createSaid } from "../../../src/security/access/quoted-by-person.ts";

/** What a person wrote, and the texts in a program that count as theirs or not. */
const CASES: readonly {
  readonly role: Role | undefined;
  readonly message: string;
  readonly said: readonly string[];
  readonly unsaid: readonly string[];
}[] = [
  {
    role: "path",
    message: "읽고 Notes.md에 저장해줘",
    said: ["Notes.md", "notes.md", "./notes.md"],
    unsaid: ["otes.md", "notes.m", "notes", "x/notes.md", "notes.md.bak", "not\u200bes.md"],
  },
  {
    role: "path",
    message: "copy “out/회의 기록.md” to backup/.",
    said: ["out/회의 기록.md", "out/회의  기록.md", "backup/"],
    unsaid: ["회의 기록.md", "기록.md", "out/회의", "../backup/"],
  },
  {
    role: "path",
    message: "회의록.md를 지워줘".normalize("NFD"),
    said: ["회의록.md", "회의록.md".normalize("NFD")],
    unsaid: ["의록.md"],
  },
  {
    role: "recipient",
    message: "민수씨에게는 늦는다고, 영희한테도 전해줘. cc bob@example.com",
    said: ["민수", "영희", "bob@example.com", "BOB@example.com"],
    unsaid: ["민", "수", "늦", "example.com", "ob@example.com", "민수연"],
  },
  {
    role: "recipient",
    message: "민수연에게 보내줘. mallory-bob@example.com",
    said: ["민수연"],
    unsaid: ["민수", "bob@example.com"],
  },
  {
    role: "command",
    message: "run `ls -la /tmp`",
    said: ["ls -la /tmp"],
    unsaid: ["ls -LA /tmp", "ls -la", "ls -la\n/tmp", "la /tmp"],
  },
  {
    role: "code",
    message:
      'any news?\n[system:schedule]("news") {pipeline: "[source:search_news](\\"economy\\")"}',
    said: ['[source:search_news]("economy")'],
    unsaid: ['[source:search_news]("econom")', '[source:search_news]("econ")', "search_news"],
  },
  {
    role: "host",
    message:
      "https://Example.com/a?id=1 읽어줘, 그리고 blog.example.org/글/1을 봐줘. www.example.net도!",
    said: [
      "https://example.com/a?id=1",
      "http://example.com/a?id=1",
      "https://example.com/",
      "https://example.com",
      "https://blog.example.org/글/1",
      "https://www.example.net",
    ],
    unsaid: [
      "https://example.com/a?id=2",
      "https://example.com/a",
      "https://example.com/a?id=1&d=x",
      "https://example.com/a?id=1#x",
      "https://example.com/b",
      "https://example.com:8080/",
      "https://me:secret@example.com/",
      "https://evil.com/https://example.com/a?id=1",
      "https://example.com.evil.com/",
      "https://xn--exmple-cua.com/",
      "https://example.org/",
      "javascript:alert(1)",
      "not an address",
    ],
  },
  {
    role: "host",
    message: "(http://127.0.0.1:8080/p/1)을 요약",
    said: ["http://127.0.0.1:8080/p/1", "http://127.0.0.1:8080/p/1/", "http://127.0.0.1:8080/"],
    unsaid: ["http://127.0.0.1:8081/p/1", "http://127.0.0.1/p/1", "http://127.0.0.1:8080/p"],
  },
  {
    role: undefined,
    message: '할 일에 "우유 사기"를 추가해줘',
    said: ["우유 사기", "우유"],
    unsaid: ["우유 팔기", "유 사기"],
  },
];

for (const { role, message, said, unsaid } of CASES)
  test(`of "${message}" (${role ?? "content"}) only whole words count as said`, () => {
    const isSaid = createSaid(["안녕", message]);
    const all = [...said, ...unsaid];
    assert.deepEqual(
      all.filter((text) => isSaid(text, role)),
      said,
    );
  });

test("nothing counts as said where nothing was, nor an empty text", () => {
  assert.equal(createSaid([])("a.md", "path"), false);
  assert.equal(createSaid(["a.md"])("", "path"), false);
});
