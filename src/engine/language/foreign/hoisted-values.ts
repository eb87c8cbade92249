// biome-ignore-all lint/suspicious/noTemplateCurlyInString: braces after a dollar are a sign of the language
import { formulaEnd } from "../lexer-text.ts";
import { closingEnd, freeName, splitOutside } from "./calls.ts";
import { statementStart, textAround } from "./texts.ts";

/** The program with what a template or an expression makes by itself in a statement before: a loop in a text, an object in `${…}`; `undefined` where there is none. Pure. */
export function hoistedValue(source: string): string | undefined {
  return withLoop(source) ?? withChoice(source) ?? withObject(source);
}

const PATH = String.raw`[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_]+)*`;
/** `{{#each LIST}}…{{/each}}`, with a name for the item or without. */
const EACH = new RegExp(
  String.raw`\{\{\s*#(?:each|for)\s+\$?(${PATH})(?:\s+as\s+\|?\s*([\p{L}_]\w*)\s*\|?)?\s*\}\}([\s\S]*?)\{\{\s*\/(?:each|for)\s*\}\}`,
  "u",
);
/** `{% for x in LIST %}…{% endfor %}`. */
const FOR = new RegExp(
  String.raw`\{%-?\s*for\s+\$?([\p{L}_]\w*)\s+in\s+\$?(${PATH})\s*-?%\}([\s\S]*?)\{%-?\s*endfor\s*-?%\}`,
  "u",
);

function withLoop(source: string): string | undefined {
  const each = EACH.exec(source);
  const found = each ?? FOR.exec(source);
  if (found === null) return undefined;
  const [all, one = "", other = "", body = ""] = found;
  const [list, item] = each === null ? [other, one] : [one, other];
  const text = textAround(source, found.index);
  if (text === undefined || body.includes("{%") || body.includes("{{#")) return undefined;
  const name = freeName(source);
  const own = item === "" ? "item" : item;
  const written = body
    .replace(/\{\{\s*@index\s*\}\}/gu, "${number - 1}")
    .replace(/\{\{\s*loop\.index\s*\}\}/gu, "${number}")
    .replace(new RegExp(String.raw`\{\{\s*\$?(${PATH}|\.)\s*\}\}`, "gu"), (_all, path: string) =>
      item === "" ? `\${${ofItem(path)}}` : `\${${path}}`,
    );
  const counter = written.includes("${number") ? ", $number" : "";
  const { quote } = text;
  const loop = `$${name} = [each: $${own}${counter} in $${list}] { ${quote}${written}${quote} }\n`;
  const at = statementStart(source, text.start);
  const joined = `\${join($${name}, ${quote.startsWith('"') ? "''" : '""'})}`;
  return `${source.slice(0, at)}${loop}${source.slice(at, found.index)}${joined}${source.slice(found.index + all.length)}`;
}

/** A path in a body without a name for its item. */
function ofItem(path: string): string {
  return path === "this" || path === "." ? "item" : `item.${path.replace(/^this\./, "")}`;
}

/** `{{#if x}}a{{else}}b{{/if}}` and `{% if x %}a{% else %}b{% endif %}` of plain words. */
const CHOICE = new RegExp(
  String.raw`(?:\{\{\s*#if\s+\$?(${PATH})\s*\}\}|\{%-?\s*if\s+\$?(${PATH})\s*-?%\})([^{}"'\\]*)(?:(?:\{\{\s*else\s*\}\}|\{%-?\s*else\s*-?%\})([^{}"'\\]*))?(?:\{\{\s*\/if\s*\}\}|\{%-?\s*endif\s*-?%\})`,
  "u",
);

function withChoice(source: string): string | undefined {
  const found = CHOICE.exec(source);
  const text = found === null ? undefined : textAround(source, found.index);
  if (found === null || text === undefined) return undefined;
  const [all, one, other, yes = "", no = ""] = found;
  const quote = text.quote.startsWith('"') ? "'" : '"';
  const choice = `\${${quote}${yes}${quote} if ${one ?? other ?? ""} else ${quote}${no}${quote}}`;
  return `${source.slice(0, found.index)}${choice}${source.slice(found.index + all.length)}`;
}

