import type { Person } from "../../src/security/access/people.ts";
import type { Approvals, PressResult } from "../../src/security/approvals/approvals.ts";
import { type ButtonTokens, parseButtonToken } from "../../src/security/approvals/button-token.ts";

/** What a press on a card's button comes to, by the rules of the approvals and the signature alone, in the order of the dispatcher. */
export function pressCard(
  { approvals, tokens }: { readonly approvals: Approvals; readonly tokens: ButtonTokens },
  data: string,
  person: Person | undefined,
  chatKey: string,
): PressResult {
  if (person === undefined) return { ok: false, reason: "not-admitted" };
  const token = parseButtonToken(data);
  if (token === undefined) return { ok: false, reason: "forged" };
  const found = approvals.pressable(token, person);
  if (!found.ok) return found;
  const { id, choice } = token;
  const { digest } = found.approval;
  if (!tokens.isGenuine(token, { id, choice, digest, chatKey }))
    return { ok: false, reason: "forged" };
  return approvals.press(found.approval, choice, person);
}
