import { type Outcome, textOf } from "../../engine/values/outcome.ts";
import { SYSTEM_AGENT } from "../roster/agent-definitions.ts";
import { productWords } from "../turn/history.ts";
import { reportedText } from "../turn/tool-result.ts";
import type { NewReport } from "../turn/turn-table.ts";
import type { Delegation } from "./delegation-table.ts";

/** What the person does with a report before the conversation goes on. */
const READ = "(The report went to the chat as it is; the person can read it.)";

/** What a colleague brought whom nobody waited for, as a turn of the conversation between the person and the agent that began it. Pure. */
export function reportTurn(errand: Delegation, outcome: Outcome): NewReport {
  const { id, agents, message, personId, chatKey } = errand;
  const [first = SYSTEM_AGENT] = agents;
  const agent = agents.at(-1) ?? "?";
  const reply = outcome.ok ? textOf(outcome.value) : outcome.failure.message;
  const isTainted = errand.isTainted || outcome.tainted === true;
  const text = reportedText({ agent, message, report: reply, isOk: outcome.ok, isTainted });
  return {
    personId,
    chatKey,
    origin: `errand:${id}/report`,
    input: `${agent}: ${message}`,
    ...(first === SYSTEM_AGENT ? {} : { agents: [first] }),
    state: outcome.ok ? "done" : "failed",
    reply,
    isTainted,
    messages: [
      {
        role: "user",
        content: [{ type: "text", text, ...(isTainted ? { tainted: true } : {}) }],
      },
      productWords(READ),
    ],
  };
}
