import type { Runs } from "../../runs/run-table.ts";
import type { Schedule } from "../../scheduler/ledger/schedule-table.ts";
import type { Schedules } from "../../scheduler/ledger/schedules.ts";
import type { Person } from "../../security/access/people.ts";
import type { Approval, Approvals } from "../../security/approvals/approvals.ts";
import type { Rights } from "../../security/approvals/rights.ts";
import { type Database, inTransaction } from "../../store/database.ts";
import type { Updates } from "../inbox/update-table.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import type { Outbox } from "../outbox/outbox.ts";
import { say } from "../texts/say.ts";

/** Removes a person's access: stops everything that runs for them and notifies them. */
export class PersonRemoval {
  readonly #parts: ConstructorParameters<typeof PersonRemoval>[0];

  constructor(parts: {
    readonly database: Database;
    readonly approvals: Approvals;
    readonly rights: Rights;
    readonly runs: Runs;
    readonly schedules: Schedules;
    /** Ends the due time that a run belongs to. */
    readonly settleRun: (
      runId: string,
      result: { readonly kind: "denied"; readonly message: string; readonly runId: string },
    ) => void;
    readonly outbox: Outbox;
    readonly updates: Updates;
    /** Aborts a run that is running here. */
    readonly stopRun: (runId: string, reason: string) => void;
  }) {
    this.#parts = parts;
  }

  /** Makes a person a guest: their grants and open approvals end, their schedules and runs stop. Returns what the owner is told, as plain text. */
  putOut(person: Person, by: { readonly owner: Person; readonly origin: string }): string {
    const { database, runs } = this.#parts;
    const { language } = by.owner;
    const ended = inTransaction(database, () => this.#end(person, by));
    if (ended === "last-owner") return say(language, "roleLastOwner");
    if (typeof ended === "string") return say(language, "roleStale");
    const reason = say(person.language, "putOutReason");
    for (const run of runs.running())
      if (run.personId === person.id) this.#parts.stopRun(run.id, reason);
    const counts = { approvals: ended.approvals.length, schedules: ended.schedules.length };
    return say(language, "putOutDone", { name: person.name, ...counts });
  }

  #end(person: Person, { owner, origin }: { readonly owner: Person; readonly origin: string }) {
    const { rights, approvals, schedules } = this.#parts;
    const { id: personId, role: from } = person;
    const result = rights.narrow({ personId, from, to: "guest", by: owner.id });
    if (result !== "changed") return result;
    const cancelled = approvals.cancelPerson(personId);
    for (const approval of cancelled) this.#cancel(approval, person);
    const stopped = schedules
      .list(personId)
      .filter(({ state }) => state === "active")
      .map(({ id }) => schedules.disable(id, personId));
    this.#tell(person, stopped, origin);
    return { approvals: cancelled, schedules: stopped };
  }

  /** The run that waited has ended, and so has its due time if it was one. */
  #cancel(approval: Approval, person: Person): void {
    const { runs, settleRun } = this.#parts;
    const { runId } = approval;
    const message = say(person.language, "putOutReason");
    if (runId !== undefined) {
      runs.end(runId, "denied", { message });
      settleRun(runId, { kind: "denied", message, runId });
    }
  }

  #tell({ id, language }: Person, stopped: readonly Schedule[], origin: string): void {
    const { outbox, updates } = this.#parts;
    const [chatKey] = updates.chatsOf(id);
    if (chatKey === undefined) return;
    const names = stopped.map(({ name }) => escapeMarkup(name)).join(", ");
    const lines = [
      say(language, "putOutTold"),
      ...(names === "" ? [] : [say(language, "putOutSchedules", { names })]),
    ];
    const message = { text: lines.join("\n") };
    outbox.post({ key: `put-out:${origin}`, chatKey, class: "reply", message });
  }
}
