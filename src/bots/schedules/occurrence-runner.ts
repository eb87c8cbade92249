import type { Assistant, Reply } from "../../agent/turn/assistant.ts";
import type { Clock } from "../../base/clock.ts";
import { isJsonObject } from "../../base/json.ts";
import { linkSignals } from "../../base/linked-signal.ts";
import type { Language } from "../../base/localized.ts";
import { type Actor, actingAs } from "../../engine/execute/action-types.ts";
import { giveUp } from "../../runs/finish-run.ts";
import type { RunResult } from "../../runs/run-result.ts";
import type { Runs } from "../../runs/run-table.ts";
import type { ClaimedOccurrence, MissedDues } from "../../scheduler/ledger/ledger.ts";
import type { Occurrence, OccurrenceResult } from "../../scheduler/ledger/occurrence-table.ts";
import type { Schedule } from "../../scheduler/ledger/schedule-table.ts";
import type { Schedules } from "../../scheduler/ledger/schedules.ts";
import type { People, Person } from "../../security/access/people.ts";
import type { Approvals } from "../../security/approvals/approvals.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import { SCHEDULED_LIFETIME_MS } from "../../security/approvals/lifetimes.ts";
import type { CardSender } from "../approvals/card-sender.ts";
import type { ButtonHandler } from "../approvals/signed-button.ts";
import type { FolderTriggers } from "../files/folder-triggers.ts";
import type { Updates } from "../inbox/update-table.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import type { Outbox } from "../outbox/outbox.ts";
import { type QuietHoursSource, quietHold } from "../outbox/quiet-hours.ts";
import type { OutboxTable } from "../outbox/table.ts";
import type { Admission } from "../people/admission.ts";
import type { Button } from "../platform/chat-adapter.ts";
import type { ReplyTables } from "../replies/reply-tables.ts";
import type { RunningWork } from "../replies/running-work.ts";
import { say } from "../texts/say.ts";
import { BriefingDelivery } from "./briefing-delivery.ts";
import { type Look, lookAt } from "./condition-check.ts";
import { Digest } from "./digest.ts";
import { MissedRunNotice } from "./missed-notice.ts";
import { endOf, isSilent, mayWorkLater } from "./occurrence-result.ts";
import { ReminderButtons } from "./reminder-buttons.ts";
import { ScheduleButtons } from "./schedule-buttons.ts";
import { ScheduleChanges } from "./schedule-changes.ts";

/** What the origin of a due time's run begins with. */
const OCCURRENCE_KEY = "occurrence:";

/** Actions that make a schedule, an event or an entry of the calendar. */
const MAKING: ReadonlySet<string> = new Set(["schedule", "create", "save_event", "manage_events"]);

/** Runs due times and posts their results as messages with buttons. */
export class OccurrenceRunner {
  readonly #parts: ConstructorParameters<typeof OccurrenceRunner>[0];
  /** The buttons under what schedules bring. */
  readonly buttons: readonly ButtonHandler[];
  /** Where a new time for a schedule is asked for. */
  readonly changes: ScheduleChanges;
  /** What brings a reminder again later. */
  readonly reminders: ReminderButtons;
  readonly #buttons: ScheduleButtons;
  readonly #notices: ScheduleNotices;
  readonly #delivery: BriefingDelivery;

  constructor(parts: {
    readonly sheets: ReplyTables;
    readonly schedules: Schedules;
    readonly runningWork: RunningWork;
    readonly updates: Updates;
    readonly clock: Clock;
    readonly people: People;
    readonly runs: Runs;
    readonly admission: Admission;
    readonly assistant: Assistant;
    readonly outbox: Outbox;
    readonly table: Pick<OutboxTable, "mentioning" | "openIn" | "partsOf" | "sentOf">;
    readonly cards: CardSender;
    readonly approvals: Approvals;
    readonly tokens: ButtonTokens;
    /** Default: nothing happens there. */
    readonly faultPoint?: (name: string) => void;
    /** Told of every run, so that its own files set nothing off. */
    readonly folderTriggers?: Pick<FolderTriggers, "begin" | "end" | "ran">;
  }) {
    this.#parts = parts;
    this.changes = new ScheduleChanges(parts);
    const buttons = new ScheduleButtons({ ...parts, changes: this.changes });
    const news = new MissedRunNotice({ ...parts, buttons });
    const digest = new Digest({ ...parts, buttons, news });
    this.#buttons = buttons;
    const reminders = new ReminderButtons({ ...parts, buttons });
    this.reminders = reminders;
    this.buttons = [...buttons.handlers, ...reminders.handlers];
    this.#notices = new ScheduleNotices({ ...parts, buttons, news });
    this.#delivery = new BriefingDelivery({ ...parts, buttons, reminders, news, digest });
  }

