import { type Language, oneLine } from "../../base/localized.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { OutboxRow, OutboxTable } from "../outbox/table.ts";
import type { DeliveryProblem } from "../platform/chat-adapter.ts";
import { say } from "../texts/say.ts";

/** Longest list of names in such a word, in characters. */
const LONGEST_NAMES = 300;

/** What the unsent desk is made of. */
export interface FailedDeliveryNoticeParts {
  readonly outbox: Pick<Outbox, "post">;
  readonly table: Pick<OutboxTable, "byId">;
  readonly languageIn: (chatKey: string) => Language;
}

/** Tells a chat of files that its platform did not take, such as one that is too large: nobody waits for what never comes. */
export class FailedDeliveryNotice {
  readonly #parts: FailedDeliveryNoticeParts;

  constructor(parts: FailedDeliveryNoticeParts) {
    this.#parts = parts;
  }

  /** A message is not tried again; `reason` is what its platform said. Where nothing can be written any more, nothing is. */
  undelivered({ id, key, chatKey, message }: OutboxRow, reason: DeliveryProblem | undefined): void {
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
