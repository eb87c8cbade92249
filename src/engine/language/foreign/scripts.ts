// biome-ignore-all lint/suspicious/noTemplateCurlyInString: braces after a dollar are a sign of the language
import { scanString } from "../lexer-text.ts";

/** One way in which Python writes a piece of an expression, and what JavaScript writes; the same where both do. */
type Rule = readonly [
  written: RegExp,
  meant: string | ((all: string, ...found: string[]) => string),
];

/** A bracket with what stands in it, or a text in quotes, while the rest is read. */
const HELD = String.raw`\uE000\d+\uE001`;
const NAME = String.raw`[\p{L}_$][\p{L}\p{N}_]*`;
/** A value with what follows it: names behind dots, brackets. */
const VALUE = String.raw`(?<![\p{L}\p{N}_.$\uE001])(?:${NAME}|\d[\d.]*|${HELD})(?:\.${NAME}|${HELD})*`;

/** What is held, by its place. */
type Kept = string[];

/** An expression of Python or JavaScript as JavaScript; `undefined` for what has no like in it. Pure. */
export function scriptMeant(written: string): string | undefined {
  const kept: Kept = [];
  const flat = withoutTexts(written, kept);
  const read = flat === undefined ? undefined : released(bracketsRead(flat, kept), kept);
  return read === undefined || ONLY_PYTHON.test(read) ? undefined : read.trim();
}

