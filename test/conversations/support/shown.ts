import type { Seen } from "./channel.ts";
import { isSameBut } from "./near-times.ts";
import { withoutMachine } from "./of-the-machine.ts";

/** What is left of the status of work that took long, where no answer took its place: whether there was one is a matter of the machine. */
const TOOK_LONG = /^(?:☑️ (?:It took )?\d|⏸️ (?:It took )?\d|✖️ (?:It failed after )?\d)/u;

/** Where a link leads: Telegram keeps it behind the words, Discord's text holds both, and a terminal writes it after them. */
const BEHIND_A_WORD = /\[([^\]]+)\]\(https?:[^)\s]+\)|(?<=\S) \(https?:[^)]+\)/g;

/** Before a line that is quoted: Discord's text holds the mark, elsewhere the quotation is drawn. */
const QUOTED = /^\s*> /;

/** When a file was changed is the machine's own time. */
const CHANGED = /(?<=^📄 .* · )\{\d+\}/gmu;

/** A platform offers a form where words are asked for; elsewhere they are just typed. */
const FORM = "✍️ ";

/** Times that the platform writes out are kept as `{seconds}`. */
const isSame = isSameBut(/\{\d+\}/g, (time) => Number(time.slice(1, -1)) * 1000);

/** What two platforms show in a chat, where they do not show the same words and buttons in the same order. */
export function shownDifferences(left: readonly Seen[], right: readonly Seen[]): readonly string[] {
  const [own, other] = [timedOf(left), timedOf(right)].map(linesOf) as [string[], string[]];
  const index = own.findIndex((line, number) => !isSame(line, other[number] ?? ""));
  if (index === -1 && own.length === other.length) return [];
  const at = index === -1 ? own.length : index;
  return [`line ${at + 1}: ${JSON.stringify(own[at])} but ${JSON.stringify(other[at])}`];
}

/** Lines and buttons of a chat that a screen has never shown. */
export function missingOn(screen: string, chat: readonly Seen[]): readonly string[] {
  const shown = wordsOf(screen);
  return linesOf(chat).filter((line) => !shown.includes(wordsOf(line).replace(/^\[(.*)\]$/, "$1")));
}

function timedOf(chat: readonly Seen[]): readonly Seen[] {
  return chat.map(({ text, timed = text, ...rest }) => ({
    ...rest,
    text: timed.replace(CHANGED, "changed"),
  }));
}

function linesOf(chat: readonly Seen[]): readonly string[] {
  return chat.flatMap(({ text, labels }) => [
    ...text
      .split("\n")
      .map(wordsOf)
      .filter((line) => line !== "" && !TOOK_LONG.test(line)),
    ...labels.filter((label) => !label.startsWith(FORM)).map((label) => `[${label}]`),
  ]);
}

function wordsOf(text: string): string {
  return withoutMachine(text)
    .replace(QUOTED, "")
    .replace(/(?:telegram|discord|console):(?:-?\d+|local)/g, "a chat")
    .replace(/<(https?:[^>\s]+)>/g, "$1")
    .replace(BEHIND_A_WORD, (_link, words = "") => words)
    .replace(/\s+/g, " ")
    .trim();
}
