import type { Json } from "../../../base/json.ts";
import { optionalString, type ReadyCall } from "../../../engine/execute/action-types.ts";
import type { Failure, Outcome } from "../../../engine/values/outcome.ts";
import { failed } from "../../api/upstream.ts";
import { worded } from "../../localize.ts";
import {
  fieldNames,
  fieldOf,
  hasField,
  isPresent,
  listOutcome,
  type Rows,
  unknownField,
} from "./items.ts";
import { findNumber, readDate, readNumber } from "./values.ts";

/** How values are compared. */
type Kind = "number" | "date" | "text";

/** What a thing is sorted by; undefined stands last in either order. */
type Key = number | string | undefined;

/** `sort`: by a field, or by themselves where they are texts; equal ones keep their order, and those without a value stand last. */
export function sorted(call: ReadyCall, rows: Rows): Outcome {
  const { items } = rows;
  const by = optionalString(call, "by")?.trim();
  if (items.length > 0) {
    if (by === undefined && items.some((item) => typeof item === "object"))
      return missingBy(call, items);
    if (by !== undefined && !hasField(items, by)) return unknownField(call, by, items);
  }
  const values = items.map((item) => (by === undefined ? item : fieldOf(item, by)));
  const asked = optionalString(call, "as") ?? "auto";
  const kind = asked === "auto" ? kindOf(values) : (asked as Kind); // the schema's other choices
  const keys = values.map((value) => keyOf(value, kind));
  const direction = optionalString(call, "order") === "desc" ? -1 : 1;
  const compare = comparatorOf(call, kind, direction);
  const places = items.map((_, index) => index);
  places.sort((left, right) => compare(keys[left], keys[right]));
  const inOrder = places.flatMap((place) => items.slice(place, place + 1));
  const unread = values.filter((value, index) => isPresent(value) && keys[index] === undefined);
  return listOutcome(call, { ...rows, items: inOrder }, unreadNotes(call, kind, unread.length));
}

function missingBy(call: ReadyCall, items: readonly Json[]): Outcome {
  const names = fieldNames(items).map((name) => `"${name}"`);
  const text = {
    ko: `무엇으로 정렬할지 "by"로 말해 주세요. 있는 칸: ${names.join(", ")}.`,
    en: `Say with "by" what to sort by. The fields are ${names.join(", ")}.`,
  };
  return failed("bad-parameters", worded(call, text));
}

/** Numbers or dates where every value reads as one, else text. */
function kindOf(values: readonly (Json | undefined)[]): Kind {
  const present = values.filter(isPresent);
  if (present.every((value) => typeof value === "boolean" || readNumber(value) !== undefined))
    return "number";
  return present.every((value) => readDate(value) !== undefined) ? "date" : "text";
}

function keyOf(value: Json | undefined, kind: Kind): Key {
  if (!isPresent(value)) return undefined;
  if (kind === "number") return typeof value === "boolean" ? Number(value) : findNumber(value);
  if (kind === "date") return typeof value === "number" ? value : readDate(value);
  return typeof value === "string" ? value : JSON.stringify(value);
}

function comparatorOf(
  call: ReadyCall,
  kind: Kind,
  direction: 1 | -1,
): (left: Key, right: Key) => number {
  const letters = new Intl.Collator(call.actor.language === "en" ? "en" : "ko", { numeric: true });
  return (left, right) => {
    if (left === undefined || right === undefined)
      return Number(left === undefined) - Number(right === undefined);
    const order =
      kind === "text" ? letters.compare(String(left), String(right)) : Number(left) - Number(right);
    return order * direction;
  };
}

function unreadNotes(call: ReadyCall, kind: Kind, count: number): readonly Failure[] {
  if (count === 0) return [];
  const what = {
    ko: kind === "number" ? "숫자" : "날짜",
    en: kind === "number" ? "a number" : "a date",
  };
  const text = {
    ko: `${count}개는 ${what.ko}로 읽을 수 없어 맨 뒤에 두었습니다.`,
    en: `${count} could not be read as ${what.en} and stand last.`,
  };
  return [{ code: "unreadable", message: worded(call, text), retryable: false }];
}
