// biome-ignore-all lint/suspicious/noTemplateCurlyInString: braces after a dollar are a sign of the language
import assert from "node:assert/strict";
import { test } from "node:test";
import { plan, problemsOf } from "../support/stage.ts";

function canonical(source: string): string {
  const planned = plan(source);
  return planned.ok
    ? planned.plan.program
    : planned.problems.map(({ message }) => message).join("\n");
}

test("braces on a line of their own are the value that they can only be", () => {
  const loop = `$r = [each: $u in ["https://a.example", "https://b.example"]] {
  $e = [system:time]
  {url: "$u", at: "$e"}
}`;
  const read = `$r = [each: $u in ["https://a.example", "https://b.example"]] {
  $e = [system:time];
  {url: "$u", at: "$e"}
}`;
  assert.equal(canonical(loop), read);
  assert.equal(canonical(read), read, "what is printed is read in the same way");
});

test("a name that the call has a value for in parentheses does not make braces its own", () => {
  const source =
    '[each: $f in ["a.txt"]] {\n  $t = [system:read]("$f")\n  {path: "$f", words: "$t"}\n}';
  assert.match(canonical(source), /\[system:read\]\("\$f"\);\n {2}\{path: "\$f", words: "\$t"\}/);
});

test("braces on the next line that may be the call's stay its own", () => {
  assert.equal(
    canonical('[source:search_news]("AI")\n{count: 3}'),
    '[source:search_news]("AI") {count: 3}',
  );
  const [near] = problemsOf('[source:search_news]("AI")\n{cuont: 3}');
  assert.match(near ?? "", /no parameter "cuont".*\$row = \{…\}/s);
});

test("a call that acts never loses what stands in braces below it", () => {
  const problems = problemsOf(
    '[system:write]("a.md") >> [system:notify_user]\n{person: "Tom", mood: "good"}',
  );
  assert.ok(
    problems.some((problem) => problem.includes("$row = {…}")),
    problems.join("\n"),
  );
});

test("parameters that an action does not have are told together", () => {
  const problems = problemsOf('[system:time] {url: "a", page: "b"}');
  assert.equal(problems.length, 1);
  assert.match(problems[0] ?? "", /no parameters "url", "page"/);
});
