import type { ActionDefinition, Catalogue } from "../../engine/catalogue/catalogue.ts";
import {
  type Handlers,
  numberParam,
  optionalString,
  type ReadyCall,
} from "../../engine/execute/action-types.ts";
import { calledAs, toolsOf } from "../../engine/plan/tool-action.ts";
import { failure, type Outcome, success } from "../../engine/values/outcome.ts";
import { paramsText } from "../../rag/search/action-line.ts";
import { type ActionSearch, nameOf } from "../../rag/search/action-search.ts";
import { worded } from "../localize.ts";

/** `discover`: what the agents that act can do, by words in either language or by parts of a name. `tools`: the registered tools with their inputs. `list_api`: the web APIs, each ready or with what it needs. `tool` and `call` come here only where no tool was found when the program was planned. */
export function createDiscoveryHandlers({
  catalogue,
  search,
  allowedNodes,
  isSet,
}: {
  readonly catalogue: () => Catalogue;
  readonly search: () => ActionSearch;
  /** The nodes besides `system` that these agents may reach; `undefined` for all. */
  readonly allowedNodes: (agents: readonly string[] | undefined) => readonly string[] | undefined;
  /** Whether a variable of the environment has a value. */
  readonly isSet: (name: string) => boolean;
}): Handlers {
  return {
    "system:discover": async (call) =>
      discover(call, allowedNodes(call.actor.agents), catalogue(), search()),
    "system:tools": async (call) => listTools(call, catalogue()),
    "system:list_api": async (call) => listApi(call, catalogue(), isSet),
    "system:tool": async (call) => noTool(call),
    "system:call": async (call) => noTool(call),
  };
}

function listTools(call: ReadyCall, catalogue: Catalogue): Outcome {
  const items = [...toolsOf(catalogue).values()].map((definition) => ({
    name: definition.tool ?? "",
    description: definition.description[call.actor.language],
    effect: definition.effect,
    waits: definition.approval,
    inputSchema: definition.params,
  }));
  const lines = items.map((item) => `- \`${item.name}\` ${item.description}`);
  const none = worded(call, { ko: "등록된 도구가 없어요.", en: "No tool is registered." });
  return success({ kind: "list", items, text: lines.length === 0 ? none : lines.join("\n") });
}

/** Tools by their services: those that answer as it is, and what the others need. */
function listApi(call: ReadyCall, catalogue: Catalogue, isSet: (name: string) => boolean): Outcome {
  const { language } = call.actor;
  const wanted = optionalString(call, "query")?.toLowerCase() ?? "";
  const items = [...catalogue.apiTools.entries()].flatMap(
    ([name, { api, description, requires }]) => {
      if (api === undefined) return [];
      const { service, title, keyPage } = api.service;
      const needs = requires.flatMap((each) =>
        each.kind === "env" ? each.names.filter((variable) => !isSet(variable)) : [],
      );
      const item = {
        name,
        service,
        title: title[language],
        description: description[language],
        ready: needs.length === 0,
        needs,
        key_page: keyPage ?? null,
      };
      return JSON.stringify(item).toLowerCase().includes(wanted) ? [item] : [];
    },
  );
  const services = [...new Set(items.map(({ service }) => service))];
  const lines = services.map((service) => {
    const own = items.filter((item) => item.service === service);
    const needs = [...new Set(own.flatMap((item) => item.needs))];
    const page = own[0]?.key_page ?? "";
    const key = worded(call, { ko: "필요한 키", en: "needs" });
    const needed =
      needs.length === 0 ? "" : ` · ${key}: ${needs.join(", ")}${page && ` (${page})`}`;
    return `- **${own[0]?.title ?? service}** ${own.map(({ name }) => name).join(", ")}${needed}`;
  });
  const none = worded(call, { ko: "그런 웹 API는 없어요.", en: "There is no such web API." });
  return success({ kind: "list", items, text: lines.length === 0 ? none : lines.join("\n") });
}

function noTool(call: ReadyCall): Outcome {
  const words = { ko: "그런 도구는 없어요.", en: "There is no such tool." };
  return failure("unknown-tool", worded(call, words));
}

function discover(
  call: ReadyCall,
  nodes: readonly string[] | undefined,
  catalogue: Catalogue,
  search: ActionSearch,
): Outcome {
  const query = optionalString(call, "query");
  const limit = numberParam(call, "limit", query === undefined ? 50 : 10);
  const isWithin = ({ node }: ActionDefinition): boolean =>
    nodes === undefined || node === "system" || nodes.includes(node);
  const all = [...catalogue.actions.values()].filter(isWithin);
  const found = query === undefined ? all : matching(query, all, search, isWithin);
  const items = found.slice(0, limit).map((action) => ({
    action: calledAs(action),
    description: action.description[call.actor.language],
    params: paramsText(action),
    example: action.examples[0]?.code ?? null,
  }));
  const lines = items.map(({ action, description, params, example }) => {
    const use = example ?? (params === "" ? "" : `(${params})`);
    return `- \`${action}\` ${description}${use === "" ? "" : ` · \`${use}\``}`;
  });
  const none = worded(call, { ko: "그런 기능은 없어요.", en: "There is no such feature." });
  return success({ kind: "list", items, text: lines.length === 0 ? none : lines.join("\n") });
}

/** Those whose name holds a word of the query, then those that people would ask for in such words. */
function matching(
  query: string,
  all: readonly ActionDefinition[],
  search: ActionSearch,
  isWithin: (action: ActionDefinition) => boolean,
): readonly ActionDefinition[] {
  const words = query.toLowerCase().split(/[\s,]+/u);
  const isNamed = (action: ActionDefinition): boolean =>
    words.some((word) => word.length > 2 && nameOf(action).includes(word));
  const named = all.filter(isNamed);
  const liked = search.search(query, all.length, (action) => isWithin(action) && !isNamed(action));
  return [...named, ...liked.map(({ action }) => action)];
}
