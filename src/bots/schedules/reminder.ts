import type { JsonObject } from "../../base/json.ts";
import type { Language } from "../../base/localized.ts";
import { readSingleCall } from "../../engine/language/single-call.ts";
import type { Schedule } from "../../scheduler/ledger/schedule-table.ts";
import { isEventTrigger } from "../../scheduler/timing/timing-kinds.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import { say } from "../texts/say.ts";

/** The words of a schedule that does nothing but tell its person something. */
export interface Reminder {
  readonly message: string;
  readonly title?: string;
  /** True for a warning or an error, which quiet hours do not hold. */
  readonly isUrgent: boolean;
}

const NOTICES: ReadonlySet<string> = new Set(["notify_user", "send_notify"]);
const URGENT: ReadonlySet<unknown> = new Set(["warning", "error"]);

/** Reads a program that is one notice whose words stand in it; `undefined` for any other. Pure. */
export function reminderOf({ program }: Pick<Schedule, "program">): Reminder | undefined {
  if (!program.includes("notify")) return undefined;
  const call = readSingleCall(program);
  if (call?.node !== "system" || !NOTICES.has(call.action)) return undefined;
  const message = call.target ?? textOf(call.params, "message");
  const title = textOf(call.params, "title");
  if (message === undefined) return undefined;
  const isUrgent = URGENT.has(call.params["type"]);
  return { message, isUrgent, ...(title === undefined ? {} : { title }) };
}

/** What the person reads when a reminder is due; `lateSince` is when it was due, in words, where it comes late. */
export function reminderText(
  { message, title, isUrgent }: Reminder,
  {
    timing,
    language,
    lateSince,
  }: Pick<Schedule, "timing"> & {
    readonly language: Language;
    readonly lateSince?: string;
  },
): string {
  const mark = isUrgent ? "⚠️" : isEventTrigger(timing) ? "🔔" : "⏰";
  const isOneLine = title === undefined && !message.includes("\n");
  const [head, body] = isOneLine ? [message, undefined] : [title, message];
  const first = head === undefined ? mark : `${mark} **${escapeMarkup(head)}**`;
  const late =
    lateSince === undefined ? "" : ` ${say(language, "reminderLate", { time: lateSince })}`;
  return `${first}${late}${body === undefined ? "" : `${head === undefined ? " " : "\n"}${body}`}`;
}

function textOf(params: JsonObject, name: string): string | undefined {
  const value = params[name];
  return typeof value === "string" ? value : undefined;
}
