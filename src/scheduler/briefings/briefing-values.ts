import { canonicalJson, type Json, type JsonObject } from "../../base/json.ts";
import type { Language } from "../../base/localized.ts";
import type { Timing } from "../timing/timing-kinds.ts";
import {
  BRIEFING_KINDS,
  BRIEFING_PARTS,
  type BriefingField,
  type BriefingKind,
} from "./briefing-kinds.ts";

/** What is set, put in or taken out of a briefing, by parameter. */
export interface BriefingChange {
  readonly set?: JsonObject;
  readonly add?: JsonObject;
  readonly remove?: JsonObject;
}

/** A part that comes only with something chosen for it. */
const PART_OF: Readonly<Record<string, string>> = {
  topic: "news",
  symbol: "prices",
  place: "weather",
};

/** A call of a program, with values as they stand. */
export interface BriefingCall {
  readonly node: string;
  readonly action: string;
  readonly target?: string;
  readonly params: JsonObject;
}

/** The kind whose workflow a schedule's one call runs, and the values chosen, with the usual ones for the others; `undefined` for a schedule that brings no briefing. */
export function briefingOf(
  call: BriefingCall | undefined,
  timing: Timing,
  language: Language,
): { readonly kind: BriefingKind; readonly values: JsonObject } | undefined {
  const isRun = call?.node === "system" && /^run(_pipeline)?$/.test(call.action);
  const kind = isRun ? BRIEFING_KINDS.find(({ workflow }) => workflow === call.target) : undefined;
  if (call === undefined || kind === undefined) return undefined;
  const { params } = call;
  const lines = timing.kind === "condition" ? linesOf(timing.condition) : {};
  return { kind, values: withUsual(kind, { ...params, ...lines }, language) };
}

/** The chosen values of a briefing, with the usual ones for the others. What is usual for a part that the briefing does not have was never chosen. */
export function withUsual(kind: BriefingKind, chosen: JsonObject, language: Language): JsonObject {
  const all: JsonObject = { ...kind.usual[language], ...chosen };
  const values = Object.entries(all).filter(([name]) => {
    const part = PART_OF[name];
    return name in chosen || part === undefined || listOf(all["parts"]).includes(part);
  });
  if ("parts" in chosen || all["parts"] === undefined) return Object.fromEntries(values);
  const named = Object.keys(chosen).flatMap((name) => PART_OF[name] ?? []);
  const parts = inOrder([...listOf(all["parts"]), ...named]);
  return { ...Object.fromEntries(values), parts };
}

/** The fields that a briefing of those parts can be asked for: of which prices only where it has prices. */
export function fieldsFor(kind: BriefingKind, values: JsonObject): readonly BriefingField[] {
  return kind.fields.filter(({ name }) => isUsed(kind, name, listOf(values["parts"])));
}

/** The workflow brings prices that are named, whatever its parts. */
function isUsed({ fields }: BriefingKind, name: string, parts: readonly string[]): boolean {
  const isDivided = fields.some((field) => field.name === "parts");
  return !isDivided || PART_OF[name] !== "prices" || parts.includes("prices");
}

/** What a briefing runs, and where it waits for a price, what it looks at until when. Values that were not chosen are left out, and the names of prices that it does not have. */
export function callsOf(
  kind: BriefingKind,
  values: JsonObject,
): { readonly run: BriefingCall; readonly watch?: BriefingCall; readonly condition?: string } {
  const { id, workflow } = kind;
  const isPrice = id === "price";
  const parts = listOf(values["parts"]);
  const chosen = Object.entries(values).filter(
    ([name, value]) =>
      !isUnset(value) &&
      isUsed(kind, name, parts) &&
      !(isPrice && (name === "above" || name === "below")),
  );
  const params = Object.fromEntries(chosen);
  const run = { node: "system", action: "run", target: workflow, params };
  if (!isPrice) return { run };
  const target = String(values["symbol"] ?? "");
  const watch = { node: "source", action: "price", target, params: {} };
  const condition = conditionOf(values);
  return { run, watch, ...(condition === undefined ? {} : { condition }) };
}

/** True for a value that nobody has chosen. */
export function isUnset(value: Json | undefined): boolean {
  return value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}

