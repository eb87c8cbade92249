import type { Language } from "../../base/localized.ts";
import { BUTTON_KINDS } from "../../security/approvals/button-kinds.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import { signButton } from "../approvals/signed-button.ts";
import type { Button, ChatAddress } from "../platform/chat-adapter.ts";
import { say, type TextKey } from "../texts/say.ts";

/** The kind of a button that says something for whoever presses it. */
export const TRY = BUTTON_KINDS.answerWords;

/** What to try first: each works without a model, the last with a card. */
export const TRIES = ["tryTime", "tryNews", "tryBriefing"] as const satisfies readonly TextKey[];

/** A button for each thing that is worth trying first, one a row. */
export function tryButtons(
  tokens: ButtonTokens,
  language: Language,
  chat: ChatAddress,
): readonly (readonly Button[])[] {
  return TRIES.map((key) => {
    const data = signButton(tokens, { subject: trySubject(key), choice: TRY, chat });
    return [{ label: say(language, key), data }];
  });
}

/** What the button that says these words is signed for. */
export function trySubject(key: TextKey): string {
  return `try:${key}`;
}
