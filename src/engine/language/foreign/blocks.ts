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
import { loopExit } from "./loop-exits.ts";

const VARIABLE = String.raw`\$?${NAME}`;

/** Loops and choices as other languages write them, at the start of a statement. */
export const FOREIGN_BLOCKS: readonly Habit[] = [
  // for i in range(1, 4) {   [each: $i in range(5)] {
  (text, at) => {
    const found = habitOf(
      String.raw`(?:\[\s*)?(?:for|each)\s*:?\s*\(?\s*(${VARIABLE})\s+in\s+range\(\s*((?:[^()\n]|\([^()\n]*\))+)\)\s*[\])]?\s*(?=\{)`,
      ([, name = "", given = ""]) => counted(name, given),
    )(text, at);
    return found?.text.startsWith("$")
      ? { ...found, text: found.text.replaceAll("value1", freeName(text)) }
      : found;
  },
  // for (let i = 1; i <= 3; i++) {
  habitOf(
    String.raw`for\s*\(\s*(?:let|var|int|const)?\s*(${VARIABLE})\s*=\s*(-?\d+)\s*;\s*${VARIABLE}\s*(<=?)\s*(-?\d+)\s*;\s*${VARIABLE}\s*(?:\+\+|\+=\s*1)\s*\)\s*(?=\{)`,
    ([, name = "", from, sign, to = ""]) =>
      loop(name, `${from}..${sign === "<" ? Number(to) - 1 : to}`),
  ),
  // for i, x in enumerate(LIST) {
  habitOf(
    String.raw`for\s+(${VARIABLE})\s*,\s*(${VARIABLE})\s+in\s+enumerate\((.+?)\)\s*(?=\{)`,
    ([, number = "", name = "", list = ""]) => loop(`${name}, ${number}`, list),
  ),
  // foreach ($l as $x) {
  habitOf(
    String.raw`(?:for|foreach)\s*\(\s*(\$?[^\n]*?)\s+as\s+(${VARIABLE})\s*\)\s*(?=\{)`,
    ([, list = "", name = ""]) => loop(name, list),
  ),
  // for x in a b c {
  habitOf(
    String.raw`for\s+(${VARIABLE})\s+in\s+([\p{L}\p{N}_.-]+(?:[^\S\n]+[\p{L}\p{N}_.-]+)+)\s*(?=\{)`,
    ([, name = "", words = ""]) => loop(name, JSON.stringify(words.trim().split(/\s+/))),
  ),
  // repeat 3 {   [repeat: 3]
  habitOf(
    String.raw`(?:\[\s*(?:repeat|loop|times)\s*:?\s*(\d+)\s*(?:times)?\s*\]|(?:repeat|loop)\s*\(?\s*(\d+)\s*\)?(?:\s*times)?)\s*(?=\{)`,
    ([, one, other]) => loop("i", `1..${one ?? other ?? ""}`),
  ),
  // [each: x in LIST]   [each: $x of LIST]   [each: LIST as $x]   [each: $x]
  habitOf(
    String.raw`\[\s*(?:each|for|foreach)\s*:?\s*(${VARIABLE}(?:\s*,\s*${VARIABLE})?)\s+(?:in|of)\s+`,
    ([, names = ""]) => `[each: ${signed(names)} in `,
  ),
  habitOf(
    String.raw`\[\s*(?:each|for|foreach)\s*:?\s*(\$${NAME}[\w.]*|\[[^\]\n]*\])\s+as\s+(${VARIABLE})\s*(?=\])`,
    ([, list, name = ""]) => `[each: ${signed(name)} in ${list}`,
  ),
  habitOf(
    String.raw`\[\s*(?:each|for|foreach)\s*:?\s*(\$${NAME})\s*(?=\])`,
    ([, name]) => `[each: ${name} in $prev`,
  ),
  // [each: …] {parallel: true} {
  habitOf(
    String.raw`(\[\s*each\b[^\n]*?)\]\s*\{\s*((?:max|parallel)\s*[:=][^{}\n]*?)\s*\}\s*(?=\{)`,
    ([, head = "", options = ""]) => `${head}, ${options}] `,
  ),
  // {{#each $x in LIST}} … {{/each}}
  habitOf(
    String.raw`\{\{\s*#(?:each|for)\s+(${VARIABLE})\s+in\s+([^{}\n]+?)\s*\}\}([\s\S]*?)\{\{\s*\/(?:each|for)\s*\}\}`,
    ([, name = "", list = "", body = ""]) => `${loop(name, list)}{ ${body.trim()} }`,
  ),
  loopExit,
  mapped,
  comprehension,
  choiceOfCalls,
  // unless C {
  habitOf(
    String.raw`unless\s*\(?([^\n{]+?)\)?\s*(?=\{)`,
    ([, condition = ""]) => `[if: not (${condition.trim()})] `,
  ),
  // [if]("C")
  habitOf(
    String.raw`\[\s*if\s*\]\s*\(\s*(["'])([^\n]*?)\1\s*\)`,
    ([, , condition = ""]) => `[if: ${condition}]`,
  ),
  // if [ C ] {
  switched,
  tried,
  // [on_error: [a:b]] [c:d]
  habitOf(
    String.raw`\[\s*on_error\s*:\s*(\[${NAME}:${NAME}\](?:\([^()\n]*\))?)\s*\]\s*([^\n;]+)`,
    ([, other, call = ""]) => `${call.trim()} ?? ${other}`,
  ),
  habitOf(
    String.raw`\[\s*on_error\s*:\s*(?:continue|ignore|next|pass|none|resume)\s*\]`,
    () => "[on_error: skip]",
  ),
];

