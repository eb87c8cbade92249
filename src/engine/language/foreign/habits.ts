import type { Edit, SyntaxProblem } from "../syntax-errors.ts";

/** One way to write something: sticky at the place of the error, with what is written here. */
interface Rule {
  readonly written: RegExp;
  readonly meant: (match: RegExpExecArray) => string;
}

const NAME = String.raw`\$?[\p{L}_][\p{L}\p{M}\p{N}_]*`;

const RULES: readonly Rule[] = [
  // } else if C {   } elif C {
  {
    written:
      /(?:else\s+if|elif|elseif|elsif)\b\s*:?\s*([^\n{]*?(?:\$\{[^\n}]*\}[^\n{]*?)*)\s*(?=\{)/iuy,
    meant: ([, condition = ""]) => `[else if: ${unwrapped(condition)}] `,
  },
  // } else {
  { written: /else\s*:?\s*(?=\{)/iuy, meant: () => "[else] " },
  // [elif: C]
  { written: /\[\s*(?:elif|elseif|elsif|else-if)\s*:/iuy, meant: () => "[else if:" },
  // [else:]
  { written: /\[\s*else\s*:\s*\]/iuy, meant: () => "[else]" },
  // if C {
  {
    written: /if\b\s*:?\s*([^\n{]*?(?:\$\{[^\n}]*\}[^\n{]*?)*)\s*(?:then\s*)?(?=\{)/iuy,
    meant: ([, condition = ""]) => `[if: ${unwrapped(condition)}] `,
  },
  // for $x in LIST {   foreach (x of LIST) {
  {
    written: new RegExp(
      String.raw`(?:for|foreach|each)\b\s*(?:each\b)?\s*\(?\s*(?:const|let|var)?\s*(${NAME}(?:\s*,\s*${NAME})?)\s+(?:in|of)\s+([^\n{]+?)\s*(?=\{)`,
      "iuy",
    ),
    meant: ([, names = "", list = ""]) =>
      loopOf(names, closes(list) ? list : list.replace(/\)$/, "").trim()),
  },
  // [for: x in LIST]
  {
    written: new RegExp(
      String.raw`\[\s*(?:for|foreach|for each|loop)\s*:?\s*(${NAME}(?:\s*,\s*${NAME})?)\s+(?:in|of)\s+`,
      "iuy",
    ),
    meant: ([, names = ""]) => `[each: ${variables(names)} in `,
  },
  // {{#each LIST}} … {{/each}}
  {
    written:
      /\{\{\s*#each\s+([^\s{}]+)(?:\s+as\s+\|?\s*([^\s{}|]+)\s*\|?)?\s*\}\}([\s\S]*?)\{\{\s*\/each\s*\}\}/iuy,
    meant: ([, list = "", item = "item", body = ""]) =>
      `${loopOf(item, list)}{ ${body.trim().replace(/\{\{\s*this\b/g, `{{${item.replace("$", "")}`)} }`,
  },
  // let x =   const x =   x =
  {
    written: /(?:let|const|var|set)\s+\$?([\p{L}_][\p{L}\p{M}\p{N}_]*)\s*=(?!=)/iuy,
    meant: ([, name = ""]) => `$${name} =`,
  },
  {
    written: /([\p{L}_][\p{L}\p{M}\p{N}_]*)\s*=(?![=>])/uy,
    meant: ([, name = ""]) => `$${name} =`,
  },
];

/** Where the text of a program says in another language's words what IBL says in its own: the change that makes IBL of it. Pure. */
export function habitAt(
  text: string,
  { code, span, fix }: Pick<SyntaxProblem, "code" | "span" | "fix">,
): Edit | undefined {
  if (fix?.readAs !== undefined) return fix;
  // Of two braces the first was read as that of an object.
  const isTemplate = code === "bad-key" && text.startsWith("{{", span.start - 1);
  if (code !== "expected-call" && code !== "trailing-text" && !isTemplate) return undefined;
  const start = isTemplate ? span.start - 1 : span.start;
  for (const { written, meant } of RULES) {
    written.lastIndex = start;
    const match = written.exec(text);
    if (match === null) continue;
    const end = start + match[0].length;
    return { start, end, text: meant(match), readAs: "other-language" };
  }
  return undefined;
}

/** A condition without the parentheses around all of it and the colon that other languages put there. */
function unwrapped(written: string): string {
  const inner = written.trim().replace(/\s*:$/, "");
  const content = /^\((.*)\)$/s.exec(inner)?.[1];
  return content !== undefined && closes(content) ? content.trim() : inner;
}

/** Whether every parenthesis closes one that was opened, and none is left. */
function closes(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

function loopOf(names: string, list: string): string {
  const source = /^[\p{L}_]/u.test(list) && !list.includes("(") ? `$${list}` : list;
  return `[each: ${variables(names)} in ${source}] `;
}

function variables(names: string): string {
  return names.replace(/\$?([\p{L}_][\p{L}\p{M}\p{N}_]*)/gu, "$$$1");
}
