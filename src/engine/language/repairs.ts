import type { Json, JsonObject } from "../../base/json.ts";
import type { Note } from "./lexer-state.ts";
import { scanProgramString } from "./lexer-text.ts";
import { SyntaxProblem } from "./syntax-errors.ts";
import type { SeedTool } from "./token.ts";

/** A program with its wrappings taken off. */
export interface Prepared {
  readonly text: string;
  /** The offset in what the person typed of an offset in `text`. */
  readonly toOriginal: (offset: number) => number;
  /** What was taken off; offsets count in the original. */
  readonly notes: readonly Note[];
}

/** How a fence or a call around a program starts; most programs start otherwise. */
const MAY_BE_WRAPPED = /^\s*[`e]/i;
const WRAPPER = /\s*execute_ibl\s*\(\s*(?:\{\s*)?(?:(["']?)(?:code|pipeline)\1\s*[=:]\s*)?/iy;
const FENCE = /\s*```+/y;
/** The rest of a fence's first line: a language name. On one line with the program a blank must follow it. */
const FENCE_INFO = /[ \t]*(?:[\w+.#-]+[ \t]*)?\n|[\w+.#-]+(?=[ \t])|/y;

/**
 * Before parsing: CRLF becomes LF, one surrounding code fence and one `execute_ibl(code='…')` are taken off, its text
 * unescaped as a STRING. Throws a `SyntaxProblem` where one of them opens and never closes.
 */
export function prepare(source: string): Prepared {
  const folded = foldLines(source);
  return MAY_BE_WRAPPED.test(folded.text) ? unwrapped(folded) : folded;
}

/** A text as it stands, with nothing taken off. */
export function asTyped(text: string): Prepared {
  return { text, toOriginal: sameOffset, notes: [] };
}

function sameOffset(offset: number): number {
  return offset;
}

function unwrapped(folded: Prepared): Prepared {
  const notes: Note[] = [];
  let prepared: Folded = folded;
  for (const unwrap of [unfence, unwrapCall]) {
    const inner = unwrap(prepared.text);
    if (inner === undefined) continue;
    const outer = prepared.toOriginal;
    notes.push({ code: inner.code, start: outer(inner.at), count: 1 });
    prepared = { text: inner.text, toOriginal: (offset) => outer(inner.toOuter(offset)) };
  }
  return { ...prepared, notes };
}

type Folded = Pick<Prepared, "text" | "toOriginal">;

function foldLines(source: string): Prepared {
  if (!source.includes("\r\n")) return asTyped(source);
  const starts: number[] = [];
  for (let at = source.indexOf("\r\n"); at >= 0; at = source.indexOf("\r\n", at + 2)) {
    starts.push(at - starts.length);
  }
  // Every line break before an offset took one character away.
  const toOriginal = (offset: number): number => offset + countBelow(starts, offset - 1);
  return { text: source.replaceAll("\r\n", "\n"), toOriginal, notes: [] };
}

interface Unwrapped {
  readonly code: "code-fence" | "tool-call-wrapper";
  readonly at: number;
  readonly text: string;
  readonly toOuter: (offset: number) => number;
}

function unfence(text: string): Unwrapped | undefined {
  FENCE.lastIndex = 0;
  if (!FENCE.test(text)) return undefined;
  const at = text.indexOf("```");
  FENCE_INFO.lastIndex = FENCE.lastIndex;
  FENCE_INFO.test(text);
  const from = FENCE_INFO.lastIndex;
  const end = closingFence(text);
  if (end >= from) {
    return {
      code: "code-fence",
      at,
      text: text.slice(from, end),
      toOuter: (offset) => from + offset,
    };
  }
  if (text.includes("```", FENCE.lastIndex)) return undefined;
  const message = {
    en: 'The code fence that opens here is never closed with "```".',
    ko: '여기서 연 코드 블록을 "```"로 닫지 않았어요.',
  };
  throw new SyntaxProblem("unterminated", { start: at, end: at + 3 }, message);
}

function unwrapCall(text: string): Unwrapped | undefined {
  WRAPPER.lastIndex = 0;
  if (!WRAPPER.test(text)) return undefined;
  const start = WRAPPER.lastIndex;
  const at = text.search(/\S/);
  if (!`"'\`“‘`.includes(text.charAt(start) || " ")) return undefined;
  const scanned = scanProgramString(text, start);
  if (scanned === undefined) {
    const message = {
      en: "The text in execute_ibl(…) is never closed.",
      ko: "execute_ibl(…) 안의 글이 닫히지 않았어요.",
    };
    throw new SyntaxProblem("unterminated", { start, end: start + 1 }, message);
  }
  if (!isOnlyClosing(text.slice(scanned.end))) return undefined;
  const quoteLength = text.startsWith('"""', start) ? 3 : 1;
  const pieces = [...scanned.pieces, { value: "", start: scanned.end - quoteLength }];
  let length = 0;
  const starts = pieces.map((piece) => {
    const offset = length;
    length += piece.value.length;
    return offset;
  });
  const toOuter = (offset: number): number => {
    const index = Math.max(0, countBelow(starts, offset) - 1);
    return (pieces[index]?.start ?? start + 1) + offset - (starts[index] ?? 0);
  };
  return { code: "tool-call-wrapper", at, text: scanned.value, toOuter };
}

/** Offset of the three or more backticks that end the text, or -1. */
function closingFence(text: string): number {
  const end = text.trimEnd().length;
  let at = end;
  while (text.charAt(at - 1) === "`") at -= 1;
  return end - at >= 3 ? at : -1;
}

/** True for what may follow the text of `execute_ibl(code='…'`: a comma, the brackets, a semicolon. */
function isOnlyClosing(rest: string): boolean {
  return /^,?\}?,?\);?$/.test(rest.replace(/\s+/g, ""));
}

/** How many of the ascending `values` are at most `limit`. */
function countBelow(values: readonly number[], limit: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What a call of one of the seed's tools means in the language. */
export interface RewrittenCall {
  readonly node: string;
  readonly action: string;
  readonly args: readonly Json[];
  readonly params: JsonObject;
}

/** `ibl_info(source=…)` names that are neither an action nor a `type` of `[source:search]`. */
const INFO_ACTIONS: ReadonlyMap<string, string> = new Map([
  ["finance", "search_stock"],
  ["stock", "search_stock"],
  ["web", "web_search"],
  ["news", "search_news"],
  ["culture", "performance"],
  ["study", "search_arxiv"],
  ["legal", "search_legal"],
  ["statistics", "search_kosis"],
  ["commerce", "search_shopping"],
  ["shopping", "search_shopping"],
  ["location", "search_local"],
  ["photo", "search_photos"],
  ["blog", "search_blog"],
  ["memory", "search_memory"],
  ["health", "health_query"],
]);

const STORE_ACTIONS: ReadonlyMap<string, string> = new Map([
  ["health", "save_health"],
  ["memory", "save_memory"],
  ["skill", "skill_add"],
  ["local", "save"],
]);

/** Programs of `ibl_exec` that make something instead of running code, and the `type` of `[forge:create]` for each. */
const FORGE_TYPES: ReadonlyMap<string, string> = new Map([
  ["slides", "slide"],
  ["slide", "slide"],
  ["video", "video"],
  ["image", "image"],
  ["music", "music"],
  ["remotion", "remotion"],
]);

/**
 * Rewrites a call of a seed tool. The parameter that chooses (`source`, `store`, `action`) becomes the action; the one that
 * says about what (`query`, `target`, …) becomes the target; the rest stay parameters. A name without an action of its own
 * becomes the `type` of a verb, so that planning can list the routes there are.
 */
export function rewriteSeedCall(
  tool: SeedTool,
  positional: readonly Json[],
  params: JsonObject,
): RewrittenCall {
  const spoken = positional.filter((arg) => arg !== "..." && arg !== "…");
  const rest: Record<string, Json> = Object.assign(Object.create(null), params);
  const choiceKey = CHOICE_KEYS[tool];
  const choice =
    take(rest, [choiceKey]) ?? (choiceKey in params ? undefined : spoken.shift()) ?? "";
  const subject = take(rest, SUBJECT_KEYS) ?? spoken.shift();
  const args = subject === undefined ? spoken : [subject, ...spoken];
  const { node, action, type } = chosen(tool, String(choice).toLowerCase());
  if (type !== undefined) rest["type"] = type;
  return { node, action, args: args.map(asText), params: rest };
}

const CHOICE_KEYS: Readonly<Record<SeedTool, string>> = {
  ibl_info: "source",
  ibl_store: "store",
  ibl_exec: "action",
};

const SUBJECT_KEYS = ["target", "query", "keyword", "code", "command"];

function chosen(
  tool: SeedTool,
  choice: string,
): { readonly node: string; readonly action: string; readonly type?: string } {
  const type = choice === "" ? {} : { type: choice };
  switch (tool) {
    case "ibl_info": {
      const action = INFO_ACTIONS.get(choice);
      return action === undefined
        ? { node: "source", action: "search", ...type }
        : { node: "source", action };
    }
    case "ibl_store": {
      const action = STORE_ACTIONS.get(choice);
      return action === undefined
        ? { node: "source", action: "write", ...type }
        : { node: "source", action };
    }
    case "ibl_exec": {
      const made = FORGE_TYPES.get(choice);
      if (made !== undefined) return { node: "forge", action: "create", type: made };
      return { node: "system", action: "run_command", ...type };
    }
  }
}

/** Removes and gives the first of `keys` that is there. */
function take(params: Record<string, Json>, keys: readonly string[]): Json | undefined {
  const key = keys.find((name) => name in params);
  if (key === undefined) return undefined;
  const value = params[key];
  delete params[key];
  return value;
}

function asText(value: Json): Json {
  return typeof value === "string" ? value : JSON.stringify(value);
}
