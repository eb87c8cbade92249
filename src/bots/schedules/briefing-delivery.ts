import type { Assistant } from "../../agent/turn/assistant.ts";
import { dayAndTime, dayHead, shortTime, spokenTime } from "../../base/format-time.ts";
import { isJsonObject, type Json } from "../../base/json.ts";
import type { RunResult } from "../../runs/run-result.ts";
import type { Runs } from "../../runs/run-table.ts";
import { amountWords, priceAlertOf } from "../../scheduler/ledger/price-alert.ts";
import type { Schedule } from "../../scheduler/ledger/schedule-table.ts";
import type { Schedules } from "../../scheduler/ledger/schedules.ts";
import { earlierBy, nextDue } from "../../scheduler/timing/cron.ts";
import { entrySign, lengthText } from "../../scheduler/timing/describe-trigger.ts";
import type { EntryTiming } from "../../scheduler/timing/timing-kinds.ts";
import type { People, Person } from "../../security/access/people.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import { suggestionButtons } from "../approvals/suggestion-button.ts";
import type { Updates } from "../inbox/update-table.ts";
import { escapeMarkup, timeMark } from "../markup/parse-markup.ts";
import type { Outbox, PostFacts } from "../outbox/outbox.ts";
import { type QuietHoursSource, quietHold } from "../outbox/quiet-hours.ts";
import { type OutboxRow, type OutboxTable, wholeKey } from "../outbox/table.ts";
import type { Button, OutgoingFile, OutgoingMessage } from "../platform/chat-adapter.ts";
import { answerFileButton } from "../replies/answer-files.ts";
import { markdownOf, wordResult } from "../replies/render-reply.ts";
import type { ReplyTables } from "../replies/reply-tables.ts";
import { say } from "../texts/say.ts";
import { BRIEFING_KEY, type Digest, occurrencesOf, withChart } from "./digest.ts";
import type { MissedRunNotice } from "./missed-notice.ts";
import { isSilent } from "./occurrence-result.ts";
import { hasNotice, type Reminder, reminderOf, reminderText } from "./reminder.ts";
import type { ReminderButtons } from "./reminder-buttons.ts";
import type { ScheduleButtons } from "./schedule-buttons.ts";

/** Which due time a briefing is of, and how it is brought. */
export interface BriefingDue {
  readonly id: string;
  /** Someone waits for it: it comes alone, and keeps to no quiet hours. */
  readonly isAwaited: boolean;
  /** When it was due, where it comes late (Unix ms). */
  readonly lateSinceMs?: number;
}

/** Posts the results of due times to their chats and records what was delivered. */
export class BriefingDelivery {
  readonly #parts: ConstructorParameters<typeof BriefingDelivery>[0];

