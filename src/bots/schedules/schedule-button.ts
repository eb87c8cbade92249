import { AppError, wordsOf } from "../../base/errors.ts";
import type { Language } from "../../base/localized.ts";
import type { Schedule } from "../../scheduler/ledger/schedule-table.ts";
import type { Schedules } from "../../scheduler/ledger/schedules.ts";
import type { People } from "../../security/access/people.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import { type ButtonPress, type ButtonSubject, homeOf } from "../approvals/signed-button.ts";
import type { Outbox } from "../outbox/outbox.ts";
import {
  type Button,
  type ButtonStyle,
  chatKey,
  type OutgoingMessage,
} from "../platform/chat-adapter.ts";
import { say, type TextKey } from "../texts/say.ts";

/** What a schedule's buttons are bound to, besides the schedule and the chat. */
const TOKEN_DIGEST = "schedule";

/** What the id of every schedule begins with; buttons leave it out. */
export const ID_PREFIX = "sched_";

/** A button of a schedule in its chat, good after a restart. */
export function scheduleButton(
  tokens: ButtonTokens,
  { id, chatId }: Pick<Schedule, "id" | "chatId">,
  language: Language,
  face: { readonly choice: string; readonly label: TextKey; readonly style?: ButtonStyle },
): Button {
  const { choice, label, style } = face;
  const facts = { id: id.slice(ID_PREFIX.length), digest: TOKEN_DIGEST, chatKey: chatId };
  return {
    label: say(language, label),
    data: tokens.sign({ ...facts, choice }),
    ...(style === undefined ? {} : { style }),
  };
}

/** What a pressed button of a schedule may stand for: its person's own schedule, in the chat it belongs to. Anybody else who presses it is told whose it is. */
export function scheduleSubjects(
  {
    schedules,
    people,
  }: {
    readonly schedules: Pick<Schedules, "byId">;
    readonly people: Pick<People, "get">;
  },
  { event, person, token: { id } }: Pick<ButtonPress, "event" | "person" | "token">,
  {
    run,
    asks,
  }: {
    readonly run: (schedule: Schedule) => string | Promise<void>;
    /** The digest of the question that a press asks about the schedule. */
    readonly asks?: (schedule: Schedule) => string;
  },
): readonly ButtonSubject[] {
  const schedule = schedules.byId(`${ID_PREFIX}${id}`);
  if (schedule === undefined || schedule.state === "removed") return [];
  const homes = homeOf(event.chat, schedule.chatId);
  if (schedule.personId !== person.id) {
    const who = people.get(schedule.personId)?.name ?? "?";
    const note = (): string => say(person.language, "scheduleNotYours", { who });
    return [{ id, digest: TOKEN_DIGEST, homes, run: note }];
  }
  const asked = asks === undefined ? {} : { asks: asks(schedule) };
  return [{ id, digest: TOKEN_DIGEST, homes, ...asked, run: () => run(schedule) }];
}

/** Does what a press is for and puts another message in the place of the one whose button was pressed, once for a press. Gives the note for the presser: why it was not done, or nothing. */
export function replacePressed(
  outbox: Pick<Outbox, "edit">,
  { event, person }: Pick<ButtonPress, "event" | "person">,
  act: () => OutgoingMessage,
): string {
  const { chat, messageId, updateId } = event;
  try {
    const message = act();
    const key = `edit:schedule:${chat.platform}:${updateId}`;
    outbox.edit({ key, chatKey: chatKey(chat), messageId, message });
    return "";
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.code === "schedule-off"
      ? say(person.language, "scheduleOff")
      : wordsOf(error, person.language);
  }
}
