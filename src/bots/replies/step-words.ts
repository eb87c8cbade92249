import { type Language, oneLine } from "../../base/localized.ts";
import type { StepLine, StepState } from "../../engine/execute/progress.ts";
import { PHONE_COLUMNS, type WideTable } from "../markup/markdown.ts";
import { escapeMarkup, visibleLength } from "../markup/parse-markup.ts";
import type { MeasureText } from "../markup/split-text.ts";
import { answerDraft } from "../markup/streaming-markdown.ts";
import { wideWords } from "../markup/wide-tables.ts";
import { say } from "../texts/say.ts";

/** Steps that are shown; the others are counted. */
const MOST_LINES = 8;

/** Longest subject of a step, in characters. */
const LONGEST_SUBJECT = 40;

/** What work is doing. */
export interface WorkState {
  readonly elapsedMs: number;
  readonly steps: readonly StepLine[];
  /** The words of an answer so far; empty while there are none. */
  readonly words: string;
  /** A line below the steps, in light markup. Default none. */
  readonly note?: string;
}

/** To whom it is shown, and how much of it a message can hold. */
export interface StatusReader {
  readonly language: Language;
  /** In a group a step is not said to be about anything: what a model took from somebody's memory is not for all. */
  readonly isPrivate: boolean;
  readonly maxTextLength: number;
  readonly lengthOf?: MeasureText;
}

/** A status in light markup, within the length of one message: what is done and comes, and the words so far, which stand first as they will in the answer. */
export function statusText(
  { elapsedMs, steps, words, note: line }: WorkState,
  reader: StatusReader,
): string {
  const { language, lengthOf = visibleLength, maxTextLength } = reader;
  const note = line === undefined ? [] : [line];
  const time = timeWords(elapsedMs, language);
  const isOver = steps.every(({ state }) => state === "done" || state === "failed");
  if (words.trim() === "")
    return [say(language, "workLong", { time }), ...stepLines(steps, reader), ...note].join("\n");
  const shown = isOver ? countOf(steps, language) : stepLines(steps, reader);
  const foot = [...shown, ...note, say(language, "workWords", { time })].join("\n");
  const page = { language, columns: PHONE_COLUMNS, isDrawn: () => true };
  const showWide = (wide: WideTable): string => wideWords(wide, page);
  const room = maxTextLength - lengthOf(foot) - 2;
  const draft = answerDraft(words, { columns: page.columns, showWide }, room, lengthOf);
  return draft === "" ? foot : `${draft}\n\n${foot}`;
}

/** How long something took, in whole seconds. */
export function timeWords(durationMs: number, language: Language): string {
  const total = Math.max(1, Math.round(durationMs / 1000));
  const minutes = Math.floor(total / 60);
  const seconds = total % 60;
  if (minutes === 0) return say(language, "workSeconds", { seconds });
  return say(language, "workMinutes", { minutes, seconds });
}

/** Steps that are over, while the answer is written. */
function countOf(steps: readonly StepLine[], language: Language): readonly string[] {
  const count = steps.filter(({ state }) => state === "done").length;
  return count === 0 ? [] : [say(language, "stepsDone", { count })];
}

/** The steps around those that go on; what is cut off before and after them is counted. */
function stepLines(steps: readonly StepLine[], reader: StatusReader): readonly string[] {
  const line = (step: StepLine): string => stepLine(step, reader);
  if (steps.length <= MOST_LINES) return steps.map(line);
  const { language } = reader;
  const room = MOST_LINES - 2;
  const current = steps.findIndex(({ state }) => state !== "done" && state !== "failed");
  const last = steps.length - room;
  const from = Math.max(0, Math.min(last, (current === -1 ? steps.length : current) - 2));
  const after = steps.length - from - room;
  return [
    ...(from === 0 ? [] : [say(language, "stepsBefore", { count: from })]),
    ...steps.slice(from, from + room).map(line),
    ...(after === 0 ? [] : [say(language, "stepsAfter", { count: after })]),
  ];
}

const MARKS: Readonly<Record<StepState, string>> = {
  coming: "▫️",
  running: "▶️",
  asking: "❓",
  done: "✅",
  failed: "✖️",
};

function stepLine({ title, subject = "", state, times }: StepLine, reader: StatusReader): string {
  const { language, isPrivate } = reader;
  const about = isPrivate && subject !== "" ? `: ${oneLine(subject, LONGEST_SUBJECT)}` : "";
  const often = times > 1 ? ` ×${times}` : "";
  const asks = state === "asking" ? ` — ${say(language, "stepAsks")}` : "";
  return `${MARKS[state]} ${escapeMarkup(title[language] + about)}${often}${asks}`;
}
