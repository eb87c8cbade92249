import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the product. */
export const ROOT = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

/** One document of the product. */
export interface Page {
  /** Below the product's folder, such as `docs/language.md`. */
  readonly path: string;
  readonly text: string;
}

/** A fenced block: its words after the fence, its text, and the line (from 1) where it opens. */
export interface Fence {
  readonly page: string;
  readonly line: number;
  readonly info: readonly string[];
  readonly text: string;
}

/** The READMEs and everything in docs/. */
export function readPages(): readonly Page[] {
  const docs = ["docs", "docs/actions"].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).map((name) => join(folder, name)),
  );
  return ["README.md", "README.ko.md", ...docs.sort()]
    .filter((path) => path.endsWith(".md"))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));
}

/** Every fenced block of a page. */
export function fencesOf({ path, text }: Page): readonly Fence[] {
  const fences: Fence[] = [];
  for (const match of text.matchAll(/^```([^\n`]*)\n([\s\S]*?)^```$/gm)) {
    const line = text.slice(0, match.index).split("\n").length;
    const info = (match[1] ?? "").trim().split(/\s+/);
    fences.push({ page: path, line, info, text: match[2] ?? "" });
  }
  return fences;
}

/** The text of a page without its fenced blocks. */
function proseOf({ text }: Page): string {
  return text.replace(/^```[^\n`]*\n[\s\S]*?^```$/gm, "");
}

/** Everything a page shows as code: fenced blocks, and spans between backticks. */
export function codeOf(page: Page): readonly string[] {
  return [...fencesOf(page).map((fence) => fence.text), ...spansOf(proseOf(page))];
}

/** What stands between backticks. */
export function spansOf(text: string): readonly string[] {
  return [...text.matchAll(/(?<!`)(`+)(?!`) ?([^\n]*?) ?(?<!`)\1(?!`)/g)].map(
    (match) => match[2] ?? "",
  );
}

/** The rows of the table between `<!-- table: NAME -->` and `<!-- /table -->`, without its head; cells are trimmed. */
export function tableOf(page: Page, name: string): readonly (readonly string[])[] {
  const from = page.text.indexOf(`<!-- table: ${name} -->`);
  const to = page.text.indexOf("<!-- /table -->", from);
  if (from < 0 || to < 0) throw new Error(`${page.path} has no table "${name}".`);
  const lines = page.text.slice(from, to).split("\n");
  return lines
    .filter((line) => line.startsWith("|"))
    .slice(2)
    .map((line) => line.slice(1, -1).split(/(?<!\\)\|/))
    .map((cells) => cells.map((cell) => cell.trim().replaceAll("\\|", "|")));
}

/** Links that lead to nothing: a relative file that is not there, or a heading that its page does not have. */
export function brokenLinks(page: Page): readonly string[] {
  const prose = proseOf(page).replace(/(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, "");
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? "");
  return targets.filter((target) => {
    if (/^[a-z]+:/.test(target)) return false;
    const [file = "", heading] = target.split("#");
    const path = file === "" ? page.path : relative(ROOT, join(ROOT, dirname(page.path), file));
    if (!existsSync(join(ROOT, path))) return true;
    return (
      heading !== undefined && !headingsOf(readFileSync(join(ROOT, path), "utf8")).has(heading)
    );
  });
}

/** Headings as the ends of links: lower case, blanks as dashes, other signs left out (GitHub, "Section links"). */
function headingsOf(text: string): ReadonlySet<string> {
  const titles = [...text.matchAll(/^#+ (.+)$/gm)].map((match) => match[1] ?? "");
  return new Set(
    titles.map((title) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}
