import type { Agent } from "../../src/agent/roster/agent-definitions.ts";

/** An agent of this id, titled by its name; `allowedNodes` absent: all. */
export function agentOf(id: string, allowedNodes?: readonly string[]): Agent {
  const [project = "", name = ""] = id.split("/");
  const words = (text: string) => ({ ko: `${text} 담당`, en: `${text} desk` });
  return {
    id,
    project,
    name,
    title: words(name),
    description: words(`about ${name}`),
    role: words(`role of ${name}`),
    prompt: words(`prompt of ${name}`),
    mode: "default",
    ...(allowedNodes === undefined ? {} : { allowedNodes }),
  };
}
