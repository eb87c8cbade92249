import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import type { Language } from "../../src/base/localized.ts";
import type { RunResult } from "../../src/runs/run-result.ts";
import { openProgramHouse, type ProgramHouse } from "../support/program-house.ts";

const LANGUAGES: readonly Language[] = ["ko", "en"];
const houses = {} as Record<Language, ProgramHouse>;

before(async () => {
  for (const language of LANGUAGES) houses[language] = await openHouse(language);
});
after(async () => {
  for (const house of Object.values(houses)) await house.close();
});

/** Programs that fail, while they run or before, each with the code of what is told. PAGES is the origin of the loopback web. */
const FAILING: readonly (readonly [string, string])[] = [
  // files
  ['[system:read]("nowhere.txt")', "no-such-file"],
  ['[system:read]("nota.txt")', "no-such-file"],
  ['[system:read]("note.txt/deeper.txt")', "no-such-file"],
  [unforeseen("nowhere.txt", '[system:read]("$value")'), "file-not-found"],
  [unforeseen("nota.txt", '[system:read]("$value")'), "file-not-found"],
  [unforeseen("note.txt/deeper.txt", '[system:read]("$value")'), "file-not-folder"],
  [unforeseen("../secret.txt", '[system:read]("$value")'), "path-outside"],
  [unforeseen(".ibl-x", '[system:read]("$value")'), "path-not-allowed"],
  ['[system:read]("../secret.txt")', "path-outside"],
  ['[system:read]("a\\\\b.txt")', "path-not-allowed"],
  ['[system:read](".ibl-x")', "path-not-allowed"],
  [`[system:read]("${"a/".repeat(40)}b.txt")`, "path-not-allowed"],
  [`[system:read]("${"가".repeat(100)}.txt")`, "path-not-allowed"],
  ['[system:read]("picture.bin")', "file-binary"],
  ['[system:read]("fake.pdf")', "pdf-broken"],
  ['[system:edit]("note.txt") {old: "셋", new: "넷"}', "text-not-found"],
  ['[system:edit]("note.txt") {old: "둘", new: "셋"}', "text-not-unique"],
  ['[system:edit]("picture.bin") {old: "a", new: "b"}', "file-binary"],
  ['[system:copy]("note.txt") {destination: "fake.pdf"}', "file-exists"],
  [unforeseen("fake.pdf", '[system:copy]("note.txt") {destination: "$value"}'), "file-exists"],
  ['[system:move]("note.txt") {destination: "note.txt"}', "file-exists"],
  [unforeseen("note.txt", '[system:move]("note.txt") {destination: "$value"}'), "path-not-allowed"],
  ['[system:delete](".")', "path-not-allowed"],
  ['[system:list]("note.txt")', "file-not-folder"],
  ['[system:find]("{a,b,c,d,e}{a,b,c,d,e}{a,b,c,d,e}")', "bad-pattern"],
  // the web
  ['[source:crawl]("PAGES/missing")', "upstream-404"],
  ['[source:crawl]("PAGES/forbidden")', "upstream-403"],
  ['[source:crawl]("PAGES/error")', "upstream-500"],
  ['[source:crawl]("PAGES/busy")', "upstream-429"],
  ['[source:crawl]("PAGES/close")', "http-unreachable"],
  ['[source:crawl]("PAGES/large")', "http-too-large"],
  ['[source:crawl]("PAGES/redirect-loop")', "http-redirects"],
  ['[source:crawl]("PAGES/redirect-private")', "http-blocked-address"],
  ['[source:crawl]("http://127.0.0.1:1/")', "http-blocked-address"],
  ['[source:crawl]("http://who:secret@example.com/")', "http-bad-url"],
  [unforeseen("http://127.0.0.1:1/", '[source:crawl]("$value")'), "http-blocked-address"],
  [unforeseen("http://who:secret@example.com/", '[source:crawl]("$value")'), "http-bad-url"],
  ['[source:price]("NOSUCHSYMBOL")', "not-found"],
  // commands
  ['[system:run_command]("exit 3")', "command-failed"],
  ['[system:run_command]("kill -9 $$")', "command-failed"],
  [`[system:run_command]("${"x".repeat(7_000)}")`, "command-failed"],
  // workflows
  [unforeseen("nowhere", '[system:run_pipeline]() {workflow: "$value"}'), "unknown-workflow"],
  ['[system:get_workflow]("nowhere")', "no-such-workflow"],
  [unforeseen("nowhere", '[system:get_workflow]("$value")'), "unknown-workflow"],
  ['[system:save_workflow]("a b") {pipeline: "[system:time]"}', "bad-name"],
  ['[system:save_workflow]("wrong") {pipeline: "[system:nothing]"}', "broken-workflow"],
  ['[system:delete_workflow]("news_briefing")', "shipped"],
  [unforeseen("news_briefing", '[system:delete_workflow]("$value")'), "shipped"],
  [unforeseen("needs_name", '[system:run_pipeline]() {workflow: "$value"}'), "bad-parameters"],
  // schedules
  ['[system:schedule]("a") {pipeline: "[system:time]"}', "bad-timing"],
  ['[system:schedule]("a") {pipeline: "[system:time]", cron: "61 8 * * *"}', "bad-timing"],
  ['[system:schedule]("a") {pipeline: "[system:time]", cron: "0 8 *"}', "bad-timing"],
  ['[system:schedule]("a") {pipeline: "[system:time]", cron: "0 9 30 2 *"}', "bad-timing"],
  ['[system:schedule]("a") {pipeline: "[system:time]", cron: "* * * * * *"}', "bad-timing"],
  ['[system:schedule]("a") {pipeline: "[system:time]", every: "often"}', "bad-timing"],
  ['[system:schedule]("a") {pipeline: "[system:time]", every: "1s"}', "bad-timing"],
  ['[system:schedule]("a") {pipeline: "[system:time]", after: "soon"}', "bad-timing"],
  ['[system:schedule]("a") {pipeline: "[system:time]", at: "someday"}', "bad-timing"],
  ['[system:schedule]("a") {pipeline: "[system:time]", at: "2001-01-01T00:00"}', "bad-timing"],
  ['[system:schedule]("a") {pipeline: "[system:time]", every: "1h", after: "1h"}', "bad-timing"],
  ['[system:schedule]("a") {pipeline: "[system:time]", repeat: "daily"}', "bad-timing"],
  [
    '[system:schedule]("a") {pipeline: "[system:time]", repeat: "daily", time: "25:00"}',
    "bad-timing",
  ],
  [
    '[system:schedule]("a") {pipeline: "[system:time]", repeat: "weekly", time: "8:00"}',
    "bad-timing",
  ],
  [
    '[system:schedule]("a") {pipeline: "[system:time]", repeat: "monthly", time: "8:00"}',
    "bad-timing",
  ],
  [
    '[system:schedule]("a") {pipeline: "[system:time]", repeat: "yearly", time: "8:00"}',
    "bad-timing",
  ],
  ['[system:schedule]("a") {pipeline: "[system:time]", repeat: "interval"}', "bad-timing"],
  [
    '[system:schedule]("a") {pipeline: "[system:time]", time: "8:00", date: "2027-02-30"}',
    "bad-timing",
  ],
  [
    '[system:schedule]("a") {pipeline: "[system:time]", every: "1h", timezone: "Atlantis"}',
    "unknown-zone",
  ],
  [
    unforeseen("often", '[system:schedule]("a") {pipeline: "[system:time]", every: "$value"}'),
    "bad-timing",
  ],
  ['[system:enable]("nowhere")', "no-such-schedule"],
  ['[system:disable]("nowhere")', "no-such-schedule"],
  [unforeseen("nowhere", '[system:enable]("$value")'), "schedule-unknown"],
  [unforeseen("nowhere", '[system:disable]("$value")'), "schedule-unknown"],
  ['[system:manage_events]("add")', "bad-parameters"],
  ['[system:manage_events]("delete")', "bad-parameters"],
  ['[system:manage_events]("run_now") {event_id: "nowhere"}', "no-such-schedule"],
  [
    unforeseen("nowhere", '[system:manage_events]("run_now") {event_id: "$value"}'),
    "schedule-unknown",
  ],
  // the rest
  ['[system:time]("Atlantis")', "unknown-zone"],
  [unforeseen("Atlantis", '[system:time]("$value")'), "unknown-zone"],
  ["[system:todo] {done: 7}", "not-found"],
  ['[messenger:get]("Nobody")', "unknown-contact"],
  [unforeseen("Nobody", '[messenger:get]("$value")'), "unknown-contact"],
  ['[source:memory_delete]("999")', "unknown-memory"],
  ['[forge:bar] {data: ["nothing to draw"]}', "bad-data"],
];

