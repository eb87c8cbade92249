import {
  canonicalJson,
  isJsonObject,
  type Json,
  type JsonObject,
  parsedJson,
} from "../../base/json.ts";
import type { ActionDefinition } from "../../engine/catalogue/catalogue.ts";
import type { PlanResult } from "../../engine/plan/plan.ts";
import type { Planned, PlannedCall, PlannedStatement } from "../../engine/plan/planned-tree.ts";
import { wordKeys } from "../../nodes/source/memories.ts";
import { lookedFor } from "../../nodes/source/recall/recall.ts";
import { currencyOf, rateSymbolOf } from "../../rag/text/currencies.ts";
import { symbolOfName } from "../../rag/text/listed-names.ts";
import { dueBetween } from "../../scheduler/timing/cron.ts";
import { zoneOfPlace } from "../../scheduler/timing/place-zones.ts";
import { parseTiming } from "../../scheduler/timing/timing.ts";

/** What programs are compared with. */
export interface Comparing {
  readonly plan: (code: string) => PlanResult;
  readonly nowMs: number;
  /** IANA zone in which schedules are read. */
  readonly zone: string;
  /** True where what is searched for may hold more words than the right ones. Default false. */
  readonly mayHoldMore?: boolean;
}

/** A value by what tells it from another: as it stands, by its words in any order, by what it looks for, by its next due times, or by what it runs. */
type Part =
  | { readonly kind: "exact"; readonly value: string }
  | { readonly kind: "words"; readonly value: string }
  | { readonly kind: "sought"; readonly keys: readonly string[]; readonly mayHoldMore: boolean }
  | { readonly kind: "times"; readonly dueMs: readonly number[] }
  | { readonly kind: "calls"; readonly calls: readonly Meaning[] };

/** A call by what it means. */
interface Meaning {
  readonly action: string;
  readonly isRead: boolean;
  readonly parts: ReadonlyMap<string, Part>;
}

/** Names of one action. */
const SAME_ACTION: Readonly<Record<string, string>> = {
  "system:file": "system:write",
  "system:send_notify": "system:notify_user",
  "system:run": "system:run_pipeline",
  "forge:chart": "forge:line",
  "source:prices": "source:price",
};
/** What holds where it is not said. */
const DEFAULTS: JsonObject = { repeat: "none", count: 5, range: "1mo", sentences: 3, days: 1 };
/** Parameters that say when. */
const WHEN = new Set(
  "cron every after at lunar repeat time date start interval weekdays weekday day month timezone until before".split(
    " ",
  ),
);
/** Parameters in people's own words. */
const WORDS = new Set(
  "title message content query description text keywords topic subject".split(" "),
);
/** Parameters that only name what is made; what it does is compared. */
const NAMES = new Set(["system:schedule workflow", "system:create name", "system:save_event type"]);
/** What a notice may have besides its words. */
const BESIDE = new Set(["system:notify_user title", "system:notify_user type"]);
const HONORIFIC = /\s*(?:님|씨|언니|오빠|형|누나|선생님)$/u;
const YEARS_MS = 8 * 366 * 86_400_000;
/** As many times of a repetition are told. */
const MOST_DUES = 10;
/** So many tell whether two programs come at the same times. */
const DUES_COMPARED = 3;
const SAME_MOMENT_MS = 60_000;

/** True where two programs do the same with the same values. With `mayContinue`, the second may leave out the reads that the first begins with, or change the time of what was scheduled before. */
export function isSameProgram(
  right: string,
  got: string,
  comparing: Comparing,
  options: { readonly mayContinue?: boolean } = {},
): boolean {
  const wanted = meaningsOf(right, comparing);
  const made = meaningsOf(got, comparing);
  if (wanted === undefined || made === undefined || made.length === 0) return false;
  if (areSame(wanted, made)) return true;
  if (options.mayContinue === true && isMoved(wanted, made)) return true;
  const rest = wanted.slice(wanted.findIndex(({ isRead }) => !isRead));
  return options.mayContinue === true && rest.length < wanted.length && areSame(rest, made);
}

/** True where what was made before comes at the times at which it is wanted. */
function isMoved(
  [right, ...more]: readonly Meaning[],
  [got, ...others]: readonly Meaning[],
): boolean {
  const isChange = right?.action === "system:schedule" && got?.action === "system:update";
  const when = isChange ? right.parts.get("when") : undefined;
  if (when === undefined || more.length > 0 || others.length > 0) return false;
  return got?.parts.size === 2 && isSamePart(when, got.parts.get("when"));
}

/** True for a program that changes nothing. */
export function onlyReads(code: string, comparing: Comparing): boolean {
  return meaningsOf(code, comparing)?.every(({ isRead }) => isRead) === true;
}

