/** JSON Schemas of the catalogue files, so that a slip in YAML is told with its place. */

/** A text in both languages. */
export const LOCALIZED = {
  type: "object",
  properties: { ko: { type: "string", minLength: 1 }, en: { type: "string", minLength: 1 } },
  required: ["ko", "en"],
  additionalProperties: false,
} as const;

const PHRASES = { type: "array", items: { type: "string", minLength: 1 }, minItems: 1 } as const;

/** A name of the catalogue. */
export const NAME = { type: "string", pattern: "^[a-z][a-z0-9_]*$" } as const;

const ROLE = { enum: ["recipient", "path", "command", "host", "code", "subject"] } as const;

/** What the value of a parameter must be. */
const TARGET = {
  type: "object",
  properties: {
    is: {
      enum: [
        "file",
        "new_file",
        "contact",
        "recipient",
        "schedule",
        "new_schedule",
        "briefing",
        "workflow",
        "agent",
        "address",
        "zone",
      ],
    },
    instead: LOCALIZED,
  },
  required: ["is"],
  additionalProperties: false,
} as const;

/** Kinds of values that fill a parameter; `!` after them is for one that must be said, `*` for a list. */
const FILLS = { type: "string", pattern: "^[a-z]+(?:\\|[a-z]+)*[!*]*$" } as const;

/** Some values of one parameter. */
const WHEN = {
  type: "object",
  properties: {
    param: NAME,
    values: { type: "array", minItems: 1, items: { type: ["string", "boolean", "number"] } },
  },
  required: ["param", "values"],
  additionalProperties: false,
} as const;

/** The keys that a node's action and a registry tool share. */
export const SHARED = {
  description: LOCALIZED,
  target: NAME,
  params: { type: "object", additionalProperties: { type: "object" } },
  required: { type: "array", items: NAME, uniqueItems: true },
  also: {
    type: "object",
    propertyNames: NAME,
    additionalProperties: { type: "array", items: NAME, minItems: 1, uniqueItems: true },
  },
  input: {
    type: "object",
    properties: {
      param: NAME,
      as: {
        anyOf: [
          { enum: ["text", "items", "data", "file"] },
          {
            type: "object",
            properties: { field: { type: "string" } },
            required: ["field"],
            additionalProperties: false,
          },
        ],
      },
    },
    required: ["param", "as"],
    additionalProperties: false,
  },
  effect: { enum: ["read", "write", "send", "execute", "device", "spend"] },
  reads_without: { type: "array", items: NAME, minItems: 1, uniqueItems: true },
  approval: { type: "boolean" },
  approval_when: WHEN,
  approval_in: {
    type: "array",
    items: { enum: ["unattended", "group"] },
    minItems: 1,
    uniqueItems: true,
  },
  approval_beyond: { type: "integer", minimum: 1 },
  standing: { type: "boolean" },
  looked_at: { type: "boolean" },
  personal: { anyOf: [{ const: true }, WHEN] },
  roles: { type: "object", additionalProperties: ROLE },
  files: { type: "object", additionalProperties: { enum: ["takes", "replaces"] } },
  targets: { type: "object", additionalProperties: TARGET },
  returns: { type: ["string", "array", "object"] },
  taints: { type: "boolean" },
  timeout: { type: "number", exclusiveMinimum: 0, maximum: 300 },
  requires: {
    type: "array",
    items: {
      type: "string",
      pattern:
        "^(browser|android|desktop|model|env:[A-Z0-9_]+(\\+[A-Z0-9_]+)*|binary:[a-z0-9._-]+)$",
    },
  },
  owner_only: { type: "boolean" },
  found_only: { type: "boolean" },
  verbs: {
    type: "array",
    items: {
      type: "object",
      properties: { verb: NAME, type: NAME },
      required: ["verb"],
      additionalProperties: false,
    },
  },
  extra_params: { type: "boolean" },
  asked: {
    type: "object",
    properties: {
      fills: { type: "object", propertyNames: NAME, additionalProperties: FILLS },
      words: { type: "string", minLength: 1 },
      about: { type: "string", minLength: 1 },
    },
    required: ["words"],
    additionalProperties: false,
  },
  conditions: { type: "array", items: NAME, uniqueItems: true },
  fields: { type: "array", items: NAME, uniqueItems: true },
  scripts: { type: "array", items: NAME, uniqueItems: true },
  formats: { type: "object", propertyNames: NAME, additionalProperties: NAME },
  runs: {
    type: "object",
    properties: {
      program: NAME,
      workflow: NAME,
      steps: NAME,
      agent: NAME,
      watch: NAME,
      condition: NAME,
      when: { enum: ["now", "later"] },
      fed_by: {
        type: "object",
        properties: { param: NAME, values: { type: "array", minItems: 1, items: NAME } },
        required: ["param", "values"],
        additionalProperties: false,
      },
    },
    required: ["when"],
    additionalProperties: false,
  },
  continues: { type: "boolean" },
  card: LOCALIZED,
  deed: {
    type: "object",
    properties: {
      ask: LOCALIZED,
      verb: LOCALIZED,
      done: LOCALIZED,
      undone: LOCALIZED,
      already: LOCALIZED,
      many: {
        type: "object",
        properties: { ask: LOCALIZED, verb: LOCALIZED, done: LOCALIZED, names: NAME },
        required: ["ask", "verb", "done", "names"],
        additionalProperties: false,
      },
      edits: NAME,
      note: LOCALIZED,
      silent: { type: "array", items: NAME, uniqueItems: true },
      danger: { type: "boolean" },
      unsure: {
        type: "object",
        properties: { say: LOCALIZED, again: LOCALIZED, did: LOCALIZED },
        required: ["say", "again", "did"],
        additionalProperties: false,
      },
    },
    required: ["ask", "verb", "done", "undone"],
    additionalProperties: false,
  },
  examples: {
    type: "array",
    items: {
      type: "object",
      properties: { ko: PHRASES, en: PHRASES, code: { type: "string", minLength: 1 } },
      required: ["ko", "en", "code"],
      additionalProperties: false,
    },
  },
} as const;

/** One file of data/ibl_nodes. */
export const NODE_FILE_SCHEMA = {
  type: "object",
  properties: {
    node: NAME,
    description: LOCALIZED,
    actions: {
      type: "object",
      propertyNames: NAME,
      additionalProperties: {
        type: "object",
        properties: { ...SHARED, handler: { type: "string", pattern: "^[a-z]+:[a-z_0-9]+$" } },
        required: ["description", "effect", "returns"],
        additionalProperties: false,
      },
    },
  },
  required: ["node", "description", "actions"],
  additionalProperties: false,
} as const;
