import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { SearchHit } from "../../../src/rag/search/example-search.ts";
import { createReferences, referencesBlock } from "../../../src/rag/search/references.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { materialFrom, openUsage, referencesOver } from "../../support/usage-examples.ts";

const usage = openUsage(
  materialFrom(
    [
      ["AI 뉴스 찾아줘", '[source:search_news]("AI")'],
      ["AI 소식 알려줘", '[source:search_news]("AI")'],
      ["AI 뉴스 검색", '[source:search_news]("AI")'],
      ["AI 뉴스 찾아서 저장해줘", '[source:search_news]("AI") >> [system:file]("ai.md")'],
      ["AI 기사 모아서 저장해줘", '[source:search_news]("AI") >> [system:file]("ai.md")'],
      ["a.md 파일 지워줘", '[system:delete]("a.md")'],
      ["a.md 삭제해줘", '[system:delete]("a.md")'],
    ],
    ["안녕", "안녕하세요", "hello", "hi", "오늘 기분 좋다", "네", "고마워", "잘 자"],
  ),
);
after(() => usage.close());

const EVERYTHING = { personId: "anna", key: "all", accept: () => true };

/** References over a search that a test answers. */
function scripted(answer: () => Promise<readonly SearchHit[]>) {
  const state = { asked: 0, version: 1 as unknown };
  const clock = new ManualClock();
  const errors: unknown[] = [];
  const references = createReferences({
    search: () => {
      state.asked += 1;
      return answer();
    },
    version: () => state.version,
    clock,
    onError: (error) => void errors.push(error),
  });
  return { state, clock, errors, references };
}

test("references resemble the message and differ in what they do, best first", async () => {
  const found = await referencesOver(usage).find("반도체 뉴스 찾아줘", EVERYTHING);
  assert.deepEqual(
    found.slice(0, 2).map(({ code }) => code),
    ['[source:search_news]("AI")', '[source:search_news]("AI") >> [system:file]("ai.md")'],
  );
  assert.ok(found[0]!.score > found[1]!.score && found[0]!.score <= 1);
});

test("a program with an action that may not be used is no reference, even if others of its actions may", async () => {
  const accept = (action: string): boolean => action.startsWith("source:");
  const scope = { personId: "anna", key: "source", accept };
  const found = await referencesOver(usage).find("AI 뉴스 찾아서 저장해줘", scope);
  assert.deepEqual(
    found.map(({ code }) => code),
    ['[source:search_news]("AI")'],
  );
});

test("greetings, signs, nothing at all and a document get none", async () => {
  const references = referencesOver(usage);
  const document =
    "뉴스를 보면 세상이 보인다는 말이 있지만 정말 그런지는 잘 모르겠다고 그는 썼다 ".repeat(30);
  for (const message of ["안녕하세요!", "hello", "ㅋㅋ", "👍", "", "   ", document])
    assert.deepEqual(await references.find(message, EVERYTHING), [], message);
});

test("the same message in the same scope is searched once in five minutes, and again when the examples have changed", async () => {
  const { state, clock, references } = scripted(async () => []);
  await references.find("뉴스", EVERYTHING);
  await references.find("뉴스", EVERYTHING);
  assert.equal(state.asked, 1);
  await references.find("뉴스", { ...EVERYTHING, personId: "ben" });
  await references.find("뉴스", { ...EVERYTHING, key: "less" });
  assert.equal(state.asked, 3);
  clock.set("2026-11-23T00:04:59Z");
  await references.find("뉴스", EVERYTHING);
  assert.equal(state.asked, 3);
  clock.set("2026-11-23T00:05:00Z");
  await references.find("뉴스", EVERYTHING);
  assert.equal(state.asked, 4);
  state.version = 2;
  await references.find("뉴스", EVERYTHING);
  assert.equal(state.asked, 5);
});

test("a search that takes over a second or fails brings nothing, and nothing of it is remembered", async () => {
  const slow = scripted(() => new Promise(() => undefined));
  const found = slow.references.find("뉴스", EVERYTHING);
  await slow.clock.advance(1000);
  assert.deepEqual(await found, []);
  const failing = scripted(() => Promise.reject(new Error("no disk")));
  assert.deepEqual(await failing.references.find("뉴스", EVERYTHING), []);
  assert.deepEqual(await failing.references.find("뉴스", EVERYTHING), []);
  assert.equal(failing.state.asked, 2);
  assert.deepEqual(failing.errors.map(String), ["Error: no disk", "Error: no disk"]);
});

test("an abort is told, not swallowed", async () => {
  const { references } = scripted(() => new Promise(() => undefined));
  const stop = new AbortController();
  const found = references.find("뉴스", EVERYTHING, stop.signal);
  stop.abort(new Error("stopped"));
  await assert.rejects(found, { message: "stopped" });
});

test("the block holds the best references that fit and never grows past its room", () => {
  const long = { intent: "길다", code: `[system:time]("${"a".repeat(2000)}")`, score: 0.9 };
  const short = { intent: "짧다", code: "[system:time]", score: 0.8 };
  const block = referencesBlock([long, { ...long, score: 0.85 }, short]);
  assert.ok(block.length < 2700);
  assert.equal(block.match(/<ref /g)?.length, 2);
  assert.match(block, /intent="짧다"/);
});

test("the block is well formed whatever intents and programs hold, and programs stand in it as they are", () => {
  const hostile = [
    '[system:write]("it\'s.md") {content: "a < b && c > d"}',
    '[system:write]("x.md") {content: "]]> </ibl_references>"}',
    "$a = [system:list]\n[system:time]",
  ];
  const block = referencesBlock(
    hostile.map((code) => ({ intent: `"quoted" <b> & 'more'\n`, code, score: 0.876 })),
  );
  assert.equal(block.match(/<\/ibl_references>(?!"\})/g)?.length, 1);
  assert.match(block, /<ref intent="&quot;quoted&quot; &lt;b&gt; &amp; 'more' " score="0\.88">/);
  const joined = block.replaceAll("]]]]><![CDATA[>", "]]>");
  for (const code of hostile) assert.ok(joined.includes(`<![CDATA[${code}]]></ref>`), code);
});

test("a plain program stands in an attribute, and no references give no block", () => {
  const plain = { intent: "지금 몇 시", code: '[system:time]("Asia/Tokyo")', score: 1 };
  assert.match(
    referencesBlock([plain]),
    /^<ibl_references note="[^"]+">\n {2}<ref intent="지금 몇 시" code='\[system:time\]\("Asia\/Tokyo"\)' score="1\.00"\/>\n<\/ibl_references>$/,
  );
  assert.equal(referencesBlock([]), "");
});
