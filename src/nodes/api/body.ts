import { XMLParser } from "fast-xml-parser";
import { fromBufferPromise } from "yauzl";
import type { FetchResponse } from "../../base/fetch.ts";
import { isJsonObject, type Json, parsedJson } from "../../base/json.ts";
import { responseText } from "../../drivers/http/http-text.ts";
import type { BodyForm, ErrorRule, ZippedItems } from "../../engine/catalogue/api-call.ts";
import { recordsOfText } from "../../engine/values/text-rows.ts";
import { textOf, valueAt } from "./template.ts";

/** A body as JSON in its declared form; an empty one (status 204) is an empty list. `undefined` where it is in another form. */
export function readBody(response: FetchResponse, form: BodyForm): Json | undefined {
  const text = responseText(response).trim();
  return text === "" ? [] : READERS[form](text);
}

/** Whether an answer is a page for a browser. */
export function isPage(response: FetchResponse): boolean {
  return HTML_PAGE.test(responseText(response).trimStart());
}

const HTML_PAGE = /^<!doctype html|^<html/i;

/** Most bytes that a zipped document may have. */
const LARGEST_ZIPPED = 64 * 1024 * 1024;
/** Most items that are taken of one. */
const MOST_ZIPPED = 20;

/** The items of the first document of a zip archive in one of whose fields a text stands, those that are it first. What is no archive is read as XML: services say their errors so. */
export async function readZippedItems(
  archive: Uint8Array,
  { item, fields, is }: ZippedItems,
): Promise<Json | undefined> {
  const bytes = Buffer.from(archive);
  if (bytes.subarray(0, 2).toString("latin1") !== "PK") return xmlOf(bytes.toString("utf8").trim());
  const text = await firstZipped(bytes);
  if (text === undefined) return undefined;
  const wanted = is.trim().toLowerCase();
  const parts = text.split(`<${item}>`).slice(1);
  const near = wanted === "" ? [] : parts.filter((part) => part.toLowerCase().includes(wanted));
  const rankOf = (part: string): number => {
    const values = fields.map((field) => textInside(part, field).trim().toLowerCase());
    return values.includes(wanted) ? 0 : values.some((value) => value.startsWith(wanted)) ? 1 : 2;
  };
  return near
    .map((part) => ({ part, rank: rankOf(part) }))
    .filter(({ rank }) => rank < 2)
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MOST_ZIPPED)
    .flatMap(({ part }) => xmlOf(`<${item}>${part.split(`</${item}>`)[0] ?? ""}</${item}>`) ?? [])
    .flatMap((document) => (isJsonObject(document) ? (document[item] ?? []) : []));
}

/** The text of an element without others inside. */
function textInside(part: string, name: string): string {
  const start = part.indexOf(`<${name}>`);
  const end = part.indexOf(`</${name}>`, start);
  return start < 0 || end < 0 ? "" : part.slice(start + name.length + 2, end);
}

/** The text of the first document of an archive; `undefined` for a broken or a far too large one. */
async function firstZipped(bytes: Buffer): Promise<string | undefined> {
  try {
    const archive = await fromBufferPromise(bytes, { lazyEntries: true });
    for await (const entry of archive.eachEntry()) {
      if (entry.uncompressedSize > LARGEST_ZIPPED) return undefined;
      const stream = await archive.openReadStreamPromise(entry);
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer); // yauzl gives bytes
      return Buffer.concat(chunks).toString("utf8");
    }
  } catch {
    // yauzl throws plain errors for what is no archive
  }
  return undefined;
}

/** What an answer of a good status says went wrong, at most 300 characters, or that it found nothing. */
export function faultOf(
  body: Json,
  rules: readonly ErrorRule[],
): { readonly error: string } | "nothing" | undefined {
  const rule = rules.find(({ at }) => valueAt(body, at) !== undefined);
  if (rule === undefined) {
    const error = errorOfBody(body);
    return error === undefined ? undefined : { error };
  }
  const value = valueAt(body, rule.at);
  const isAmong = (values: readonly Json[] = []): boolean =>
    values.some((each) => textOf(each) === textOf(value));
  if (isAmong(rule.none)) return "nothing";
  const isGood =
    rule.ok === undefined ? rule.is !== undefined && !isAmong(rule.is) : isAmong(rule.ok);
  const words = rule.say === undefined ? undefined : valueAt(body, rule.say);
  return isGood ? undefined : { error: errorText(words ?? value ?? "") };
}

const READERS: Readonly<Record<BodyForm, (text: string) => Json | undefined>> = {
  json: (text) => parsedJson(text) ?? unwrapped(text),
  jsonp: unwrapped,
  xml: xmlOf,
  csv: (text) => (/^[<{]/.test(text) ? undefined : recordsOfText(text)),
  text: (text) => text,
};

/** The JSON in `name(…);`. */
function unwrapped(text: string): Json | undefined {
  const [, inside] = /^(?:\/\*\*\/)?[\w$.]+\s*\(([\s\S]*)\)\s*;?$/.exec(text) ?? [];
  return inside === undefined ? undefined : parsedJson(inside.trim());
}

/** Elements as fields without their namespaces, one that is repeated as a list, attributes with an `@`, the text beside either as `#text`. Numbers stay texts: "007" is no 7. */
const XML = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  textNodeName: "#text",
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
});

function xmlOf(text: string): Json | undefined {
  if (!text.startsWith("<") || HTML_PAGE.test(text)) return undefined;
  try {
    return XML.parse(text) as Json; // without values that are parsed it gives texts, lists and objects
  } catch {
    return undefined; // the parser throws plain errors for what is no XML
  }
}

/** What upstreams put beside or in place of an answer where they declare nothing, at most 300 characters. */
export function errorOfBody(body: Json): string | undefined {
  if (!isJsonObject(body)) return undefined;
  const told = [body["errMsg"], body["error"], body["err"]].find(isError);
  if (told !== undefined) return errorText(told);
  if (typeof body["status"] === "string" && /^(error|fail|failed)$/i.test(body["status"]))
    return errorText(body["message"] ?? body["status"]);
  return undefined;
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
  return textOf(message).slice(0, 300);
}
