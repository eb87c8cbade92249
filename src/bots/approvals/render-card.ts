import { agentLabel } from "../../agent/roster/roster.ts";
import { dayAndTime } from "../../base/format-time.ts";
import type { Language } from "../../base/localized.ts";
import { exactText } from "../../base/visible-text.ts";
import type { Approval } from "../../security/approvals/approvals.ts";
import {
  type CardContent,
  type CardEffect,
  isForButtons,
  isSuggestion,
} from "../../security/approvals/card-content.ts";
import { sizeWords } from "../markup/format-size.ts";
import { codeBlock, escapeMarkup, visibleLength } from "../markup/parse-markup.ts";
import type { MessageTone, OutgoingMessage } from "../platform/chat-adapter.ts";
import { say } from "../texts/say.ts";
import { accessLines, offerLines, voteLines } from "./access-cards.ts";
import { draftText } from "./briefing-draft.ts";
import { buttonsOf, isCorrection, shortLabel } from "./buttons.ts";
import type { CardView } from "./card-view.ts";
import { effectLines, shorten } from "./effects.ts";

/** Most UTF-16 units shown of the program, and of every value, question and line. */
interface Detail {
  readonly program: number;
  readonly line: number;
}

/** A program longer than this stands behind the details button: the effects say in words what it does. */
const INLINE_PROGRAM_LENGTH = 300;

const WHOLE: Detail = { program: Number.POSITIVE_INFINITY, line: Number.POSITIVE_INFINITY };

/** From what is shown if it fits to what is shown if nothing else does. */
const READABLE: readonly Detail[] = [
  { ...WHOLE, program: INLINE_PROGRAM_LENGTH },
  { ...WHOLE, program: 0 },
];

/** Longest reason on a card, in UTF-16 units. */
const REASON_LENGTH = 500;

const SHORT: Detail = { program: 0, line: 200 };

/** Draws a card from its row alone: pending with its buttons, decided with who, when and what happened. Never longer than the reader's limit. Pure. */
export function renderCard(approval: Approval, reader: CardView): OutgoingMessage {
  const fitting = fittingText(approval, reader);
  const isShown = reader.hasSeenAll === true || isWhole(approval, fitting);
  const buttons = buttonsOf(approval, reader, { hasMore: hasMore(approval, fitting), isShown });
  const text = fitting?.text ?? shortText(approval, reader);
  const form = takesWords(approval)
    ? { form: { label: say(reader.language, "answerInWords") } }
    : {};
  const card = { text, tone: toneOf(approval) };
  return buttons.length === 0 ? card : { ...card, buttons, ...form };
}

/** True of an open question that the next words of the one who was asked answer. */
function takesWords({ kind, state, card }: Approval): boolean {
  return kind === "question" && state === "pending" && !isForButtons(card.followUp);
}

/** All of what an approval is about, for who presses its details button: everything the card asks for, and the whole program. Pure. */
export function cardDetails(approval: Approval, reader: CardView): string {
  const { program, effects = [] } = approval.card;
  return [
    say(reader.language, "cardProgram"),
    ...bodyOf(approval, reader, WHOLE),
    ...(program === undefined || effects.length > 0 ? [] : [codeBlock(exactText(program), "ibl")]),
  ].join("\n");
}

/** Whether a program, or part of a value in it, is not on the card. */
function hasMore({ card }: Approval, fitting: FittingText | undefined): boolean {
  if (card.program === undefined) return false;
  const isCut = (card.effects ?? []).some(hasCutFact);
  return isCut || fitting === undefined || card.program.length > fitting.detail.program;
}

/** Whether everything that a press decides stands on the card. */
function isWhole({ card }: Approval, fitting: FittingText | undefined): boolean {
  const isCut = (card.effects ?? []).some((effect) => effect.approval && hasCutFact(effect));
  return fitting !== undefined && !isCut;
}

function hasCutFact({ facts = [] }: CardEffect): boolean {
  return facts.some(({ whole }) => whole !== undefined);
}

interface FittingText {
  readonly text: string;
  readonly detail: Detail;
}

function fittingText(approval: Approval, reader: CardView): FittingText | undefined {
  return READABLE.map((detail) => {
    return { text: textOf(approval, reader, bodyOf(approval, reader, detail)), detail };
  }).find(({ text }) => fits(text, reader));
}

function fits(text: string, { maxLength, lengthOf = visibleLength }: CardView): boolean {
  return lengthOf(text) <= maxLength;
}

