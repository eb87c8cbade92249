import type { Language } from "../base/words.ts";
import type { PlannedEffect } from "../engine/report.ts";
import type { Approval } from "../security/approvals.ts";
import type { CardContent } from "../security/card-content.ts";
import type { Button, OutgoingMessage } from "./adapter.ts";
import { codeBlock, escapeMarkup, visibleLength } from "./markup.ts";
import { cutText } from "./split-text.ts";
import { say, shortTime, type TextKey } from "./texts.ts";

/** Who reads a card, how its buttons are signed, and how long it may be in UTF-16 units. */
export interface CardReader {
  readonly language: Language;
  readonly zone: string;
  readonly deciderName: string;
  readonly maxLength: number;
  readonly button: (choice: string) => string;
}

/** Most UTF-16 units shown of the program, and of every value, question and line. */
interface Detail {
  readonly program: number;
  readonly line: number;
}

const WHOLE: Detail = { program: Number.POSITIVE_INFINITY, line: Number.POSITIVE_INFINITY };

/** From what is shown if it fits to what is shown if nothing else does. The effects say in words what the program does, so it goes first. */
const READABLE: readonly Detail[] = [
  { ...WHOLE, program: 1500 },
  { ...WHOLE, program: 200 },
];
const SHORT: Detail = { program: 0, line: 200 };

/** Draws a card from its row alone: pending with its buttons, decided with who, when and what happened. Never longer than the reader's limit. Pure. */
export function renderCard(approval: Approval, reader: CardReader): OutgoingMessage {
  const text = fittingText(approval, reader) ?? shortText(approval, reader);
  return approval.state === "pending" ? { text, buttons: buttonsOf(approval, reader) } : { text };
}

/** All that a card asks for, where the card itself is too short for it; `undefined` where the card says everything. Pure. */
export function cardDetails(approval: Approval, reader: CardReader): string | undefined {
  if (fittingText(approval, reader) !== undefined) return undefined;
  const title = say(reader.language, "cardDetails");
  return [title, ...bodyOf(approval, reader, WHOLE)].join("\n");
}

function fittingText(approval: Approval, reader: CardReader): string | undefined {
  return READABLE.map((detail) => textOf(approval, reader, bodyOf(approval, reader, detail))).find(
    (text) => visibleLength(text) <= reader.maxLength,
  );
}

/** Leaves out lines from the end until the rest fits, and says how many. */
function shortText(approval: Approval, reader: CardReader): string {
  const body = bodyOf(approval, reader, SHORT);
  for (let count = body.length; count > 0; count -= 1) {
    const missing = count === body.length ? [] : [`… (+${body.length - count})`];
    const text = textOf(approval, reader, [
      ...body.slice(0, count),
      ...missing,
      say(reader.language, "cardIsShort"),
    ]);
    if (visibleLength(text) <= reader.maxLength) return text;
  }
  return textOf(approval, reader, [say(reader.language, "cardIsShort")]);
}

function textOf(approval: Approval, reader: CardReader, body: readonly string[]): string {
  if (approval.state !== "pending")
    return [stateLine(approval, reader), ...body, ...outcomeLines(approval, reader)].join("\n");
  const hint = approval.kind === "question" ? [say(reader.language, "cardFreeText")] : [];
  const until = say(reader.language, "cardUntil", {
    time: shortTime(approval.expiresAtMs, reader),
  });
  return [...body, ...hint, until].join("\n");
}

function bodyOf(approval: Approval, reader: CardReader, detail: Detail): readonly string[] {
  return [
    ...headOf(approval, reader, detail),
    ...effectLines(approval, reader, detail),
    ...programLines(approval.card, detail),
  ];
}

function headOf(approval: Approval, { language }: CardReader, detail: Detail): readonly string[] {
  const { card } = approval;
  const prompt = escapeMarkup(shorten(card.prompt ?? "", detail.line));
  switch (approval.kind) {
    case "plan":
      return [say(language, "cardPlan")];
    case "value":
      return [say(language, "cardValue")];
    case "uncertain":
      return [say(language, "cardUncertain")];
    case "approval":
      return [say(language, "cardApproval", { prompt })];
    case "question":
      return [say(language, "cardQuestion", { prompt })];
    case "proposal":
      return isCorrection(approval)
        ? [say(language, "cardCorrection"), ...codeLines(card, detail)]
        : [say(language, "cardProposal"), ...proposalLines(card, detail)];
    case "access": {
      const { name = "?", platform = "?" } = card.account ?? {};
      return [say(language, "cardAccess", { name: escapeMarkup(name), platform })];
    }
  }
}

/** A proposal that answers a wrong program instead of a person's words has no words of theirs. */
function isCorrection({ kind, card }: Approval): boolean {
  return kind === "proposal" && card.prompt === undefined;
}

function codeLines(card: CardContent, detail: Detail): readonly string[] {
  return (card.options ?? []).map(({ code = "" }) => codeBlock(shorten(code, detail.line), "ibl"));
}

function proposalLines(card: CardContent, detail: Detail): readonly string[] {
  return (card.options ?? []).map((option, index) => {
    const label = escapeMarkup(shorten(option.label, detail.line));
    return `${index + 1}. ${label}\n${codeBlock(shorten(option.code ?? "", detail.line), "ibl")}`;
  });
}

