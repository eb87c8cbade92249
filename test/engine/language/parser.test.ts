// biome-ignore-all lint/suspicious/noTemplateCurlyInString: braces after a dollar are a sign of the language
import assert from "node:assert/strict";
import { test } from "node:test";
import { programJson } from "../../../src/engine/language/parse-tree.ts";
import { parse } from "../../../src/engine/language/parser.ts";
import { printProgram } from "../../../src/engine/language/printer.ts";
import type { Call, Expression, Program } from "../../../src/engine/language/tree.ts";

/** Program, its canonical text, its warnings. */
const READ: readonly (readonly [string, string, string?])[] = [
  // Names and heads.
  ["[ 시스템 : 시간 ]", "[시스템:시간]"],
  ["[a\n:\nb]", "[a:b]"],
  ["[SYSTEM:Time]  ( x )", '[system:time]("x")'],
  // Targets.
  ["[a:b]( )", "[a:b]"],
  ["[a:b](\n 'x',\n \"y\"\n)", '[a:b]("x", "y")'],
  ['[a:b]("x", 서울, 부산)', '[a:b]("x", "서울, 부산")'],
  ['[a:b](서울, "부산")', '[a:b]("서울, \\"부산\\"")'],
  ["[a:b](f(x, (y)) z)", '[a:b]("f(x, (y)) z")'],
  ["[a:b](5)", '[a:b]("5")'],
  ["[a:b](#general)", '[a:b]("#general")'],
  ["[a:b](//cdn.example.org/a.js)", '[a:b]("//cdn.example.org/a.js")'],
  ["[a:b]( # the topic\n 'x' // and no more\n)", '[a:b]("x")'],
  ["[a:b](x # y)", '[a:b]("x # y")'],
  ["[a:b]({{query}} 뉴스)", '[a:b]("{{query}} 뉴스")'],
  ["[a:b](k==v)", '[a:b]("k==v")'],
  ["[a:b](name: value)", '[a:b]("name: value")'],
  ["[a:b](it's)", '[a:b]("it\'s")'],
  // Braces on a line of their own.
  ['[a:b]("x")\n{k: 1}', '[a:b]("x") {k: 1}'],
  ['$w = "x"\n{k: "$w"}', '$w = "x";\n{k: "$w"}'],
  ['"x"\n{k: 1}\n[c:d]', '"x";\n{k: 1}\n[c:d]'],
  ["[if: $x] { [a:b] }\n{k: 1}", "[if: $x] {\n  [a:b]\n};\n{k: 1}"],
  [
    '[each: $u in $l]\n{\n[a:b] {k: 1}\n{u: "$u"}\n}',
    '[each: $u in $l] {\n  [a:b] {k: 1};\n  {u: "$u"}\n}',
  ],
  // Named and inline parameters.
  ["[a:b](k=1)", "[a:b] {k: 1}", "named-argument"],
  ["[a:b](k: [1, 'x'], m={n: true})", '[a:b] {k: [1, "x"], m: {n: true}}', "named-argument"],
  ["[a:b](k=$x.y (z), m={{w}})", '[a:b] {k: "$x.y (z)", m: "{{w}}"}', "named-argument"],
  ["[a:b](flag=false, none=null)", "[a:b] {flag: false, none: null}", "named-argument"],
  ["[a:b](flag=falsehood)", '[a:b]("flag=falsehood")'],
  ["[a:b](시각: 09:30)", '[a:b] {시각: "09:30"}', "named-argument"],
  ["[a:b]({k: 1}) {k: 2}", "[a:b] {k: 2}", "inline-params"],
  ["[a:b]({k: a) b})", '[a:b] {k: "a) b"}', "inline-params"],
  ["[a:b](k=1, k=2)", "[a:b] {k: 2}", "named-argument duplicate-key"],
  // Objects and arrays.
  ["[a:b]{}", "[a:b]"],
  ["[a:b]{k:{},m:[]}", "[a:b] {k: {}, m: []}"],
  ["[a:b]{k = 1}", "[a:b] {k: 1}", "equals-for-colon"],
  ["[a:b]{\n k: v # note\n m: 2 // note\n}", '[a:b] {k: "v", m: 2}', "missing-comma"],
  ["[a:b]{k # note\n : # note\n v}", '[a:b] {k: "v"}'],
  ["[a:b]{k: [1 2, 'x' 'y']}", '[a:b] {k: ["1 2", "x", "y"]}', "missing-comma"],
  ["[a:b]{k: https://e.x/a#b?c=//d , m: C# x}", '[a:b] {k: "https://e.x/a#b?c=//d", m: "C# x"}'],
  ["[a:b]{k: :) , m: a(b}", '[a:b] {k: ":)", m: "a(b"}'],
  ['[a:b]{k: it\'s, m: say "hi"}', '[a:b] {k: "it\'s", m: "say \\"hi\\""}'],
  [
    "[a:b]{k: {{x.y}}, m: {{ x }} 건, n: a ${x.0} b}",
    '[a:b] {k: "{{x.y}}", m: "{{ x }} 건", n: "a ${x.0} b"}',
  ],
  ["[a:b]{-: 1, 3-a: 2, 키: 3}", "[a:b] {-: 1, 3-a: 2, 키: 3}"],
  // Typed values.
  [
    "[a:b]{a: 0, b: -0, c: 1.50, d: -2E+2, e: 9007199254740991, f: 9007199254740992}",
    '[a:b] {a: 0, b: 0, c: 1.5, d: -200, e: 9007199254740991, f: "9007199254740992"}',
  ],
  [
    "[a:b]{a: .5, b: 1., c: +82-10, d: 00, e: 1e999, f: 0x1F, g: 1_000, h: NaN, i: 1e}",
    '[a:b] {a: ".5", b: "1.", c: "+82-10", d: "00", e: "1e999", f: "0x1F", g: "1_000", h: "NaN", i: "1e"}',
  ],
  ["[a:b]{a: None, b: False, c: nonE, d: TRUE}", '[a:b] {a: null, b: false, c: "nonE", d: "TRUE"}'],
  // Strings.
  ["[a:b]('it\\'s \"x\"')", '[a:b]("it\'s \\"x\\"")'],
  ['[a:b]("\\u00e9\\ud83d\\ude00\\/\\b\\f")', '[a:b]("é😀/\\u0008\\u000c")'],
  ['[a:b]("\\x\\u12 \\9")', '[a:b]("\\\\x\\\\u12 \\\\9")', "unknown-escape"],
  ["[a:b](`a\\n\"'b`)", '[a:b]("a\\\\n\\"\'b")'],
  ['[a:b]("""a"b""""")', '[a:b]("a\\"b\\"\\"")'],
  ['[a:b]("""""")', '[a:b]("")'],
  ['[a:b](“a"b”, ‘it\\’s’, ＂c＂)', '[a:b]("a\\"b", "it’s", "c")', "smart-quotes"],
  ["[a:b]('a\r\nb')", '[a:b]("a\\nb")'],
  ['[a:b]("\\${x} ${x} \\\\${x} \\\\\\{{x}}")', '[a:b]("\\${x} ${x} \\\\${x} \\\\\\{{x}}")'],
  ['[a:b]("\\$x")', '[a:b]("\\\\$x")', "unknown-escape"],
  // Operators, groups and lines.
  ["[a:b]>>[c:d]&[e:f]>>[g:h]", "[a:b] >> [c:d] & [e:f] >> [g:h]"],
  ["[a:b]??[c:d]>>[e:f]&[g:h]", "[a:b] ?? [c:d] >> [e:f] & [g:h]"],
  ["[a:b] & ([c:d] ?? [e:f])", "[a:b] & ([c:d] ?? [e:f])"],
  ["(([a:b]))", "[a:b]"],
  ["([a:b]\n>> [c:d])\n\n# note\n\n>> [e:f]", "([a:b] >> [c:d]) >> [e:f]"],
  ["[a:b] >> # note\n\n[c:d]", "[a:b] >> [c:d]"],
  ["[a:b]\n?? [c:d]", "[a:b] ?? [c:d]"],
  ["[a:b]\n\n{k: 1}", "[a:b] {k: 1}"],
  ["[a:b]('x') # note\n// note\n{k: 1}", '[a:b]("x") {k: 1}'],
  [";;\n[a:b];\n;[c:d]\n;", "[a:b]\n[c:d]"],
  ["$x =\n[a:b]\n$y=[c:d]", "$x = [a:b]\n$y = [c:d]"],
  ["[on_error:EMPTY]\n$x = [a:b]", "[on_error: empty] $x = [a:b]"],
  // Blocks.
  [
    "[IF: $x]\n{\n[a:b]\n}\n\n# note\n[Else If: $y]{[c:d]}\n[ else ]{[e:f]}",
    "[if: $x] {\n  [a:b]\n} [else if: $y] {\n  [c:d]\n} [else] {\n  [e:f]\n}",
  ],
  ["[if: $x]{[a:b]}\n[c:d]", "[if: $x] {\n  [a:b]\n}\n[c:d]"],
  [
    "[if: $x]{[a:b]} >> [each: $i in {{x}}]{[c:d]} & [e:f]",
    "[if: $x] {\n  [a:b]\n} >> [each: $i in {{x}}] {\n  [c:d]\n} & [e:f]",
  ],
  [
    "([if: $x]{[a:b]\n[c:d]}\n[else]{[e:f]})",
    "[if: $x] {\n  [a:b]\n  [c:d]\n} [else] {\n  [e:f]\n}",
  ],
  [
    "[if: $x.0 == \"]\" and $y != '[' ]{$z = [a:b]; [on_error: skip] [c:d]}",
    "[if: $x.0 == \"]\" and $y != '['] {\n  $z = [a:b]\n  [on_error: skip] [c:d]\n}",
  ],
  ["[each: $항목 in $목록.items]{[a:b]}", "[each: $항목 in $목록.items] {\n  [a:b]\n}"],
  ["[each: $x in $y ,MAX = 100]{[a:b]}", "[each: $x in $y, max: 100] {\n  [a:b]\n}"],
  ["[each:$x in {{y.z}},max:1]{[a:b]}", "[each: $x in {{y.z}}, max: 1] {\n  [a:b]\n}"],
  // Wrappings.
  ["```\n[a:b]\n```\n", "[a:b]", "code-fence"],
  ["  ````ibl [a:b] ````", "[a:b]", "code-fence"],
  [
    "```ibl\r\nexecute_ibl(pipeline='[a:b](\\'x\\')\\n[c:d]')\r\n```",
    '[a:b]("x")\n[c:d]',
    "code-fence tool-call-wrapper",
  ],
  ['execute_ibl("""[a:b]("x")""",)', '[a:b]("x")', "tool-call-wrapper"],
  ['execute_ibl({"code": "[a:b]"})', "[a:b]", "tool-call-wrapper"],
  // The seed's tools.
  [
    'ibl_info(source="finance", query="삼성전자")',
    '[source:search_stock]("삼성전자")',
    "tool-call-wrapper",
  ],
  [
    'ibl_info(source="arxiv", query="LLM", limit=3)',
    '[source:search]("LLM") {limit: 3, type: "arxiv"}',
    "tool-call-wrapper",
  ],
  [
    'ibl_store(store="health", info_type="혈압", data="120/80")',
    '[source:save_health] {info_type: "혈압", data: "120/80"}',
    "tool-call-wrapper",
  ],
  [
    'ibl_exec(action="python", target="print(1+1)")',
    '[system:run_command]("print(1+1)") {type: "python"}',
    "tool-call-wrapper",
  ],
  [
    'ibl_exec("node", "1+1") >> [system:file]("a.txt")',
    '[system:run_command]("1+1") {type: "node"} >> [system:file]("a.txt")',
    "tool-call-wrapper",
  ],
  [
    'ibl_exec({action: "image", "target": "고양이"})',
    '[forge:create]("고양이") {type: "image"}',
    "tool-call-wrapper",
  ],
];

