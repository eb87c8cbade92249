import { test } from "node:test";
import { claimsIn } from "../src/agent/turn/check-claims.ts";
import { hasProgram } from "../src/agent/turn/loop-state.ts";
import { createMaskStream } from "../src/base/redact.ts";
import { exactText } from "../src/base/visible-text.ts";
import { codeSpan, toPlainText, toTelegramHtml } from "../src/bots/markup/parse-markup.ts";
import { splitText } from "../src/bots/markup/split-text.ts";
import { draftOf } from "../src/bots/markup/streaming-markdown.ts";
import { tableSvg } from "../src/bots/markup/table-image.ts";
import { fitWidth } from "../src/bots/markup/text-width.ts";
import { tablesToDraw } from "../src/bots/markup/wide-tables.ts";
import { MAX_REPLY_LENGTH } from "../src/bots/outbox/long-text.ts";
import { rowsOfText } from "../src/engine/values/text-rows.ts";
import { parseChartData } from "../src/nodes/forge/chart-data.ts";
import { isPoisoned, withoutPrivate } from "../src/rag/text/generalise.ts";
import { planned } from "./agent/support/planner-examples.ts";
import { assertLinear, type LinearCase, numbered, repeated } from "./support/linear.ts";

type Maker = LinearCase["make"];

const LISTS: Readonly<Record<string, Maker>> = {
  "lines of a number": numbered((index) => `${1000 + index}`),
  "rows of a table": numbered((index) => `${index},name ${index},${index * 7}.5`),
  "a list": numbered((index) => `item ${index}`),
  "a list of the same": repeated("- a\n"),
  addresses: numbered((index) => `https://a.b/${index}`, "\n"),
  "addresses in one line": numbered((index) => `https://a.b/${index}`, " "),
  links: numbered((index) => `[a](https://a.b/${index})`),
  "quoted words": repeated('"a" '),
  clauses: repeated("매일 8시에 뉴스 보내주고\n놓친 건 "),
  "clauses that go on": repeated("if it is still running,\n"),
  times: repeated("내일 3시에 회의,\n"),
  "a note": (length) => `메모해줘: ${repeated("1, 2 ")(length - 6)}`,
};

const MARKS: Readonly<Record<string, Maker>> = {
  escapes: repeated("\\*"),
  backslashes: repeated("\\"),
  bold: repeated("**a** "),
  "bold words": repeated("**a**"),
  "marks in marks": repeated("**a *b* ~~c~~ ||d|| "),
  brackets: repeated("[]"),
  "open brackets": repeated("["),
  "closed brackets": repeated("](http://a"),
  links: repeated("[a](http://b.c) "),
  "backticks of all lengths": repeated("`` ` ``` "),
  quotes: repeated("> a\n"),
  fences: repeated("```\na\n```\n"),
  "open fences": repeated("```\n"),
  "a word": repeated("a"),
  stars: repeated("* "),
  rows: repeated("| a | b |\n"),
  clusters: repeated("👩‍👩‍👧"),
};

const RUNS: Readonly<Record<string, Maker>> = {
  "a word": repeated("a"),
  "words of a token": repeated(`M${"a".repeat(24)}.`),
  "empty lines": repeated("\n"),
  backticks: repeated("`"),
  quotes: repeated("'"),
  marks: repeated("e\u0301\u0301\u0301\u0301\u0301"),
  tabs: repeated("a\t\t \t"),
};

const DATA: Readonly<Record<string, Maker>> = {
  "objects without a name in common": listed((index) => `{"k${index}":1}`),
  "short rows below a wide one": (length) =>
    `[[${repeated("1,")(length / 2)}1],${repeated("[1],")(length / 2)}[1]]`,
  "one long series among empty ones": (length) =>
    `[{"data":[${repeated("1,")(length / 2)}1]},${repeated('{"data":[]},')(length / 2)}{"data":[]}]`,
  numbers: listed(() => "1"),
  "rows of a file": repeated("a,1\n"),
};

