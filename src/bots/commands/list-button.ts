import type { Person } from "../../security/access/people.ts";
import { type ButtonTokens, parseButtonToken } from "../../security/approvals/button-token.ts";
import { resolveButton } from "../approvals/signed-button.ts";
import type { ReplySender } from "../replies/reply-sender.ts";
import { say, type TextKey } from "../texts/say.ts";
import type { ButtonPress } from "./command.ts";

/** What shows what came of a press. */
export type PressReplies = Pick<ReplySender, "draw" | "reply">;

/** A list of one person's things, every button of which stands for one wish. */
export interface PressableList<Wish> {
  /** The letter of its buttons. */
  readonly choice: string;
  readonly tokens: ButtonTokens;
  /** All that its buttons may stand for now. */
  readonly wishes: () => readonly Wish[];
  readonly subjectOf: (wish: Wish, person: Person) => string;
  /** What is said of a wish that is there no more. */
  readonly gone: TextKey;
}

/** Has `act` do what a button of the list stands for; `undefined` at once where the button is none of it. */
export function pressedWish<Wish>(
  list: PressableList<Wish>,
  { event, person, acknowledge }: ButtonPress,
  act: (wish: Wish) => Promise<void>,
): Promise<void> | undefined {
  const token = parseButtonToken(event.data);
  if (token?.choice !== list.choice) return undefined;
  const wish = resolveButton(list.tokens, token, {
    items: list.wishes(),
    subjectOf: (each) => list.subjectOf(each, person),
    chat: event.chat,
  });
  return wish === undefined ? acknowledge(say(person.language, list.gone)) : act(wish);
}