/** The next due times of the schedule that a program makes, at most ten; `undefined` where it makes none. */
export function duesOf(code: string, comparing: Comparing): readonly number[] | undefined {
  const meanings = meaningsOf(code, comparing) ?? [];
  const times = meanings
    .flatMap(({ parts }) => [...parts.values()])
    .find((part) => part.kind === "times");
  return times?.dueMs;
}

function meaningsOf(code: string, comparing: Comparing): readonly Meaning[] | undefined {
  const planned = comparing.plan(code);
  if (!planned.ok) return undefined;
  return callsIn(planned.plan.statements)
    .map((call) => meaningOf(call, comparing))
    .flatMap(apart);
}

/** Prices of several are each price. */
function apart(meaning: Meaning): readonly Meaning[] {
  const part = meaning.parts.get("symbol");
  if (meaning.action !== "source:price" || part?.kind !== "exact") return [meaning];
  const value = parsedJson(part.value);
  const names = Array.isArray(value) ? value : `${value}`.split(",");
  return names.map((name) => ({ ...meaning, parts: new Map([["symbol", exact(named(name))]]) }));
}

/** The calls of a plan, in order, also those inside blocks. */
export function callsIn(statements: readonly PlannedStatement[]): readonly PlannedCall[] {
  return statements.flatMap(({ body }) => callsOf(body));
}

function callsOf(planned: Planned): readonly PlannedCall[] {
  switch (planned.kind) {
    case "call":
      return [planned];
    case "value":
      return [];
    case "sequence":
      return planned.steps.flatMap(callsOf);
    case "parallel":
      return planned.branches.flatMap(callsOf);
    case "fallback":
      return planned.options.flatMap(callsOf);
    case "if":
      return callsIn([
        ...planned.branches.flatMap(({ body }) => body),
        ...(planned.otherwise ?? []),
      ]);
    case "each":
      return callsIn(planned.body);
  }
}

function meaningOf({ definition, params }: PlannedCall, comparing: Comparing): Meaning {
  const given = `${definition.node}:${definition.action}`;
  const { action, values } = asReminder(SAME_ACTION[given] ?? given, params);
  const parts = new Map<string, Part>();
  const when: Record<string, Json> = {};
  for (const [name, value] of Object.entries(withConfig(action, values))) {
    const key = `${action} ${name}`;
    if (NAMES.has(key) || BESIDE.has(key) || isHandedOn(value)) continue;
    if (isTimed(action) && WHEN.has(name)) when[name] = value;
    else if (canonicalJson(DEFAULTS[name] ?? null) !== canonicalJson(value))
      parts.set(name, partOf(name, value, definition, comparing));
  }
  if (Object.keys(when).length > 0) parts.set("when", timesOf(when, comparing));
  withAnyWords(values, parts);
  return { action, isRead: definition.effect === "read", parts };
}

/** What is changed of a schedule, beside what it is changed of. */
function withConfig(action: string, values: JsonObject): JsonObject {
  const { config, ...others } = values;
  return action === "system:update" && isJsonObject(config) ? { ...others, ...config } : values;
}

/** An event that is watched tells of what happened in any words. */
function withAnyWords(values: JsonObject, parts: Map<string, Part>): void {
  const isEvent = ["condition", "file", "run"].includes(`${values["type"]}`);
  if (isEvent && tellsOf(parts.get("pipeline"), parts.get("watch")))
    parts.set("pipeline", exact("told"));
}

/** True of a program that tells something, or reads again what is watched. */
function tellsOf(pipeline: Part | undefined, watch: Part | undefined): boolean {
  // A notice without words says by itself what happened.
  if (pipeline?.kind === "exact") return pipeline.value === '"[system:notify_user]"';
  if (pipeline?.kind !== "calls") return pipeline === undefined;
  return pipeline.calls.every(
    (call) =>
      call.action === "system:notify_user" ||
      (watch?.kind === "calls" && watch.calls.some((one) => isSame(one, call))),
  );
}

/** An entry of the calendar that only reminds is a schedule with a notice. */
function asReminder(
  action: string,
  params: JsonObject,
): { readonly action: string; readonly values: JsonObject } {
  if (action !== "system:save_event" || params["type"] !== "reminder")
    return { action, values: params };
  const { type: _type, title = "", before: _before, ...when } = params;
  const notice = `[system:notify_user](${JSON.stringify(title)})`;
  return { action: "system:schedule", values: { ...when, pipeline: notice } };
}

function isTimed(action: string): boolean {
  return /^system:(?:schedule|create|save_event|update|manage_events)$/u.test(action);
}

/** A value that a step before gives. */
function isHandedOn(value: Json): boolean {
  return typeof value === "string" && /^\$\{?[\p{L}_][\p{L}\p{N}_.[\]]*\}?$/u.test(value);
}

