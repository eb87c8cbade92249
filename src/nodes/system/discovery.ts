import { type Handlers, numberParam, optionalString, type ReadyCall } from "../../engine/action.ts";
import type { ActionDefinition, Catalogue } from "../../engine/catalogue.ts";
import { failure, type Outcome, success } from "../../engine/outcome.ts";
import { calledAs, toolsOf } from "../../engine/tool-action.ts";
import { worded } from "../wording.ts";

/** `discover`: what can be done, by words. `tools`: the registered tools with their inputs. `tool` comes here only where no tool was found when the program was planned. */
export function createDiscoveryHandlers(parts: { readonly catalogue: () => Catalogue }): Handlers {
  return {
    "system:discover": async (call) => discover(call, parts.catalogue()),
    "system:tools": async (call) => listTools(call, parts.catalogue()),
    "system:tool": async (call) => noTool(call),
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
  const none = worded(call, { ko: "등록된 도구가 없습니다.", en: "No tool is registered." });
  return success({ kind: "list", items, text: lines.length === 0 ? none : lines.join("\n") });
}

function noTool(call: ReadyCall): Outcome {
  const words = { ko: "그런 도구는 없습니다.", en: "There is no such tool." };
  return failure("unknown-tool", worded(call, words));
}

function discover(call: ReadyCall, catalogue: Catalogue): Outcome {
  const query = optionalString(call, "query");
  const limit = numberParam(call, "limit", query === undefined ? 50 : 10);
  const words = (query ?? "")
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const scored = [...catalogue.actions.values()]
    .map((definition) => ({
      definition,
      score:
        words.length === 0 ? 1 : words.reduce((sum, word) => sum + scoreOf(definition, word), 0),
    }))
    .filter((entry) => entry.score > 0)
    .sort((left, right) => right.score - left.score)
    .slice(0, limit);
  const items = scored.map(({ definition }) => ({
    action: calledAs(definition),
    description: definition.description[call.actor.language],
    example: definition.examples[0]?.code ?? null,
  }));
  const lines = items.map((item) => `- \`${item.action}\` ${item.description}`);
  const none = worded(call, { ko: "그런 기능은 없습니다.", en: "There is no such feature." });
  return success({ kind: "list", items, text: lines.length === 0 ? none : lines.join("\n") });
}

/** A word in the name counts most, then in the descriptions, then in the examples. */
function scoreOf(definition: ActionDefinition, word: string): number {
  const name = `${definition.node}:${definition.action}`.includes(word) ? 8 : 0;
  const description = `${definition.description.ko} ${definition.description.en}`
    .toLowerCase()
    .includes(word)
    ? 4
    : 0;
  const example = definition.examples.some((entry) =>
    [...entry.ko, ...entry.en].some((phrase) => phrase.toLowerCase().includes(word)),
  )
    ? 1
    : 0;
  return name + description + example;
}
