import type { People, Person } from "../../security/access/people.ts";
import type { Updates } from "../inbox/update-table.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import { messageWords } from "../outbox/message-parts.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { OutboxRow, OutboxTable } from "../outbox/table.ts";
import type { DeliveryProblem } from "../platform/chat-adapter.ts";
import { say } from "../texts/say.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Reports in private that the bot lacks a permission in a group: the person who asked gets the answer, and owners learn what to allow, at most once a day. */
export class MissingPermissionNotice {
  readonly #parts: ConstructorParameters<typeof MissingPermissionNotice>[0];

  constructor(parts: {
    readonly outbox: Pick<Outbox, "on" | "post" | "mayReach">;
    readonly table: Pick<OutboxTable, "byId">;
    readonly people: Pick<People, "find" | "owners">;
    readonly updates: Pick<Updates, "address" | "chatsOf" | "latestSender" | "senderBehind">;
    readonly now: () => number;
  }) {
    this.#parts = parts;
    parts.outbox.on("sent", (row) => this.#sent(row));
    parts.outbox.on("failed", (row, reason) => this.#failed(row, reason));
  }

  /** A message left without what the bot may not send there. */
  #sent({ chatKey, message }: OutboxRow): void {
    const lacks = message.inForm?.lacks;
    if (lacks === undefined) return;
    const facts = { permission: lacks.permission, place: escapeMarkup(lacks.place) };
    for (const owner of this.#parts.people.owners()) {
      const text = say(owner.language, "lacksForm", facts);
      this.#tell(owner, this.#dailyKey(`${chatKey}:${lacks.permission}`, owner), text);
    }
  }

  /** A message is not tried again since nothing can be written there. */
  #failed(row: OutboxRow, reason: DeliveryProblem | undefined): void {
    const { people, table, updates } = this.#parts;
    const address = updates.address(row.chatKey);
    const isTold = row.class === "reply" || row.class === "card";
    if (reason !== "gone" || !isTold || address === undefined || address.isPrivate) return;
    const problem = table.byId(row.id)?.problem;
    const sender = updates.senderBehind(row.key) ?? updates.latestSender(row.chatKey);
    const { platform } = address;
    const asker = sender && people.find({ platform, externalId: sender.id });
    const wordsTo = ({ language }: Person): string =>
      say(language, "lacksWrite", { problem: escapeMarkup(problem?.[language] ?? "") });
    if (asker !== undefined && asker.role !== "guest" && row.class === "reply")
      this.#tell(asker, `lacks:${row.key}`, `${wordsTo(asker)}\n\n${messageWords(row.message)}`);
    for (const owner of people.owners())
      if (owner.id !== asker?.id || row.class === "card")
        this.#tell(owner, this.#dailyKey(row.chatKey, owner), wordsTo(owner));
  }

  #dailyKey(subject: string, { id }: Person): string {
    return `lacks:${subject}:${id}:${Math.floor(this.#parts.now() / DAY_MS)}`;
  }

  #tell({ id }: Person, key: string, text: string): void {
    const { outbox, updates } = this.#parts;
    const chatKey = updates.chatsOf(id).find((chat) => outbox.mayReach(chat));
    if (chatKey !== undefined) outbox.post({ key, chatKey, class: "reply", message: { text } });
  }
}
