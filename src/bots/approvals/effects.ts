import { dateAndTime, dayAndTime } from "../../base/format-time.ts";
import type { Localized } from "../../base/localized.ts";
import { exactText } from "../../base/visible-text.ts";
import type { SeenFile } from "../../engine/execute/file-state.ts";
import type { Approval } from "../../security/approvals/approvals.ts";
import type { CardContent, CardEffect, CardFact } from "../../security/approvals/card-content.ts";
import { sizeWords } from "../markup/format-size.ts";
import { codeBlock, escapeMarkup } from "../markup/parse-markup.ts";
import { cutText } from "../markup/split-text.ts";
import { say } from "../texts/say.ts";
import type { CardView } from "./card-view.ts";
import { cautionLines } from "./cautions.ts";
import { becomesLines, triedLines } from "./dry-run.ts";

/** Longest value that stands on its line; a longer one, or one of several lines, gets a block of its own. In UTF-16 units. */
const LINE_VALUE_LENGTH = 80;

/** What runs stands in a block, however short. */
const IS_CODE: ReadonlySet<CardFact["role"]> = new Set(["command", "code"] as const);

/** Longest name of a step where another one takes its result, in UTF-16 units. */
const TITLE_LENGTH = 60;

/** What will happen, one numbered line an effect with its parameters below: what waits for this press first, with the actual values, then what comes later. `lineLength` cuts every text, in UTF-16 units. */
export function effectLines(
  approval: Approval,
  reader: CardView,
  lineLength: number,
): readonly string[] {
  const { effects = [], values = [], granted = [] } = approval.card;
  const shown = shownEffects(approval, effects);
  const now = shown.filter((effect) => !effect.later);
  const later = shown.filter((effect) => effect.later);
  const numbers = new Map(now.map((effect, index) => [effect.callId, index + 1] as const));
  const view = { reader, lineLength, numbers, granted: new Set(granted) };
  return [
    ...now.flatMap((effect, index) => [
      `${index + 1}. ${effectLine(effect, view)}`,
      ...toldCautions(effect, view),
      ...(effect.facts ?? []).flatMap((fact) => factLines(fact, view)),
      ...(effect.files ?? []).flatMap((file) => fileLine(file, reader)),
      ...keptLines(effect, approval, reader),
    ]),
    ...values.flatMap((value) => valueLines(value, view)),
    ...(later.length === 0 ? [] : [say(reader.language, "cardLater")]),
    ...later.flatMap((effect) => [`- ${laterLine(effect, view)}`, ...toldCautions(effect, view)]),
  ];
}

/** A text cut to `maxLength` UTF-16 units, with the number of those left out. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const start = cutText(text, maxLength);
  return `${start}… (+${text.length - start.length})`;
}

interface View {
  readonly reader: CardView;
  readonly lineLength: number;
  /** The numbers of the effects on this card, by their calls. */
  readonly numbers: ReadonlyMap<string, number>;
  /** Calls that a grant lets through already. */
  readonly granted: ReadonlySet<string>;
}

/** Reading is free and left out, but for what is asked about itself and for what gives a shown effect its values. */
function shownEffects({ kind }: Approval, effects: readonly CardEffect[]): readonly CardEffect[] {
  const isAskedAbout = (effect: CardEffect): boolean =>
    kind === "uncertain" || kind === "value" || effect.effect !== "read" || effect.approval;
  const asked = effects.filter(isAskedAbout);
  const sources = new Set(
    asked.flatMap(({ facts = [] }) => facts.flatMap(({ from }) => from?.callId ?? [])),
  );
  return effects.filter((effect) => isAskedAbout(effect) || sources.has(effect.callId));
}

function effectLine(effect: CardEffect, { reader, lineLength, granted }: View): string {
  const { language } = reader;
  const isSource = effect.effect === "read" && !effect.approval;
  const notes = [
    ...(granted.has(effect.callId) ? [say(language, "alreadyGranted")] : []),
    ...(effect.conditional ? [say(language, "cardConditional")] : []),
    ...(effect.times > 1 ? [say(language, "cardTimes", { times: effect.times })] : []),
  ];
  const words = shownOnLine(effect.card[language], lineLength);
  const line = isSource ? `👁 ${words}` : words;
  return notes.length === 0 ? line : `${line} — ${notes.join(", ")}`;
}

function laterLine(effect: CardEffect, view: View): string {
  const line = effectLine(effect, view);
  return effect.approval ? `${line} (${say(view.reader.language, "cardLaterAsks")})` : line;
}

/** Of the values that the sentence of an effect tells; the others have lines of their own. */
function toldCautions({ details, facts = [] }: CardEffect, { reader }: View): readonly string[] {
  const own = new Set(facts.map(({ param }) => param));
  return details.flatMap(({ param, role, value }) =>
    value === undefined || own.has(param) ? [] : cautionLines(value, role, reader.language),
  );
}

