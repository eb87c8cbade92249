import { shortTime } from "../../base/format-time.ts";
import type { Language } from "../../base/localized.ts";
import { exactText, sizeWords } from "../../base/visible-text.ts";
import type { Approval } from "../../security/approvals/approvals.ts";
import { BUTTON_KINDS } from "../../security/approvals/button-kinds.ts";
import {
  type CardContent,
  type CardEffect,
  isForButtons,
} from "../../security/approvals/card-content.ts";
import { codeBlock, escapeMarkup, timeMark, visibleLength } from "../markup/parse-markup.ts";
import type { MessageTone, OutgoingMessage } from "../platform/chat-adapter.ts";
import { say, type TextKey } from "../texts/say.ts";
import { accessLines, offerLines, voteLines } from "./access-cards.ts";
import { draftText } from "./briefing-draft.ts";
import { buttonsOf, grantButtons, isCorrection, shortLabel } from "./buttons.ts";
import type { CardView } from "./card-view.ts";
import { doneWords, hasFailed, severalLines } from "./done-lines.ts";
import {
  allItemLines,
  askedEffects,
  doneQuotes,
  effectLines,
  makesStanding,
  onlyDeed,
  shorten,
} from "./effects.ts";
import { programWords } from "./program-words.ts";

/** Longest reason on a card, in UTF-16 units. */
const REASON_LENGTH = 500;

/** Most UTF-16 units shown of every value, question and line where not all of them fit. */
const SHORT_LINE = 200;

/** Draws a card from its row alone: pending with its buttons, decided with who, when and what happened. Never longer than the reader's limit. Pure. */
export function renderCard(approval: Approval, reader: CardView): OutgoingMessage {
  const fitting = fittingText(approval, reader);
  const isShown = reader.hasSeenAll === true || isWhole(approval, fitting);
  const buttons = buttonsOf(approval, reader, { isShown });
  const text = fitting ?? shortText(approval, reader);
  const card = { text, tone: toneOf(approval), ...askingOf(approval, reader.language) };
  return buttons.length === 0 ? card : { ...card, buttons };
}

function askingOf(
  approval: Approval,
  language: Language,
): Pick<OutgoingMessage, "form" | "hasAsked"> {
  if (takesWords(approval)) return { form: formOf(approval, language) };
  const asks = approval.card.followUp?.kind;
  return asks === "words" || asks === "reply" ? { hasAsked: true } : {};
}

function formOf(
  { card: { followUp, options = [] } }: Approval,
  language: Language,
): NonNullable<OutgoingMessage["form"]> {
  const isBesideTimes = followUp?.kind === "timing" && options.length > 0;
  const label = say(language, isBesideTimes ? "otherwise" : "answerInWords");
  if (followUp?.kind === "reply") return { label, present: "" };
  return followUp?.kind === "words" ? { label, present: followUp.present } : { label };
}

/** True of an open question that the next words of the one who was asked answer. */
function takesWords({ kind, state, card }: Approval): boolean {
  return kind === "question" && state === "pending" && !isForButtons(card.followUp);
}

/** All of what an approval is about, for who presses its details button: what its card cannot show whole, what may be allowed beyond it, and how to see the program. Pure. */
export function cardDetails(approval: Approval, reader: CardView): OutgoingMessage {
  const { language, button } = reader;
  const { program, loop } = approval.card;
  if (loop !== undefined) return { text: allItemLines(loop, approval, reader).join("\n") };
  const text = [
    ...bodyOf(approval, reader, Number.POSITIVE_INFINITY),
    ...offerLines(approval, { language, mayGrant: reader.mayGrant === true }),
  ].join("\n");
  const how = { label: say(language, "how"), data: button(BUTTON_KINDS.how) };
  const isAsked = program !== undefined && reader.showsCode !== true;
  const buttons = [...grantButtons(approval, reader), ...(isAsked ? [[how]] : [])];
  return buttons.length === 0 ? { text } : { text, buttons };
}