  /** Runs one due time with the rights its owner has now and enqueues the result. Posts nothing for a due time that another replaces. */
  async run(
    occurrence: ClaimedOccurrence,
    replaced: AbortSignal = new AbortController().signal,
  ): Promise<OccurrenceResult> {
    const { people, faultPoint } = this.#parts;
    const { schedule } = occurrence;
    faultPoint?.("occurrence-claimed");
    const person = people.get(schedule.personId);
    if (person === undefined)
      return { state: "failed", summary: "Its owner is no longer admitted." };
    const actor = actingAs(this.#parts.admission.actor(person, schedule.chatId), schedule.agents);
    if (schedule.timing.kind === "entry") return this.#remind(occurrence, person);
    const look = await this.#look(occurrence, actor, replaced);
    if (look?.kind === "quiet") return look.result;
    if (look?.kind === "unmet") {
      this.#delivery.unmet(occurrence, person, look.seen);
      return look.result;
    }
    if (look?.kind === "failed") return { state: "failed", summary: look.words[actor.language] };
    if (look !== undefined) this.#parts.schedules.setInput(occurrence.id, look.input);
    const ended = await this.#runAndTell(occurrence, { actor, person, replaced });
    return look === undefined ? ended : { ...ended, memory: look.memory };
  }

  async #runAndTell(
    occurrence: ClaimedOccurrence,
    by: { readonly actor: Actor; readonly person: Person; readonly replaced: AbortSignal },
  ): Promise<OccurrenceResult> {
    const { actor, person, replaced } = by;
    const { cards, folderTriggers, faultPoint } = this.#parts;
    const { schedule } = occurrence;
    const { chatId } = schedule;
    const work = { chatId, key: occurrence.effectScope, actor, replaced };
    folderTriggers?.begin(chatId);
    const result = await this.#quietly(work, (signal) =>
      this.#parts.assistant.runProgram({
        origin: occurrence.effectScope,
        actor,
        code: schedule.program,
        approvalLifetimeMs: SCHEDULED_LIFETIME_MS,
        signal,
      }),
    ).finally(() => folderTriggers?.end(chatId));
    faultPoint?.("occurrence-ran");
    this.#noteFiles(result.movedTo ?? chatId, result);
    if (replaced.aborted) return this.#dropped(result);
    if (result.movedTo !== undefined && !isSilent(result))
      this.#notices.moved(occurrence.id, schedule, actor);
    if (result.kind === "waiting") {
      for (const approval of result.approvals) cards.show(approval);
      return endOf(result);
    }
    const due = {
      id: occurrence.id,
      isAwaited: occurrence.cause !== "time",
      ...(occurrence.isCatchUp ? { lateSinceMs: occurrence.dueMs } : {}),
    };
    const ended = endOf(result);
    if (!occurrence.isLastTry && this.#mayTryAgain(result)) return { ...ended, isRetryable: true };
    const place = result.movedTo ?? chatId;
    await this.#delivery.draw(occurrence.id, place, result, replaced);
    if (replaced.aborted) return this.#dropped(result);
    this.#delivery.deliver({ ...schedule, chatId: place }, person, due, result);
    faultPoint?.("occurrence-posted");
    return ended;
  }

  /** A look at what a condition watches; `undefined` for a schedule without one. */
  async #look(
    occurrence: ClaimedOccurrence,
    actor: Actor,
    replaced: AbortSignal,
  ): Promise<Look | undefined> {
    const { timing: trigger, chatId } = occurrence.schedule;
    if (trigger.kind !== "condition") return undefined;
    const work = { chatId, key: `${occurrence.effectScope}/look`, actor, replaced };
    return this.#quietly(work, (signal) =>
      lookAt(this.#parts, occurrence, { trigger, actor, signal }),
    );
  }

  /** Tells of a calendar entry, or notes that its day has come where nobody wanted to be told. */
  #remind(occurrence: ClaimedOccurrence, person: Person): OccurrenceResult {
    const text = this.#delivery.remind(occurrence, person);
    if (text === undefined) return { state: "ran", summary: "", isQuiet: true };
    return { state: "ran", summary: text.split("\n")[0] ?? "" };
  }

  /** Nobody watches a due time, but `/stop` in its chat ends it too, and so does one that replaces it. */
  #quietly<Result>(
    work: {
      readonly chatId: string;
      readonly key: string;
      readonly actor: Actor;
      readonly replaced: AbortSignal;
    },
    run: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const { runningWork, updates } = this.#parts;
    const { chatId, key, actor, replaced } = work;
    const chat = updates.address(chatId);
    if (chat === undefined) return run(replaced);
    return runningWork.run({ chat, key, actor, isQuiet: true }, (stopped) => {
      const either = linkSignals([stopped, replaced]);
      return run(either.signal).finally(either.release);
    });
  }

  #mayTryAgain(result: RunResult): boolean {
    if (result.kind !== "finished" || !mayWorkLater(result.envelope)) return false;
    return this.#parts.runs.hasOnlyRead(result.runId);
  }

  #dropped(result: RunResult): OccurrenceResult {
    const ended = endOf(result);
    if (ended.runId !== undefined) this.#giveUp(ended.runId);
    return ended;
  }

  /** Another has come in the place of a due time: what of it runs or waits does nothing more, also after a crash. For the transaction in which its place is claimed. */
  replaced({ id }: Pick<Occurrence, "id">): void {
    for (const run of this.#parts.runs.openUnder(`${OCCURRENCE_KEY}${id}`)) this.#giveUp(run.id);
  }

  #giveUp(runId: string): void {
    const { runs, people } = this.#parts;
    const { language = "en" } = people.get(runs.get(runId)?.personId ?? "") ?? {};
    giveUp(this.#parts, runId, say(language, "scheduleReplaced"));
  }

  /** Draws what `settleRun` will bring of a run; false where it is none of a due time. */
  async drawRun(runId: string, result: RunResult, signal: AbortSignal): Promise<boolean> {
    const run = this.#parts.runs.get(runId);
    if (run === undefined || !run.origin.startsWith(OCCURRENCE_KEY)) return false;
    await this.#delivery.draw(occurrenceOf(run.origin), run.chatKey, result, signal);
    return true;
  }

  /** The run of a waiting due time has ended after a decision: so does the due time, and what came of it is brought. True when it was, so that nobody else need tell. */
  settleRun(runId: string, result: RunResult): boolean {
    const run = this.#parts.runs.get(runId);
    if (run === undefined || !run.origin.startsWith(OCCURRENCE_KEY) || result.kind === "waiting")
      return false;
    const { schedules, people } = this.#parts;
    this.#noteFiles(run.chatKey, result);
    const id = occurrenceOf(run.origin);
    const person = people.get(run.personId);
    const schedule = this.#scheduleOf(id, run.personId);
    const isReplaced = schedules.occurrence(id)?.state === "skipped";
    const isTold =
      person !== undefined && schedule !== undefined && result.kind === "finished" && !isReplaced;
    if (isTold)
      this.#delivery.deliver(
        { ...schedule, chatId: run.chatKey },
        person,
        { id, isAwaited: true },
        result,
      );
    const { disabled } = schedules.finish(id, endOf(result));
    if (disabled !== undefined) this.#notices.disabled(disabled);
    return isTold;
  }

  #noteFiles(chatKey: string, result: RunResult): void {
    if ("runId" in result && result.runId !== undefined)
      this.#parts.folderTriggers?.ran(chatKey, result.runId);
  }

  /** Tells the owner what was not run, and why; `later` while that is on its way or waits for a briefing. */
  async tellMissed(missed: MissedDues): Promise<"told" | "later"> {
    return this.#notices.missed(missed);
  }

  /** Tells the owner that a schedule was paused since its program cannot run any more, or that it can again. */
  tellPaused(schedule: Schedule): void {
    this.#notices.paused(schedule);
  }

  /** Tells the owner that failures in a row switched a schedule off. */
  async tellDisabled(schedule: Schedule): Promise<void> {
    this.#notices.disabled(schedule);
  }

  /** The button that changes what a reply says was made: none where it made no schedule, or several. */
  changeOf(reply: Reply, personId: string, language: Language): readonly Button[] {
    if (reply.kind !== "run" || reply.result.kind !== "finished") return [];
    const { value, statements } = reply.result.envelope;
    const steps = statements.flatMap((statement) => statement.steps);
    const id = isJsonObject(value) ? value["id"] : undefined;
    if (typeof id !== "string" || steps.length !== 1 || !MAKING.has(steps[0]?.action ?? ""))
      return [];
    const schedule = this.#parts.schedules.get(id, personId);
    return schedule?.state === "active" ? this.#buttons.ofNew(schedule, language) : [];
  }

  /** Notes what had left when a process died before it could. For the process that holds HOME, once at its start. */
  reconcile(): void {
    this.#delivery.reconcile();
  }

  #scheduleOf(occurrenceId: string, personId: string): Schedule | undefined {
    const { schedules } = this.#parts;
    const occurrence = schedules.occurrence(occurrenceId);
    return occurrence === undefined ? undefined : schedules.get(occurrence.scheduleId, personId);
  }
}

