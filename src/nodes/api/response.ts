import type { FetchResponse } from "../../base/fetch.ts";
import type { MomentReader } from "../../base/format-time.ts";
import { isJsonObject, type Json } from "../../base/json.ts";
import type { Language } from "../../base/localized.ts";
import { responseText } from "../../drivers/http/http-text.ts";
import type { ApiCall } from "../../engine/catalogue/catalogue.ts";
import { type LinkLine, linkLines } from "../../engine/values/link-lines.ts";
import { headlineOf, wordsOf } from "../text/item-text.ts";

/** A body that was read, or that is in no form this reads. */
export type ApiBody = { readonly ok: true; readonly body: Json } | { readonly ok: false };

/** Reads a body as JSON; an empty one (status 204) is an empty list. Other forms of an upstream are added here. */
export function readApiBody(response: FetchResponse): ApiBody {
  const text = responseText(response).trim();
  if (text === "") return { ok: true, body: [] };
  try {
    return { ok: true, body: JSON.parse(text) as Json }; // JSON.parse gives nothing but JSON
  } catch (error) {
    if (error instanceof SyntaxError) return { ok: false };
    throw error;
  }
}

/** What a body of a good status says went wrong, at most 300 characters; nothing where it holds an answer. */
export function errorOfBody(body: Json): string | undefined {
  if (!isJsonObject(body)) return undefined;
  const told = [body["errMsg"], body["error"], body["err"]].find(isError);
  if (told !== undefined) return errorText(told);
  if (typeof body["status"] === "string" && /^(error|fail|failed)$/i.test(body["status"]))
    return errorText(body["message"] ?? body["status"]);
  return undefined;
}

/** The list that an answer holds: found at the declared path, each entry with the declared fields, at most `limit`. One object is a list of one. */
export function itemsOfBody(api: ApiCall, body: Json, limit: number): readonly Json[] {
  const found = valueAt(body, api.response.extract);
  const list = Array.isArray(found) ? found : found === undefined || found === null ? [] : [found];
  return list.slice(0, limit).map((entry: Json) => withFields(api.response.fields, entry));
}

/** The items for a reader, in light markup: a title that links to the address, and beside it what its texts tell by themselves. Names of fields, and what says nothing without one, are left out. */
export function itemsText(items: readonly Json[], reader: MomentReader): string {
  return linkLines(items.map((item) => lineOf(item, reader)));
}

/** The value at a dotted path, `[n]` and plain numbers being places in a list; the whole value for an empty path. */
export function valueAt(value: Json, path: string): Json | undefined {
  const parts = path.replace(/\[(\d+)\]/g, ".$1").split(".");
  let found: Json | undefined = value;
  for (const part of parts.filter((name) => name !== "")) {
    if (Array.isArray(found)) found = /^\d+$/.test(part) ? found[Number(part)] : undefined;
    else found = isJsonObject(found) && Object.hasOwn(found, part) ? found[part] : undefined;
  }
  return found;
}

function withFields(fields: Readonly<Record<string, string>>, entry: Json): Json {
  const names = Object.entries(fields);
  if (names.length === 0) return entry;
  return Object.fromEntries(names.map(([output, path]) => [output, valueAt(entry, path) ?? null]));
}

/** Zeros and empty texts are how upstreams say that nothing went wrong. */
function isError(value: Json | undefined): value is Json {
  if (value === undefined || value === null || value === false || value === "" || value === 0)
    return false;
  if (typeof value === "string") return !/^0+$/.test(value);
  return !(Array.isArray(value) && value.length === 0);
}

function errorText(value: Json): string {
  const message = isJsonObject(value) ? (value["message"] ?? value["description"] ?? value) : value;
  return (typeof message === "string" ? message : JSON.stringify(message)).slice(0, 300);
}

/** Longest text that stands beside a title, in characters. */
const LONGEST_DETAIL = 80;

function lineOf(item: Json, reader: MomentReader): LinkLine {
  if (!isJsonObject(item)) return { title: wordsOf(item, reader), url: "", origin: "" };
  const headline = headlineOf(item);
  const { url } = item;
  const details = Object.entries(item).flatMap(([name, value]) => {
    if (typeof value !== "string" || name === headline?.name || name === "url") return [];
    const words = name === "country" ? countryIn(value, reader.language) : wordsOf(value, reader);
    const isTold = words !== "" && words.length <= LONGEST_DETAIL && !/^https?:/iu.test(words);
    return isTold ? [words] : [];
  });
  const [first = JSON.stringify(item), ...rest] = details;
  return {
    title: headline?.text ?? first,
    url: typeof url === "string" ? url : "",
    origin: (headline === undefined ? rest : details).join(", "),
  };
}

/** The name of a country in a language by its two letters; any other text as it is. */
function countryIn(value: string, language: Language): string {
  if (!/^[A-Z]{2}$/u.test(value)) return value;
  return new Intl.DisplayNames([language], { type: "region" }).of(value) ?? value;
}
