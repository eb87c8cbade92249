import assert from "node:assert/strict";
import type { Button } from "../../../src/bots/platform/chat-adapter.ts";
import { say } from "../../../src/bots/texts/say.ts";
import type { Approval } from "../../../src/security/approvals/approvals.ts";
import { isSuggestion } from "../../../src/security/approvals/card-content.ts";
import type { House } from "../../support/bots-house.ts";
import type { ShownMessage } from "../../support/recording-adapter.ts";
import type { FuzzCard } from "./fuzz-table.ts";

/** Checks that the row of a card and every message of it say what is believed of it, and that a dead one has no button that decides. */
export function checkShown(house: House, card: FuzzCard, seed: string): void {
  const place = `${seed}: ${card.sort.kind} ${card.label}`;
  const { approvals, table, adapter } = house;
  const approval = approvals.get(card.id)!;
  assert.equal(approval.state, card.state, place);
  assert.equal(approval.reason, card.reason, place);
  const sent = table.sentOf("card", card.id);
  // What came of a question that a button answered has taken its place.
  const isTaken = approval.kind === "question" && card.state === "answered";
  assert.ok(sent.length > 0 || isTaken, place);
  // A suggestion stays as it is, whatever becomes of it.
  if (isSuggestion(approval)) return;
  for (const { messageId } of sent) {
    const shown = adapter.shown.find((message) => message.messageId === messageId)!;
    assert.equal(
      decidingButtons(shown).length > 0,
      card.state === "pending",
      `${place}\n${shown.text}`,
    );
    assert.match(shown.text, wordsOf(approval, answererIn(house, approval, shown)), place);
    if (card.reason !== undefined) assert.ok(shown.text.includes(card.reason), place);
  }
}

/** The buttons of a message but for the wish of an expired card to be asked again. */
export function decidingButtons(message: ShownMessage | undefined): readonly Button[] {
  return (message?.buttons ?? []).flat().filter(({ label }) => label !== say("en", "askAgain"));
}

/** Who answered, as the card of a chat must say it: nobody needs to be told of themselves. */
function answererIn(
  { people, updates }: House,
  { decidedBy = "" }: Approval,
  { chatKey }: ShownMessage,
): string {
  const isOwn = updates.personIn(chatKey) === decidedBy;
  return isOwn ? "\\[" : `${people.get(decidedBy)?.name}, \\[`;
}

/** What a card must say by its state. */
function wordsOf({ kind, state, answer, card }: Approval, answerer: string): RegExp {
  const label = card.options?.find(({ code }) => code === answer)?.label ?? answer;
  switch (state) {
    case "pending":
      return isSuggestion({ kind, card }) ? /^🛠️/u : /\?\*\*|💬|👋|not sure|^\*\*/u;
    case "approved":
      return /^(?:✅|⚠️) /u;
    case "denied":
      // Nobody but the one who was asked can have ended a question.
      if (kind === "question") return /^✖️ Which\?$/u;
      return /^✖️ [^·]+ · (Ann|Olga|Eve|Ben|Dan)/u;
    case "answered":
      return kind === "uncertain" ? /^✅ /u : new RegExp(`^✅ ${label} · ${answerer}`);
    case "expired":
      if (kind === "question") return /^⌛ Which\?$/u;
      return /^⌛ No answer/;
    case "cancelled":
      return /^✖️ \*\*Cancelled\*\*/;
  }
}
