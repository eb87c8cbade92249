import { FINAL, finalOf } from "../../base/korean-particles.ts";
import type { Language, Localized } from "../../base/localized.ts";
import type { StepLine } from "../../engine/execute/progress.ts";
import type { CallWords, RunAccount } from "../../runs/run-summary.ts";
import { PHONE_COLUMNS, type WideTable } from "../markup/markdown.ts";
import { escapeMarkup, visibleLength } from "../markup/parse-markup.ts";
import type { MeasureText } from "../markup/split-text.ts";
import { answerDraft } from "../markup/streaming-markdown.ts";
import { wideWords } from "../markup/wide-tables.ts";
import { say, type TextKey } from "../texts/say.ts";

/** More are told as a list. */
const MOST_IN_SENTENCE = 6;

/** What an action that is no search begins with in English. */
const VERB =
  /^(?:Read|Write|Open|List|Run|Show|Gather|Index|Keep|Sort|Take|Add|Join|Group|Compute|Sum|Translate|Tell|Delete|Send|Save|Draw|Make|Move|Copy|Edit|Put|Look|Ask|Rename|Set|Caption)(?= |$)/u;

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

/** What was found, done and not done before something was stopped, as one sentence; `undefined` where that would hide what may have happened, or be long. */
export function stoppedSentence(account: RunAccount, language: Language): string | undefined {
  const { done, cutOff, notDone } = account;
  const count = done.length + notDone.length;
  if (cutOff.length > 0 || count === 0 || count > MOST_IN_SENTENCE) return undefined;
  if (done.length === 0) return `${say(language, "stoppedBefore")}.`;
  const called = ({ head, ...words }: CallWords): string => asPart((head ?? words)[language]);
  const sought = (words: CallWords): string | undefined =>
    LOOKED_FOR[language].exec(words.head?.[language] ?? "")?.[1];
  const list = (key: TextKey, items: readonly string[]): readonly string[] =>
    items.length === 0 ? [] : [say(language, key, { items: [...new Set(items)].join(", ") })];
  const parts = [
    ...list(
      "stoppedFound",
      done.flatMap((words) => sought(words) ?? []),
    ),
    ...list("stoppedDone", done.filter((words) => sought(words) === undefined).map(called)),
    ...list("stoppedNotDone", notDone.map(called)),
  ];
  const sentence = parts.join(language === "ko" ? ", " : "; ");
  const ended = language === "ko" ? sentence.replace(/고$/u, "어요") : sentence;
  return `${ended.replace(/^\p{Ll}/u, (first) => first.toUpperCase())}.`;
}

/** A sentence of a card inside another. */
function asPart(words: string): string {
  return words.replace(/^\p{Lu}(?=\p{Ll}|\s)/u, (first) => first.toLowerCase());
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
  const [number, all] = step.part ? [step.part.number, step.part.count] : [index + 1, steps.length];
  const count = all === 1 ? "" : ` (${number}/${all})`;
  const title = step.part?.title ?? step.title;
  return say(language, key, { step: escapeMarkup(goingOn(title, language)), count });
}

/** What is looked for, in what a search is called. */
const LOOKED_FOR: Readonly<Record<Language, RegExp>> = {
  ko: /^(.+?)(?:에서)? (?:검색|찾기)$/u,
  en: /^(?:Search|Find|Look for) (?:the )?(.+)$/u,
};

/** What ends in a final consonant that is said twice. */
const DOUBLED = /^(?:Run|Put|Sum|Get|Set|Stop)$/u;

/** "뉴스 검색" as "뉴스 찾는 중", "파일에 쓴다" as "파일에 쓰는 중", "Write" as "Writing"; what is no verb stays as it is. */
function goingOn(title: Localized, language: Language): string {
  const words = title[language];
  const [, sought] = LOOKED_FOR[language].exec(words) ?? [];
  if (sought !== undefined) return say(language, "stepSeeks", { what: sought });
  if (language === "en")
    return words.replace(VERB, (verb) =>
      DOUBLED.test(verb) ? `${verb}${verb.at(-1)}ing` : `${verb.replace(/e$/u, "")}ing`,
    );
  return words.replace(/(\p{Script=Hangul})다$/u, (_all, last: string) => {
    if (last === "는") return "는 중";
    return finalOf(last) === FINAL.n
      ? `${String.fromCharCode(last.charCodeAt(0) - FINAL.n)}는 중`
      : `${last}다`;
  });
}
