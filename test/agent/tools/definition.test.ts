import assert from "node:assert/strict";
import { test } from "node:test";
import { LAYERS, validateToolSpec } from "../../../src/agent/tools/definition.ts";
import { toolSetOf } from "../../../src/agent/tools/tool-set.ts";
import { goodFile, toolFile } from "./support/tool-files.ts";

const KNOWN = { handlers: new Set(["known"]) };

/** Rule, line and words of what is wrong with one file among others. */
function problems(...files: Parameters<typeof toolSetOf>[0]): readonly string[] {
  return toolSetOf(files, KNOWN).problems.map(
    ({ file, line, rule, words }) => `${file}:${line} ${rule}: ${words.en}`,
  );
}

/** What stands in a definition → the rule that it breaks, its line, and words of the advice. */
const BAD: readonly (readonly [string, string, number, RegExp])[] = [
  ['name: ""', "name", 1, /must be snake_case/],
  ["name: MyTool", "name", 1, /"my_new_tool"/],
  ["name: my-tool", "name", 1, /snake_case/],
  ["name: ABSENT", "name", 1, /snake_case/],
  ["version: 1.0", "version", 2, /semantic version in quotes, such as "1.0.0"/],
  ['version: "1"', "version", 2, /"1.0.0"/],
  ['version: "01.0.0"', "version", 2, /"1.0.0"/],
  ["layer: execution", "layer", 3, /one of collection, analysis, insight, content, report, ops/],
  ['domain: ""', "domain", 4, /must not be empty/],
  ["domain: ABSENT", "domain", 1, /must not be empty/],
  ['description: ""', "description", 5, /must say what the tool does/],
  ["description: {ko: 가}", "description", 5, /\{ko: …, en: …\}/],
  ["input_schema: text", "input-schema", 6, /must be a JSON Schema/],
  ["input_schema: ABSENT", "input-schema", 1, /must be a JSON Schema/],
  [
    "input_schema: {type: object, properties: {a: {type: nothing}}}",
    "input-schema",
    6,
    /JSON Schema/,
  ],
  ["input_schema: {type: array, items: {type: string}}", "input-schema", 6, /type "object"/],
  ["output_schema: []", "output-schema", 7, /must be a JSON Schema/],
  [
    "output_schema: {type: object, properties: {a: {minimum: x}}}",
    "output-schema",
    7,
    /JSON Schema/,
  ],
  ["input_schema: {properties: {a: {type: string}}}", "schema-type", 6, /needs a "type"/],
  ["output_schema: {type: object}", "schema-properties", 7, /needs "properties"/],
  [
    "input_schema: {type: object, properties: {}, required: [a]}",
    "schema-required",
    6,
    /names "a"/,
  ],
  [
    "output_schema: {type: object, properties: {a: {type: object, properties: {}, required: [b]}}}",
    "schema-required",
    7,
    /"output_schema.properties.a.required" names "b"/,
  ],
  ["dependencies: other", "list", 8, /list of names/],
  ["tags: [a, a]", "list", 8, /each once/],
  ["produces: [1]", "list", 8, /list of names/],
  ["dependencies: [mine]", "self-dependency", 8, /depends on itself. Remove it/],
  ["dependencies: [nobody]", "missing-dependency", 8, /"nobody", which does not exist/],
  ["dependencies: [other]\nlayer: collection", "later-dependency", 7, /of a later layer/],
  [
    "extra: 1",
    "unknown-field",
    8,
    /There is no field "extra". Remove it, or put it under "config"/,
  ],
  ["dependancies: []", "unknown-field", 8, /Did you mean "dependencies"\?/],
  ["config: {handler: knwon}", "config", 8, /no handler "knwon".*Did you mean "known"/],
  ["config: {handler: known, compute: '1'}", "config", 8, /more than once: "compute", "handler"/],
  ["config: {program: '[system:time'}", "config", 8, /"config.program" is no program \(line 1/],
  ["config: {effect: send}", "config", 8, /"effect" must be one of "read", "write"/],
  ["config: {sources: {rows: {file: 'x['}}}", "config", 8, /config.sources.rows.file/],
];

test("a bad definition of each kind is told with its file, its line and what to do", () => {
  const other = goodFile("other");
  for (const [line, rule, at, advice] of BAD) {
    const [key = "", second] = line.split("\n");
    const lines = second === undefined ? [key] : [key, second];
    const text = problems(other, goodFile("mine", ...lines)).join("\n");
    assert.match(text, advice, line);
    const wantedLine = second === undefined ? at : 8;
    assert.ok(text.includes(`tools/mine.yaml:${wantedLine} ${rule}: `), `${line}\n${text}`);
  }
});

test("every fault of a definition is told at once, and a file that is no mapping too", () => {
  const rules = validateToolSpec({ name: "X", version: "1", layer: "none", domain: " " });
  assert.deepEqual(
    rules.errors.map(({ rule }) => rule),
    ["name", "version", "layer", "domain", "description", "input-schema", "output-schema"],
  );
  assert.deepEqual(problems(toolFile("x", "- 1")).length, 1);
  assert.match(
    problems(goodFile("named", "name: other"))[0] ?? "",
    /its file must be "other.yaml"/,
  );
});

test("a circle is told with its way, and what depends on it falls with it", () => {
  const found = toolSetOf([
    goodFile("a", "dependencies: [c]"),
    goodFile("b", "dependencies: [a]"),
    goodFile("c", "dependencies: [b]"),
    goodFile("d", "dependencies: [a]"),
    goodFile("e"),
  ]);
  assert.deepEqual(
    found.set.all.map(({ name }) => name),
    ["e"],
  );
  const told = found.problems.map(({ words }) => words.en);
  assert.match(told[0] ?? "", /a → c → b → a\. Take one of these steps out/);
  assert.match(told.at(-1) ?? "", /depends on "a", which does not exist or is broken/);
});

test("the definition that the document writes for a new tool holds to the rules", () => {
  const text = `name: my_new_tool
version: "1.0.0"
layer: analysis        # 적절한 레이어 선택
domain: analysis       # 적절한 도메인 선택
description: "새 도구 설명"

input_schema:
  type: object
  properties:
    input_data:
      type: string
      description: "입력 데이터"
  required: ["input_data"]

output_schema:
  type: object
  properties:
    result:
      type: object
      description: "분석 결과"

dependencies:
  - preprocessor       # 필요한 의존 도구

produces:
  - my_new_result      # 생성하는 데이터 유형
`;
  const file = toolFile("my_new_tool", text);
  assert.deepEqual(validateToolSpec(file.value), { valid: true, errors: [] });
  const preprocessor = goodFile("preprocessor", "layer: collection");
  assert.deepEqual(toolSetOf([file, preprocessor]).problems, []);
  assert.deepEqual([...LAYERS], ["collection", "analysis", "insight", "content", "report", "ops"]);
});
