import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import { parse } from "./parser.ts";
import { printValue } from "./printer.ts";
import { escapeReferences, parseText } from "./reference.ts";
import type { Expression } from "./tree.ts";

/** A program that is one call with values as they stand: nothing in it is a reference. */
export interface SingleCall {
  readonly node: string;
  readonly action: string;
  /** What stands in parentheses; absent where nothing does. */
  readonly target?: string;
  readonly params: JsonObject;
}

/** Reads a program that is one such call, also behind the `[system:event]` that hands it what set it off; `undefined` for any other. Pure. */
export function readSingleCall(source: string): SingleCall | undefined {
  const parsed = parse(source);
  if (!parsed.ok) return undefined;
  const [only, second] = parsed.program.statements;
  if (only === undefined || second !== undefined || only.variable !== undefined) return undefined;
  const call = withoutEvent(only.body);
  if (call.kind !== "call" || call.args.length > 1) return undefined;
  const params = literalOf(call.params);
  const target = call.args[0] === undefined ? undefined : literalOf(call.args[0]);
  if (!isJsonObject(params) || (target !== undefined && typeof target !== "string"))
    return undefined;
  const { node, action } = call;
  return { node, action, params, ...(target === undefined ? {} : { target }) };
}

/** The program of one call whose values are text as it stands, numbers, lists and objects of them. */
export function printSingleCall({ node, action, target, params }: SingleCall): string {
  const parenthesis = target === undefined ? "()" : `(${printValue(escapeReferences(target))})`;
  const braces = Object.keys(params).length === 0 ? "" : ` ${printValue(escaped(params))}`;
  return `[${node}:${action}]${parenthesis}${braces}`;
}

function withoutEvent(body: Expression): Expression {
  if (body.kind !== "sequence") return body;
  const [first, second, third] = body.steps;
  const isEvent = first?.kind === "call" && first.node === "system" && first.action === "event";
  return isEvent && second !== undefined && third === undefined ? second : body;
}

/** The value that a value of the tree stands for; `undefined` where anything in it is a reference. */
function literalOf(value: Json): Json | undefined {
  if (typeof value === "string") return literalText(value);
  if (Array.isArray(value)) {
    const items = value.map(literalOf);
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, member]) => [key, literalOf(member)] as const);
  const isWhole = entries.every((entry): entry is [string, Json] => entry[1] !== undefined);
  return isWhole ? Object.fromEntries(entries) : undefined;
}

function literalText(text: string): string | undefined {
  const parts = parseText(text);
  // `$AAPL` reads like a reference, and is text where nothing has that name.
  return parts.every((part) => "literal" in part) || /^\$[A-Za-z]+$/.test(text)
    ? parts.map((part) => ("literal" in part ? part.literal : text)).join("")
    : undefined;
}

function escaped(value: Json): Json {
  if (typeof value === "string") return escapeReferences(value);
  if (Array.isArray(value)) return value.map(escaped);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, escaped(member)]));
}
