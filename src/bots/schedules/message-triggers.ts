import type { Clock } from "../../base/clock.ts";
import type { Firings } from "../../scheduler/ledger/fire-event.ts";
import type { Schedule } from "../../scheduler/ledger/schedule-table.ts";
import type { MessageTrigger } from "../../scheduler/timing/timing-kinds.ts";
import { commandIn } from "../commands/parse-command.ts";
import type { Updates } from "../inbox/update-table.ts";
import { type ChatEvent, chatKey } from "../platform/chat-adapter.ts";

type MessageEvent = Extract<ChatEvent, { kind: "message" }>;

/** Longest text of a message that a schedule is given, in UTF-16 units. */
const MAX_TEXT = 64_000;

/** Fires the schedules that wait for messages. */
export class MessageTriggers {
  readonly #parts: ConstructorParameters<typeof MessageTriggers>[0];

  constructor(parts: {
    readonly schedules: Firings;
    readonly updates: Pick<Updates, "personIn">;
    readonly clock: Clock;
  }) {
    this.#parts = parts;
  }

  /** Sets off what a message sets off, each schedule once, also where the same message comes again. Commands set nothing off. */
  message(event: MessageEvent): void {
    const { schedules } = this.#parts;
    if (commandIn(event) !== undefined) return;
    for (const schedule of schedules.listening("message"))
      if (schedule.timing.kind === "message" && this.#matches(event, schedule, schedule.timing))
        schedules.fire(schedule.id, firingOf(event, this.#parts.clock.now()));
  }

  /** A schedule sees its own chat; with a channel, the private chats of its person there. Nobody else's messages ever reach it. */
  #matches(event: MessageEvent, schedule: Schedule, trigger: MessageTrigger): boolean {
    const { chat, sender, text } = event;
    const key = chatKey(chat);
    const isSeen =
      trigger.channel === undefined
        ? key === schedule.chatId
        : chat.platform === trigger.channel &&
          this.#parts.updates.personIn(key) === schedule.personId;
    if (!isSeen) return false;
    const from = trigger.from === undefined ? undefined : folded(trigger.from);
    const isFrom = from === undefined || from === folded(sender.name) || from === folded(sender.id);
    return isFrom && folded(text).includes(folded(trigger.keyword ?? ""));
  }
}

function firingOf(event: MessageEvent, nowMs: number) {
  const { chat, sender, text, updateId, sentAtMs } = event;
  return {
    key: `message:${chat.platform}:${updateId}`,
    // A platform whose clock is ahead must not put it into the future.
    atMs: Math.min(sentAtMs, nowMs),
    input: {
      kind: "message",
      text: text.slice(0, MAX_TEXT),
      from: sender.name,
      from_id: sender.id,
      channel: chat.platform,
      at: new Date(sentAtMs).toISOString(),
    },
  };
}

function folded(text: string): string {
  return text.normalize("NFC").trim().toLowerCase();
}
