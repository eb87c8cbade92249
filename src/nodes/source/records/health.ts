import type { Clock } from "../../../base/clock.ts";
import { dateAndTime } from "../../../base/format-time.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../base/json.ts";
import { inBoth, type Localized } from "../../../base/localized.ts";
import { bold, escapeMarkup } from "../../../base/visible-text.ts";
import {
  type Handlers,
  numberParam,
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../../engine/execute/action-types.ts";
import { tidy } from "../../../engine/values/formula-functions.ts";
import { type Outcome, success } from "../../../engine/values/outcome.ts";
import { show } from "../../../engine/values/value-relations.ts";
import { worded } from "../../localize.ts";
import { sparkline } from "../../text/sparkline.ts";
import { momentParam, recordList, recordsFull, sinceParam } from "./listing.ts";
import type { KeptRecord, Records } from "./records.ts";

/** What is measured often: its name in programs, its names in words. */
const MEASURES: readonly {
  readonly topic: string;
  readonly names: Localized;
  readonly others: readonly string[];
}[] = [
  { topic: "blood_pressure", names: { ko: "혈압", en: "blood pressure" }, others: ["bp"] },
  { topic: "blood_sugar", names: { ko: "혈당", en: "blood sugar" }, others: ["glucose"] },
  { topic: "weight", names: { ko: "체중", en: "weight" }, others: ["몸무게"] },
  { topic: "heart_rate", names: { ko: "심박수", en: "heart rate" }, others: ["맥박", "pulse"] },
  { topic: "temperature", names: { ko: "체온", en: "temperature" }, others: ["fever", "열"] },
  { topic: "sleep", names: { ko: "수면", en: "sleep" }, others: ["잠"] },
  { topic: "steps", names: { ko: "걸음", en: "steps" }, others: ["걸음수", "만보기"] },
  { topic: "height", names: { ko: "키", en: "height" }, others: ["신장"] },
  { topic: "oxygen", names: { ko: "산소포화도", en: "oxygen" }, others: ["spo2"] },
];

const SORTS = ["measurement", "symptom", "medication", "document"] as const;

const NOTHING: Localized = {
  ko: "그 기간의 건강 기록이 없어요.",
  en: "There is no health record of that time.",
};

/** Parameters that say something else than a figure. */
const NAMED = new Set(["type", "value", "data", "note", "person", "at", "sort"]);

interface HealthParts {
  readonly records: Records;
  readonly clock: Clock;
}

/** `save_health`, `health_query` and `summary`: what a person measures, feels and takes, for oneself and the family. */
export function createHealthHandlers(parts: HealthParts): Handlers {
  return {
    "source:save_health": async (call) => save(parts, call),
    "source:health_query": async (call) => query(parts, call),
    "source:summary": async (call) => summary(parts, call),
  };
}

function save({ records, clock }: HealthParts, call: ReadyCall): Outcome {
  const given = stringParam(call, "type");
  const figures = figuresOf(call);
  const isSort = (SORTS as readonly string[]).includes(given);
  const name = isSort ? (textIn(figures, ["category", "name", "title"]) ?? given) : given;
  const value = valueWords(isSort ? without(figures, ["category", "name", "title"]) : figures);
  const sort = isSort
    ? given
    : (optionalString(call, "sort") ?? (value === "" ? "symptom" : "measurement"));
  const topic = topicOf(name);
  const saved = records.save(call.actor.personId, {
    kind: "health",
    topic,
    subject: optionalString(call, "person")?.trim() ?? "",
    title: `${nameOf(topic, call)}${value === "" ? "" : ` ${value}`}`,
    body: optionalString(call, "note") ?? "",
    details: { sort, value, figures },
    isTainted: call.tainted,
    atMs: momentParam(call, "at", clock.now()),
  });
  if (saved === undefined) return recordsFull(call);
  return success(
    worded(
      call,
      inBoth(
        (language) =>
          `${language === "ko" ? "🩺 기록했어요" : "🩺 Noted"}: ${healthWords(call, saved)}`,
      ),
    ),
  );
}

/** All that was said in figures, whether as `value`, as `data` or beside them. */
function figuresOf({ params }: ReadyCall): JsonObject {
  const extra = Object.entries(params).filter(([name]) => !NAMED.has(name));
  const given: Json[] = [params["value"] ?? null, params["data"] ?? null];
  const objects = given.filter(isJsonObject);
  const plain = given.filter((each) => each !== null && !isJsonObject(each));
  return Object.assign(
    {},
    ...objects,
    Object.fromEntries(extra),
    plain[0] === undefined ? {} : { value: plain[0] },
  ) as JsonObject;
}

function without(figures: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(figures).filter(([name]) => !names.includes(name)));
}

/** A text as it is, anything else as a program writes it; nothing for what is absent. */
function saying(value: Json | undefined): string {
  return typeof value === "string" ? value : value === undefined ? "" : show(value);
}

function textIn(figures: JsonObject, names: readonly string[]): string | undefined {
  return names.map((name) => figures[name]).find((value) => typeof value === "string") as
    | string
    | undefined; // only texts are found
}

/** `120/80` of a blood pressure, else each figure with its name; one alone needs none. */
function valueWords(figures: JsonObject): string {
  const { systolic, diastolic, unit, ...others } = figures;
  const pair =
    systolic === undefined || diastolic === undefined ? [] : [`${systolic}/${diastolic}`];
  const names = Object.keys(others);
  const rest = names.map((name) =>
    name === "value" ? saying(others[name]) : `${name} ${saying(others[name])}`,
  );
  const words = [...pair, ...rest].join(", ");
  return unit === undefined ? words : `${words} ${saying(unit)}`;
}