for (const [source, code] of FAILING) {
  const title = source.length > 100 ? `${source.slice(0, 100)}…` : source;
  for (const language of LANGUAGES)
    test(`${title} fails as ${code}, told in ${language}`, async () => {
      const house = houses[language];
      const { result } = await house.attempt(source.replace("PAGES", house.upstream.origins.pages));
      const told = toldBy(result);
      assert.ok(
        told.some((failure) => failure.code === code),
        `${source}\n${JSON.stringify(result)}`,
      );
      for (const { message } of told) assertIn(language, message);
    });
}

for (const [language, words] of [
  ["ko", "**Nobody**님을 아직 몰라요."],
  ["en", "I don't know a **Nobody** yet."],
] as const)
  test(`a message for nobody whom the person knows is refused before a card, in ${language}`, async () => {
    const program = '[messenger:send]("hello") {to: "Nobody"}';
    const { result, pressed } = await houses[language].attempt(program);
    assert.ok(result.kind === "denied", JSON.stringify(result));
    assert.equal(result.message, words);
    assert.deepEqual(pressed, []);
  });

async function openHouse(language: Language): Promise<ProgramHouse> {
  const needsName =
    "name: 이름\npipeline: '[system:notify_user](\"{{who}}\")'\nparams: [{name: who}]\n";
  const house = await openProgramHouse({ needs_name: needsName }, {}, { IBL_LANGUAGE: language });
  writeFileSync(house.filePath("note.txt"), "하나\n둘\n둘\n");
  writeFileSync(house.filePath("picture.bin"), Uint8Array.of(0, 255, 254, 0, 1, 2));
  writeFileSync(house.filePath("fake.pdf"), "no PDF");
  return house;
}

