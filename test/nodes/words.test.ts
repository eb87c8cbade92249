import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { runCode } from "../../src/app/local-owner.ts";
import type { Envelope } from "../../src/runs/result-envelope.ts";
import { openProgramHouse, type ProgramHouse } from "../support/program-house.ts";

let house: ProgramHouse;

before(async () => {
  house = await openProgramHouse({
    needs_name:
      "name: 이름\npipeline: '[system:notify_user](\"{{who}}\")'\nparams: [{name: who}]\n",
  });
  writeFileSync(house.filePath("note.txt"), "하나\n둘\n둘\n");
  writeFileSync(house.filePath("picture.bin"), Uint8Array.of(0, 255, 254, 0, 1, 2));
  writeFileSync(house.filePath("fake.pdf"), "no PDF");
});
after(() => house.close());

/** Programs that fail while they run, each with the code it fails with. PAGES is the origin of the loopback web. */
const FAILING: readonly (readonly [string, string])[] = [
  // files
  ['[system:read]("nowhere.txt")', "file-not-found"],
  ['[system:read]("nota.txt")', "file-not-found"],
  ['[system:read]("../secret.txt")', "path-outside"],
  ['[system:read]("a\\\\b.txt")', "path-not-allowed"],
  ['[system:read](".ibl-x")', "path-not-allowed"],
  [`[system:read]("${"a/".repeat(40)}b.txt")`, "path-not-allowed"],
  [`[system:read]("${"가".repeat(100)}.txt")`, "path-not-allowed"],
  ['[system:read]("picture.bin")', "file-binary"],
  ['[system:read]("fake.pdf")', "pdf-broken"],
  ['[system:read]("note.txt/deeper.txt")', "file-not-folder"],
  ['[system:edit]("note.txt") {old: "셋", new: "넷"}', "text-not-found"],
  ['[system:edit]("note.txt") {old: "둘", new: "셋"}', "text-not-unique"],
  ['[system:edit]("picture.bin") {old: "a", new: "b"}', "file-binary"],
  ['[system:copy]("note.txt") {destination: "fake.pdf"}', "file-exists"],
  ['[system:move]("note.txt") {destination: "note.txt"}', "path-not-allowed"],
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
  ['[source:price]("NOSUCHSYMBOL")', "not-found"],
  // commands
  ['[system:run_command]("exit 3")', "command-failed"],
  ['[system:run_command]("kill -9 $$")', "command-failed"],
  [`[system:run_command]("${"x".repeat(7_000)}")`, "command-failed"],
  // workflows
  [
    '$name = [system:read]("note.txt")\n[system:run_pipeline]() {workflow: "$name"}',
    "unknown-workflow",
  ],
  ['[system:get_workflow]("nowhere")', "unknown-workflow"],
  ['[system:save_workflow]("a b") {pipeline: "[system:time]"}', "bad-name"],
  ['[system:save_workflow]("wrong") {pipeline: "[system:nothing]"}', "broken-workflow"],
  ['[system:delete_workflow]("news_briefing")', "shipped"],
  [
    '[system:write]("name.txt") {content: "needs_name"}\n$name = [system:read]("name.txt")\n[system:run_pipeline]() {workflow: "$name"}',
    "bad-parameters",
  ],
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
    "bad-timing",
  ],
  ['[system:enable]("nowhere")', "schedule-unknown"],
  ['[system:disable]("nowhere")', "schedule-unknown"],
  ['[system:manage_events]("add")', "bad-parameters"],
  ['[system:manage_events]("delete")', "bad-parameters"],
  ['[system:manage_events]("run_now") {event_id: "nowhere"}', "schedule-unknown"],
  // the rest
  ['[system:time]("Atlantis")', "unknown-zone"],
  ["[system:todo] {done: 7}", "not-found"],
  ['[messenger:get]("Nobody")', "unknown-contact"],
  ['[source:memory_delete]("999")', "unknown-memory"],
  ['[forge:bar] {data: ["nothing to draw"]}', "bad-data"],
];

for (const [source, code] of FAILING) {
  const title = source.length > 100 ? `${source.slice(0, 100)}…` : source;
  test(`${title} fails as ${code}, in Korean`, async () => {
    const { envelope } = await house.perform(source.replace("PAGES", house.upstream.origins.pages));
    const failures = failuresOf(envelope);
    assert.ok(
      failures.some((failure) => failure.code === code),
      `${source}\n${JSON.stringify(failures)}\n${envelope.text}`,
    );
    for (const { message } of failures) assertKorean(message);
    assertKorean(envelope.text);
  });
}

test("a message for nobody whom the person knows is refused before a card, in Korean", async () => {
  const result = await runCode(house.parts, '[messenger:send]("hello") {to: "Nobody"}', {
    answer: () => assert.fail("no card may ask whether to send to nobody"),
    signal: new AbortController().signal,
    onStep: () => undefined,
  });
  assert.ok(result.kind === "denied", JSON.stringify(result));
  assert.equal(result.message, "**Nobody**님을 아직 몰라요.");
});

/** What the steps and the statements of a run failed with. */
function failuresOf(envelope: Envelope) {
  const steps = envelope.statements.flatMap((statement) => statement.steps);
  return [...envelope.statements, ...steps].flatMap(({ error }) =>
    error === undefined ? [] : [error],
  );
}

/** A sentence for a Korean reader in which no value is missing; what it quotes counts for nothing. */
function assertKorean(message: string): void {
  assert.match(message.replace(/"[^"]*"/g, ""), /[가-힣]/);
  assert.doesNotMatch(message, /undefined|\[object|\bnull\b|NaN/);
}
