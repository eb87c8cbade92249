import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parse as parseYaml } from "yaml";
import { validateToolSpec } from "../../src/agent/tools/definition.ts";
import { isJsonObject } from "../../src/base/json.ts";
import { SETTING_NAMES } from "../../src/config/config.ts";
import { formatDiagnostic } from "../../src/engine/language/diagnostics.ts";
import { parse } from "../../src/engine/language/parser.ts";
import { SYNTAX_CODES } from "../../src/engine/language/syntax-errors.ts";
import { compileWorkflow } from "../../src/engine/plan/workflow.ts";
import { parseExamples } from "../../src/rag/store/example-files.ts";
import { partsAt } from "../support/parts.ts";
import { commandLine, temporaryHome } from "../support/service.ts";
import {
  brokenLinks,
  codeOf,
  type Fence,
  fencesOf,
  type Page,
  ROOT,
  readPages,
  spansOf,
  tableOf,
} from "./support/markdown.ts";
import { agentProblems, createChecker, dataProblems } from "./support/planning.ts";

const pages = readPages();
const check = createChecker();

function page(path: string): Page {
  return pages.find((entry) => entry.path === path)!;
}

function fences(language: string): readonly Fence[] {
  return pages.flatMap(fencesOf).filter((fence) => fence.info[0] === language);
}

test("every program shown can be planned with the shipped data, and every one shown as an error is refused", () => {
  const programs = fences("ibl");
  assert.ok(programs.length > 15);
  const wrong = programs.flatMap(({ page: path, line, info, text }) => {
    const { problems } = check(text);
    const isRefused = problems.length > 0;
    return isRefused === info.includes("example-error") ? [] : [`${path}:${line} ${problems}`];
  });
  assert.deepEqual(wrong, []);
});

test("every YAML shown is a workflow, a file of data/ or plain YAML, and is good as such", () => {
  const wrong = fences("yaml").flatMap(({ page: path, line, text }) => {
    const value: unknown = parseYaml(text);
    return yamlProblems(value).map((problem) => `${path}:${line} ${problem}`);
  });
  assert.deepEqual(wrong, []);
});

function yamlProblems(value: unknown): readonly string[] {
  if (!isJsonObject(value)) return ["is not a mapping"];
  if ("service" in value) return dataProblems("registry", value);
  if ("input_schema" in value) return validateToolSpec(value).errors.map(({ words }) => words.en);
  if ("actions" in value) return dataProblems("node", value);
  if ("project" in value) return agentProblems(value);
  if ("examples" in value) return exampleProblems(value);
  const { stored } = compileWorkflow("example", value);
  return stored.ok ? [] : [stored.reason.en];
}

function exampleProblems(value: unknown): readonly string[] {
  const parsed = parseExamples(value);
  return parsed.ok ? [] : parsed.problems.map(({ message }) => message);
}

for (const path of ["docs/language.md", "docs/language.ko.md"])
  for (const [name, expected, codesOf] of [
    ["errors", () => SYNTAX_CODES, (source: string) => check(source).problems],
    ["warnings", parserWarnings, (source: string) => check(source).warnings],
    [
      "refusals",
      planCodes,
      (source: string) => [...check(source).problems, ...check(source).warnings],
    ],
  ] as const) {
    test(`the table of ${name} in ${path} is whole, and every example in it gives its code`, () => {
      const rows = tableOf(page(path), name);
      const listed = rows.map(([code = ""]) => code.replaceAll("`", ""));
      assert.deepEqual([...listed].sort(), [...expected()].sort());
      for (const [index, [, , cell = ""]] of rows.entries()) {
        const [example] = spansOf(cell);
        if (example === undefined) assert.equal(cell, "–");
        else assert.deepEqual(codesOf(example), [listed[index]], example);
      }
    });
  }

/** The codes of warnings that the parser has words for. */
function parserWarnings(): readonly string[] {
  const text = sourceOf("engine/language/parser.ts");
  const start = text.indexOf("const TEXTS");
  const words = text.slice(start, text.indexOf("};", start));
  return [...words.matchAll(/^ {2}"?([a-z-]+)"?:/gm)].map((match) => match[1] ?? "");
}

