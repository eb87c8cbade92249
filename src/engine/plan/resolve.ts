import { isJsonObject } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import { joined, type Localized } from "../../base/localized.ts";
import type { ActionDefinition, Catalogue, Verb } from "../catalogue/catalogue.ts";
import { verbsOf } from "../catalogue/catalogue-parse.ts";
import { didYouMean } from "../language/nearest-name.ts";
import type { Call } from "../language/tree.ts";
import { calledBy, findTool } from "./tool-action.ts";

/** The old node names that fold into today's six. */
const OLD_NODES: ReadonlyMap<string, string> = new Map([
  ...fold(
    "source",
    "finance culture study legal statistics commerce location informant librarian photo blog memory health",
  ),
  ...fold("interface", "browser android desktop"),
  ...fold("stream", "youtube radio"),
  ...fold("system", "orchestrator user workflow automation output filesystem"),
  ...fold("forge", "creator webdev design"),
]);

/** Why a call names nothing that can run. */
export interface ResolutionProblem {
  readonly code:
    | "unknown-node"
    | "unknown-action"
    | "unknown-type"
    | "missing-type"
    | "unknown-tool"
    | "missing-tool";
  readonly words: Localized;
  /** What the person may have meant by a name that nothing has. */
  readonly form?: string;
}

/** The action that a call names, or why there is none. */
export type Resolution =
  | { readonly ok: true; readonly definition: ActionDefinition; readonly usesType: boolean }
  | { readonly ok: false; readonly problem: ResolutionProblem };

/** Resolves a call: exact action, then a verb routed by its `type` parameter, then an error naming what is near. `usesType` says that `type` chose the route and is not a parameter. A call of a tool resolves to the tool that its target names. */
export function resolveCall(catalogue: Catalogue, call: Call): Resolution {
  const resolution = resolveAction(catalogue, call);
  const tools = resolution.ok ? calledBy(catalogue, resolution.definition) : undefined;
  if (tools === undefined) return resolution;
  const tool = findTool(tools, call);
  return "problem" in tool
    ? { ok: false, problem: tool.problem }
    : { ok: true, definition: tool.definition, usesType: false };
}

function resolveAction(catalogue: Catalogue, call: Call): Resolution {
  const node = OLD_NODES.get(call.node) ?? call.node;
  if (!catalogue.nodes.includes(node)) return { ok: false, problem: unknownNode(catalogue, node) };
  const type = typeOf(call);
  const exact = catalogue.actions.get(`${node}:${call.action}`);
  const verb = verbsOf(catalogue, node).get(call.action);
  if (exact !== undefined) {
    if (type === undefined || verb === undefined || declares(exact, "type"))
      return found(exact, false);
    return routed(catalogue, call, { node, verb, type, plain: call.action });
  }
  if (verb === undefined)
    return { ok: false, problem: unknownAction(catalogue, node, call.action) };
  return resolveVerb(catalogue, call, node, verb);
}

function resolveVerb(catalogue: Catalogue, call: Call, node: string, verb: Verb): Resolution {
  const name = call.action;
  const type = typeOf(call);
  if (type === undefined) {
    const types = Object.keys(verb.routes);
    if (verb.fallback !== undefined) return toRoute(catalogue, node, verb.fallback);
    return {
      ok: false,
      problem: {
        code: "missing-type",
        words: {
          en: `The verb "${name}" of "${node}" needs a "type": ${quoted(types)}.`,
          ko: `"${node}"의 "${name}"에는 "type"이 필요해요: ${quoted(types)}.`,
        },
        form: `[${node}:${name}] {type: <${types.join("|")}>}`,
      },
    };
  }
  const fallback =
    verb.fallback === undefined ? undefined : catalogue.actions.get(`${node}:${verb.fallback}`);
  const isRouted = verb.routes[type] !== undefined;
  if (!isRouted && fallback !== undefined && declares(fallback, "type"))
    return found(fallback, false);
  return routed(catalogue, call, { node, verb, type, plain: verb.fallback });
}

