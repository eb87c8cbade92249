// biome-ignore-all lint/suspicious/noTemplateCurlyInString: braces after a dollar are a sign of the language
import fc from "fast-check";
import type { Json, JsonObject } from "../../../src/base/json.ts";
import type { Call, Expression, Program, Statement } from "../../../src/engine/language/tree.ts";

const NOWHERE = { start: 0, end: 0 };

const names = fc.oneof(
  fc.constantFrom("a", "source", "web_search", "view_3d", "뉴스", "ñandú", "x_1", "_x"),
  fc.stringMatching(/^[a-z_][a-z0-9_]{0,8}$/),
);

/** Node names: no block is called so. */
const nodeNames = names.filter((name) => !RESERVED.has(name));
const RESERVED = new Set([
  "if",
  "else",
  "case",
  "goal",
  "repeat",
  "each",
  "try",
  "catch",
  "finally",
  "on_error",
]);

/** Text made of what the language has signs for, and of anything else. */
export const texts: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.string({ unit: "binary", maxLength: 8 }),
  fc
    .array(
      fc.constantFrom(
        ..."\\\"'`“”‘’{}[]()$#/,;:=&?>|.\n\r\t \u2028\u202e\u0000\ud800".split(""),
        "${",
        "{{",
        "${x.y}",
        "{{_prev_result}}",
        "$prev",
        '"""',
        "```",
        "\\n",
        "한글",
        "[a:b]",
        "true",
        "005930",
        "12",
      ),
      { maxLength: 8 },
    )
    .map((pieces) => pieces.join("")),
);

const keys = fc
  .oneof(names, texts, fc.constantFrom("my-key", "-", "키", "constructor", "0", ""))
  .filter((key) => {
    return !key.startsWith("_");
  });

const numbers = fc
  .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.maxSafeInteger())
  .map((value) => (value === 0 ? 0 : value));

const values: fc.Arbitrary<Json> = fc.letrec<{ value: Json; list: Json[]; record: JsonObject }>(
  (tie) => ({
    value: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      { weight: 4, arbitrary: texts },
      { weight: 2, arbitrary: numbers },
      { weight: 1, arbitrary: fc.constantFrom(true, false, null) },
      { weight: 1, arbitrary: tie("list") },
      { weight: 1, arbitrary: tie("record") },
    ),
    list: fc.array(tie("value"), { maxLength: 3 }),
    record: fc.dictionary(keys, tie("value"), { maxKeys: 3 }),
  }),
).value;

const calls: fc.Arbitrary<Call> = fc
  .record({
    node: nodeNames,
    action: names,
    args: fc.oneof(fc.constant([]), fc.array(texts, { maxLength: 3 })),
    params: fc.oneof(fc.constant({}), fc.dictionary(keys, values, { maxKeys: 3 })),
  })
  .map((call): Call => ({ kind: "call", ...call, span: NOWHERE }));

const references = fc.constantFrom(
  "$prev",
  "$x",
  "$목록.items.0",
  "${x.y}",
  "{{_prev_result}}",
  "{{ a.b }}",
);

const conditions = fc.constantFrom(
  "$r.count > 3",
  'exists($r) and not ($x == "a]b" or empty({{y}}))',
  "count($목록) >= 2 or $x matches '*.md'",
  "true",
  "$x\n  and $y",
  '"a" contains `[`',
);

const onErrors = fc.constantFrom("stop" as const, "skip" as const, "empty" as const);

type Tied = { expression: Expression; statement: Statement; body: Statement[] };

const ranges = fc.record({
  kind: fc.constant("range" as const),
  from: fc.oneof(fc.integer({ min: -99, max: 99 }), fc.constantFrom("$n", "$x.0.size")),
  to: fc.oneof(fc.integer({ min: -99, max: 99 }), fc.constantFrom("$n", "$x.count")),
});

const lists = fc
  .array(values, { maxLength: 3 })
  .map((value) => ({ kind: "value" as const, value, span: NOWHERE }));

const named = fc.array(
  fc.tuple(
    names,
    fc.oneof(
      calls,
      values.map((value) => ({ kind: "value" as const, value, span: NOWHERE })),
      fc.tuple(values, calls).map(
        ([value, call]): Expression => ({
          kind: "sequence",
          steps: [{ kind: "value", value, span: NOWHERE }, call],
          span: NOWHERE,
        }),
      ),
      fc
        .array(calls, { minLength: 2, maxLength: 2 })
        .map((branches): Expression => ({ kind: "parallel", branches, span: NOWHERE })),
    ),
  ),
  { minLength: 2, maxLength: 3 },
);

const { statement } = fc.letrec<Tied>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 6, arbitrary: calls },
    several(tie("expression")).map(
      (steps): Expression => ({ kind: "sequence", steps, span: NOWHERE }),
    ),
    fc.tuple(texts, calls, calls).map(
      ([value, ...steps]): Expression => ({
        kind: "sequence",
        steps: [{ kind: "value", value, span: NOWHERE }, ...steps],
        span: NOWHERE,
      }),
    ),
    several(tie("expression")).map(
      (branches): Expression => ({ kind: "parallel", branches, span: NOWHERE }),
    ),
    several(tie("expression")).map(
      (options): Expression => ({ kind: "fallback", options, span: NOWHERE }),
    ),
    fc
      .record({
        branches: fc.array(
          fc.record({ condition: conditions, body: tie("body"), span: fc.constant(NOWHERE) }),
          { minLength: 1, maxLength: 2 },
        ),
        otherwise: fc.option(tie("body")),
      })
      .map((parts): Expression => ({ kind: "if", ...parts, span: NOWHERE })),
    fc
      .record(
        {
          variable: names,
          counter: names,
          source: fc.oneof(references, ranges, lists, tie("expression")),
          max: fc.integer({ min: 1, max: 100 }),
          parallel: fc.constant(true as const),
          body: tie("body"),
        },
        { requiredKeys: ["variable", "source", "body"] },
      )
      .map((parts): Expression => ({ kind: "each", ...parts, span: NOWHERE })),
  ),
  statement: fc.oneof(
    {
      weight: 5,
      arbitrary: fc
        .record(
          { variable: names, onError: onErrors, body: tie("expression") },
          { requiredKeys: ["body"] },
        )
        .map((parts): Statement => ({ kind: "statement", ...parts, span: NOWHERE })),
    },
    {
      weight: 1,
      arbitrary: fc
        .record({ branches: named, onError: onErrors }, { requiredKeys: ["branches"] })
        .map(({ branches, ...parts }): Statement => {
          const body = { kind: "parallel", branches: branches.map(([, of]) => of) } as const;
          const variables = branches.map(([name]) => name);
          const span = NOWHERE;
          return { kind: "statement", ...parts, variables, body: { ...body, span }, span };
        }),
    },
    {
      weight: 1,
      arbitrary: fc
        .record(
          { variable: names, onError: onErrors, value: values },
          { requiredKeys: ["variable", "value"] },
        )
        .map(({ value, ...parts }): Statement => {
          return {
            kind: "statement",
            ...parts,
            body: { kind: "value", value, span: NOWHERE },
            span: NOWHERE,
          };
        }),
    },
  ),
  body: fc.array(tie("statement"), { minLength: 1, maxLength: 2 }),
}));

/** Programs of every construct; their spans say nothing. */
export const programs: fc.Arbitrary<Program> = fc
  .array(statement, { minLength: 1, maxLength: 3 })
  .map((statements) => ({ statements }));

function several(of: fc.Arbitrary<Expression>): fc.Arbitrary<Expression[]> {
  return fc.array(of, { minLength: 2, maxLength: 3 });
}