/** Leaves out lines from the end until the rest fits, and says how many. */
function shortText(approval: Approval, reader: CardView): string {
  const body = bodyOf(approval, reader, SHORT);
  const isOpen = approval.state === "pending" && reader.hasSeenAll !== true;
  const note = say(reader.language, isOpen ? "cardIsTooLong" : "cardIsShort");
  for (let count = body.length; count > 0; count -= 1) {
    const missing = count === body.length ? [] : [`… (+${body.length - count})`];
    const text = textOf(approval, reader, [...body.slice(0, count), ...missing, note]);
    if (fits(text, reader)) return text;
  }
  return textOf(approval, reader, [note]);
}

function textOf(approval: Approval, reader: CardView, body: readonly string[]): string {
  if (approval.state !== "pending")
    return [
      stateLine(approval, reader),
      ...afterwards(approval, reader),
      ...body,
      ...outcomeLines(approval, reader),
    ].join("\n");
  const isOpenQuestion = approval.kind === "question" && approval.card.followUp === undefined;
  const hint = isOpenQuestion ? [say(reader.language, "cardFreeText")] : [];
  const time = dayAndTime(approval.expiresAtMs, reader);
  const until = isSuggestion(approval) ? [] : [say(reader.language, "cardUntil", { time })];
  const votes = voteLines(reader.votes, reader.language);
  return [...body, ...hint, ...votes, ...presserLines(reader), ...until].join("\n");
}

function bodyOf(approval: Approval, reader: CardView, detail: Detail): readonly string[] {
  return [
    ...headOf(approval, reader, detail),
    ...askedBy(approval, reader),
    ...agentLines(approval, reader),
    ...effectLines(approval, reader, detail.line),
    ...offerLines(approval, { language: reader.language, mayGrant: reader.mayGrant === true }),
    ...programLines(approval.card, detail),
  ];
}

function headOf(approval: Approval, reader: CardView, detail: Detail): readonly string[] {
  const { card } = approval;
  const { language } = reader;
  const prompt = escapeMarkup(shorten(exactText(card.prompt ?? ""), detail.line));
  switch (approval.kind) {
    case "plan":
      return [say(language, "cardPlan")];
    case "value":
      return [say(language, card.isChanged === true ? "cardChanged" : "cardValue")];
    case "uncertain":
      return [say(language, "cardUncertain")];
    case "approval":
      return [say(language, "cardApproval", { prompt })];
    case "question":
      return [
        card.followUp === undefined
          ? say(language, "cardQuestion", { prompt })
          : followUpText(card.followUp, language),
      ];
    case "proposal":
      return proposalHead(approval, language, detail);
    case "access":
      return accessLines(approval, reader);
  }
}

function proposalHead(approval: Approval, language: Language, detail: Detail): readonly string[] {
  const { card } = approval;
  if (card.share !== undefined) return [say(language, "shareCard")];
  if (card.forget !== undefined) return forgetLines(card.forget, language);
  if (isCorrection(approval)) return [say(language, "cardCorrection"), ...codeLines(card, detail)];
  const head = card.asksHour === true ? "cardProposalHour" : "cardProposal";
  return [say(language, head), ...proposalLines(card, detail)];
}

function askedBy({ kind }: Approval, { language, requesterName }: CardView): readonly string[] {
  if (requesterName === undefined || kind === "access") return [];
  return [say(language, "cardAskedBy", { name: escapeMarkup(requesterName) })];
}

function presserLines({ pressers, language }: CardView): readonly string[] {
  if (pressers === undefined) return [];
  return [say(language, `press_${pressers.kind}`, { name: escapeMarkup(pressers.name) })];
}

/** The system agent alone is nobody to name; else all who ask each other, the one who acts last. */
function agentLines({ card }: Approval, { language }: CardView): readonly string[] {
  const { agents = [] } = card;
  if (agents.length === 0) return [];
  const names = agents.map((agent) => escapeMarkup(agentLabel(agent, language))).join(" → ");
  return [say(language, "cardAgents", { names })];
}

function followUpText(followUp: NonNullable<CardContent["followUp"]>, language: Language): string {
  switch (followUp.kind) {
    case "reason":
      return say(language, "askReason");
    case "briefing":
      return draftText(followUp, language);
    case "timing": {
      const { name, present, problem } = followUp;
      const question = say(language, "askTiming", {
        name: escapeMarkup(name),
        present: escapeMarkup(present),
      });
      return problem === undefined ? question : `❔ ${escapeMarkup(problem)}\n\n${question}`;
    }
  }
}