/** The program of an approval, for who asks how it is done. Pure. */
export function cardProgram({ card }: Approval, { language }: CardView): OutgoingMessage {
  const steps = programWords({ effects: card.effects ?? [] }, language).map(escapeMarkup);
  const told = steps.length > 1 ? steps.map((step, index) => `${index + 1}. ${step}`) : steps;
  return {
    text: `${[say(language, "cardHow"), ...told].join("\n")}\n${codeBlock(exactText(card.program ?? ""), "ibl")}`,
  };
}

/** Whether everything that a press decides stands on the card. */
function isWhole({ card }: Approval, text: string | undefined): boolean {
  const effects = [...(card.effects ?? []), ...(card.standing?.effects ?? [])];
  const isCut = effects.some((effect) => effect.approval && hasCutFact(effect));
  return text !== undefined && !isCut;
}

function hasCutFact({ facts = [] }: CardEffect): boolean {
  return facts.some(({ whole }) => whole !== undefined);
}

function fittingText(approval: Approval, reader: CardView): string | undefined {
  const text = textOf(approval, reader, bodyOf(approval, reader, Number.POSITIVE_INFINITY));
  return fits(text, reader) ? text : undefined;
}

function fits(text: string, { maxLength, lengthOf = visibleLength }: CardView): boolean {
  return lengthOf(text) <= maxLength;
}

/** Leaves out lines from the end until the rest fits, and says how many. */
function shortText(approval: Approval, reader: CardView): string {
  const body = bodyOf(approval, reader, SHORT_LINE);
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
  if (approval.state !== "pending" && approval.kind === "access")
    return accessSettled(approval, reader).join("\n");
  const { followUp } = approval.card;
  if (approval.state !== "pending" && followUp?.kind === "timing")
    return timingSettled(approval, followUp.name, body, reader);
  if (followUp?.kind === "reply" && approval.state === "answered" && approval.outcomeText)
    return approval.outcomeText;
  if (isLeftOpen(approval)) return leftLine(approval, body);
  if (approval.state !== "pending")
    return isDeed(approval)
      ? settledLines(approval, reader).join("\n")
      : [
          stateLine(approval, reader),
          ...afterwards(approval, reader),
          ...body,
          ...outcomeLines(approval, reader),
        ].join("\n");
  return [...body, ...voteLines(reader.votes, reader.language)].join("\n");
}

/** True of a program's question that ended without an answer. */
function isLeftOpen({ kind, state, card }: Approval): boolean {
  const isOver = state === "denied" || state === "expired" || state === "cancelled";
  const isPlain = card.followUp === undefined || card.followUp.kind === "reply";
  return kind === "question" && isPlain && isOver;
}

/** The question, as one that is over. */
function leftLine({ state }: Approval, body: readonly string[]): string {
  return `${state === "expired" ? "⌛" : "✖️"} ${body.join("\n").replace(/^💬 /u, "")}`;
}

/** The new time; a question that nobody answered stays as it was. */
function timingSettled(
  approval: Approval,
  name: string,
  body: readonly string[],
  { language }: CardView,
): string {
  if (approval.state !== "answered") return body.join("\n");
  const answer = escapeMarkup(answerLabel(approval));
  return say(language, "timingSet", { name: escapeMarkup(name), answer });
}

/** What became of a right that was asked for: in its own words, where it has some. */
function accessSettled(approval: Approval, reader: CardView): readonly string[] {
  const { outcomeText = "", state } = approval;
  if (outcomeText === "") return [stateLine(approval, reader), ...afterwards(approval, reader)];
  const mark = { approved: "✅", denied: "✖️", expired: "⌛" }[state as string] ?? "✖️";
  const { decidedBy, decidedAtMs: atMs = approval.createdAtMs } = approval;
  const facts =
    state === "approved"
      ? timeMark(shortTime(atMs, reader, atMs), atMs, "t")
      : escapeMarkup(reader.deciderName);
  const by = decidedBy === undefined ? "" : ` · ${facts}`;
  return [`${mark} ${outcomeText}${by}`, ...afterwards(approval, reader)];
}

/** True for what asks to let effects happen; what else waits has no deed. */
function isDeed({ kind }: Approval): boolean {
  return kind === "plan" || kind === "value" || kind === "approval" || kind === "uncertain";
}

