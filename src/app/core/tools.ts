import { createBuiltInTools } from "../../agent/tools/built-in.ts";
import { ToolRegistry } from "../../agent/tools/registry.ts";
import type { Clock } from "../../base/clock.ts";
import type { ActionDefinition, Catalogue } from "../../engine/catalogue/catalogue.ts";
import type { ActionHandler } from "../../engine/execute/action-types.ts";

/** A registry with the tools that the product ships. */
export function openTools(parts: { readonly clock: Clock }): ToolRegistry {
  const registry = new ToolRegistry();
  for (const tool of createBuiltInTools(parts)) registry.register(tool);
  return registry;
}

/** The catalogue with these tools among its actions. */
export function joinTools(catalogue: Catalogue, tools: readonly ActionDefinition[]): Catalogue {
  if (tools.length === 0) return catalogue;
  const entries = tools.map(
    (definition) => [`${definition.node}:${definition.action}`, definition] as const,
  );
  return { ...catalogue, actions: new Map([...catalogue.actions, ...entries]) };
}

/** Runs a registered tool as the action that it is. */
export function toolHandler(registry: ToolRegistry, name: string): ActionHandler {
  return ({ params, ...context }) => registry.execute({ name, input: params }, context);
}
