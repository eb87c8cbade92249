import type { ToolDefinition } from "./definition.ts";
import type { ToolSet } from "./tool-set.ts";

/** What tools are looked for by; everything that is given must hold. */
export interface ToolQuery {
  readonly layer?: string;
  readonly domain?: string;
  readonly tag?: string;
  /** Words in either language; what holds most of them comes first. */
  readonly words?: string;
}

/** The declared tools by what is known of them. */
export interface ToolDiscovery {
  getSpec(name: string): ToolDefinition | undefined;
  /** In the order of layers, or by how many of the words they hold. */
  find(query: ToolQuery): readonly ToolDefinition[];
}

/** Finds among the tools that `tools` gives at the time. */
export function createToolDiscovery(tools: () => ToolSet): ToolDiscovery {
  return {
    getSpec: (name) => tools().get(name),
    find: (query) => matching(tools().all, query),
  };
}

function matching(
  all: readonly ToolDefinition[],
  { layer, domain, tag, words }: ToolQuery,
): readonly ToolDefinition[] {
  const within = all.filter(
    (tool) =>
      (layer === undefined || tool.layer === layer) &&
      (domain === undefined || tool.domain === domain) &&
      (tag === undefined || tool.tags.includes(tag)),
  );
  const wanted = (words ?? "")
    .toLowerCase()
    .split(/[\s,]+/u)
    .filter((word) => word !== "");
  if (wanted.length === 0) return within;
  const scored = within.map((tool) => ({ tool, score: scoreOf(tool, wanted) }));
  return scored
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score)
    .map(({ tool }) => tool);
}

/** How many of the words its name, tags, description or phrasings hold; a name counts double. */
function scoreOf(tool: ToolDefinition, wanted: readonly string[]): number {
  const { name, tags, description, produces, config } = tool;
  const phrases = config.examples.flatMap(({ ko, en }) => [...ko, ...en]);
  const about = [description.ko, description.en, ...tags, ...produces, ...phrases];
  const text = about.join(" ").toLowerCase();
  return wanted.reduce(
    (sum, word) => sum + (name.includes(word) ? 2 : text.includes(word) ? 1 : 0),
    0,
  );
}
