// Runs the scripts of a bundle, from the code that V8 kept of them where it is of this very V8 (scripts/keep-code.mjs).
const { readdirSync, readFileSync, renameSync, writeFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");
const vm = require("node:vm");

/** By file: the module, and the script that made it. */
const loaded = new Map();
const requireHere = createRequire(__filename);
const importModule = (name) => import(name);
const resolveModule = (name) => pathToFileURL(requireHere.resolve(name)).href;

/** The exports of a script of this folder, which runs once. */
function load(file) {
  const known = loaded.get(file);
  if (known !== undefined) return known.module.exports;
  const module = { exports: {} };
  const script = compiled(file);
  loaded.set(file, { module, script });
  const url = pathToFileURL(join(__dirname, file)).href;
  try {
    script.runInThisContext()(module.exports, requireAny, module, url, resolveModule, importModule);
  } catch (error) {
    // Who asks again is told again, as Node does it, and not handed what half a script has exported.
    loaded.delete(file);
    throw error;
  }
  return module.exports;
}

function requireAny(name) {
  return name.startsWith("./") ? load(name) : requireHere(name);
}

function compiled(file) {
  const filename = join(__dirname, file);
  // What esbuild writes is ASCII.
  return new vm.Script(readFileSync(filename, "latin1"), {
    filename,
    cachedData: keptCode(filename),
  });
}

function keptCode(filename) {
  try {
    return readFileSync(`${filename}.code`);
  } catch {
    return undefined; // nothing was kept: it is compiled
  }
}

/** Has V8 keep the code of what this process has run when it ends, and of the other scripts as far as it is known without running them. */
function keepCode() {
  process.once("exit", () => {
    for (const file of readdirSync(__dirname).filter((name) => name.endsWith(".cjs"))) {
      if (file === "load.cjs") continue;
      const script = loaded.get(`./${file}`)?.script ?? compiled(file);
      const part = join(__dirname, `${file}.code.part-${process.pid}`);
      writeFileSync(part, script.createCachedData(), { mode: 0o644 });
      renameSync(part, join(__dirname, `${file}.code`));
    }
  });
}

module.exports = { load, keepCode };
