import type { Approval } from "../../security/approvals/approvals.ts";
import type { MessageTone } from "../platform/chat-adapter.ts";

/** Effects that reach beyond the person's own files and cannot be taken back. */
const FAR_REACHING: ReadonlySet<string> = new Set(["send", "execute", "device", "spend"]);

/** What a card is at a glance: what it asks for and how far that reaches, or how it ended. Pure. */
export function toneOf(approval: Approval): MessageTone {
  switch (approval.state) {
    case "pending":
      return openTone(approval);
    case "approved":
    case "answered":
      return "done";
    case "denied":
      return "refused";
    case "expired":
    case "cancelled":
      return "over";
  }
}

function openTone({ kind, card }: Approval): MessageTone {
  const waiting = (card.effects ?? []).filter(({ approval }) => approval);
  if (card.forget !== undefined || waiting.some(({ effect }) => FAR_REACHING.has(effect)))
    return "danger";
  const asksForWords = kind === "question" || kind === "proposal" || kind === "access";
  return asksForWords ? "question" : "caution";
}
