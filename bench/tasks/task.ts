import type { WebFacts } from "./web.ts";

/** What stands after a task was played. */
export interface Ending {
  /** Everything that the person reads, oldest first, joined. */
  readonly told: string;
  /** The last message to the person. */
  readonly answer: string;
  /** Texts of the person's folder by path; of pictures only their bytes as text. */
  readonly files: Readonly<Record<string, string>>;
  /** The same before. */
  readonly before: Readonly<Record<string, string>>;
  /** What each contact and group was sent, by name. */
  readonly sent: Readonly<Record<string, readonly string[]>>;
  /** Names of the files that the person was sent. */
  readonly pictures: readonly string[];
  readonly todos: readonly string[];
  readonly schedules: readonly ScheduleRow[];
  /** Calls that were run to their end, in order. */
  readonly calls: readonly CallRow[];
  /** What was asked of the web. */
  readonly requests: readonly string[];
}

/** A schedule, event or entry of the calendar. */
export interface ScheduleRow {
  readonly name: string;
  readonly kind: string;
  readonly spec: string;
  readonly program: string;
  readonly state: string;
  /** When it is next due, as `2026-12-14T10:00` in Seoul; empty where it is not. */
  readonly next: string;
}

/** A call of a program. */
export interface CallRow {
  /** Such as `system:write`. */
  readonly action: string;
  readonly effect: string;
  /** Its parameters as JSON. */
  readonly params: string;
  readonly outcome: string;
}

/** What a task may do once the model has answered. */
export interface Later {
  /** Lets time pass to a moment such as `2026-12-03T14:00` in Seoul. */
  readonly waitUntil: (time: string) => Promise<void>;
  readonly say: (text: string) => Promise<void>;
  readonly sendFile: (name: string, text: string) => Promise<void>;
}

/** A request to the bot, what surrounds it, and when it is done. */
export interface Task {
  readonly id: string;
  readonly says: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly contacts?: readonly string[];
  readonly groups?: readonly string[];
  readonly web?: WebFacts;
  /** Programs that have run before. */
  readonly programs?: readonly string[];
  readonly later?: (later: Later) => Promise<void>;
  /** What is to hold at the end, each with whether it does. */
  readonly done: (end: Ending) => Readonly<Record<string, boolean>>;
}

/** Whether a text holds each of the words, as they are or by pattern. */
export function has(text: string | undefined, ...words: readonly (string | RegExp)[]): boolean {
  return words.every((word) =>
    typeof word === "string" ? (text ?? "").includes(word) : word.test(text ?? ""),
  );
}

/** Whether a text holds none of the words. */
export function lacks(text: string | undefined, ...words: readonly (string | RegExp)[]): boolean {
  return words.every((word) => !has(text, word));
}

/** Whether words stand in a text in this order. */
export function inOrder(text: string | undefined, ...words: readonly (string | RegExp)[]): boolean {
  let rest = text ?? "";
  for (const word of words) {
    const at = typeof word === "string" ? rest.indexOf(word) : rest.search(word);
    if (at < 0) return false;
    rest = rest.slice(at + 1);
  }
  return true;
}

/** Lines of a text that hold something. */
export function lines(text: string | undefined): readonly string[] {
  return (text ?? "").split(/\r?\n/).filter((line) => line.trim() !== "");
}

/** How often a word stands in a text. */
export function times(text: string | undefined, word: string): number {
  return (text ?? "").split(word).length - 1;
}

/** The cells of a CSV without its head. */
export function cells(text: string | undefined): readonly (readonly string[])[] {
  return lines(text)
    .slice(1)
    .map((line) => line.split(",").map((cell) => cell.trim().replace(/^"|"$/g, "")));
}

/** Whether files are as they were. */
export function same({ files, before }: Ending, ...paths: readonly string[]): boolean {
  return paths.every((path) => files[path] === before[path]);
}

/** Paths of files that were not there before. */
export function made({ files, before }: Ending): readonly string[] {
  return Object.keys(files).filter((path) => !(path in before));
}

/** What sets a schedule off, with its moments as times in Seoul. */
export function readable(spec: string): string {
  return spec.replace(/\d{13}/g, (ms) =>
    new Date(Number(ms) + 9 * 3_600_000).toISOString().slice(0, 16),
  );
}

/** How many messages somebody was sent. */
export function sentTo({ sent }: Ending, name: string): readonly string[] {
  return sent[name] ?? [];
}

/** Whether nobody but these people was sent anything. */
export function onlyTo({ sent }: Ending, ...names: readonly string[]): boolean {
  return Object.entries(sent).every(([name, texts]) => texts.length === 0 || names.includes(name));
}

/** A number as people write it, with or without commas and zeros at the end. */
export function amount(value: number): RegExp {
  const [whole = "", part = ""] = String(value).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",?");
  return new RegExp(`(?<![\\d.,])${grouped}${part === "" ? "(?:\\.0+)?" : `\\.${part}0*`}(?!\\d)`);
}
