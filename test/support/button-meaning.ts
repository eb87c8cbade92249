import { BUTTON_KINDS } from "../../src/security/approvals/button-kinds.ts";
import { parseButtonToken } from "../../src/security/approvals/button-token.ts";

/** What a test calls the buttons of cards, whatever words an action's card has for them. */
const MEANINGS: Readonly<Record<string, string>> = {
  Approve: BUTTON_KINDS.approve,
  승인: BUTTON_KINDS.approve,
  Deny: BUTTON_KINDS.deny,
  거절: BUTTON_KINDS.deny,
  Details: BUTTON_KINDS.details,
  자세히: BUTTON_KINDS.details,
};

/** Whether a button is the one that a test names: by its label, or by what it does. */
export function isCalled(
  { label, data }: { readonly label: string; readonly data?: string | undefined },
  wanted: string,
): boolean {
  if (label === wanted) return true;
  const choice = MEANINGS[wanted];
  return choice !== undefined && parseButtonToken(data ?? "")?.choice === choice;
}
