// How fast programs are read and printed, and how long the worst 64 KiB take.
//   npx tsx bench/parse.ts            the tables
//   npx tsx bench/parse.ts --fuzz     100,000 hostile inputs: nothing may throw or take longer than the limit
//   npx tsx bench/parse.ts --fuzz N   N of them
import { performance } from "node:perf_hooks";
import { parse } from "../src/engine/parser.ts";
import { printProgram } from "../src/engine/printer.ts";
import type { Program } from "../src/engine/tree.ts";
import { hostileInput, seededRandom } from "../test/engine/support/hostile.ts";

const LIMIT_MS = 250;
const KIB_64 = 64 * 1024;

const STEP =
  '[source:search_news]("AI 뉴스 12") {type: "news", limit: 10, tags: [ai, "부동산"], since: 2026-02-01}';

/** A program of `count` steps in one chain, with groups and fallbacks as people write them. */
function chain(count: number): string {
  const steps = Array.from({ length: count }, (_unused, index) => {
    return index % 10 === 9 ? `(${STEP} & ${STEP.replace("news", "blog")})` : STEP;
  });
  return steps.join("\n  >> ");
}

/** `count` steps short enough that 2,000 of them are a program of legal size. */
function shortChain(count: number): string {
  return Array.from({ length: count }, (_unused, index) => `[a:b]("${index}") {k: ${index}}`).join(
    " >> ",
  );
}

/** Median time of one call in microseconds, measured over at least `budgetMs`. */
function medianUs(run: () => unknown, budgetMs = 300): number {
  const times: number[] = [];
  const until = performance.now() + budgetMs;
  while (performance.now() < until || times.length < 9) {
    const rounds =
      times.length === 0 ? 1 : Math.max(1, Math.round(1000 / Math.max(times[0] ?? 1, 1)));
    const start = performance.now();
    for (let round = 0; round < rounds; round += 1) run();
    times.push(((performance.now() - start) * 1000) / rounds);
  }
  times.sort((one, other) => one - other);
  return times[times.length >> 1] ?? 0;
}

/** The least any reader must do: look at every character once and cut the text at blanks, brackets and quotes. */
function scan(text: string): number {
  let tokens = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 34) {
      at += 1;
      while (at < text.length && text.charCodeAt(at) !== 34)
        at += text.charCodeAt(at) === 92 ? 2 : 1;
      at += 1;
    } else if (code <= 32) {
      at += 1;
      continue;
    } else if (isSign(code)) at += 1;
    else
      while (at < text.length && text.charCodeAt(at) > 32 && !isSign(text.charCodeAt(at))) at += 1;
    tokens += 1;
  }
  return tokens;
}

function isSign(code: number): boolean {
  return (
    code === 34 ||
    code === 40 ||
    code === 41 ||
    code === 44 ||
    code === 58 ||
    code === 91 ||
    code === 93 ||
    code === 123 ||
    code === 125
  );
}

function mustParse(source: string): Program {
  const result = parse(source);
  if (!result.ok) throw new Error(`A benchmark program does not parse: ${result.error.message}`);
  return result.program;
}

function printRows(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_cell, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  for (const row of rows)
    console.log(row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join("  "));
  console.log();
}

function speedTable(): void {
  const source = chain(3);
  const program = mustParse(source);
  const json = JSON.stringify(program);
  const rows = [["one program of 3 steps", "us", "programs/s", "times JSON.parse"]];
  const base = medianUs(() => JSON.parse(json));
  const kinds: [string, () => unknown][] = [
    ["JSON.parse of its tree", () => JSON.parse(json)],
    ["hand-written scanner (lower bound)", () => scan(source)],
    ["parse", () => parse(source)],
    ["print", () => printProgram(program)],
  ];
  for (const [name, run] of kinds) {
    const us = medianUs(run);
    rows.push([
      name,
      us.toFixed(1),
      Math.round(1e6 / us).toLocaleString("en"),
      (us / base).toFixed(1),
    ]);
  }
  console.log(`${Buffer.byteLength(source)} bytes`);
  printRows(rows);
}

function growthTable(): void {
  const stepUs: number[] = [];
  const rows = [
    [
      "steps",
      "bytes",
      "parse ms",
      "us/step",
      "print ms",
      "us/step",
      "JSON.parse us/step",
      "scan us/step",
    ],
  ];
  for (const count of [1, 10, 100, 1000, 2000]) {
    const source = shortChain(count);
    const program = mustParse(source);
    const json = JSON.stringify(program);
    const us = [
      () => parse(source),
      () => printProgram(program),
      () => JSON.parse(json),
      () => scan(source),
    ].map((run) => medianUs(run, 600));
    const [parseUs = 0, printUs = 0, jsonUs = 0, scanUs = 0] = us;
    if (count <= 1000) stepUs.push(parseUs / count);
    rows.push([
      String(count),
      String(Buffer.byteLength(source)),
      (parseUs / 1000).toFixed(2),
      (parseUs / count).toFixed(1),
      (printUs / 1000).toFixed(2),
      (printUs / count).toFixed(1),
      (jsonUs / count).toFixed(2),
      (scanUs / count).toFixed(2),
    ]);
  }
  printRows(rows);
  const spread = Math.max(...stepUs) / Math.min(...stepUs);
  console.log(
    `From 1 to 1,000 steps the dearest step costs ${spread.toFixed(2)} times the cheapest; the goal is 1.5.\n`,
  );
}

/** As many repetitions of `unit` between `before` and `after` as 64 KiB of UTF-8 hold, at most `most`. */
function fill(
  before: string,
  unit: string,
  after: string,
  most = Number.POSITIVE_INFINITY,
): string {
  const room = KIB_64 - Buffer.byteLength(before) - Buffer.byteLength(after);
  return before + unit.repeat(Math.min(most, Math.floor(room / Buffer.byteLength(unit)))) + after;
}

