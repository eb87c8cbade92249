// biome-ignore-all lint/suspicious/noTemplateCurlyInString: braces after a dollar are a sign of the language

import { parseFormula } from "../formula.ts";
import { lineEnd } from "../lexer-text.ts";
import type { Edit } from "../syntax-errors.ts";
import {
  closingEnd,
  endOfCall,
  freeName,
  type Habit,
  habitOf,
  NAME,
  splitOutside,
} from "./calls.ts";
import { formulaMeant } from "./formulas.ts";
import { statementStart } from "./texts.ts";

/** What stands between two calls in other languages. */
export const FOREIGN_SIGNS_BETWEEN: readonly Habit[] = [
  habitOf(String.raw`(?:then|and then)\b`, () => ">>"),
  habitOf(String.raw`and\b`, () => "&"),
  // [a:b] && [c:d], of which the second acts: only where the first one succeeded
  (text, at) => {
    const [before, after] = [text.slice(text.lastIndexOf("\n", at) + 1, at), text.slice(at)];
    const isReading =
      /\[\s*source\s*:[^\n]*$/iu.test(before) && /^&&\s*\[\s*source\s*:/iu.test(after);
    return after.startsWith("&&") && !isReading
      ? { start: at, end: at + 2, text: ">>", sure: true }
      : undefined;
  },
  habitOf(String.raw`(?:or else|otherwise|or)\b`, () => "??"),
  // .then(…)   .pipe(…)   .[a:b]
  (text, at) => {
    const word = /\.(?:then|pipe|and_then)\s*(?=\()/iuy;
    word.lastIndex = at;
    const open = at + (word.exec(text)?.[0].length ?? 0);
    const end = open > at ? closingEnd(text, open) : undefined;
    if (end === undefined) return undefined;
    return { start: at, end, text: ` >> ${text.slice(open + 1, end - 1).trim()}`, sure: true };
  },
  habitOf(String.raw`\.\s*(?=\[)`, () => " >> "),
  // > "x.md"   >> x.md
  habitOf(
    String.raw`>{1,2}\s*("[^"\n]+"|'[^'\n]+'|[\p{L}\p{N}_./-]+\.\p{L}{1,5})(?=\s*(?:[\n;]|$))`,
    ([, path = ""]) => `>> [system:file](${quoted(path)})`,
  ),
];

/** `"news.md"` or `news.md` behind `>>`. */
export const FILE_BEHIND_PIPE: Habit = habitOf(
  String.raw`("[^"\n]+\.\p{L}{1,5}"|'[^'\n]+\.\p{L}{1,5}'|[\p{L}\p{N}_./-]+\.\p{L}{1,5})(?=\s*(?:[\n;]|$))`,
  ([, path = ""]) => `[system:file](${quoted(path)})`,
);

/** `$name := …` and its kin, at the start of a statement. */
export const FOREIGN_NAMES: readonly Habit[] = [
  // $x += 1   $x++
  habitOf(
    String.raw`\$(${NAME})\s*([-+*/%])=\s*([^\n;]+)`,
    ([, name, sign, by = ""]) => `$${name} = \${$${name} ${sign} ${by.trim()}}`,
  ),
  habitOf(
    String.raw`\$?(${NAME})(\+\+|--)`,
    ([, name, sign = ""]) => `$${name} = \${$${name} ${sign.charAt(0)} 1}`,
  ),
  // $x := …   $x <- …   $x: …   $x == …
  habitOf(
    String.raw`(?:(?:let|const|var|local|export|set|my)\s+)?\$?(${NAME})\s*(?::\s*${NAME}(?:<[^>\n]*>)?\s*=|:=|<-|==)\s*`,
    ([, name]) => `$${name} = `,
  ),
  habitOf(String.raw`\$(${NAME})\s*:\s*(?=[\["'\d$(])`, ([, name]) => `$${name} = `),
  habitOf(
    String.raw`(?:export|local|set|my|global)\s+\$?(${NAME})\s*=(?!=)\s*`,
    ([, name]) => `$${name} = `,
  ),
  severalNames,
  fieldsOfOne,
  // $x = await …   $x = $(…)
  habitOf(String.raw`\$?(${NAME})\s*=\s*(?:await|async|new)\s+`, ([, name]) => `$${name} = `),
  commandSubstitution,
  computed,
  // $x = words, a date
  habitOf(
    String.raw`\$(${NAME})\s*=\s*([\p{L}\p{N}][^\n;"'[\](){}$&|>#]*?)(?=\s*(?:[\n;]|$))`,
    ([, name, words = ""]) => `$${name} = ${JSON.stringify(words.trim())}`,
  ),
  resultIntoName,
  fieldOfCall,
  // "text"   ${…}   alone on a line
  habitOf(
    String.raw`("(?:[^"\\\n]|\\.)*"|\$\{[^\n]*\}|\$${NAME}[\w.[\]]*)(?=\s*;?\s*(?:\n|$))`,
    ([value]) => `$result = ${value}`,
  ),
];

function quoted(text: string): string {
  return /^["']/.test(text) ? `"${text.slice(1, -1)}"` : `"${text}"`;
}

/** `$a, $b = X, Y`, `[$a, $b] = X & Y`. */
function severalNames(text: string, at: number): Edit | undefined {
  const head = new RegExp(
    String.raw`[\[(]?\s*(\$?${NAME}(?:\s*,\s*\$?${NAME})+)\s*[\])]?\s*=(?!=)`,
    "uy",
  );
  head.lastIndex = at;
  const match = head.exec(text);
  if (match === null) return undefined;
  const end = lineEnd(text, at);
  const names = (match[1] ?? "").split(",").map((name) => name.trim().replace(/^\$/, ""));
  const values = splitOutside(text.slice(at + match[0].length, end), /,|&/y);
  if (values.length !== names.length || values.includes("")) return undefined;
  const named = names.map((name, index) => `$${name} = ${values[index] ?? ""}`).join(" & ");
  return { start: at, end, text: named, sure: true };
}

/** `{price} = [a:b]`: fields of one result. */
function fieldsOfOne(text: string, at: number): Edit | undefined {
  const head = new RegExp(
    String.raw`(?:(?:let|const|var)\s+)?\{\s*(\$?${NAME}(?:\s*,\s*\$?${NAME})*)\s*\}\s*=(?!=)\s*`,
    "uy",
  );
  head.lastIndex = at;
  const match = head.exec(text);
  if (match === null) return undefined;
  const end = lineEnd(text, at);
  const value = freeName(text);
  const fields = (match[1] ?? "").split(",").map((name) => name.trim().replace(/^\$/, ""));
  const lines = fields.map((field) => `$${field} = $${value}.${field}`);
  const call = text.slice(at + match[0].length, end);
  return { start: at, end, text: [`$${value} = ${call}`, ...lines].join("\n"), sure: true };
}

/** `$x = len(y)`: an expression in other words. */
function computed(text: string, at: number): Edit | undefined {
  const end = lineEnd(text, at);
  const [, name, written = ""] =
    new RegExp(String.raw`^(?:(?:let|const|var)\s+)?\$?(${NAME})\s*=(?!=)\s*(.+?)\s*;?$`, "u").exec(
      text.slice(at, end),
    ) ?? [];
  const meant = formulaMeant(written);
  return meant === written || !parseFormula(meant).ok
    ? undefined
    : { start: at, end, text: `$${name} = \${${meant}}`, sure: true };
}

/** `X=$([a:b])`. */
function commandSubstitution(text: string, at: number): Edit | undefined {
  const head = new RegExp(String.raw`\$?(${NAME})\s*=\s*\$(?=\()`, "uy");
  head.lastIndex = at;
  const match = head.exec(text);
  const open = at + (match?.[0].length ?? 0);
  const end = match === null ? undefined : closingEnd(text, open);
  if (match === null || end === undefined) return undefined;
  const inner = text.slice(open + 1, end - 1).trim();
  return { start: at, end, text: `$${match[1]} = ${inner}`, sure: true };
}

/** `[a:b] >> $x`, `[a:b] as x`: the name a statement's result gets. */
function resultIntoName(text: string, at: number): Edit | undefined {
  const end = lineEnd(text, at);
  const line = text.slice(at, end);
  const tail = new RegExp(
    String.raw`^([\[(].*[\])}])\s*(?:(?:>>|>|->|=>|→|=|\||\|>)\s*\$(${NAME})|\bas\s+\$?(${NAME}))\s*;?\s*$`,
    "iu",
  ).exec(line);
  if (tail === null) return undefined;
  const name = tail[2] ?? tail[3] ?? "";
  return { start: at, end, text: `$${name} = ${tail[1] ?? ""}`, sure: true };
}

/** `$x = [a:b].field …`: the call gets a statement of its own, and the path goes to its name. */
function fieldOfCall(text: string, at: number): Edit | undefined {
  const assign = new RegExp(String.raw`(?:\$(${NAME})\s*=\s*)?(?=\[)`, "uy");
  assign.lastIndex = at;
  const match = assign.exec(text);
  const start = at + (match?.[0].length ?? 0);
  const callStop = match === null ? undefined : endOfCall(text, start);
  if (match === null || callStop === undefined) return undefined;
  const path = /(?:\.[\p{L}_][\p{L}\p{N}_]*(?!\s*\()|\.\d+|\[-?\d+\]|\["[^"\n]*"\])+/uy;
  path.lastIndex = callStop;
  const steps = path.exec(text)?.[0];
  if (steps === undefined) return undefined;
  const name = freeName(text);
  const end = callStop + steps.length;
  const rest = text.slice(end, lineEnd(text, end)).trim();
  const isAlone = match[1] === undefined && (rest === "" || rest === ";");
  const into = isAlone ? "$result = " : match[0];
  return {
    start: at,
    end,
    text: `$${name} = ${text.slice(start, callStop)}\n${into}$${name}${steps}`,
    sure: true,
  };
}

/** The condition in the head at `at`, as it is meant. */
export function foreignCondition(text: string, at: number): Edit | undefined {
  const head = /\[\s*(?:else\s+)?if\s*:?\s*/iuy;
  head.lastIndex = at;
  const match = head.exec(text);
  if (match === null) return undefined;
  const start = at + match[0].length;
  const end = (closingEnd(text, at) ?? start + 1) - 1;
  const written = text.slice(start, end);
  return callInCondition(text, start, end) ?? otherCondition(written, start, end);
}

function otherCondition(written: string, start: number, end: number): Edit | undefined {
  const meant = formulaMeant(written);
  return meant === written ? undefined : { start, end, text: meant, sure: true };
}

/** `[if: [a:b]("x").price > 3]`: the call in a statement before the choice. */
function callInCondition(text: string, start: number, end: number): Edit | undefined {
  const call = new RegExp(String.raw`(exists\(\s*)?(?=\[\s*${NAME}\s*:\s*${NAME}\s*\])`, "gu");
  call.lastIndex = start;
  const found = call.exec(text);
  const at = (found?.index ?? end) + (found?.[0].length ?? 0);
  const stop = at < end ? endOfCall(text, at) : undefined;
  if (found === null || stop === undefined || stop > end) return undefined;
  const name = freeName(text);
  const chain = text.slice(0, start).search(/\[\s*if\b(?![\s\S]*\[\s*if\b)/iu);
  const begin = statementStart(text, chain < 0 ? start : chain);
  // What is asked to exist may not.
  const isAsked = found[1] !== undefined;
  const close = isAsked ? (/^\s*\)/.exec(text.slice(stop))?.[0].length ?? 0) : 0;
  const value = isAsked ? `not empty($${name})` : `$${name}`;
  const made = `$${name} = ${text.slice(at, stop)}${isAsked ? ' ?? ""' : ""}\n`;
  const before = text.slice(begin, found.index + (isAsked ? 0 : found[0].length));
  return { start: begin, end: stop + close, text: `${made}${before}${value}`, sure: true };
}
