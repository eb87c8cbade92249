import { AppError, codeOf } from "../../base/errors.ts";
import { compilePathGlob } from "../../base/glob.ts";
import { guessText } from "../text-decoding.ts";
import type { Folder } from "./folder.ts";
import { type FileEntry, type Visit, walk } from "./walk.ts";
import { openForReading } from "./write.ts";

/** Entries whose path fits a pattern, by path. `isCut` says that more may fit than are given. */
export interface FoundFiles {
  readonly entries: readonly FileEntry[];
  readonly examined: number;
  readonly isCut: boolean;
}

/** One line that holds what was looked for; `line` counts from 1, `text` is cut at 300 characters. */
export interface FoundLine {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** Lines in order of path and line. `skipped` counts files that are no text or too large; `isCut` says that the search stopped early. */
export interface FoundLines {
  readonly lines: readonly FoundLine[];
  readonly filesSearched: number;
  readonly skipped: number;
  readonly isCut: boolean;
}

/** How a search for text goes; every default is given. */
export interface GrepOptions {
  /** Only files whose path fits this pattern; default all. */
  readonly files?: string;
  /** The pattern is a glob that the line holds, instead of plain text; default false. Regular expressions are not offered: none that is safe at any input is at hand. */
  readonly wildcard?: boolean;
  /** Default false. */
  readonly matchCase?: boolean;
  /** Default 100, at most 1,000. */
  readonly maxLines?: number;
}

/** Most entries one search looks at. */
const MOST_EXAMINED = 50_000;
const MOST_FOUND = 1000;
const DEFAULT_FOUND = 200;
const DEFAULT_LINES = 100;
/** Largest file searched, and most bytes read by one search. */
const LARGEST_SEARCHED_BYTES = 5 * 1024 * 1024;
const MOST_SEARCHED_BYTES = 64 * 1024 * 1024;
const SHOWN_CHARACTERS = 300;
/** A pattern costs time by the length of the line, so only its start is tried. */
const LONGEST_WILDCARD_LINE = 10_000;

/** Longest pattern accepted, in UTF-16 units. */
const LONGEST_PATTERN = 256;

/** Most patterns that `{a,b}` may stand for. */
const MOST_ALTERNATIVES = 64;

/** Finds files and folders by pattern. Throws `bad-pattern`. */
export async function findFiles(
  folder: Folder,
  pattern: string,
  options: { readonly maxFound?: number },
): Promise<FoundFiles> {
  const fits = pathTest(pattern);
  const maxFound = Math.min(options.maxFound ?? DEFAULT_FOUND, MOST_FOUND);
  const entries: FileEntry[] = [];
  let examined = 0;
  for await (const { entry } of walk(folder)) {
    if (examined >= MOST_EXAMINED) return { entries, examined, isCut: true };
    examined += 1;
    if (!fits(pathBelow(folder, entry))) continue;
    if (entries.length >= maxFound) return { entries, examined, isCut: true };
    entries.push(entry);
  }
  return { entries, examined, isCut: false };
}

/** Finds lines that hold a text. Throws `bad-pattern`. */
export async function grepFiles(
  folder: Folder,
  pattern: string,
  options: GrepOptions,
): Promise<FoundLines> {
  const search = createSearch(pattern, options);
  const fits = options.files === undefined ? () => true : pathTest(options.files);
  let examined = 0;
  for await (const visit of walk(folder)) {
    examined += 1;
    if (examined > MOST_EXAMINED || search.isFull()) return search.result(true);
    if (visit.entry.kind === "file" && fits(pathBelow(folder, visit.entry)))
      await search.visit(visit);
  }
  return search.result(search.isFull());
}

/** Patterns are about the path from the folder that is searched. */
function pathBelow(folder: Folder, entry: FileEntry): string {
  return folder.path === "" ? entry.path : entry.path.slice(folder.path.length + 1);
}

interface Search {
  visit(visit: Visit): Promise<void>;
  isFull(): boolean;
  result(isCut: boolean): FoundLines;
}

function createSearch(pattern: string, options: GrepOptions): Search {
  const holds = lineTest(pattern, options);
  const maxLines = Math.min(options.maxLines ?? DEFAULT_LINES, MOST_FOUND);
  const lines: FoundLine[] = [];
  let filesSearched = 0;
  let skipped = 0;
  let searchedBytes = 0;
  return {
    async visit({ entry, folder, diskName }) {
      const text = await searchableText(entry, folder, diskName);
      if (text === undefined) {
        skipped += 1;
        return;
      }
      filesSearched += 1;
      searchedBytes += entry.sizeBytes;
      const found = linesOf(text).filter(({ content }) => holds(content));
      for (const { content, line } of found.slice(0, maxLines + 1 - lines.length)) {
        lines.push({ path: entry.path, line, text: content.slice(0, SHOWN_CHARACTERS) });
      }
    },
    isFull: () => lines.length > maxLines || searchedBytes > MOST_SEARCHED_BYTES,
    result: (isCut) => ({ lines: lines.slice(0, maxLines), filesSearched, skipped, isCut }),
  };
}

function linesOf(text: string): readonly { readonly content: string; readonly line: number }[] {
  return text.split(/\r?\n/).map((content, index) => ({ content, line: index + 1 }));
}

function lineTest(pattern: string, options: GrepOptions): (line: string) => boolean {
  if (options.wildcard === true) {
    const test = compilePattern(`**${pattern}**`);
    return (line) => test(line.slice(0, LONGEST_WILDCARD_LINE));
  }
  checkPatternLength(pattern);
  const read = options.matchCase === true ? (text: string) => text.normalize("NFC") : fold;
  const wanted = read(pattern);
  return (line) => read(line).includes(wanted);
}

/** The text of a file, or undefined for one that is no text, too large, or gone. */
async function searchableText(
  entry: FileEntry,
  folder: Folder,
  diskName: string,
): Promise<string | undefined> {
  if (entry.sizeBytes > LARGEST_SEARCHED_BYTES) return undefined;
  try {
    const handle = await openForReading(folder, diskName);
    try {
      const text = guessText(await handle.readFile())?.text;
      return text?.includes("\0") === true ? undefined : text;
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (codeOf(error) === "file-not-found" || codeOf(error) === "path-not-allowed") {
      return undefined;
    }
    throw error;
  }
}

/** A test for paths: a pattern without "/" is about the last name, in any folder. */
function pathTest(pattern: string): (path: string) => boolean {
  const whole = pattern.replace(/^\.\//, "");
  const test = compilePattern(whole);
  if (whole.includes("/")) return test;
  return (path) => test(path.slice(path.lastIndexOf("/") + 1));
}

/** A test for a glob of paths with `{a,b}` (either); brackets are plain characters, letter case and Unicode form do not matter. Throws `bad-pattern`. */
function compilePattern(pattern: string): (text: string) => boolean {
  checkPatternLength(pattern);
  const tests = expandBraces(fold(pattern)).map(compilePathGlob);
  return (text) => {
    const folded = fold(text);
    return tests.some((test) => test(folded));
  };
}

/** Throws `bad-pattern` for one that is empty or too long. */
function checkPatternLength(pattern: string): void {
  if (pattern !== "" && pattern.length <= LONGEST_PATTERN) return;
  throw new AppError("bad-pattern", {
    en: `A pattern has between 1 and ${LONGEST_PATTERN} characters, such as "*.md" or "notes/**".`,
    ko: `찾을 모양은 "*.md"나 "notes/**"처럼 1자에서 ${LONGEST_PATTERN}자 사이여야 해요.`,
  });
}

function fold(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

function expandBraces(pattern: string): readonly string[] {
  let done: string[] = [""];
  let rest = pattern;
  for (;;) {
    const found = rest.match(/\{([^{}]*,[^{}]*)\}/);
    if (found?.index === undefined) return done.map((start) => start + rest);
    const before = rest.slice(0, found.index);
    const choices = (found[1] ?? "").split(",");
    if (done.length * choices.length > MOST_ALTERNATIVES) {
      throw new AppError("bad-pattern", {
        en: `The pattern stands for more than ${MOST_ALTERNATIVES} others. Use fewer braces.`,
        ko: `이 모양은 ${MOST_ALTERNATIVES}가지가 넘는 경우로 펼쳐져요. 중괄호를 줄여 주세요.`,
      });
    }
    done = done.flatMap((start) => choices.map((choice) => start + before + choice));
    rest = rest.slice(found.index + found[0].length);
  }
}
