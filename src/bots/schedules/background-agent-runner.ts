import type { Colleagues } from "../../agent/delegation/delegate.ts";
import type { Delegation, DelegationTable } from "../../agent/delegation/delegation-table.ts";
import type { Report } from "../../agent/turn/assistant.ts";
import { isAbort, messageOf } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { Actor } from "../../engine/execute/action-types.ts";
import type { Updates } from "../inbox/update-table.ts";
import type { Admission } from "../people/admission.ts";
import type { ReplySender } from "../replies/reply-sender.ts";
import type { RunningWork } from "../replies/running-work.ts";
import { say } from "../texts/say.ts";

/** Runs delegations that no run waits for, and posts each answer to its chat exactly once. */
export class BackgroundAgentRunner {
  readonly #parts: ConstructorParameters<typeof BackgroundAgentRunner>[0];
  readonly #work = new Set<Promise<void>>();

  constructor(parts: {
    readonly colleagues: Pick<Colleagues, "report" | "tell">;
    readonly delegations: DelegationTable;
    readonly updates: Updates;
    readonly admission: Admission;
    readonly runningWork: RunningWork;
    readonly replies: ReplySender;
    readonly log: Log;
    readonly faultPoint: (name: string) => void;
  }) {
    this.#parts = parts;
  }

  /** Takes up what a dead process left, and takes work from now on. For the process that holds HOME: what is begun here goes on after a restart. */
  start(): void {
    this.#parts.delegations.on("handed", (id) => this.begin(id));
    for (const delegation of this.#parts.delegations.unreported()) this.begin(delegation.id);
  }

  /** Starts answering a delegation in the background. */
  begin(delegationId: string): void {
    const delegation = this.#parts.delegations.get(delegationId);
    if (delegation === undefined || delegation.state === "reported") return;
    const work = this.#answer(delegation).catch((error: unknown) => {
      const facts = { subject: delegationId, problem: messageOf(error) };
      if (!this.#parts.runningWork.isEnding)
        this.#parts.log.error(
          facts,
          "A delegation could not be ended; it is taken up at the next start.",
        );
    });
    this.#work.add(work);
    void work.finally(() => this.#work.delete(work));
  }

  /** Enqueues a report and adds it to the conversation that asked; the chat and its model get each exactly once. */
  deliver(actor: Actor, report: Report): void {
    this.#parts.replies.reply(delegationKey(report), actor, report);
    this.#parts.faultPoint("delegation-posted");
    if (report.outcome !== undefined) this.#close(report.delegationId);
  }

  #close(delegationId: string): void {
    const { colleagues, delegations, faultPoint } = this.#parts;
    colleagues.tell(delegationId);
    faultPoint("delegation-told");
    delegations.reported(delegationId);
  }

  /** Resolves when nothing begun here is being worked on. */
  async drained(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
  }

  async #answer(delegation: Delegation): Promise<void> {
    const { runningWork, colleagues, admission, delegations, replies, updates } = this.#parts;
    const person = admission.person(delegation.personId);
    if (person === undefined || person.role === "guest") {
      delegations.end(delegation.id, NOBODY);
      delegations.reported(delegation.id);
      return;
    }
    const actor = admission.actor(person, delegation.chatKey);
    const chat = updates.address(delegation.chatKey);
    const key = `errand:${delegation.id}`;
    try {
      const drawn = async (signal: AbortSignal): Promise<Report> => {
        const report = await colleagues.report(delegation.id, { actor, signal });
        await replies.draw(delegationKey(report), actor, report, signal);
        return report;
      };
      const report =
        chat === undefined
          ? await drawn(new AbortController().signal)
          : await runningWork.run({ chat, key, actor, isQuiet: true }, drawn);
      this.deliver(actor, report);
    } catch (error) {
      if (!isAbort(error) || runningWork.isEnding) throw error;
      this.#stopped(delegation, actor);
    }
  }

  #stopped(delegation: Delegation, actor: Actor): void {
    const { delegations, replies } = this.#parts;
    const message = say(actor.language, "delegationStopped");
    delegations.end(delegation.id, {
      ok: false,
      failure: { code: "stopped", message, retryable: false },
    });
    replies.answer(`errand:${delegation.id}`, actor.chatId, { text: message });
    this.#close(delegation.id);
  }
}

/** The outbox key of a report. */
export function delegationKey({ delegationId }: Pick<Report, "delegationId">): string {
  return `errand:${delegationId}`;
}

/** The person it was for is not admitted any more. */
const NOBODY = {
  ok: false,
  failure: { code: "denied", message: "The person is no longer admitted.", retryable: false },
} as const;