function bodyOf(approval: Approval, reader: CardView, lineLength: number): readonly string[] {
  return [
    ...headOf(approval, reader, lineLength),
    ...effectLines(approval, reader, lineLength),
    ...askedBy(approval, reader),
    ...agentLines(approval, reader),
    ...programLines(approval, reader),
  ];
}

/** The program of a card, for who wants to see programs. */
function programLines({ card }: Approval, { showsCode }: CardView): readonly string[] {
  if (showsCode !== true || card.program === undefined) return [];
  return [codeBlock(exactText(card.program), "ibl")];
}

function headOf(approval: Approval, reader: CardView, lineLength: number): readonly string[] {
  const { card } = approval;
  const { language } = reader;
  const prompt = escapeMarkup(shorten(exactText(card.prompt ?? ""), lineLength));
  switch (approval.kind) {
    case "plan":
    case "value":
    case "uncertain":
      return [];
    case "approval":
      return [say(language, "cardApproval", { prompt })];
    case "question":
      return [
        card.followUp === undefined
          ? say(language, "cardQuestion", { prompt })
          : followUpText(card.followUp, language),
      ];
    case "proposal":
      return proposalHead(approval, language, lineLength);
    case "access":
      return accessLines(approval, reader);
  }
}

function proposalHead(
  approval: Approval,
  language: Language,
  lineLength: number,
): readonly string[] {
  const { card } = approval;
  if (card.forget !== undefined) return forgetLines(card.forget, language);
  if (isCorrection(approval))
    return [say(language, "cardCorrection"), ...codeLines(card, lineLength)];
  const head = card.asksHour === true ? "cardProposalHour" : "cardProposal";
  return [say(language, head)];
}

function askedBy({ kind }: Approval, { language, requesterName }: CardView): readonly string[] {
  if (requesterName === undefined || kind === "access") return [];
  return [say(language, "cardAskedBy", { name: escapeMarkup(requesterName) })];
}

/** The system agent alone is nobody to name; else all who ask each other, the one who acts last. */
function agentLines({ card }: Approval, { language }: CardView): readonly string[] {
  const { agents = [] } = card;
  if (agents.length === 0) return [];
  const names = agents.map((agent) => escapeMarkup(agent.title[language])).join(" → ");
  return [say(language, "cardAgents", { names })];
}

