import { shortTime } from "../../base/format-time.ts";
import type { Person } from "../../security/access/people.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import { blockedMark, type Marks, unreachedMark } from "../../store/marks.ts";
import { suggestionButtons } from "../approvals/suggestion-button.ts";
import { escapeMarkup, timeMark } from "../markup/parse-markup.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { OutboxRow, OutboxTable } from "../outbox/table.ts";
import type { DeliveryProblem, OutgoingMessage } from "../platform/chat-adapter.ts";
import { platformName } from "../platform/platform-names.ts";
import { say } from "../texts/say.ts";

/** Somebody whose schedules write to a group. */
export interface Scheduler {
  readonly person: Pick<Person, "id" | "language">;
  /** The names of those schedules. */
  readonly names: readonly string[];
  /** Their own chat. */
  readonly privateChat: string;
}

/** Something that was to come at a time. */
export interface Due {
  readonly name: string;
  readonly dueMs: number;
}

/** What is named of all that did not come. */
const MOST_NAMED = 3;

/**
 * Tells a chat that can be written to again, because someone blocks the bot no longer, that scheduled messages did not come meanwhile; and
 * those whose schedules write to a group that is out of reach, in private.
 */
export class UnreachableChatNotice {
  readonly #parts: ConstructorParameters<typeof UnreachableChatNotice>[0];

  constructor(parts: {
    readonly outbox: Pick<Outbox, "on" | "post">;
    readonly table: Pick<OutboxTable, "byId" | "byKey" | "lost">;
    readonly tokens: ButtonTokens;
    /** What a message of a schedule brought. */
    readonly dueOf: (occurrenceId: string) => Due | undefined;
    readonly marks: Marks;
    readonly now: () => number;
    /** Who reads along in a chat: their language and zone are used. */
    readonly readerOf: (chatKey: string) => Pick<Person, "language" | "zone">;
    /** Whose schedules write to a group; nobody for a private chat. */
    readonly schedulersIn: (chatKey: string) => readonly Scheduler[];
  }) {
    this.#parts = parts;
    parts.outbox.on("sent", (row) => this.#sent(row));
    parts.outbox.on("failed", (row, reason) => this.#failed(row, reason));
  }

  /** Notes when the first scheduled message did not arrive, and is not tried again; `reason` is what the platform said. */
  #failed(row: OutboxRow, reason: DeliveryProblem | undefined): void {
    const { dueOf, marks, now } = this.#parts;
    if (reason === "gone") marks.set(blockedMark(row.chatKey), now());
    if (row.class !== "briefing") return;
    const sinceMs = dueOf(row.subject ?? "")?.dueMs ?? now();
    const isFirst = marks.setOnce(unreachedMark(row.chatKey), sinceMs);
    if (isFirst && reason === "gone") this.#tellSchedulers(row);
  }

  #tellSchedulers({ id, chatKey, platform }: OutboxRow): void {
    const { outbox, now, schedulersIn, table } = this.#parts;
    const problem = table.byId(id)?.problem;
    for (const { person, names, privateChat } of schedulersIn(chatKey)) {
      const { language } = person;
      const text = say(language, "groupUnreached", {
        platform: platformName(platform, language),
        problem: escapeMarkup(problem?.[language] ?? ""),
        names: names.map((name) => `“${escapeMarkup(name)}”`).join(", "),
      });
      const key = `group-unreached:${chatKey}:${now()}:${person.id}`;
      outbox.post({ key, chatKey: privateChat, class: "reply", message: { text } });
    }
  }

  /** A message arrived: the chat is told once what did not. */
  #sent({ class: kind, chatKey }: OutboxRow): void {
    if (kind !== "edit") this.isBack(chatKey);
  }

  /** A chat can be written to again: it counts as blocked no more, and is told, once, what did not arrive. */
  isBack(chatKey: string): void {
    const { outbox, marks } = this.#parts;
    marks.clear(blockedMark(chatKey));
    const sinceMs = marks.get(unreachedMark(chatKey));
    if (sinceMs === undefined) return;
    marks.clear(unreachedMark(chatKey));
    const key = `unreached:${chatKey}:${sinceMs}`;
    outbox.post({ key, chatKey, class: "reply", message: this.#lost(chatKey, sinceMs) });
  }

  /** What did not come since a time, by its names where they are known. */
  #lost(chatKey: string, sinceMs: number): OutgoingMessage {
    const { now, readerOf, tokens } = this.#parts;
    const reader = readerOf(chatKey);
    const { language } = reader;
    const dues = this.#duesLost(chatKey, sinceMs);
    const [first] = dues;
    const atMs = first?.dueMs ?? sinceMs;
    const time = timeMark(shortTime(atMs, reader, now()), atMs);
    const named = dues.slice(0, MOST_NAMED).map(({ name }) => `**${escapeMarkup(name)}**`);
    const names = [...named, ...(dues.length > MOST_NAMED ? ["…"] : [])].join(", ");
    const facts = { time, names, count: dues.length, name: escapeMarkup(first?.name ?? "") };
    const words = dues.length > 1 ? "unreachedMany" : "unreachedOne";
    const button = { label: say(language, "allReminders"), says: say(language, "showReminders") };
    return {
      text: say(language, first === undefined ? "unreached" : words, facts),
      buttons: suggestionButtons(tokens, [button], chatKey),
    };
  }

  #duesLost(chatKey: string, sinceMs: number): readonly Due[] {
    const { dueOf, table } = this.#parts;
    const rows = table.lost("briefing", chatKey).flatMap(({ key }) => table.byKey(key) ?? []);
    const ids = new Set(rows.flatMap(({ subject }) => subject ?? []));
    return [...ids].flatMap((id) => dueOf(id) ?? []).filter(({ dueMs }) => dueMs >= sinceMs);
  }
}
