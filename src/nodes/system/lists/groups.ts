import type { Json, JsonObject } from "../../../base/json.ts";
import { optionalString, type ReadyCall } from "../../../engine/execute/action-types.ts";
import { namesIn } from "../../../engine/values/field-names.ts";
import { tidy } from "../../../engine/values/formula-functions.ts";
import { exactly, type Failure, type Outcome } from "../../../engine/values/outcome.ts";
import { failed } from "../../api/upstream.ts";
import { worded } from "../../localize.ts";
import {
  fieldNames,
  fieldOf,
  hasField,
  isPresent,
  keyOf,
  listOutcome,
  objectOf,
  type Rows,
  unknownField,
} from "./items.ts";
import { readNumber } from "./values.ts";

/** What may be made of the numbers of a group. */
export const HOWS = ["sum", "avg", "min", "max"] as const;

/** One of them. */
export type How = (typeof HOWS)[number];

/** One number for each group: of a field, and how. */
export interface Wish {
  readonly how: How;
  readonly field: string;
}

/** A number made of several values. */
export interface Total {
  /** Absent where there is no number: a sum is 0 then. */
  readonly value: number | undefined;
  /** How many values are numbers. */
  readonly read: number;
  /** How many are there and are no numbers, and the first of those. */
  readonly unread: number;
  readonly firstUnread?: Json;
}

/** What the values come to; texts that spell numbers ("1,204원") count, what is not there does not. Pure. */
export function totalOf(values: readonly (Json | undefined)[], how: How): Total {
  const present = values.filter(isPresent);
  const numbers = present.flatMap((value) => readNumber(value) ?? []);
  const unread = present.filter((value) => readNumber(value) === undefined);
  const [firstUnread] = unread;
  const told = firstUnread === undefined ? {} : { firstUnread };
  const counts = { read: numbers.length, unread: unread.length };
  return { value: madeOf(numbers, how), ...counts, ...told };
}

function madeOf(numbers: readonly number[], how: How): number | undefined {
  const sum = numbers.reduce((total, each) => total + each, 0);
  if (how === "sum") return tidy(sum);
  if (numbers.length === 0) return undefined;
  if (how === "avg") return tidy(sum / numbers.length);
  const better = how === "min" ? Math.min : Math.max;
  return numbers.reduce((best, each) => better(best, each));
}

/** Things that agree in some fields, one row for each group in the order in which they first come: with the numbers wished for, else with its `count` and its `items`. Pure. */
export function grouped(
  items: readonly Json[],
  { by, totals }: { readonly by: readonly string[]; readonly totals: readonly Wish[] },
): Grouped {
  const groups = new Map<string, Json[]>();
  for (const item of items) {
    const key = JSON.stringify(by.map((name) => keyOf(fieldOf(item, name)) ?? null));
    const group = groups.get(key) ?? [];
    if (group.length === 0) groups.set(key, group);
    group.push(item);
  }
  const counts = { read: 0, unread: 0 };
  const rows = [...groups.values()].map((members): JsonObject => {
    const made = totals.map((wish): readonly [string, Json] => {
      const { value, read, unread } = totalOf(
        members.map((member) => fieldOf(member, wish.field)),
        wish.how,
      );
      counts.read += read;
      counts.unread += unread;
      return [nameOf(wish, totals, by), value ?? null];
    });
    const whole: typeof made = [
      ["count", members.length],
      ["items", members],
    ];
    const others = (totals.length === 0 ? whole : made).filter(([name]) => !by.includes(name));
    const [first = null] = members;
    return objectOf([
      ...by.map((name) => [name, fieldOf(first, name) ?? null] as const),
      ...others,
    ]);
  });
  return { rows, ...counts };
}

/** Rows for groups, and how many of the values reckoned with are numbers and how many are not. */
interface Grouped {
  readonly rows: readonly JsonObject[];
  readonly read: number;
  readonly unread: number;
}

/** A number has the name of its field, and where that is taken how it was made with it. */
function nameOf({ how, field }: Wish, all: readonly Wish[], by: readonly string[]): string {
  const isTaken = by.includes(field) || all.filter((one) => one.field === field).length > 1;
  return isTaken ? `${field}_${how}` : field;
}

/** `group`: one row for each group. */
export function groupedRows(call: ReadyCall, { items }: Rows): Outcome {
  const known = new Set(fieldNames(items));
  const by = namesIn(call.params["by"], known);
  const totals = HOWS.flatMap((how) =>
    namesIn(call.params[how], known).map((field): Wish => ({ how, field })),
  );
  if (by.length === 0) {
    const text = { ko: "무엇으로 묶을지 말해 주세요.", en: "Say what to group by." };
    return failed("bad-parameters", worded(call, text));
  }
  const missing = [...by, ...totals.map(({ field }) => field)].find(
    (name) => items.length > 0 && !hasField(items, name),
  );
  if (missing !== undefined) return unknownField(call, missing, items);
  const { rows, read, unread } = grouped(items, { by, totals });
  if (read === 0 && unread > 0) return noNumbers(call, items, totals[0]?.field);
  return listOutcome(call, { items: rows, isLines: false }, unreadNotes(call, unread));
}

/** `sum`: the numbers of a field, or of a plain list, as one. */
export function summed(call: ReadyCall, { items }: Rows): Outcome {
  const field = optionalString(call, "field")?.trim();
  if (field !== undefined && items.length > 0 && !hasField(items, field))
    return unknownField(call, field, items);
  if (field === undefined && items.some((item) => typeof item === "object" && item !== null)) {
    const names = fieldNames(items).map((name) => `"${name}"`);
    const text = {
      ko: `어느 칸을 더할지 말해 주세요. 있는 칸: ${names.join(", ")}.`,
      en: `Say which field to add up. The fields are ${names.join(", ")}.`,
    };
    return failed("bad-parameters", worded(call, text));
  }
  const values = items.map((item) => (field === undefined ? item : fieldOf(item, field)));
  const { value = 0, read, unread } = totalOf(values, "sum");
  if (read === 0 && unread > 0) return noNumbers(call, items, field);
  const notes = unreadNotes(call, unread);
  return { ...exactly(value), ...(notes.length === 0 ? {} : { partial: notes }) };
}

function noNumbers(call: ReadyCall, items: readonly Json[], field: string | undefined): Outcome {
  const [first] = items
    .map((item) => (field === undefined ? item : fieldOf(item, field)))
    .filter(isPresent);
  const shown = JSON.stringify(first ?? null).slice(0, 60);
  const text = {
    ko: `더할 숫자가 없어요. 값이 이렇게 생겼어요: ${shown}`,
    en: `There are no numbers to reckon with. A value looks like this: ${shown}`,
  };
  return failed("no-numbers", worded(call, text));
}

function unreadNotes(call: ReadyCall, count: number): readonly Failure[] {
  if (count === 0) return [];
  const text = {
    ko: `값 ${count}개는 숫자로 읽을 수 없어 뺐어요.`,
    en: `${count} values could not be read as numbers and were left out.`,
  };
  return [{ code: "unreadable", message: worded(call, text), retryable: false }];
}
