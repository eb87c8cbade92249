import { digestOf } from "../../base/digest.ts";
import { LOCAL_PERSON_ID, type People, type Person } from "../../security/access/people.ts";
import type { Approval, Approvals } from "../../security/approvals/approvals.ts";
import type { ForgetFacts } from "../../security/approvals/card-content.ts";
import { INTERACTIVE_LIFETIME_MS } from "../../security/approvals/lifetimes.ts";
import { type Database, inTransaction } from "../../store/database.ts";
import {
  countRows,
  forgetRows,
  namesIn,
  namesOf,
  type PersonScope,
} from "../../store/personal-data.ts";
import type { TableKeeping } from "../../store/retention.ts";
import type { CommandOutcome } from "../commands/command.ts";
import type { Updates } from "../inbox/update-table.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { OutboxRow, OutboxTable } from "../outbox/table.ts";
import { type ChatEvent, chatKey as keyOf } from "../platform/chat-adapter.ts";
import type { KeyedQueue } from "../platform/keyed-queue.ts";
import type { RunningWork } from "../replies/running-work.ts";
import { say, wordsOfText } from "../texts/say.ts";

/** What a person has outside the database. */
export interface PersonalFiles {
  /** Of all files in these chats, in bytes. */
  readonly sizeOf: (chats: readonly string[]) => Promise<number>;
  /** Notes, in the transaction of the caller, that the files of a person must go. */
  readonly condemn: (scope: PersonScope) => void;
  /** Notes, in the transaction of the caller, that what was learned from a person must go. */
  readonly unlearn: (personId: string) => void;
  /** Notes that rows of a person were deleted, so that their bytes must go. */
  readonly soil: () => void;
  /** Deletes what was condemned, and takes deleted bytes out of the database's files. Never rejects: what fails is tried again every night. */
  readonly erase: () => Promise<void>;
}

/** The answer by which the row of a wish to be forgotten remembers it. */
const FORGET_ANSWER = "forget";

/** Erases a person's data at their request, after they confirm with a button. Complete and idempotent. */
export class ErasePerson {
  readonly #parts: ConstructorParameters<typeof ErasePerson>[0];

