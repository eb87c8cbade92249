import { readFileSync } from "node:fs";

/** A program as models write it, and what it means. */
export interface WrongProgram {
  readonly title: string;
  readonly written: string;
  /** Programs of which any says the same. */
  readonly meant: readonly string[];
  /** Where none is certain: how the form begins that the error must show. */
  readonly form?: string;
}

/** The blocks of `wrong-programs.txt`, which says how they are written. */
export function wrongPrograms(): readonly WrongProgram[] {
  const text = readFileSync(new URL("./wrong-programs.txt", import.meta.url), "utf8");
  return text.split(/^== /m).slice(1).map(blockOf);
}

function blockOf(block: string): WrongProgram {
  const title = block.slice(0, block.indexOf("\n"));
  const [written = "", readings = ""] = block.slice(title.length + 1).split(/\n=>\n/);
  const all = readings.trimEnd().split(/\nor\n/);
  const form = all.find((reading) => reading.startsWith("form "))?.slice("form ".length);
  const meant = all.filter((reading) => !reading.startsWith("form "));
  return { title, written, meant, ...(form === undefined ? {} : { form }) };
}
