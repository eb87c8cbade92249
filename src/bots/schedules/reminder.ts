import type { JsonObject } from "../../base/json.ts";
import type { Language } from "../../base/localized.ts";
import { parse } from "../../engine/language/parser.ts";
import { readSingleCall } from "../../engine/language/single-call.ts";
import { type Call, callsOf, type Expression, type Statement } from "../../engine/language/tree.ts";
import type { Envelope } from "../../runs/result-envelope.ts";
import type { Schedule } from "../../scheduler/ledger/schedule-table.ts";
import { isEventTrigger } from "../../scheduler/timing/timing-kinds.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import { say } from "../texts/say.ts";

/** What a schedule that does nothing but tell its person something says. */
export interface Reminder {
  /** As it stands in the program; absent where only the run knows it. */
  readonly message?: string;
  readonly title?: string;
  /** True for a warning or an error, which quiet hours do not hold. */
  readonly isUrgent: boolean;
}

const NOTICES: ReadonlySet<string> = new Set(["notify_user", "send_notify"]);
const URGENT: ReadonlySet<unknown> = new Set(["warning", "error"]);

/** Reads a program that shows nothing but the notices in which it ends; `undefined` for any other. Pure. */
export function reminderOf({ program }: Pick<Schedule, "program">): Reminder | undefined {
  if (!program.includes("notify")) return undefined;
  const call = readSingleCall(program);
  const message = call === undefined ? undefined : (call.target ?? textOf(call.params, "message"));
  if (call === undefined || message === undefined || !isNotice(call))
    return computedReminder(program);
  const title = textOf(call.params, "title");
  return { message, isUrgent: isUrgent(call), ...(title === undefined ? {} : { title }) };
}

/** What a reminder is called: what it says, or the name of its schedule. */
export function reminderName(schedule: Pick<Schedule, "program" | "name">): string {
  const { title, message } = reminderOf(schedule) ?? {};
  return title ?? (message?.includes("\n") === false ? message : schedule.name);
}

/** Every end of its last statement is a notice, no other stands in it, and what comes before is kept in variables. */
function computedReminder(program: string): Reminder | undefined {
  const parsed = parse(program);
  if (!parsed.ok) return undefined;
  const { statements } = parsed.program;
  if (statements.slice(0, -1).some(({ variable }) => variable === undefined)) return undefined;
  const ends = endsOf(statements);
  const notices = statements.flatMap(({ body }) => callsOf(body)).filter(isNotice);
  const isAll = ends.every((end) => end.kind === "call" && isNotice(end));
  return isAll && ends.length === notices.length ? { isUrgent: notices.some(isUrgent) } : undefined;
}

/** What the last of some statements comes to: a call, or a block of calls that are not chosen between. */
function endsOf(statements: readonly Statement[]): readonly Expression[] {
  let end = statements.at(-1)?.body;
  while (end?.kind === "sequence") end = end.steps.at(-1);
  if (end === undefined) return [];
  if (end.kind !== "if") return [end];
  return [...end.branches.map(({ body }) => body), end.otherwise ?? []].flatMap(endsOf);
}

function isNotice(call: Pick<Call, "node" | "action">): boolean {
  return call.node === "system" && NOTICES.has(call.action);
}

function isUrgent({ params }: Pick<Call, "params">): boolean {
  return URGENT.has(params["type"]);
}

/** True where a run came to a notice: a condition may have passed it by. */
export function hasNotice({ statements }: Pick<Envelope, "statements">): boolean {
  return statements.some(({ steps }) => steps.some(isNotice));
}

/** What the person reads when a reminder is due; `lateSince` is when it was due, in words, where it comes late. */
export function reminderText(
  { message, title, isUrgent: urgent }: Reminder,
  {
    timing,
    language,
    lateSince,
    words,
  }: Pick<Schedule, "timing"> & {
    readonly language: Language;
    readonly lateSince?: string;
    /** What its run gave. */
    readonly words: string;
  },
): string {
  const mark = urgent ? "⚠️" : isEventTrigger(timing) ? "🔔" : "⏰";
  const isOneLine = title === undefined && message?.includes("\n") === false;
  const [head, body] = isOneLine ? [message, undefined] : [title, message ?? words];
  const first = head === undefined ? mark : `${mark} **${escapeMarkup(head)}**`;
  const late =
    lateSince === undefined ? "" : ` ${say(language, "reminderLate", { time: lateSince })}`;
  return `${first}${late}${body === undefined ? "" : `${head === undefined ? " " : "\n"}${body}`}`;
}

function textOf(params: JsonObject, name: string): string | undefined {
  const value = params[name];
  return typeof value === "string" ? value : undefined;
}
