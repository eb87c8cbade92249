import { codeOf } from "../../base/errors.ts";
import { guessText } from "../text-decoding.ts";
import type { Folder } from "./folder.ts";
import { checkPatternLength, compileGlob, compilePathGlob } from "./glob.ts";
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

/** Finds files and folders by pattern. Throws `bad-pattern`. */
export async function findFiles(
  folder: Folder,
  pattern: string,
  options: { readonly maxFound?: number },
): Promise<FoundFiles> {
  const fits = compilePathGlob(pattern);
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
  const fits = options.files === undefined ? () => true : compilePathGlob(options.files);
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
    const test = compileGlob(`**${pattern}**`);
    return (line) => test(line.slice(0, LONGEST_WILDCARD_LINE));
  }
  checkPatternLength(pattern);
  const fold = (text: string): string => {
    const normal = text.normalize("NFC");
    return options.matchCase === true ? normal : normal.toLowerCase();
  };
  const wanted = fold(pattern);
  return (line) => fold(line).includes(wanted);
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