  constructor(
    parts: QuietHoursSource & {
      readonly people: QuietHoursSource["people"] & Pick<People, "accountsOf">;
      readonly updates: QuietHoursSource["updates"] & Pick<Updates, "address">;
      readonly schedules: Pick<Schedules, "occurrence" | "byId" | "deliveredAs">;
      readonly runs: Pick<Runs, "get">;
      readonly assistant: Pick<Assistant, "remember">;
      readonly outbox: Pick<Outbox, "on" | "post" | "hasArrived" | "wordsOf">;
      readonly table: Pick<OutboxTable, "sentOf">;
      readonly buttons: Pick<ScheduleButtons, "ofBriefing">;
      readonly tokens: ButtonTokens;
      readonly reminders: Pick<ReminderButtons, "under">;
      readonly news: Pick<MissedRunNotice, "settle" | "forBriefing">;
      readonly digest: Pick<Digest, "post">;
      readonly sheets: Pick<ReplyTables, "page" | "draw" | "filesOf" | "keep">;
    },
  ) {
    this.#parts = parts;
    parts.outbox.on("sent", (row, messageId) => this.#sent(row, messageId));
  }

  /** Draws the pictures that the briefing of a due time will bring; never rejects. */
  draw(id: string, chatId: string, result: RunResult, signal: AbortSignal): Promise<void> {
    const markdown = markdownOf({ kind: "run", result });
    return this.#parts.sheets.draw(`${BRIEFING_KEY}${id}`, chatId, markdown, signal);
  }

  /** Enqueues the result of a due time: its words with the buttons, of which one sends its picture; before them tables and several pictures; nothing of a result that has nothing to tell. */
  deliver(schedule: Schedule, person: Person, due: BriefingDue, result: RunResult): void {
    if (isSilent(result)) return;
    const { sheets, outbox, digest, buttons } = this.#parts;
    const { language } = person;
    const { chatId } = schedule;
    const key = `${BRIEFING_KEY}${due.id}`;
    const wording = wordResult(result, language, sheets.page(key, { chatId, language }));
    const reminder = reminderIn(schedule, result);
    const isHeld = !due.isAwaited && reminder?.isUrgent !== true;
    const held = isHeld ? quietHold(this.#parts, schedule) : {};
    const post = { chatKey: chatId, class: "briefing" } as const;
    const files = reminder?.message === undefined ? sheets.filesOf(key, chatId, wording) : [];
    const chart = this.#chartOf(schedule, language, { key, files });
    if (files.length > 0 && chart === undefined)
      outbox.post({ key: `${key}:files`, ...post, message: { text: "", files }, ...held });
    if (reminder !== undefined) {
      const text = reminderText(reminder, {
        timing: schedule.timing,
        language,
        words: wording.text,
        ...(due.lateSinceMs === undefined
          ? {}
          : { lateSince: this.#timeText(due.lateSinceMs, person) }),
      });
      this.#postReminder(schedule, person, { id: due.id, text, ...held });
      return;
    }
    const alert = alertText(schedule, language, result);
    if (alert !== undefined) {
      const [row = []] = buttons.ofBriefing(schedule, language);
      const message = {
        text: alert,
        buttons: [[...this.#chartButton(schedule, language), ...row]],
      };
      outbox.post({ key, ...post, kind: "briefing", subject: due.id, message, ...held });
      return;
    }
    const text = briefingText(schedule, person, due, {
      ...{ result, words: wording.text },
      nowMs: this.#parts.clock.now(),
    });
    if (!due.isAwaited) {
      const { heldUntilMs } = held;
      digest.post(schedule, person, { id: due.id, text, heldUntilMs, ...(chart && { chart }) });
      return;
    }
    const rows = buttons.ofBriefing(schedule, language);
    const message = { text, buttons: withChart(rows, chart) };
    outbox.post({ key, ...post, kind: "briefing", subject: due.id, message });
  }

  /** Tells whoever wished for it that what a schedule waits for does not hold now, and what was seen. */
  unmet(
    { id, schedule }: { readonly id: string; readonly schedule: Schedule },
    { language }: Person,
    seen: string,
  ): void {
    const { outbox, buttons } = this.#parts;
    const told = say(language, "conditionUnmet", { name: escapeMarkup(schedule.name) });
    outbox.post({
      key: `${BRIEFING_KEY}${id}`,
      chatKey: schedule.chatId,
      class: "briefing",
      message: {
        text: seen === "" ? told : `${told}\n> ${escapeMarkup(seen)}`,
        buttons: buttons.ofBriefing(schedule, language),
      },
    });
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
    const text = reminderMessage(schedule, dueMs, person);
    if (text === undefined) return undefined;
    this.#postReminder(schedule, person, { id, text, ...quietHold(this.#parts, schedule) });
    return text;
  }

  /** The button that sends the only picture of a briefing; `undefined` where it has none or more, and for what is no briefing. */
  #chartOf(
    schedule: Schedule,
    language: Person["language"],
    { key, files }: { readonly key: string; readonly files: readonly OutgoingFile[] },
  ): Button | undefined {
    const { sheets, tokens } = this.#parts;
    const [picture, ...others] = files;
    const isBriefing = schedule.program.startsWith("[system:run]");
    if (picture?.mediaType !== "image/png" || others.length > 0 || !isBriefing) return undefined;
    const chart = `${key}:chart`;
    if (!sheets.keep(chart, schedule.chatId, picture)) return undefined;
    const label = say(language, "alertChart");
    return answerFileButton(tokens, { key: chart, label, home: schedule.chatId });
  }

  /** Draws the course of the price that an alert watches. */
  #chartButton({ timing, chatId }: Schedule, language: Person["language"]): readonly Button[] {
    const symbol = JSON.stringify(priceAlertOf(timing)?.symbol ?? "");
    const runs = `[source:price_history](${symbol}) {range: "1mo"} >> [forge:line](${symbol}) {keep: false}`;
    const label = say(language, "alertChart");
    return suggestionButtons(this.#parts.tokens, [{ label, runs, says: runs }], chatId).flat();
  }

  #timeText(atMs: number, person: Person): string {
    return timeMark(shortTime(atMs, person, this.#parts.clock.now()), atMs);
  }

  /** A reminder is one message: its words with the buttons of its schedule. */
  #postReminder(
    schedule: Schedule,
    person: Person,
    { id, text, ...held }: { id: string; text: string } & Pick<PostFacts, "heldUntilMs">,
  ): void {
    const { outbox, reminders, news } = this.#parts;
    const missed = news.forBriefing(schedule, person);
    outbox.post({
      key: `${BRIEFING_KEY}${id}`,
      chatKey: schedule.chatId,
      class: "briefing",
      kind: "briefing",
      subject: id,
      message: {
        text: missed === undefined ? text : `${text}\n\n${missed.text}`,
        buttons: reminders.under(schedule, person.language),
        ...(missed === undefined ? {} : { carries: missed.carries }),
        ...this.#mentioning(schedule.chatId, person),
      },
      ...held,
    });
  }

  /** In a group the person is called, by their account there. */
  #mentioning(chatId: string, { id: personId, name }: Person): Pick<OutgoingMessage, "mention"> {
    const { people, updates } = this.#parts;
    const address = updates.address(chatId);
    if (address === undefined || address.isPrivate) return {};
    const account = people
      .accountsOf(personId)
      .find(({ platform }) => platform === address.platform);
    return account === undefined ? {} : { mention: { id: account.externalId, name } };
  }

  /** Notes that a briefing has really left, all of it, with the platform's id of the message that ends it: the one with the buttons. From then on the conversation knows it. */
  #sent(row: OutboxRow, messageId: string): void {
    const { outbox, news, schedules } = this.#parts;
    const key = wholeKey(row.key);
    if (!outbox.hasArrived(key)) return;
    news.settle(row);
    if (row.kind !== "briefing" || row.message.buttons === undefined) return;
    const ids = occurrencesOf(row);
    for (const id of ids) schedules.deliveredAs(id, messageId);
    const text = outbox.wordsOf(key);
    rememberBriefing(this.#parts, { ids, chatKey: row.chatKey, text });
  }

  /** Notes what had left when a process died before it could. For the process that holds HOME, once at its start. */
  reconcile(): void {
    const { table, schedules } = this.#parts;
    for (const row of table.sentOf("briefing")) {
      const isOpen = occurrencesOf(row).some(
        (id) => schedules.occurrence(id)?.deliveredAs === undefined,
      );
      if (isOpen && row.messageId !== undefined) this.#sent(row, row.messageId);
    }
  }
}

/** What a run reminds of, where it went well and came to the notice in which its program ends. */
function reminderIn(schedule: Schedule, result: RunResult): Reminder | undefined {
  const isReminder = result.kind === "finished" && result.envelope.ok && hasNotice(result.envelope);
  return isReminder ? reminderOf(schedule) : undefined;
}

/** What an alert of a price says: the price, and which line it crossed; undefined for what is none, or failed. */
function alertText(
  { timing }: Schedule,
  language: Person["language"],
  result: RunResult,
): string | undefined {
  const alert = priceAlertOf(timing);
  if (alert === undefined || result.kind !== "finished" || !result.envelope.ok) return undefined;
  const { text, value } = result.envelope;
  const price = /^(\*\*.+?\*\* .+?)(?: [▲▼–] ?[\d(].*| · .*)?$/u.exec(text)?.[1];
  if (price === undefined || !isJsonObject(value)) return undefined;
  const currency = typeof value["currency"] === "string" ? value["currency"] : undefined;
  const line = amountWords(alert.line, language, currency);
  return say(language, alert.isAbove ? "alertAbove" : "alertBelow", { price, line });
}

function isGood(result: RunResult): boolean {
  return result.kind === "finished" && result.envelope.ok;
}

/** What a morning briefing begins with; the day stands behind it. */
const MORNING = "🌅 ";

/** What a briefing says: what ran, and how late; then its words, or why it failed. */
function briefingText(
  schedule: Schedule,
  person: Person,
  { lateSinceMs }: BriefingDue,
  {
    result,
    words,
    nowMs,
  }: { readonly result: RunResult; readonly words: string; readonly nowMs: number },
): string {
  const { language } = person;
  const name = escapeMarkup(schedule.name);
  if (!isGood(result)) return say(language, "briefingFailed", { name, message: `\n${words}` });
  const dayMs = lateSinceMs ?? nowMs;
  if (words.startsWith(MORNING))
    return [`${MORNING}**${dayHead(dayMs, person)}**`, ...words.split("\n").slice(1)].join("\n");
  const head =
    lateSinceMs === undefined
      ? say(language, "briefingHead", { name })
      : say(language, "briefingLate", { name, time: dayAndTime(lateSinceMs, person) });
  return `${head}\n${words}`;
}

/** Has the conversation of a chat know what due times brought there, as one message; the same ones are known once. */
function rememberBriefing(
  {
    schedules,
    runs,
    assistant,
  }: {
    readonly schedules: Pick<Schedules, "occurrence" | "byId">;
    readonly runs: Pick<Runs, "get">;
    readonly assistant: Pick<Assistant, "remember">;
  },
  {
    ids,
    chatKey,
    text,
  }: { readonly ids: readonly string[]; readonly chatKey: string; readonly text: string },
): void {
  const brought = ids.flatMap((id) => {
    const { scheduleId = "", runId = "" } = schedules.occurrence(id) ?? {};
    const schedule = schedules.byId(scheduleId);
    return schedule === undefined ? [] : [{ schedule, run: runs.get(runId) }];
  });
  const [first] = brought;
  if (first === undefined) return;
  assistant.remember({
    occurrenceId: ids.join("+"),
    name: brought.map(({ schedule }) => schedule.name).join(" · "),
    personId: first.schedule.personId,
    chatKey,
    text,
    isTainted: brought.some(({ run }) => isFromOutside(run?.resultJson)),
  });
}

/** What nobody knows the origin of may be from outside. */
function isFromOutside(resultJson: string | undefined): boolean {
  const result = resultJson === undefined ? undefined : (JSON.parse(resultJson) as Json); // written by Runs.end only
  return !isJsonObject(result) || result["tainted"] !== false;
}

/** Days that may lie between the telling of one and the day itself: a monthly entry told a quarter before. */
const DAYS_SEARCHED = 4;

/** What a person is told of a calendar entry that was due to be told at `dueMs`; `undefined` where nobody wanted to be told. */
function reminderMessage(
  { timing, zone, name }: Schedule,
  dueMs: number,
  person: Person,
): string | undefined {
  if (timing.kind !== "entry" || timing.beforeMs === undefined) return undefined;
  const { beforeMs, note } = timing;
  const { language } = person;
  const dayMs = dayOf(timing, zone, dueMs);
  const words = {
    sign: entrySign(timing, name),
    name: escapeMarkup(name),
    time: timeMark(spokenTime(dayMs, person, dueMs), dayMs, "F"),
  };
  const head =
    beforeMs === 0
      ? say(language, "entryNow", words)
      : say(language, "entryAhead", { ...words, length: lengthText(beforeMs, language) });
  return note === undefined ? head : `${head}\n${escapeMarkup(note)}`;
}

/** The day that is told at `dueMs`; put off, the first that comes. */
function dayOf({ day, beforeMs = 0 }: EntryTiming, zone: string, dueMs: number): number {
  const firstMs = nextDue(day, zone, dueMs - 1) ?? dueMs;
  let dayMs: number | undefined = firstMs;
  for (let count = 0; count < DAYS_SEARCHED && dayMs !== undefined; count += 1) {
    if (earlierBy(beforeMs, dayMs, zone) === dueMs) return dayMs;
    dayMs = nextDue(day, zone, dayMs);
  }
  return firstMs;
}
