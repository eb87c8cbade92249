import { lineEnd, scanString } from "../lexer-text.ts";
import type { Edit } from "../syntax-errors.ts";
import { endOfCall, freeName } from "./calls.ts";

/** A text in quotes that its own quotes end too early. */
interface Opened {
  readonly start: number;
  readonly quote: string;
}

/** The text in quotes that `at` stands in, and the quotes; `undefined` outside of texts. `from` is where no text has begun. Pure. */
export function textAround(text: string, at: number, from = 0): Opened | undefined {
  for (let here = from; here < at; ) {
    const found = text.charAt(here);
    const end = /["'`“]/.test(found) ? scanString(text, here)?.end : undefined;
    if (end !== undefined && end > at)
      return { start: here, quote: text.startsWith('"""', here) ? '"""' : found };
    here = end ?? here + 1;
  }
  return undefined;
}

/** `"Now: [a:b]("x")"`: a call in a text whose quotes end it too early, as a statement before; `at` is where the text does not read on. Pure. */
export function callInText(text: string, at: number): Edit | undefined {
  const line = text.lastIndexOf("\n", at - 1) + 1;
  for (const { index } of text.slice(line, at).matchAll(/\[/g)) {
    const start = line + index;
    const opened = textAround(text, start, line);
    const end = opened === undefined ? undefined : endOfCall(text, start);
    if (opened === undefined || end === undefined || end < at || end > lineEnd(text, at)) continue;
    const statement = statementStart(text, opened.start);
    const name = freeName(text);
    const marks = BRACES_AROUND.exec(text.slice(line, start))?.[0].length ?? 0;
    const close = marks === 0 ? 0 : (/^\s*[)}]/.exec(text.slice(end))?.[0].length ?? 0);
    const isName = /[\p{L}\p{N}_]/u.test(text.charAt(end + close));
    const value = isName ? `\${${name}}` : `$${name}`;
    const before = text.slice(statement, start - marks);
    return {
      start: statement,
      end: end + close,
      text: `$${name} = ${text.slice(start, end)}\n${before}${value}`,
      sure: true,
    };
  }
  return undefined;
}

/** `${` or `$(` before a call. */
const BRACES_AROUND = /\$[({]\s*$/;

/** Where the statement begins on the line of `at`: in a body behind its brace. Pure. */
export function statementStart(text: string, at: number): number {
  const line = text.lastIndexOf("\n", at - 1) + 1;
  let begin = line;
  for (let here = line; here < at; ) {
    const found = text.charAt(here);
    const end = /["'`“]/.test(found) ? scanString(text, here)?.end : undefined;
    const isBody = found === "{" && /\]\s*$/.test(text.slice(line, here));
    if (found === ";" || (isBody && isBlockHead(text.slice(begin, here)))) begin = here + 1;
    here = end !== undefined && end <= at ? end : here + 1;
  }
  return begin + (/^\s*/.exec(text.slice(begin, at))?.[0].length ?? 0);
}

/** Whether the bracket at the end of a text is the head of a block. */
function isBlockHead(text: string): boolean {
  return /\[\s*(?:if|else|each)\b[^\n]*\]\s*$/iu.test(text);
}
