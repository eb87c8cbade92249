import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import type { ActionDefinition } from "../../engine/catalogue/catalogue.ts";
import { typeText } from "../../engine/catalogue/result-type.ts";
import { calledAs } from "../../engine/plan/tool-action.ts";

/** What the marks in an action's line mean. */
export const LINE_LEGEND =
  "node:action :: what it does (parameters; @ the target in parentheses, < filled by >>, * required, ! waits for a press; → what it gives)";

/** One action as a line for the model, in English. */
export function actionLine(action: ActionDefinition): string {
  const gives = typeText(action.result);
  const inside = [paramsText(action), pressText(action)].filter((text) => text !== "").join("; ");
  return `${calledAs(action)} :: ${action.description.en}${inside === "" ? "" : ` (${inside})`}${gives === "" ? "" : ` → ${gives}`}`;
}

/** The parameters of an action in short, the target first: `@symbol*, type=kr|us`. */
export function paramsText(action: ActionDefinition): string {
  const properties = Object.keys(recordOf(action.params["properties"]));
  const ordered = [...properties].sort(
    (left, right) => Number(right === action.target) - Number(left === action.target),
  );
  return ordered.map((name) => paramText(action, name)).join(", ");
}

function pressText(action: ActionDefinition): string {
  if (!action.approval) return "";
  return action.approvalWhen === undefined ? "!" : `! if ${action.approvalWhen.param}`;
}

function paramText(action: ActionDefinition, name: string): string {
  const schema = recordOf(recordOf(action.params["properties"])[name]);
  const required = action.params["required"];
  const marks = [
    action.target === name ? "@" : "",
    action.input?.param === name ? "<" : "",
    name,
    Array.isArray(required) && required.includes(name) ? "*" : "",
  ].join("");
  const choices = schema["enum"];
  if (Array.isArray(choices)) return `${marks}=${choices.join("|")}`;
  const type = schema["type"];
  return typeof type === "string" && type !== "string" ? `${marks}:${TYPES[type] ?? type}` : marks;
}

const TYPES: Readonly<Record<string, string>> = {
  boolean: "bool",
  integer: "number",
  array: "list",
};

function recordOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
