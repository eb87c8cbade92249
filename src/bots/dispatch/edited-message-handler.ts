import type { Language } from "../../base/localized.ts";
import type { Person } from "../../security/access/people.ts";
import { BUTTON_KINDS } from "../../security/approvals/button-kinds.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import { type ButtonHandler, type ButtonPress, signButton } from "../approvals/signed-button.ts";
import type { Updates } from "../inbox/update-table.ts";
import type { Admission } from "../people/admission.ts";
import { chatKey, type MessageEvent } from "../platform/chat-adapter.ts";
import type { KeyedQueue } from "../platform/keyed-queue.ts";
import type { ReplySender } from "../replies/reply-sender.ts";
import type { RunningWork } from "../replies/running-work.ts";
import { say } from "../texts/say.ts";
import { noticeSecret } from "./secret-notice.ts";

/** The choice of a button that has words answered. */
const ANSWER = BUTTON_KINDS.answerWords;

/** Who changes older words has not made a slip while asking, but tidies up. */
const OFFERED_FOR_MS = 60 * 60_000;

/** Offers to answer a message that was edited after its turn began. Never repeats on its own what the turn did. */
export class EditedMessageHandler {
  readonly #parts: ConstructorParameters<typeof EditedMessageHandler>[0];

  constructor(parts: {
    readonly updates: Pick<Updates, "before" | "edits" | "takeUp">;
    readonly tokens: ButtonTokens;
    readonly replies: ReplySender;
    readonly admission: Pick<Admission, "find" | "actor">;
    readonly runningWork: RunningWork;
    readonly chatQueue: KeyedQueue;
    /** Takes back what came of a message, where that can be: what it reads now takes its place. */
    readonly takeBack: (before: MessageEvent, person: Person) => Promise<void>;
    /** Answers a message as one that was just written. */
    readonly answer: (event: MessageEvent, origin: string) => Promise<unknown>;
  }) {
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

  /** The button of the note: answers the edited message as it reads now, once, after what came before in the chat, in the place of what its older words did. */
  readonly buttons: readonly ButtonHandler[] = [
    {
      kinds: [ANSWER],
      subjectsOf: (press) =>
        this.#parts.updates.edits(press.event.chat).flatMap(({ event, origin }) => {
          if (event.kind !== "message") return [];
          const run = () => this.#answer(event, origin, press);
          return [{ digest: subjectOf(event.messageId), run }];
        }),
      refusal: ({ person: { language } }) => say(language, "pressGone"),
    },
  ];

  async #answer(edit: MessageEvent, origin: string, press: ButtonPress): Promise<void> {
    const { event, person, acknowledge } = press;
    const { answer, chatQueue, takeBack, updates } = this.#parts;
    if (!updates.takeUp(edit, press.origin)) {
      await acknowledge(say(person.language, "editAnswered"));
      return;
    }
    await acknowledge("");
    const { isEdited: _isEdited, ...message } = edit;
    const before = updates.before(edit);
    await chatQueue.add(chatKey(event.chat), async () => {
      if (before !== undefined) await takeBack(before, person);
      await answer(message, origin);
    });
  }
}

function subjectOf(messageId: string): string {
  return `edited:${messageId}`;
}
