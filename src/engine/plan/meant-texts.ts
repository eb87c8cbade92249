import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import type { ActionDefinition } from "../catalogue/catalogue.ts";
import { programParam } from "./nested-program.ts";

/** Files whose text has names of its own. */
const CODE_FILE =
  /\.(?:sh|bash|zsh|fish|ps1|bat|php|pl|rb|py|r|jl|js|mjs|cjs|ts|tsx|jsx|vue|svelte|scss|sass|less|css|html?|tex|ya?ml|env|conf|toml|sql|nix|mk|ibl)$|(?:^|\/)(?:Makefile|Dockerfile)$/iu;

/** What of a call's parameters is text of this language: no program, script, command or condition, and no code for a file. */
export function meantTexts(definition: ActionDefinition, params: JsonObject): JsonObject {
  const { scripts, conditions, roles } = definition;
  const other = new Set([...scripts, ...conditions, programParam(definition)]);
  const isForCode = Object.entries(params).some(
    ([name, value]) =>
      roles[name] === "path" && typeof value === "string" && CODE_FILE.test(value.trim()),
  );
  const texts = Object.entries(params).flatMap(([name, value]) => {
    const isOther =
      other.has(name) || name.startsWith("$") || ["command", "code"].includes(roles[name] ?? "");
    if (isOther || (isForCode && roles[name] !== "path")) return [];
    return [[name, withoutCode(value)] as const];
  });
  return Object.fromEntries(texts);
}

/** A value with what stands as code in its texts left out. */
export function withoutCode(value: Json): Json {
  if (typeof value === "string") return value.replace(/```[\s\S]*?```|`[^`\n]*`/gu, "");
  if (Array.isArray(value)) return value.map(withoutCode);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withoutCode(member)]),
  );
}
