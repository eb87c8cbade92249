import type { Agent } from "../agent/roster/agent-definitions.ts";
import { AppError } from "../base/errors.ts";
import type { Json } from "../base/json.ts";
import { localOwner } from "./local-owner.ts";
import type { Parts } from "./open-app.ts";

/** An agent for a terminal and as JSON. */
export interface DescribedAgent {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly json: Readonly<Record<string, Json>>;
}

/** Every agent in the local owner's language, the system agent first. */
export function describeAgents(parts: Parts): readonly DescribedAgent[] {
  return parts.agentRegistry.all().map((agent) => described(parts, agent));
}

/** The agent that an id, a name or a title means. Throws `AppError` `unknown-agent`. */
export function describeAgent(parts: Parts, name: string): DescribedAgent {
  const found = parts.agentRegistry.find(name);
  if ("fault" in found) throw new AppError(found.fault.code, found.fault.words);
  return described(parts, found);
}

function described(parts: Parts, agent: Agent): DescribedAgent {
  const { language } = localOwner(parts).person;
  const { id, project, name, mode, allowedNodes } = agent;
  const words = {
    title: agent.title[language],
    description: agent.description[language],
    role: agent.role[language],
    prompt: agent.prompt[language],
  };
  const nodes = allowedNodes === undefined ? null : ["system", ...allowedNodes];
  const json = { id, project, name, ...words, mode, nodes };
  return { id, title: words.title, description: words.description, json };
}
