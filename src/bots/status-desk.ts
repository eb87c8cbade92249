import type { Clock } from "../base/clock.ts";
import { AppError } from "../base/errors.ts";
import type { Language } from "../base/words.ts";
import type { Actor } from "../engine/action.ts";
import { type ButtonTokens, parseButtonToken } from "../security/button-token.ts";
import type { Person } from "../security/people.ts";
import type { ChatAddress } from "./adapter.ts";
import type { Courier } from "./outbox.ts";
import type { OutboxRow, OutboxTable } from "./outbox-table.ts";
import { buttonIdOf, isGenuineIn } from "./place-button.ts";
import { say, type TextKey, wordsOfText } from "./texts.ts";

/** Work that takes longer than this is shown with a button that stops it. */
const LONG_MS = 2500;

/** What a stop button is bound to, besides the work and the chat. */
const TOKEN_DIGEST = "work";

const KEY = "status:";

/** One piece of work in a chat. */
export interface Work {
  readonly chat: ChatAddress;
  /** The update, decision or due time that it answers. */
  readonly key: string;
  readonly actor: Actor;
  /** True for work that nobody watches: the chat shows nothing of it. */
  readonly isQuiet?: boolean;
}

/** What the status desk is made of. */
export interface StatusDeskParts {
  readonly courier: Courier;
  readonly table: OutboxTable;
  readonly tokens: ButtonTokens;
  readonly clock: Clock;
  /** Names this start of the process: a work that is taken up again is shown again. */
  readonly session: string;
}

/** Work that goes on. */
interface Shown {
  readonly work: Work;
  readonly controller: AbortController;
  readonly startedAtMs: number;
}

/** Tells of work that takes long, as a message with a stop button. The message says so when the work has ended. */
export class StatusDesk {
  readonly #parts: StatusDeskParts;
  readonly #running = new Map<string, Shown>();
  /** What messages say whose work ended before they had left. */
  readonly #ended = new Map<string, string>();

  constructor(parts: StatusDeskParts) {
    this.#parts = parts;
  }

  /** Watches work from its beginning; returns what is to be called at its end. On a terminal the screen itself shows it. */
  begin(work: Work, controller: AbortController): () => void {
    if (work.chat.platform === "console") return () => undefined;
    const { clock, session } = this.#parts;
    const key = `${KEY}${session}:${work.key}`;
    const shown = { work, controller, startedAtMs: clock.now() };
    const over = new AbortController();
    this.#running.set(buttonIdOf(key), shown);
    clock.sleep(LONG_MS, over.signal).then(
      () => this.#post(key, shown),
      () => undefined, // it ended in time
    );
    return () => {
      over.abort();
      this.#running.delete(buttonIdOf(key));
      this.#end(key, shown);
    };
  }

  /** Acts on a stop button; `undefined` when the button is none. Returns the note for the presser, as plain text. */
  press(data: string, person: Person, chat: ChatAddress): string | undefined {
    const token = parseButtonToken(data);
    if (token?.choice !== "s") return undefined;
    const { language } = person;
    const shown = this.#running.get(token.id);
    if (shown === undefined) return say(language, "workOver");
    const { work, controller } = shown;
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
      const isOwn = row.key.startsWith(`${KEY}${session}:`);
      if (isOwn || row.messageId === undefined || table.byKey(endKey(row.key)) !== undefined)
        continue;
      const text = say(languageIn(row.chatKey), "workCutOff");
      this.#edit(row.key, row.chatKey, row.messageId, text);
    }
  }

  #post(key: string, { work }: Shown): void {
    const { language, chatId } = work.actor;
    const data = this.#parts.tokens.sign({ ...factsOf(buttonIdOf(key)), chatKey: chatId });
    const buttons = [[{ label: say(language, "stopWork"), data }]];
    const message = { text: say(language, "workLong"), buttons };
    this.#parts.courier.post({ key, chatKey: chatId, class: "reply", message });
  }

  #end(key: string, { work, controller, startedAtMs }: Shown): void {
    const { table, courier, clock } = this.#parts;
    const row = table.byKey(key);
    if (row === undefined || courier.withdraw(key)) return;
    const text: TextKey = controller.signal.aborted ? "workStopped" : "workDone";
    const seconds = Math.max(1, Math.round((clock.now() - startedAtMs) / 1000));
    const words = say(work.actor.language, text, { seconds });
    const { state, messageId } = table.byKey(key) ?? row;
    if (state === "sent" && messageId !== undefined) this.#edit(key, row.chatKey, messageId, words);
    else this.#ended.set(key, words);
  }

  #edit(key: string, chatKeyOf: string, messageId: string, text: string): void {
    this.#parts.courier.edit({
      key: endKey(key),
      chatKey: chatKeyOf,
      messageId,
      message: { text },
    });
  }
}

function endKey(key: string): string {
  return `edit:${key}:end`;
}

function factsOf(id: string): {
  readonly id: string;
  readonly choice: string;
  readonly digest: string;
} {
  return { id, choice: "s", digest: TOKEN_DIGEST };
}
