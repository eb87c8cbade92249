// biome-ignore-all lint/suspicious/noTemplateCurlyInString: braces after a dollar are a sign of the language
import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "../../../src/engine/language/parser.ts";
import { planProgram } from "../../../src/engine/plan/plan.ts";
import { shippedCatalogue } from "../../support/catalogue.ts";

const CATALOGUE = shippedCatalogue();

/** What planning says is wrong with a program: code and message each. */
function problemsOf(source: string): readonly (readonly [string, string])[] {
  const parsed = parse(source);
  assert.ok(parsed.ok, source);
  const planned = planProgram({
    source,
    program: parsed.program,
    catalogue: CATALOGUE,
    workflows: { get: () => undefined, names: () => [] },
    owner: { personId: "ann", chatId: "console:1" },
  });
  return planned.ok ? [] : planned.problems.map(({ code, message }) => [code, message] as const);
}

const RIGHT = [
  '$files = [system:find]("*.md")\n[system:notify_user]("${count($files)}: ${$files[0].path} ${$files[-1].size}")',
  '$files = [system:find]("*.md")\n[each: $file in $files] { [system:read]("$file.path") }',
  '$news = [source:search_news]("AI") >> [system:take] {count: 3}\n[system:notify_user]("$news.title와 $news.0.url을")',
  '[source:search_news]("AI") >> [system:filter]("title contains AI and not empty(summary)") >> [system:file]("a.md")',
  '$w = [source:weather]("Seoul")\n[if: $w.rain_percent > 50] { [system:notify_user]("${$w.days[0].high}") }',
  '$a = [source:price]("AAPL") & $b = [source:price]("TSLA")\n[system:notify_user]("$a.price $b.change_percent")',
  '$x = [system:read]("rows.json")\n[system:notify_user]("${$x.anything[3].at.all}")',
  '[system:find]("*.md") >> [system:notify_user]("${count($prev)} files, first $prev.0.path")',
  '$rows = [system:find]("*.md") >> [system:select]("path, size")\n[system:notify_user]("$rows.0.size")',
];

for (const source of RIGHT)
  test(`fields that are there, or may be, are no problem: ${source.split("\n")[0]}`, () => {
    assert.deepEqual(problemsOf(source), []);
  });

const FIND = "[system:find] gives path, kind, size, modified; there is no";
const WRONG: readonly (readonly [string, string])[] = [
  ['$files = [system:find]("*.md")\n[system:notify_user]("${$files[0].name}")', `${FIND} "name".`],
  [
    '$files = [system:find]("*.md")\n[system:notify_user]("$files.modfied")',
    `${FIND} "modfied". Did you mean "modified"?`,
  ],
  [
    '$files = [system:find]("*.md")\n[each: $f in $files] { [system:notify_user]("$f.name") }',
    `${FIND} "name".`,
  ],
  ['[each: $f in [system:find]("*.md")] { [system:notify_user]("$f.name") }', `${FIND} "name".`],
  [
    '[system:find]("*.md") >> [system:take] {count: 2} >> [system:notify_user]("$prev.0.name")',
    `${FIND} "name".`,
  ],
  ['[system:find]("*.md") >> [system:filter]("name contains a")', `${FIND} "name".`],
  [
    '$w = [source:weather]("Seoul")\n[if: $w.temp > 3] { [system:time] }',
    '[source:weather] gives place, temperature, feels_like, weather, high, low, rain_percent, days; there is no "temp". Did you mean "temperature"?',
  ],
  [
    '$w = [source:weather]("Seoul")\n$t = ${$w.days[0].max}\n[system:notify_user]("$t")',
    '[source:weather] gives date, weather, is_snow, high, low, rain_percent; there is no "max".',
  ],
  [
    '$a = [system:time] & $b = [system:find]("*")\n[system:notify_user]("$b.0.name")',
    `${FIND} "name".`,
  ],
  [
    '$f = [system:find]("*") ?? [system:find]("*.md")\n[system:notify_user]("$f.0.name")',
    `${FIND} "name".`,
  ],
];

for (const [source, message] of WRONG)
  test(`a field that a result does not have is told with those it has: ${source.split("\n").at(-1)}`, () => {
    assert.deepEqual(problemsOf(source), [["no-such-field", message]]);
  });

test("a Korean particle behind a field is no part of it", () => {
  assert.deepEqual(
    problemsOf('$w = [source:weather]("서울")\n[system:notify_user]("$w.temperature도예요")'),
    [],
  );
});

test("of two names that begin a word the longer one is meant, as while running", () => {
  const source =
    '$파일 = [system:time]\n$파일목록 = [system:find]("*")\n[system:notify_user]("$파일목록을 보면 $파일목록.0.path")\n[system:notify_user]("${$파일목록[0].path}")\n[system:notify_user]("$파일목록은.path")';
  assert.deepEqual(problemsOf(source), []);
});
