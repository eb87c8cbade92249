// biome-ignore-all lint/suspicious/noTemplateCurlyInString: braces after a dollar are a sign of the language
import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import type { ActionDefinition } from "../catalogue/catalogue.ts";
import type { Span } from "../language/diagnostics.ts";
import { programParam } from "./nested-program.ts";
import type { Place, PlanFault } from "./plan-position.ts";

/** Files whose text has names of its own. */
const CODE_FILE =
  /\.(?:sh|bash|zsh|fish|ps1|bat|php|pl|rb|py|r|jl|js|mjs|cjs|ts|tsx|jsx|vue|svelte|scss|sass|less|css|html?|tex|ya?ml|env|conf|toml|sql|nix|mk|ibl)$|(?:^|\/)(?:Makefile|Dockerfile)$/iu;

/** What of a call's parameters is text of this language: no program, script, command or condition, and no code for a file. */
export function meantTexts(definition: ActionDefinition, params: JsonObject): JsonObject {
  const { scripts, conditions, roles } = definition;
  const other = new Set([...scripts, ...conditions, programParam(definition)]);
  const isForCode = Object.entries(params).some(
    ([name, value]) =>
      roles[name] === "path" && typeof value === "string" && CODE_FILE.test(value.trim()),
  );
  const texts = Object.entries(params).flatMap(([name, value]) => {
    const isOther =
      other.has(name) || name.startsWith("$") || ["command", "code"].includes(roles[name] ?? "");
    if (isOther || (isForCode && roles[name] !== "path")) return [];
    return [[name, withoutCode(value)] as const];
  });
  return Object.fromEntries(texts);
}

/** A value with what stands as code in its texts left out. */
export function withoutCode(value: Json): Json {
  if (typeof value === "string") return value.replace(/```[\s\S]*?```|`[^`\n]*`/gu, "");
  if (Array.isArray(value)) return value.map(withoutCode);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withoutCode(member)]),
  );
}

/** What stands where its value was meant, and where. */
export interface Unmarked {
  readonly span: Span;
  readonly fault: PlanFault;
}

/** A call with its bound parameters, and where it stands. */
interface Written {
  readonly definition: ActionDefinition;
  readonly params: JsonObject;
  readonly span: Span;
}

/** Names of the program that a call would take for mere text: `{news[0].title}` in a text, and a word without quotes where a value is wanted. Pure. */
export function unmarkedNames(
  { definition, params, span }: Written,
  { source, names }: Place,
): readonly Unmarked[] {
  const call = source.slice(span.start, span.end);
  const texts = Object.values(meantTexts(definition, params)).flatMap(textsIn);
  const found = new Map<number, Unmarked>();
  const note = (piece: string, at: number): void => {
    const start = span.start + at;
    found.set(start, { span: { start, end: start + piece.length }, fault: faultOf(piece) });
  };
  const pieces = texts.flatMap((text) => [
    ...[...text.matchAll(IN_BRACES)].filter(([, name = ""]) => names.has(name)),
    ...text.matchAll(OF_TEMPLATE),
  ]);
  for (const [piece] of pieces) if (call.includes(piece)) note(piece, call.indexOf(piece));
  const values = [definition.input?.param ?? "", ...Object.keys(definition.roles)];
  for (const name of new Set(values.map((param) => params[param]))) {
    if (typeof name !== "string" || !names.has(name)) continue;
    const at = [...call.matchAll(BARE)].find(([, word]) => word === name);
    if (at !== undefined) note(name, at.index + at[0].length - name.length);
  }
  return [...found.values()];
}

const NAME = String.raw`[\p{L}_][\p{L}\p{M}\p{N}_]*`;
/** `{x}`, `{x[0].title}`: as in the texts of Python. */
const IN_BRACES = new RegExp(
  String.raw`(?<![$\\{])\{(${NAME})(?:\.${NAME}|\[(?:-?\d+|'[^'\n]*')\])*\}(?!\})`,
  "gu",
);
/** A loop or a choice of a template: `{{#each x}}`, `{% for x in y %}`. */
const OF_TEMPLATE = /\{\{\s*#(?:each|for|if)\b[^{}\n]*\}\}|\{%-?\s*(?:for|if)\b[^%\n]*%\}/gu;
/** A whole value without quotes. */
const BARE = new RegExp(String.raw`[(:=]\s*(${NAME})(?=\s*[),}\n])`, "gu");

function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

function faultOf(piece: string): PlanFault {
  if (/^\{[{%]/.test(piece)) return { code: "bad-expression", words: TEMPLATE_WORDS };
  const literal = piece.startsWith("{") ? `\${'{'}${piece.slice(1)}` : `"${piece}"`;
  return {
    code: "bad-expression",
    words: {
      en: `"${piece}" is mere text here. The value that the program has under this name is written $${piece}; for the text itself write ${literal}.`,
      ko: korean`여기서 "${piece}"은(는) 그냥 글자예요. 이 이름의 값은 $${piece}(으)로, 글자 그대로라면 ${literal}(으)로 써요.`,
    },
  };
}

const TEMPLATE_WORDS = {
  en: "A text has no loops and no choices but ${a if c else b}: [each: …] makes a list of texts, and ${join($list, '')} puts them together.",
  ko: "글 안에서는 반복을 할 수 없고 선택은 ${a if c else b}뿐이에요. [each: …]로 글의 목록을 만들고 ${join($list, '')}로 이어요.",
};