function followUpText(followUp: NonNullable<CardContent["followUp"]>, language: Language): string {
  switch (followUp.kind) {
    case "words":
      return say(language, "askWords");
    case "reply":
      return say(language, "askReply", { name: escapeMarkup(followUp.name) });
    case "briefing":
      return draftText(followUp, language);
    case "timing": {
      const { name, problem } = followUp;
      const asked = followUp.isLine === true ? "askLine" : "askTiming";
      const question = say(language, asked, { name: escapeMarkup(name) });
      return problem === undefined ? question : `${question} ${escapeMarkup(problem)}`;
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

function codeLines(card: CardContent, lineLength: number): readonly string[] {
  return (card.options ?? []).map(({ code = "" }) =>
    codeBlock(shorten(exactText(code), lineLength), "ibl"),
  );
}

/** What became of what was asked: one line, with the text that was sent; of what did not go well why, and of several effects how each went. */
function settledLines(approval: Approval, reader: CardView): readonly string[] {
  const { outcomeText, state, reason } = approval;
  const line = stateLine(approval, reader);
  if (state === "denied")
    return reason === undefined
      ? [line]
      : [line, `> ${escapeMarkup(shorten(reason, REASON_LENGTH)).replaceAll("\n", " ")}`];
  if (state !== "approved" && state !== "answered") return [line];
  if (isOneByOne(approval)) return [line];
  if (outcomeText === undefined) return [say(reader.language, "cardWorking")];
  const told = outcomeText === "" ? [] : [outcomeText];
  if (hasFailed(approval, reader)) return [line, ...told];
  // The words of the schedule say what was made, and when it comes.
  if (makesStanding(approval) && told.length > 0) return told;
  return [
    line,
    ...doneQuotes(approval, reader),
    ...severalLines(approval, reader),
    ...told,
    ...offerLines(approval, { language: reader.language, mayGrant: false }),
  ];
}

/** True where each thing of a loop is asked about by itself instead. */
function isOneByOne({ card, state }: Approval): boolean {
  return card.loop !== undefined && state === "answered";
}

/** What somebody who presses too late is told of a deed that was done or denied, and of an answer that was chosen; `undefined` of everything else. */
export function alreadyWords(
  approval: Approval,
  reader: Pick<CardView, "language" | "steps">,
  facts: { readonly who: string; readonly time: string },
): string | undefined {
  const { reason, askedAgainBy, outcomeText, state, kind } = approval;
  if (state === "answered" && (kind === "proposal" || kind === "question")) {
    const answer = escapeMarkup(shortLabel(answerLabel(approval)));
    return say(reader.language, "pressChosen", { ...facts, answer });
  }
  if (!isDeed(approval) || isOneByOne(approval)) return undefined;
  if ((reason ?? askedAgainBy) !== undefined || makesStanding(approval)) return undefined;
  const { language } = reader;
  if (state === "denied") return say(language, "pressDenied", facts);
  if (state !== "approved" || outcomeText === undefined || hasFailed(approval, reader))
    return undefined;
  const already = onlyDeed(approval)?.already?.[language] ?? say(language, "pressAlready");
  return say(language, "pressDone", { ...facts, already });
}

/** Who reads what became of an approval. */
type StateReader = Pick<
  CardView,
  "language" | "zone" | "deciderName" | "isDecider" | "steps" | "goesOn"
>;

/** What became of an approval, as one line. */
export function stateLine(approval: Approval, reader: StateReader): string {
  const { language } = reader;
  const atMs = approval.decidedAtMs ?? approval.createdAtMs;
  const facts = {
    who: escapeMarkup(reader.deciderName),
    time: timeMark(shortTime(atMs, reader, atMs), atMs, "t"),
    answer: isOneByOne(approval)
      ? say(language, "oneByOne")
      : escapeMarkup(shortLabel(answerLabel(approval))),
  };
  switch (approval.state) {
    case "approved":
    case "answered":
    case "denied":
    case "expired":
      return isDeed(approval) && !isOneByOne(approval)
        ? deedLine(approval, reader, facts)
        : say(language, otherState(approval, reader), facts);
    case "pending":
    case "cancelled":
      return say(
        language,
        approval.decidedBy === undefined ? "stateCancelled" : "stateChanged",
        facts,
      );
  }
}

/** The same of what lets effects happen: in the words of the deed. */
function deedLine(
  approval: Approval,
  reader: StateReader,
  facts: { readonly who: string; readonly time: string },
): string {
  const { language } = reader;
  const undone = onlyDeed(approval)?.undone[language] ?? say(language, "deedUndone");
  switch (approval.state) {
    case "denied":
      return say(language, "stateNotDone", { ...facts, undone });
    case "expired":
      return say(language, "stateNoAnswer", {
        undone: language === "en" ? lowerFirst(undone) : undone,
      });
    default:
      if (askedEffects(approval).length === 0) return say(language, "stateApproved", facts);
      if (!hasFailed(approval, reader))
        return say(language, "stateDone", { ...facts, done: doneWords(approval, reader) });
      return reader.goesOn === true
        ? say(language, "stateApproved", facts)
        : say(language, "stateFailed", { undone });
  }
}

function otherState({ state, card }: Approval, { isDecider }: StateReader): TextKey {
  if (state === "approved") return "stateApproved";
  if (state === "answered") return isDecider === true ? "stateOwnAnswer" : "stateAnswered";
  if (state === "expired") return "stateExpired";
  return card.followUp === undefined ? "stateDenied" : "stateSkipped";
}

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

/** That it is asked again. */
function afterwards({ askedAgainBy }: Approval, reader: CardView): readonly string[] {
  const who = escapeMarkup(reader.againName ?? "?");
  return askedAgainBy === undefined ? [] : [say(reader.language, "stateAskedAgain", { who })];
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
  return approval.outcomeText === "" ? [] : ["", approval.outcomeText];
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
