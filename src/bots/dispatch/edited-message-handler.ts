import type { Language } from "../../base/localized.ts";
import { BUTTON_KINDS } from "../../security/approvals/button-kinds.ts";
import { type ButtonTokens, parseButtonToken } from "../../security/approvals/button-token.ts";
import { resolveButton, signButton } from "../approvals/signed-button.ts";
import type { ButtonPress } from "../commands/command.ts";
import type { StoredUpdate, Updates } from "../inbox/update-table.ts";
import type { Admission } from "../people/admission.ts";
import { chatKey, type MessageEvent } from "../platform/chat-adapter.ts";
import type { KeyedQueue } from "../platform/keyed-queue.ts";
import type { ReplySender } from "../replies/reply-sender.ts";
import type { RunningWork } from "../replies/running-work.ts";
import { say } from "../texts/say.ts";
import { noticeSecret } from "./secret-notice.ts";

/** Dependencies of `EditedMessageHandler`. */
export interface EditedMessageHandlerParts {
  readonly updates: Pick<Updates, "before" | "edits" | "takeUp">;
  readonly tokens: ButtonTokens;
  readonly replies: ReplySender;
  readonly admission: Pick<Admission, "find" | "actor">;
  readonly runningWork: RunningWork;
  /** Answers a message as one that was just written. */
  readonly answer: (event: MessageEvent, origin: string) => Promise<unknown>;
}

/** The choice of a button that has words answered. */
const ANSWER = BUTTON_KINDS.answerWords;

/** Who changes older words has not made a slip while asking, but tidies up. */
const OFFERED_FOR_MS = 60 * 60_000;

/** Offers to answer a message that was edited after its turn began. Never repeats on its own what the turn did. */
export class EditedMessageHandler {
  readonly #parts: EditedMessageHandlerParts;

  constructor(parts: EditedMessageHandlerParts) {
    this.#parts = parts;
  }

  /** Acts on an edit: one with a secret is treated like any message with one; else a note with a button is put under one of the last hour that changed words, in private. False when nothing was said. */
  async take(edit: MessageEvent, origin: string): Promise<boolean> {
    const { admission } = this.#parts;
    const { chat } = edit;
    const person = admission.find(chat.platform, edit.sender);
    if (person === undefined || !edit.isAddressed) return false;
    if (edit.isMasked === true) {
      const actor = admission.actor(person, chatKey(chat));
      await noticeSecret(this.#parts, edit, { origin, actor });
      return true;
    }
    return chat.isPrivate && this.#offer(edit, person.language, origin);
  }

  #offer(edit: MessageEvent, language: Language, origin: string): boolean {
    const { replies, tokens, updates } = this.#parts;
    const { chat, messageId, text, sentAtMs, editedAtMs = sentAtMs } = edit;
    const before = updates.before(edit);
    if (before === undefined || before.text === text) return false;
    if (editedAtMs - sentAtMs > OFFERED_FOR_MS) return false;
    const data = signButton(tokens, { subject: subjectOf(messageId), choice: ANSWER, chat });
    const buttons = [[{ label: say(language, "editAnswer"), data }]];
    replies.post(`edited:${origin}`, chatKey(chat), { text: say(language, "editSeen"), buttons });
    return true;
  }

  /** Answers the edited message as it reads now, once, after what came before in the chat; `undefined` at once where it is no such button. */
  press(
    press: ButtonPress,
    { chatQueue }: { readonly chatQueue: KeyedQueue },
  ): Promise<void> | undefined {
    const { event, person, origin } = press;
    const token = parseButtonToken(event.data);
    if (token?.choice !== ANSWER) return undefined;
    const { tokens, updates } = this.#parts;
    const edit = resolveButton(tokens, token, {
      items: updates.edits(event.chat),
      subjectOf: (stored) => subjectOf(messageIdOf(stored)),
      chat: event.chat,
    });
    if (edit?.event.kind !== "message") return undefined;
    if (updates.takeUp(edit.event, origin))
      return this.#answer(edit.event, edit.origin, press, chatQueue);
    return press.acknowledge(say(person.language, "editAnswered"));
  }

  async #answer(
    edit: MessageEvent,
    origin: string,
    { event, acknowledge }: ButtonPress,
    chatQueue: KeyedQueue,
  ): Promise<void> {
    await acknowledge("");
    const { isEdited: _isEdited, ...message } = edit;
    await chatQueue.add(chatKey(event.chat), async () => {
      await this.#parts.answer(message, origin);
    });
  }
}

function messageIdOf({ event }: StoredUpdate): string {
  return event.kind === "message" ? event.messageId : "";
}

function subjectOf(messageId: string): string {
  return `edited:${messageId}`;
}
