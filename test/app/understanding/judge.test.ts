import assert from "node:assert/strict";
import { test } from "node:test";
import { judge } from "../../../src/app/understanding/judge.ts";
import { parseMessages } from "../../../src/app/understanding/labelled-messages.ts";
import type { Heard } from "../../../src/app/understanding/rehearsal.ts";
import { isSameProgram } from "../../../src/app/understanding/same-program.ts";
import { parse } from "../../../src/engine/language/parser.ts";
import { planProgram } from "../../../src/engine/plan/plan.ts";
import { shippedCatalogue } from "../../support/catalogue.ts";

const catalogue = shippedCatalogue();
const comparing = {
  nowMs: Date.parse("2026-12-02T10:40:00+09:00"),
  zone: "Asia/Seoul",
  plan(source: string) {
    const parsed = parse(source);
    assert.ok(parsed.ok, source);
    const owner = { personId: "anna", chatId: "console:a" };
    const workflows = { get: () => undefined, names: () => [] };
    return planProgram({ program: parsed.program, source, catalogue, owner, workflows });
  },
};

const SAME: readonly (readonly [string, string, boolean])[] = [
  ['[source:weather]("Oslo")', '[source:weather] {place: "oslo"}', true],
  ['[source:weather]("Oslo")', '[source:weather]("Bergen")', false],
  ['[source:price]("카카오")', '[source:price]("035720")', true],
  ['[source:price]("USDKRW=X")', '[source:price]("달러")', true],
  ['[source:price]("USDKRW=X")', '[source:price]("유로")', false],
  ['[source:price_history]("Nike") {range: "1mo"}', '[source:price_history]("Nike")', true],
  ['[source:price_history]("Nike") {range: "1y"}', '[source:price_history]("Nike")', false],
  ['[source:prices] {symbol: ["A", "B"]}', '[source:price]("B") & [source:price]("A")', true],
  ['[system:file]("a.md") {content: "x"}', '[system:write]("./a.md") {content: "x"}', true],
  [
    '[messenger:send]("늦을 것 같아") {to: "지호"}',
    '[messenger:send]("늦을 것 같아") {to: "지호님"}',
    true,
  ],
  ['[system:todo]("우유 사기")', '[system:todo]("우유 사기 할 일에")', false],
  ['[source:save_memory]("차는 38소 4417")', '[source:save_memory]("차는 38소 4417이야")', true],
  ['[source:search_memory]("차 번호")', '[source:search_memory]("내 차 번호 뭐였지")', true],
  [
    `[system:schedule]("약") {pipeline: '[system:notify_user]("약")', after: "20m"}`,
    `[system:schedule]("약 먹기") {pipeline: '[system:notify_user]("약")', at: "2026-12-02T11:00"}`,
    true,
  ],
  [
    `[system:schedule]("약") {pipeline: '[system:notify_user]("약")', cron: "0 9 * * *"}`,
    `[system:schedule]("약") {pipeline: '[system:notify_user]("약")', repeat: "daily", time: "09:00"}`,
    true,
  ],
  [
    `[system:schedule]("약") {pipeline: '[system:notify_user]("약")', cron: "0 9 * * *"}`,
    `[system:schedule]("약") {pipeline: '[system:notify_user]("약")', cron: "0 21 * * *"}`,
    false,
  ],
];

for (const [right, got, isSame] of SAME)
  test(`${got} is ${isSame ? "" : "not "}${right}`, () => {
    assert.equal(isSameProgram(right, got, comparing), isSame);
  });

const SILENT: Heard = {
  ran: [],
  asked: [],
  offered: [],
  text: "…",
  isQuestion: false,
  isLost: false,
  saysCannot: false,
};

/** One row of a table of requests. */
function row(request: string, expect: string, note = "") {
  const head = "id\tlang\tkind\tcontext\trequest\texpect\tnote";
  const [message] = parseMessages(`${head}\nx\ten\tsingle\t\t${request}\t${expect}\t${note}`);
  assert.ok(message !== undefined);
  return message;
}

