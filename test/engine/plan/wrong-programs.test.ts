import assert from "node:assert/strict";
import { test } from "node:test";
import { type Diagnostic, formatDiagnostic } from "../../../src/engine/language/diagnostics.ts";
import { parse } from "../../../src/engine/language/parser.ts";
import { type Plan, planProgram } from "../../../src/engine/plan/plan.ts";
import { correctionOf } from "../../../src/engine/plan/suggest-correction.ts";
import { compileWorkflow } from "../../../src/engine/plan/workflow.ts";
import { shippedCatalogue } from "../../support/catalogue.ts";
import { wrongPrograms } from "../support/wrong-programs.ts";

const STORED = compileWorkflow("news_briefing", { pipeline: "[system:time]" }).stored;

type Read =
  | { readonly ok: true; readonly meaning: string }
  | { readonly ok: false; readonly problems: readonly Diagnostic[] };

function read(source: string): Read {
  const parsed = parse(source);
  if (!parsed.ok) return { ok: false, problems: [parsed.error] };
  const planned = planProgram({
    source: parsed.source ?? source,
    program: parsed.program,
    catalogue: shippedCatalogue(),
    workflows: {
      get: (name) => (name === "news_briefing" ? STORED : undefined),
      names: () => ["news_briefing"],
    },
    owner: { personId: "person", chatId: "chat" },
    isByModel: true,
  });
  return planned.ok ? { ok: true, meaning: meaningOf(planned.plan) } : planned;
}

/** The blocks and operators of a plan with what each call gets, whatever its names are and wherever a value stands. */
function meaningOf({ program, statements }: Plan): string {
  const calls = JSON.stringify(statements, (key, value: unknown) =>
    key === "span" || key === "definition" || key === "id" ? undefined : value,
  );
  const shape = program
    .replace(CALL, "CALL")
    .replace(/\$\{(\w+)\}/g, "$$$1")
    .replace(/\s+/g, " ");
  const text = `${shape}\n${boundParams(calls)}`;
  const names = [...program.matchAll(NAMED)].flatMap(([, ...found]) => found.filter(Boolean));
  return [...new Set(names)].reduce(
    (renamed, name, index) =>
      renamed.replace(
        new RegExp(`(\\$\\{?|\\{\\{)${name}(?![\\p{L}\\p{N}_])`, "gu"),
        `$1v${index}`,
      ),
    text,
  );
}

const TEXT = String.raw`"(?:[^"\\]|\\.)*"`;
const CALL = new RegExp(
  String.raw`\[\w+:\w+\](\(${TEXT}\))?( \{(?:${TEXT}|[^"{}]|\{(?:${TEXT}|[^"{}])*\})*\})?`,
  "g",
);
const NAMED =
  /\$([\p{L}_][\p{L}\p{N}_]*) =|each: \$([\p{L}_][\p{L}\p{N}_]*)(?:, \$([\p{L}_]\w*))? in/gu;

/** The parameters of each call, in order. */
function boundParams(calls: string): string {
  const found: string[] = [];
  JSON.parse(calls, (key, value: unknown) => {
    if (key === "params" && typeof value === "object" && value !== null)
      found.push(JSON.stringify(Object.entries(value).sort()));
    return value;
  });
  return found.join("\n");
}

/** The corrected programs that the errors of a program show, the whole program first. */
function corrections(source: string, problems: readonly Diagnostic[]): readonly string[] {
  const whole = correctionOf({
    source,
    problems,
    catalogue: shippedCatalogue(),
    problemsOf: (text) => {
      const attempt = read(text);
      return attempt.ok ? [] : attempt.problems;
    },
  });
  const hints = problems.flatMap(({ hint }) => (hint === undefined ? [] : [hint]));
  return whole === undefined ? hints : [whole.program];
}

const PROGRAMS = wrongPrograms();

test("the table has what models write", () => {
  assert.ok(PROGRAMS.length >= 320, `${PROGRAMS.length}`);
});

for (const { title, written, meant, form } of PROGRAMS) {
  test(`understands or corrects: ${title}`, () => {
    const wanted = meant.map((program) => {
      const result = read(program);
      assert.ok(result.ok, program);
      return result.meaning;
    });
    const result = read(written);
    if (result.ok) {
      assert.ok(wanted.includes(result.meaning), `read as\n${result.meaning}\nnot\n${wanted[0]}`);
      return;
    }
    const shown = result.problems.map((problem) => formatDiagnostic(problem, "en")).join("\n");
    const tried = corrections(written, result.problems);
    const isMeant = tried.some((program) => {
      const corrected = read(program);
      return corrected.ok && wanted.includes(corrected.meaning);
    });
    const isForm = tried.length === 0 && form !== undefined && shown.includes(form);
    assert.ok(isMeant || isForm, `${written}\n→ ${tried.join("\n→ ")}\n${shown}`);
  });
}
