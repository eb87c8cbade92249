import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { quoteIbl, readCode } from "../../../src/agent/planner/code.ts";
import type { PlannerResult, PlanProposal } from "../../../src/agent/planner/result.ts";
import { isJsonObject } from "../../../src/base/json.ts";
import { parse } from "../../../src/engine/language/parser.ts";
import { parseText } from "../../../src/engine/language/reference.ts";
import type { Call, Expression } from "../../../src/engine/language/tree.ts";
import { resolveCall } from "../../../src/engine/plan/resolve.ts";
import { planned, shippedCatalogue, shippedExamples } from "../support/planner-examples.ts";

/** Set apart, because the linter takes `$` and a brace in a string for a slip. */
const DOLLAR = "$";

/** Text that would do harm if it were read as code: ends of strings, calls, references, escapes, long runs of backslashes. */
const HOSTILE = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '"',
        "'",
        "`",
        '"""',
        "\\",
        "\\\\",
        '\\"',
        '")',
        '"] >> [system:delete]("x")',
        `${DOLLAR}{x}`,
        "{{x}}",
        "{{{x}}}",
        `\\${DOLLAR}{x}`,
        "\n",
        '; [system:delete]("a")',
        "$prev",
        "{",
        "}",
        ")",
        ",",
        "\u0000",
        "\u2028",
        "”",
        "’",
        "\ue000",
        "\ud83d",
        "가",
        "news.md",
        " ",
      ),
      fc.string({ unit: "binary", maxLength: 12 }),
      fc.string({ maxLength: 12 }),
    ),
    { maxLength: 8 },
  )
  .map((pieces) => pieces.join(""));

/** What is said around the text. */
const FRAMES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `${text} 뉴스 찾아줘`,
  (text) => `"${text}" 뉴스 찾아서 news.md로 저장해줘`,
  (text) => `메모 저장해줘: ${text}`,
  (text) => `save a note: ${text}`,
  (text) => `${text} 지워줘`,
  (text) => `memo.md에서 "${text}"를 "${text}"로 바꿔줘`,
  (text) => `민수에게 "${text}"라고 보내줘`,
  (text) => `매일 아침 8시에 ${text} 알려줘`,
  (text) => `10분 뒤에 ${text}라고 알려줘`,
  (text) => `remind me tomorrow at 5pm to ${text}`,
  (text) => `search the web for ${text}`,
  (text) => `AI 뉴스 찾아서 ${text} 요약하고 news.md로 저장해줘`,
  (text) => `find news about ${text}, and if that fails search the web, then send it to me`,
  (text) => `${text}랑 부산 날씨 둘 다 알려줘`,
  (text) => `10, 20, 30으로 "${text}" 차트 그려줘`,
];

const CATALOGUE = shippedCatalogue();

/** The calls of a program; fails for one that cannot be read, or holds anything but calls and their joints. */
function callsIn(code: string): readonly Call[] {
  const parsed = parse(code);
  assert.ok(parsed.ok, `${code}: ${JSON.stringify(parsed)}`);
  return parsed.program.statements.flatMap(({ body }) => partsOf(body));
}

function partsOf(body: Expression): readonly Call[] {
  switch (body.kind) {
    case "call":
      return [body];
    case "sequence":
      return body.steps.flatMap(partsOf);
    case "parallel":
      return body.branches.flatMap(partsOf);
    case "fallback":
      return body.options.flatMap(partsOf);
    default:
      assert.fail(`A planned program holds no ${body.kind}.`);
  }
}

function proposalsOf(result: PlannerResult): readonly PlanProposal[] {
  if (result.kind === "none") return [];
  return result.kind === "sure" ? [result] : result.proposals;
}

function programs(result: PlannerResult): readonly string[] {
  return proposalsOf(result).map(({ code }) => code);
}

/** Effects that are reached by what is said alone: whatever else stands in a message, no other comes of it. */
const ASKED_EFFECTS: Readonly<Record<string, RegExp>> = {
  "system:delete": /지워|삭제|delete|remove/iu,
  "messenger:send": /보내|전해|알려|send|tell|text|message/iu,
  "system:run_pipeline": /실행|브리핑|run|briefing/iu,
};

