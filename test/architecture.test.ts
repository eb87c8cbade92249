import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

/** Each folder at the top of src and the ones it may import besides itself. A change here is a commit of its own, with the reason. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  base: [],
  store: ["base"],
  engine: ["base"],
  drivers: ["base"],
  config: ["base"],
  rag: ["engine", "store", "base"],
  security: ["engine", "store", "base"],
  scheduler: ["store", "base"],
  nodes: ["drivers", "engine", "rag", "scheduler", "store", "base"],
  runs: ["engine", "scheduler", "security", "store", "base"],
  agent: ["runs", "rag", "scheduler", "security", "drivers", "engine", "store", "base"],
  bots: ["agent", "runs", "scheduler", "security", "engine", "store", "base"],
  app: [
    "bots",
    "agent",
    "runs",
    "nodes",
    "scheduler",
    "security",
    "rag",
    "drivers",
    "engine",
    "store",
    "config",
    "base",
  ],
  cli: ["app", "config", "base"],
  "main.ts": ["cli", "base"],
  "entry.ts": ["main.ts", "config", "base"],
};

/** Inside a room: each folder and the ones beside it that it may import. `.` are the files that stand in the room itself. */
const FOLDERS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  engine: {
    language: [],
    catalogue: ["language"],
    values: ["language"],
    plan: ["values", "language", "catalogue"],
    execute: ["plan", "values", "language", "catalogue"],
  },
  agent: {
    models: [],
    tools: [],
    planner: [],
    things: ["planner"],
    roster: ["models"],
    turn: ["things", "planner", "models", "roster"],
    delegation: ["turn", "planner", "models", "roster"],
  },
  rag: {
    text: [],
    encoders: ["text"],
    store: ["encoders", "text"],
    search: ["store", "encoders", "text"],
    training: ["search", "store", "encoders", "text"],
    usage: ["training", "search", "store", "encoders", "text"],
  },
  scheduler: {
    timing: [],
    briefings: ["timing"],
    ledger: ["timing"],
    phrases: ["ledger", "timing"],
  },
  security: { access: [], limits: [], approvals: ["access", "limits"] },
  drivers: {
    ".": [],
    adb: ["."],
    desktop: ["process"],
    files: ["."],
    http: ["."],
    process: ["."],
    webhook: ["."],
    browser: ["http", "."],
  },
  nodes: {
    ".": [],
    analysis: ["forge", "."],
    api: ["text", "."],
    forge: ["."],
    interface: ["."],
    messenger: ["."],
    text: ["."],
    source: ["api", "text", "."],
    system: ["api", "text", "."],
  },
  store: { schema: [], ".": ["schema"], archive: ["."] },
  bots: {
    texts: [],
    platform: ["texts"],
    markup: ["platform", "texts"],
    inbox: ["markup", "platform", "texts"],
    outbox: ["inbox", "markup", "platform", "texts"],
    console: ["markup", "platform", "texts"],
    discord: ["markup", "outbox", "platform", "texts"],
    telegram: ["markup", "outbox", "platform", "texts"],
    approvals: ["inbox", "outbox", "markup", "platform", "texts"],
    answers: ["markup", "platform", "texts"],
    replies: ["answers", "approvals", "inbox", "outbox", "markup", "platform", "texts"],
    commands: ["replies", "answers", "approvals", "inbox", "outbox", "markup", "platform", "texts"],
    undo: ["commands", "approvals", "outbox", "platform", "texts"],
    memory: ["commands", "replies", "approvals", "inbox", "outbox", "markup", "platform", "texts"],
    people: ["commands", "replies", "approvals", "inbox", "outbox", "markup", "platform", "texts"],
    programs: [
      "people",
      "commands",
      "replies",
      "approvals",
      "inbox",
      "outbox",
      "markup",
      "platform",
      "texts",
    ],
    files: [
      "programs",
      "people",
      "commands",
      "replies",
      "approvals",
      "inbox",
      "outbox",
      "markup",
      "platform",
      "texts",
    ],
    schedules: [
      "files",
      "programs",
      "people",
      "commands",
      "replies",
      "approvals",
      "inbox",
      "outbox",
      "markup",
      "platform",
      "texts",
    ],
    decisions: [
      "schedules",
      "files",
      "programs",
      "people",
      "commands",
      "replies",
      "approvals",
      "inbox",
      "outbox",
      "markup",
      "platform",
      "texts",
    ],
    dispatch: [
      "decisions",
      "schedules",
      "files",
      "programs",
      "people",
      "memory",
      "undo",
      "commands",
      "replies",
      "answers",
      "approvals",
      "inbox",
      "outbox",
      "markup",
      "platform",
      "texts",
    ],
  },
  app: {
    core: [],
    doctor: [".", "core"],
    backup: ["core"],
    examples: ["core"],
    understanding: [".", "core"],
    export: ["examples", "core"],
    screens: ["core"],
    ".": ["screens", "export", "examples", "backup", "core"],
  },
};

/** The command line may name the types of every room, and nothing else of them. */
const TYPES_FROM_ANYWHERE: ReadonlySet<string> = new Set(["cli"]);