/** What will be deleted, what stays and why. */
function forgetLines(
  { fileBytes, ...counts }: NonNullable<CardContent["forget"]>,
  language: Language,
): readonly string[] {
  return [say(language, "forgetCard", { ...counts, files: sizeWords(fileBytes) })];
}

function codeLines(card: CardContent, detail: Detail): readonly string[] {
  return (card.options ?? []).map(({ code = "" }) =>
    codeBlock(shorten(exactText(code), detail.line), "ibl"),
  );
}

function proposalLines(card: CardContent, detail: Detail): readonly string[] {
  return (card.options ?? []).map((option, index) => {
    const label = escapeMarkup(shorten(option.label, detail.line));
    return `${index + 1}. ${label}\n${codeBlock(shorten(exactText(option.code ?? ""), detail.line), "ibl")}`;
  });
}

/** The digest covers all of the program, whether it is shown here or behind the details button. */
function programLines({ program, effects = [] }: CardContent, detail: Detail): readonly string[] {
  const isShown = program !== undefined && effects.length > 0 && program.length <= detail.program;
  return isShown ? [codeBlock(exactText(program), "ibl")] : [];
}

/** What became of an approval, by whom and when, as one line. */
export function stateLine(
  approval: Approval,
  reader: Pick<CardView, "language" | "zone" | "deciderName">,
): string {
  const facts = {
    who: escapeMarkup(reader.deciderName),
    time: dayAndTime(approval.decidedAtMs ?? approval.createdAtMs, reader),
    answer: escapeMarkup(shortLabel(answerLabel(approval))),
  };
  switch (approval.state) {
    case "approved":
      return say(reader.language, "stateApproved", facts);
    case "denied":
      return say(
        reader.language,
        approval.card.followUp === undefined ? "stateDenied" : "stateSkipped",
        facts,
      );
    case "answered":
      return say(reader.language, "stateAnswered", facts);
    case "expired":
      return say(reader.language, "stateExpired");
    case "pending":
    case "cancelled":
      return say(
        reader.language,
        approval.decidedBy === undefined ? "stateCancelled" : "stateChanged",
        facts,
      );
  }
}

/** What came after the decision: its reason, or that it is asked again. */
function afterwards(approval: Approval, reader: CardView): readonly string[] {
  const { reason, askedAgainBy } = approval;
  const who = escapeMarkup(reader.againName ?? "?");
  return [
    ...(reason === undefined
      ? []
      : [
          say(reader.language, "stateReason", {
            reason: escapeMarkup(shorten(reason, REASON_LENGTH)),
          }),
        ]),
    ...(askedAgainBy === undefined ? [] : [say(reader.language, "stateAskedAgain", { who })]),
  ];
}

function answerLabel(approval: Approval): string {
  const chosen = approval.card.options?.find(
    (option) => option.code !== undefined && option.code === approval.answer,
  );
  return chosen?.label ?? approval.answer ?? "";
}

/** Without an outcome, what was allowed is still going on. */
function outcomeLines(approval: Approval, { language }: CardView): readonly string[] {
  const isGranted = approval.state === "approved" || approval.state === "answered";
  if (approval.outcomeText === undefined) return isGranted ? [say(language, "working")] : [];
  return approval.outcomeText === "" ? [] : ["", `→ ${approval.outcomeText}`];
}

/** Effects that reach beyond the person's own files and cannot be taken back. */
const FAR_REACHING: ReadonlySet<string> = new Set(["send", "execute", "device", "spend"]);

/** What a card is at a glance: what it asks for and how far that reaches, or how it ended. Pure. */
function toneOf(approval: Approval): MessageTone {
  switch (approval.state) {
    case "pending":
      return openTone(approval);
    case "approved":
    case "answered":
      return "done";
    case "denied":
      return "refused";
    case "expired":
    case "cancelled":
      return "over";
  }
}

function openTone({ kind, card }: Approval): MessageTone {
  const waiting = (card.effects ?? []).filter(({ approval }) => approval);
  if (card.forget !== undefined || waiting.some(({ effect }) => FAR_REACHING.has(effect)))
    return "danger";
  const asksForWords = kind === "question" || kind === "proposal" || kind === "access";
  return asksForWords ? "question" : "caution";
}
