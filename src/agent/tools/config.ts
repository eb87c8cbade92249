import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import { joined, type Localized } from "../../base/localized.ts";
import type { Example, InputAdapter, Role, Target } from "../../engine/catalogue/catalogue.ts";
import { SHARED } from "../../engine/catalogue/catalogue-schema.ts";
import { didYouMean } from "../../engine/language/nearest-name.ts";
import { parse } from "../../engine/language/parser.ts";
import { checkValue } from "../../engine/plan/bind.ts";
import type { KnownHandlers, SpecFault } from "./spec-fault.ts";

/** What a tool does: one of four things. */
export type Body =
  /** A program, its inputs under their names. */
  | { readonly kind: "program"; readonly source: string }
  /** Words for a model, whose answer is JSON of the output schema. */
  | { readonly kind: "prompt"; readonly instruction: string }
  /** A script as `[system:compute]` runs it, its inputs under their names. */
  | { readonly kind: "compute"; readonly script: string }
  /** A function of the product. */
  | { readonly kind: "handler"; readonly name: string };

/** The settings of a tool: some that every tool may have, and whatever its body reads besides, under `settings`. */
export interface ToolConfig {
  /** What the tool itself does to the world; what a program in it does is judged when it runs. Default: read. */
  readonly effect: "read" | "write";
  /** Which input takes the value of the step before. */
  readonly input?: { readonly param: string; readonly as: InputAdapter };
  /** What a model is asked to make better of what a handler has computed. */
  readonly refine?: string;
  /** Programs that bring an input which was not given: input → the inputs that a program takes in its place. */
  readonly sources: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly returns: "text" | "object" | "list" | "file";
  /** Meaning of inputs for approval and taint, and what their values must be. */
  readonly roles: Readonly<Record<string, Role>>;
  readonly targets: Readonly<Record<string, Target>>;
  readonly timeoutMs?: number;
  readonly examples: readonly Example[];
  /** The person who made it, and whether others may use it. */
  readonly by?: string;
  readonly isShared: boolean;
  /** Every other key. */
  readonly settings: JsonObject;
}

const BODIES = ["program", "prompt", "compute", "handler"] as const;

const RETURNS = ["text", "object", "list", "file"] as const;

const PHRASES = { type: "array", items: { type: "string", minLength: 1 }, minItems: 1 };
const TEXT = { type: "string", minLength: 1, maxLength: 20_000 };

/** Every key that means something to all tools. */
const SCHEMA: JsonObject = {
  type: "object",
  properties: {
    ...Object.fromEntries(BODIES.map((kind) => [kind, TEXT])),
    effect: { enum: ["read", "write"] },
    input: {
      type: "object",
      properties: { param: TEXT, as: { enum: ["text", "items", "data", "file"] } },
      required: ["param", "as"],
      additionalProperties: false,
    },
    refine: TEXT,
    sources: {
      type: "object",
      additionalProperties: { type: "object", additionalProperties: TEXT },
    },
    returns: { enum: ["text", "object", "list", "file"] },
    roles: SHARED.roles as unknown as JsonObject, // schemas of the catalogue are JSON
    targets: SHARED.targets as unknown as JsonObject,
    timeout: { type: "number", exclusiveMinimum: 0, maximum: 300 },
    examples: {
      type: "array",
      items: {
        type: "object",
        properties: { ko: PHRASES, en: PHRASES, code: TEXT },
        required: ["ko", "en", "code"],
        additionalProperties: false,
      },
    },
    by: TEXT,
    shared: { type: "boolean" },
  },
};

const KNOWN = new Set([
  ...BODIES,
  "effect",
  "input",
  "refine",
  "sources",
  "returns",
  "roles",
  "targets",
  "timeout",
  "examples",
  "by",
  "shared",
] as string[]);

/** Reads the `config` of a definition. Pure. */
export function readConfig(
  value: Json | undefined,
  known?: KnownHandlers,
):
  | { readonly config: ToolConfig; readonly body?: Body }
  | { readonly faults: readonly SpecFault[] } {
  const config = value ?? {};
  const wrong = checkValue(SCHEMA, config);
  if (!isJsonObject(config) || wrong.length > 0)
    return { faults: wrong.map((words) => faultAt([], joined('"config": ', words, EXAMPLE))) };
  const body = bodyOf(config);
  const faults = [...bodyFaults(config, body, known), ...sourceFaults(config)];
  if (faults.length > 0) return { faults };
  return { config: configOf(config), ...(body === undefined ? {} : { body }) };
}

