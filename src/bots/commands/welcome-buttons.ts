import type { Language } from "../../base/localized.ts";
import { BUTTON_KINDS } from "../../security/approvals/button-kinds.ts";
import type { ButtonToken, ButtonTokens } from "../../security/approvals/button-token.ts";
import { resolveButton, signButton } from "../approvals/signed-button.ts";
import type { Button, ChatAddress } from "../platform/chat-adapter.ts";
import { say, type TextKey } from "../texts/say.ts";

/** The choice of a button that says something for whoever presses it. */
const TRY = BUTTON_KINDS.answerWords;

/** What to try first: each works without a model, the last with a card. */
const TRIES = ["tryTime", "tryNews", "tryBriefing"] as const satisfies readonly TextKey[];

/** A button for each thing that is worth trying first, one a row. */
export function tryButtons(
  tokens: ButtonTokens,
  language: Language,
  chat: ChatAddress,
): readonly (readonly Button[])[] {
  return TRIES.map((key) => {
    const data = signButton(tokens, { subject: subjectOf(key), choice: TRY, chat });
    return [{ label: say(language, key), data }];
  });
}

/** What a button says; `undefined` where it is none of these, and no words where it was not signed for the chat. */
export function triedBy(
  tokens: ButtonTokens,
  token: ButtonToken | undefined,
  chat: ChatAddress,
): { readonly key: TextKey | undefined } | undefined {
  if (token?.choice !== TRY) return undefined;
  return { key: resolveButton(tokens, token, { items: TRIES, subjectOf, chat }) };
}

function subjectOf(key: TextKey): string {
  return `try:${key}`;
}