/** What will happen, one line an effect: what waits for this press first, with the actual values, then what comes later. */
function effectLines(approval: Approval, reader: CardReader, detail: Detail): readonly string[] {
  const { effects = [], values = [] } = approval.card;
  const isShown = (effect: PlannedEffect): boolean =>
    approval.kind === "uncertain" || effect.effect !== "read" || effect.approval;
  const now = effects.filter((effect) => !effect.later && isShown(effect));
  const later = effects.filter((effect) => effect.later && isShown(effect));
  return [
    ...now.map((effect, index) => `${index + 1}. ${effectLine(effect, reader, detail)}`),
    ...values.map((value) => valueLine(value, reader, detail)),
    ...(later.length === 0 ? [] : [say(reader.language, "cardLater")]),
    ...later.map((effect) => `- ${laterLine(effect, reader, detail)}`),
  ];
}

function valueLine(
  value: NonNullable<CardContent["values"]>[number],
  { language }: CardReader,
  detail: Detail,
): string {
  const line = `${say(language, `role_${value.role}`)}:\n${codeBlock(shorten(value.value, detail.line))}`;
  return value.tainted ? `${line}\n  ${say(language, "cardTainted")}` : line;
}

function effectLine(effect: PlannedEffect, { language }: CardReader, detail: Detail): string {
  const notes = [
    ...(effect.conditional ? [say(language, "cardConditional")] : []),
    ...(effect.times > 1 ? [say(language, "cardTimes", { times: effect.times })] : []),
  ];
  const words = escapeMarkup(shorten(effect.card[language], detail.line));
  return notes.length === 0 ? words : `${words} — ${notes.join(", ")}`;
}

function laterLine(effect: PlannedEffect, reader: CardReader, detail: Detail): string {
  const line = effectLine(effect, reader, detail);
  return effect.approval ? `${line} (${say(reader.language, "cardLaterAsks")})` : line;
}

/** The digest covers all of the program, whatever is shown of it. */
function programLines(card: CardContent, detail: Detail): readonly string[] {
  const isOfUse = (card.effects ?? []).length > 0 && detail.program > 0;
  if (card.program === undefined || !isOfUse) return [];
  return [codeBlock(shorten(card.program, detail.program), "ibl")];
}

function buttonsOf(approval: Approval, reader: CardReader): readonly (readonly Button[])[] {
  const { language, button } = reader;
  const make = (choice: string, key: TextKey): Button => ({
    label: say(language, key),
    data: button(choice),
  });
  const options = (approval.card.options ?? []).slice(0, 9).map((option, index) => [
    {
      label: shortLabel(
        approval.kind === "proposal" && !isCorrection(approval)
          ? `${index + 1}. ${option.label}`
          : option.label,
      ),
      data: button(String(index + 1)),
    },
  ]);
  switch (approval.kind) {
    case "question":
      return [...options, [make("n", "skipQuestion")]];
    case "proposal":
      return [...options, [make("n", isCorrection(approval) ? "stopThere" : "noneOfThese")]];
    case "uncertain":
      return [[make("y", "runAgain"), make("1", "takeAsDone")], [make("n", "stopThere")]];
    case "access":
      return [[make("y", "letIn"), make("n", "deny")]];
    case "plan":
    case "value":
    case "approval":
      return [[make("y", "approve"), make("n", "deny")]];
  }
}

function stateLine(approval: Approval, reader: CardReader): string {
  const facts = {
    who: escapeMarkup(reader.deciderName),
    time: shortTime(approval.decidedAtMs ?? approval.createdAtMs, reader),
    answer: escapeMarkup(shortLabel(answerLabel(approval))),
  };
  switch (approval.state) {
    case "approved":
      return say(reader.language, "stateApproved", facts);
    case "denied":
      return say(reader.language, "stateDenied", facts);
    case "answered":
      return say(reader.language, "stateAnswered", facts);
    case "expired":
      return say(reader.language, "stateExpired");
    case "pending":
    case "cancelled":
      return say(reader.language, "stateCancelled");
  }
}

function answerLabel(approval: Approval): string {
  const chosen = approval.card.options?.find(
    (option) => option.code !== undefined && option.code === approval.answer,
  );
  return chosen?.label ?? approval.answer ?? "";
}

/** Without an outcome, what was allowed is still going on. */
function outcomeLines(approval: Approval, { language }: CardReader): readonly string[] {
  const isGranted = approval.state === "approved" || approval.state === "answered";
  if (approval.outcomeText === undefined) return isGranted ? [say(language, "working")] : [];
  return approval.outcomeText === "" ? [] : ["", `→ ${approval.outcomeText}`];
}

/** A text cut to `maxLength` UTF-16 units, with the number of those left out. */
function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const start = cutText(text, maxLength);
  return `${start}… (+${text.length - start.length})`;
}

/** Button labels are cut on small screens; beyond this they say nothing more. */
function shortLabel(text: string): string {
  return text.length <= 40 ? text : `${cutText(text, 39)}…`;
}