function configOf(config: JsonObject): ToolConfig {
  const { effect, input, refine, sources, returns, timeout, examples, by, shared } = config;
  const { roles, targets } = config;
  return {
    effect: effect === "write" ? "write" : "read",
    sources: (sources ?? {}) as ToolConfig["sources"], // SCHEMA says so, of the examples and the input too
    roles: (roles ?? {}) as ToolConfig["roles"],
    targets: (targets ?? {}) as unknown as ToolConfig["targets"],
    examples: (examples ?? []) as unknown as readonly Example[],
    isShared: shared === true,
    returns: RETURNS.find((kind) => kind === returns) ?? "object",
    settings: Object.fromEntries(Object.entries(config).filter(([key]) => !KNOWN.has(key))),
    ...(isJsonObject(input) ? { input: input as unknown as NonNullable<ToolConfig["input"]> } : {}),
    ...(typeof refine === "string" ? { refine } : {}),
    ...(typeof timeout === "number" ? { timeoutMs: timeout * 1000 } : {}),
    ...(typeof by === "string" ? { by } : {}),
  };
}

function bodyOf(config: JsonObject): Body | undefined {
  const { program, prompt, compute, handler } = config;
  if (typeof program === "string") return { kind: "program", source: program };
  if (typeof prompt === "string") return { kind: "prompt", instruction: prompt };
  if (typeof compute === "string") return { kind: "compute", script: compute };
  return typeof handler === "string" ? { kind: "handler", name: handler } : undefined;
}

function bodyFaults(
  config: JsonObject,
  body: Body | undefined,
  known: KnownHandlers | undefined,
): readonly SpecFault[] {
  const named = BODIES.filter((kind) => config[kind] !== undefined);
  if (named.length > 1) {
    const list = named.map((kind) => `"${kind}"`).join(", ");
    return [
      faultAt([String(named[1])], {
        en: `"config" says what the tool does more than once: ${list}. Keep one of them.`,
        ko: `"config"에 할 일이 여러 번 적혀 있어요: ${list}. 하나만 남기세요.`,
      }),
    ];
  }
  if (body?.kind === "program") return programFaults(body.source, ["program"]);
  if (body?.kind !== "handler" || known === undefined || known.handlers.has(body.name)) return [];
  const near = didYouMean(body.name, known.handlers);
  const words = {
    en: `There is no handler "${body.name}". Use one that there is, or a program, prompt or compute script.`,
    ko: korean`"${body.name}"(이)라는 handler는 없어요. 있는 것을 쓰거나 program, prompt, compute를 쓰세요.`,
  };
  return [faultAt(["handler"], joined(words, near))];
}

function sourceFaults({ sources }: JsonObject): readonly SpecFault[] {
  if (!isJsonObject(sources)) return [];
  return Object.entries(sources).flatMap(([param, programs]) =>
    Object.entries(isJsonObject(programs) ? programs : {}).flatMap(([given, source]) =>
      programFaults(String(source), ["sources", param, given]),
    ),
  );
}

function programFaults(source: string, path: readonly string[]): readonly SpecFault[] {
  const parsed = parse(source);
  if (parsed.ok) return [];
  const { words, line, column } = parsed.error;
  const place = path.join(".");
  const head = {
    en: `"config.${place}" is no program (line ${line}, column ${column} of it): `,
    ko: `"config.${place}" 프로그램을 읽을 수 없어요 (그 ${line}번째 줄 ${column}번째 글자): `,
  };
  return [faultAt(path, joined(head, words))];
}

function faultAt(path: readonly string[], words: Localized): SpecFault {
  return { rule: "config", path: ["config", ...path], words };
}

const EXAMPLE: Localized = {
  en: ' Write it like {handler: NAME}, {compute: "return …"}, {prompt: "…"} or {program: "[node:action](…)"}.',
  ko: ' {handler: 이름}, {compute: "return …"}, {prompt: "…"}, {program: "[node:action](…)"}처럼 쓰세요.',
};
