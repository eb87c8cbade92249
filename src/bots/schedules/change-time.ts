import { quoteIbl } from "../../agent/planner/code.ts";
import type { Assistant } from "../../agent/turn/assistant.ts";
import { digestOf } from "../../base/digest.ts";
import type { Language } from "../../base/localized.ts";
import { describeTiming, timingWords } from "../../scheduler/ledger/describe.ts";
import { priceAlertOf } from "../../scheduler/ledger/price-alert.ts";
import type { Schedule } from "../../scheduler/ledger/schedule-table.ts";
import type { Schedules } from "../../scheduler/ledger/schedules.ts";
import { timeAnswer } from "../../scheduler/phrases/answer.ts";
import { findTime } from "../../scheduler/phrases/find-time.ts";
import { isRecurring } from "../../scheduler/timing/timing-kinds.ts";
import type { TimingInput } from "../../scheduler/timing/timing-reading.ts";
import type { Person } from "../../security/access/people.ts";
import type { Approval, Approvals } from "../../security/approvals/approvals.ts";
import type { FollowUp } from "../../security/approvals/card-content.ts";
import { TYPING_LIFETIME_MS } from "../../security/approvals/lifetimes.ts";
import type { CardSender } from "../approvals/card-sender.ts";
import type { Admission } from "../people/admission.ts";
import type { OutgoingMessage } from "../platform/chat-adapter.ts";
import { type Place, placeOfCard } from "../replies/progress-message.ts";
import type { ReplySender } from "../replies/reply-sender.ts";
import { say } from "../texts/say.ts";
import { newTiming, onceAt } from "./wish-parts.ts";

/** Who is asked where. */
export interface Asked {
  readonly id: string;
  readonly language: Language;
  readonly chatKey: string;
}

/** A change that a button makes: the `config` of an update as JSON. */
export interface ChangeOption {
  readonly label: string;
  readonly code: string;
}

type TimingQuestion = Extract<FollowUp, { readonly kind: "timing" }>;

/** Whether words name a time, and not whether that is still to come. */
const LONG_AGO_MS = 0;

/** Times offered where words can mean several: with "leave it", every button has its row. */
const MOST_OFFERED = 4;

/** The digest of the question when a schedule is to come, as it is asked in a chat. */
export function timingQuestionDigest(scheduleId: string, chatKey: string): string {
  return digestOf({ retime: scheduleId, chatKey });
}

/** Asks a person in a chat for the new time of a schedule: likely ones are buttons, and words that are a time answer as well; any other words close the question to words. The same question is not asked twice while words still answer it; one that was passed by is asked anew, in its place. */
export function askTiming(
  {
    approvals,
  }: {
    readonly approvals: Pick<Approvals, "pending" | "replace" | "request">;
  },
  schedule: Schedule,
  { id: personId, language, chatKey: key }: Asked,
  options: readonly ChangeOption[],
): void {
  const { id, timing, zone } = schedule;
  const { name } = schedule;
  const present = describeTiming(timing, zone, language);
  const isReadable = findTime(present, { nowMs: LONG_AGO_MS, zone })?.timing !== undefined;
  const isLine = priceAlertOf(timing) !== undefined && { isLine: true as const };
  const known = { kind: "timing", schedule: id, name, present, ...isLine } as const;
  const followUp = isReadable ? { ...known, words: present } : known;
  const digest = timingQuestionDigest(id, key);
  const open = approvals.pending({ personId }).filter((each) => each.digest === digest);
  if (open.some((each) => each.card.isPassedBy !== true)) return;
  for (const each of open) approvals.replace(each.id, { id: personId });
  const content = { followUp, ...(options.length === 0 ? {} : { options }) };
  const asked = { kind: "question", personId, chatKey: key, digest, card: content } as const;
  approvals.request({ ...asked, approver: "requester", lifetimeMs: TYPING_LIFETIME_MS });
}

