import { type Handlers, numberParam, optionalString, type ReadyCall } from "../../engine/action.ts";
import type { ActionDefinition, Catalogue } from "../../engine/catalogue.ts";
import { type Outcome, success } from "../../engine/outcome.ts";
import { worded } from "../wording.ts";

/** `discover`: what can be done, by words. */
export function createDiscoveryHandlers(parts: { readonly catalogue: () => Catalogue }): Handlers {
  return { "system:discover": async (call) => discover(call, parts.catalogue()) };
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
    action: `${definition.node}:${definition.action}`,
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