/** The due time that a run belongs to, by the run's origin. */
function occurrenceOf(origin: string): string {
  return origin.slice(OCCURRENCE_KEY.length).split("/")[0] ?? "";
}

/** Tells owners what became of their schedules beside their results, each in the schedule's chat and not in its owner's quiet hours. */
class ScheduleNotices {
  readonly #parts: ConstructorParameters<typeof ScheduleNotices>[0];

  constructor(
    parts: QuietHoursSource & {
      readonly clock: Pick<Clock, "now">;
      readonly outbox: Pick<Outbox, "post">;
      readonly buttons: Pick<ScheduleButtons, "ofFailing">;
      readonly news: Pick<MissedRunNotice, "tell">;
    },
  ) {
    this.#parts = parts;
  }

  /** What was not run, and why; `later` while that is on its way or waits for a briefing. */
  missed(missed: MissedDues): "told" | "later" {
    return this.#parts.news.tell(missed, quietHold(this.#parts, missed.schedule));
  }

  /** A group hears, once for a due time, that its report went to one person alone. */
  moved(occurrenceId: string, schedule: Schedule, { language }: Pick<Person, "language">): void {
    const name = escapeMarkup(schedule.name);
    this.#post(`moved:${occurrenceId}`, schedule, say(language, "briefingMoved", { name }));
  }

