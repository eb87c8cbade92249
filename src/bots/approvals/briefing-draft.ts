import type { Json, JsonObject } from "../../base/json.ts";
import type { Language } from "../../base/localized.ts";
import { printSingleCall, readSingleCall } from "../../engine/language/single-call.ts";
import {
  BRIEFING_KINDS,
  BRIEFING_PARTS,
  type BriefingField,
  type BriefingKind,
} from "../../scheduler/briefings/briefing-kinds.ts";
import {
  briefingOf,
  callsOf,
  conditionOf,
  isUnset,
  listOf,
} from "../../scheduler/briefings/briefing-values.ts";
import { timesAfter, timingWords } from "../../scheduler/ledger/describe.ts";
import type { Schedule } from "../../scheduler/ledger/schedule-table.ts";
import type { Person } from "../../security/access/people.ts";
import {
  ALL_FIELDS,
  type BriefingDraft,
  type FollowUp,
} from "../../security/approvals/card-content.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import { say } from "../texts/say.ts";

/** The kind of briefing that a schedule brings, with its values; `undefined` for any other schedule. */
export function briefingIn({ program, timing }: Schedule, language: Language) {
  return briefingOf(readSingleCall(program), timing, language);
}

/** The kind of a draft. */
export function kindOf(draft: BriefingDraft): BriefingKind | undefined {
  return BRIEFING_KINDS.find(({ id }) => id === draft.kind);
}

/** The field that has to be filled before there can be such a briefing; `undefined` where nothing is missing. */
export function missingField(kind: BriefingKind, { values }: BriefingDraft): string | undefined {
  const needed = kind.fields.find(
    ({ name, isNeeded }) => isNeeded === true && isUnset(values[name]),
  );
  if (needed !== undefined) return needed.name;
  return kind.id === "price" && conditionOf(values) === undefined ? "above" : undefined;
}

/** A value as it stands in a card, as plain text. */
export function valueText(
  field: BriefingField,
  value: Json | undefined,
  language: Language,
): string {
  if (isUnset(value)) return say(language, "briefingUnset");
  if (field.shape !== "parts") return Array.isArray(value) ? value.join(", ") : String(value);
  return listOf(value)
    .map((part) => BRIEFING_PARTS[part]?.[language] ?? part)
    .join(", ");
}

/** The number that a text is, with or without a currency; `undefined` for any other text. */
export function numberIn(text: string): number | undefined {
  const bare = text.replace(/[,\s₩$]|원|달러/gu, "");
  const number = Number(bare);
  return bare !== "" && Number.isFinite(number) ? number : undefined;
}

/** When a draft comes, in words, and the next three times in Unix milliseconds. */
export function timesOf(
  { timing, present }: BriefingDraft,
  { language, zone }: Person,
  nowMs: number,
): { readonly words: string; readonly comingMs: readonly number[] } {
  const said = timingWords(timing, { nowMs, zone }, language);
  if (said === undefined) return { words: present ?? "", comingMs: [] };
  const isLookedAt = timing["cooldown"] !== undefined;
  return {
    words: said.words,
    comingMs: isLookedAt ? [] : timesAfter(said.timing, said.zone, nowMs),
  };
}

/** The program that makes a draft, or changes the briefing it is of. */
export function codeOf(draft: BriefingDraft, kind: BriefingKind): string {
  const { values, timing, name, schedule } = draft;
  const { run, watch, condition } = callsOf(kind, values);
  const program = {
    ...(watch === undefined ? {} : { watch: printSingleCall(watch), condition: condition ?? "" }),
    pipeline: printSingleCall(run),
  };
  const when = Object.keys(timing).length === 0 ? {} : { config: timing };
  if (schedule !== undefined) return callText("update", schedule, { ...program, ...when });
  if (watch !== undefined)
    return callText("create", name, { type: "condition", ...program, ...when });
  return callText("schedule", name, { ...program, ...timing });
}

function callText(action: string, target: string, params: JsonObject): string {
  return printSingleCall({ node: "system", action, target, params });
}

/** A name for a new briefing that none of the taken ones is. */
export function freeName(wanted: string, taken: readonly string[]): string {
  const isTaken = (name: string): boolean => taken.includes(name);
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted} ${number}`;
    if (!isTaken(name)) return name;
  }
}

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
  if (asks === ALL_FIELDS) return say(language, "briefingAskField");
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
    ...coming.slice(0, 1).map((time) => say(language, "scheduleNext", { time })),
  ].join("\n");
}

function presentLine(present: string | undefined, language: Language): string {
  return say(language, "briefingPresent", {
    present: escapeMarkup(present ?? say(language, "briefingUnset")),
  });
}
