import type { Json } from "../../base/json.ts";
import { joined, type Localized } from "../../base/localized.ts";
import {
  type Expansion,
  type HandlerResult,
  type Handlers,
  listParam,
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../engine/execute/action-types.ts";
import { failureIn, type Outcome, success } from "../../engine/values/outcome.ts";
import { worded } from "../localize.ts";

/** Actions that ask other agents, and that tell who they are. */
export function createColleagueHandlers(parts: { readonly colleagues: Colleagues }): Handlers {
  const { colleagues } = parts;
  const asking =
    (reach: ColleagueRequest["reach"], waits = false) =>
    (call: ReadyCall): Promise<HandlerResult> =>
      ask(colleagues, call, { reach, waits });
  return {
    "system:delegate": asking("project"),
    "system:agent_ask": asking("all"),
    "system:agent_ask_sync": asking("all", true),
    "system:delegate_project": asking("system"),
    "system:delegate_workflow": async (call) =>
      colleagues.runSteps(call, stringParam(call, "agent_id"), listParam(call, "steps")),
    "system:list_projects": async (call) => listProjects(call, colleagues.all()),
    "system:agent_info": async (call) => agentInfo(call, colleagues),
  };
}

async function ask(
  colleagues: Colleagues,
  call: ReadyCall,
  facts: Pick<ColleagueRequest, "reach" | "waits">,
): Promise<HandlerResult> {
  const { reach } = facts;
  const message = optionalString(call, "message") ?? optionalString(call, "query");
  if (message === undefined)
    return failureIn(call.actor.language, "bad-parameters", {
      en: 'Say what to ask with "message".',
      ko: '무엇을 부탁할지 "message"에 적어 주세요.',
    });
  const context = optionalString(call, "context");
  const project = optionalString(call, "project_id");
  const agent = optionalString(call, "agent_id") ?? stringParam(call, "agent");
  return colleagues.ask(call, {
    name: project === undefined || agent.includes("/") ? agent : `${project}/${agent}`,
    reach,
    message,
    waits: facts.waits || call.isUsed === true,
    ...(context === undefined ? {} : { context }),
  });
}

function listProjects(call: ReadyCall, all: readonly ColleagueFacts[]): Outcome {
  const projects = new Map<string, ColleagueFacts[]>();
  for (const agent of all)
    projects.set(agent.project, [...(projects.get(agent.project) ?? []), agent]);
  const items = [...projects].map(([project, agents]) => ({
    project,
    agents: agents.map(({ id, title, description }) => ({
      id,
      title: worded(call, title),
      description: worded(call, description),
    })),
  }));
  const text = items.map(({ project, agents }) =>
    [
      `**${project}**`,
      ...agents.map(({ id, title, description }) => `- ${title} (\`${id}\`) ${description}`),
    ].join("\n"),
  );
  return success({ kind: "list", items, text: text.join("\n\n") });
}

function agentInfo(call: ReadyCall, colleagues: Colleagues): Outcome {
  const found = colleagues.find(call, optionalString(call, "agent"));
  if ("ok" in found) return found;
  const { id, project, mode, allowedNodes } = found;
  const title = worded(call, found.title);
  const description = worded(call, found.description);
  const role = worded(call, found.role);
  const nodes = allowedNodes === undefined ? null : ["system", ...allowedNodes];
  const data = { id, project, title, description, role, mode, nodes };
  const lines = [
    `**${title}** (\`${id}\`) ${description}`,
    worded(call, joined(ROLE, role)),
    worded(call, joined(NODES, nodes === null ? ALL : nodes.join(", "))),
  ];
  return success({ kind: "object", data, text: lines.join("\n") });
}

const ROLE: Localized = { en: "Role: ", ko: "역할: " };
const NODES: Localized = { en: "Nodes: ", ko: "쓸 수 있는 노드: " };
const ALL: Localized = { en: "all", ko: "모두" };

/** What programs may know of an agent. */
interface ColleagueFacts {
  /** `project/name`. */
  readonly id: string;
  readonly project: string;
  readonly title: Localized;
  readonly description: Localized;
  readonly role: Localized;
  readonly mode: string;
  /** Nodes besides `system`; absent: all. */
  readonly allowedNodes?: readonly string[];
}

/** A question to a colleague. */
export interface ColleagueRequest {
  readonly name: string;
  /** Whom it may be: one of the asking agent's project, anyone, or anyone but for the system agent only. */
  readonly reach: "project" | "all" | "system";
  readonly message: string;
  /** A result that is handed along. */
  readonly context?: string;
  /** True where the program needs the answer; else it is brought to the chat. */
  readonly waits: boolean;
}

/** The agents, as far as programs reach them. */
export interface Colleagues {
  all(): readonly ColleagueFacts[];
  /** Who is meant by a name, or the failure that says who is near; without a name whoever acts in the call. */
  find(call: ReadyCall, name?: string): ColleagueFacts | Outcome;
  /** Asks under the rights of all who ask. The same call asks once, and goes on with what it asked. */
  ask(call: ReadyCall, request: ColleagueRequest): Promise<HandlerResult>;
  /** Has a colleague run steps, as a stored workflow has them: planned and judged by the one gate. */
  runSteps(call: ReadyCall, name: string, steps: readonly Json[]): Expansion | Outcome;
}
