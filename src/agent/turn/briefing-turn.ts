import { productWords } from "./history.ts";
import { briefedText } from "./tool-result.ts";
import type { NewReport } from "./turn-table.ts";

/** What a schedule brought to a chat. */
export interface Briefing {
  /** Id of the due time: the same one is remembered once. */
  readonly occurrenceId: string;
  /** The schedule's name. */
  readonly name: string;
  readonly personId: string;
  readonly chatKey: string;
  /** Its words as the chat has them. */
  readonly text: string;
  /** True where any of it comes from outside. */
  readonly isTainted: boolean;
}

/** What the person does with a briefing before the conversation goes on. */
const READ = "(It went to the chat as it is; the person can read it.)";

/** A briefing as a turn of the conversation between its person and the system agent, which holds none of the person's own words. Pure. */
export function briefingTurn(briefing: Briefing): NewReport {
  const { occurrenceId, name, personId, chatKey, text: reply, isTainted } = briefing;
  const text = briefedText({ name, text: reply, isTainted });
  const outside = isTainted ? ({ tainted: true } as const) : {};
  return {
    personId,
    chatKey,
    origin: `briefing:${occurrenceId}`,
    input: `🗞️ ${name}`,
    state: "done",
    reply,
    isTainted,
    messages: [{ role: "user", content: [{ type: "text", text, ...outside }] }, productWords(READ)],
  };
}