function topicOf(name: string): string {
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/gu, "_");
  const known = MEASURES.find(
    ({ topic, names, others }) =>
      topic === plain || [names.ko, names.en.replace(" ", "_"), ...others].includes(plain),
  );
  return known?.topic ?? name.trim();
}

function nameOf(topic: string, call: ReadyCall): string {
  const known = MEASURES.find((measure) => measure.topic === topic);
  return known === undefined ? topic : worded(call, known.names);
}

/** `혈압 120/80 (엄마): after breakfast`. */
function healthWords(call: ReadyCall, row: KeptRecord): string {
  const value = saying(row.details["value"]);
  const whose = row.subject === "" ? "" : ` (${escapeMarkup(row.subject)})`;
  const note = row.body === "" ? "" : `: ${escapeMarkup(row.body)}`;
  return `${bold(`${nameOf(row.topic, call)}${value === "" ? "" : ` ${value}`}`)}${whose}${note}`;
}

function query({ records, clock }: HealthParts, call: ReadyCall): Outcome {
  const asked = optionalString(call, "category")?.trim();
  const rows = found(records, call, {
    sinceMs: sinceParam(call, clock.now(), 30),
    limit: numberParam(call, "limit", 50),
    ...(asked === undefined ? {} : { asked }),
  });
  return recordList(call, rows, {
    none: NOTHING,
    line: (row) =>
      `- #${row.number} ${dateAndTime(row.atMs, call.actor)} ${healthWords(call, row)}`,
    item: (row) => ({
      id: row.number,
      what: row.topic,
      value: row.details["value"] ?? "",
      number: firstNumber(row) ?? null,
      note: row.body,
      person: row.subject,
      sort: row.details["sort"] ?? "",
      at: new Date(row.atMs).toISOString(),
    }),
  });
}

/** Records of a time: those of what was measured, of a sort, or else those in which the words stand. */
function found(
  records: Records,
  call: ReadyCall,
  {
    asked,
    sinceMs,
    limit,
  }: { readonly asked?: string; readonly sinceMs: number; readonly limit: number },
): readonly KeptRecord[] {
  const person = optionalString(call, "person")?.trim();
  const base = {
    kind: "health" as const,
    sinceMs,
    limit,
    ...(person === undefined ? {} : { subject: person }),
  };
  const { personId } = call.actor;
  if (asked === undefined) return records.find(personId, base);
  const sort = SORTS.find((each) => asked.toLowerCase().replace(/s$/u, "") === each);
  if (sort !== undefined)
    return records
      .find(personId, { ...base, limit: 1000 })
      .filter((row) => row.details["sort"] === sort)
      .slice(0, limit);
  const rows = records.find(personId, { ...base, topic: topicOf(asked) });
  return rows.length > 0 ? rows : records.find(personId, { ...base, words: asked });
}

function firstNumber({ details }: KeptRecord): number | undefined {
  const number = Number(/-?\d+(?:\.\d+)?/u.exec(saying(details["value"]))?.[0] ?? Number.NaN);
  return Number.isNaN(number) ? undefined : number;
}

/** Most records that a summary reads. */
const MOST_READ = 5000;

function summary({ records, clock }: HealthParts, call: ReadyCall): Outcome {
  const rows = found(records, call, {
    sinceMs: sinceParam(call, clock.now(), 30),
    limit: MOST_READ,
  });
  const groups = grouped(rows);
  const lines = groups.map((group) => groupLine(call, group));
  const items = groups.flatMap(([last, ...others]) =>
    last === undefined
      ? []
      : [
          {
            what: last.topic,
            person: last.subject,
            latest: last.details["value"] ?? "",
            at: new Date(last.atMs).toISOString(),
            count: others.length + 1,
            average: averageOf([last, ...others]) ?? null,
          },
        ],
  );
  const text = lines.length === 0 ? worded(call, NOTHING) : lines.join("\n");
  return success({ kind: "list", items, text }, { tainted: rows.some((row) => row.isTainted) });
}

/** By whose they are and what was measured, in the order of the newest of each. */
function grouped(rows: readonly KeptRecord[]): readonly (readonly KeptRecord[])[] {
  const groups = new Map<string, KeptRecord[]>();
  for (const row of rows) {
    const key = `${row.subject}\n${row.topic}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()];
}

/** The newest of one sort, and where there are several, how many and what they are on average. */
function groupLine(call: ReadyCall, group: readonly KeptRecord[]): string {
  const [last] = group;
  if (last === undefined) return "";
  const average = averageOf(group);
  const many = { ko: `${group.length}번`, en: `${group.length} times` };
  const mean =
    average === undefined
      ? { ko: "", en: "" }
      : { ko: `, 평균 ${average}`, en: `, ${average} on average` };
  const told = {
    ko: `${many.ko}${mean.ko}`,
    en: `${many.en}${mean.en}`,
  };
  const drawn = sparkline([...group].reverse().flatMap((row) => firstNumber(row) ?? []));
  const trend = drawn === undefined ? "" : ` ${drawn}`;
  const rest = group.length === 1 ? "" : ` — ${worded(call, told)}${trend}`;
  return `- ${healthWords(call, last)} (${dateAndTime(last.atMs, call.actor)})${rest}`;
}

/** The mean of the first figures, where there is more than one record and all have one. */
function averageOf(group: readonly KeptRecord[]): number | undefined {
  const numbers = group.flatMap((row) => firstNumber(row) ?? []);
  if (group.length < 2 || numbers.length < group.length) return undefined;
  const mean = numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
  return tidy(Math.round(mean * 10) / 10);
}
