import { digestOf } from "../../base/digest.ts";
import type { Person } from "../../security/access/people.ts";
import type { ButtonToken, ButtonTokens } from "../../security/approvals/button-token.ts";
import {
  type ChatAddress,
  chatKey,
  isSamePlace,
  type PressEvent,
} from "../platform/chat-adapter.ts";

/** A button pressed by someone who is admitted. */
export interface ButtonPress {
  readonly event: PressEvent;
  readonly person: Person;
  readonly origin: string;
  /** What the button says; nothing of it is believed before `genuineSubject`. */
  readonly token: ButtonToken;
  /** Answers the press, with a note for the presser or without. */
  readonly acknowledge: (note?: string) => Promise<void>;
}

/** One thing that a button may stand for. */
export interface ButtonSubject {
  /** What the button is signed for, besides its kind, its id and the chat where it hangs. */
  readonly digest: string;
  /** The id in the button. Default: made of the digest. */
  readonly id?: string;
  /** Keys of the chats where the button may hang besides the one where it is pressed: a press may come without its thread. */
  readonly homes?: readonly string[];
  /** The digest of the question that a press asks; where that is open, words go on answering it. */
  readonly asks?: string;
  /** Acts on the press; `home` is the key of the chat for which the button was signed. Returns the note for the presser as plain text, or acknowledges the press itself. */
  readonly run: (home: string) => string | Promise<void>;
}

/** What the buttons of a feature do, the same on every platform. */
export interface ButtonHandler {
  /** Their letters of `BUTTON_KINDS`, or the digits of options. */
  readonly kinds: readonly string[];
  /** All that the pressed button may stand for now and for its presser. */
  readonly subjectsOf: (
    press: ButtonPress,
  ) => readonly ButtonSubject[] | Promise<readonly ButtonSubject[]>;
  /** What the presser reads where the button stands for none of them, or was not signed for it there; `undefined` where it is of another handler with the same kind. */
  readonly refusal: (press: ButtonPress) => string | undefined;
}

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

/** The one of `subjects` for which the pressed button was signed, with the key of the chat where it hangs. The only place where a button is verified. */
export function genuineSubject(
  tokens: ButtonTokens,
  { token, event: { chat } }: Pick<ButtonPress, "token" | "event">,
  subjects: readonly ButtonSubject[],
): { readonly subject: ButtonSubject; readonly home: string } | undefined {
  const { id, choice } = token;
  for (const subject of subjects) {
    const { digest, homes = [] } = subject;
    if ((subject.id ?? buttonIdOf(digest)) !== id) continue;
    const home = [chatKey(chat), ...homes].find((key) =>
      tokens.isGenuine(token, { id, choice, digest, chatKey: key }),
    );
    if (home !== undefined) return { subject, home };
  }
  return undefined;
}

/** The key `home` as a list, where a press in `chat` may be one there; else none. */
export function homeOf(chat: ChatAddress, home: string): readonly string[] {
  return isSamePlace(chat, home) ? [home] : [];
}
