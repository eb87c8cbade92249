import { AppError, messageOf, wordsOf } from "../../base/errors.ts";
import { isJsonObject } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import { joined, type Localized, sentences } from "../../base/localized.ts";
import type { ActionDefinition } from "../../engine/catalogue/catalogue.ts";
import { definitionOf } from "../../engine/catalogue/catalogue-entry.ts";
import { validatorOf } from "../../engine/catalogue/catalogue-parse.ts";
import type { Expansion } from "../../engine/execute/action-types.ts";
import { didYouMean } from "../../engine/language/nearest-name.ts";
import { checkParams } from "../../engine/plan/bind.ts";
import { TOOL_ACTION, toolActionOf } from "../../engine/plan/tool-action.ts";
import { failureIn, type Outcome } from "../../engine/values/outcome.ts";
import type { Tool, ToolCall, ToolContext } from "./tool.ts";

/** Longest value of one call, as JSON in UTF-16 units. */
const MAX_VALUE_LENGTH = 2_000_000;

const MAX_NAME_LENGTH = 64;

const MAX_TIMEOUT_MS = 300_000;

/** The tools of a process, by name. */
export class ToolRegistry {
  readonly #tools = new Map<
    string,
    { readonly tool: Tool; readonly definition: ActionDefinition }
  >();
  #definitions: readonly ActionDefinition[] | undefined;

