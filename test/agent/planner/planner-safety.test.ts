import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { quoteIbl, readCode } from "../../../src/agent/planner/code.ts";
import type {
  PlannedPart,
  PlannerResult,
  PlanProposal,
} from "../../../src/agent/planner/result.ts";
import { parse } from "../../../src/engine/language/parser.ts";
import { parseText } from "../../../src/engine/language/reference.ts";
import type { Expression } from "../../../src/engine/language/tree.ts";
import { stepPhrasings } from "../../../src/rag/store/example-files.ts";
import { planned, shippedExamples, shippedShelf } from "../support/planner-examples.ts";

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

const SHAPES = new Set(
  [...shippedExamples(), ...stepPhrasings(shippedShelf())].map((example) => shapeOf(example.code)),
);

/** The calls of a program in its operators, without any value. */
function shapeOf(code: string): string {
  const parsed = parse(code);
  assert.ok(parsed.ok, `${code}: ${JSON.stringify(parsed)}`);
  return parsed.program.statements.map((statement) => shapeOfExpression(statement.body)).join(";");
}

function shapeOfExpression(body: Expression): string {
  switch (body.kind) {
    case "call":
      return `${body.node}:${body.action}(${body.args.length}){${Object.keys(body.params).join()}}`;
    case "sequence":
      return body.steps.map(shapeOfExpression).join(">>");
    case "parallel":
      return body.branches.map(shapeOfExpression).join("&");
    case "fallback":
      return body.options.map(shapeOfExpression).join("??");
    default:
      throw new Error(`A planned program holds no ${body.kind}.`);
  }
}

function proposalsOf(result: PlannerResult): readonly PlanProposal[] {
  if (result.kind === "none") return [];
  return result.kind === "sure" ? [result] : result.proposals;
}

function programs(result: PlannerResult): readonly string[] {
  return proposalsOf(result).map(({ code }) => code);
}

/** The calls of a shape, however they are joined. */
function callsOf(shape: string): readonly string[] {
  return shape.split(/>>|&|\?\?|;/u);
}

const SCHEDULE = /^system:schedule\(1\)\{(?:pipeline,)?(?:cron|at|after|every|repeat)[a-z,_]*\}$/u;
const RUN = "system:run_pipeline(1){}";

/** An example's structure, or those of several examples one after another. */
function isKnown(shape: string, from: readonly PlannedPart[]): boolean {
  const parts = from.map((part) => shapeOf(part.code));
  const isJoined = parts.flatMap(callsOf).join() === callsOf(shape).join();
  return SHAPES.has(shape) || (isJoined && parts.every((part) => SHAPES.has(part)));
}

function assertKnownShape({ code, from = [] }: PlanProposal): void {
  const shape = shapeOf(code);
  if (isKnown(shape, from) || shape === RUN) return;
  assert.match(shape, SCHEDULE, code);
  const parsed = parse(code);
  assert.ok(parsed.ok);
  const body = parsed.program.statements[0]?.body;
  const pipeline = body?.kind === "call" ? body.params["pipeline"] : undefined;
  if (typeof pipeline !== "string") return;
  const inner = literalOf(pipeline);
  assert.ok(isKnown(shapeOf(inner), from), inner);
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

test("whatever a message says, a planned program has the structure of an example, or joins those of several", () => {
  fc.assert(
    fc.property(HOSTILE, fc.constantFrom(...FRAMES), (text, frame) => {
      for (const proposal of proposalsOf(planned(frame(text)))) assertKnownShape(proposal);
    }),
    { numRuns: 600 },
  );
});

test("any text in quoteIbl is one string that means exactly that text", () => {
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

test("a program in a program keeps its text through both quotings", () => {
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

test("a template renders its own program when nothing is filled in", () => {
  for (const { code } of shippedExamples()) assert.equal(readCode(code).render(new Map()), code);
});

test("a value that names the step before is never put into a program of several steps", () => {
  const result = planned('"$prev" 뉴스 찾아서 news.md로 저장해줘');
  for (const code of programs(result)) assert.doesNotMatch(code, />>/u);
});

test("a value in a quoted program is quoted twice", () => {
  const code = readCode(`[system:schedule]("회의") {pipeline: '[system:notify_user]("회의")'}`);
  assert.deepEqual(code.calls, ["system:schedule", "system:notify_user"]);
  assert.equal(
    code.render(new Map([[1, 'a"b']])),
    '[system:schedule]("회의") {pipeline: "[system:notify_user](\\"a\\\\\\"b\\")"}',
  );
});