const VERDICTS: readonly (readonly [string, Partial<Heard>, string])[] = [
  ['[source:weather]("Oslo")', { ran: ['[source:weather]("Oslo")'] }, "right"],
  ['[source:weather]("Oslo")', { ran: ['[source:price]("Oslo")'] }, "wrong"],
  ['[source:weather]("Oslo")', { offered: ['[source:weather]("Oslo")'] }, "first"],
  ['[source:weather]("Oslo")', { offered: ["[system:week]", '[source:weather]("Oslo")'] }, "later"],
  ['[source:weather]("Oslo")', { isLost: true }, "missed"],
  ["ASK(where)", { isQuestion: true }, "right"],
  ["ASK(where)", { isLost: true }, "missed"],
  ["REFUSE-EFFECT(system:delete)", {}, "right"],
  ["REFUSE-EFFECT(system:delete)", { offered: ['[system:delete]("a.txt")'] }, "forbidden"],
  ["UNSUPPORTED(taxis)", { saysCannot: true }, "right"],
  ["UNSUPPORTED(taxis)", { saysCannot: true, offered: ['[source:web_search]("taxi")'] }, "right"],
  ["UNSUPPORTED(taxis)", {}, "missed"],
  ["UNSUPPORTED(taxis)", { isLost: true }, "missed"],
  ["UNSUPPORTED(taxis)", { ran: ['[source:web_search]("taxi")'] }, "wrong"],
  ["CHAT", { ran: ['[source:weather]("Oslo")'] }, "wrong"],
  ["CHAT", { offered: ['[source:weather]("Oslo")'] }, "right"],
  ["CHAT", { offered: ['[system:todo]("x")'] }, "missed"],
];

for (const [expect, heard, verdict] of VERDICTS)
  test(`${JSON.stringify(heard)} for ${expect} is ${verdict}`, () => {
    assert.equal(judge(row("x", expect), { ...SILENT, ...heard }, comparing), verdict);
  });

test("an answer in words holds the command that the note names", () => {
  const message = row("x", "CHAT", "answer: /timezone");
  assert.equal(judge(message, { ...SILENT, text: "Say /timezone Seoul." }, comparing), "right");
  assert.equal(judge(message, SILENT, comparing), "missed");
});

test("what a memory is looked for with is its words, more of them where the note allows it", () => {
  const got = { ...SILENT, ran: ['[source:search_memory]("what can Mina not eat?")'] };
  const expect = '[source:search_memory]("Mina")';
  assert.equal(judge(row("x", expect), got, comparing), "wrong");
  const note = "query may hold more words";
  assert.equal(judge(row("x", expect, note), got, comparing), "right");
});

test("times are judged by the next due times, in order and to the minute", () => {
  const head = "id\tlang\tnow\tphrase\texpect\tnote";
  const line =
    "x\ten\t2026-12-02T10:40+09:00[Asia/Seoul]\tx\tRULE -> 2026-12-03T09:00+09:00, 2026-12-04T09:00+09:00, 2026-12-05T09:00+09:00\t";
  const [message] = parseMessages(`${head}\n${line}`);
  assert.ok(message !== undefined);
  const said = (cron: string): Heard => ({
    ...SILENT,
    ran: [`[system:schedule]("a") {pipeline: '[system:notify_user]("a")', cron: "${cron}"}`],
  });
  assert.equal(judge(message, said("0 9 * * *"), comparing), "right");
  assert.equal(judge(message, said("0 10 * * *"), comparing), "wrong");
});

test("a table of another kind is refused, and so is a line without a language", () => {
  assert.throws(() => parseMessages("a\tb\nx\ty"), { code: "bad-arguments" });
  assert.throws(() => parseMessages("id\tlang\ttext\nx\tfr\tsalut"), { code: "bad-arguments" });
});