/** Texts made to hurt: the largest legal ones, and everything that tempts a reader to look twice. */
function worstCases(): readonly (readonly [string, string])[] {
  const units = [
    '"',
    "'",
    "`",
    '"""',
    "“",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "$",
    "${",
    "{{",
    "{{a",
    "${a.",
    "\\",
    "\\\\$",
    "#",
    "//",
    "# x\n",
    "\n",
    "\r\n",
    ";",
    " ",
    "\t",
    ",",
    ":",
    "=",
    "a",
    "가",
    "\u0000",
    "😀",
    "[a:b]\n",
    "[a:b];",
    "[a:b]>>",
    "[a:b]&",
    "[a:b]??",
    "([a:b])>>",
    "[if:$a]{[a:b]}\n",
    "[each:$a in $b]{[a:b]}\n",
    "ibl_info()\n",
    "$a=[a:b]\n",
    "- [a:b]\n",
    "[a",
    "[a:",
    ">>",
    "```",
    "execute_ibl(",
    "_",
    "\\u0041",
    "a.",
    "not ",
    "$a ",
  ];
  const frames: readonly (readonly [string, string, string])[] = [
    ["", "bare", ""],
    ['[a:b]("', "in a string", '")'],
    ["[a:b](", "in a target", ")"],
    ["[a:b] {k: ", "as a value", "}"],
    ["[a:b] {k: [", "in a list", "]}"],
    ["[a:b] {", "in an object", "}"],
    ["[if: ", "in a condition", "]{[a:b]}"],
    ["execute_ibl(code='", "in a wrapper", "')"],
    ["```\n", "in a fence", "\n```"],
    ["[a:b]\n", "after a call", ""],
  ];
  const cases = frames.flatMap(([before, where, after]) => {
    return units.map(
      (unit) => [`${JSON.stringify(unit)} ${where}`, fill(before, unit, after)] as const,
    );
  });
  return [
    ...cases,
    ["list of 10,000 numbers", fill("[a:b] {k: [", "1,", "]}", 10_000)],
    ["list of 19,990 numbers", fill("[a:b] {k: [", "1,", "]}", 19_990)],
    ["list of 30,000 numbers", fill("[a:b] {k: [", "1,", "]}", 30_000)],
    ["18,000 empty lists", fill("[a:b] {k: [", "[]", "]}", 18_000)],
    ["13,000 empty strings", fill("[a:b] {k: [", "'',", "]}", 13_000)],
    ["9,900 pairs", fill("[a:b] {", "a:1,", "}", 9_900)],
    ["9,900 arguments", fill("[a:b](", '"",', '"")', 9_900)],
    ["10,000 alternatives of a condition", fill("[if: ", "$a or ", "$a]{[a:b]}", 10_000)],
    ["2,000 steps", shortChain(2000)],
    [
      "32 brackets deep, many times",
      fill("[a:b] {k: [", `${"[".repeat(30)}${"]".repeat(30)}`, "]}", 330),
    ],
  ];
}

/** One parse and its time. A slow one is tried twice more and the best counts: on a shared machine any of them may be made to wait. */
function timed(source: string): { readonly ms: number; readonly result: ReturnType<typeof parse> } {
  let ms = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const start = performance.now();
    const result = parse(source);
    ms = Math.min(ms, performance.now() - start);
    if (ms < LIMIT_MS / 2 || attempt === 2) return { ms, result };
  }
  throw new Error("Three attempts are enough.");
}

function worstTable(): void {
  const results = worstCases().map(([name, source]) => {
    const { ms, result } = timed(source);
    return {
      name,
      bytes: Buffer.byteLength(source),
      ms,
      outcome: result.ok ? "ok" : result.error.code,
    };
  });
  results.sort((one, other) => other.ms - one.ms);
  const rows = [["slowest of the worst", "bytes", "ms", "outcome"]];
  for (const { name, bytes, ms, outcome } of results.slice(0, 25))
    rows.push([name, String(bytes), ms.toFixed(1), outcome]);
  printRows(rows);
  console.log(
    `${results.length} cases; the slowest took ${results[0]?.ms.toFixed(1)} ms of the ${LIMIT_MS} ms allowed.`,
  );
  if ((results[0]?.ms ?? 0) > LIMIT_MS) process.exitCode = 1;
}

function fuzz(count: number): void {
  const random = seededRandom(20260201);
  const outcomes = new Map<string, number>();
  let slowestMs = 0;
  for (let index = 0; index < count; index += 1) {
    const source = hostileInput(random);
    const { ms, result } = timed(source);
    if (ms > slowestMs) slowestMs = ms;
    if (ms > LIMIT_MS) console.log(`${ms.toFixed(0)} ms: ${JSON.stringify(source.slice(0, 200))}`);
    const outcome = result.ok ? "ok" : result.error.code;
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  const rows = [...outcomes]
    .sort((one, other) => other[1] - one[1])
    .map(([code, times]) => [code, String(times)]);
  printRows([["outcome", "inputs"], ...rows]);
  console.log(
    `${count.toLocaleString("en")} inputs, none threw; the slowest took ${slowestMs.toFixed(1)} ms.`,
  );
  if (slowestMs > LIMIT_MS) process.exitCode = 1;
}

const [mode, fuzzCount] = process.argv.slice(2);
if (mode === "--fuzz") fuzz(fuzzCount === undefined ? 100_000 : Number(fuzzCount));
else {
  console.log(`node ${process.version}, ${process.arch}; medians\n`);
  speedTable();
  growthTable();
  worstTable();
}
