import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { pathToFileURL } from "node:url";
import { ensureBuilt } from "../support/program.ts";
import { ROOT } from "../support/service.ts";

const EXAMPLES = /^usage-[0-9a-f]{16}\.db$/;

/** A folder with the sources in which nothing is built yet, but the usage examples unless they are to be made: that takes most of a build. */
function clone(t: TestContext, { withExamples = true } = {}): string {
  const root = mkdtempSync(join(tmpdir(), "ibl-bot-build-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  ensureBuilt();
  const made = readdirSync(join(ROOT, "dist")).filter((name) => EXAMPLES.test(name));
  mkdirSync(join(root, "dist"));
  for (const name of withExamples ? made : [])
    copyFileSync(join(ROOT, "dist", name), join(root, "dist", name));
  cpSync(join(ROOT, "scripts"), join(root, "scripts"), { recursive: true });
  for (const name of ["src", "data", "node_modules", "package.json"])
    symlinkSync(join(ROOT, name), join(root, name));
  return root;
}

test("a build leaves alone what another one is at work on", (t) => {
  const root = clone(t, { withExamples: false });
  const others = join(root, "dist", "usage-unfinished-1.db");
  writeFileSync(others, "");
  const { status, stderr } = spawnSync(process.execPath, ["scripts/build.mjs"], {
    cwd: root,
    encoding: "utf8",
  });
  assert.deepEqual([status, stderr], [0, ""]);
  const built = readdirSync(join(root, "dist"));
  assert.equal(built.includes("ibl-bot.mjs"), true);
  assert.equal(
    built.some((name) => EXAMPLES.test(name)),
    true,
  );
  assert.equal(existsSync(others), true);
});

test("a start reads as YAML only what has changed since the build, and still tells its line", (t) => {
  const root = clone(t);
  rmSync(join(root, "data"));
  cpSync(join(ROOT, "data"), join(root, "data"), { recursive: true });
  const built = spawnSync(process.execPath, ["scripts/build.mjs"], { cwd: root });
  assert.equal(built.status, 0);
  const program = JSON.stringify(join(root, "dist", "ibl-bot.mjs"));
  const start = `import(${program}).then(({ runProcess }) => runProcess(${JSON.stringify(root)}))`;
  const run = () =>
    spawnSync(
      process.execPath,
      ["-e", start, "ibl-bot", "--home", join(root, "home"), "run", "[system:shout]()"],
      { cwd: root, encoding: "utf8" },
    ).stderr;
  const values = readFileSync(join(root, "dist", "data-values.json"), "utf8");
  assert.equal(values.includes("description"), true);
  assert.match(run(), /shout/u);
  const file = join(root, "data", "ibl_nodes", "system.yaml");
  const lines = readFileSync(file, "utf8").split("\n").length;
  writeFileSync(file, "  shout: [\n", { flag: "a" });
  assert.match(run(), new RegExp(`data/ibl_nodes/system\\.yaml:${lines + 1}:`, "u"));
});

test("a build removes the files that only builds before the last one wrote", (t) => {
  const root = clone(t);
  const dist = join(root, "dist");
  const builtAt = Date.now() / 1_000 - 40 * 86_400;
  const ages = {
    "ibl-bot.mjs": builtAt,
    "chunk-LASTONE2.cjs": builtAt - 60,
    "chunk-EARLIER2.cjs": builtAt - 2 * 86_400,
    "chunk-EARLIER2.cjs.code": builtAt - 2 * 86_400,
    "sdk-CUTOFF22.cjs.part-7": builtAt - 2 * 86_400,
    "mine.txt": builtAt - 2 * 86_400,
  };
  for (const [name, seconds] of Object.entries(ages)) {
    writeFileSync(join(dist, name), "");
    utimesSync(join(dist, name), seconds, seconds);
  }
  const { status, stderr } = spawnSync(process.execPath, ["scripts/build.mjs"], {
    cwd: root,
    encoding: "utf8",
  });
  assert.deepEqual([status, stderr], [0, ""]);
  const kept = readdirSync(dist).filter((name) => name in ages);
  assert.deepEqual(kept.sort(), ["chunk-LASTONE2.cjs", "ibl-bot.mjs", "mine.txt"]);
});

test("what a CommonJS package exports keeps its names in the bundle, and runs when it is first used", (t) => {
  const root = mkdtempSync(join(tmpdir(), "ibl-bot-bundle-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const files = {
    "node_modules/old/package.json": '{"name": "old", "main": "index.js"}',
    "node_modules/old/index.js": 'console.log("old runs"); exports.word = "said";',
    "entry.mjs": `import { word } from "old";
      export const early = () => word;
      export const late = async () => Object.keys(await import("old")).sort().join(" ");`,
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      `import { writeFileSync } from "node:fs";
       const { bundle } = await import(${JSON.stringify(pathToFileURL(join(ROOT, "scripts", "bundle.mjs")).href)});
       const files = await bundle({ entry: ${JSON.stringify(join(root, "entry.mjs"))} }, ${JSON.stringify(root)});
       for (const { path, contents } of files) writeFileSync(path, contents);
       const { early, late } = await import(${JSON.stringify(pathToFileURL(join(root, "entry.mjs")).href)});
       console.log("loaded");
       console.log(early(), await late());`,
    ],
    { cwd: root, encoding: "utf8" },
  );
  // The build itself asks the package for its names.
  assert.deepEqual([stderr, stdout], ["", "old runs\nloaded\nold runs\nsaid default word\n"]);
});

test("a build that finds no room leaves nothing behind that would be run in its place", (t) => {
  const root = clone(t);
  // No file may be longer than 8 KiB: the limit that a shell sets stands for a disk that fills up.
  const { status, stderr } = spawnSync(
    "sh",
    ["-c", `trap '' XFSZ; ulimit -f 16; exec "${process.execPath}" scripts/build.mjs`],
    { cwd: root, encoding: "utf8" },
  );
  assert.equal(status, 1, stderr);
  assert.match(stderr, /could not be written: EFBIG/);
  assert.equal(existsSync(join(root, "dist", "ibl-bot.mjs")), false);
  assert.deepEqual(
    readdirSync(join(root, "dist")).filter((name) => name.includes(".part-")),
    [],
  );
});