/** A program that reads `$value` from a file before it uses it, so that nothing can be said about the value before the run. */
function unforeseen(value: string, use: string): string {
  return `[system:write]("value.txt") {content: "${value}"}\n$value = [system:read]("value.txt")\n${use}`;
}

/** What is told where a program was turned away, or what its statements and steps failed with. */
function toldBy(result: RunResult): readonly { readonly code: string; readonly message: string }[] {
  if (result.kind === "denied" && result.obstacle !== undefined)
    return [{ code: result.obstacle.code, message: result.message }];
  assert.ok(result.kind === "finished", JSON.stringify(result));
  const { statements, text } = result.envelope;
  const steps = statements.flatMap((statement) => statement.steps);
  const failures = [...statements, ...steps].flatMap(({ error }) => (error ? [error] : []));
  return [...failures, { code: "text", message: text }];
}

/** A sentence for a reader of the language in which no value is missing; what it quotes counts for nothing. */
function assertIn(language: Language, message: string): void {
  const own = message.replace(/"[^"]*"|\*\*[^*]*\*\*/g, "");
  if (language === "ko") assert.match(own, /[가-힣]/);
  else assert.doesNotMatch(own, /[가-힣]/);
  assert.doesNotMatch(message, /undefined|\[object|\bnull\b|NaN/);
}
