import type { Json } from "../../../base/json.ts";
import type { ReadyCall } from "../../../engine/execute/action-types.ts";
import type { Outcome } from "../../../engine/values/outcome.ts";
import { failed } from "../../api/upstream.ts";
import { worded } from "../../localize.ts";
import {
  fieldNames,
  fieldOf,
  hasField,
  listOutcome,
  objectOf,
  type Rows,
  unknownField,
} from "./items.ts";

/** A field to keep, and the name it has afterwards. */
interface Choice {
  readonly from: string;
  readonly to: string;
}

/** `select`: only the named fields, in the order in which they are named; `a as b` gives one another name. A thing without a field has null there. */
export function selected(call: ReadyCall, rows: Rows): Outcome {
  const { items } = rows;
  const choices = choicesOf(call.params["fields"] ?? "", new Set(fieldNames(items)));
  if (choices.length === 0) {
    const text = { ko: "남길 칸을 말해 주세요.", en: "Say which fields to keep." };
    return failed("bad-parameters", worded(call, text));
  }
  const missing = choices.find(({ from }) => items.length > 0 && !hasField(items, from));
  if (missing !== undefined) return unknownField(call, missing.from, items);
  const twice = choices.find(({ to }, index) => choices.findIndex((one) => one.to === to) < index);
  if (twice !== undefined) {
    const text = {
      ko: `"${twice.to}" 칸이 두 번 나옵니다. "${twice.from} as 다른이름"처럼 이름을 바꿔 주세요.`,
      en: `The field "${twice.to}" comes twice. Give one another name: "${twice.from} as other".`,
    };
    return failed("field-twice", worded(call, text));
  }
  const pick = (item: Json): Json =>
    objectOf(choices.map(({ from, to }) => [to, fieldOf(item, from) ?? null]));
  return listOutcome(call, { items: items.map(pick), isLines: false });
}

/** A text is a list with commas between; a name that a thing really has is taken as it stands. */
function choicesOf(fields: Json, known: ReadonlySet<string>): readonly Choice[] {
  const entries =
    typeof fields === "string" && !known.has(fields) ? fields.split(",") : [fields].flat();
  return entries.flatMap((entry: Json) => {
    const text = typeof entry === "string" ? entry.trim() : "";
    return text === "" ? [] : [choiceOf(text, known)];
  });
}

function choiceOf(text: string, known: ReadonlySet<string>): Choice {
  if (known.has(text)) return { from: text, to: text };
  const at = text.search(/\sas\s/i);
  const from = at < 0 ? text : text.slice(0, at).trim();
  const to = at < 0 ? (from.split(".").at(-1) ?? from) : text.slice(at + 4).trim();
  return { from, to };
}
