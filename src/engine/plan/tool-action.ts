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

/** Where the definition of a tool stands among the actions of a catalogue. */
export function toolActionOf(name: string): string {
  return `${TOOL_ACTION.action}:${name}`;
}

/** How an action is named in lists: `node:action`, or for a registered tool `system:tool("NAME")`. */
export function calledAs({ node, action, tool }: ActionDefinition): string {
  if (tool === undefined) return `${node}:${action}`;
  return `${TOOL_ACTION.node}:${TOOL_ACTION.action}(${JSON.stringify(tool)})`;
}

/** The registered tools of a catalogue, by name. */
export function toolsOf(catalogue: Catalogue): ReadonlyMap<string, ActionDefinition> {
  return new Map(
    [...catalogue.actions.values()].flatMap((definition) =>
      definition.tool === undefined ? [] : [[definition.tool, definition] as const],
    ),
  );
}

/** Whether an action is the one by which tools are called. */
export function callsTool(definition: ActionDefinition): boolean {
  return definition.node === TOOL_ACTION.node && definition.action === TOOL_ACTION.action;
}

/** The tool that a call names, which must be known before anything runs: what it does is judged then. */
export function findTool(
  catalogue: Catalogue,
  { args: [name] }: Call,
): { readonly definition: ActionDefinition } | { readonly problem: ToolProblem } {
  const tools = toolsOf(catalogue);
  if (typeof name !== "string" || hasReference(name)) return { problem: NAMELESS_TOOL };
  const definition = tools.get(name);
  return definition === undefined ? { problem: unknownTool(name, tools) } : { definition };
}

type Tools = ReadonlyMap<string, ActionDefinition>;

const NAMELESS_TOOL: ToolProblem = {
  code: "missing-tool",
  words: {
    en: "[system:tool] needs the name of a tool, written out in parentheses. [system:tools] lists them.",
    ko: "[system:tool]에는 괄호 안에 직접 쓴 도구 이름이 필요해요. [system:tools]가 도구를 보여 줘요.",
  },
  form: '[system:tool]("<name>") {<input>}',
};

function unknownTool(name: string, tools: Tools): ToolProblem {
  const names = [...tools.keys()].sort();
  const near = didYouMean(name, names);
  const list = names.map((entry) => `"${entry}"`).join(", ");
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
    form: `[system:tool]("<${names.join("|")}>") {<input>}`,
  };
}
