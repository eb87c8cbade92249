import { once } from "../../../base/clock.ts";
import { bracketEnd, callEnd } from "../lexer-foreign.ts";
import { scanString } from "../lexer-text.ts";
import type { Edit } from "../syntax-errors.ts";

/** A name of the language, as part of a pattern with the flag `u`. */
export const NAME = String.raw`[\p{L}_][\p{L}\p{M}\p{N}_]*`;

/** What is written at a place of a text, and what to write instead; `undefined` where it is something else. */
export type Habit = (text: string, at: number) => Edit | undefined;

/** A habit that a pattern tells: sticky at the place, with what is meant by the match. */
export function habitOf(
  pattern: string,
  meant: (match: RegExpExecArray) => string | undefined,
): Habit {
  const made = once(() => new RegExp(pattern, "iuy"));
  return (text, at) => {
    const written = made();
    written.lastIndex = at;
    const match = written.exec(text);
    const instead = match === null ? undefined : meant(match);
    if (match === null || instead === undefined) return undefined;
    return { start: at, end: at + match[0].length, text: instead, sure: true };
  };
}

/** A name for a value that nothing in the text has. */
export function freeName(text: string): string {
  for (let count = 1; ; count += 1) if (!text.includes(`$value${count}`)) return `value${count}`;
}

/** `[a:b]` with what stands in brackets behind it. */
const HEAD = new RegExp(String.raw`\[\s*${NAME}\s*:\s*${NAME}\s*\]`, "uy");

/** Where the call ends that starts at `at`; `undefined` where none does. */
export function endOfCall(text: string, at: number): number | undefined {
  HEAD.lastIndex = at;
  return HEAD.test(text) ? callEnd(text, at) : undefined;
}

/** Where the bracket closes that opens at `at`, past it; `undefined` where it never does. */
export function closingEnd(text: string, at: number): number | undefined {
  const end = bracketEnd(text, at);
  return "([{".includes(text.charAt(at) || " ") && ")]}".includes(text.charAt(end - 1))
    ? end
    : undefined;
}

/** The pieces of a text between signs that stand in no bracket and no string. */
export function splitOutside(text: string, sign: RegExp): readonly string[] {
  const pieces: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; ) {
    sign.lastIndex = at;
    const found = sign.exec(text);
    if (found !== null) {
      pieces.push(text.slice(from, at));
      at += Math.max(1, found[0].length);
      from = at;
    } else at = passed(text, at);
  }
  return [...pieces, text.slice(from)].map((piece) => piece.trim());
}

