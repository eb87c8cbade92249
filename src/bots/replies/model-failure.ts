import { ModelError } from "../../agent/models/model-client.ts";
import type { Reply, Suggestion } from "../../agent/turn/assistant.ts";
import { type AppError, wordsOf } from "../../base/errors.ts";
import { inBoth, type Localized } from "../../base/localized.ts";
import type { Actor } from "../../engine/execute/action-types.ts";
import { reachWords } from "../../security/limits/budget-words.ts";
import { raiseFor } from "../../security/limits/budgets.ts";
import { timeMark } from "../markup/parse-markup.ts";
import { say, type TextKey, wordsOfText } from "../texts/say.ts";

/** What is said of the failures whose own words are for whoever can mend them. */
const TROUBLES: Readonly<Record<string, TextKey>> = {
  "model-rate-limited": "modelStillBusy",
  "model-auth": "modelKeyRefused",
  "model-unavailable": "modelUnreachable",
  "model-bad-answer": "modelUnreadable",
};

/** Failures that may be over when it is asked again. */
const IS_PASSING: ReadonlySet<string> = new Set([
  "model-rate-limited",
  "model-unavailable",
  "model-bad-answer",
]);

/** A failure of the model in words for everybody, and what may be done about it. */
export interface ModelTrouble {
  readonly words: Localized;
  readonly suggests: readonly Suggestion[];
}

/** Why a model gave no answer to what was said: it can be asked again where that may help, and an owner may read the cause, since only an owner can mend it. */
export function modelTrouble(
  error: AppError,
  { language, isOwner, zone }: Pick<Actor, "language" | "isOwner" | "zone">,
  said: string,
): ModelTrouble {
  const key = TROUBLES[error.code];
  const cause = wordsOf(error, language);
  const over = error instanceof ModelError ? error.over : undefined;
  const raise = over && raiseFor(over.reach);
  const own = over && reachWords(over.reach, { ...over, zone, marked: midnightMark });
  const more = { label: say(language, "allowMore"), says: said };
  const retry = { label: say(language, "retry"), says: said };
  const details = { label: say(language, "errorDetails"), tells: cause };
  return {
    words: own ?? (key === undefined ? (error.words ?? inBoth(() => cause)) : wordsOfText(key)),
    suggests: [
      ...(IS_PASSING.has(error.code) ? [retry] : []),
      ...(isOwner && raise !== undefined ? [{ ...more, allows: raise }] : []),
      ...(isOwner && key !== undefined ? [details] : []),
    ],
  };
}

/** A failure of the model with what examples answer in its place; alone where they have no answer either. */
export function withTrouble(
  { words, suggests }: ModelTrouble,
  reply: Reply,
  { language }: Pick<Actor, "language">,
): { readonly reply: Reply; readonly lead: string } {
  const isForModel = reply.kind === "not-yet" && reply.needsModel === true;
  const isNone = isForModel || (reply.kind === "none" && reply.question === undefined);
  return isNone
    ? { reply: { kind: "not-yet", words, suggests }, lead: "" }
    : { reply, lead: words[language] };
}

/** The end of a day as the hour that it is. */
function midnightMark(words: string, atMs: number): string {
  return timeMark(words, atMs, "t");
}
