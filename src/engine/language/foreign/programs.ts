import { isJsonObject, type Json, type JsonObject } from "../../../base/json.ts";
import { printValue } from "../printer.ts";

/** The program that a whole text in another form stands for: calls as JSON, YAML, tags, or the steps of an agent; `undefined` for any other text. */
export function foreignProgram(text: string): string | undefined {
  return ofTags(text) ?? ofJson(text) ?? ofSteps(text) ?? ofYaml(text) ?? withPlainSigns(text);
}

/** One tag with its name, what else its head says, and what stands in it. */
const TAG = /<([\w-]+)([^<>\n]*)>([\s\S]*?)<\/\1>/g;

/** `<tool_call>…</tool_call>`, `<ibl>…</ibl>`, `<invoke name="a:b"><parameter name="k">…</parameter></invoke>`, one or several. */
function ofTags(text: string): string | undefined {
  const tags = [...text.matchAll(TAG)];
  if (tags.length === 0 || text.replace(TAG, "").trim() !== "") return undefined;
  const calls = tags.map(([, , head = "", inner = ""]) => ofTag(head, inner.trim()));
  return calls.includes(undefined) ? undefined : calls.join("\n");
}

function ofTag(head: string, inner: string): string | undefined {
  const [, called] = /^\s*(?:name\s*)?=\s*["']?([^"'\s]+)["']?/.exec(head) ?? [];
  if (!inner.startsWith("<"))
    return (
      (called === undefined ? undefined : callOf({ name: called, input: parsed(inner || "{}") })) ??
      ofJson(inner) ??
      inner
    );
  const parts = [...inner.matchAll(TAG)].map(
    ([, tag = "", given = "", value = ""]): [string, Json] => [
      /name\s*=\s*["']([^"']+)["']/.exec(given)?.[1] ?? /^=\s*([\w-]+)/.exec(given)?.[1] ?? tag,
      value.trim().startsWith("<") ? value.trim() : scalar(value),
    ],
  );
  if (called !== undefined) return callOf({ name: called, input: Object.fromEntries(parts) });
  return callOf(Object.fromEntries(parts)) ?? ofTags(inner);
}

function ofJson(text: string): string | undefined {
  if (!/^\s*[{[]\s*["{]/.test(text)) return undefined;
  try {
    const value = JSON.parse(text) as Json;
    const calls = (Array.isArray(value) ? value : [value]).map(callOf);
    return calls.length > 0 && calls.every((call) => call !== undefined)
      ? calls.join("\n")
      : undefined;
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined;
    throw thrown;
  }
}

const NAME_KEYS = ["action", "tool", "name", "function", "command", "uses", "tool_name"];
const INPUT_KEYS = [
  "params",
  "parameters",
  "arguments",
  "args",
  "input",
  "action_input",
  "inputs",
  "kwargs",
  "with",
];

/** A call that is written as an object. */
function callOf(value: Json): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const inner = value["function"] ?? value["tool_call"];
  if (isJsonObject(inner)) return callOf(inner);
  const written = first(value, INPUT_KEYS) ?? {};
  const input = typeof written === "string" ? parsed(written) : written;
  const params = isJsonObject(input) ? input : {};
  const code = value["code"] ?? params["code"];
  return typeof code === "string" ? code : printedCall(value, input, params);
}

function printedCall(value: JsonObject, input: Json, params: JsonObject): string | undefined {
  const { node, target } = value;
  const name = String(first(value, NAME_KEYS));
  const head = HEAD.exec(typeof node === "string" ? `${node}:${name}` : name);
  if (head === null) return undefined;
  const given = typeof input === "string" ? input : target;
  const parens = given === undefined ? "" : `(${printValue(given)})`;
  const braces = Object.keys(params).length === 0 ? "" : ` ${printValue(params)}`;
  const into = first(value, ["as", "save_as", "output", "id"]);
  const result =
    typeof into === "string" && /^\$?[\p{L}_]\w*$/u.test(into)
      ? `$${into.replace("$", "")} = `
      : "";
  return `${result}[${head[1]}:${head[2]}]${parens}${braces}`;
}

const HEAD = /^\[?([\p{L}_][\p{L}\p{N}_]*)(?:\.|:|__|\/)([\p{L}_][\p{L}\p{N}_]*)\]?$/u;

function first(value: JsonObject, keys: readonly string[]): Json | undefined {
  return keys.map((key) => value[key]).find((found) => found !== undefined);
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return text;
    throw thrown;
  }
}

/** `Action: a:b`, `Action Input: {…}`. */
function ofSteps(text: string): string | undefined {
  const match =
    /(?:^|\n)\s*Action\s*:\s*(\S+)\s*\n\s*(?:Action\s+)?Input\s*:\s*([\s\S]+?)\s*(?:\nObservation[\s\S]*)?$/iu.exec(
      text,
    );
  return match === null
    ? undefined
    : callOf({ name: match[1] ?? "", input: parsed(match[2] ?? "") });
}

/** One call a list item (`- node: …`), or `node:action:` with its parameters below. */
function ofYaml(text: string): string | undefined {
  let calls: readonly JsonObject[] | undefined = [];
  for (const line of text.split("\n").filter((one) => one.trim() !== ""))
    calls = calls === undefined ? undefined : withLine(calls, line);
  const printed = (calls ?? []).map(callOf);
  const isWhole = printed.length > 0 && printed.every((call) => call !== undefined);
  return isWhole ? printed.join("\n") : undefined;
}

function withLine(calls: readonly JsonObject[], line: string): readonly JsonObject[] | undefined {
  const head = /^\s*(?:-\s*)?([\p{L}_]\w*:[\p{L}_]\w*)\s*:\s*$/u.exec(line);
  if (head !== null) return [...calls, { action: head[1] ?? "", params: {} }];
  const pair = /^\s*(-\s*)?([\p{L}_]\w*)\s*:\s*(.*)$/u.exec(line);
  if (pair === null) return undefined;
  const call = pair[1] === undefined ? calls.at(-1) : {};
  if (call === undefined) return undefined;
  const before = pair[1] === undefined ? calls.slice(0, -1) : calls;
  return [...before, withPair(call, pair[2] ?? "", pair[3] ?? "")];
}

function withPair(call: JsonObject, key: string, written: string): JsonObject {
  const { params } = call;
  if (key === "params" || key === "parameters") return { ...call, params: {} };
  const isOwn = params === undefined && ["node", "action", "target"].includes(key);
  if (isOwn) return { ...call, [key]: scalar(written) };
  return { ...call, params: { ...(isJsonObject(params) ? params : {}), [key]: scalar(written) } };
}

function scalar(written: string): Json {
  const text = written.trim();
  return /^(?:-?\d+(?:\.\d+)?|true|false|null|["'[{].*)$/.test(text)
    ? parsed(text.replace(/^'(.*)'$/, '"$1"'))
    : text;
}

const FULL_WIDTH: Readonly<Record<string, string>> = {
  "［": "[",
  "］": "]",
  "（": "(",
  "）": ")",
  "｛": "{",
  "｝": "}",
  "：": ":",
  "，": ",",
};

/** With the brackets of a full-width keyboard as plain ones, outside of strings; or without a backslash before every quote. */
function withPlainSigns(text: string): string | undefined {
  const plain = /^[^"'`]*\\"/.test(text) ? text.replaceAll('\\"', '"') : text;
  const narrow = plain.replace(
    /"(?:[^"\\]|\\.)*"|[［］（）｛｝：，]/gu,
    (found) => FULL_WIDTH[found] ?? found,
  );
  return narrow === text ? undefined : narrow;
}