  /** Adds a tool. Throws `AppError`: `tool-exists` for a name that is taken, unless `replace` is said; `bad-tool` for one whose description of itself cannot work; `isGood` says that its schema was found good before. */
  register(
    tool: Tool,
    options: { readonly replace?: boolean; readonly isGood?: boolean } = {},
  ): void {
    const definition = toolDefinition(tool, options.isGood === true);
    if (this.#tools.has(tool.name) && options.replace !== true)
      throw new AppError("tool-exists", `There is a tool "${tool.name}" already.`);
    this.#tools.set(tool.name, { tool, definition });
    this.#definitions = undefined;
  }

  /** Runs a tool. Everything that can go wrong is a failure that says what to do about it; throws only when the signal is aborted. Whoever calls it has had the call judged. */
  async execute({ name, input }: ToolCall, context: ToolContext): Promise<Outcome | Expansion> {
    const { language } = context.actor;
    const known = this.#tools.get(name);
    if (known === undefined) return failureIn(language, "unknown-tool", this.#unknown(name));
    const faults = checkParams(known.definition, input);
    if (faults.length > 0) return failureIn(language, "bad-parameters", sentences(faults));
    context.signal.throwIfAborted();
    try {
      const result = await known.tool.execute(input, context);
      return "expand" in result ? result : checked(result, known.tool, context);
    } catch (error) {
      if (context.signal.aborted) throw error;
      return thrown(name, error, context);
    }
  }

  /** What every tool is as an action, in order of registration: the same list until something is registered or taken away. */
  getDefinitions(): readonly ActionDefinition[] {
    this.#definitions ??= [...this.#tools.values()].map(({ definition }) => definition);
    return this.#definitions;
  }

  get(name: string): Tool | undefined {
    return this.#tools.get(name)?.tool;
  }

  /** In order of registration. */
  getAll(): readonly Tool[] {
    return [...this.#tools.values()].map(({ tool }) => tool);
  }

  has(name: string): boolean {
    return this.#tools.has(name);
  }

  /** Takes a tool away; false when there was none. */
  unregister(name: string): boolean {
    this.#definitions = undefined;
    return this.#tools.delete(name);
  }

  clear(): void {
    this.#definitions = undefined;
    this.#tools.clear();
  }

  count(): number {
    return this.#tools.size;
  }

  #unknown(name: string): Localized {
    return joined(
      { en: `There is no tool "${name}".`, ko: korean`"${name}"(이)라는 도구는 없어요.` },
      didYouMean(name, this.#tools.keys()),
    );
  }
}

/** A tool as the action that it is planned, judged, shown and run as. Throws `AppError` `bad-tool` with every fault of what it says of itself. */
function toolDefinition(tool: Tool, isGood: boolean): ActionDefinition {
  const { inputSchema, timeoutMs, name } = tool;
  const params = { additionalProperties: false, ...inputSchema };
  const definition = definitionOf({
    node: TOOL_ACTION.node,
    action: toolActionOf(name),
    entry: {
      description: tool.description,
      effect: tool.effect,
      returns: tool.returns,
      handler: `${TOOL_ACTION.node}:${TOOL_ACTION.action}`,
      ...present({
        approval: tool.approval,
        card: tool.card,
        roles: tool.roles,
        targets: tool.targets,
        files: tool.files,
        input: tool.input,
        taints: tool.taints,
        timeout: timeoutMs === undefined ? undefined : timeoutMs / 1000,
        owner_only: tool.ownerOnly,
        found_only: tool.foundOnly,
        examples: tool.examples,
      }),
    },
    api: undefined,
  });
  const faults = faultsOf(tool, { waits: definition.approval, isGood });
  if (faults.length > 0)
    throw new AppError("bad-tool", `The tool "${name}" cannot be registered. ${faults.join(" ")}`);
  return { ...definition, params, tool: name, ...present({ tags: tool.tags }) };
}

/** The fields that have a value. */
function present<Fields extends object>(
  fields: Fields,
): { readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }; // the same fields, fewer
}

function faultsOf(
  tool: Tool,
  { waits, isGood }: { readonly waits: boolean; readonly isGood: boolean },
): readonly string[] {
  const { name, inputSchema, timeoutMs, roles = {}, targets = {}, files = {}, input } = tool;
  const { properties } = inputSchema;
  const inputs = isJsonObject(properties) ? Object.keys(properties) : [];
  const piped = input === undefined ? [] : [input.param];
  const named = [...Object.keys({ ...roles, ...targets, ...files }), ...piped];
  const unknown = named.filter((param) => !inputs.includes(param));
  const isTimely = timeoutMs === undefined || (timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS);
  return [
    ...(/^[a-z][a-z0-9_]*$/.test(name) && name.length <= MAX_NAME_LENGTH
      ? []
      : [`Its name must be at most ${MAX_NAME_LENGTH} small letters, digits and "_".`]),
    ...(inputSchema["type"] === "object" ? [] : ['Its inputSchema must have the type "object".']),
    ...(isGood ? [] : schemaFaults(tool)),
    ...unknown.map((param) => `Its inputSchema has no "${param}".`),
    ...(isTimely ? [] : [`Its timeoutMs must be above 0 and at most ${MAX_TIMEOUT_MS}.`]),
    ...(waits && tool.card === undefined
      ? ['It waits for approval, so it needs a "card" saying what it will do.']
      : []),
  ];
}

/** The schema as the planner will compile it. */
function schemaFaults({ inputSchema }: Tool): readonly string[] {
  try {
    validatorOf(inputSchema);
    return [];
  } catch (error) {
    return [`Its inputSchema is no JSON Schema: ${messageOf(error)}.`];
  }
}

/** A value that is too large, or that is no data at all, would fill the journal and the model's window, or be lost on the way there. */
function checked(outcome: Outcome, { name }: Tool, { actor }: ToolContext): Outcome {
  if (!outcome.ok) return outcome;
  const length = lengthOf(outcome);
  if (length === undefined)
    return failureIn(actor.language, "bad-result", {
      en: `The tool "${name}" gave something that is no data. Nothing of it can be used.`,
      ko: `"${name}" 도구의 결과가 데이터가 아니어서 쓸 수 없어요.`,
    });
  if (length <= MAX_VALUE_LENGTH) return outcome;
  return failureIn(actor.language, "result-too-large", {
    en: `The tool "${name}" gave ${length} characters; at most ${MAX_VALUE_LENGTH} are taken. Ask it for less.`,
    ko: `"${name}" 도구가 ${length}자를 돌려주었어요. ${MAX_VALUE_LENGTH}자까지만 받으니 더 적게 요청하세요.`,
  });
}

/** How long the JSON of a good outcome is; `undefined` when it is no JSON. */
function lengthOf(outcome: Extract<Outcome, { ok: true }>): number | undefined {
  try {
    const json: unknown = JSON.stringify(outcome.value);
    return typeof json === "string" ? json.length : undefined;
  } catch {
    return undefined; // a cycle or a BigInt
  }
}

function thrown(name: string, error: unknown, { actor }: ToolContext): Outcome {
  const code = error instanceof AppError ? error.code : "tool-failed";
  return failureIn(
    actor.language,
    code,
    joined(
      { en: `The tool "${name}" failed: `, ko: `"${name}" 도구가 실패했어요: ` },
      wordsOf(error, actor.language),
    ),
  );
}
