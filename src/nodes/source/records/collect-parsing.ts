import { isJsonObject, type Json, parsedJson } from "../../../base/json.ts";
import { oneLine } from "../../../base/localized.ts";

/** What to take of a page: where each item is, and by the name of a field where it stands in an item. */
export interface Collecting {
  readonly text: string;
  readonly isJson: boolean;
  /** The address against which links are read. */
  readonly base: string;
  /** CSS selectors (`a@href` for an attribute), or dotted paths into JSON. `items` is the list itself. */
  readonly selectors: Readonly<Record<string, string>>;
  readonly most: number;
}

/** The fields of each item, in the order of the page; `undefined` where a selector is none. */
export type Collected = readonly Readonly<Record<string, string>>[];

/** Longest field of an item, in characters. */
const MOST_FIELD = 1000;

/** Reads the items of a page. Slow for pages and selectors made to be: for a process of its own. */
export async function collectItems(given: Collecting): Promise<Collected | undefined> {
  if (given.isJson) return fromJson(given);
  const { parseHTML } = await import("linkedom");
  const { document } = parseHTML(given.text);
  try {
    return fromPage(document, given);
  } catch {
    return undefined; // linkedom refuses a selector that it cannot read
  }
}

/** The parts of an element that are read here. */
interface Element {
  querySelector(selector: string): Element | null;
  querySelectorAll(selector: string): Iterable<Element>;
  getAttribute(name: string): string | null;
  readonly textContent: string | null;
}

function fromPage(document: Element, { selectors, base, most }: Collecting): Collected {
  const { items = "a[href]", ...fields } = selectors;
  const wanted = Object.keys(fields).length > 0 ? fields : { title: "", link: "@href" };
  const found: Readonly<Record<string, string>>[] = [];
  for (const element of document.querySelectorAll(items)) {
    const item = Object.fromEntries(
      Object.entries(wanted).map(([name, selector]) => [name, fieldOf(element, selector, base)]),
    );
    if (Object.values(item).every((value) => value === "")) continue;
    found.push(item);
    if (found.length >= most) break;
  }
  return found;
}

/** The text of what a selector finds in an item, or with `@name` its attribute; an address is made whole. */
function fieldOf(item: Element, selector: string, base: string): string {
  const [place = "", attribute] = selector.split("@");
  const element = place.trim() === "" ? item : item.querySelector(place.trim());
  const name = attribute?.trim() ?? "";
  const value = name === "" ? (element?.textContent ?? "") : (element?.getAttribute(name) ?? "");
  const text = oneLine(value, MOST_FIELD);
  const isAddress = name === "href" || name === "src";
  return isAddress && text !== "" && URL.canParse(text, base) ? new URL(text, base).href : text;
}

function fromJson({ text, selectors, most }: Collecting): Collected | undefined {
  const { items = "", ...fields } = selectors;
  const list = at(parsedJson(text) ?? null, items);
  if (!Array.isArray(list)) return undefined;
  return list.slice(0, most).map((each) => {
    const wanted =
      Object.keys(fields).length > 0
        ? Object.entries(fields)
        : Object.keys(isJsonObject(each) ? each : {}).map((name) => [name, name] as const);
    return Object.fromEntries(wanted.map(([name, path]) => [name, words(at(each, path))]));
  });
}

/** What stands at a dotted path; the whole for an empty one. */
function at(value: Json, path: string): Json {
  const names = path.split(".").filter((name) => name !== "");
  return names.reduce<Json>((inner, name) => {
    if (Array.isArray(inner)) return inner[Number(name)] ?? null;
    return isJsonObject(inner) && Object.hasOwn(inner, name) ? (inner[name] ?? null) : null;
  }, value);
}

function words(value: Json): string {
  if (value === null) return "";
  return oneLine(typeof value === "object" ? JSON.stringify(value) : String(value), MOST_FIELD);
}
