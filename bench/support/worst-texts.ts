import { chainOf } from "./chain.ts";

const KIB_64 = 64 * 1024;

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

/** A text of at most 64 KiB and what it is made of. */
export interface WorstText {
  readonly name: string;
  readonly text: string;
}

/** Texts made to hurt: the largest legal ones, and everything that tempts a reader to look twice. */
export function worstTexts(): readonly WorstText[] {
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
  const more: readonly (readonly [string, string])[] = [
    ["list of 10,000 numbers", fill("[a:b] {k: [", "1,", "]}", 10_000)],
    ["list of 19,990 numbers", fill("[a:b] {k: [", "1,", "]}", 19_990)],
    ["list of 30,000 numbers", fill("[a:b] {k: [", "1,", "]}", 30_000)],
    ["18,000 empty lists", fill("[a:b] {k: [", "[]", "]}", 18_000)],
    ["13,000 empty strings", fill("[a:b] {k: [", "'',", "]}", 13_000)],
    ["9,900 pairs", fill("[a:b] {", "a:1,", "}", 9_900)],
    ["9,900 arguments", fill("[a:b](", '"",', '"")', 9_900)],
    ["10,000 alternatives of a condition", fill("[if: ", "$a or ", "$a]{[a:b]}", 10_000)],
    ["2,000 steps", chainOf(2000)],
    [
      "32 brackets deep, many times",
      fill("[a:b] {k: [", `${"[".repeat(30)}${"]".repeat(30)}`, "]}", 330),
    ],
  ];
  return [...cases, ...more].map(([name, text]) => ({ name, text }));
}
