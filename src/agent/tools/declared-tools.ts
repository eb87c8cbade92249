import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import type { Localized } from "../../base/localized.ts";
import type { Expansion } from "../../engine/execute/action-types.ts";
import { failureIn, type Outcome } from "../../engine/values/outcome.ts";
import type { ToolDefinition } from "./definition.ts";
import type { ToolRegistry } from "./registry.ts";
import { ResultCache } from "./result-cache.ts";
import type { KnownHandlers } from "./spec-fault.ts";
import type { Tool, ToolContext } from "./tool.ts";
import { PROGRAM_RESULT, producedNames } from "./tool-program.ts";
import { type FailedOutcome, runTool } from "./tool-run.ts";
import { type ToolProblem, type ToolSet, type ToolSource, toolSetOf } from "./tool-set.ts";

/** Names of what a reading has changed. */
export interface ToolChanges {
  readonly added: readonly string[];
  readonly reloaded: readonly string[];
  readonly removed: readonly string[];
}

/** Longest time of a call that runs other tools too. */
const WHOLE_RUN_MS = 300_000;

/** The tools that files declare: kept in a registry, taken over whole when files change. */
export class DeclaredTools {
  readonly #registry: ToolRegistry;
  readonly #known: KnownHandlers | undefined;
  readonly #results = new ResultCache<FailedOutcome>();
  #set: ToolSet = { all: [], get: () => undefined, order: () => [] };

  /** Without `known` handlers are not looked up: for who plans calls and never makes them. */
  constructor(registry: ToolRegistry, known?: KnownHandlers) {
    this.#registry = registry;
    this.#known = known;
  }

  /** Those that are good now, or were last. */
  readonly set = (): ToolSet => this.#set;

  /** Takes over the files as they are now. What is broken keeps its last good definition; why is told. */
  take(sources: readonly ToolSource[]): {
    readonly problems: readonly ToolProblem[];
    readonly changes: ToolChanges;
  } {
    const before = this.#set;
    const isBuiltIn = (name: string): boolean =>
      this.#registry.has(name) && before.get(name) === undefined;
    const own = sources.filter(({ file }) => !isBuiltIn(nameOf(file)));
    const taken = sources.filter((source) => !own.includes(source));
    const { set, problems } = toolSetOf(own, this.#known, before);
    this.#set = set;
    const changes = changesOf(before, set);
    for (const name of changes.removed) this.#registry.unregister(name);
    for (const { name } of set.all)
      this.#registry.register(this.#toolOf(name), { replace: true, isGood: true });
    return { problems: [...problems, ...taken.map(takenProblem)], changes };
  }

  #toolOf(name: string): Tool {
    const order = this.#set.order(name);
    const tool = order.at(-1);
    if (tool === undefined) throw new TypeError(`There is no definition "${name}".`);
    const results = this.#results;
    return {
      ...specOf(tool, order),
      async execute(input, context): Promise<Outcome | Expansion> {
        return refusal(tool, context) ?? runTool({ order, results }, input, context);
      },
    };
  }
}

function nameOf(file: string): string {
  return file.replace(/^.*\/|\.yaml$/g, "");
}

function takenProblem({ file, lineOf }: ToolSource): ToolProblem {
  const name = nameOf(file);
  return {
    file,
    line: lineOf(["name"]),
    rule: "file",
    words: {
      en: `"${name}" is a tool of the product itself. Give yours another name.`,
      ko: korean`"${name}"은(는) 제품에 있는 도구예요. 다른 이름을 쓰세요.`,
    },
  };
}

function changesOf(before: ToolSet, now: ToolSet): ToolChanges {
  const isSame = (left: ToolDefinition, right: ToolDefinition | undefined): boolean =>
    left === right || JSON.stringify(left) === JSON.stringify(right);
  return {
    added: now.all.flatMap(({ name }) => (before.get(name) === undefined ? [name] : [])),
    reloaded: now.all.flatMap((tool) => {
      const earlier = before.get(tool.name);
      return earlier === undefined || isSame(tool, earlier) ? [] : [tool.name];
    }),
    removed: before.all.flatMap(({ name }) => (now.get(name) === undefined ? [name] : [])),
  };
}

/** A tool as the action that it is called as: it takes what any tool of its run takes, and results in the place of what would make them. */
function specOf(tool: ToolDefinition, order: readonly ToolDefinition[]): Omit<Tool, "execute"> {
  const { name, description, config } = tool;
  const input = [tool, ...order]
    .map((each) => each.config.input)
    .find((each) => each !== undefined);
  const timeoutMs = order.length > 1 ? WHOLE_RUN_MS : config.timeoutMs;
  const roles: ToolDefinition["config"]["roles"] = Object.assign(
    {},
    ...order.map((each) => each.config.roles),
  );
  return {
    name,
    description,
    card: cardOfTool(description, Object.keys(roles)),
    inputSchema: wholeSchema(tool, order),
    effect: order.some((each) => each.config.effect === "write") ? "write" : "read",
    returns: config.returns,
    foundOnly: true,
    roles,
    targets: Object.assign({}, ...order.map((each) => each.config.targets)),
    examples: config.examples,
    tags: tool.tags,
    ...(input === undefined ? {} : { input }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
}

/** The description, and what is given of the inputs that decide where an effect goes. */
function cardOfTool({ ko, en }: Localized, decisive: readonly string[]): Localized {
  if (decisive.length === 0) return { ko, en };
  const given = decisive.map((name) => `[: {${name}}]`).join("");
  return { ko: `${ko}${given}`, en: `${en}${given}` };
}

function wholeSchema(tool: ToolDefinition, order: readonly ToolDefinition[]): JsonObject {
  const produced = new Set(order.slice(0, -1).flatMap(producedNames));
  const given = Object.fromEntries([...produced].map((name) => [name, {}]));
  const properties = Object.assign({}, given, ...order.map(propertiesOf)) as JsonObject; // of objects of schemas
  const isProgram = tool.body?.kind === "program";
  const required = tool.inputSchema["required"];
  const needed = (Array.isArray(required) ? required : []).filter(
    (name) => typeof name === "string" && !produced.has(name) && !isBrought(tool, name),
  );
  return {
    type: "object",
    properties: isProgram ? { ...properties, [PROGRAM_RESULT]: {} } : properties,
    required: isProgram ? [] : needed,
  };
}

/** Whether a program brings an input where the call leaves it out. */
function isBrought({ config }: ToolDefinition, param: string): boolean {
  return config.sources[param] !== undefined;
}

function propertiesOf({ inputSchema, config }: ToolDefinition): JsonObject {
  const { properties } = inputSchema;
  const instead = Object.values(config.sources).flatMap((programs) => Object.keys(programs));
  const own: Record<string, Json> = Object.fromEntries(
    instead.map((name) => [name, { type: "string" }]),
  );
  return isJsonObject(properties) ? { ...own, ...properties } : own;
}

/** Why a person may not use a tool; `undefined` where they may. */
function refusal({ config, name }: ToolDefinition, { actor }: ToolContext): Outcome | undefined {
  const { by, isShared } = config;
  if (by === undefined || isShared || by === actor.personId || actor.isOwner) return undefined;
  return failureIn(actor.language, "not-allowed", notShared(name));
}

function notShared(name: string): Localized {
  return {
    en: `The tool "${name}" belongs to somebody else. Its owner can let others use it.`,
    ko: korean`"${name}"은(는) 다른 사람의 도구예요. 주인이 함께 쓰게 해 줄 수 있어요.`,
  };
}
