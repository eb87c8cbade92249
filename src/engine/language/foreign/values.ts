// biome-ignore-all lint/suspicious/noTemplateCurlyInString: braces after a dollar are a sign of the language
import { parseFormula } from "../formula.ts";
import { formulaEnd, scanString } from "../lexer-text.ts";
import { closingEnd, endOfCall, freeName, NAME, splitOutside } from "./calls.ts";
import { formulaMeant } from "./formulas.ts";
import { scriptMeant } from "./scripts.ts";
import { statementStart, textAround } from "./texts.ts";

/** Most values of one program that are read as expressions. */
const MOST = 12;

/** The program with what other languages write where a value stands: expressions of its names as `${…}`, what only a script computes as `[system:compute]` in a statement before; `undefined` where there is none. Pure. */
export function withValues(source: string): string | undefined {
  let text = source;
  for (let count = 0; count < MOST; count += 1) {
    const next = withAssigned(text) ?? withGiven(text) ?? withBraced(text);
    if (next === undefined) break;
    text = next;
  }
  return text === source ? undefined : text;
}

/** Names that a program gives values to, in whatever way it writes them. */
export function namesGiven(source: string): ReadonlySet<string> {
  const found = source.matchAll(
    new RegExp(
      String.raw`(?:^|[\n;{}&])\s*(?:(?:const|let|var)\s+)?\$?(${NAME})\s*(?::\s*${NAME}\s*)?=(?![=>])|\b(?:for|each:?)\s*\(?\s*(?:(?:const|let|var)\s+)?\$?(${NAME})(?:\s*,\s*\$?(${NAME}))?\s+(?:in|of)\b`,
      "gu",
    ),
  );
  return new Set([...found].flatMap(([, ...names]) => names.filter(Boolean)));
}

