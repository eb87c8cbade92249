import type { RunResult } from "../agent/run-result.ts";
import { dayAndTime } from "../base/moments.ts";
import type { Schedule } from "../scheduler/schedule-table.ts";
import type { Schedules } from "../scheduler/schedules.ts";
import type { Person } from "../security/people.ts";
import { isSilent } from "./briefing-end.ts";
import { type BriefingMemoryParts, rememberBriefing } from "./briefing-memory.ts";
import { BRIEFING_KEY, type Digest, occurrencesOf } from "./digest.ts";
import { entryMessage } from "./entry-message.ts";
import { escapeMarkup } from "./markup.ts";
import type { MissedNews } from "./missed-news.ts";
import type { Courier } from "./outbox.ts";
import type { OutboxRow } from "./outbox-table.ts";
import { holdingOf, type QuietParts } from "./quiet.ts";
import { markdownOf, wordResult } from "./replies.ts";
import type { ScheduleButtons } from "./schedule-buttons.ts";
import type { SheetDesk } from "./sheet-desk.ts";
import { say } from "./texts.ts";
import { firstKey } from "./unsure-desk.ts";

/** What briefings are brought with. */
export interface BriefingDeliveryParts extends QuietParts, BriefingMemoryParts {
  readonly schedules: Pick<Schedules, "occurrence" | "byId" | "deliveredAs">;
  readonly courier: Pick<Courier, "post" | "hasArrived" | "wordsOf" | "sentWith">;
  readonly buttons: Pick<ScheduleButtons, "ofBriefing">;
  readonly news: Pick<MissedNews, "settle">;
  readonly digest: Pick<Digest, "post">;
  readonly sheets: Pick<SheetDesk, "page" | "draw" | "filesOf">;
}

/** Which due time a briefing is of, and how it is brought. */
export interface BriefingDue {
  readonly id: string;
  /** Someone waits for it: it comes alone, and keeps to no quiet hours. */
  readonly isAwaited: boolean;
  /** When it was due, where it comes late (Unix ms). */
  readonly lateSinceMs?: number;
}

/** Brings what comes of due times to their chats, and notes what has arrived. */
export class BriefingDelivery {
  readonly #parts: BriefingDeliveryParts;

  constructor(parts: BriefingDeliveryParts) {
    this.#parts = parts;
  }

  /** Draws the pictures that the briefing of a due time will bring; never rejects. */
  draw(id: string, chatId: string, result: RunResult, signal: AbortSignal): Promise<void> {
    const markdown = markdownOf({ kind: "run", result });
    return this.#parts.sheets.draw(`${BRIEFING_KEY}${id}`, chatId, markdown, signal);
  }

  /** Puts what came of a due time on its way: its tables and pictures, then its words with the buttons; nothing of a result that has nothing to tell. */
  deliver(schedule: Schedule, person: Person, due: BriefingDue, result: RunResult): void {
    if (isSilent(result)) return;
    const { sheets, courier, digest, buttons } = this.#parts;
    const { language } = person;
    const { chatId } = schedule;
    const key = `${BRIEFING_KEY}${due.id}`;
    const wording = wordResult(result, language, sheets.page(key, { chatId, language }));
    const text = briefingText(schedule, person, due, { result, words: wording.text });
    const held = due.isAwaited ? {} : holdingOf(this.#parts, schedule);
    const post = { chatKey: chatId, class: "briefing" } as const;
    const files = sheets.filesOf(key, chatId, wording);
    if (files.length > 0)
      courier.post({ key: `${key}:files`, ...post, message: { text: "", files }, ...held });
    if (!due.isAwaited) {
      digest.post(schedule, person, { id: due.id, text, heldUntilMs: held.heldUntilMs });
      return;
    }
    const message = { text, buttons: buttons.ofBriefing(schedule, language) };
    courier.post({ key, ...post, message });
  }

  /** Tells of the calendar entry that is due; gives what it said, `undefined` where nobody wanted to be told. */
  remind(
    {
      id,
      schedule,
      dueMs,
    }: { readonly id: string; readonly schedule: Schedule; readonly dueMs: number },
    person: Person,
  ): string | undefined {
    const text = entryMessage(schedule, dueMs, person);
    if (text === undefined) return undefined;
    const { courier, buttons } = this.#parts;
    courier.post({
      key: `${BRIEFING_KEY}${id}`,
      chatKey: schedule.chatId,
      class: "briefing",
      message: { text, buttons: buttons.ofBriefing(schedule, person.language) },
      ...holdingOf(this.#parts, schedule),
    });
    return text;
  }

  /** Notes that a briefing has really left, all of it, with the platform's id of the message that ends it: the one with the buttons. From then on the conversation knows it. */
  sent(row: OutboxRow, messageId: string): void {
    const { courier, news, schedules } = this.#parts;
    const [key = ""] = row.key.split("#");
    const first = firstKey(key);
    const hasArrived = courier.hasArrived(key);
    if (hasArrived) news.settle(first, row.message.carries);
    if (!first.startsWith(BRIEFING_KEY) || row.message.buttons === undefined) return;
    if (!hasArrived) return;
    const ids = occurrencesOf(first);
    for (const id of ids) schedules.deliveredAs(id, messageId);
    const text = courier.wordsOf(key);
    rememberBriefing(this.#parts, { ids, chatKey: row.chatKey, text });
  }

  /** Notes what had left when a process died before it could. For the process that holds HOME, once at its start. */
  reconcile(): void {
    const { courier, schedules } = this.#parts;
    for (const row of courier.sentWith(BRIEFING_KEY)) {
      const [key = ""] = row.key.split("#");
      const isOpen = occurrencesOf(key).some(
        (id) => schedules.occurrence(id)?.deliveredAs === undefined,
      );
      if (isOpen && row.messageId !== undefined) this.sent(row, row.messageId);
    }
  }
}

/** What a briefing says: what ran, and how late; then its words, or why it failed. */
function briefingText(
  schedule: Schedule,
  person: Person,
  { lateSinceMs }: BriefingDue,
  { result, words }: { readonly result: RunResult; readonly words: string },
): string {
  const { language } = person;
  const name = escapeMarkup(schedule.name);
  const isGood = result.kind === "finished" && result.envelope.ok;
  if (!isGood) return say(language, "briefingFailed", { name, message: `\n${words}` });
  const head =
    lateSinceMs === undefined
      ? say(language, "briefingHead", { name })
      : say(language, "briefingLate", { name, time: dayAndTime(lateSinceMs, person) });
  return `${head}\n${words}`;
}
