import type { ModelFor, Payer } from "../agent/models/budget.ts";
import { type ModelRequest, textOfMessage } from "../agent/models/model-client.ts";
import { isServiceEnd } from "../base/errors.ts";
import type { Updates } from "../bots/inbox/update-table.ts";
import type { Outbox } from "../bots/outbox/outbox.ts";
import { type QuietParts, untilQuietEnds } from "../bots/outbox/quiet-hours.ts";
import { reminderOf } from "../bots/schedules/reminder.ts";
import type { ReadyCall } from "../engine/execute/action-types.ts";
import type { Contacts } from "../nodes/contacts-port.ts";
import type { OutboxPort, ProgramMessage } from "../nodes/outbox-port.ts";
import type { Words } from "../nodes/system/text/port.ts";
import type { Schedules } from "../scheduler/ledger/schedules.ts";
import { type Account, LOCAL_PERSON_ID, type People } from "../security/access/people.ts";

/** How long a program waits to learn that its message has left. */
const DISPATCH_WAIT_MS = 10_000;

/** People whom an owner let in, and where they are reached. */
export function contactsOf(people: People, updates: Updates): Contacts {
  return {
    list: () =>
      people
        .all()
        .filter((person) => person.id !== LOCAL_PERSON_ID && person.role !== "guest")
        .map((person) => {
          const [chatKey] = updates.chatsOf(person.id);
          return {
            personId: person.id,
            name: person.name,
            platforms: people.platformsOf(person.id),
            about: aboutOf(people.accountsOf(person.id)[0]),
            ...(chatKey === undefined ? {} : { chatKey }),
          };
        }),
  };
}

function aboutOf(account: Account | undefined): string {
  if (account === undefined) return "";
  const user = account.username === undefined ? "" : `@${account.username} `;
  return `${user}…${account.externalId.slice(-4)}`;
}

/** Until when a message of a program is held; `undefined` where it leaves at once. */
export type HeldUntil = (message: ProgramMessage) => number | undefined;

/** Holds what a schedule sends, while whom it goes to is not to be disturbed. */
export function holdScheduled(
  stores: QuietParts & { readonly schedules: Pick<Schedules, "jobOf" | "byId"> },
): HeldUntil {
  return ({ chatKey, effectKey, isUrgent }) => {
    const id = isUrgent ? undefined : stores.schedules.jobOf(effectKey);
    const schedule = id === undefined ? undefined : stores.schedules.byId(id);
    return schedule === undefined ? undefined : untilQuietEnds(stores, schedule, chatKey);
  };
}

/** A call that stands in the program of a due time itself, not in one that it runs. */
const OWN_CALL = /^occurrence:[^/]+(?:\/again\d+)?\/[^/]+$/;

/** True for a call of a schedule that is a reminder: what it says is brought as the result of its due time. */
export function isReminderCall(
  schedules: Pick<Schedules, "jobOf" | "byId">,
  effectKey: string,
): boolean {
  const id = OWN_CALL.test(effectKey) ? schedules.jobOf(effectKey) : undefined;
  const schedule = id === undefined ? undefined : schedules.byId(id);
  return schedule !== undefined && reminderOf(schedule) !== undefined;
}

/** The programs' way to the outbox: it waits a little for the platform's own answer, and not for what is held. */
export function outboxOf(
  outbox: Outbox,
  heldUntilOf: HeldUntil,
  isBroughtWithDueTime: OutboxPort["isBroughtWithDueTime"],
): OutboxPort {
  return {
    isBroughtWithDueTime,
    async send(message, signal) {
      signal.throwIfAborted();
      const withdraw = (): void => {
        if (!isServiceEnd(signal.reason)) outbox.withdraw(message.key);
      };
      const untilMs = heldUntilOf(message);
      outbox.postForProgram({
        key: message.key,
        chatKey: message.chatKey,
        class: "reply",
        message: { text: message.text },
        ...(untilMs === undefined ? {} : { heldUntilMs: untilMs }),
      });
      if (untilMs !== undefined) return { state: "held", untilMs };
      signal.addEventListener("abort", withdraw, { once: true });
      const delivery = await outbox
        .settled(message.key, DISPATCH_WAIT_MS)
        .finally(() => signal.removeEventListener("abort", withdraw));
      if (delivery === undefined) return { state: "queued" };
      if (delivery.state === "sent") return { state: "delivered", messageId: delivery.messageId };
      return { state: "failed", reason: delivery.problem };
    },
  };
}

/** The fast model for words inside a program: one question, no tools, no history, paid for by the person and the scheduled job whose program it is. */
export function wordsOf(modelFor: ModelFor, schedules: Pick<Schedules, "jobOf">): Words {
  return {
    async complete({ instruction, text, language, call }, signal) {
      const model = modelFor(payerOf(call, schedules), "fast");
      const tongue = language === "ko" ? "Korean" : "English";
      const request: ModelRequest = {
        system: `${instruction}\nAnswer in ${tongue}, with the result alone.`,
        messages: [{ role: "user", content: [{ type: "text", text }] }],
        tools: [],
      };
      return textOfMessage(await model.send(request, signal));
    },
  };
}

/** Who pays for a model that a program asks: its person, and the scheduled job that it belongs to. */
export function payerOf(
  { actor, effectKey }: Pick<ReadyCall, "actor" | "effectKey">,
  schedules: Pick<Schedules, "jobOf">,
): Payer {
  const { personId, chatId: chatKey, zone } = actor;
  const scheduleId = schedules.jobOf(effectKey);
  return { personId, chatKey, zone, ...(scheduleId === undefined ? {} : { scheduleId }) };
}