function signed(names: string): string {
  return names.replace(/\$?([\p{L}_][\p{L}\p{M}\p{N}_]*)/gu, "$$$1");
}

/** Most numbers that are written out where they do not count by one. */
const MOST_NUMBERS = 30;

/** A loop over `range(…)`, which ends before its second number; an end that is reckoned gets a name. */
function counted(name: string, given: string): string | undefined {
  const parts = given.split(/\s*,\s*/);
  const [from = "0", to = "", step = "1"] = parts.length === 1 ? ["0", ...parts] : parts;
  if (![from, to, step].every((part) => /^-?\d+$/.test(part.trim()))) {
    const end = `\${${formulaMeant(to.trim().replace(/(?<=\()([\p{L}_])/u, "$$$1"))} - 1}`;
    return step === "1" && /^\d+$/.test(from)
      ? `$value1 = ${end}\n${loop(name, `${from}..$value1`)}`
      : undefined;
  }
  if (Number(step) === 1) return loop(name, `${from}..${Number(to) - 1}`);
  const count = Math.ceil((Number(to) - Number(from)) / Number(step));
  if (!(count > 0 && count <= MOST_NUMBERS)) return undefined;
  const numbers = Array.from({ length: count }, (_, index) => Number(from) + index * Number(step));
  return loop(name, `[${numbers.join(", ")}]`);
}

function loop(names: string, list: string): string {
  return `[each: ${signed(names)} in ${list.trim()}] `;
}

/** The calls of a body whose loop variable is written without its sign. */
function withVariable(body: string, name: string): string {
  const bare = name.replace(/^\$/, "");
  return body.replace(new RegExp(String.raw`([(:,]\s*)${bare}(?=[.\s,)}])`, "gu"), `$1"$$${bare}"`);
}

