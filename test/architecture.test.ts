import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

/** Each room of src and the rooms it may import besides itself. A change here is a commit of its own, with the reason. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  base: [],
  store: ["base"],
  engine: ["base"],
  drivers: ["engine", "base"],
  rag: ["engine", "store", "base"],
  security: ["engine", "store", "base"],
  scheduler: ["store", "base"],
  nodes: ["engine", "drivers", "rag", "scheduler", "security", "store", "base"],
  tools: ["engine", "drivers", "store", "base"],
  agent: ["engine", "drivers", "rag", "security", "scheduler", "tools", "store", "base"],
  bots: ["agent", "scheduler", "security", "store", "base", "engine"],
  app: [
    "config.ts",
    "bots",
    "agent",
    "tools",
    "nodes",
    "scheduler",
    "security",
    "rag",
    "drivers",
    "engine",
    "store",
    "base",
  ],
  cli: ["config.ts", "app", "base"],
  "config.ts": ["settings", "models.ts", "base"],
  "models.ts": ["settings", "base"],
  settings: ["base"],
  "main.ts": ["cli", "base"],
  "entry.ts": ["main.ts", "config.ts", "base"],
};

/** The command line may name the types of every room, and nothing else of them. */
const TYPES_FROM_ANYWHERE: ReadonlySet<string> = new Set(["cli"]);

const MAX_LINES = 700;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, "src");

interface Import {
  readonly from: string;
  readonly to: string;
  readonly isType: boolean;
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : entry.name.endsWith(".ts") ? [path] : [];
  });
}

function importsOf(file: string): readonly Import[] {
  const text = readFileSync(file, "utf8");
  const found: Import[] = [];
  for (const match of text.matchAll(
    /^(import|export)\s+(type\s+)?([\s\S]*?)from\s+"(\.[^"]+)";/gm,
  )) {
    const names = match[3] ?? "";
    const isType =
      match[2] !== undefined ||
      /^\s*\{(\s*type\s+[\w$]+(\s+as\s+[\w$]+)?\s*,?)+\s*\}\s*$/.test(names);
    found.push({
      from: relative(source, file),
      to: relative(source, resolve(dirname(file), match[4]!)),
      isType,
    });
  }
  for (const match of text.matchAll(/import\("(\.[^"]+)"\)/g)) {
    found.push({
      from: relative(source, file),
      to: relative(source, resolve(dirname(file), match[1]!)),
      isType: false,
    });
  }
  return found;
}

function roomOf(path: string): string {
  return path.split("/")[0]!;
}

const files = filesBelow(source);
const imports = files.flatMap(importsOf);

test("every import points to a room that its own room may import", () => {
  const wrong = imports.filter(({ from, to, isType }) => {
    const own = roomOf(from);
    const other = roomOf(to);
    if (own === other || ROOMS[own]?.includes(other) === true) return false;
    return !(isType && TYPES_FROM_ANYWHERE.has(own));
  });
  assert.deepEqual(
    wrong.map(({ from, to }) => `${from} → ${to}`),
    [],
  );
});

test("every file of src stands in a known room", () => {
  assert.deepEqual(
    files.map((file) => roomOf(relative(source, file))).filter((room) => ROOMS[room] === undefined),
    [],
  );
});

test("no driver imports the main file of another", () => {
  const subject = (path: string): string => path.split("/")[1]!.replace(/\.ts$/, "").split("-")[0]!;
  const shared = new Set(["abort", "address", "connection", "text"]);
  const wrong = imports.filter(({ from, to }) => {
    if (roomOf(from) !== "drivers" || roomOf(to) !== "drivers") return false;
    return subject(from) !== subject(to) && !shared.has(subject(to));
  });
  assert.deepEqual(
    wrong.map(({ from, to }) => `${from} → ${to}`),
    [],
  );
});

test("imports form no cycle", () => {
  const graph = new Map<string, string[]>();
  for (const { from, to } of imports) graph.set(from, [...(graph.get(from) ?? []), to]);
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) {
      cycles.push([...path.slice(path.indexOf(file)), file].join(" → "));
      return;
    }
    if (done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  assert.deepEqual(cycles, []);
});

test(`no file is longer than ${MAX_LINES} lines, generated ones aside`, () => {
  const long = [...files, ...filesBelow(join(root, "test"))]
    .map((file) => ({ file: relative(root, file), text: readFileSync(file, "utf8") }))
    .filter(
      ({ text }) =>
        !/^\/\/ Generated|@generated|GENERATED/m.test(text.slice(0, 400)) &&
        text.split("\n").length > MAX_LINES,
    )
    .map(({ file, text }) => `${file}: ${text.split("\n").length}`);
  assert.deepEqual(long, []);
});

test("above every export of src stands what it promises", () => {
  const silent = files.flatMap((file) => {
    const lines = readFileSync(file, "utf8").split("\n");
    if (lines.some((line) => line.startsWith("// Generated"))) return [];
    return lines
      .filter((line, index) => line.startsWith("export ") && !lines[index - 1]?.endsWith("*/"))
      .map((line) => `${relative(source, file)}: ${line}`);
  });
  assert.deepEqual(silent, []);
});

test("only the gate executes, and only config.ts reads the environment", () => {
  const users = imports
    .filter(({ to, isType }) => to === "engine/execute/executor.ts" && !isType)
    .map(({ from }) => from);
  assert.deepEqual(users, ["runs/gate.ts"]);
  const readers = files
    .filter((file) => /process\.env\b/.test(readFileSync(file, "utf8")))
    .map((file) => relative(source, file));
  assert.deepEqual(readers, ["config.ts"]);
});

test("time limits and joined signals are made by linkSignals alone", () => {
  const users = files
    .filter((file) => /AbortSignal\s*\.\s*(timeout|any)\b/.test(readFileSync(file, "utf8")))
    .map((file) => relative(source, file));
  assert.deepEqual(users, []);
});