for (const [source, printed, codes = ""] of READ) {
  test(`reads ${JSON.stringify(source)}`, () => {
    const result = parse(source);
    assert.ok(result.ok, result.ok ? "" : result.error.message);
    assert.equal(printProgram(result.program), printed);
    assert.equal(result.warnings.map(({ code }) => code).join(" "), codes);
  });
}

test("places count in what was typed, with CRLF, a fence and an escaped wrapper around it", () => {
  for (const source of [
    '# note\r\n[a:b]("x")\r\n >> [c:d] {k: "v"}',
    '```ibl\r\n[a:b]("x")\r\n >> [c:d] {k: "v"}\r\n```',
    'execute_ibl(code="[a:b](\\"x\\")\\n >> [c:d] {k: \\"v\\"}")',
    '```\nexecute_ibl(code="[a:b](\\"x\\")\\n >> [c:d] {k: \\"v\\"}")\n```',
  ]) {
    const [first, second] = callsOf(mustParse(source));
    const { places } = second!;
    const cut = ({ start, end }: { start: number; end: number }) => source.slice(start, end);
    const quote = source.includes("execute_ibl") ? '\\"' : '"';
    assert.equal(cut(first!.span), `[a:b](${quote}x${quote})`);
    assert.equal(cut(first!.places!.args[0]!), `${quote}x${quote}`);
    assert.equal(cut(second!.span), `[c:d] {k: ${quote}v${quote}}`);
    assert.equal(cut(places!.node), "c");
    assert.equal(cut(places!.action), "d");
    assert.equal(cut(places!.params.get("k")!), `k: ${quote}v${quote}`);
  }
});

