import type { ErrorObject } from "ajv/dist/2020.js";
import { isJsonObject } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import { joined, type Language, type Localized } from "../../base/localized.ts";
import type { ActionDefinition } from "../catalogue/catalogue.ts";
import { didYouMean } from "../language/nearest-name.ts";
import { propertyNames } from "./resolve.ts";

/** What a parameter does wrong against its schema, as a sentence. */
export function sentenceOf(definition: ActionDefinition, error: ErrorObject): Localized {
  const path = error.instancePath.split("/").slice(1).join(".");
  const unknown = error.params["additionalProperty"];
  if (typeof unknown === "string") return unknownSentence(definition, path, unknown);
  const missing = error.params["missingProperty"];
  if (typeof missing === "string") return missingSentence(definition, path, missing);
  const subject =
    path === ""
      ? { en: "The parameters", ko: "매개변수는" }
      : { en: `"${path}"`, ko: korean`"${path}"은(는)` };
  return joined(subject, " ", demandOf(error));
}

/** What the schema asks of a value: `must be a number.` */
function demandOf({ keyword, params, message }: ErrorObject): Localized {
  const limit = String(params["limit"]);
  const allowed = params["allowedValues"];
  if (Array.isArray(allowed)) {
    const list = allowed.map((value) => `"${String(value)}"`).join(", ");
    return { en: `must be one of ${list}.`, ko: `다음 중 하나여야 합니다: ${list}.` };
  }
  switch (keyword) {
    case "type":
      return typeDemand(params["type"]);
    case "minimum":
      return { en: `must be at least ${limit}.`, ko: `${limit} 이상이어야 합니다.` };
    case "maximum":
      return { en: `must be at most ${limit}.`, ko: `${limit} 이하여야 합니다.` };
    case "minLength":
      return {
        en: `must be at least ${limit} characters long.`,
        ko: `${limit}자 이상이어야 합니다.`,
      };
    case "maxLength":
      return { en: `must be at most ${limit} characters long.`, ko: `${limit}자 이하여야 합니다.` };
    case "minItems":
      return {
        en: `must have at least ${limit} entries.`,
        ko: `항목이 ${limit}개 이상이어야 합니다.`,
      };
    case "maxItems":
      return {
        en: `must have at most ${limit} entries.`,
        ko: `항목이 ${limit}개 이하여야 합니다.`,
      };
    default:
      return {
        en: `${message ?? "is not as expected"}.`,
        ko: `형식이 맞지 않습니다 (${message ?? keyword}).`,
      };
  }
}

function missingSentence(definition: ActionDefinition, path: string, missing: string): Localized {
  const what = whatIs(definition, path, missing);
  return path === ""
    ? { en: `It needs "${missing}"${what}.`, ko: `"${missing}"${what} 값이 필요합니다.` }
    : {
        en: `"${path}" needs "${missing}"${what}.`,
        ko: `"${path}"에 "${missing}"${what} 값이 필요합니다.`,
      };
}

function unknownSentence(definition: ActionDefinition, path: string, unknown: string): Localized {
  if (path !== "")
    return {
      en: `"${path}" has no member "${unknown}".`,
      ko: `"${path}"에 "${unknown}" 항목은 없습니다.`,
    };
  const names = propertyNames(definition);
  const list = names.map((entry) => `"${entry}"`).join(", ");
  const known =
    list === ""
      ? { en: " It takes none.", ko: " 받는 매개변수가 없습니다." }
      : { en: ` It takes ${list}.`, ko: ` 받는 매개변수: ${list}.` };
  return joined(
    {
      en: `It has no parameter "${unknown}".`,
      ko: korean`"${unknown}"(이)라는 매개변수는 없습니다.`,
    },
    didYouMean(unknown, names) || known,
  );
}

function whatIs(definition: ActionDefinition, path: string, name: string): string {
  const properties = definition.params["properties"];
  const property = path === "" && isJsonObject(properties) ? properties[name] : undefined;
  const description = isJsonObject(property) ? property["description"] : undefined;
  return typeof description === "string" ? ` (${description})` : "";
}

const TYPE_WORDS: Readonly<Record<string, Localized>> = {
  string: { en: "text", ko: "글" },
  number: { en: "a number", ko: "숫자" },
  integer: { en: "a whole number", ko: "정수" },
  boolean: { en: "true or false", ko: "true 나 false" },
  array: { en: "a list", ko: "목록" },
  object: { en: "an object", ko: "객체" },
};

function typeDemand(type: unknown): Localized {
  const names = (Array.isArray(type) ? type : [type]).map(String);
  const words = (language: Language): readonly string[] =>
    names.map((name) => TYPE_WORDS[name]?.[language] ?? name);
  return {
    en: `must be ${words("en").join(" or ")}.`,
    ko: `${words("ko").join(" 또는 ")}이어야 합니다.`,
  };
}