/** Takes the words that answer when a schedule is to come: they become a change, for a single time of what comes again and again one that is put off, or are asked about once more. A time that was pressed changes the question to what came of it. Returns what the question's card says. */
export async function changeTime(
  parts: {
    readonly approvals: Approvals;
    readonly assistant: Pick<Assistant, "runProgram">;
    readonly admission: Admission;
    readonly replies: ReplySender;
    readonly cards: Pick<CardSender, "messageOf">;
    readonly schedules: Pick<Schedules, "get">;
    readonly reminders: {
      readonly putOff: (schedule: Schedule, person: Person, untilMs: number) => OutgoingMessage;
    };
  },
  question: Approval,
  { followUp, person }: { readonly followUp: TimingQuestion; readonly person: Person },
): Promise<string> {
  const { answer = "", state, decidedAtMs: nowMs = question.createdAtMs } = question;
  if (state !== "answered") return "";
  const { language, zone } = person;
  const chosen = question.card.options?.find(({ code }) => code === answer)?.code;
  const when =
    chosen === undefined
      ? timeAnswer(answer, { nowMs, zone }, presentTiming(followUp, zone))
      : undefined;
  const said = newTiming(answer, { nowMs, zone }, presentTiming(followUp, zone));
  const timing = chosen === undefined ? said : (JSON.parse(chosen) as TimingInput); // written by optionsOf and likelyChanges only
  const schedule = parts.schedules.get(followUp.schedule, person.id);
  const onceMs = said && onceAt(said, { nowMs, zone });
  if (schedule !== undefined && onceMs !== undefined && isRecurring(schedule)) {
    const message = parts.reminders.putOff(schedule, person, onceMs);
    parts.replies.answer(`retime:${question.id}`, question.chatKey, message);
    return "";
  }
  if (timing !== undefined) {
    const cardKey = chosen && parts.cards.messageOf(question, question.chatKey);
    await change(parts, question, { followUp, person, timing, place: placeOfCard(cardKey) });
    return "";
  }
  const problem = when?.ambiguity ?? say(language, "timingUnread");
  const options = optionsOf(when?.candidates ?? [], { nowMs, zone, language });
  parts.approvals.request({
    kind: "question",
    personId: question.personId,
    chatKey: question.chatKey,
    digest: digestOf({ after: question.id, answer }),
    card: { followUp: { ...followUp, problem }, ...(options.length === 0 ? {} : { options }) },
    approver: "requester",
    lifetimeMs: TYPING_LIFETIME_MS,
  });
  return "";
}

/** When the schedule comes now, as far as words can say it. */
function presentTiming({ words }: TimingQuestion, zone: string): TimingInput | undefined {
  return words === undefined ? {} : findTime(words, { nowMs: LONG_AGO_MS, zone })?.timing;
}

/** The change goes through the gate; what came of it stands at `place`. */
async function change(
  { assistant, admission, replies }: Parameters<typeof changeTime>[0],
  question: Approval,
  facts: {
    readonly followUp: TimingQuestion;
    readonly person: Person;
    readonly timing: TimingInput;
    readonly place: Place;
  },
): Promise<void> {
  const { followUp, person, timing, place } = facts;
  const actor = admission.actor(person, question.chatKey);
  const config = JSON.stringify(timing);
  const code = `[system:update](${quoteIbl(followUp.name)}) {config: ${config}}`;
  const origin = `question:${question.id}`;
  const reply = {
    kind: "run",
    result: await assistant.runProgram({ origin, actor, code }),
  } as const;
  const key = `retime:${question.id}`;
  await replies.draw(key, actor, reply);
  replies.reply(key, actor, reply, { place });
}

function optionsOf(
  candidates: readonly TimingInput[],
  { nowMs, zone, language }: { nowMs: number; zone: string; language: Language },
): readonly { readonly label: string; readonly code: string }[] {
  return candidates.slice(0, MOST_OFFERED).flatMap((candidate) => {
    const label = timingWords(candidate, { nowMs, zone }, language)?.words;
    return label === undefined ? [] : [{ label, code: JSON.stringify(candidate) }];
  });
}
