import type { Json } from "../../base/json.ts";
import type { Localized } from "../../base/localized.ts";
import { parsePredicate } from "../language/condition.ts";
import { predicateReferences } from "../language/condition-tree.ts";
import { type Reference, readPath } from "../language/reference.ts";
import { type Decision, evaluatePredicate } from "../values/evaluate-condition.ts";

/** Names under which a condition means the whole value; a name alone, such as `price`, is a field of it. */
const WHOLE_NAMES: ReadonlySet<string> = new Set(["prev", "value", "it"]);

/** Why a condition on one value cannot be decided, whatever the value; `undefined` for one that can be. */
export function conditionProblem(condition: string): Localized | undefined {
  const parsed = parsePredicate(condition, { fields: true });
  if (!parsed.ok) return parsed.error.words;
  const unknown = predicateReferences(parsed.predicate).find(({ name }) => !WHOLE_NAMES.has(name));
  if (unknown === undefined) return undefined;
  return {
    en: `The condition names "${unknown.text}", which has no value here. Name fields of what is watched, such as "price > 80000", or all of it as "$prev".`,
    ko: `조건의 "${unknown.text}"에는 값이 없습니다. "price > 80000"처럼 지켜보는 결과의 항목이나, 결과 전체를 뜻하는 "$prev"를 쓰세요.`,
  };
}

/** Whether a condition holds for a value. Of a text, `text` is the whole. */
export function holdsFor(condition: string, value: Json): Decision {
  const parsed = parsePredicate(condition, { fields: true });
  if (!parsed.ok) return { decided: false, reason: parsed.error.words };
  return evaluatePredicate(parsed.predicate, (reference) => valueAt(value, reference));
}

function valueAt(value: Json, { name, path }: Reference): Json | undefined {
  if (!WHOLE_NAMES.has(name)) return undefined;
  if (path.length === 0) return value;
  if (typeof value === "string" && path.length === 1 && path[0] === "text") return value;
  return readPath(value, path);
}
