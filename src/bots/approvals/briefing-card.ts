import type { Language } from "../../base/localized.ts";
import type { BriefingDraft, FollowUp } from "../../security/approvals/card-content.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import { say } from "../texts/say.ts";
import { kindOf, valueText } from "./briefing-draft.ts";

type BriefingQuestion = Extract<FollowUp, { readonly kind: "briefing" }>;

/** The field that says when, which every briefing has. */
export const TIME_FIELD = "time";

/** What the button that ends a draft is called. */
export function doneLabel({ schedule }: BriefingDraft, language: Language): string {
  return say(language, schedule === undefined ? "briefingMake" : "briefingSave");
}

/** What the card of a draft says. */
export function draftText(followUp: BriefingQuestion, language: Language): string {
  const { draft, asks, problem, coming } = followUp;
  const kind = kindOf(draft);
  const lines = problem === undefined ? [] : [`❔ ${escapeMarkup(problem)}`];
  if (asks === TIME_FIELD)
    return [...lines, say(language, "briefingAskTime"), presentLine(draft.present, language)].join(
      "\n",
    );
  const field = kind?.fields.find((each) => each.name === asks);
  if (field !== undefined) {
    const present = valueText(field, draft.values[field.name], language);
    return [...lines, field.ask[language], presentLine(present, language)].join("\n");
  }
  const name = escapeMarkup(draft.name);
  const done = doneLabel(draft, language);
  return [
    say(language, "briefingForm", { name, done }),
    ...(kind?.fields ?? []).map(
      (each) =>
        `- ${each.label[language]}: ${escapeMarkup(valueText(each, draft.values[each.name], language))}`,
    ),
    `- ${say(language, "briefingTime")}: ${escapeMarkup(draft.present ?? "")}`,
    ...(coming.length === 0
      ? []
      : [say(language, "scheduleComing"), ...coming.map((time) => `  ${time}`)]),
  ].join("\n");
}

function presentLine(present: string | undefined, language: Language): string {
  return say(language, "briefingPresent", {
    present: escapeMarkup(present ?? say(language, "briefingUnset")),
  });
}