  constructor(parts: {
    readonly database: Database;
    readonly keeping: readonly TableKeeping[];
    readonly approvals: Approvals;
    readonly people: People;
    readonly updates: Updates;
    readonly table: OutboxTable;
    readonly outbox: Outbox;
    readonly runningWork: RunningWork;
    readonly personalFiles: PersonalFiles;
    readonly chatQueue: KeyedQueue;
    /** Runs of a person in this process are aborted. */
    readonly stopRuns: (personId: string) => void;
    readonly faultPoint: (name: string) => void;
  }) {
    this.#parts = parts;
    parts.outbox.on("sent", (row) => this.#sent(row));
  }

  /** Says what would be deleted and what not, and asks. The same person is asked once at a time. */
  async ask(person: Person, chatKey: string): Promise<CommandOutcome> {
    const { approvals } = this.#parts;
    const { id: personId, language } = person;
    if (this.#isLastOwner(person)) return { text: this.#lastOwnerText(person) };
    const open = approvals.pending({ personId }).find(({ card }) => card.forget !== undefined);
    if (open !== undefined) return { text: "", cards: [open] };
    const forget = await this.#facts(this.scopeOf(personId));
    const options = [{ label: say(language, "forgetAll"), code: FORGET_ANSWER }];
    const approval = approvals.request({
      kind: "proposal",
      personId,
      chatKey,
      digest: digestOf({ forget: personId, facts: { ...forget } }),
      card: { forget, options },
      approver: "requester",
      lifetimeMs: INTERACTIVE_LIFETIME_MS,
    });
    return { text: "", reply: { kind: "proposals", approval } };
  }

  /** Acts on the decision about such a card. Returns what the card says, if it still exists. */
  async carryOut(approval: Approval): Promise<string> {
    const { chatQueue, runningWork, personalFiles, faultPoint, people, stopRuns } = this.#parts;
    const person = people.get(approval.personId);
    if (person === undefined || approval.state !== "answered") return "";
    if (this.#isLastOwner(person)) return this.#lastOwnerText(person);
    const places = await runningWork.stopPerson(person.id, wordsOfText("forgetStops"));
    stopRuns(person.id);
    // What was stopped says so first, and what comes meanwhile waits: it comes from a stranger then.
    const chats = [...places, ...this.scopeOf(person.id).chats];
    await chatQueue.addToAll(chats, async () => this.#forget(person, approval));
    faultPoint("rows-forgotten");
    await personalFiles.erase();
    return "";
  }

  /** The goodbye has left: it was the last that is known of the chat. */
  #sent(row: OutboxRow): void {
    const { table, updates, personalFiles } = this.#parts;
    if (row.kind !== "farewell") return;
    personalFiles.soil();
    table.removeIn(row.chatKey, "farewell");
    updates.dropChat(row.chatKey);
  }

  /** Of what a stranger did without asking to come in, such as a late press of someone who was forgotten, only the number stays. */
  passed(event: ChatEvent): void {
    const { approvals, personalFiles, people, table, updates } = this.#parts;
    const { platform, isPrivate } = event.chat;
    if (people.find({ platform, externalId: event.sender.id }) !== undefined) return;
    updates.keepNumber(event);
    const key = keyOf(event.chat);
    const isAwaited =
      table.openIn(key).length > 0 || approvals.pending().some((open) => open.chatKey === key);
    if (!isPrivate || isAwaited) return;
    updates.dropChat(key);
    personalFiles.soil();
  }

  /** Who a person is in the tables. */
  scopeOf(personId: string): PersonScope {
    const { people, updates } = this.#parts;
    return { personId, accounts: people.accountsOf(personId), chats: updates.chatsOf(personId) };
  }

  #forget(person: Person, approval: Approval): void {
    const { database, personalFiles, keeping, people, table } = this.#parts;
    inTransaction(database, () => {
      const scope = this.scopeOf(person.id);
      const names = namesOf(database, keeping, scope);
      const goodbyes = this.#goodbyes(person, approval);
      forgetRows(database, keeping, scope);
      table.removeAbout((key) => namesIn(key).some((name) => names.has(name)));
      personalFiles.condemn(scope);
      people.forgotten();
      for (const goodbye of goodbyes) goodbye();
    });
  }

  /** Every card of the person that still has buttons gets its last words. They hold nothing of the person, and go when they have left. */
  #goodbyes(person: Person, approval: Approval): readonly (() => void)[] {
    const { approvals, outbox, people, table, updates } = this.#parts;
    const pending = approvals.pending({ personId: person.id });
    return [approval, ...pending].flatMap(({ id }) =>
      table.sentOf("card", id).flatMap(({ chatKey, messageId }) => {
        const address = updates.address(chatKey);
        if (address === undefined || messageId === undefined) return [];
        const reader = people.get(updates.personIn(chatKey) ?? person.id) ?? person;
        const text = say(reader.language, id === approval.id ? "forgetDone" : "cardWithdrawn");
        return [
          () => {
            if (updates.address(chatKey) === undefined) updates.keepAddress(address);
            const key = `edit:farewell:${id}:${messageId}`;
            outbox.edit({ key, chatKey, messageId, kind: "farewell", message: { text } });
          },
        ];
      }),
    );
  }

  /** The local owner is not counted: nobody in a chat can reach them. */
  #isLastOwner(person: Person): boolean {
    if (person.role !== "owner" || person.id === LOCAL_PERSON_ID) return false;
    return this.#parts.people
      .owners()
      .every((owner) => owner.id === person.id || owner.id === LOCAL_PERSON_ID);
  }

  #lastOwnerText({ language }: Person): string {
    return say(language, "forgetLastOwner");
  }

  async #facts(scope: PersonScope): Promise<ForgetFacts> {
    const { database, keeping, personalFiles } = this.#parts;
    const rows = countRows(database, keeping, scope);
    const count = (table: string): number => rows[table] ?? 0;
    return {
      messages: count("updates"),
      runs: count("runs"),
      schedules: count("schedules"),
      workflows: count("workflows"),
      todos: count("todos"),
      memories: count("memories"),
      fileBytes: await personalFiles.sizeOf(scope.chats),
    };
  }
}