/** What says that a text is an expression of some language: a function of its own, a list made by a loop, or a method. */
const IS_SCRIPT =
  /=>|\blambda\b|\sfor\s[^\n]+\sin\s|\.\p{L}\w*\(|(?<![\]:\w.])(?:len|sorted|json\.dumps|re\.\w+|Object\.\w+|JSON\.\w+|Math\.\w+)\(|(?<=[\p{L}\p{N}_)\]])\[-?\w*:-?\w*\]|^f["']/u;

/** Whether a text is an expression that only a script may compute. Pure. */
export function isScript(written: string): boolean {
  return IS_SCRIPT.test(written);
}

/** An expression by its form here, or as a script with the names that go into it. */
interface Meant {
  readonly formula?: string;
  readonly script?: string;
}

function meantBy(written: string): Meant | undefined {
  const bare = written.replace(new RegExp(String.raw`(?<![\\\w])\$(?=${NAME})`, "gu"), "");
  for (const formula of [written, formulaMeant(written)])
    if (parseFormula(formula).ok) return { formula };
  const script = IS_SCRIPT.test(bare) ? scriptMeant(bare) : undefined;
  return script === undefined || script.includes("\n") ? undefined : { script };
}

/** `[system:compute]` of a script with the program's names that it reads. */
function computing(script: string, names: ReadonlySet<string>): string {
  const isOwn = (name: string): boolean =>
    new RegExp(
      String.raw`(?<![\p{L}\p{N}_.])${name}\s*=>|\([^()]*\b${name}\b[^()]*\)\s*=>`,
      "u",
    ).test(script);
  const isRead = (name: string): boolean =>
    new RegExp(String.raw`(?<![\p{L}\p{N}_$"']|(?<!\.\.)\.)${name}(?![\p{L}\p{N}_"':])`, "u").test(
      script,
    );
  const read = [...names].filter((name) => isRead(name) && !isOwn(name));
  const listed = read.reduce(
    (text, name) =>
      text
        .replace(
          new RegExp(
            String.raw`(?<![\p{L}\p{N}_.$"'])${name}(?=(?:\.slice\([^()]*\))?\.(?:map|filter|reduce|find|some|every|flatMap|sort|forEach)\()`,
            "gu",
          ),
          `records(${name})`,
        )
        .replaceAll(`[...${name}].sort(`, `[...records(${name})].sort(`),
    script,
  );
  const given = read.map((name) => `${name}: "$${name}"`).join(", ");
  return `[system:compute](${JSON.stringify(listed)})${given === "" ? "" : ` {${given}}`}`;
}

/** The text with each call in it in a statement of its own, whose name stands for it. */
function withoutCalls(
  source: string,
  written: string,
): { readonly before: string; readonly text: string } {
  let [before, text] = ["", written];
  for (let found = CALL.exec(text); found !== null; found = CALL.exec(text)) {
    const end = endOfCall(text, found.index) ?? text.length;
    const name = freeName(source + before);
    before += `$${name} = ${text.slice(found.index, end)}\n`;
    text = text.slice(0, found.index) + name + text.slice(end);
  }
  return { before, text };
}

const CALL = new RegExp(String.raw`\[\s*${NAME}\s*:\s*${NAME}\s*\](?=\s*\()`, "u");

/** `$x = [f(r) for r in rows]`. */
function withAssigned(source: string): string | undefined {
  const heads = source.matchAll(
    new RegExp(
      String.raw`(?<=^|[\n;{]\s*)(?:(?:const|let|var)\s+)?\$?(${NAME})\s*=(?![=>])\s*(?=\S)`,
      "gu",
    ),
  );
  for (const { 0: head, 1: name = "", index } of heads) {
    const start = index + head.length;
    const end = valueEnd(source, start);
    const written = source.slice(start, end).trim();
    const isOther = NO_EXPRESSION.test(written) || endOfCall(source, start) === end;
    const made =
      isOther || textAround(source, index) !== undefined
        ? undefined
        : assigned(source, name, written);
    if (made !== undefined) return source.slice(0, index) + made + source.slice(end);
  }
  return undefined;
}

const NO_EXPRESSION = /^(?:["'`{]|\$\{|await\b|new\b)/u;

/** A name's statement with what is meant by the expression behind it, and the calls of the expression before. */
function assigned(source: string, name: string, written: string): string | undefined {
  if (!IS_SCRIPT.test(written)) return undefined;
  const { before, text } = withoutCalls(source, written);
  const meant = !IS_SCRIPT.test(text) || /[\n;]|>>/.test(text) ? undefined : meantBy(text);
  if (meant === undefined) return undefined;
  const { formula, script = "" } = meant;
  const value =
    formula === undefined
      ? computing(script, namesGiven(`${source}\n${before}`))
      : `\${${formula}}`;
  return `${before}$${name} = ${value}`;
}

/** Past the brackets that open on the line. */
function valueEnd(source: string, start: number): number {
  for (let at = start; at < source.length; ) {
    const found = source.charAt(at);
    if (found === "\n" || found === ";") return at;
    const string = /["'`]/.test(found) ? scanString(source, at)?.end : undefined;
    at = string ?? ("([{".includes(found) ? (closingEnd(source, at) ?? at + 1) : at + 1);
  }
  return source.length;
}

/** `[a:b](rows[0].url) {k: x.toFixed(1)}`: a value without quotes that begins with a name of the program. */
function withGiven(source: string): string | undefined {
  const names = namesGiven(source);
  for (const { index, 0: head } of source.matchAll(HEAD)) {
    const open = index + head.length;
    const end = closingEnd(source, open) ?? open;
    const next = end + (/^\s*(?=\{)/.exec(source.slice(end))?.[0].length ?? 0);
    for (const at of [open, next].filter((place) => "({".includes(source.charAt(place) || " "))) {
      const made = inBrackets(source, at, names);
      if (made !== undefined) return made;
    }
  }
  return undefined;
}

const HEAD = new RegExp(String.raw`\[\s*${NAME}\s*:\s*${NAME}\s*\]\s*(?=[({])`, "gu");
const KEY = new RegExp(String.raw`^["']?${NAME}["']?\s*(?::(?!:)|=(?![=>]))\s*`, "u");

function inBrackets(source: string, open: number, names: ReadonlySet<string>): string | undefined {
  const end = closingEnd(source, open);
  if (end === undefined) return undefined;
  for (const piece of splitOutside(source.slice(open + 1, end - 1), /,/y)) {
    const value = piece.replace(KEY, "");
    const meant = isOfNames(value, names) ? meantBy(value) : undefined;
    if (meant === undefined) continue;
    const at = source.indexOf(value, open);
    return placed(source, { start: at, end: at + value.length }, meant);
  }
  return undefined;
}

/** Whether a value without quotes is an expression of names that the program has. */
function isOfNames(value: string, names: ReadonlySet<string>): boolean {
  if (/^["'`{]/u.test(value) || /[\n]/.test(value) || CALL.test(value)) return false;
  const [, name = ""] = new RegExp(String.raw`^\$?(${NAME})`, "u").exec(value) ?? [];
  const isPath =
    names.has(name) && /[.[(]|\s(?:[-+*/%<>]|\?|if|or)\s/u.test(value.slice(name.length));
  const isSigned = new RegExp(String.raw`^\$${NAME}(?:\.${NAME}|\[-?\d+\])*$`, "u").test(value);
  const isMade =
    IS_SCRIPT.test(value) &&
    [...names].some((each) =>
      new RegExp(String.raw`(?<![\p{L}\p{N}_.])${each}(?![\p{L}\p{N}_])`, "u").test(value),
    );
  return (isPath || isMade) && !isSigned;
}

/** The program with an expression in its place, as `"${…}"` or as the name of a script's result. */
function placed(
  source: string,
  { start, end }: { readonly start: number; readonly end: number },
  meant: Meant,
): string {
  if (meant.formula !== undefined)
    return `${source.slice(0, start)}"\${${meant.formula.replaceAll('"', "'")}}"${source.slice(end)}`;
  const name = freeName(source);
  const at = statementStart(source, start);
  const made = `$${name} = ${computing(meant.script ?? "", namesGiven(source))}\n`;
  return `${source.slice(0, at)}${made}${source.slice(at, start)}"$${name}"${source.slice(end)}`;
}

/** `"${rows.map(r => r.a)}"`. */
function withBraced(source: string): string | undefined {
  for (const { index } of source.matchAll(/\$\{/g)) {
    const end = formulaEnd(source, index);
    const around = textAround(source, index);
    const inner = source.slice(index + 2, Math.max(end - 1, index + 2));
    const written =
      around?.quote === '"' ? inner.replaceAll('\\"', '"').replaceAll("\\\\", "\\") : inner;
    const meant = around?.quote === "`" ? undefined : meantBy(written);
    if (meant?.script === undefined) continue;
    const name = freeName(source);
    const at = statementStart(source, around?.start ?? index);
    const value = /[\p{L}\p{N}_.[]/u.test(source.charAt(end)) ? `\${${name}}` : `$${name}`;
    const made = `$${name} = ${computing(meant.script, namesGiven(source))}\n`;
    return `${source.slice(0, at)}${made}${source.slice(at, index)}${value}${source.slice(end)}`;
  }
  return undefined;
}
