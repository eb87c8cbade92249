import { korean } from "../../base/korean-particles.ts";
import { joined, type Localized } from "../../base/localized.ts";
import type { ActionDefinition, Catalogue } from "../catalogue/catalogue.ts";
import { didYouMean } from "../language/nearest-name.ts";
import type { Call } from "../language/tree.ts";
import { hasReference } from "../values/resolve-references.ts";

/** Why a call names no tool that can run. */
export interface ToolProblem {
  readonly code: "unknown-tool" | "missing-tool";
  readonly words: Localized;
  readonly form: string;
}

/** The action by which every registered tool is called. */
export const TOOL_ACTION = { node: "system", action: "tool" } as const;

/** The action by which every tool of the API registry is called. */
const CALL_ACTION = { node: "system", action: "call" } as const;

/** The action that calls a tool: `[system:tool]`, or `[system:call]` for one of the API registry. */
export function callerOf({ api }: Pick<ActionDefinition, "api">): {
  readonly node: string;
  readonly action: string;
} {
  return api === undefined ? TOOL_ACTION : CALL_ACTION;
}

/** Where the definition of a tool stands among the actions of a catalogue. */
export function toolActionOf(name: string): string {
  return `${TOOL_ACTION.action}:${name}`;
}

/** How an action is named in lists: `node:action`, or for a tool `system:tool("NAME")` or `system:call("NAME")`. */
export function calledAs(definition: ActionDefinition): string {
  const { node, action } = definition.tool === undefined ? definition : callerOf(definition);
  const target = definition.tool === undefined ? "" : `(${JSON.stringify(definition.tool)})`;
  return `${node}:${action}${target}`;
}

/** The registered tools of a catalogue, by name. */
export function toolsOf(catalogue: Catalogue): ReadonlyMap<string, ActionDefinition> {
  return new Map(
    [...catalogue.actions.values()].flatMap((definition) =>
      definition.tool === undefined ? [] : [[definition.tool, definition] as const],
    ),
  );
}

/** The tools that an action calls by their names; `undefined` for one that calls none. */
export function calledBy(
  catalogue: Catalogue,
  { node, action }: ActionDefinition,
): ReadonlyMap<string, ActionDefinition> | undefined {
  if (node !== TOOL_ACTION.node) return undefined;
  if (action === CALL_ACTION.action) return catalogue.apiTools;
  return action === TOOL_ACTION.action ? toolsOf(catalogue) : undefined;
}

/** The tool that a call names, which must be known before anything runs: what it does is judged then. */
export function findTool(
  tools: Tools,
  { action, args: [name] }: Call,
): { readonly definition: ActionDefinition } | { readonly problem: ToolProblem } {
  const isApi = action === CALL_ACTION.action;
  if (typeof name !== "string" || hasReference(name)) return { problem: namelessTool(isApi) };
  const definition = tools.get(name);
  return definition === undefined ? { problem: unknownTool(name, tools, isApi) } : { definition };
}

type Tools = ReadonlyMap<string, ActionDefinition>;

/** How the tools are called, and what lists them. */
function caller(isApi: boolean): { readonly call: string; readonly list: string } {
  return isApi
    ? { call: "[system:call]", list: "[system:list_api]" }
    : { call: "[system:tool]", list: "[system:tools]" };
}

function namelessTool(isApi: boolean): ToolProblem {
  const { call, list } = caller(isApi);
  return {
    code: "missing-tool",
    words: {
      en: `${call} needs the name of a tool, written out in parentheses. ${list} lists them.`,
      ko: `${call}에는 괄호 안에 직접 쓴 도구 이름이 필요해요. ${list}가 도구를 보여 줘요.`,
    },
    form: `${call}("<name>") {<input>}`,
  };
}

/** Most names that an error lists. */
const MOST_NAMES = 20;

function unknownTool(name: string, tools: Tools, isApi: boolean): ToolProblem {
  const { call, list: lister } = caller(isApi);
  const names = [...tools.keys()].sort();
  const near = didYouMean(name, names);
  const isLong = names.length > MOST_NAMES;
  const list = isLong ? "" : names.map((entry) => `"${entry}"`).join(", ");
  const all =
    near === "" && list !== ""
      ? { en: ` The tools are ${list}.`, ko: ` 쓸 수 있는 도구: ${list}.` }
      : "";
  return {
    code: "unknown-tool",
    words: joined(
      { en: `There is no tool "${name}".`, ko: korean`"${name}"(이)라는 도구는 없어요.` },
      near,
      all,
    ),
    form: isLong ? lister : `${call}("<${names.join("|")}>") {<input>}`,
  };
}
