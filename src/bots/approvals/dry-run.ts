import type { Language } from "../../base/localized.ts";
import { oneLine } from "../../base/localized.ts";
import { BRIEFING_KINDS } from "../../scheduler/briefings/briefing-kinds.ts";
import type {
  BriefingAfter,
  TriedProgram,
  TriedStep,
  UntriedStep,
} from "../../security/approvals/dry-run-result.ts";
import { codeBlock, escapeMarkup, toPlainText } from "../markup/parse-markup.ts";
import { cutText } from "../markup/split-text.ts";
import { say } from "../texts/say.ts";
import { valueText } from "./briefing-draft.ts";

/** Lines and UTF-16 units shown of what a program would bring, and of a value. */
const BRINGS_LINES = 8;
const BRINGS_LENGTH = 400;
const VALUE_LENGTH = 120;
const CARD_LENGTH = 200;

const LINK = /\[([^\]\n]+)\]\(https?:[^)\s]+\)/g;

/** Calls shown that were left out; the others are counted. */
const MOST_LEFT_OUT = 5;

/** Who reads of a dry run: what it gave is for the one who asked, and for the chat in which it was asked. */
export interface TriedReader {
  readonly language: Language;
  readonly seesValues: boolean;
}

/** What a dry run came to, in lines of light markup. */
export function triedLines(tried: TriedProgram, reader: TriedReader): readonly string[] {
  const { language, seesValues } = reader;
  const head = headLines(tried, reader);
  if (tried.kind === "private") return head;
  if (!seesValues) return [...head, say(language, "triedElsewhere")];
  return [
    ...head,
    ...tried.decided.map(({ text, value }) =>
      say(language, `triedNow_${value === undefined ? "open" : value ? "true" : "false"}`, {
        condition: escapeMarkup(oneLine(text, VALUE_LENGTH)),
      }),
    ),
    ...leftOutLines(tried.leftOut, language),
    ...bringsLines(tried.brings, language),
  ];
}

/** That a program did not work when it was tried, where a press would keep it. */
export function failedLine(
  { kind, message = "" }: TriedProgram,
  { language, seesValues }: Pick<TriedReader, "language" | "seesValues">,
): readonly string[] {
  if (kind !== "failed" && kind !== "refused") return [];
  const why = seesValues && message !== "" ? ` ${sentence(message)}` : "";
  return [`${say(language, "triedNow")}${why}`];
}

/** What a briefing has and when it comes. */
export function becomesLines(
  { name, kind, values, when }: BriefingAfter,
  language: Language,
): readonly string[] {
  const fields = BRIEFING_KINDS.find(({ id }) => id === kind)?.fields ?? [];
  return [
    say(language, "becomesHead", { name: escapeMarkup(name) }),
    ...fields.map(
      (field) =>
        `- ${field.label[language]}: ${escapeMarkup(valueText(field, values[field.name], language))}`,
    ),
    `- ${say(language, "briefingTime")}: ${escapeMarkup(when[language])}`,
  ];
}

/** How it went, and the steps that were made. */
function headLines(tried: TriedProgram, reader: TriedReader): readonly string[] {
  const { language, seesValues } = reader;
  const { kind, message = "", sample, steps } = tried;
  const why = seesValues && message !== "" ? `: ${sentence(message)}` : ".";
  const told = seesValues ? steps.filter((step) => step.message !== message) : [];
  const lines = told.map((step) => stepLine(step, language));
  switch (kind) {
    case "done": {
      const head =
        sample === undefined || !seesValues
          ? say(language, "triedDone")
          : say(language, "triedSample", { sample: escapeMarkup(sample) });
      return lines.length === 0 ? [`${head} ✓`] : [`${head}:`, ...lines];
    }
    case "cut":
      return [`${say(language, "triedCut")}:`, ...lines];
    case "failed":
      return [`${say(language, "triedFailed")}${why}`, ...lines];
    case "refused":
      return [`${say(language, "triedRefused")}${why}`];
    case "private":
      return [say(language, "triedPrivate")];
  }
}

function stepLine({ title, subject, ok, count, message }: TriedStep, language: Language): string {
  const name = subject === undefined ? title[language] : `${title[language]}: ${subject}`;
  const items = count === undefined ? "" : ` (${say(language, "triedCount", { count })})`;
  const why = message === undefined ? "" : ` – ${escapeMarkup(message)}`;
  return `${ok ? "✓" : "✗"} ${escapeMarkup(name)}${items}${why}`;
}

function leftOutLines(all: readonly UntriedStep[], language: Language): readonly string[] {
  const shown = all.slice(0, MOST_LEFT_OUT).flatMap(({ card, reason, values }) => [
    say(language, `leftOut_${reason}`, {
      what: escapeMarkup(oneLine(card[language], CARD_LENGTH)),
    }),
    ...values.flatMap(({ param, value }) => valueLines(param, value)),
  ]);
  const more = all.length - MOST_LEFT_OUT;
  return more > 0 ? [...shown, `… (+${more})`] : shown;
}

function bringsLines(brings: string | undefined, language: Language): readonly string[] {
  if (brings === undefined) return [];
  if (brings === "") return [say(language, "triedBringsNothing")];
  return [say(language, "triedBrings"), codeBlock(beginning(brings))];
}

/** A short value stands on its line; a longer one gets a block of its own. */
function valueLines(param: string, value: string): readonly string[] {
  const shown = beginning(value);
  const isShort = shown.length <= VALUE_LENGTH && !shown.includes("\n");
  const name = escapeMarkup(param);
  return isShort ? [`- ${name}: ${escapeMarkup(shown)}`] : [`- ${name}:`, codeBlock(shown)];
}

/** The first whole lines, as a reader of the message sees them: of a link its words. */
function beginning(text: string): string {
  const lines = toPlainText(text.replace(LINK, "$1")).trim().split("\n");
  const shown: string[] = [];
  let left = BRINGS_LENGTH;
  for (const line of lines.slice(0, BRINGS_LINES)) {
    left -= line.length;
    if (left < 0) break;
    shown.push(line);
  }
  const [first = ""] = lines;
  if (shown.length === 0) return `${cutText(first, BRINGS_LENGTH)}…`;
  return shown.length < lines.length ? `${shown.join("\n")}\n…` : shown.join("\n");
}

function sentence(message: string): string {
  const escaped = escapeMarkup(message);
  return /[.!?…。]$/u.test(message) ? escaped : `${escaped}.`;
}
