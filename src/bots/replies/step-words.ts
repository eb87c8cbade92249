import { FINAL, finalOf } from "../../base/korean-particles.ts";
import type { Language, Localized } from "../../base/localized.ts";
import type { StepLine } from "../../engine/execute/progress.ts";
import { PHONE_COLUMNS, type WideTable } from "../markup/markdown.ts";
import { escapeMarkup, visibleLength } from "../markup/parse-markup.ts";
import type { MeasureText } from "../markup/split-text.ts";
import { answerDraft } from "../markup/streaming-markdown.ts";
import { wideWords } from "../markup/wide-tables.ts";
import { say } from "../texts/say.ts";

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
  const step = stepLine(steps, language);
  if (words.trim() === "") return [step ?? say(language, "workLong", { time }), ...note].join("\n");
  const foot = [...note, step ?? say(language, "workWords", { time })].join("\n");
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

/** The step that goes on, and which of how many it is; `undefined` where none does. What it is about is left out: in a group it could be out of somebody's memory. */
function stepLine(steps: readonly StepLine[], language: Language): string | undefined {
  const index = steps.findIndex(({ state }) => state === "running" || state === "asking");
  const step = steps[index];
  if (step === undefined) return undefined;
  const key = step.state === "asking" ? "stepAsks" : "stepRuns";
  const count = steps.length === 1 ? "" : ` (${index + 1}/${steps.length})`;
  return say(language, key, { step: escapeMarkup(goingOn(step.title, language)), count });
}

/** "뉴스를 검색한다" as "뉴스를 검색하는 중"; without what stands in brackets behind it. */
function goingOn(title: Localized, language: Language): string {
  const [words = ""] = title[language].split(" (");
  if (language === "en") return words;
  return words.replace(/(\p{Script=Hangul})다$/u, (_all, last: string) => {
    if (last === "는") return "는 중";
    return finalOf(last) === FINAL.n
      ? `${String.fromCharCode(last.charCodeAt(0) - FINAL.n)}는 중`
      : `${last}다`;
  });
}