/** The next place of a text outside of strings and brackets. */
function passed(text: string, at: number): number {
  if (/["'`“]/.test(text.charAt(at))) return scanString(text, at)?.end ?? at + 1;
  return closingEnd(text, at) ?? at + 1;
}

const SIGN_BETWEEN = String.raw`\s*(?:\.|::|->|=>|\/|:)\s*`;
/** What may stand behind a call without its brackets. */
const BEHIND = String.raw`(?=\s*(?:[({\n;|]|>>|&|\?\?|$))`;

/** Calls written as they are elsewhere, where a call is wanted. */
export const FOREIGN_CALLS: readonly Habit[] = [
  // print(x)   console.log(x)
  habitOf(
    String.raw`(?:print|puts|log|console\.log|display|say)\s*(?=\()`,
    () => "[system:notify_user]",
  ),
  // echo "x" > a.md
  habitOf(
    String.raw`echo\s+("[^"\n]*"|'[^'\n]*')\s*(>{1,2})\s*["']?([\p{L}\p{N}_./-]+)["']?(?=\s*(?:[\n;]|$))`,
    ([, text = "", sign = "", path = ""]) =>
      `[system:write](${JSON.stringify(path)}) {content: ${text}${sign === ">>" ? ", append: true" : ""}}`,
  ),
  // echo "x" >> [a:b]
  habitOf(
    String.raw`(?:echo|print|puts)\s+("[^"\n]*"|'[^'\n]*')\s*(?:>>|\|)\s*(?=\[)`,
    ([, text = ""]) => `${text} >> `,
  ),
  // echo "x"
  habitOf(
    String.raw`(?:echo|print|puts)\s+("[^"\n]*"|'[^'\n]*'|\$[^\s;]+)`,
    ([, text = ""]) => `[system:notify_user](${text})`,
  ),
  // input("x")
  habitOf(String.raw`(?:input|prompt)\s*(?=\()`, () => "[system:ask_user]"),
  // import x
  habitOf(String.raw`(?:import|from|require|use)\s[^\n]*(?:\n|$)`, () => ""),
  // await …   async …   do …   run …
  habitOf(String.raw`(?:await|async|call|run|exec|invoke)\s+(?=[\[(\p{L}])`, () => ""),
  // 1. …   - …
  habitOf(String.raw`(?:\d{1,2}[.)]|[-*•])\s+(?=[\[$(])`, () => ""),
  // [[a:b]]
  habitOf(String.raw`\[\s*\[\s*(${NAME})\s*:\s*(${NAME})\s*\]\s*\]`, named),
  // [a.b]   [a/b]   [a::b]   [a b]
  habitOf(String.raw`\[\s*(${NAME})(?:${SIGN_BETWEEN}|\s+)(${NAME})\s*\]`, named),
  // [a:b-c]   [a:b c]
  habitOf(
    String.raw`\[\s*(${NAME})\s*:\s*(${NAME}(?:[-. ]${NAME})+)\s*\]`,
    ([, node, action = ""]) => `[${node}:${action.replace(/[-. ]/g, "_")}]`,
  ),
  callInBrackets,
  // (a:b)   {a:b}   <a:b>   @a:b   /a:b   a:b]
  habitOf(`[(<{](${NAME}):(${NAME})[)>}]`, named),
  habitOf(String.raw`[@\/]?(${NAME})(?::|::|\.)(${NAME})\]?(?=\s*\()`, named),
  habitOf(String.raw`[@\/]?(${NAME}):(${NAME})\]?${BEHIND}`, named),
];

function named([, node = "", action = ""]: RegExpExecArray): string {
  return `[${node}:${action}]`;
}

/** `[a:b("x") {k: 1}]`, also where the last bracket is missing. */
function callInBrackets(text: string, at: number): Edit | undefined {
  const head = new RegExp(String.raw`\[\s*(${NAME})\s*:\s*(${NAME})\s*(?::\s*)?(?=["'“({])`, "uy");
  head.lastIndex = at;
  const match = head.exec(text);
  if (match === null) return undefined;
  const from = at + match[0].length;
  const string = scanString(text, from)?.end ?? from;
  const target = string > from ? string : endOf(text, from, "(");
  const params = endOf(text, target, "{");
  const close = /^\s*\]/.exec(text.slice(params, params + 20))?.[0].length ?? 0;
  const parens = string > from ? `(${text.slice(from, string)})` : text.slice(from, target);
  const object = text.slice(target, params).replace(/^\s*,?\s*(?=\{)/, " ");
  return {
    start: at,
    end: params + close,
    text: `[${match[1] ?? ""}:${match[2] ?? ""}]${parens}${object}`,
    sure: close > 0,
  };
}

/** Past the bracket that opens next, behind a comma or not; the place itself where none does. */
function endOf(text: string, at: number, open: string): number {
  const from = at + (/^\s*,?\s*/.exec(text.slice(at, at + 20))?.[0].length ?? 0);
  return text.charAt(from) === open ? (closingEnd(text, from) ?? at) : at;
}

const TEXT = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`;
const VALUE = String.raw`(?:${TEXT}|\[[^\]\n]*\]|[^\s,;\])}>&|"'(\[{]+)`;
const PAIR = String.raw`(?:${NAME})\s*[:=]\s*${VALUE}`;
/** Pairs in the braces of an object. */
function pairsIn(pairs: string): string {
  const apart = pairs.replace(/\s*,?\s+(?=[\p{L}_][\p{L}\p{N}_]*\s*[:=])/gu, ", ");
  return `{${apart.replace(/([\p{L}_][\p{L}\p{N}_]*)\s*[:=]\s*/gu, "$1: ")}}`;
}

const OPTION = String.raw`--?(?:[\p{L}_][\p{L}\p{N}_-]*)(?:\s*=\s*|\s+)${VALUE}`;

/** What is written behind a call for its target and parameters. */
export const FOREIGN_PARAMS: readonly Habit[] = [
  // [a:b]("x") <<END … END
  habitOf(
    String.raw`<<-?\s*['"]?(\w+)['"]?[^\S\n]*\n([\s\S]*?)\n[^\S\n]*\1(?![\p{L}\p{N}_])`,
    ([, , text = ""]) => `{content: ${JSON.stringify(text)}}`,
  ),
  // [a:b] "x"   [a:b]: "x"
  habitOf(String.raw`:?\s*(${TEXT})`, ([, text = ""]) => `(${text})`),
  // [a:b]("x") with {…}
  habitOf(String.raw`(?:with|using|params|:|,)\s*(?=\{)`, () => ""),
  // [a:b]("x") [k: 1]
  habitOf(
    String.raw`\[\s*(${NAME}\s*[:=]\s*(?:${TEXT}|-?\d[\d.]*|true|false))\s*\]`,
    ([, pair = ""]) => pairsIn(pair),
  ),
  // [a:b]("x") k: 1, l = 2   [a:b]("x"), k: 1   [a:b]("x")(k=1)
  habitOf(
    String.raw`[,(]?\s*(${PAIR}(?:\s*,?\s*${PAIR})*)\s*\)?(?=\s*(?:[\n;})]|>>|&|\?\?|$))`,
    ([, pairs = ""]) => pairsIn(pairs),
  ),
  // [a:b]("x") --k 1 --l=2
  habitOf(
    String.raw`(${OPTION}(?:\s+${OPTION})*)`,
    ([, options = ""]) =>
      `{${options
        .trim()
        .split(/\s+(?=--?[\p{L}_])/u)
        .map((option) =>
          option.replace(
            /^--?([\p{L}_][\p{L}\p{N}_-]*)(?:\s*=\s*|\s+)/u,
            (_all, key: string) => `${key.replaceAll("-", "_")}: `,
          ),
        )
        .join(", ")}}`,
  ),
  // [a:b]("x")({k: 1})
  habitOf(String.raw`\(\s*(\{[^{}\n]*\})\s*\)`, ([, object = ""]) => object),
];
