/** The folder of a chat's folder where files of messages go. */
const FOLDER = "inbox";

/** Longest name without its ending, in letters: at most 4 bytes each, far below the 255 of a file system. */
const LONGEST_STEM = 50;

/** What is no letter, mark, number, dot, hyphen or underscore of any script: such a name can be a word of no other language. */
const ODD = /[^\p{L}\p{M}\p{N}._-]+/gu;

/**
 * The path at which a file of this name is to stand: the `count`th that is tried, `inbox/report.pdf`, `inbox/report-2.pdf` … Of what the
 * sender named it, folders, spaces, signs and leading dots are left out. Pure.
 */
export function inboxPath(name: string, count: number): string {
  const last = name.normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  const clean = last
    .replace(ODD, "_")
    .replace(/\.{2,}/g, ".")
    .replace(/^[._-]+|[._-]+$/g, "");
  const [, stem = clean, ending = ""] = /^(.+?)(\.[A-Za-z0-9]{1,8})$/.exec(clean) ?? [];
  const short = [...stem].slice(0, LONGEST_STEM).join("").normalize("NFC");
  const number = count === 1 ? "" : `-${count}`;
  return `${FOLDER}/${short === "" ? "file" : short}${number}${ending.toLowerCase()}`;
}
