import type { Json, JsonObject } from "../../base/json.ts";
import type { Localized } from "../../base/localized.ts";

/** How a body is read. */
export const BODY_FORMS = ["json", "jsonp", "xml", "csv", "text"] as const;
/** One of them. */
export type BodyForm = (typeof BODY_FORMS)[number];

/** What is made of a value, on the way out or back; docs/web-apis.md tells each. */
export const CHANGES = [
  "text",
  "html",
  "number",
  "integer",
  "date",
  "time",
  "lower",
  "yyyymmdd",
  "yyyymm",
  "yyyy",
  "symbol",
  "list",
  "index_text",
  "km",
  "minutes",
  "positive",
  "video",
] as const;
/** One of them. */
export type Change = (typeof CHANGES)[number];

/** A service: where it is, what it wants to know of who asks, and how it speaks. */
export interface ApiService {
  readonly service: string;
  /** As people know it. */
  readonly title: Localized;
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly auth?: ApiAuth;
  /** Where a key is had. */
  readonly keyPage?: string;
  readonly body: BodyForm;
  /** What errors look like in answers with a good status, the first that fits. */
  readonly errors: readonly ErrorRule[];
  /** Calls in so many seconds, of everybody together. */
  readonly rate?: { readonly calls: number; readonly seconds: number };
  /** It answers browsers alone: requests name the product in a browser's form. */
  readonly asBrowser?: true;
  /** A page of HTML in place of the declared form is how it says that nothing was found. */
  readonly isPageNothing?: true;
  /** How often a request that only reads is sent again. */
  readonly retries: number;
}

/** Keys and tokens as texts with `{ENV_NAME}` places. */
export interface ApiAuth {
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Client credentials (RFC 6749 §4.4): `id` and `secret` name variables. */
  readonly oauth2?: {
    readonly token_url: string;
    readonly id: string;
    readonly secret: string;
    readonly scope?: string;
  };
  /** It answers without a key too, more rarely. */
  readonly optional?: boolean;
}

/** An error inside a good answer: what stands at a path. */
export interface ErrorRule {
  readonly at: string;
  /** Values that mean success; anything else there is an error. */
  readonly ok?: readonly Json[];
  /** Values that mean an error; by default every value where `ok` is absent. */
  readonly is?: readonly Json[];
  /** Values that mean that nothing was found. */
  readonly none?: readonly Json[];
  /** Where the words of the error stand. */
  readonly say?: string;
}

/** One field of a result: from a path, a fixed value, or a text with places. */
export interface FieldRule {
  readonly from?: string;
  readonly value?: Json;
  readonly template?: string;
  readonly default?: Json;
  readonly as?: Change;
}

/** A test of one field; all that are given must hold. */
export interface FilterRule {
  readonly field: string;
  readonly eq?: Json;
  readonly ne?: Json;
  readonly gt?: number | string;
  readonly gte?: number | string;
  readonly lt?: number | string;
  readonly lte?: number | string;
  readonly contains?: string;
  readonly not_contains?: string;
  readonly in?: readonly Json[];
  readonly not_in?: readonly Json[];
}

/** What is made of a body, in this order. */
export interface Transform {
  /** Dotted path; a list on the way is gone through. */
  readonly extract?: string;
  readonly first?: boolean;
  readonly fields?: Readonly<Record<string, string | FieldRule>>;
  readonly filter?: readonly FilterRule[];
  readonly sort?: { readonly by: string; readonly order?: "asc" | "desc" };
  /** How many at most; a text is the place of a parameter. */
  readonly limit?: number | string;
  /** An object around the result, its texts with the places `{_results}`, `{_count}`, `{root.…}` and those of parameters. */
  readonly wrap?: JsonObject;
}

/** More pages of the same list: a number in the query, or a cursor from the answer. */
export interface Pages {
  readonly by: string;
  readonly start?: number;
  readonly step?: number;
  /** Path of the next cursor. */
  readonly cursor?: string;
  readonly most: number;
}

/** The items of an XML document in a zip archive in whose fields a text stands; those that are it come first. */
export interface ZippedItems {
  /** Name of their element. */
  readonly item: string;
  readonly fields: readonly string[];
  /** A text with places. */
  readonly is: string;
}

/** One request of a tool. */
export interface ApiStep {
  readonly id: string;
  readonly service: ApiService;
  readonly baseUrl: string;
  readonly endpoint: string;
  /** In place of an endpoint: an address that another answer gave, with places; only one on the origin of the service is asked. */
  readonly address?: string;
  readonly method: "GET" | "POST";
  /** Parameter → name in the query, with a change where one is needed. */
  readonly query: Readonly<Record<string, string | { readonly name: string; readonly as: Change }>>;
  /** Always sent; a text with places is left out where all of them are empty. */
  readonly fixed: Readonly<Record<string, string>>;
  /** A body: JSON whose texts have places, or the fields of a form. */
  readonly json?: JsonObject;
  readonly form?: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: BodyForm;
  readonly pages?: Pages;
  /** There where the body is a zip archive. */
  readonly zipped?: ZippedItems;
  readonly response: Transform;
  /** Its failure fails the call only where every step fails. */
  readonly mayFail: boolean;
}

/** A tool of the API registry. */
export interface ApiCall {
  readonly tool: string;
  readonly service: ApiService;
  /** The requests; one that names `{id}` of another waits for it. */
  readonly steps: readonly ApiStep[];
  /** What becomes of several results; with `first` a request is sent only while none before it found anything. */
  readonly merge: "concat" | "first" | "last";
  /** A parameter whose list is gone through, one call a value; with `until`, the months from one parameter to the other. */
  readonly each?: { readonly param: string; readonly until?: string; readonly most: number };
  /** Texts may have the places `{today}`, `{today-7}` and the like. */
  readonly defaults: JsonObject;
  /** What people call a value → what the service does. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What it answers without any request: the values of a parameter as `{name, code, also}`. */
  readonly table?: readonly JsonObject[];
  /** Applied to what the steps gave together. */
  readonly response: Transform;
  /** A line of the answer for people. */
  readonly say?: Localized;
  /** The items are a course in time: the field of its figures, drawn above them, and the one that says when. */
  readonly series?: { readonly of: string; readonly by: string };
  /** How long an answer is kept, in seconds; 0 for not. */
  readonly cacheS: number;
}

/** The variables that a text with `{ENV_NAME}` places names. */
export function variablesIn(text: string): readonly string[] {
  return [...text.matchAll(/\{([A-Z][A-Z0-9_]*)\}/g)].flatMap(([, name]) => name ?? []);
}

/** The variables that a service wants. Pure. */
export function variablesOf({ auth }: ApiService): readonly string[] {
  if (auth === undefined) return [];
  const texts = [...Object.values(auth.query ?? {}), ...Object.values(auth.headers ?? {})];
  const { oauth2 } = auth;
  const named = oauth2 === undefined ? [] : [oauth2.id, oauth2.secret];
  return [...new Set([...texts.flatMap(variablesIn), ...named])];
}