test("one warning a kind says where it happened first and how often", () => {
  const result = parse('[a:b] {k: 1}\n[a:b] {p: "\\d", k = 1, q: "\\w", m = 2}');
  assert.ok(result.ok);
  assert.deepEqual(
    result.warnings.map(({ code, line, column }) => ({ code, line, column })),
    [
      { code: "unknown-escape", line: 2, column: 12 },
      { code: "equals-for-colon", line: 2, column: 19 },
    ],
  );
  assert.match(result.warnings[0]!.message, /\(2 places\)$/);
});

test("parameters have no prototype", () => {
  const [call] = callsOf(mustParse("[a:b] {constructor: 1, k: {toString: 2}}"));
  assert.equal(Object.getPrototypeOf(call!.params), null);
  assert.equal(Object.getPrototypeOf(call!.params["k"]), null);
});

test("the JSON tree holds what the language names and nothing else", () => {
  const source = "$x = [if: $y]{[on_error: stop] [a:b]('x') {k: 1}}";
  assert.deepEqual(JSON.parse(JSON.stringify(programJson(mustParse(source)))), {
    statements: [
      {
        kind: "statement",
        variable: "x",
        body: {
          kind: "if",
          branches: [
            {
              condition: "$y",
              body: [
                {
                  kind: "statement",
                  onError: "stop",
                  body: { kind: "call", node: "a", action: "b", args: ["x"], params: { k: 1 } },
                },
              ],
            },
          ],
          otherwise: null,
        },
      },
    ],
  });
});

function mustParse(source: string): Program {
  const result = parse(source);
  assert.ok(result.ok, result.ok ? "" : result.error.message);
  return result.program;
}

/** Every call, in order. */
function callsOf(program: Program): Call[] {
  return program.statements.flatMap(({ body }) => callsIn(body));
}

function callsIn(expression: Expression): Call[] {
  switch (expression.kind) {
    case "call":
      return [expression];
    case "sequence":
      return expression.steps.flatMap(callsIn);
    case "parallel":
      return expression.branches.flatMap(callsIn);
    case "fallback":
      return expression.options.flatMap(callsIn);
    default:
      return [];
  }
}