/** The codes that planning gives of its own and of formulas, as they stand in its files. */
function planCodes(): readonly string[] {
  const files = "resolve bind builder formula-check loop-source nested-program plan-position".split(
    " ",
  );
  const text = files.map((file) => sourceOf(`engine/plan/${file}.ts`)).join("\n");
  const codes = [...text.matchAll(/\bcode: ((?:"[a-z-]+"(?: \| )?)+)/g)];
  const lexer = sourceOf("engine/language/formula-lexer.ts");
  const ofFormulas = [...lexer.matchAll(/FormulaProblem\("([a-z-]+)"/g)].map((match) => match[1]!);
  const all = [...codes.flatMap((match) => match[1]!.match(/[a-z-]+/g)!), ...ofFormulas];
  return [...new Set(all)].filter((code) => code !== "too-deep");
}

function sourceOf(path: string): string {
  return readFileSync(join(ROOT, "src", path), "utf8");
}

test("the settings in both READMEs are exactly those that are read", () => {
  for (const path of ["README.md", "README.ko.md"]) {
    const rows = tableOf(page(path), "settings");
    const names = rows.map(([cell = ""]) => spansOf(cell)[0] ?? cell);
    const own = names.filter((name) => !name.startsWith("IBL_UPSTREAM_"));
    assert.deepEqual([...own].sort(), [...SETTING_NAMES].sort(), path);
    assert.equal(names.length - own.length, 1, `${path} tells of IBL_UPSTREAM_… once`);
  }
});

test("no page names a setting that does not exist", () => {
  const wrong = pages.flatMap(({ path, text }) =>
    (
      text.match(/\b(?:IBL|TELEGRAM|GEMINI|CHROMIUM|DISCORD|OPENAI|ANTHROPIC|OLLAMA)_[A-Z_]+/g) ??
      []
    )
      .filter((name) => !SETTING_NAMES.includes(name) && !name.startsWith("IBL_UPSTREAM_"))
      .map((name) => `${path}: ${name}`),
  );
  assert.deepEqual(wrong, []);
});

test("every relative link leads to a file, and to a heading where it names one", () => {
  const wrong = pages.flatMap((entry) =>
    brokenLinks(entry).map((target) => `${entry.path}: ${target}`),
  );
  assert.deepEqual(wrong, []);
});

test("the parts made from the catalogue are up to date", () => {
  const script = join(ROOT, "scripts", "docs.ts");
  const args = ["--import", "tsx", script, "--check"];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" });
  assert.equal(status, 0, stderr);
});

test("the conversations with the models are what the clients send and read", () => {
  const script = join(ROOT, "scripts", "docs-models.ts");
  const args = ["--import", "tsx", script, "--check"];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" });
  assert.equal(status, 0, stderr);
});

test("an error shown is the one that is told, in the language of the page", () => {
  for (const [path, language] of [
    ["docs/language.md", "en"],
    ["docs/language.ko.md", "ko"],
  ] as const) {
    const shown = fencesOf(page(path));
    const at = shown.findIndex((fence) => fence.info.includes("example-error"));
    const parsed = parse(shown[at]!.text);
    assert.ok(!parsed.ok);
    assert.equal(shown[at + 1]!.text.trim(), formatDiagnostic(parsed.error, language));
  }
});

test("the Korean guide to the language has the sections, blocks and tables of the English one", () => {
  const shape = (path: string) => ({
    headings: [...page(path).text.matchAll(/^(#+) /gm)].map((match) => match[1]),
    fences: fencesOf(page(path)).map((fence) => fence.info.join(" ")),
    statements: fencesOf(page(path)).map(({ text }) => text.split("\n").length),
    rows: page(path)
      .text.split("\n")
      .filter((line) => line.startsWith("|")).length,
    points: page(path)
      .text.split("\n")
      .filter((line) => line.startsWith("- ")).length,
  });
  assert.deepEqual(shape("docs/language.ko.md"), shape("docs/language.md"));
});

test("the Korean README has the sections, programs and pictures of the English one", () => {
  const shape = (path: string) => {
    const { text } = page(path);
    return {
      headings: [...text.matchAll(/^(#+) /gm)].map((match) => match[1]),
      fences: fencesOf(page(path)).map((fence) => fence.info.join(" ")),
      commands: fencesOf(page(path)).flatMap((f) => (f.info[0] === "sh" ? [codeLines(f)] : [])),
      links: [...text.matchAll(/\]\((docs[^)]+)\)/g)].map((match) => match[1]).sort(),
    };
  };
  assert.deepEqual(shape("README.ko.md"), shape("README.md"));
});

/** The lines of a shell block without comments. */
function codeLines({ text }: Fence): readonly string[] {
  return text.split("\n").map((line) => line.replace(/\s*#.*$/, ""));
}

test("the table of rooms is that of the architecture test", () => {
  const text = readFileSync(join(ROOT, "test", "architecture.test.ts"), "utf8");
  const rooms = text.slice(text.indexOf("const ROOMS"), text.indexOf("};"));
  const expected = [...rooms.matchAll(/^ {2}"?([a-z.]+)"?: \[([^\]]*)\]/gm)].map((match) => [
    match[1],
    (match[2]!.match(/[a-z.]+/g) ?? []).sort(),
  ]);
  const listed = tableOf(page("docs/development.md"), "rooms").map(([name = "", , may = ""]) => [
    spansOf(name)[0],
    (may.split(",")[0]!.match(/[a-z.]+/g) ?? []).sort(),
  ]);
  assert.deepEqual(Object.fromEntries(listed), Object.fromEntries(expected));
});

test("the table of folders names every folder of src two levels deep", () => {
  const foldersIn = (path: string) =>
    readdirSync(join(ROOT, path), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [entry.name] : [],
    );
  const expected = foldersIn("src").flatMap((room) =>
    foldersIn(join("src", room)).map((folder) => `${room}/${folder}`),
  );
  const listed = tableOf(page("docs/development.md"), "folders").map(
    ([name = ""]) => spansOf(name)[0],
  );
  assert.deepEqual([...listed].sort(), expected.sort());
});

test("every command named exists, and the guide to running names every command", async (t) => {
  const home = temporaryHome();
  t.after(() => home.remove());
  const { code, output } = await commandLine(home.path, ["--help"]);
  assert.equal(code, 0);
  const known = [...output.matchAll(/^ {2}([a-z]+(?: [a-z]+)?)(?= {2}| [^a-z ])/gm)].map(
    (match) => match[1] ?? "",
  );
  assert.ok(known.includes("approvals approve"));
  const named = pages.flatMap((entry) => codeOf(entry).flatMap(commandsIn));
  const isKnown = (command: string): boolean =>
    known.some((name) => command === name || command.startsWith(`${name} `));
  assert.deepEqual([...new Set(named.filter((command) => !isKnown(command)))], []);
  const listed = tableOf(page("docs/running.md"), "commands").map(([cell = ""]) => cell);
  const missing = known.filter((name) => !listed.some((cell) => cell.startsWith(`\`${name}`)));
  assert.deepEqual(missing, []);
});

/** The words after the program's name in a piece of code, at most two. */
function commandsIn(code: string): readonly string[] {
  return [...code.matchAll(/\bibl-bot(?:\.mjs)?(?: --)? ([a-z]+(?: [a-z]+)?)/g)].map(
    (match) => match[1] ?? "",
  );
}

test("the chat commands in the guide to running are those of the bot", async (t) => {
  const home = temporaryHome();
  const parts = partsAt(home.path, {});
  t.after(async () => {
    await parts.close();
    home.remove();
  });
  const all = parts.commands.names.map((name) => `/${name}`);
  const listed = tableOf(page("docs/running.md"), "chat commands").map(
    ([cell = ""]) => spansOf(cell)[0]?.split(" ")[0],
  );
  assert.deepEqual([...listed].sort(), [...all].sort());
});