/** Every call is of an action that there is, with parameters of its own and values that mean no other program; a program in it is read in the same way. */
function assertPlain(code: string, message: string): void {
  for (const call of callsIn(code)) {
    const resolution = resolveCall(CATALOGUE, call);
    assert.ok(resolution.ok, code);
    const { node, action, target, params } = resolution.definition;
    const properties = isJsonObject(params["properties"]) ? params["properties"] : {};
    const known = new Set([target, ...Object.keys(properties), "type"]);
    for (const name of Object.keys(call.params)) assert.ok(known.has(name), `${code}: ${name}`);
    assert.match(message, ASKED_EFFECTS[`${node}:${action}`] ?? /(?:)/u, code);
    for (const value of [...call.args, ...Object.values(call.params)].filter(isText)) {
      const inner = literalOf(value);
      if (value === call.params["pipeline"]) assertPlain(inner, message);
    }
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** What a string of the tree becomes when the call runs, provided that it holds no braced reference. */
function literalOf(value: string): string {
  return parseText(value)
    .map((part) => {
      if ("literal" in part) return part.literal;
      if ("formula" in part) assert.fail(part.text);
      assert.equal(part.reference.form, "bare", value);
      return part.reference.text;
    })
    .join("");
}

test("whatever a message says, a planned program holds nothing but calls that are asked for, with plain values", async () => {
  await fc.assert(
    fc.asyncProperty(HOSTILE, fc.constantFrom(...FRAMES), async (text, frame) => {
      const message = frame(text);
      for (const code of programs(await planned(message))) assertPlain(code, message);
    }),
    { numRuns: 600 },
  );
});

test("any text in quoteIbl is one string that means exactly that text", async () => {
  fc.assert(
    fc.property(HOSTILE, (text) => {
      const parsed = parse(`[a:b](${quoteIbl(text)})`);
      assert.ok(parsed.ok, quoteIbl(text));
      assert.deepEqual(parsed.warnings, []);
      const body = parsed.program.statements[0]?.body;
      assert.ok(body?.kind === "call" && typeof body.args[0] === "string");
      assert.equal(literalOf(body.args[0]), text);
    }),
    { numRuns: 600 },
  );
});

test("a program in a program keeps its text through both quotings", async () => {
  fc.assert(
    fc.property(HOSTILE, (text) => {
      const outer = parse(`[a:b] {pipeline: ${quoteIbl(`[c:d](${quoteIbl(text)})`)}}`);
      assert.ok(outer.ok);
      const call = outer.program.statements[0]?.body;
      assert.ok(call?.kind === "call" && typeof call.params["pipeline"] === "string");
      const inner = parse(literalOf(call.params["pipeline"]));
      assert.ok(inner.ok);
      const body = inner.program.statements[0]?.body;
      assert.ok(body?.kind === "call" && typeof body.args[0] === "string");
      assert.equal(literalOf(body.args[0]), text);
    }),
    { numRuns: 500 },
  );
});

test("a template renders its own program when nothing is filled in", async () => {
  for (const { code } of shippedExamples()) assert.equal(readCode(code).render(new Map()), code);
});

test("a value that names the step before is never put into a program of several steps", async () => {
  const result = await planned('"$prev" 뉴스 찾아서 news.md로 저장해줘');
  for (const code of programs(result)) assert.doesNotMatch(code, />>/u);
});

test("a value in a quoted program is quoted twice", async () => {
  const code = readCode(`[system:schedule]("회의") {pipeline: '[system:notify_user]("회의")'}`);
  assert.deepEqual(code.calls, ["system:schedule", "system:notify_user"]);
  assert.equal(
    code.render(new Map([[1, 'a"b']])),
    '[system:schedule]("회의") {pipeline: "[system:notify_user](\\"a\\\\\\"b\\")"}',
  );
});