/** `map(LIST, CALL)`, `$l.map(x => CALL)`, `$l.forEach($x => { … })`. */
function mapped(text: string, at: number): Edit | undefined {
  const head = new RegExp(
    String.raw`(?:(\$${NAME}[\w.]*|\[[^\]\n]*\])\.(?:map|forEach|each)|map|for_each)\s*(?=\()`,
    "iuy",
  );
  head.lastIndex = at;
  const match = head.exec(text);
  const open = at + (match?.[0].length ?? 0);
  const end = match === null ? undefined : closingEnd(text, open);
  if (match === null || end === undefined) return undefined;
  const args = splitOutside(text.slice(open + 1, end - 1), /,/y);
  const list =
    match[1] ?? args.find((arg) => /^(?:\$|\[\s*["'\d])/.test(arg) && !arg.includes("=>"));
  const written = args.filter((arg) => arg !== list).join(", ");
  const arrow = new RegExp(
    String.raw`^(?:lambda\s+)?\(?\s*(${VARIABLE})\s*\)?\s*(?:=>|->|:)\s*`,
    "u",
  ).exec(written);
  const name = arrow?.[1] ?? /\$(it|item|x|_)\b/.exec(written)?.[0] ?? "item";
  const body = withVariable(written.slice(arrow?.[0].length ?? 0).trim(), name).replace(
    /^\{([\s\S]*)\}$/,
    "$1",
  );
  if (list === undefined || !body.trim().startsWith("[")) return undefined;
  return { start: at, end, text: `${loop(name, list)}{ ${body.trim()} }`, sure: true };
}

/** `[CALL for x in LIST]`. */
function comprehension(text: string, at: number): Edit | undefined {
  const assign = new RegExp(String.raw`(?:\$?(${NAME})\s*=\s*)?(?=\[\s*\[)`, "uy");
  assign.lastIndex = at;
  const match = assign.exec(text);
  const start = at + (match?.[0].length ?? 0);
  const end = match === null ? undefined : closingEnd(text, start);
  if (match === null || end === undefined) return undefined;
  const inner = new RegExp(String.raw`^(\[.*?)\s+for\s+(${VARIABLE})\s+in\s+(.+)$`, "su").exec(
    text.slice(start + 1, end - 1).trim(),
  );
  if (inner === null) return undefined;
  const [, call = "", name = "", list = ""] = inner;
  const into = match[1] === undefined ? "" : `$${match[1]} = `;
  return {
    start: at,
    end,
    text: `${into}${loop(name, list)}{ ${withVariable(call, name)} }`,
    sure: true,
  };
}

/** `C ? CALL : CALL` as a statement. */
function choiceOfCalls(text: string, at: number): Edit | undefined {
  const end = lineEnd(text, at);
  const line = text.slice(at, end);
  const match = /^([^?\n[\]]+?)\s*\?\s*(\[[^\n]+?)\s+:\s+(\[[^\n]+)$/u.exec(line);
  if (match === null) return undefined;
  const [, condition = "", yes, no] = match;
  return {
    start: at,
    end,
    text: `[if: ${formulaMeant(condition)}] { ${yes} } [else] { ${no} }`,
    sure: true,
  };
}

/** `switch (X) { case A: …; break; default: … }`. */
function switched(text: string, at: number): Edit | undefined {
  const head = /(?:switch|match)\s*\(?\s*(\$?[\p{L}_][\p{L}\p{N}_.]*)\s*\)?\s*(?=\{)/iuy;
  head.lastIndex = at;
  const match = head.exec(text);
  const open = at + (match?.[0].length ?? 0);
  const end = match === null ? undefined : closingEnd(text, open);
  if (match === null || end === undefined) return undefined;
  const subject =
    signed((match[1] ?? "").split(".")[0] ?? "") + (match[1] ?? "").replace(/^[^.]*/, "");
  const cases = text
    .slice(open + 1, end - 1)
    .split(/\b(?=(?:case\s|default\s*(?::|=>)))/u)
    .slice(1);
  const parts = cases.map((one, index) => {
    const [, value, body = ""] =
      /^(?:case\s+(.+?)|default)\s*(?::|=>)\s*([\s\S]*)$/u.exec(one) ?? [];
    const done = body
      .replace(/\bbreak\s*;?/g, "")
      .trim()
      .replace(/;$/, "");
    if (value === undefined) return `[else] { ${done} }`;
    return `[${index === 0 ? "" : "else "}if: ${subject} == ${value}] { ${done} }`;
  });
  return parts.length === 0 ? undefined : { start: at, end, text: parts.join(" "), sure: true };
}

/** `try { A } catch { B }`: B where A fails. */
function tried(text: string, at: number): Edit | undefined {
  const bodies: string[] = [];
  let here = at;
  for (const word of [
    /\[?\s*try\s*\]?\s*:?\s*(?=\{)/iuy,
    /\s*\[?\s*(?:catch|except|rescue)\b[^{\]\n]*\]?\s*:?\s*(?=\{)/iuy,
  ]) {
    word.lastIndex = here;
    const open = here + (word.exec(text)?.[0].length ?? 0);
    const end = open > here ? closingEnd(text, open) : undefined;
    if (end === undefined) return undefined;
    bodies.push(
      text
        .slice(open + 1, end - 1)
        .trim()
        .replace(/;$/, ""),
    );
    here = end;
  }
  const isCalls = bodies.every((body) => endOfCall(body, 0) !== undefined && !/[\n;]/.test(body));
  if (!isCalls) return undefined;
  const options = bodies.map((body) => (/>>|&/.test(body) ? `(${body})` : body));
  return { start: at, end: here, text: options.join(" ?? "), sure: true };
}

/** `n = 0; while n < 3 { …; n += 1 }` as a loop over a range; `undefined` where nothing counts so. Pure. */
export function withCountedLoop(text: string): string | undefined {
  const head =
    /\$?([\p{L}_][\p{L}\p{N}_]*)\s*=\s*(\d+)\s*[;\n]\s*(?:\[\s*while\s*:\s*\$?\1\s*(<=?)\s*(\d+)\s*\]|while\s*\(?\s*\$?\1\s*(<=?)\s*(\d+)\s*\)?)\s*(?=\{)/iu.exec(
      text,
    );
  const open = (head?.index ?? 0) + (head?.[0].length ?? 0);
  const end = head === null ? undefined : closingEnd(text, open);
  if (head === null || end === undefined) return undefined;
  const [, name = "", from = "", one, most, other, limit] = head;
  const body = text.slice(open + 1, end - 1).trim();
  const step = new RegExp(
    String.raw`[;\n]?\s*\$?${name}\s*(?:\+\+|\+=\s*1|=\s*(?:\$\{\s*)?\$?${name}\s*\+\s*1\s*\}?)\s*;?$`,
    "u",
  ).exec(body);
  if (step === null || step.index === 0) return undefined;
  const to = Number(most ?? limit) - ((one ?? other) === "<" ? 1 : 0);
  const items = to - Number(from) + 1;
  const max = items > 20 ? `, max: ${items}` : "";
  const loopText = `[each: $${name} in ${from}..${to}${max}] { ${body.slice(0, step.index).trim()} }`;
  return `${text.slice(0, head.index)}${loopText}${text.slice(end)}`;
}

/** `total = 0; for r in rows: total += r["amount"]` as a sum; `undefined` where nothing is added up so. Pure. */
export function withSum(text: string): string | undefined {
  const path = String.raw`((?:\.${NAME}|\["${NAME}"\]|\['${NAME}'\])*)`;
  const adding = new RegExp(
    String.raw`(?<![\p{L}\p{N}_])(?:let\s+|var\s+)?\$?(${NAME})\s*=\s*0(?:\.0)?\s*[;\n]\s*(?:for|foreach)\s*\(?\s*(?:const\s+|let\s+)?\$?(${NAME})\s+(?:in|of)\s+\$?(${NAME}(?:\.${NAME})*)\s*\)?\s*[:{]\s*\$?\1\s*\+=\s*(?:float|int|Number)?\(?\s*\$?\2${path}(?:[^\S\n]*\))?[^\S\n]*;?(?:\s*\})?`,
    "u",
  );
  const found = adding.exec(text);
  if (found === null) return undefined;
  const [all, name, , list, steps = ""] = found;
  const fields = steps.replace(/\[["']([^"']+)["']\]/g, ".$1");
  const sum = `$${name} = \${sum($${list}${fields})}`;
  return `${text.slice(0, found.index)}${sum}${text.slice(found.index + all.length)}`;
}

/** What ends a block in other languages. */
const END = String.raw`\[\s*\/\s*(?:if|each|for)\s*\]|\[\s*end(?:if|each|for)?\s*\]|\{\{\s*\/(?:if|each)\s*\}\}|\b(?:endif|endfor|end|fi|done)\b`;

/** The body behind a head that has no braces, at the place where they are wanted. */
export function bodyWithoutBraces(text: string, at: number): Edit | undefined {
  const lead = /\s*(?:then\b|do\b|>>|=>|->|:)\s*/iuy;
  lead.lastIndex = at;
  const start = at + (lead.exec(text)?.[0].length ?? 0);
  if (text.charAt(start) === "{") return { start: at, end: start, text: "", sure: true };
  const group = text.charAt(start) === "(" ? closingEnd(text, start) : undefined;
  const end = group ?? start + bodyLength(text, start);
  const body = text.slice(start, end).trim();
  const inner = group === undefined ? body : body.slice(1, -1).trim();
  if (!/^[[$(]/.test(inner)) return undefined;
  const last = group === undefined ? (LAST.exec(text.slice(end))?.[0].length ?? 0) : 0;
  return { start: at, end: end + last, text: `{ ${inner} } `, sure: true };
}

const STOP = new RegExp(String.raw`\[\s*else\b|\[\s*elif\b|\belse\b|${END}`, "iu");
const LAST = new RegExp(String.raw`^\s*(?:${END})`, "iu");

/** Up to what ends the block, or else the line. */
function bodyLength(text: string, start: number): number {
  const rest = text.slice(start);
  const line = lineEnd(rest, 0);
  const stop = STOP.exec(rest)?.index;
  const isEnded = new RegExp(END, "iu").test(rest);
  return stop !== undefined && (isEnded || stop < line) ? stop : line;
}

/** The whole text with the blocks of Python, the shell and templates in braces; `undefined` where it has none. */
export function withBraces(text: string): string | undefined {
  const templated = text
    .replace(/\{%-?\s*(?:endfor|endif)\s*-?%\}/g, " }")
    .replace(/\{%-?\s*else\s*-?%\}/g, " } else { ")
    .replace(/\{%-?\s*(for|if|elif)\s+(.+?)\s*-?%\}/g, "$1 $2 { ");
  const ended = templated
    .replace(
      /\b((?:for|foreach|while)\b[^\n{}]*?)\s*[;\n]?\s*\bdo\b\s*([\s\S]*?);?\s*\b(?:done|end)\b/giu,
      "$1 { $2 }",
    )
    .replace(/\b((?:for|foreach)\b[^\n{}]*?)\s+do\s+(\[[^\n]+)/giu, "$1 { $2 }")
    .replace(
      /(^|\n)([^\S\n]*)if\b([^\n{}[\]]*?)\s*;?\s*\bthen\b\s*([\s\S]*?)\s*(?:\belse\b\s*([\s\S]*?)\s*)?;?\s*\b(?:endif|end|fi)\b/giu,
      (
        _all,
        line: string,
        indent: string,
        condition: string,
        yes: string,
        no: string | undefined,
      ) =>
        `${line}${indent}if ${condition.trim()} { ${yes} }${no === undefined ? "" : ` else { ${no} }`}`,
    );
  const indented = withIndentedBlocks(ended);
  return indented === text ? undefined : indented;
}

const HEADER =
  /^(\s*)((?:for|foreach|if|elif|else|while|try|except|finally|unless)\b.*?):\s*(?:(?=[[$(])(.*\S)\s*)?$/u;

function withIndentedBlocks(text: string): string {
  const written = text.split("\n").filter((line) => line.trim() !== "");
  if (!written.some((line) => HEADER.test(line))) return text;
  const open: number[] = [];
  const lines: string[] = [];
  for (const line of written) {
    const indent = line.length - line.trimStart().length;
    const ended = open.filter((outer) => indent <= outer).length;
    open.length -= ended;
    if (ended > 0) lines.push(`${lines.pop() ?? ""}${" }".repeat(ended)}`);
    const header = HEADER.exec(line);
    if (header !== null && header[3] === undefined) open.push(indent);
    lines.push(header === null ? line : bracedLine(header));
  }
  return `${lines.join("\n")}${" }".repeat(open.length)}`;
}

function bracedLine([, space = "", head = "", body]: RegExpExecArray): string {
  return `${space}${head} ${body === undefined ? "{" : `{ ${body} }`}`;
}
