import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { pathToFileURL } from "node:url";
import { ROOT } from "../support/service.ts";

const RUNNER = pathToFileURL(join(ROOT, "scripts", "test-run.mjs")).href;

/** Test files with these contents, which the runner is given in a process of its own. */
function runOf(t: TestContext, contents: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), "ibl-bot-run-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const files = Object.entries(contents).map(([name, code]) => {
    const path = join(folder, `${name}.test.mjs`);
    writeFileSync(path, `import { test, after } from "node:test";\n${code}`);
    return path;
  });
  const script = `import { runTests } from ${JSON.stringify(RUNNER)};
    process.exit(await runTests(${JSON.stringify(files)}, { remember: false }));`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], { cwd: ROOT });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const printed = async (pattern: RegExp): Promise<void> => {
    while (!pattern.test(output)) await once(child.stdout, "data");
  };
  const ended = once(child, "close").then(([exitCode]) => ({ code: exitCode as unknown, output }));
  return { child, printed, ended };
}

test("a file that measures time comes last, with nothing beside it", async (t) => {
  const { ended } = runOf(t, {
    a: `// With nothing beside it: for this test.
      test("measured", () => {});`,
    b: 'test("one", () => {});',
    c: 'test("two", async () => { await new Promise((resolve) => setTimeout(resolve, 300)); });',
  });
  const { code, output } = await ended;
  assert.equal(code, 0, output);
  assert.match(output, /\[3\/3 [^\n]*a\.test\.mjs/);
});

test("files that pass end well, and the last line counts their tests", async (t) => {
  const { ended } = runOf(t, {
    one: 'test("a", async (t) => { await t.test("b", () => {}); });',
    two: 'test("c", () => {}); test.skip("d", () => {});',
  });
  const { code, output } = await ended;
  assert.equal(code, 0, output);
  assert.match(output, /one\.test\.mjs \(2 passed, /);
  assert.match(output, /2 of 2 files in 0:\d\d\n3 passed, 0 failed, 1 skipped\n$/);
});

const WRONG: readonly (readonly [what: string, code: string, said: RegExp])[] = [
  [
    "has a test that fails",
    'test("a", () => { throw new Error("broken a"); });',
    / › a\n {4}Error: broken a/,
  ],
  ["has no test", "", /ran no test/],
  ["cannot be loaded", 'throw new Error("broken file");', /broken file/],
  [
    "dies",
    'test("a", () => { setTimeout(() => process.exit(0), 50); return new Promise(() => {}); });',
    /its process ended \(exit code 0\), in "a"/,
  ],
  [
    "leaves a server open",
    'import { createServer } from "node:net"; test("a", (t, done) => { createServer().listen(0, "127.0.0.1", done); });',
    /left open: TCPServerWrap/,
  ],
  [
    "throws after its test",
    'test("a", () => { setTimeout(() => { throw new Error("late"); }, 50); });',
    /outside its test: Error: late/,
  ],
  [
    "rejects after its test",
    'test("a", () => { setTimeout(() => { Promise.reject(new Error("late")); }, 50); });',
    /outside its test: Error: late/,
  ],
];

test("hooks of a file apply to it alone; a file with a fault fails, and those after it run", async (t) => {
  const wrong = WRONG.map(([what, contents]) => [what.replaceAll(" ", "-"), contents] as const);
  const { ended } = runOf(t, {
    ...Object.fromEntries(wrong),
    hooked: 'after(() => { throw new Error("hook"); }); test("a", () => {});',
    last: 'test("b", () => {});',
  });
  const { code, output } = await ended;
  assert.equal(code, 1, output);
  for (const [index, [, , said]] of WRONG.entries()) {
    const name = wrong[index]?.[0];
    assert.match(output, new RegExp(`✖ \\S*${name}\\.test\\.mjs[^\\[]*${said.source}`), name);
  }
  assert.match(output, /✖ \S*hooked\.test\.mjs\n {4}Error: hook/);
  assert.match(output, /✔ \S*last\.test\.mjs \(1 passed, /);
  assert.match(output, new RegExp(`\\d+ passed, ${WRONG.length + 1} failed, 0 skipped\n$`));
});

test("an interruption ends what runs, and says what was done", async (t) => {
  const { child, printed, ended } = runOf(t, {
    one: 'test("a", () => {});',
    two: 'test("b", () => new Promise(() => setInterval(() => {}, 1000)));',
  });
  await printed(/one\.test\.mjs \(1 passed, /);
  child.kill("SIGINT");
  const { code, output } = await ended;
  assert.equal(code, 130, output);
  assert.match(output, /Interrupted\.\n\n1 of 2 files in /);
});