/** `${csv([{…}])}`: the object gets a statement of its own, its members that are expressions in braces. */
function withObject(source: string): string | undefined {
  for (const { index } of source.matchAll(/\$\{/g)) {
    const end = formulaEnd(source, index);
    const inner = source.slice(index + 2, Math.max(end - 1, index + 2));
    const begin = /\[\s*\{|\{/.exec(inner.replace(STRINGS, (text) => " ".repeat(text.length)));
    if (begin === null) continue;
    const start = index + 2 + begin.index;
    const stop = closingEnd(source, start);
    if (stop === undefined || stop > end) continue;
    const meant = valueMeant(source.slice(start, stop).replaceAll('\\"', '"'));
    if (meant === undefined) continue;
    const name = freeName(source);
    const at = statementStart(source, textAround(source, index)?.start ?? index);
    return `${source.slice(0, at)}$${name} = ${meant}\n${source.slice(at, start)}$${name}${source.slice(stop)}`;
  }
  return undefined;
}

const STRINGS = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;

/** A value as it stands right after `=`; `undefined` where it cannot. */
function valueMeant(written: string): string | undefined {
  const text = written.trim();
  const inner = text.slice(1, -1);
  if (text.startsWith("[")) return inBrackets("[", splitOutside(inner, /,/y).map(valueMeant), "]");
  if (text.startsWith("{")) return inBrackets("{", splitOutside(inner, /,/y).map(memberMeant), "}");
  if (/^(?:-?\d+(?:\.\d+)?|true|false|null)$/.test(text)) return text;
  const plain = /^(["'])([^"'\\$\n]*)\1$/.exec(text);
  if (plain !== null) return JSON.stringify(plain[2]);
  return /[{}\n]/.test(text) || text === "" ? undefined : `\${${text}}`;
}

function inBrackets(
  open: string,
  parts: readonly (string | undefined)[],
  close: string,
): string | undefined {
  return parts.includes(undefined) ? undefined : `${open}${parts.join(", ")}${close}`;
}

function memberMeant(written: string): string | undefined {
  const pair = /^["']?([\p{L}_][\p{L}\p{N}_-]*)["']?\s*:\s*([\s\S]+)$/u.exec(written.trim());
  const value = pair === null ? undefined : valueMeant(pair[2] ?? "");
  return pair === null || value === undefined ? undefined : `${pair[1]}: ${value}`;
}

/** A chain of functions over a list, or a list of Python with a condition. */
const CHAIN = /=>/;
const COMPREHENSION =
  /^\s*\[\s*([^[\]]+?)\s+for\s+\$?([\p{L}_]\w*)\s+in\s+(\$?[\p{L}_][\w.]*)(?:\s+if\s+([^[\]]+?))?\s*\]\s*$/u;

/** The program whose `${…}` at `at` is JavaScript over a list, or such a list of Python, with a script that works it out in a statement before. Pure. */
export function hoistedScript(source: string, at: number): string | undefined {
  const end = formulaEnd(source, at);
  const inner = source.slice(at + 2, end - 1);
  const script = end > at ? scriptOf(inner) : undefined;
  if (script === undefined || script.includes('"""')) return undefined;
  const name = freeName(source);
  const line = source.lastIndexOf("\n", at) + 1;
  const call = `$${name} = [system:compute]("""return ${script}""")\n`;
  return `${source.slice(0, line)}${call}${source.slice(line, at)}\${${name}}${source.slice(end)}`;
}

function scriptOf(formula: string): string | undefined {
  const [, value = "", item = "", list = "", condition] = COMPREHENSION.exec(formula) ?? [];
  if (item !== "") {
    const rows = `records(${list.startsWith("$") ? list : `$${list}`})`;
    const kept =
      condition === undefined ? "" : `.filter(${item} => ${conditionAsScript(condition)})`;
    return `${rows}${kept}.map(${item} => ${value})`;
  }
  if (!CHAIN.test(formula)) return undefined;
  return formula
    .trim()
    .replace(
      /(?<![\w.$])\$?([\p{L}_]\w*)(?=\.(?:filter|map|reduce|flatMap|some|every|find|sort)\()/gu,
      "records($$$1)",
    );
}

function conditionAsScript(condition: string): string {
  return condition
    .replace(/\band\b/g, "&&")
    .replace(/\bor\b/g, "||")
    .replace(/\bnot\s+/g, "!");
}