function timesOf(when: JsonObject, { nowMs, zone }: Comparing): Part {
  const { timezone, before, ...input } = when;
  const own = typeof timezone === "string" ? timezone : zone;
  const parsed = parseTiming(input, { nowMs, zone: own });
  if (!parsed.ok) return exact(when);
  const dueMs = dueBetween(parsed.timing, own, nowMs, nowMs + YEARS_MS, MOST_DUES);
  return before === undefined ? { kind: "times", dueMs } : exact({ before, dueMs });
}

function partOf(
  name: string,
  value: Json,
  definition: ActionDefinition,
  comparing: Comparing,
): Part {
  const isProgram = definition.runs !== undefined && "program" in definition.runs;
  if (typeof value === "string" && (name === "watch" || (isProgram && name === "pipeline"))) {
    const calls = meaningsOf(value, comparing);
    if (calls !== undefined) return { kind: "calls", calls };
  }
  if (typeof value !== "string") return exact(named(value));
  if (name === "query" && definition.action === "search_memory") return soughtIn(value, comparing);
  if (WORDS.has(name)) return { kind: "words", value };
  if (name === "condition") return exact(value.replace(/\s/gu, ""));
  return exact(named(value));
}

/** What a memory is looked for with: the words of its question are none of it. */
function soughtIn(value: string, { mayHoldMore = false }: Comparing): Part {
  const { telling, sorts } = lookedFor(value);
  return { kind: "sought", keys: [...telling, ...sorts.map(String)], mayHoldMore };
}

function exact(value: Json): Part {
  return { kind: "exact", value: canonicalJson(value) };
}

/** The same thing under its names is one value. */
function named(value: Json): Json {
  if (Array.isArray(value)) return value.map(named);
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, named(each)]));
  if (typeof value !== "string") return value;
  const bare = value.normalize("NFC").trim().replace(/^\.\//u, "").replace(HONORIFIC, "");
  const known =
    symbolOfName(bare) ??
    rateSymbolOf(bare, "KRW") ?? // a currency alone is its rate: 달러 is USDKRW=X
    currencyOf(bare) ??
    zoneOfPlace(bare.toLowerCase());
  return (known ?? bare).toLowerCase().replace(/\s+/gu, " ");
}

/** Independent steps may stand in any order. */
function areSame(right: readonly Meaning[], got: readonly Meaning[]): boolean {
  const left = [...got];
  for (const wanted of right) {
    const at = left.findIndex((each) => isSame(wanted, each));
    if (at === -1) return false;
    left.splice(at, 1);
  }
  return left.length === 0;
}

function isSame(right: Meaning, got: Meaning): boolean {
  if (right.action !== got.action || right.parts.size !== got.parts.size) return false;
  return [...right.parts].every(([name, part]) => isSamePart(part, got.parts.get(name)));
}

function isSamePart(right: Part, got: Part | undefined): boolean {
  if (got === undefined) return false;
  if (right.kind === "calls" && got.kind === "calls") return areSame(right.calls, got.calls);
  if (right.kind === "times" && got.kind === "times")
    return areSameTimes(right.dueMs.slice(0, DUES_COMPARED), got.dueMs.slice(0, DUES_COMPARED));
  if (right.kind === "words" && got.kind === "words") return haveSameWords(right.value, got.value);
  if (right.kind === "sought" && got.kind === "sought")
    return (
      right.keys.every((key) => got.keys.includes(key)) &&
      (right.mayHoldMore || got.keys.every((key) => right.keys.includes(key)))
    );
  return right.kind === "exact" && got.kind === "exact" && right.value === got.value;
}

/** Moments in order, each within a minute of the other. */
export function areSameTimes(right: readonly number[], got: readonly number[]): boolean {
  return (
    right.length === got.length &&
    right.every((dueMs, at) => Math.abs(dueMs - (got[at] ?? 0)) <= SAME_MOMENT_MS)
  );
}

/** The same content words, in any order and with any endings. */
function haveSameWords(right: string, got: string): boolean {
  if (right.trim() === got.trim()) return true;
  const [wanted, made] = [right, got].map((text) => wordKeys(text.replace(COPULA, "")));
  if (wanted === undefined || made === undefined) return false;
  const isIn = (word: string, words: readonly string[]): boolean =>
    words.some((each) => each === word || isStemOf(each, word) || isStemOf(word, each));
  return wanted.every((word) => isIn(word, made)) && made.every((word) => isIn(word, wanted));
}

/** Says behind a Korean noun that something is it. */
const COPULA = /(?<=[\p{L}\p{N}])(?:이야|이에요|예요|이예요|입니다|이다|야)(?=[\s.,!?]|$)/gu;

function isStemOf(stem: string, word: string): boolean {
  return stem.length >= 2 && word.startsWith(stem) && word.length - stem.length <= 3;
}
