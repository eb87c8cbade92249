import { korean } from "../../base/korean-particles.ts";
import { joined, type Localized } from "../../base/localized.ts";
import { didYouMean } from "../../engine/language/nearest-name.ts";
import type { PlanFault } from "../../engine/plan/plan-position.ts";
import { type Agent, SYSTEM_AGENT } from "./agent-definitions.ts";

/** Most colleagues that ask one after the other, the person's own agent not counted. */
const MAX_DEPTH = 3;

/** An agent's id with its title. */
export interface AgentTitle {
  readonly id: string;
  readonly title: Localized;
}

/** How far a name may reach: the asking agent's own project, any project, or any but only for the system agent. */
export type Reach = "project" | "all" | "system";

/** Who acts when a colleague was asked, or why that may not be. */
export type Asked =
  | { readonly ok: true; readonly agent: Agent; readonly agents: readonly string[] }
  | { readonly ok: false; readonly fault: PlanFault };

/** The agents as they are now, and who may ask whom. */
export class AgentRegistry {
  readonly #agents: () => readonly Agent[];

  constructor(agents: () => readonly Agent[]) {
    this.#agents = agents;
  }

  /** Every agent, the system agent first, then by project and name. */
  all(): readonly Agent[] {
    return [...this.#agents()].sort((left, right) => {
      const order = Number(right.id === SYSTEM_AGENT) - Number(left.id === SYSTEM_AGENT);
      return order === 0 ? left.id.localeCompare(right.id) : order;
    });
  }

  /** The agent with an id; `undefined` for one that is not declared any more. */
  get(id: string): Agent | undefined {
    return this.#agents().find((agent) => agent.id === id);
  }

  /** The agent that acts: the last of those who asked each other. */
  acting(agents: readonly string[] | undefined): Agent | undefined {
    return this.get(agents?.at(-1) ?? SYSTEM_AGENT);
  }

  /** Nodes besides `system` that all of these agents may reach; `undefined` for all. One that is not declared any more reaches none. */
  allowedNodes(agents: readonly string[] | undefined): readonly string[] | undefined {
    const ids = agents === undefined || agents.length === 0 ? [SYSTEM_AGENT] : agents;
    const lists = ids.flatMap((id) => {
      const agent = this.get(id);
      if (agent === undefined) return [[]];
      return agent.allowedNodes === undefined ? [] : [agent.allowedNodes];
    });
    return intersection(lists);
  }

  /** The titles of agents, for people to read. */
  titles(ids: readonly string[]): readonly AgentTitle[] {
    return ids.map((id) => ({ id, title: this.get(id)?.title ?? { ko: id, en: id } }));
  }

  /** Finds who is meant by an id, a name or a title; those of `project` go first. */
  find(name: string, project?: string): Agent | { readonly fault: PlanFault } {
    const wanted = folded(name);
    const all = this.all();
    const exact = all.find((agent) => folded(agent.id) === wanted);
    if (exact !== undefined) return exact;
    const named = all.filter((agent) => namesOf(agent).includes(wanted));
    const near = named.filter((agent) => agent.project === project);
    const [only, other] = near.length > 0 ? near : named;
    if (only !== undefined && other === undefined) return only;
    return { fault: only === undefined ? this.#unknown(name) : ambiguous(name, named) };
  }

  /** Asks a colleague by name on behalf of agents: never one who asks already, never deeper than three. */
  ask(name: string, asking: readonly string[] | undefined, reach: Reach): Asked {
    const agents = asking === undefined || asking.length === 0 ? [SYSTEM_AGENT] : asking;
    const caller = agents.at(-1) ?? SYSTEM_AGENT;
    const project = caller.slice(0, caller.indexOf("/"));
    if (reach === "system" && caller !== SYSTEM_AGENT) return { ok: false, fault: SYSTEM_ONLY };
    const found = this.find(name, project);
    if ("fault" in found) return { ok: false, fault: found.fault };
    if (reach === "project" && caller !== SYSTEM_AGENT && found.project !== project)
      return { ok: false, fault: elsewhere(found, project) };
    if (agents.includes(found.id)) return { ok: false, fault: cycle([...agents, found.id]) };
    if (agents.length > MAX_DEPTH) return { ok: false, fault: TOO_DEEP };
    return { ok: true, agent: found, agents: [...agents, found.id] };
  }

  #unknown(name: string): PlanFault {
    const ids = this.all().map((agent) => agent.id);
    const list = ids.map((id) => `"${id}"`).join(", ");
    const near = didYouMean(name, ids) || {
      en: ` There are: ${list}.`,
      ko: ` 있는 동료: ${list}.`,
    };
    const words = {
      en: `There is no agent "${name}".`,
      ko: korean`"${name}"(이)라는 동료는 없어요.`,
    };
    return { code: "unknown-agent", words: joined(words, near) };
  }
}

/** What stands in every list that limits; `undefined` where none does. Pure. */
export function intersection(
  lists: readonly (readonly string[] | undefined)[],
): readonly string[] | undefined {
  const limits = lists.filter((list) => list !== undefined);
  const [first, ...rest] = limits;
  return first?.filter((entry) => rest.every((list) => list.includes(entry)));
}

function namesOf({ name, title }: Agent): readonly string[] {
  return [name, title.ko, title.en].map(folded);
}

function folded(text: string): string {
  return text.toLowerCase().normalize("NFC").replace(/\s+/gu, "");
}

function ambiguous(name: string, found: readonly Agent[]): PlanFault {
  const list = found.map(({ id }) => `"${id}"`).join(", ");
  return {
    code: "unknown-agent",
    words: {
      en: `"${name}" may be any of ${list}. Say which.`,
      ko: korean`"${name}"은(는) ${list} 중 누구인지 알 수 없어요. 하나를 골라 주세요.`,
    },
  };
}

function elsewhere({ id }: Agent, project: string): PlanFault {
  return {
    code: "agent-elsewhere",
    words: {
      en: `"${id}" is not in the project "${project}" and can be asked only outside of it.`,
      ko: korean`"${id}"은(는) 프로젝트 "${project}"에 없어요. 프로젝트 밖에서 물어보세요.`,
    },
    hint: `[system:agent_ask]("${id}") {message: "…"}`,
  };
}

function cycle(path: readonly string[]): PlanFault {
  const text = path.join(" → ");
  return {
    code: "agent-cycle",
    words: {
      en: `Nobody can be asked by those who wait for them: ${text}.`,
      ko: `자기를 기다리는 동료에게 다시 부탁할 수 없어요: ${text}.`,
    },
  };
}

const TOO_DEEP: PlanFault = {
  code: "agents-too-deep",
  words: {
    en: `At most ${MAX_DEPTH} colleagues may ask one after the other.`,
    ko: `동료끼리는 ${MAX_DEPTH}번까지만 이어서 부탁할 수 있어요.`,
  },
};

const SYSTEM_ONLY: PlanFault = {
  code: "agent-elsewhere",
  words: {
    en: "Only the system agent may hand work to another project.",
    ko: "다른 프로젝트에 일을 맡기는 것은 시스템 비서만 할 수 있어요.",
  },
};
