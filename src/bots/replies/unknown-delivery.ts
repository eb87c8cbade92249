import { type Language, oneLine } from "../../base/localized.ts";
import { BUTTON_KINDS } from "../../security/approvals/button-kinds.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import { type ButtonHandler, buttonIdOf, homeOf } from "../approvals/signed-button.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import { messageWords } from "../outbox/message-parts.ts";
import type { Outbox } from "../outbox/outbox.ts";
import { type OutboxRow, type OutboxTable, wholeKey } from "../outbox/table.ts";
import type { DeliveryProblem } from "../platform/chat-adapter.ts";
import { say } from "../texts/say.ts";

/** What the button of such a note is bound to, besides the message and the chat. */
const TOKEN_DIGEST = "unsure";

/** Longest piece of the message that the note quotes, in UTF-16 units. */
const HEAD_LENGTH = 120;

/** Tells of answers and briefings of which nobody knows whether they arrived: they are never repeated unasked, and never said to have come. What a program sends is the program's to ask about. */
export class UnknownDeliveryNotice {
  readonly #parts: ConstructorParameters<typeof UnknownDeliveryNotice>[0];

  constructor(parts: {
    readonly outbox: Outbox;
    readonly table: OutboxTable;
    readonly tokens: ButtonTokens;
    readonly languageIn: (chatKey: string) => Language;
  }) {
    this.#parts = parts;
    parts.outbox.on("unknown", (row) => this.#unknown(row));
  }

  /** A message was sent and no answer came. An answer and a briefing get a note with a button that sends it again; a note gets none. */
  #unknown(row: OutboxRow): void {
    if (!isAskedAbout(row)) return;
    const key = wholeKey(row.key);
    const language = this.#parts.languageIn(row.chatKey);
    const [firstLine = ""] = messageWords((this.#parts.table.byKey(key) ?? row).message).split(
      "\n",
    );
    const text = say(language, "unsureArrived", { head: firstLine.slice(0, HEAD_LENGTH) });
    const data = this.#parts.tokens.sign({ ...factsOf(key), chatKey: row.chatKey });
    this.#parts.outbox.post({
      key: `unsure:${key}`,
      chatKey: row.chatKey,
      class: row.class,
      kind: "unknown-note",
      subject: key,
      message: { text, buttons: [[{ label: say(language, "sendAgain"), data }]] },
    });
  }

  /** Notes that did not arrive themselves leave again: those of one chat, or of all chats of a platform. What stands in the outbox is what is not told yet. */
  tellAgain(place: string): void {
    const { outbox, table } = this.#parts;
    for (const note of table.lost("unknown-note", place)) outbox.sendAnew(note);
  }

  /** The button that sends again, once. */
  readonly buttons: readonly ButtonHandler[] = [
    {
      kinds: [BUTTON_KINDS.sendAgain],
      subjectsOf: ({ event: { chat }, person: { language } }) =>
        this.#parts.table.sentOf("unknown-note").map(({ chatKey, subject = "" }) => ({
          id: buttonIdOf(subject),
          digest: TOKEN_DIGEST,
          homes: homeOf(chat, chatKey),
          run: () => say(language, this.#sendAgain(subject) ? "sentAgain" : "pressGone"),
        })),
      refusal: ({ person }) => say(person.language, "pressBroken"),
    },
  ];

  /** False when it was sent again before. */
  #sendAgain(key: string): boolean {
    const { table, outbox } = this.#parts;
    if (table.byKey(againKey(key)) !== undefined) return false;
    table.inTransaction(() => {
      for (const {
        key: partKey,
        chatKey,
        class: messageClass,
        kind,
        subject,
        message,
      } of table.partsOf(key))
        outbox.post({
          key: againKey(partKey),
          chatKey,
          class: messageClass,
          kind,
          ...(subject === undefined ? {} : { subject }),
          message,
        });
    });
    return true;
  }
}

/** True for a briefing, and for what answers somebody. */
function isAskedAbout({ class: messageClass, kind }: OutboxRow): boolean {
  if (kind === "unknown-note") return false;
  return messageClass === "briefing" || (messageClass === "reply" && kind === "reply");
}

/** The key under which a message is sent again after nobody knew whether it had arrived. */
function againKey(key: string): string {
  return `again:${key}`;
}

function factsOf(key: string): {
  readonly id: string;
  readonly choice: string;
  readonly digest: string;
} {
  return { id: buttonIdOf(key), choice: BUTTON_KINDS.sendAgain, digest: TOKEN_DIGEST };
}

/** Longest list of names in such a word, in characters. */
const LONGEST_NAMES = 300;

/** Notifies a chat of files that its platform refused, such as one that is too large. */
export class FailedDeliveryNotice {
  readonly #parts: ConstructorParameters<typeof FailedDeliveryNotice>[0];

  constructor(parts: {
    readonly outbox: Pick<Outbox, "on" | "post">;
    readonly table: Pick<OutboxTable, "byId">;
    readonly languageIn: (chatKey: string) => Language;
  }) {
    this.#parts = parts;
    parts.outbox.on("failed", (row, reason) => this.#failed(row, reason));
  }

  /** A message is not tried again; `reason` is what its platform said. Where nothing can be written any more, nothing is. */
  #failed({ id, key, chatKey, message }: OutboxRow, reason: DeliveryProblem | undefined): void {
    const { files = [] } = message;
    if (files.length === 0 || reason !== "refused") return;
    const { outbox, languageIn, table } = this.#parts;
    const language = languageIn(chatKey);
    const names = oneLine(files.map(({ name }) => name).join(", "), LONGEST_NAMES);
    const problem = table.byId(id)?.problem?.[language] ?? "";
    const facts = { names: escapeMarkup(names), problem: escapeMarkup(problem) };
    const text = say(language, "filesUnsent", facts);
    outbox.post({ key: `unsent:${key}`, chatKey, class: "reply", message: { text } });
  }
}
