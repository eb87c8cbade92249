import { isJsonObject, type Json } from "../../base/json.ts";
import type { Language } from "../../base/localized.ts";
import { type Failure, failureIn } from "../values/outcome.ts";

/** What an `each` goes through: a list, or the `items` of an object. */
export function itemsIn(value: Json): readonly Json[] | undefined {
  if (Array.isArray(value)) return value;
  const items = isJsonObject(value) ? value["items"] : undefined;
  return Array.isArray(items) ? items : undefined;
}

/** Says that only the first `used` of all items were used; nothing where all were. */
export function capNotes(used: number, all: number, language: Language): readonly Failure[] {
  if (used === all) return [];
  const words = {
    en: `Only the first ${used} of ${all} items were used.`,
    ko: `${all}개 중 앞의 ${used}개만 썼습니다.`,
  };
  return [failureIn(language, "each-cap", words).failure];
}
