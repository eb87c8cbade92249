import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import type { Localized } from "../../base/localized.ts";
import type { Database, Statement } from "../../store/database.ts";
import type { ModelMode } from "../models/model-client.ts";

/** Someone who can be spoken with and asked: a role, words for the model, and the nodes within reach. */
export interface Agent {
  /** `project/name`, unique. */
  readonly id: string;
  readonly project: string;
  readonly name: string;
  readonly title: Localized;
  readonly description: Localized;
  readonly role: Localized;
  /** What the model is told besides its role. */
  readonly prompt: Localized;
  /** Which of the configured models it thinks with. */
  readonly mode: ModelMode;
  /** Nodes besides `system`; absent: all. */
  readonly allowedNodes?: readonly string[];
}

/** The agent that speaks where nobody else was chosen; it reaches every project. */
export const SYSTEM_AGENT = "system/system";

/** A file of data/agents as it was read. */
export interface AgentSource {
  readonly file: string;
  readonly value: unknown;
  readonly lineOf: (path: readonly string[]) => number;
}

/** One fault of such a file. */
export interface AgentProblem {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

const TEXT = z.string().trim().min(1).max(4000);

/** A text in both languages; one in a single language serves for both. */
const WORDS = z.union([
  TEXT.transform((text): Localized => ({ ko: text, en: text })),
  z.strictObject({ ko: TEXT, en: TEXT }),
]);

const NAME = z
  .string()
  .regex(/^[\p{L}\p{N}_-]{1,40}$/u, 'up to 40 letters, digits, "_" and "-" are expected');

const FILE = z.strictObject({
  project: NAME,
  name: NAME,
  title: WORDS,
  description: WORDS,
  role: WORDS,
  prompt: WORDS,
  mode: z.enum(["default", "fast", "vision"]).default("default"),
  allowed_nodes: z.array(z.string()).optional(),
});

/** Reads agents, one a file, and tells every problem with its file and line; the agents of good files are given even so. `nodes` are those that exist. Pure. */
export function parseAgents(
  sources: readonly AgentSource[],
  nodes: readonly string[],
): { readonly agents: readonly Agent[]; readonly problems: readonly AgentProblem[] } {
  const agents = new Map<string, Agent>();
  const problems: AgentProblem[] = [];
  for (const source of sources) {
    const read = readAgent(source, nodes);
    if ("problems" in read) problems.push(...read.problems);
    else if (agents.has(read.agent.id))
      problems.push(problemIn(source, ["name"], `There is another agent "${read.agent.id}".`));
    else agents.set(read.agent.id, read.agent);
  }
  return { agents: [...agents.values()], problems };
}

function readAgent(
  source: AgentSource,
  nodes: readonly string[],
): { readonly agent: Agent } | { readonly problems: readonly AgentProblem[] } {
  const parsed = FILE.safeParse(source.value);
  if (!parsed.success)
    return {
      problems: parsed.error.issues.map(({ path, message }) =>
        problemIn(source, path.map(String), `${path.join(".") || "The file"}: ${message}.`),
      ),
    };
  const { allowed_nodes: allowedNodes, ...facts } = parsed.data;
  const unknown = (allowedNodes ?? []).filter((node) => !nodes.includes(node));
  if (unknown.length > 0)
    return {
      problems: unknown.map((node) => {
        const message = `There is no node "${node}". There are: ${nodes.join(", ")}.`;
        return problemIn(source, ["allowed_nodes"], message);
      }),
    };
  const id = `${facts.project}/${facts.name}`;
  return { agent: { id, ...facts, ...(allowedNodes === undefined ? {} : { allowedNodes }) } };
}

function problemIn(
  { file, lineOf }: AgentSource,
  path: readonly string[],
  message: string,
): AgentProblem {
  return { file, line: lineOf(path), message };
}

/** Owner of the table chat_agents: with whom each person speaks in each chat. */
export class ChatAgents {
  readonly #clock: Clock;
  readonly #get: Statement<[string, string], { readonly agent: string }>;
  readonly #set: Statement<[string, string, string, number]>;
  readonly #clear: Statement<[string, string]>;

  constructor({ database, clock }: { readonly database: Database; readonly clock: Clock }) {
    this.#clock = clock;
    this.#get = database.prepare(
      "SELECT agent FROM chat_agents WHERE person_id = ? AND chat_key = ?",
    );
    this.#set = database.prepare(
      `INSERT INTO chat_agents (person_id, chat_key, agent, chosen_at_ms) VALUES (?, ?, ?, ?)
       ON CONFLICT (person_id, chat_key) DO UPDATE SET agent = excluded.agent, chosen_at_ms = excluded.chosen_at_ms`,
    );
    this.#clear = database.prepare("DELETE FROM chat_agents WHERE person_id = ? AND chat_key = ?");
  }

  /** Id of the agent that a person chose in a chat; `undefined` for the system agent. */
  get(personId: string, chatKey: string): string | undefined {
    return this.#get.get(personId, chatKey)?.agent;
  }

  /** Speaks with this agent from now on; `undefined` with the system agent. */
  choose(personId: string, chatKey: string, agent: string | undefined): void {
    if (agent === undefined) this.#clear.run(personId, chatKey);
    else this.#set.run(personId, chatKey, agent, this.#clock.now());
  }
}
