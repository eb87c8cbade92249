import { isJsonObject, type Json } from "../../base/json.ts";
import { parse } from "../language/parser.ts";
import { printValue } from "../language/printer.ts";
import { escapeReferences } from "../language/reference.ts";
import type { LiteralKind } from "./literals.ts";

/** What a person sees of a value to type another one in its place: a list of texts and numbers a line each, other lists and objects as they are written in a program. Pure. */
export function shownValue(value: Json): string {
  if (Array.isArray(value) && value.length > 0 && value.every(isPlain))
    return value.map(String).join("\n");
  return typeof value === "object" ? printValue(value) : String(value);
}

/** What a person typed in the place of a value of a kind, or `undefined` for what cannot be read as one. Plain text never refers to anything; what is written as in a program may. Pure. */
export function readTyped(kind: LiteralKind, before: Json, text: string): Json | undefined {
  switch (kind) {
    case "condition":
      return text;
    case "object": {
      const value = readWritten(text);
      return isJsonObject(value) ? value : undefined;
    }
    case "list":
      return readList(before, text);
    case "plain":
      return readPlain(before, text);
  }
}

/** A number or a yes or no where one stood; else text, which the action's schema then judges. */
function readPlain(before: Json, text: string): Json {
  if (typeof before === "number" && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (typeof before === "boolean" && /^(?:true|yes|예|네|응)$/iu.test(text)) return true;
  if (typeof before === "boolean" && /^(?:false|no|아니요|아니오|아니)$/iu.test(text)) return false;
  return escapeReferences(text);
}

/** A list as it is written in a program, or its items on lines or between commas. */
function readList(before: Json, text: string): Json | undefined {
  if (text.trimStart().startsWith("[")) {
    const value = readWritten(text);
    return Array.isArray(value) ? value : undefined;
  }
  const present: readonly Json[] = Array.isArray(before) ? before : [];
  if (!present.every(isPlain)) return undefined;
  const items = text.split(text.includes("\n") ? "\n" : ",").map((item) => item.trim());
  const [model] = present;
  const sample = present.every((item) => typeof item === typeof model) ? (model ?? "") : "";
  return items.filter((item) => item !== "").map((item) => readPlain(sample, item));
}

/** The one value that a text is in the language; `undefined` for anything else, so that nothing can stand behind it. */
function readWritten(text: string): Json | undefined {
  const parsed = parse(`[system:value] {value: ${text}\n}`);
  if (!parsed.ok || parsed.program.statements.length !== 1) return undefined;
  const body = parsed.program.statements[0]?.body;
  if (body?.kind !== "call" || Object.keys(body.params).join() !== "value") return undefined;
  return body.params["value"];
}

function isPlain(value: Json): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
