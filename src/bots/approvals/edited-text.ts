import { withText } from "../../runs/obstacle.ts";
import type { Run } from "../../runs/run-table.ts";
import type { Approval } from "../../security/approvals/approvals.ts";
import { askedEffects, onlyDeed } from "./effects.ts";

/** The text of a card that its reader may change: of one effect whose deed names it, where it stands in the program once. Pure. */
export function editedText(approval: Approval): string | undefined {
  const { kind, card } = approval;
  const deed = onlyDeed(approval);
  if (kind !== "plan" || deed?.edits === undefined || (card.agents ?? []).length > 0)
    return undefined;
  const isOne = askedEffects(approval).length === 1;
  const text = deed.facts.find(({ param }) => param === deed.edits)?.value;
  if (!isOne || text === undefined || card.program === undefined) return undefined;
  return withText(card.program, text, text) === undefined ? undefined : text;
}

/** The program of a card with other words in the place of that text; undefined where it has none, and for no words. Pure. */
export function editedProgram(approval: Approval, words: string): string | undefined {
  const before = editedText(approval);
  const { program = "" } = approval.card;
  return before === undefined || words === "" ? undefined : withText(program, before, words);
}

/** Whether a run was begun in a conversation: what a due time or a colleague began has others wait for it. Pure. */
export function isEditable(run: Run | undefined): boolean {
  return (
    run !== undefined && run.delegationId === undefined && !run.origin.startsWith("occurrence:")
  );
}
