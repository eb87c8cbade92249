/** JSON Schemas of data/api_registry: a service with its tools, or tools that name their services. */
import { BODY_FORMS, CHANGES } from "./api-call.ts";
import { LOCALIZED, NAME, SHARED } from "./catalogue-schema.ts";

const STRING_MAP = { type: "object", additionalProperties: { type: "string" } } as const;
const VALUES = { type: "array", minItems: 1 } as const;
const COUNT = { type: "integer", minimum: 1, maximum: 1000 } as const;
const URL = { type: "string", pattern: "^https?://" } as const;
const SERVICE = { type: "string", pattern: "^[a-z][a-z0-9-]*$" } as const;
const WORDS = { anyOf: [{ type: "string", minLength: 1 }, LOCALIZED] } as const;
const CHANGE = { enum: CHANGES } as const;
const BODY = { enum: BODY_FORMS } as const;
const SECONDS = { type: "number", minimum: 0, maximum: 86_400 } as const;

const QUERY = {
  type: "object",
  additionalProperties: {
    anyOf: [
      { type: "string" },
      {
        type: "object",
        properties: { name: { type: "string" }, as: CHANGE },
        required: ["name", "as"],
        additionalProperties: false,
      },
    ],
  },
} as const;

const FIELD = {
  anyOf: [
    { type: "string" },
    {
      type: "object",
      properties: {
        from: { type: "string" },
        value: {},
        template: { type: "string" },
        default: {},
        as: CHANGE,
      },
      additionalProperties: false,
    },
  ],
} as const;

const LIMIT = { type: ["number", "string"] } as const;

const FILTER = {
  type: "array",
  items: {
    type: "object",
    properties: {
      field: { type: "string" },
      eq: {},
      ne: {},
      gt: LIMIT,
      gte: LIMIT,
      lt: LIMIT,
      lte: LIMIT,
      contains: { type: "string" },
      not_contains: { type: "string" },
      in: VALUES,
      not_in: VALUES,
    },
    required: ["field"],
    additionalProperties: false,
  },
} as const;

const TRANSFORM = {
  type: "object",
  properties: {
    extract: { type: "string" },
    first: { type: "boolean" },
    fields: { type: "object", additionalProperties: FIELD },
    filter: FILTER,
    sort: {
      type: "object",
      properties: { by: { type: "string" }, order: { enum: ["asc", "desc"] } },
      required: ["by"],
      additionalProperties: false,
    },
    limit: {
      type: ["integer", "string"],
      minimum: 1,
      maximum: 5000,
      pattern: "^\\{[a-z0-9_]+\\}$",
    },
    wrap: { type: "object" },
  },
  additionalProperties: false,
} as const;

/** What one request may say. */
const REQUEST = {
  base_url: URL,
  endpoint: { type: "string", pattern: "^(?:/|$)" },
  method: { enum: ["GET", "POST"] },
  query: QUERY,
  fixed: STRING_MAP,
  json: { type: "object" },
  form: STRING_MAP,
  headers: STRING_MAP,
  body: BODY,
  address: { type: "string", pattern: "^\\{[a-z0-9_.]+\\}" },
  pages: {
    type: "object",
    properties: {
      by: { type: "string" },
      start: { type: "integer" },
      step: { type: "integer" },
      cursor: { type: "string" },
      most: COUNT,
    },
    required: ["by"],
    additionalProperties: false,
  },
  zipped: {
    type: "object",
    properties: {
      item: NAME,
      fields: { type: "array", items: NAME, minItems: 1 },
      is: { type: "string" },
    },
    required: ["item", "fields", "is"],
    additionalProperties: false,
  },
  response: TRANSFORM,
  transform: { type: "string" },
} as const;

const MEANT_VALUES = { type: "object", additionalProperties: STRING_MAP } as const;

/** One tool. */
export const TOOL_SCHEMA = {
  type: "object",
  properties: {
    ...SHARED,
    ...REQUEST,
    description: WORDS,
    target_key: NAME,
    service: SERVICE,
    node: NAME,
    action_name: NAME,
    steps: {
      type: "object",
      propertyNames: NAME,
      additionalProperties: {
        type: "object",
        properties: { ...REQUEST, service: SERVICE, on_error: { enum: ["stop", "continue"] } },
        additionalProperties: false,
      },
    },
    table: NAME,
    merge: { enum: ["concat", "first", "last"] },
    each: {
      type: "object",
      properties: { param: NAME, until: NAME, most: COUNT },
      required: ["param"],
      additionalProperties: false,
    },
    defaults: { type: "object" },
    values: MEANT_VALUES,
    say: LOCALIZED,
    series: {
      type: "object",
      properties: { of: NAME, by: NAME },
      required: ["of", "by"],
      additionalProperties: false,
    },
    cache: SECONDS,
  },
  required: ["description"],
  additionalProperties: false,
} as const;

/** A service; its tools are checked one by one. */
export const SERVICE_SCHEMA = {
  type: "object",
  properties: {
    service: SERVICE,
    title: WORDS,
    base_url: URL,
    docs: URL,
    key_page: URL,
    headers: STRING_MAP,
    auth: {
      type: "object",
      properties: {
        query: STRING_MAP,
        headers: STRING_MAP,
        oauth2: {
          type: "object",
          properties: {
            token_url: { type: "string", pattern: "^(?:/|https?://)" },
            id: { type: "string" },
            secret: { type: "string" },
            scope: { type: "string" },
          },
          required: ["token_url", "id", "secret"],
          additionalProperties: false,
        },
        optional: { type: "boolean" },
      },
      additionalProperties: false,
    },
    browser: { const: true },
    page: { const: "nothing" },
    body: BODY,
    errors: {
      type: "array",
      items: {
        type: "object",
        properties: {
          at: { type: "string" },
          ok: VALUES,
          is: VALUES,
          none: VALUES,
          say: { type: "string" },
        },
        required: ["at"],
        additionalProperties: false,
      },
    },
    rate: {
      type: "object",
      properties: { calls: COUNT, seconds: SECONDS },
      required: ["calls", "seconds"],
      additionalProperties: false,
    },
    retry: { type: "integer", minimum: 0, maximum: 5 },
    cache: SECONDS,
    query: QUERY,
    fixed: STRING_MAP,
    defaults: { type: "object" },
    values: MEANT_VALUES,
    transforms: { type: "object", additionalProperties: TRANSFORM },
    tools: { type: "object", propertyNames: NAME },
  },
  required: ["service", "base_url"],
  additionalProperties: false,
} as const;
