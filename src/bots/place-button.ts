import { digestOf } from "../base/digest.ts";
import type { ButtonToken, ButtonTokens } from "../security/button-token.ts";
import { type ChatAddress, chatKey } from "./adapter.ts";
import { isSamePlace } from "./card-desk.ts";

/** The sixteen characters that stand in a button for a message or work known by a key. */
export function buttonIdOf(key: string): string {
  return digestOf(key).slice(0, 16);
}

/** True for a button that was signed for the chat `home` and is pressed there; a press may come without its thread. */
export function isGenuineIn(
  tokens: ButtonTokens,
  token: ButtonToken,
  facts: { readonly digest: string; readonly home: string; readonly chat: ChatAddress },
): boolean {
  const { digest, home, chat } = facts;
  const { id, choice } = token;
  const keys = [chatKey(chat), ...(isSamePlace(chat, home) ? [home] : [])];
  return keys.some((key) => tokens.isGenuine(token, { id, choice, digest, chatKey: key }));
}
