import { messageOf } from "../../base/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import { joined, type Localized } from "../../base/localized.ts";
import { validatorOf } from "../../engine/catalogue/catalogue-parse.ts";
import { didYouMean } from "../../engine/language/nearest-name.ts";
import { type Body, readConfig, type ToolConfig } from "./config.ts";
import type { KnownHandlers, Rule, SpecFault } from "./spec-fault.ts";

/** The layers of tools in the order in which they run. */
export const LAYERS = ["collection", "analysis", "insight", "content", "report", "ops"] as const;

/** A layer of tools. */
export type Layer = (typeof LAYERS)[number];

/** A tool as a file of data/tools declares it. */
export interface ToolDefinition {
  readonly name: string;
  readonly version: string;
  readonly layer: Layer;
  readonly domain: string;
  readonly description: Localized;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject;
  /** Tools whose results it needs. */
  readonly dependencies: readonly string[];
  /** Names under which tools that depend on it are handed its result. */
  readonly produces: readonly string[];
  readonly tags: readonly string[];
  readonly config: ToolConfig;
  /** What it does; absent in a definition that only describes. */
  readonly body?: Body;
}

const FIELDS = [
  "name",
  "version",
  "layer",
  "domain",
  "description",
  "input_schema",
  "output_schema",
  "dependencies",
  "produces",
  "tags",
  "config",
] as const;

/** Small letters, digits and single underscores between them. */
const SNAKE_CASE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;
const LONGEST_NAME = 64;

/** Three numbers, then what semver.org allows behind them. */
const SEMVER =
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;

/** Reads a definition, all its faults at once. `known` absent: handlers are not looked up. Pure. */
export function readDefinition(
  value: unknown,
  known?: KnownHandlers,
): { readonly definition: ToolDefinition } | { readonly faults: readonly SpecFault[] } {
  if (!isJsonObject(value)) return { faults: [NO_MAPPING] };
  const config = readConfig(value["config"], known);
  const faults = [
    ...unknownFields(value),
    ...headFaults(value),
    ...schemaFaults(value["input_schema"], "input_schema"),
    ...schemaFaults(value["output_schema"], "output_schema"),
    ...["dependencies", "produces", "tags"].flatMap((field) => listFaults(value[field], field)),
    ...("faults" in config ? config.faults : []),
    ...selfFaults(value),
  ];
  if (faults.length > 0 || "faults" in config) return { faults };
  return { definition: { ...definitionFrom(value), ...config } };
}

/** Whether a definition holds to the rules, and what it breaks. Rules about other tools are checked by `toolSetOf`. Pure. */
export function validateToolSpec(value: unknown): {
  readonly valid: boolean;
  readonly errors: readonly SpecFault[];
} {
  const read = readDefinition(value);
  const errors = "faults" in read ? read.faults : [];
  return { valid: errors.length === 0, errors };
}

/** The fields of a mapping that the rules have accepted. */
function definitionFrom(value: JsonObject): Omit<ToolDefinition, "config" | "body"> {
  const { name, version, layer, domain, description, input_schema, output_schema } = value;
  const texts = (list: Json | undefined): readonly string[] =>
    Array.isArray(list) ? list.map(String) : [];
  return {
    name: String(name),
    version: String(version),
    layer: LAYERS.find((entry) => entry === layer) ?? "analysis",
    domain: String(domain),
    description: wordsIn(description) ?? { ko: "", en: "" },
    inputSchema: isJsonObject(input_schema) ? input_schema : {},
    outputSchema: isJsonObject(output_schema) ? output_schema : {},
    dependencies: texts(value["dependencies"]),
    produces: texts(value["produces"]),
    tags: texts(value["tags"]),
  };
}

/** A text for both languages, or one in each. */
function wordsIn(value: Json | undefined): Localized | undefined {
  if (typeof value === "string" && value.trim() !== "") return { ko: value, en: value };
  if (!isJsonObject(value) || Object.keys(value).some((key) => key !== "ko" && key !== "en"))
    return undefined;
  const { ko, en } = value;
  return typeof ko === "string" && typeof en === "string" && ko.trim() !== "" && en.trim() !== ""
    ? { ko, en }
    : undefined;
}

const NO_MAPPING: SpecFault = {
  rule: "file",
  path: [],
  words: {
    en: `The file is no mapping. Begin it with "name: my_tool" and the other fields: ${FIELDS.join(", ")}.`,
    ko: `파일이 이름과 값의 짝으로 되어 있지 않아요. "name: my_tool"로 시작해 항목을 쓰세요: ${FIELDS.join(", ")}.`,
  },
};

function unknownFields(value: JsonObject): readonly SpecFault[] {
  const known: readonly string[] = FIELDS;
  return Object.keys(value).flatMap((key) =>
    known.includes(key)
      ? []
      : [
          {
            rule: "unknown-field" as const,
            path: [key],
            words: joined(
              {
                en: `There is no field "${key}". Remove it, or put it under "config".`,
                ko: korean`"${key}"(이)라는 항목은 없어요. 지우거나 "config" 아래에 넣으세요.`,
              },
              didYouMean(key, known),
            ),
          },
        ],
  );
}

function headFaults(value: JsonObject): readonly SpecFault[] {
  const { name, version, layer, domain, description } = value;
  const isNamed = typeof name === "string" && SNAKE_CASE.test(name) && name.length <= LONGEST_NAME;
  const fault = (rule: Rule & keyof typeof HEAD, isGood: boolean): readonly SpecFault[] =>
    isGood ? [] : [{ rule, path: [rule], words: HEAD[rule] }];
  return [
    ...fault("name", isNamed),
    ...fault("version", typeof version === "string" && SEMVER.test(version)),
    ...fault(
      "layer",
      LAYERS.some((entry) => entry === layer),
    ),
    ...fault("domain", typeof domain === "string" && domain.trim() !== ""),
    ...fault("description", wordsIn(description) !== undefined),
  ];
}

