import type { Json } from "../../base/json.ts";
import type { Span } from "./diagnostics.ts";

/** Every kind of token the lexer hands to the grammar; `text` and `unknown_operator` stand in no rule, so they end the parse where they are. */
export type Token =
  | Shaped<"call", CallHead>
  | Shaped<"seed_tool", SeedTool>
  | Shaped<"if_head" | "else_if_head", string>
  | Shaped<"each_head", EachHead>
  | Shaped<"range", LoopRange>
  | Shaped<"each_tail", EachTail>
  | Shaped<"on_error", "stop" | "skip" | "empty">
  | Shaped<"assign", string>
  | Shaped<"name" | "key", string>
  | Shaped<"string" | "bare_arg", string>
  | Shaped<"scalar", Json>
  | Shaped<"close", FrameKind>
  | Shaped<PlainType, null>;

/** The contexts of the lexer's pushdown; a closing token says which one it closed. */
export type FrameKind = "top" | "group" | "body" | "head" | "target" | "object" | "array";

/** Tokens that say all by their kind. */
export type PlainType =
  | "else_head"
  | "operator"
  | "unknown_operator"
  | "group"
  | "target"
  | "object"
  | "array"
  | "body"
  | "separator"
  | "text"
  | "end";

/** One token. `value` is its spelling where the grammar names it literally and empty elsewhere; offsets count in the prepared text. */
export interface Shaped<Type extends string, Data> {
  readonly type: Type;
  readonly value: string;
  readonly start: number;
  readonly end: number;
  readonly data: Data;
}

/** `[node:action]`: both names in lower case, with their places. */
export interface CallHead {
  readonly node: string;
  readonly action: string;
  readonly nodeSpan: Span;
  readonly actionSpan: Span;
}

/** `[each: $variable, $counter in`. */
export interface EachHead {
  readonly variable: string;
  readonly counter?: string;
}

/** `from..to`, both counted in; each is a whole number or a reference as written. */
export interface LoopRange {
  readonly from: number | string;
  readonly to: number | string;
}

/** `, max: 50, parallel: true]`. */
export interface EachTail {
  readonly max?: number;
  readonly parallel?: true;
}

/** The three old tool names that are rewritten to calls. */
export type SeedTool = "ibl_info" | "ibl_store" | "ibl_exec";

/** A text argument. */
export type StringToken = Shaped<"string" | "bare_arg", string>;
/** A value that is neither object nor array. */
export type ScalarToken = Shaped<"scalar", Json>;
/** The variable a statement names. */
export type AssignToken = Shaped<"assign", string>;
/** The name of a parameter. */
export type NameToken = Shaped<"name" | "key", string>;
/** The head of a call. */
export type CallToken = Shaped<"call", CallHead>;
/** The name of one of the seed's tools. */
export type SeedToolToken = Shaped<"seed_tool", SeedTool>;
/** The head of an `[if:]` or `[else if:]`; its condition, trimmed. */
export type ConditionToken = Shaped<"if_head" | "else_if_head", string>;
/** The head of an `[each:]` up to its `in`. */
export type EachToken = Shaped<"each_head", EachHead>;
/** What an `[each:]` counts through. */
export type RangeToken = Shaped<"range", LoopRange>;
/** The end of the head of an `[each:]`. */
export type EachTailToken = Shaped<"each_tail", EachTail>;
/** An `[on_error:]`. */
export type OnErrorToken = Shaped<"on_error", "stop" | "skip" | "empty">;
/** The opening bracket of an object or an array. */
export type BracketToken = Shaped<PlainType, null>;
/** A closing bracket. */
export type CloseToken = Shaped<"close", FrameKind>;

/** What grammar.ts asks while it is built: every `%name` of grammar.ne is a token kind. */
export const terminals = { has: (_name: string): boolean => true };