/** Words with a value of others in them, on one line. */
function shownOnLine(text: string, maxLength: number): string {
  return escapeMarkup(shorten(exactText(text), maxLength).replace(/(?<!\s)\s*\n\s*/g, " ⏎ "));
}

/** One parameter: its text or the beginning of it, or where it will come from; and what its reader could not see of it. */
function factLines(fact: CardFact, view: View): readonly string[] {
  const { value, role } = fact;
  const cautions = value === undefined ? [] : cautionLines(value, role, view.reader.language);
  return [factLine(fact, view), ...cautions];
}

function factLine(fact: CardFact, view: View): string {
  const { language } = view.reader;
  const name = nameOf(fact, view);
  const warning = fact.tainted === true ? ` ${say(language, "cardOutside")}` : "";
  if (fact.value === undefined) return `   ${name}: ${sourceText(fact, view)}${warning}`;
  const value = shorten(exactText(fact.value), view.lineLength);
  const size = fact.whole === undefined ? "" : ` (${say(language, "cardSize", fact.whole)})`;
  const isShort =
    value.length <= LINE_VALUE_LENGTH && !value.includes("\n") && !IS_CODE.has(fact.role);
  return isShort
    ? `   ${name}: ${escapeMarkup(value)}${size}${warning}`
    : `   ${name}${size}:${warning}\n${codeBlock(fact.whole === undefined ? value : `${value}…`)}`;
}

/** What a briefing becomes, when a schedule comes due next by the reader's clock, and what came of trying its program. */
function keptLines(effect: CardEffect, approval: Approval, reader: CardView): readonly string[] {
  const { language, requesterName } = reader;
  const { becomes, tried } = effect;
  const seesValues = requesterName === undefined;
  return [
    ...(becomes === undefined ? [] : becomesLines(becomes, language)),
    ...timesLine(effect, approval, reader),
    ...(tried === undefined ? [] : triedLines(tried, { language, seesValues, isKept: true })),
  ].map(indented);
}

/** Under the line of its effect; a block of code stands as it is. */
function indented(line: string): string {
  return line.startsWith("```") ? line : `   ${line}`;
}

/** By which rule a schedule comes, which a briefing tells itself, and when next by the reader's clock. */
function timesLine(
  effect: CardEffect,
  { createdAtMs: nowMs }: Approval,
  reader: CardView,
): readonly string[] {
  const { becomes, rule, comingMs = [] } = effect;
  const { language } = reader;
  const times = comingMs.map((atMs) => dayAndTime(atMs, reader, { nowMs })).join(" · ");
  const words = [
    ...(rule === undefined || becomes !== undefined ? [] : [escapeMarkup(rule[language])]),
    ...(times === "" ? [] : [say(language, "cardTimesComing", { times })]),
  ];
  return words.length === 0 ? [] : [`🗓️ ${words.join(". ")}`];
}

/** How a file is that is taken or written over; where nothing is written over, nothing need be said. */
function fileLine({ touch, state }: SeenFile, reader: CardView): readonly string[] {
  const { language } = reader;
  if (state.kind === "none") return touch === "takes" ? [`   📎 ${say(language, "fileNone")}`] : [];
  const size = exactSize(state.sizeBytes);
  if (state.kind === "folder") {
    if (touch === "replaces") return [];
    const files = `${state.files}${state.isCut ? "+" : ""}`;
    return [`   📎 ${say(language, "fileFolder", { files, size })}`];
  }
  const time = dateAndTime(state.changedAtMs, reader);
  const facts = { size, type: escapeMarkup(state.mediaType), time };
  return [`   📎 ${say(language, touch === "takes" ? "fileTaken" : "fileReplaced", facts)}`];
}

/** A small file's bytes tell it from another. */
function exactSize(sizeBytes: number): string {
  return sizeBytes < 1024 ? `${sizeBytes} B` : sizeWords(sizeBytes);
}

function sourceText({ from }: CardFact, { reader, numbers }: View): string {
  const { language } = reader;
  if (from === undefined) return say(language, "cardKnownLater");
  const title = escapeMarkup(shorten(titleOf(from.title, reader), TITLE_LENGTH));
  const number = numbers.get(from.callId);
  return number === undefined
    ? say(language, "cardResultOf", { title })
    : say(language, "cardResultOfStep", { number, title });
}

function titleOf(title: Localized, { language }: CardView): string {
  return title[language];
}

function nameOf({ param, role }: CardFact, { reader }: View): string {
  return role === undefined ? escapeMarkup(param) : say(reader.language, `role_${role}`);
}

function valueLines(
  { role, value, tainted }: NonNullable<CardContent["values"]>[number],
  { reader, lineLength }: View,
): readonly string[] {
  const { language } = reader;
  return [
    `${say(language, `role_${role}`)}:\n${codeBlock(shorten(exactText(value), lineLength))}`,
    ...(tainted ? [`  ${say(language, "cardTainted")}`] : []),
    ...cautionLines(value, role, language),
  ];
}
