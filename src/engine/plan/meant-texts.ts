// biome-ignore-all lint/suspicious/noTemplateCurlyInString: braces after a dollar are a sign of the language
import { isJsonObject, type Json, type JsonObject, parsedJson } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import type { Localized } from "../../base/localized.ts";
import type { ActionDefinition } from "../catalogue/catalogue.ts";
import type { Span } from "../language/diagnostics.ts";
import { callInText } from "../language/foreign/texts.ts";
import { parseCondition, parseFormula } from "../language/formula.ts";
import { formulaReferences } from "../language/formula-tree.ts";
import type { Call, If } from "../language/tree.ts";
import { referencesOf } from "../values/resolve-references.ts";
import { programParam } from "./nested-program.ts";
import type { Place, PlanFault } from "./plan-position.ts";

/** Files whose text has names of its own. */
const CODE_FILE =
  /\.(?:sh|bash|zsh|fish|ps1|bat|php|pl|rb|py|r|jl|js|mjs|cjs|ts|tsx|jsx|vue|svelte|scss|sass|less|css|html?|tex|ya?ml|env|conf|toml|sql|nix|mk|ibl)$|(?:^|\/)(?:Makefile|Dockerfile)$/iu;

/** What of a call's parameters is text of this language: no program, script, command or condition, and no code for a file. */
export function meantTexts(definition: ActionDefinition, params: JsonObject): JsonObject {
  const { scripts, conditions, roles, runs } = definition;
  const own = [programParam(definition), runs?.watch, runs?.condition];
  const other = new Set([...scripts, ...conditions, ...own]);
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
interface Unmarked {
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
    ...[...text.matchAll(IN_BRACES), ...text.matchAll(FILTERED)].filter(([, name = ""]) =>
      names.has(name),
    ),
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
/** `{{ x | length }}`. */
const FILTERED = new RegExp(String.raw`\{\{\s*\$?(${NAME})[^{}|\n]*\|[^{}\n]*\}\}`, "gu");
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
  en: "A text has no loops, no filters and no choices but ${a if c else b}: ${count($list)} counts, [each: …] makes a list of texts, and ${join($list, '')} puts them together.",
  ko: "글 안에서는 반복과 필터를 쓸 수 없고 선택은 ${a if c else b}뿐이에요. 세려면 ${count($list)}, 글의 목록은 [each: …]로 만들고 ${join($list, '')}로 이어요.",
};

/** A call with its bound parameters. */
interface Bound {
  readonly definition: ActionDefinition;
  readonly call: Call;
  readonly params: JsonObject;
}

type IsAction = (name: string) => boolean;

/** What a call would take for mere text though its value is surely meant: an expression without `${}`, a command of a shell or a call inside a text, and a list where one text stands. Pure. */
export function takenAsText(bound: Bound, place: Place, isAction: IsAction): readonly Unmarked[] {
  const { definition, call, params } = bound;
  const texts = meantTexts(definition, params);
  const { places, args } = call;
  const { target = "" } = definition;
  const spots = [
    [target, places?.args[0]] as const,
    ...[...(places?.params ?? [])].map(
      ([name, span]) => [name, valueSpan(place.source, span)] as const,
    ),
  ];
  const found = spots.flatMap(([name, span]) => {
    const value = texts[name];
    if (span === undefined) return [];
    const list = name === target && args.length < 2 ? listForText(bound, place, span) : undefined;
    if (list !== undefined) return [list];
    if (typeof value !== "string") return [];
    const taken =
      bareExpression(String(params[name]), span, place) ??
      bareCode(span, place) ??
      commandIn(value, span, place) ??
      callIn(value, span, place, isAction);
    return taken === undefined ? [] : [taken];
  });
  const line = place.source.lastIndexOf("\n", call.span.start) + 1;
  const piped = commandIn(place.previousText ?? "", { start: line, end: call.span.start }, place);
  return piped === undefined ? found : [...found, piped];
}

function unmarked(span: Span, words: Localized, correction?: string): Unmarked {
  const meant = correction === undefined ? {} : { correction };
  return { span, fault: { code: "bad-expression", words, ...meant } };
}

function replacedAt(source: string, { start, end }: Span, text: string): string {
  return `${source.slice(0, start)}${text}${source.slice(end)}`;
}

const COMPARED = /\s(?:[<>]=?|[=!]==?|[-+*/%])\s/;
const CHOSEN = /\s\?\s.+\s:\s|\sif\s.+\selse\s/;

/** `($w.price > 50 ? "a" : "b")`: an expression where a value is wanted; in quotes only one that chooses between two values. */
function bareExpression(value: string, span: Span, { source, names }: Place): Unmarked | undefined {
  const written = source.slice(span.start, span.end);
  const isQuoted = /["'“`]/.test(written.charAt(0));
  const isFormula = isQuoted ? COMPARED.test(value) && CHOSEN.test(value) : COMPARED.test(value);
  const isOfNames = referencesOf(value).some(({ name }) => name === "prev" || names.has(name));
  if (!isFormula || !isOfNames || value.includes("${") || !parseFormula(value).ok) return undefined;
  const meant = `"\${${value.replaceAll('"', "'")}}"`;
  const words = {
    en: `What stands here is a text and would be taken as it is written: an expression is written ${meant}.`,
    ko: korean`여기 쓴 것은 글이라서 쓴 그대로 들어가요. 계산한 값은 ${meant}(으)로 써요.`,
  };
  return unmarked(span, words, replacedAt(source, span, meant));
}

/** A choice in words, a place in a list or a call: `str($p) if … else …`, `rows[0].url`, `rows?.url`. */
const OF_CODE = new RegExp(
  String.raw`^(${NAME})(?:\[-?\d+\]|\?\.)|^[^\n]*?\$(${NAME})[^\n]*\sif\s[^\n]+\selse\s`,
  "u",
);

/** Code without quotes over a name of the program. */
function bareCode(span: Span, { source, names }: Place): Unmarked | undefined {
  const written = source.slice(span.start, span.end);
  const [, name, signed] = /^["'“`{[]/.test(written) ? [] : (OF_CODE.exec(written) ?? []);
  if (!names.has(name ?? signed ?? "")) return undefined;
  const isPath = name !== undefined && /^[^\s?()]+$/u.test(written);
  const words = {
    en: 'What stands here without quotes would be taken as it is written: a value is written "$x[0].url", an expression "${…}".',
    ko: '따옴표 없이 쓴 이 코드는 쓴 그대로 들어가요. 값은 "$x[0].url"로, 계산은 "${…}"로 써요.',
  };
  return unmarked(span, words, isPath ? replacedAt(source, span, `"$${written}"`) : undefined);
}

const COMMAND =
  /\$\(\s*((?:date|ls|cat|whoami|pwd|hostname|uname|curl|echo|wc|grep|head|tail|uptime|df|du|python3?|node)\b[^()\n]*)\)/u;

/** `$(date)`: a command of a shell in a text. */
function commandIn(value: string, span: Span, { source }: Place): Unmarked | undefined {
  const [piece, command = ""] = COMMAND.exec(value) ?? [];
  const start = piece === undefined ? -1 : source.indexOf(piece, span.start);
  if (piece === undefined || start < 0 || start >= span.end) return undefined;
  const at = { start, end: start + piece.length };
  const meant = command.trim() === "date" ? "${now()}" : DATES[command.trim()];
  const words = {
    en: `"${piece}" is mere text here: there is no shell. A value is written \${…}, such as \${now()}; for the text itself put it in backticks.`,
    ko: korean`여기서 "${piece}"은(는) 그냥 글자예요. 셸은 없어요. 값은 \${now()}처럼 \${…}로, 글자 그대로라면 백틱으로 감싸 써요.`,
  };
  return unmarked(at, words, meant === undefined ? undefined : replacedAt(source, at, meant));
}

const DATES: Readonly<Record<string, string>> = {
  "date +%F": "${today()}",
  "date +%Y-%m-%d": "${today()}",
  "date +%H:%M": "${format(now(), 'HH:mm')}",
  "date +%T": "${format(now(), 'HH:mm:ss')}",
};

const CALL =
  /(?<!\$[({]\s*)\[\s*([\p{L}_]\w*)\s*:\s*([\p{L}_]\w*)\s*\](?:(?=\s*\(\s*["'])|(?=\([\p{L}\p{N}_. -]{1,30}\))|(?!\s*[({:]))/gu;

/** `"Now: [source:price]('AAPL')"`: a call inside a text is not run. */
function callIn(
  value: string,
  span: Span,
  { source }: Place,
  isAction: IsAction,
): Unmarked | undefined {
  const found = [...value.matchAll(CALL)].find(([, node, action]) => isAction(`${node}:${action}`));
  const start = found === undefined ? -1 : source.indexOf(found[0], span.start);
  if (found === undefined || start <= span.start || start >= span.end) return undefined;
  const edit = callInText(source, start + 1);
  const words = {
    en: `In a text ${found[0]} is not run. Give its result a name in a statement before and write $name here; as mere text put it in backticks.`,
    ko: korean`글 안의 ${found[0]}은(는) 실행되지 않아요. 앞 문장에서 결과에 이름을 붙이고 여기에는 $이름을 쓰세요. 글자 그대로라면 백틱으로 감싸 써요.`,
  };
  const correction = edit === undefined ? undefined : replacedAt(source, edit, edit.text);
  return unmarked({ start, end: start + found[0].length }, words, correction);
}

/** Where a parameter's value stands, behind its name. */
function valueSpan(source: string, { start, end }: Span): Span {
  const [name = ""] = /^["']?[\p{L}\p{N}_$-]+["']?\s*[:=]\s*/u.exec(source.slice(start, end)) ?? [];
  return { start: start + name.length, end };
}

/** `(["AAPL", "MSFT"])`: a list where one text stands. */
function listForText(
  { definition, call, params }: Bound,
  { source }: Place,
  span: Span,
): Unmarked | undefined {
  const written = source.slice(span.start, span.end);
  const value = params[definition.target ?? ""];
  const { properties } = definition.params;
  const schema = isJsonObject(properties) ? properties[definition.target ?? ""] : undefined;
  const isText = isJsonObject(schema) && schema["type"] === "string";
  const isWritten = isText && written.startsWith("[");
  const list = isWritten && typeof value === "string" ? parsedJson(value) : value;
  if (!isWritten || !Array.isArray(list) || !list.every((item) => typeof item === "string"))
    return undefined;
  const each = replacedAt(source.slice(0, call.span.end), span, '"$item"').slice(call.span.start);
  const meant = `[each: $item in ${written}] { ${each} }`;
  const words = {
    en: `[${definition.node}:${definition.action}] takes one text here, not a list; for each of them: ${meant}.`,
    ko: korean`[${definition.node}:${definition.action}]은(는) 여기에 목록이 아니라 글 하나를 받아요. 하나씩 하려면 ${meant}(으)로 써요.`,
  };
  return unmarked(span, words, replacedAt(source, call.span, meant));
}

/** Conditions on what `approve` gives: a refusal has ended the program before them. Pure. */
export function approvedCondition(
  { branches, otherwise, span }: If,
  approvals: ReadonlySet<string>,
  { source }: Place,
): readonly Unmarked[] {
  const asked = branches.flatMap(({ condition }) => {
    const parsed = parseCondition(condition);
    const names = parsed.ok ? formulaReferences(parsed.formula).map((each) => each.name) : [];
    return names.filter((each) => approvals.has(each));
  });
  const [name] = asked;
  const [only, ...others] = branches;
  if (name === undefined || only === undefined) return [];
  const { body } = only;
  const [first, last] = [body[0], body.at(-1)];
  const isAlone = others.length === 0 && otherwise === null && YES.test(only.condition);
  const meant =
    isAlone && first !== undefined && last !== undefined
      ? replacedAt(source, span, source.slice(first.span.start, last.span.end))
      : undefined;
  const words = {
    en: `[system:approve] gives no answer to compare $${name} with: a refusal ends the program, and what stands behind it runs only when it is allowed. Where both answers go on, ask with [system:ask_user] {options: ["yes", "no"]}.`,
    ko: `[system:approve]는 $${name}와 견줄 답을 주지 않아요. 거절하면 프로그램이 끝나고, 뒤에 쓴 것은 승인했을 때만 실행돼요. 거절한 뒤에도 할 일이 있으면 [system:ask_user] {options: ["yes", "no"]}로 물어보세요.`,
  };
  return [unmarked(only.span, words, meant)];
}

/** A condition that asks for a yes. */
const YES =
  /^\s*\$?\w+\s*(?:===?\s*(?:true|["'](?:yes|y|ok|true|approved|approve|allowed|accepted|네|예|응|승인)["'])|!==?\s*(?:false|["'](?:no|n|false|rejected|denied|refused|아니요|아니오)["']))?\s*$/iu;