/** When a price is to be told, as a condition; `undefined` where no line is set. */
export function conditionOf({ above, below }: JsonObject): string | undefined {
  const lines = [
    ...(typeof above === "number" ? [`price >= ${above}`] : []),
    ...(typeof below === "number" ? [`price <= ${below}`] : []),
  ];
  return lines.length === 0 ? undefined : lines.join(" or ");
}

function linesOf(condition: string): JsonObject {
  const above = /\bprice >=? (-?\d+(?:\.\d+)?)/.exec(condition)?.[1];
  const below = /\bprice <=? (-?\d+(?:\.\d+)?)/.exec(condition)?.[1];
  return {
    ...(above === undefined ? {} : { above: Number(above) }),
    ...(below === undefined ? {} : { below: Number(below) }),
  };
}

/** What a briefing has after a change; `undefined` where its kind has nothing of the name, or nothing would be other. Something chosen for a part puts the part in. */
export function changedValues(
  kind: BriefingKind,
  values: JsonObject,
  change: BriefingChange,
): JsonObject | undefined {
  const { set = {}, add = {}, remove = {} } = change;
  const names = [set, add, remove].flatMap((each) => Object.keys(each));
  const fields = new Map(kind.fields.map((field) => [field.name, field]));
  if (names.some((name) => !fields.has(name))) return undefined;
  const entries = kind.fields.map((field) => [field.name, changedField(field, values, change)]);
  const named = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  const chosen = Object.keys({ ...set, ...add }).flatMap((name) => PART_OF[name] ?? []);
  const parts = [...listOf(named["parts"]), ...chosen];
  const kept = kind.id === "morning" ? withoutIdleChart(parts) : parts;
  const after = { ...values, ...named, ...(fields.has("parts") ? { parts: inOrder(kept) } : {}) };
  return canonicalJson(after) === canonicalJson(values) ? undefined : after;
}

/** In the morning the chart is one of the prices. */
function withoutIdleChart(parts: readonly string[]): readonly string[] {
  return parts.includes("prices") ? parts : parts.filter((part) => part !== "chart");
}

/** What one field has after a change. */
function changedField(field: BriefingField, values: JsonObject, change: BriefingChange) {
  const { name, shape } = field;
  const { set = {}, add = {}, remove = {} } = change;
  const present = set[name] === undefined ? values[name] : shaped(field, set[name]);
  if (shape !== "list" && shape !== "parts") return present;
  if (add[name] === undefined && remove[name] === undefined) return present;
  const joined = [...without(listOf(present), listOf(remove[name])), ...listOf(add[name])];
  return shape === "parts" ? inOrder(joined) : [...new Set(joined)];
}

/** The texts in a value that is one text with commas or line breaks, or a list. */
export function listOf(value: Json | undefined): readonly string[] {
  const all = Array.isArray(value) ? value : typeof value === "string" ? value.split(/[,\n]/u) : [];
  return all.flatMap((entry) =>
    typeof entry === "string" && entry.trim() !== "" ? [entry.trim()] : [],
  );
}

/** The part that a word names in either language; `undefined` for any other word. */
export function partNamed(word: string): string | undefined {
  const said = word.normalize("NFC").trim().toLowerCase();
  const found = Object.entries(BRIEFING_PARTS).find(([id, { ko, en }]) =>
    [id, ko, en, ...(SAID_PARTS[id] ?? [])].includes(said),
  );
  return found?.[0];
}

/** Other words that people say for a part. */
const SAID_PARTS: Readonly<Record<string, readonly string[]>> = {
  calendar: ["달력", "캘린더", "events", "schedule"],
  todos: ["할일", "투두", "todo", "to-do", "to-do list", "tasks"],
  news: ["소식", "headlines"],
  prices: ["주가", "가격", "price", "stocks", "quotes"],
  chart: ["그래프", "그림", "picture", "graph"],
};

function shaped({ shape }: BriefingField, value: Json): Json {
  if (shape === "list") return [...listOf(value)];
  return shape === "parts" ? inOrder(listOf(value)) : value;
}

/** Parts as they are known, each once, in the order in which they come. */
function inOrder(words: readonly string[]): string[] {
  const wanted = new Set(words.map((word) => partNamed(word)));
  return Object.keys(BRIEFING_PARTS).filter((part) => wanted.has(part));
}

function without(list: readonly string[], taken: readonly string[]): readonly string[] {
  const names = new Set(taken.flatMap((word) => [word.toLowerCase(), partNamed(word) ?? ""]));
  return list.filter((entry) => !names.has(entry.toLowerCase()));
}
