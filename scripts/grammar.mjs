// Makes src/engine/language/grammar.ts from src/engine/language/grammar.ne; with --check only says whether it is up to date.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const nearley = require("nearley");
const compile = require("nearley/lib/compile.js");
const generate = require("nearley/lib/generate.js");
const { version } = require("nearley/package.json");
const bootstrapped = require("nearley/lib/nearley-language-bootstrapped.js");

const HEADER = `// biome-ignore-all lint: generated code
// biome-ignore-all assist: generated code
// biome-ignore-all format: generated code
// @ts-nocheck
// Generated from grammar.ne by scripts/grammar.mjs. Do not edit: change grammar.ne and run that script.
`;

const source = fileURLToPath(new URL("../src/engine/language/grammar.ne", import.meta.url));
const target = fileURLToPath(new URL("../src/engine/language/grammar.ts", import.meta.url));

function grammarCode() {
  const parser = new nearley.Parser(nearley.Grammar.fromCompiled(bootstrapped));
  parser.feed(readFileSync(source, "utf8"));
  const compiled = compile(parser.results[0], { args: [source], version, file: source });
  return HEADER + generate(compiled, "grammar");
}

const code = grammarCode();
if (!process.argv.includes("--check")) {
  writeFileSync(target, code);
} else if (readFileSync(target, "utf8") !== code) {
  console.error(
    "src/engine/language/grammar.ts is older than grammar.ne: run node scripts/grammar.mjs",
  );
  process.exitCode = 1;
}