/** The action that a verb has for a `type`; `plain` is the one that answers without any. */
function routed(
  catalogue: Catalogue,
  call: Call,
  asked: {
    readonly node: string;
    readonly verb: Verb;
    readonly type: string;
    readonly plain: string | undefined;
  },
): Resolution {
  const { node, verb, type, plain } = asked;
  const route = verb.routes[type];
  if (route !== undefined) return toRoute(catalogue, node, route, type);
  const types = Object.keys(verb.routes);
  // Without routes the verb knows no types at all: the schema of its action refuses the parameter.
  if (types.length === 0 && plain !== undefined) return toRoute(catalogue, node, plain);
  const name = call.action;
  const words = joined(
    {
      en: `The verb "${name}" of "${node}" has no type "${type}".`,
      ko: `"${node}"의 "${name}"에는 "${type}" 종류가 없어요.`,
    },
    didYouMean(type, types),
    { en: ` Its types are ${quoted(types)}.`, ko: ` 쓸 수 있는 종류: ${quoted(types)}.` },
    plain === undefined
      ? ""
      : {
          en: ` Without a "type" it is [${node}:${plain}].`,
          ko: ` "type" 없이 쓰면 [${node}:${plain}]이에요.`,
        },
  );
  return { ok: false, problem: { code: "unknown-type", words } };
}

function typeOf(call: Call): string | undefined {
  const type = call.params["type"];
  return typeof type === "string" ? type : undefined;
}

function toRoute(catalogue: Catalogue, node: string, action: string, type?: string): Resolution {
  const definition = catalogue.actions.get(`${node}:${action}`);
  if (definition === undefined)
    return { ok: false, problem: unknownAction(catalogue, node, action) };
  return found(definition, type !== undefined && !takesType(definition, type));
}

/** Whether a `type` that chose an action also means something to the action itself. */
function takesType(definition: ActionDefinition, type: string): boolean {
  const properties = definition.params["properties"];
  const property = isJsonObject(properties) ? properties["type"] : undefined;
  if (!isJsonObject(property)) return false;
  const allowed = property["enum"];
  return !Array.isArray(allowed) || allowed.includes(type);
}

function found(definition: ActionDefinition, usesType: boolean): Resolution {
  return { ok: true, definition, usesType };
}

/** Whether an action's schema has a parameter of that name. */
export function declares(definition: Pick<ActionDefinition, "params">, param: string): boolean {
  const properties = definition.params["properties"];
  return typeof properties === "object" && properties !== null && Object.hasOwn(properties, param);
}

/** The names of the parameters that an action takes. */
export function propertyNames(definition: Pick<ActionDefinition, "params">): readonly string[] {
  const properties = definition.params["properties"];
  return isJsonObject(properties)
    ? Object.keys(properties).filter((name) => declares(definition, name))
    : [];
}

/** Every name that a call on a node may have: its actions, then its verbs. */
export function actionNames(catalogue: Catalogue, node: string): readonly string[] {
  const own = [...catalogue.actions.values()]
    .filter((entry) => entry.node === node && entry.tool === undefined)
    .map((entry) => entry.action);
  return [...new Set([...own, ...verbsOf(catalogue, node).keys()])];
}

/** Every name that a node may be called by: today's, then the old ones. */
export function nodeNames(catalogue: Catalogue): readonly string[] {
  return [...catalogue.nodes, ...OLD_NODES.keys()];
}

function unknownNode(catalogue: Catalogue, node: string): ResolutionProblem {
  return {
    code: "unknown-node",
    words: joined(
      { en: `Unknown node "${node}".`, ko: korean`"${node}"(이)라는 노드는 없어요.` },
      didYouMean(node, nodeNames(catalogue)),
      {
        en: ` The nodes are ${quoted(catalogue.nodes)}.`,
        ko: korean` 노드는 ${quoted(catalogue.nodes)}이에요(예요).`,
      },
    ),
  };
}

function unknownAction(catalogue: Catalogue, node: string, action: string): ResolutionProblem {
  const names = actionNames(catalogue, node);
  const elsewhere = catalogue.nodes
    .filter((other) => catalogue.actions.has(`${other}:${action}`))
    .map((other) => `[${other}:${action}]`);
  const near = didYouMean(action, names);
  const moved =
    elsewhere.length > 0
      ? {
          en: ` There is ${elsewhere.join(" and ")}.`,
          ko: korean` ${elsewhere.join(", ")}은(는) 있어요.`,
        }
      : "";
  const list = quoted([...names].sort());
  const all =
    near === "" && moved === ""
      ? { en: ` Its actions are ${list}.`, ko: ` 쓸 수 있는 액션: ${list}.` }
      : "";
  return {
    code: "unknown-action",
    words: joined(
      {
        en: `Unknown action "${action}" on node "${node}".`,
        ko: korean`"${node}" 노드에 "${action}"(이)라는 액션은 없어요.`,
      },
      near,
      moved,
      all,
    ),
    ...(all === ""
      ? {}
      : { form: `[system:discover](${JSON.stringify(action.replaceAll("_", " "))})` }),
  };
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(", ");
}

function fold(node: string, oldNames: string): readonly (readonly [string, string])[] {
  return oldNames.split(" ").map((name) => [name, node]);
}
