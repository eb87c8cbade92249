import { exactText } from "../../base/visible-text.ts";
import type { Role } from "../../engine/catalogue/catalogue.ts";
import { filledWith } from "../../engine/plan/effects-report.ts";
import { shortAddress } from "../../runs/approval-cards.ts";
import type { Approval } from "../../security/approvals/approvals.ts";
import type { CardEffect } from "../../security/approvals/card-content.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import { say } from "../texts/say.ts";
import type { CardView } from "./card-view.ts";
import { askedEffects, effectWords, factQuotes, onlyDeed, shownOnLine } from "./effects.ts";

/** Longest line about one of several effects that were asked for, in UTF-16 units. */
const LIST_LENGTH = 120;

/** What a parameter must mean to say by itself what an effect was about. */
const NAMES: ReadonlySet<Role | undefined> = new Set([
  "recipient",
  "path",
  "host",
  "subject",
] as const);

/** What has happened of what was allowed, in the words of its deed; of several things how many, where that is not all of them. */
export function doneWords(
  approval: Approval,
  reader: Pick<CardView, "language" | "steps">,
): string {
  const { language } = reader;
  const asked = askedEffects(approval);
  const done = asked.filter((effect) => wasDone(approval, effect, reader));
  const count = String(done.length);
  const isLoop = approval.card.loop !== undefined;
  const deed = isLoop && done.length === 1 ? done[0]?.deed : onlyDeed(approval);
  if (deed !== undefined) {
    const words = filledWith(deed.done, [{ param: "count", value: count }]);
    return escapeMarkup(exactText(words[language]));
  }
  if (asked.length < 2 || done.length === asked.length) return say(language, "deedDone");
  return say(language, "deedSome", { count, all: asked.length });
}

/** Of several effects, each with how it went; of a loop those that did not go well. */
export function severalLines(approval: Approval, reader: CardView): readonly string[] {
  const all = askedEffects(approval);
  if (all.length < 2) return [];
  return all.flatMap((effect) => {
    if (!wasDone(approval, effect, reader)) return [undoneLine(approval, effect, reader)];
    return approval.card.loop === undefined ? doneLines(approval, effect, reader) : [];
  });
}

function doneLines(approval: Approval, effect: CardEffect, reader: CardView): readonly string[] {
  const { language } = reader;
  const { deed } = effect;
  if (deed === undefined)
    return [say(language, "otherDone", { what: effectWords(effect, language, LIST_LENGTH) })];
  return [
    `✅ ${shownOnLine(deed.done[language], LIST_LENGTH)}`,
    ...factQuotes(deed.facts, approval, reader, LIST_LENGTH),
  ];
}

/** That it was not done, and to what: an effect that nothing names is told by its sentence. */
function undoneLine(approval: Approval, effect: CardEffect, reader: CardView): string {
  const { language } = reader;
  const undone = effect.deed?.undone[language] ?? say(language, "deedUndone");
  const name = effect.deed === undefined ? undefined : nameIn(approval, effect);
  const what =
    name === undefined
      ? effectWords(effect, language, LIST_LENGTH)
      : shownOnLine(name, LIST_LENGTH);
  return say(language, "otherUndone", { undone, what });
}

function nameIn({ card: { loop, effects = [] } }: Approval, effect: CardEffect) {
  if (loop !== undefined && loop.items.length === effects.length)
    return loop.items[effects.indexOf(effect)]?.name;
  const named = effect.details.find((each) => NAMES.has(each.role) && each.value !== undefined);
  const value = named?.value;
  return named?.role === "host" && value !== undefined ? shortAddress(value) : value;
}

/** True where nothing of what was allowed has happened. */
export function hasFailed(approval: Approval, reader: Pick<CardView, "steps">): boolean {
  if (approval.kind === "uncertain" && approval.state === "answered") return false;
  return askedEffects(approval).length > 0 && doneCount(approval, reader) === 0;
}

/** How many of the effects that a press allowed have happened. */
export function doneCount(approval: Approval, reader: Pick<CardView, "steps">): number {
  return askedEffects(approval).filter((effect) => wasDone(approval, effect, reader)).length;
}

/** Where nothing is known of the steps, what was carried out was done. A card for one round of a loop tells of that round alone. */
function wasDone(
  approval: Approval,
  { callId, stepKey: ownKey }: CardEffect,
  { steps }: Pick<CardView, "steps">,
): boolean {
  if (steps === undefined) return true;
  const isOfCall = (key: string): boolean => key === callId || key.endsWith(`:${callId}`);
  const asked = approval.stepKey;
  const stepKey = ownKey ?? (asked !== undefined && isOfCall(asked) ? asked : undefined);
  const own = steps.filter(({ key }) => (stepKey === undefined ? isOfCall(key) : key === stepKey));
  return own.length > 0 && own.every(({ state }) => state === "done");
}
