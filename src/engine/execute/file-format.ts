import { isJsonObject, type Json } from "../../base/json.ts";
import { csvOf } from "../values/formula-functions.ts";

/** How lists are written into a file of this name, by its ending: tables, JSON, lines. `undefined` where they are written as people read them; so is what gives `undefined`. */
export function fileWriter(path: string): ((value: Json) => string | undefined) | undefined {
  switch (/\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase()) {
    case "csv":
      return (value) =>
        Array.isArray(value) && value.length > 0 ? `${csvOf(value)}\n` : undefined;
    case "json":
      return (value) =>
        Array.isArray(value) || isJsonObject(value)
          ? `${JSON.stringify(value, null, 2)}\n`
          : undefined;
    case "txt":
      return (value) =>
        Array.isArray(value) && value.every(isSimple) ? value.join("\n") : undefined;
    default:
      return undefined;
  }
}

function isSimple(item: Json): boolean {
  return item === null || typeof item !== "object";
}