/** Names that a script here does not know. */
const ONLY_PYTHON =
  /(?<![\p{L}\p{N}_.$"'`])(?:datetime|timedelta|collections|Counter|defaultdict|itertools|functools|isinstance|re|math|os|sys|np|pd|zip|lambda|print|yield|with|open|elif|def|None|require|fetch)\b(?=\s*[.([]|\s)|\b(?:key|default|sep|end|start)=(?![=>])|\bdate\.today\b|\)\.days\b/u;

function hold(text: string, kept: Kept): string {
  kept.push(text);
  return `\uE000${kept.length - 1}\uE001`;
}

function released(text: string, kept: Kept): string {
  let here = text;
  while (/\uE000/.test(here))
    here = here.replace(/\uE000(\d+)\uE001/gu, (_all, index: string) => kept[Number(index)] ?? "");
  return here;
}

/** With every text in quotes held; `undefined` where one never ends. */
function withoutTexts(written: string, kept: Kept): string | undefined {
  let text = "";
  for (let at = 0; at < written.length; ) {
    const found = written.charAt(at);
    const end = /["'`]/.test(found) ? scanString(written, at)?.end : at + 1;
    if (end === undefined) return undefined;
    const piece = written.slice(at, end);
    const [prefix = ""] = /["'`]/.test(found)
      ? (/(?<![\p{L}\p{N}_])[fFrR]$/u.exec(text) ?? [])
      : [];
    text = prefix === "" ? text : text.slice(0, -1);
    text += /["'`]/.test(found) ? hold(textMeant(piece, prefix.toLowerCase()), kept) : piece;
    at = end;
  }
  return text;
}

/** A text of Python as JavaScript writes it. */
function textMeant(piece: string, prefix: string): string {
  if (prefix === "r") return JSON.stringify(piece.slice(1, -1));
  if (prefix !== "f") return piece.startsWith('"""') ? `\`${piece.slice(3, -3)}\`` : piece;
  const inner = piece.slice(1, -1).replaceAll("`", "\\`");
  const values = inner.replace(
    /\{([^{}:]+)(?::[^{}]*?\.?(\d*)f?)?\}/gu,
    (_all, value: string, digits: string | undefined) => {
      const meant = scriptMeant(value) ?? value;
      return digits ? `\${Number(${meant}).toFixed(${digits})}` : `\${${meant}}`;
    },
  );
  return `\`${values}\``;
}

/** The brackets from the innermost one out, each read and held. */
function bracketsRead(flat: string, kept: Kept): string {
  const innermost = /([\p{L}\p{N}_$\uE001]?)([([{])([^()[\]{}]*)[)\]}]/u;
  let here = flat;
  for (let found = innermost.exec(here); found !== null; found = innermost.exec(here)) {
    const [all, before = "", open = "", inner = ""] = found;
    const meant = `${before}${hold(groupMeant(open, inner, before !== "", kept), kept)}`;
    here = here.slice(0, found.index) + meant + here.slice(found.index + all.length);
  }
  return piecesMeant(here, kept);
}

const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** What stands in one bracket, with it; `isBehind` where it follows a value. */
function groupMeant(open: string, inner: string, isBehind: boolean, kept: Kept): string {
  const gone = comprehension(inner, open, kept);
  if (gone !== undefined) return open === "(" && isBehind ? `(${gone})` : gone;
  return open === "[" && isBehind && SLICE.test(inner)
    ? inner.replace(
        SLICE,
        (_all, from: string, to: string) => `.slice(${from || 0}${to === "" ? "" : `, ${to}`})`,
      )
    : `${open}${piecesMeant(inner, kept)}${CLOSING[open] ?? ""}`;
}

const SLICE = /^\s*(-?[\w.]*)\s*:\s*(-?[\w.]*)\s*$/u;
/** Names of a loop: `x`, `k, v`. */
const FOR = /^([\s\S]+?)\s+for\s+(.+?)\s+in\s+([\s\S]+?)(?:\s+if\s+([\s\S]+))?$/u;

/** `E for X in L if C`, of which braces make an object. */
function comprehension(inner: string, open: string, kept: Kept): string | undefined {
  const [, each = "", names = "", list = "", condition] = FOR.exec(inner) ?? [];
  if (each === "" || /\sfor\s/.test(list + (condition ?? ""))) return undefined;
  const given = names.includes(",") ? `([${names}])` : names;
  const kind = condition === undefined ? "" : `.filter(${given} => ${expression(condition, kept)})`;
  const pair = open === "{" ? /^([\s\S]+?)\s*:\s*([\s\S]+)$/u.exec(each) : null;
  const value =
    pair === null
      ? expression(each, kept)
      : `[${expression(pair[1] ?? "", kept)}, ${expression(pair[2] ?? "", kept)}]`;
  const mapped = value.trim() === names.trim() ? "" : `.map(${given} => ${value})`;
  const made = `${expression(list, kept)}${kind}${mapped}`;
  return pair === null ? made : `Object.fromEntries(${made})`;
}

/** What stands between commas, each by itself. */
function piecesMeant(inner: string, kept: Kept): string {
  const arrows = inner.replace(/\blambda\s*([^:]*):/gu, (_all, names: string) =>
    `(${names.trim()}) =>`.replaceAll(",", "\uE002"),
  );
  return arrows
    .split(",")
    .map((piece) => expression(piece, kept))
    .join(",")
    .replaceAll("\uE002", ",");
}

function expression(flat: string, kept: Kept): string {
  return [...WORDS, ...called(kept)].reduce((text, [written, meant]) => {
    let here = text;
    for (let times = 0; times < 4; times += 1) here = here.replace(written, meant as string);
    return here;
  }, flat);
}

const WORDS: readonly Rule[] = [
  [/\bTrue\b/gu, "true"],
  [/\bFalse\b/gu, "false"],
  [/\bNone\b/gu, "null"],
  // a if c else b
  [/^(\s*(?:\(?[\w, ]*\)?\s*=>\s*)?)(.+?)\s+if\s+(.+?)\s+else\s+(.+)$/u, "$1$3 ? $2 : $4"],
  [new RegExp(String.raw`(${VALUE})\s+not\s+in\s+(${VALUE})`, "gu"), "!$2.includes($1)"],
  [
    new RegExp(String.raw`(?<!\b(?:const|let)\s)(${VALUE})\s+in\s+(${VALUE})`, "gu"),
    "$2.includes($1)",
  ],
  [/\bis\s+not\b/gu, "!=="],
  [/\bis\b/gu, "==="],
  [/\bnot\s+((?:(?!\b(?:and|or)\b|[?:]).)+?)(\s*(?:\b(?:and|or)\b|[?:]|$))/gu, "!($1)$2"],
  [/\band\b/gu, "&&"],
  [/\bor\b/gu, "||"],
  [new RegExp(String.raw`(${VALUE})\s*\/\/\s*(${VALUE})`, "gu"), "Math.floor($1 / $2)"],
  [/\bmath\.(?=\w)/gu, "Math."],
  [/\bjson\.dumps(?=\uE000)/gu, "JSON.stringify"],
  [/\bstr(?=\uE000)/gu, "String"],
  [/(?<![\p{L}\p{N}_.])(?:int|float)(?=\uE000)/gu, "Number"],
  [/(?<![\p{L}\p{N}_.])abs(?=\uE000)/gu, "Math.abs"],
  [/\.(?:strip|trim)(?=\uE000)/gu, ".trim"],
  [/\.lower(?=\uE000)/gu, ".toLowerCase"],
  [/\.upper(?=\uE000)/gu, ".toUpperCase"],
  [/\.startswith(?=\uE000)/gu, ".startsWith"],
  [/\.endswith(?=\uE000)/gu, ".endsWith"],
  [/\.append(?=\uE000)/gu, ".push"],
];

type Of = (given: readonly string[]) => string;

/** Functions whose values stand elsewhere in JavaScript, by their names in Python. */
const FUNCTIONS: readonly (readonly [string, Of])[] = [
  ["len", ([value = ""]) => `${value}.length`],
  ["(?:list|tuple|dict)", ([value = ""]) => value || "[]"],
  ["set", ([value = ""]) => `[...new Set(${value})]`],
  ["enumerate", ([value = ""]) => `[...${value}.entries()]`],
  ["range", rangeMeant],
  ["max", (given) => `Math.max(${spread(given)})`],
  ["min", (given) => `Math.min(${spread(given)})`],
  ["any", ([value = ""]) => `${value}.some(Boolean)`],
  ["all", ([value = ""]) => `${value}.every(Boolean)`],
  ["round", ([value = "", digits = "0"]) => `Number(Number(${value}).toFixed(${digits}))`],
  ["map", ([each = "", list = ""]) => `${list}.map(${each})`],
  ["filter", ([each = "", list = ""]) => `${list}.filter(${each})`],
  ["sorted", sortMeant],
  [
    String.raw`re\.findall`,
    ([pattern = "", value = ""]) =>
      `[...String(${value}).matchAll(new RegExp(${pattern}, "g"))].map(m => m[1] ?? m[0])`,
  ],
  [
    String.raw`re\.sub`,
    ([pattern = "", other = "", value = ""]) =>
      `String(${value}).replace(new RegExp(${pattern}, "g"), ${other})`,
  ],
  [
    String.raw`re\.(?:search|match)`,
    ([pattern = "", value = ""]) => `String(${value}).match(new RegExp(${pattern}))`,
  ],
];

/** Methods of Python that are functions or signs in JavaScript. */
const METHODS: readonly (readonly [string, (value: string, given: readonly string[]) => string])[] =
  [
    ["items", (value) => `Object.entries(${value})`],
    ["keys", (value) => `Object.keys(${value})`],
    ["values", (value) => `Object.values(${value})`],
    ["get", (value, [key = "", other = "null"]) => `(${value}[${key}] ?? ${other})`],
  ];

/** The rules of functions and methods, with what the brackets behind them hold. */
function called(kept: Kept): readonly Rule[] {
  const textOf = (held: string): string => kept[Number(held.slice(1, -1))] ?? "";
  const args = (held: string): readonly string[] =>
    textOf(held)
      .slice(1, -1)
      .split(",")
      .map((each) => each.trim());
  return [
    ...FUNCTIONS.map(
      ([name, meant]): Rule => [
        new RegExp(String.raw`(?<![\p{L}\p{N}_.$])${name}(${HELD})`, "gu"),
        (_all, held = "") => meant(args(held)),
      ],
    ),
    ...METHODS.map(
      ([name, meant]): Rule => [
        new RegExp(String.raw`(${VALUE})\.${name}(${HELD})`, "u"),
        (all, value = "", held = "") => (value === "Object" ? all : meant(value, args(held))),
      ],
    ),
    [
      new RegExp(String.raw`(${HELD})\.join(${HELD})`, "gu"),
      (all, text = "", held = "") =>
        /^["'`]/u.test(textOf(text)) ? `${args(held).join(", ")}.join(${text})` : all,
    ],
  ];
}

function spread(given: readonly string[]): string {
  return given.length > 1 ? given.join(", ") : `...${given[0] ?? ""}`;
}

function rangeMeant([first = "0", second, step = "1"]: readonly string[]): string {
  const [from, to] = second === undefined ? ["0", first] : [first, second];
  return `Array.from({length: Math.ceil((${to} - ${from}) / ${step})}, (_, i) => ${from} + i * ${step})`;
}

function sortMeant([list = "", ...given]: readonly string[]): string {
  const named = (name: string): string | undefined =>
    given
      .find((each) => new RegExp(String.raw`^${name}\s*=(?![=>])`, "u").test(each))
      ?.replace(/^\w+\s*=\s*/u, "");
  const key = named("key");
  const of = (item: string): string => (key === undefined ? item : `(${key})(${item})`);
  const order = `(a, b) => { const [x, y] = [${of("a")}, ${of("b")}]; return x < y ? -1 : x > y ? 1 : 0; }`;
  return `[...${list}].sort(${order})${named("reverse") === "true" ? ".reverse()" : ""}`;
}
