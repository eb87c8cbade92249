// biome-ignore-all lint/suspicious/noTemplateCurlyInString: braces after a dollar are a sign of the language
// The tables of docs/language.md and docs/language.ko.md: every code, what the language says of it, and a program that gives it.
// What is said comes from the parser and the planner themselves, asked with that program.
import { SYSTEM_AGENT } from "../src/agent/roster/agent-definitions.ts";
import { AgentRegistry } from "../src/agent/roster/roster.ts";
import type { Localized } from "../src/base/localized.ts";
import type { Catalogue } from "../src/engine/catalogue/catalogue.ts";
import { parse } from "../src/engine/language/parser.ts";
import { planProgram } from "../src/engine/plan/plan.ts";
import { compileWorkflow, type StoredWorkflow } from "../src/engine/plan/workflow.ts";

type Language = keyof Localized;

/** A program that gives a code: the same for every reader, or one for each. `isHidden` where it is too long to show or needs a stored workflow. */
interface Example {
  readonly program: string | Localized;
  readonly isHidden?: true;
}

const WARNINGS: Readonly<Record<string, Example>> = {
  "code-fence": { program: "``` [system:time] ```" },
  "tool-call-wrapper": { program: "execute_ibl(code='[system:time]')" },
  "inline-params": { program: '[source:search_news]("AI", {count: 3})' },
  "named-argument": { program: '[source:search_news]("AI", count=3)' },
  "unknown-escape": { program: '[system:notify_user]("C:\\dir")' },
  "missing-comma": { program: '[source:search_news]("AI") {language: "ko" count: 3}' },
  "duplicate-key": { program: '[source:search_news]("AI") {count: 3, count: 5}' },
  "smart-quotes": { program: "[source:search_news](“AI”)" },
  "equals-for-colon": { program: '[source:search_news]("AI") {count = 3}' },
  "foreign-signs": { program: "[if: true && true] { [system:time] }" },
  "other-language": { program: "[if: 1 == 2] { [system:time] } else { [system:list] }" },
  "nested-call": { program: '[system:write]("b.md") {content: [system:read]("a.md")}' },
  "bare-expression": { program: "$n = 1; $m = $n + 1" },
  "nested-quotes": { program: '$t = [system:time]; [system:notify_user]("It is ${t["iso"]}")' },
  "f-string": { program: '$n = 1; [system:notify_user](f"{n} left")' },
  return: { program: '$t = [system:read]("a.md"); return $t' },
  "mixed-operators": { program: "[system:time] & [system:list] ?? [system:todo]" },
};

const ERRORS: Readonly<Record<string, Example>> = {
  empty: { program: { en: "# only a comment", ko: "# 주석뿐" } },
  unterminated: {
    program: { en: '[system:notify_user]("hello)', ko: '[system:notify_user]("안녕하세요)' },
  },
  "unknown-operator": { program: "[system:time] -> [system:list]" },
  "trailing-text": { program: { en: "[system:time] please", ko: "[system:time] 알려줘" } },
  "expected-call": { program: { en: "what time is it", ko: "지금 몇 시야" } },
  "dangling-operator": { program: "[system:time] >>" },
  "leading-operator": { program: ">> [system:time]" },
  "second-params": { program: '[source:search]("AI") {type: "news"} {count: 3}' },
  "expected-colon": { program: '[source:search_news]("AI") {count 3}' },
  "bad-key": { program: '[source:search_news]("AI") {: 3}' },
  "mismatched-bracket": { program: '[system:ask_user]("?") {options: ["a", "b"}' },
  "reserved-key": { program: '[source:search_news]("AI") {_count: 3}' },
  "reserved-word": { program: "[try:this]" },
  "unclosed-group": { program: "([system:time] & [system:list]" },
  "missing-value": { program: '[source:search_news]("AI") {count: }' },
  "unsupported-postfix": { program: '[source:price]("AAPL").price' },
  "bad-target": { program: '[system:time]("a" "b")' },
  "empty-condition": { program: "[if: ] { [system:time] }" },
  "bad-condition": { program: "[if: $x = 3] { [system:time] }" },
  "expected-body": { program: "[if: $x > 3]" },
  "too-long": { program: `[system:time] # ${"x".repeat(70_000)}`, isHidden: true },
  "too-deep": {
    program: `${"(".repeat(40)}[system:time]${")".repeat(40)}`,
    isHidden: true,
  },
};