  /** A schedule was paused since its program cannot run any more, or it can again and goes on. */
  paused(schedule: Schedule): void {
    const { people, clock } = this.#parts;
    const person = people.get(schedule.personId);
    if (person === undefined) return;
    const { language } = person;
    const { pausedBecause: reason } = schedule;
    const name = escapeMarkup(schedule.name);
    const text =
      reason === undefined
        ? say(language, "scheduleResumed", { name })
        : say(language, "schedulePaused", { name, reason: escapeMarkup(reason) });
    const kind = reason === undefined ? "resumed" : "paused";
    this.#post(`${kind}:${schedule.id}:${clock.now()}`, schedule, text);
  }

  /** Failures in a row have switched a schedule off; with buttons that tell why, and that switch it on again. */
  disabled(schedule: Schedule): void {
    const { people, clock, buttons } = this.#parts;
    const person = people.get(schedule.personId);
    if (person === undefined) return;
    const { language } = person;
    this.#post(
      `disabled:${schedule.id}:${clock.now()}`,
      schedule,
      say(language, "scheduleDisabled", { name: escapeMarkup(schedule.name) }),
      buttons.ofFailing(schedule, language),
    );
  }

  #post(
    key: string,
    schedule: Schedule,
    text: string,
    buttons: readonly (readonly Button[])[] = [],
  ): void {
    this.#parts.outbox.post({
      key,
      chatKey: schedule.chatId,
      class: "briefing",
      message: { text, ...(buttons.length === 0 ? {} : { buttons }) },
      ...quietHold(this.#parts, schedule),
    });
  }
}