const MAX_LINES = 700;
const MAX_ENTRIES = 25;

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

/** The folder of a file inside its room; `.` for the files of the room itself. */
function folderOf(path: string): string {
  const parts = path.split("/");
  return parts.length > 2 ? parts[1]! : ".";
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

test("inside a room every import points to a folder that its own may import", () => {
  const wrong = imports.filter(({ from, to }) => {
    const room = roomOf(from);
    const folders = FOLDERS[room];
    if (room !== roomOf(to) || folders === undefined) return false;
    const own = folderOf(from);
    const other = folderOf(to);
    return own !== other && folders[own]?.includes(other) !== true;
  });
  assert.deepEqual(
    wrong.map(({ from, to }) => `${from} → ${to}`),
    [],
  );
});

/** Arrows between the names that `nameOf` gives files, those to itself left out. */
function graphOf(nameOf: (path: string) => string): ReadonlyMap<string, readonly string[]> {
  const graph = new Map<string, string[]>();
  for (const { from, to } of imports)
    if (nameOf(from) !== nameOf(to))
      graph.set(nameOf(from), [...(graph.get(nameOf(from)) ?? []), nameOf(to)]);
  return graph;
}

function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): readonly string[] {
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
  return cycles;
}

test("imports form no cycle, between files and between folders two levels deep", () => {
  assert.deepEqual(cyclesOf(graphOf((path) => path)), []);
  assert.deepEqual(cyclesOf(graphOf((path) => `${roomOf(path)}/${folderOf(path)}`)), []);
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

test(`no folder of src has more than ${MAX_ENTRIES} entries`, () => {
  const full = foldersBelow(source)
    .map((folder) => ({ name: relative(source, folder), count: readdirSync(folder).length }))
    .filter(({ count }) => count > MAX_ENTRIES)
    .map(({ name, count }) => `${name}: ${count}`);
  assert.deepEqual(full, []);
});

test("a folder of src with more than two files has a README of 5 to 15 lines whose files exist", () => {
  const wrong = foldersBelow(source).flatMap((folder) => {
    const name = relative(source, folder);
    const path = join(folder, "README.md");
    if (!existsSync(path)) return filesIn(folder) > 2 ? [`${name}: no README.md`] : [];
    const text = readFileSync(path, "utf8");
    const count = text.trimEnd().split("\n").length;
    const missing = [...text.matchAll(/`([\w./-]+\.(?:ts|ne|mjs))`/g)]
      .map(([, file = ""]) => file)
      .filter((file) => ![folder, source, root].some((from) => existsSync(join(from, file))))
      .map((file) => `${name}: there is no ${file}`);
    return [...(count < 5 || count > 15 ? [`${name}: ${count} lines`] : []), ...missing];
  });
  assert.deepEqual(wrong, []);
});

function foldersBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name))
    .flatMap((path) => [path, ...foldersBelow(path)]);
}

function filesIn(folder: string): number {
  return readdirSync(folder).filter((name) => name.endsWith(".ts")).length;
}

test("what a README of src says its folder may import is what the tables allow", () => {
  const wrong = foldersBelow(source).flatMap((folder) => {
    const path = join(folder, "README.md");
    if (!existsSync(path)) return [];
    const name = relative(source, folder);
    const [, listed = ""] =
      /^- May import: ((?:.+\n?(?: {2}.+\n?)*))/m.exec(readFileSync(path, "utf8")) ?? [];
    const own = new Set([name.split("/")[0], "src"]);
    const said = [...listed.matchAll(/`([a-z]+)`/g)].map(([, other = ""]) => other);
    const named = new Set(said.filter((other) => !own.has(other)));
    const allowed = new Set(importableBy(name));
    return [
      ...[...allowed]
        .filter((other) => !named.has(other))
        .map((other) => `${name}: misses ${other}`),
      ...[...named].filter((other) => !allowed.has(other)).map((other) => `${name}: not ${other}`),
    ];
  });
  assert.deepEqual(wrong, []);
});

/** The folders of its room and the rooms that a folder may import; the rooms of `bots` stand in the README of `bots` alone. */
function importableBy(name: string): readonly string[] {
  const [room = "", folder = "."] = name.split("/");
  const inside = (FOLDERS[room]?.[folder] ?? []).filter((other) => other !== ".");
  return room === "bots" && folder !== "." ? inside : [...inside, ...(ROOMS[room] ?? [])];
}

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

test("only the gate executes, and only environment.ts reads the environment", () => {
  const users = imports
    .filter(({ to, isType }) => to === "engine/execute/executor.ts" && !isType)
    .map(({ from }) => from);
  assert.deepEqual(users, ["runs/gate.ts"]);
  const readers = files
    .filter((file) => /process\.env\b/.test(readFileSync(file, "utf8")))
    .map((file) => relative(source, file));
  assert.deepEqual(readers, ["config/environment.ts"]);
});

test("time limits and joined signals are made by linkSignals alone", () => {
  const users = files
    .filter((file) => /AbortSignal\s*\.\s*(timeout|any)\b/.test(readFileSync(file, "utf8")))
    .map((file) => relative(source, file));
  assert.deepEqual(users, []);
});