const REFUSALS: Readonly<Record<string, Example>> = {
  "unknown-node": { program: '[sauce:weather]("Seoul")' },
  "unknown-action": { program: '[source:serch]("AI")' },
  "unknown-type": { program: '[source:search]("AI") {type: "newz"}' },
  "missing-type": { program: { en: '[forge:create]("Sales")', ko: '[forge:create]("매출")' } },
  "unexpected-target": { program: '[interface:snapshot]("page")' },
  "extra-arguments": { program: '[system:list]("notes", "old")' },
  "target-twice": { program: '[system:read]("a.md") {path: "b.md"}' },
  "bad-parameters": { program: '[source:search_news]("AI") {cuont: 3}' },
  "undefined-variable": { program: `[system:notify_user]("\${nothing}")` },
  "reserved-variable": { program: "$prev = [system:time]" },
  "ask-in-parallel": {
    program: {
      en: '[system:ask_user]("Which?") & [system:time]',
      ko: '[system:ask_user]("어느 것?") & [system:time]',
    },
  },
  "not-a-list": { program: '[each: $city in "Seoul"] { [system:time] }' },
  "empty-range": { program: "[each: $i in 5..1] { [system:time] }" },
  "acts-in-parallel": {
    program: '[each: $i in 1..3, parallel: true] { [system:write]("$i.md") {content: "x"} }',
  },
  "nested-call": { program: '[system:notify_user]([system:read]("a.md"))' },
  "block-too-deep": { program: "[if: 1] { [if: 1] { [if: 1] { [if: 1] { [system:time] } } } }" },
  "unknown-agent": {
    program: '[system:delegate_workflow]("nobody") {steps: [{node: "system", action: "time"}]}',
  },
  "unknown-workflow": { program: '[system:run]("no_such_workflow")' },
  "broken-workflow": { program: '[system:run]("broken")', isHidden: true },
  "missing-workflow-parameter": { program: '[system:run]("needs_url")', isHidden: true },
  "workflow-cycle": { program: '[system:run]("round")', isHidden: true },
  "workflow-too-deep": { program: '[system:run]("deep1")', isHidden: true },
  "bad-expression": { program: `[system:notify_user]("\${1 +}")` },
  "type-mismatch": { program: `[system:notify_user]("\${'a' * 2}")` },
  "unknown-function": { program: `[system:notify_user]("\${conut('a')}")` },
  "foreign-signs": { program: `[system:notify_user]("\${true && true}")` },
  "unused-previous": { program: "[system:time] >> [messenger:list]" },
};

/** Stored workflows that the hidden examples run. */
const SHELF: Readonly<Record<string, object>> = {
  broken: { steps: [] },
  needs_url: { params: { url: null }, pipeline: '[source:crawl]("$url")' },
  round: { pipeline: '[system:run]("round")' },
  ...Object.fromEntries(
    [1, 2, 3, 4, 5].map((step) => [`deep${step}`, { pipeline: `[system:run]("deep${step + 1}")` }]),
  ),
  deep6: { pipeline: "[system:time]" },
};

const HEAD: Localized = {
  en: "| code | what is said | for example |",
  ko: "| 코드 | 알려 주는 말 | 예 |",
};

/** The page with its three tables as the language speaks today. Throws when an example does not give its code. */
export function withLanguageTables(text: string, language: Language, catalogue: Catalogue): string {
  const tables = [
    ["warnings", WARNINGS],
    ["errors", ERRORS],
    ["refusals", REFUSALS],
  ] as const;
  return tables.reduce((page, [name, examples]) => {
    const rows = Object.entries(examples).map(([code, example]) => {
      const program =
        typeof example.program === "string" ? example.program : example.program[language];
      const said = saidOf(code, program, catalogue)[language];
      const shown = example.isHidden === true ? "–" : spanOf(program);
      return `| \`${code}\` | ${cell(escaped(said))} | ${cell(shown)} |`;
    });
    return between(page, name, [HEAD[language], "|---|---|---|", ...rows].join("\n"));
  }, text);
}

/** The agents of the examples: there is none besides the one who acts. */
const AGENTS = new AgentRegistry(() => [
  {
    id: SYSTEM_AGENT,
    project: "system",
    name: "system",
    title: { ko: "비서", en: "Assistant" },
    description: { ko: "비서", en: "Assistant" },
    role: { ko: "비서", en: "assistant" },
    prompt: { ko: "돕는다.", en: "Help." },
    mode: "default",
  },
]);

/** What the parser or the planner says with a code to a program. */
function saidOf(code: string, program: string, catalogue: Catalogue): Localized {
  const parsed = parse(program);
  const planned = parsed.ok
    ? planProgram({
        source: program,
        program: parsed.program,
        catalogue,
        workflows: { get: (name) => stored(name), names: () => Object.keys(SHELF) },
        owner: { personId: "person", chatId: "console:local" },
        colleagues: (asked, agents) => AGENTS.ask(asked, agents, "all"),
      })
    : undefined;
  const told = [
    ...(parsed.ok ? parsed.warnings : [parsed.error]),
    ...(planned?.ok === false ? planned.problems : (planned?.plan.warnings ?? [])),
  ];
  const found = told.find((entry) => entry.code === code);
  if (found === undefined) throw new Error(`${program} does not give "${code}".`);
  return found.words;
}

function stored(name: string): StoredWorkflow | undefined {
  const definition = SHELF[name];
  return definition === undefined ? undefined : compileWorkflow(name, definition).stored;
}

function between(page: string, name: string, table: string): string {
  const begin = `<!-- table: ${name} -->`;
  const from = page.indexOf(begin);
  const to = page.indexOf("<!-- /table -->", from);
  if (from < 0 || to < 0) throw new Error(`There is no place for the table "${name}".`);
  return `${page.slice(0, from)}${begin}\n${table}\n${page.slice(to)}`;
}

function spanOf(code: string): string {
  return code.includes("`") ? `\`\` ${code} \`\`` : `\`${code}\``;
}

/** A sentence as Markdown that shows it as it is. */
function escaped(text: string): string {
  return text.replace(/[\\`*<[\]]/g, "\\$&").replaceAll("](", "]\\(");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