const TABLES: Readonly<Record<string, Maker>> = {
  "one long cell": oneCell("a"),
  "one long Korean cell": oneCell("가"),
  "one cell that shows nothing": oneCell("\u200B"),
  "short rows below a wide head": (length) =>
    `${"|a".repeat(length / 8)}|\n${"|-".repeat(length / 8)}|\n${repeated("|a|\n")(length / 2)}`,
  "short rows below the widest head": (length) =>
    `${"|a".repeat(60)}|\n${"|-".repeat(60)}|\n${repeated("|a|\n")(length)}`,
  "rows of two": (length) => `|a|b|\n|-|-|\n${repeated("|a|b|\n")(length)}`,
  tables: repeated("|a|b|\n|-|-|\n|1|2|\n\n"),
};

const LONG_CELLS: Readonly<Record<string, Maker>> = {
  "one long cell": oneCell("a"),
  "one long Korean cell": oneCell("가"),
  "one cell of words": oneCell("가 "),
};

/** A table of one cell. */
function oneCell(unit: string): Maker {
  return (length) => `|a|b|\n|-|-|\n|${repeated(unit)(length)}|x|\n`;
}

/** A JSON list. */
function listed(item: (index: number) => string): Maker {
  return (length) => `[${numbered(item, ",")(length).replace(/,[^,]*$/, "")}]`;
}

/** Longest file that is drawn. */
const LONGEST_DATA = 990_000;

/** Longest message that a planner reads. */
const LONGEST_MESSAGE = 5000;

/** The longest answer of a model that is taken, about. */
const LONGEST_ANSWER = 64_000;

/** Shorter than any platform's message: an eighth of the text, too, becomes several. */
const ONE_MESSAGE = 400;

const CASES: readonly LinearCase[] = [
  ...casesOf("planned", LISTS, planned, LONGEST_MESSAGE),
  ...casesOf("split", MARKS, (text) => splitText(text, ONE_MESSAGE), MAX_REPLY_LENGTH),
  ...casesOf("shown as HTML", MARKS, toTelegramHtml, 16 * MAX_REPLY_LENGTH),
  ...casesOf("shown plainly", MARKS, toPlainText, 16 * MAX_REPLY_LENGTH),
  ...casesOf("drafted", MARKS, (text) => draftOf(text, ONE_MESSAGE), 8 * 4096),
  ...casesOf("masked as it comes", RUNS, maskedInPieces, LONGEST_ANSWER),
  ...casesOf("read for claims", RUNS, claimsIn, LONGEST_ANSWER),
  ...casesOf("read for programs", RUNS, hasProgram, LONGEST_ANSWER),
  ...casesOf("read for poison", RUNS, isPoisoned, LONGEST_ANSWER),
  ...casesOf("made general", RUNS, withoutPrivate, LONGEST_ANSWER),
  ...casesOf("laid out", TABLES, tablesToDraw, MAX_REPLY_LENGTH),
  ...casesOf("cut to a width", RUNS, (text) => fitWidth(text, 24), LONGEST_ANSWER),
  ...casesOf("drawn as a table", LONG_CELLS, drawTables, LONGEST_ANSWER),
  ...casesOf("drawn", DATA, (text) => parseChartData(rowsOfText(text) ?? [], []), LONGEST_DATA),
  ...casesOf(
    "shown as a line of code",
    { ...RUNS, blanks: repeated(" ") },
    codeSpan,
    LONGEST_ANSWER,
  ),
  ...casesOf("shown exactly", RUNS, exactText, LONGEST_ANSWER),
];

function drawTables(text: string): void {
  for (const { table } of tablesToDraw(text)) tableSvg(table);
}

/** As a model's answer comes: some letters at a time. */
function maskedInPieces(text: string): void {
  const stream = createMaskStream(["a registered secret"]);
  for (let at = 0; at < text.length; at += 16) stream.push(text.slice(at, at + 16));
  stream.flush();
}

for (const one of CASES)
  test(`${one.name}: twice as much takes about twice as long`, () => assertLinear(one));

function casesOf(
  kind: string,
  makers: Readonly<Record<string, Maker>>,
  work: LinearCase["work"],
  largest: number,
): readonly LinearCase[] {
  return Object.entries(makers).map(([name, make]) => ({
    name: `${kind}: ${name}`,
    make,
    work,
    largest,
  }));
}
