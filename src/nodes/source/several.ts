import type { ReadyCall } from "../../engine/execute/action-types.ts";
import { type Failure, failure, type Outcome } from "../../engine/values/outcome.ts";

/** The names in a parameter that takes one or several: a list, or a text with commas or line breaks between them. Each once, none empty. */
export function namesIn(call: ReadyCall, param: string): readonly string[] {
  const given = call.params[param];
  const texts = Array.isArray(given)
    ? given
    : typeof given === "string"
      ? given.split(/[,\n]/u)
      : [];
  const names = texts.flatMap((entry) => (typeof entry === "string" ? [entry.trim()] : []));
  return [...new Set(names.filter((name) => name !== ""))];
}

/** An answer about one of several things, or why there is none. */
export type OneOf<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | Extract<Outcome, { ok: false }>;

/** What could be had of several things, with what could not beside it; a failure where nothing could. */
export function gathered<Answer>(
  all: readonly OneOf<Answer>[],
  wordedAs: (answers: readonly Answer[]) => Extract<Outcome, { ok: true }>["value"],
): Outcome {
  const answers = all.flatMap((one) => (one.ok ? [one.answer] : []));
  const failures = all.flatMap((one): readonly Failure[] => (one.ok ? [] : [one.failure]));
  const [first] = failures;
  if (answers.length === 0 && first !== undefined)
    return failure(first.code, failures.map(({ message }) => message).join(" "), {
      retryable: failures.every(({ retryable }) => retryable),
    });
  const partial = failures.length === 0 ? {} : { partial: failures };
  return { ok: true, value: wordedAs(answers), tainted: true, ...partial };
}