const HEAD = {
  name: {
    en: `"name" must be snake_case and at most ${LONGEST_NAME} characters, such as "my_new_tool".`,
    ko: `"name"은 snake_case로 ${LONGEST_NAME}자까지 쓰세요. 예: "my_new_tool".`,
  },
  version: {
    en: '"version" must be a semantic version in quotes, such as "1.0.0".',
    ko: '"version"에는 따옴표 안에 시맨틱 버전을 쓰세요. 예: "1.0.0".',
  },
  layer: {
    en: `"layer" must be one of ${LAYERS.join(", ")}.`,
    ko: `"layer"에는 다음 중 하나를 쓰세요: ${LAYERS.join(", ")}.`,
  },
  domain: {
    en: '"domain" must not be empty: data, analysis, insight, content, business, or a field of your own.',
    ko: '"domain"을 비워 둘 수 없어요. data, analysis, insight, content, business 또는 다른 영역을 쓰세요.',
  },
  description: {
    en: '"description" must say what the tool does: a text, or {ko: …, en: …}.',
    ko: '"description"에 무엇을 하는 도구인지 쓰세요. 글 하나, 또는 {ko: …, en: …}.',
  },
} as const;

function listFaults(value: Json | undefined, field: string): readonly SpecFault[] {
  const isGood =
    value === undefined ||
    (Array.isArray(value) &&
      value.every((entry) => typeof entry === "string" && entry.trim() !== "") &&
      new Set(value).size === value.length);
  if (isGood) return [];
  return [
    {
      rule: "list",
      path: [field],
      words: {
        en: `"${field}" must be a list of names, each once: ["first", "second"].`,
        ko: `"${field}" 항목에는 서로 다른 이름의 목록을 쓰세요: ["first", "second"].`,
      },
    },
  ];
}

function selfFaults({ name, dependencies }: JsonObject): readonly SpecFault[] {
  if (!Array.isArray(dependencies) || typeof name !== "string" || !dependencies.includes(name))
    return [];
  return [
    {
      rule: "self-dependency",
      path: ["dependencies"],
      words: {
        en: `"${name}" depends on itself. Remove it from its "dependencies".`,
        ko: korean`"${name}"이(가) 자기 자신에 의존해요. "dependencies"에서 빼세요.`,
      },
    },
  ];
}

type SchemaField = "input_schema" | "output_schema";

/** The schema rules; an input is an object of named values. */
function schemaFaults(schema: Json | undefined, field: SchemaField): readonly SpecFault[] {
  const rule = field === "input_schema" ? "input-schema" : "output-schema";
  if (!isJsonObject(schema))
    return [{ rule, path: [field], words: joined(`"${field}"`, NO_SCHEMA) }];
  const { type, properties } = schema;
  const faults: SpecFault[] = [];
  if (type === undefined)
    faults.push({ rule: "schema-type", path: [field], words: joined(`"${field}"`, NO_TYPE) });
  else if (field === "input_schema" && type !== "object")
    faults.push({ rule, path: [field, "type"], words: joined(`"${field}"`, NO_OBJECT) });
  if (type === "object" && !isJsonObject(properties))
    faults.push({
      rule: "schema-properties",
      path: [field],
      words: joined(`"${field}"`, NO_PROPERTIES),
    });
  faults.push(...requiredFaults(schema, [field]));
  if (faults.length > 0) return faults;
  try {
    validatorOf(schema);
    return [];
  } catch (error) {
    const reason = messageOf(error);
    return [{ rule, path: [field], words: joined(`"${field}"`, NO_SCHEMA, ` (${reason})`) }];
  }
}

/** Names in `required`, at any depth, that the properties beside it do not have. */
function requiredFaults(schema: JsonObject, path: readonly string[]): readonly SpecFault[] {
  const { required, properties } = schema;
  const own = isJsonObject(properties) ? properties : {};
  const missing = Array.isArray(required)
    ? required.filter((name) => typeof name === "string" && !Object.hasOwn(own, name))
    : [];
  const inner = Object.entries(own).flatMap(([name, property]) =>
    isJsonObject(property) ? requiredFaults(property, [...path, "properties", name]) : [],
  );
  const items = schema["items"];
  return [
    ...missing.map((name): SpecFault => {
      const place = path.join(".");
      return {
        rule: "schema-required",
        path: [...path, "required"],
        words: {
          en: `"${place}.required" names "${String(name)}", which its "properties" do not have. Declare it there, or take it out.`,
          ko: `"${place}.required"에 적힌 "${String(name)}" 값이 "properties"에 없어요. 거기에 쓰거나 여기에서 빼세요.`,
        },
      };
    }),
    ...inner,
    ...(isJsonObject(items) ? requiredFaults(items, [...path, "items"]) : []),
  ];
}

const NO_SCHEMA: Localized = {
  en: " must be a JSON Schema, such as {type: object, properties: {text: {type: string}}}.",
  ko: "에는 JSON Schema를 쓰세요. 예: {type: object, properties: {text: {type: string}}}.",
};

const NO_TYPE: Localized = {
  en: ' needs a "type", such as "type: object".',
  ko: '에는 "type"이 있어야 해요. 예: "type: object".',
};

const NO_OBJECT: Localized = {
  en: ' must have the type "object": inputs are given by name.',
  ko: '의 "type"은 "object"로 쓰세요. 입력은 이름과 함께 주어져요.',
};

const NO_PROPERTIES: Localized = {
  en: ' has the type "object", so it needs "properties".',
  ko: '의 "type"이 "object"이므로 "properties"가 있어야 해요.',
};
