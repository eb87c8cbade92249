import type { Clock } from "../base/clock.ts";
import { AppError } from "../base/errors.ts";
import type { Language } from "../base/words.ts";
import { BUTTON_LETTERS } from "../security/button-letters.ts";
import { type ButtonTokens, parseButtonToken } from "../security/button-token.ts";
import type { Person } from "../security/people.ts";
import { type ChatAdapter, type ChatAddress, chatKey, type PressEvent } from "./adapter.ts";
import type { Courier } from "./outbox.ts";
import type { OutboxRow, OutboxTable } from "./outbox-table.ts";
import { buttonIdOf, isGenuineIn } from "./place-button.ts";
import { endKey, type Place, ShownWork, type Work } from "./shown-work.ts";
import { say, wordsOfText } from "./texts.ts";
import type { Follow } from "./work-view.ts";

/** What a stop button is bound to, besides the work and the chat. */
const TOKEN_DIGEST = "work";

const KEY = "status:";

/** What the status desk is made of. */
export interface StatusDeskParts {
  readonly courier: Courier;
  readonly table: OutboxTable;
  readonly tokens: ButtonTokens;
  readonly clock: Clock;
  /** Names this start of the process: a work that is taken up again is shown again. */
  readonly session: string;
}

/** Work that is watched. */
export interface Watched {
  /** To be told of what the work does. */
  readonly follow: Follow;
  /** To be called at its end: gives the place that its answer may take. */
  readonly end: (hasFailed: boolean) => Place;
  /** To be called instead where the process ends. */
  readonly leave: () => void;
}

/** Work that goes on, and what ends it. */
interface Running {
  readonly work: Work;
  readonly controller: AbortController;
}

/** Tells of work that takes long, as a message with a stop button that shows what is done, and becomes the answer in the end. */
export class StatusDesk {
  readonly #parts: StatusDeskParts;
  readonly #running = new Map<string, Running>();
  /** What messages say whose work ended before they had left. */
  readonly #ended = new Map<string, string>();

  constructor(parts: StatusDeskParts) {
    this.#parts = parts;
  }

  /** Watches work from its beginning. `adapter` says how long a message may be. */
  begin(
    work: Work,
    controller: AbortController,
    adapter?: Pick<ChatAdapter, "maxTextLength" | "lengthOf">,
  ): Watched {
    const { session, tokens } = this.#parts;
    const { chatId, language } = work.actor;
    const key = `${KEY}${session}:${work.key}`;
    const id = buttonIdOf(key);
    const data = tokens.sign({
      id,
      choice: BUTTON_LETTERS.stopWork,
      digest: TOKEN_DIGEST,
      chatKey: chatId,
    });
    const shown = new ShownWork({
      ...this.#parts,
      work,
      key,
      adapter,
      stopButton: { label: say(language, "stopWork"), data },
      sayLater: (text) => void this.#ended.set(key, text),
    });
    this.#running.set(id, { work, controller });
    shown.begin();
    return {
      follow: shown.view.follow,
      end: (hasFailed) => {
        this.#running.delete(id);
        if (controller.signal.aborted) return shown.end("workStopped");
        return shown.end(hasFailed ? "workFailed" : "workDone");
      },
      leave: () => {
        this.#running.delete(id);
        shown.leave();
      },
    };
  }

  /** Acts on a stop button; `undefined` when the button is none. Returns the note for the presser, as plain text. A message whose work is over, and which does not say so, says it from now on. */
  press(
    data: string,
    person: Person,
    { chat, messageId }: Pick<PressEvent, "chat" | "messageId">,
  ): string | undefined {
    const token = parseButtonToken(data);
    if (token?.choice !== BUTTON_LETTERS.stopWork) return undefined;
    const { language } = person;
    const running = this.#running.get(token.id);
    if (running === undefined) {
      const facts = { digest: TOKEN_DIGEST, home: chatKey(chat), chat };
      if (isGenuineIn(this.#parts.tokens, token, facts)) this.#isOver(chat, messageId, language);
      return say(language, "workOver");
    }
    const { work, controller } = running;
    const facts = { digest: TOKEN_DIGEST, home: work.actor.chatId, chat };
    const isGenuine = isGenuineIn(this.#parts.tokens, token, facts);
    if (!isGenuine) return say(language, "pressBroken");
    if (person.role !== "owner" && person.id !== work.actor.personId)
      return say(language, "pressNotYours");
    controller.abort(new AppError("aborted", wordsOfText("byButton")));
    return say(language, "workStopping");
  }

  /** A status that left when its work was over already is corrected. */
  sent(row: OutboxRow, messageId: string): void {
    const text = this.#ended.get(row.key);
    if (text === undefined) return;
    this.#ended.delete(row.key);
    this.#edit(row.key, row.chatKey, messageId, text);
  }

  /** After a restart: what a dead process showed as going on is shown as cut off. `languageIn` gives the language of a chat. */
  reconcile(languageIn: (chatKey: string) => Language): void {
    const { table, session } = this.#parts;
    for (const row of table.sentWith(KEY)) {
      const { key, chatKey: place, messageId } = row;
      const isOwn = key.startsWith(`${KEY}${session}:`);
      if (isOwn || messageId === undefined || table.isFinal(place, messageId)) continue;
      this.#edit(key, place, messageId, say(languageIn(place), "workCutOff"));
    }
  }

  #isOver(chat: ChatAddress, messageId: string, language: Language): void {
    const key = chatKey(chat);
    if (this.#parts.table.isFinal(key, messageId)) return;
    this.#edit(`${KEY}${key}:${messageId}`, key, messageId, say(language, "workOver"));
  }

  #edit(key: string, place: string, messageId: string, text: string): void {
    const message = { text };
    this.#parts.courier.edit({ key: endKey(key), chatKey: place, messageId, message });
  }
}
