import type { Suggestion } from "../../agent/turn/assistant.ts";
import { canonicalJson } from "../../base/json.ts";
import { BUTTON_KINDS } from "../../security/approvals/button-kinds.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import type { Button } from "../platform/chat-adapter.ts";
import { buttonIdOf } from "./signed-button.ts";

/** The kind of a button that says or runs something for whoever presses it. */
export const SUGGESTION = BUTTON_KINDS.suggestion;

/** Longest label, in characters; buttons below one message, and in one row. */
const LONGEST_LABEL = 24;
const MOST_BUTTONS = 4;
const BUTTONS_IN_ROW = 2;

/** A button for each suggestion, two a row; one whose label would be cut is left out. */
export function suggestionButtons(
  tokens: ButtonTokens,
  suggestions: readonly Suggestion[],
  home: string,
): readonly (readonly Button[])[] {
  const buttons = suggestions
    .filter(({ label }) => [...label].length <= LONGEST_LABEL)
    .slice(0, MOST_BUTTONS)
    .map(({ label, style, isFirst: _isFirst, ...meaning }): Button => {
      const digest = suggestionSubject(meaning);
      const facts = { id: buttonIdOf(digest), choice: SUGGESTION, digest, chatKey: home };
      return { label, data: tokens.sign(facts), ...meaning, ...(style && { style }) };
    });
  return buttons.length <= BUTTONS_IN_ROW
    ? [buttons].filter((row) => row.length > 0)
    : [buttons.slice(0, BUTTONS_IN_ROW), buttons.slice(BUTTONS_IN_ROW)];
}

/** The button by which whoever got a message answers it, in the chat where it came. */
export function answerButton(
  tokens: ButtonTokens,
  to: { readonly answers: string; readonly label: string },
  chatKey: string,
): Button {
  const { answers, label } = to;
  const digest = suggestionSubject({ answers });
  const data = tokens.sign({ id: buttonIdOf(digest), choice: SUGGESTION, digest, chatKey });
  return { label, data, answers, opensForm: true };
}

/** What the button that says, runs, tells, allows or answers this is signed for. */
export function suggestionSubject({
  says,
  runs,
  tells,
  allows,
  answers,
}: Pick<Button, "says" | "runs" | "tells" | "allows" | "answers">): string {
  const meaning = [
    ...[says ?? null, runs ?? null],
    ...(tells === undefined ? [] : [tells]),
    ...(allows === undefined ? [] : [canonicalJson(allows)]),
    ...(answers === undefined ? [] : [{ answers }]),
  ];
  return `suggestion:${JSON.stringify(meaning)}`;
}
