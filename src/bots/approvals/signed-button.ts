import { digestOf } from "../../base/digest.ts";
import type { ButtonToken, ButtonTokens } from "../../security/approvals/button-token.ts";
import { type ChatAddress, chatKey, isSamePlace } from "../platform/chat-adapter.ts";

/** The sixteen characters that stand in a button for a message or work known by a key. */
export function buttonIdOf(key: string): string {
  return digestOf(key).slice(0, 16);
}

/** Data of a button that stands for `subject`, a text that names one thing of one list. */
export function signButton(
  tokens: ButtonTokens,
  facts: { readonly subject: string; readonly choice: string; readonly chat: ChatAddress },
): string {
  const { subject: digest, choice, chat } = facts;
  return tokens.sign({ id: buttonIdOf(digest), choice, digest, chatKey: chatKey(chat) });
}

/** The one of `items` that a button pressed in `chat` stands for; `undefined` where it stands for none of them, or was not signed for it there. */
export function resolveButton<Item>(
  tokens: ButtonTokens,
  token: ButtonToken,
  facts: {
    readonly items: readonly Item[];
    readonly subjectOf: (item: Item) => string;
    readonly chat: ChatAddress;
  },
): Item | undefined {
  const { items, subjectOf, chat } = facts;
  const home = chatKey(chat);
  return items.find((item) => {
    const digest = subjectOf(item);
    return buttonIdOf(digest) === token.id && verifyButton(tokens, token, { digest, home, chat });
  });
}

/** True for a button that was signed for the chat `home` and is pressed there; a press may come without its thread. */
export function verifyButton(
  tokens: ButtonTokens,
  token: ButtonToken,
  facts: { readonly digest: string; readonly home: string; readonly chat: ChatAddress },
): boolean {
  const { digest, home, chat } = facts;
  const { id, choice } = token;
  const keys = [chatKey(chat), ...(isSamePlace(chat, home) ? [home] : [])];
  return keys.some((key) => tokens.isGenuine(token, { id, choice, digest, chatKey: key }));
}
