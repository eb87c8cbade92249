import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import type { Language, Localized } from "../../base/localized.ts";

/** What a step gives the next one. `text` is what a chat reader sees; where it is absent it is made from the data. */
export type Value =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "object"; readonly data: JsonObject; readonly text?: string }
  | { readonly kind: "list"; readonly items: readonly Json[]; readonly text?: string }
  /** `path` is relative to the chat's own folder; the bytes are on disk. */
  | {
      readonly kind: "file";
      readonly path: string;
      readonly mediaType: string;
      readonly sizeBytes: number;
      readonly text?: string;
      /** True for one that stood there before with another content. */
      readonly isReplaced?: true;
    };

/** Why a step gave no value. `message` is a full sentence in the language of the person the program runs for; `retryable` says that the same call may succeed later. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly cause?: readonly Failure[];
}

/** The one result type. A failure is a value; an abort is an exception and never becomes an outcome. */
export type Outcome =
  | {
      readonly ok: true;
      readonly value: Value;
      /** The value itself where `value` only says it, such as a number. */
      readonly exact?: Json;
      /** True when any part of the value came from outside (web, mail, uploaded file, tool output). */
      readonly tainted: boolean;
      /** Branches of a `&` that failed while others succeeded. */
      readonly partial?: readonly Failure[];
      /** Which option of a `??` answered, from 1, and why those before it did not. */
      readonly answeredBy?: number;
      readonly attempts?: readonly Failure[];
      /** What each branch of a `&` gave, in the order in which they stand. */
      readonly branches?: readonly Outcome[];
      /** In a dry run: it stands for what a call that was not made would have given. */
      readonly standIn?: true;
    }
  | {
      readonly ok: false;
      readonly failure: Failure;
      /** There when the words of the failure may come from outside. */
      readonly tainted?: true;
    };

/** A value that is text. */
export function text(value: string): Value {
  return { kind: "text", text: value };
}

/** A good outcome; not tainted unless said. */
export function success(
  value: Value | string,
  options: { readonly tainted?: boolean } = {},
): Outcome {
  return {
    ok: true,
    value: typeof value === "string" ? text(value) : value,
    tainted: options.tainted === true,
  };
}

/** How what a failure waits for is set up, for who can do it: a line each; none where nothing is to be. */
export function setupLines({
  code,
  cause = [],
}: Pick<Failure, "code" | "cause">): readonly string[] {
  return code === "needs-key" ? cause.map(({ message }) => message) : [];
}

/** A bad outcome; not retryable unless said. */
export function failure(
  code: string,
  message: string,
  options: { readonly retryable?: boolean; readonly cause?: readonly Failure[] } = {},
): Extract<Outcome, { ok: false }> {
  const cause = options.cause === undefined ? {} : { cause: options.cause };
  return { ok: false, failure: { code, message, retryable: options.retryable === true, ...cause } };
}

/** A bad outcome in the language of the person the program runs for; not retryable unless said. */
export function failureIn(
  language: Language,
  code: string,
  words: Localized,
  options: { readonly retryable?: boolean; readonly cause?: readonly Failure[] } = {},
): Extract<Outcome, { ok: false }> {
  return failure(code, words[language], options);
}

/** The value as text for a reader or a text parameter; never empty for a non-empty list. */
export function textOf(value: Value): string {
  if (value.text !== undefined) return value.text;
  switch (value.kind) {
    case "text":
      return value.text;
    case "object":
      return JSON.stringify(value.data, null, 2);
    case "list":
      return value.items.map(itemText).join("\n");
    case "file":
      return value.path;
  }
}

/** JSON as a value for a reader. */
export function valueFrom(data: Json): Value {
  if (Array.isArray(data)) return { kind: "list", items: data };
  return isJsonObject(data)
    ? { kind: "object", data }
    : { kind: "text", text: data === null ? "" : String(data) };
}

/** The value as plain JSON, for `$x.path` and for typed binding. */
export function dataOf(value: Value): Json {
  switch (value.kind) {
    case "text":
      return value.text;
    case "object":
      return value.data;
    case "list":
      return value.items;
    case "file":
      return { path: value.path, mediaType: value.mediaType, sizeBytes: value.sizeBytes };
  }
}

/** A good outcome with any JSON; a number stays one for the steps that follow. */
export function exactly(data: Json): Extract<Outcome, { ok: true }> {
  return { ok: true, value: valueFrom(data), exact: data, tainted: false };
}

function itemText(item: Json): string {
  if (typeof item === "string") return `- ${item}`;
  if (item === null || typeof item !== "object" || Array.isArray(item))
    return `- ${JSON.stringify(item)}`;
  const record: JsonObject = item as JsonObject; // neither null, nor an array, nor a scalar
  const title = [record["title"], record["name"], record["content"], record["text"]].find(
    (part) => typeof part === "string",
  );
  const rest = [record["summary"], record["snippet"], record["url"]].filter(
    (part) => typeof part === "string" && part !== "",
  );
  if (title === undefined) return `- ${JSON.stringify(record)}`;
  return [`- ${String(title)}`, ...rest.map((part) => `  ${String(part)}`)].join("\n");
}
