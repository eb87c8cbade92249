import { dayAndTime, shortTime } from "../../base/format-time.ts";
import type { Localized } from "../../base/localized.ts";
import { exactText, timeMark } from "../../base/visible-text.ts";
import type { SeenFile } from "../../engine/execute/file-state.ts";
import type { Approval } from "../../security/approvals/approvals.ts";
import type {
  CardContent,
  CardDeed,
  CardEffect,
  CardFact,
  CardLoop,
  StandingOffer,
} from "../../security/approvals/card-content.ts";
import { STANDING_DAYS } from "../../security/approvals/standing.ts";
import { codeBlock, codeSpan, escapeMarkup } from "../markup/parse-markup.ts";
import { cutText } from "../markup/split-text.ts";
import { say, type TextKey } from "../texts/say.ts";
import type { CardView } from "./card-view.ts";
import { cautionLines } from "./cautions.ts";
import { becomesLines, failedLine } from "./dry-run.ts";

/** Longest command that stands on its line; a longer one, or one of several lines, gets a block of its own. In UTF-16 units. */
const LINE_CODE_LENGTH = 80;

/** What runs is shown as code. */
const IS_CODE: ReadonlySet<CardFact["role"]> = new Set(["command", "code"] as const);

/** Longest name of a step where another one takes its result, in UTF-16 units. */
const TITLE_LENGTH = 120;

/** Of what was done, quotes longer than this are left out of its card, in UTF-16 units. */
const KEPT_QUOTE_LENGTH = 600;

/** What will happen: one effect as a question with its whole text as a quote, several as a numbered list; then what else happens, and what comes later. `lineLength` cuts every text, in UTF-16 units. */
export function effectLines(
  approval: Approval,
  reader: CardView,
  lineLength: number,
): readonly string[] {
  const { effects = [], granted = [], loop, standing } = approval.card;
  if (loop !== undefined)
    return loopLines(loop, { reader, lineLength, effects, approval, granted: new Set() });
  if (standing !== undefined && approval.state === "pending")
    return standingLines(approval, standing, { reader, lineLength });
  const shown = shownEffects(approval, effects);
  const asked = askedEffects(approval);
  const view = { reader, lineLength, effects, approval, granted: new Set(granted) };
  const also = shown.filter(
    (effect) => !effect.later && effect.asksWhenReached !== true && !asked.includes(effect),
  );
  const later = shown.filter(({ later: isLater }) => isLater);
  const [only] = asked;
  const isAlone = asked.length === 1 && approval.kind !== "approval";
  return [
    ...(isAlone && only !== undefined ? aloneLines(only, view) : listLines(asked, view)),
    ...(asked.length === 0 ? unnamedLines(approval, view) : []),
    ...also.flatMap((effect) => alsoLines(effect, view)),
    ...(later.length === 0 ? [] : [say(reader.language, "cardLater")]),
    ...later.flatMap((effect) => [
      `- ${itemText(effect, view)}`,
      ...indented(tellingCautions(effect, view)),
    ]),
  ];
}

/** What a schedule will do in each of its runs, when, and within which bounds. */
function standingLines(
  approval: Approval,
  standing: StandingOffer,
  { reader, lineLength }: Pick<View, "reader" | "lineLength">,
): readonly string[] {
  const { when, atMs, effects, recurrence, mostADay } = standing;
  const run = runOf(approval, standing);
  const view = {
    reader,
    lineLength,
    effects,
    approval: run,
    granted: new Set<string>(),
    when,
    atMs,
  };
  const { language } = reader;
  const asked = askedEffects(run);
  const [only] = asked;
  const also = shownEffects(run, effects).filter(
    (effect) => !effect.later && !asked.includes(effect),
  );
  const count = mostADay * (asked.length === 1 && only !== undefined ? only.times : 1);
  const times = say(language, TIMES[count] ?? "timesMany", { count });
  return [
    ...(asked.length === 1 && only !== undefined
      ? aloneLines({ ...only, times: 1 }, view)
      : listLines(asked, view)),
    ...also.flatMap((effect) => alsoLines(effect, view)),
    ...(approval.card.effects ?? []).flatMap(({ tried, watches }) => [
      ...watchedLine(watches, reader),
      ...(tried === undefined
        ? []
        : failedLine(tried, { language, seesValues: reader.requesterName === undefined })),
    ]),
    recurrence === "once"
      ? say(language, "standingOnce")
      : say(language, standing.renews === undefined ? "standingBounds" : "standingRenewed", {
          times,
          days: STANDING_DAYS,
        }),
  ];
}

/** Small numbers of times that have a word of their own. */
const TIMES: Readonly<Record<number, TextKey>> = { 1: "timesOnce", 2: "timesTwice" };

/** The card that a run of the schedule would have. */
function runOf(approval: Approval, { effects }: StandingOffer): Approval {
  const { standing: _standing, granted: _granted, ...card } = approval.card;
  return { ...approval, card: { ...card, effects } };
}

/** True for a card that makes a schedule whose runs its press may stand for; one that lets a run stand anew is that run's own. */
export function makesStanding({ card: { standing } }: Pick<Approval, "card">): boolean {
  return standing !== undefined && standing.renews === undefined;
}

/** What each run of the schedule does that a card makes; the approval itself where it makes none. */
export function asRun(approval: Approval): Approval {
  const { standing } = approval.card;
  return standing === undefined ? approval : runOf(approval, standing);
}

/** The effects that a press allows now. */
export function askedEffects({ kind, card }: Approval): readonly CardEffect[] {
  const { effects = [], granted = [] } = card;
  const isAny = kind === "uncertain" || kind === "value" || kind === "approval";
  return effects.filter(
    ({ later, approval, callId, asksWhenReached }) =>
      !later && (isAny || (approval && asksWhenReached !== true)) && !granted.includes(callId),
  );
}

/** The words of what was asked, of those that one deed has: of several, none. */
export function onlyDeed(approval: Approval): CardDeed | undefined {
  const { loop } = approval.card;
  if (loop !== undefined) return loop.deed;
  const asked = askedEffects(approval);
  return asked.length === 1 && approval.kind !== "approval" ? asked[0]?.deed : undefined;
}

/** What has been done, as its card quotes it. */
export function doneQuotes(approval: Approval, reader: CardView): readonly string[] {
  const facts = onlyDeed(approval)?.facts ?? [];
  const kept = facts.filter(({ value = "" }) => value.length <= KEPT_QUOTE_LENGTH);
  return factQuotes(kept, approval, reader, Number.POSITIVE_INFINITY);
}

/** The values of an effect that has happened, each cut after `lineLength` UTF-16 units. */
export function factQuotes(
  facts: readonly CardFact[],
  approval: Approval,
  reader: CardView,
  lineLength: number,
): readonly string[] {
  const { effects = [] } = approval.card;
  const view = { reader, lineLength, effects, approval, granted: new Set<string>() };
  return facts.filter(({ value = "" }) => value !== "").flatMap((fact) => valueOfFact(fact, view));
}

/** An effect in words, on one line, cut after `maxLength` UTF-16 units. */
export function effectWords(effect: CardEffect, language: CardView["language"], maxLength: number) {
  return shownOnLine(effect.card[language], maxLength);
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
  readonly effects: readonly CardEffect[];
  readonly approval: Approval;
  /** Calls that a grant lets through already. */
  readonly granted: ReadonlySet<string>;
  /** When it will happen each time, where that is not now. */
  readonly when?: Localized;
  /** The moment of it, where it happens once. */
  readonly atMs?: number | undefined;
}

/** Reading is free and left out, but for what is asked about itself. */
function shownEffects({ kind }: Approval, effects: readonly CardEffect[]): readonly CardEffect[] {
  return effects.filter(
    (effect) =>
      kind === "uncertain" || kind === "value" || effect.effect !== "read" || effect.approval,
  );
}

/** One effect by itself. */
function aloneLines(effect: CardEffect, view: View): readonly string[] {
  const notes = notesOf(effect, view);
  return [
    ...(effect.deed === undefined
      ? plainLines(effect, view)
      : deedLines(effect, effect.deed, view)),
    ...(notes === "" ? [] : [notes]),
    ...fileLines(effect, view.approval, view.reader),
    ...keptLines(effect, view.approval, view.reader),
  ];
}

/** The effect in the words of its deed. */
function deedLines(effect: CardEffect, deed: CardDeed, view: View): readonly string[] {
  const { reader, lineLength, approval } = view;
  const { language } = reader;
  const isUnsure = approval.kind === "uncertain";
  const head = isUnsure ? deed.unsure?.say : deed.ask;
  const note = isUnsure ? undefined : deed.note;
  return [
    ...(head === undefined ? [`**${say(language, "cardUnsure")}**`] : []),
    `**${headLine((head ?? deed.ask)[language], view)}**`,
    ...toldCautions(effect, view),
    ...deed.facts.flatMap((fact) => quotedLines(fact, view)),
    ...programLines(approval, view),
    ...(note === undefined ? [] : [shownOnLine(note[language], lineLength)]),
    ...shelterLines(effect, language),
    ...outsideLines(deed.outside ?? [], language),
  ];
}

/** A question, with when its deed is done. */
function headLine(question: string, { reader, when, atMs, lineLength }: View): string {
  const ask = shownOnLine(question, lineLength);
  if (when === undefined) return ask;
  return say(reader.language, "standingAsk", {
    deed: ask.replace(/\?$/, ""),
    when:
      atMs === undefined
        ? escapeMarkup(when[reader.language])
        : timeMark(when[reader.language], atMs, "F"),
  });
}

/** How a command runs, and how long at most. */
function shelterLines(
  { isSandboxed, withinMs }: CardEffect,
  language: CardView["language"],
): readonly string[] {
  if (isSandboxed === false) return [say(language, "cardUnsheltered")];
  if (withinMs === undefined) return [];
  return [say(language, "cardSheltered", { count: Math.round(withinMs / 60_000) })];
}

/** Things that the card of a loop names; the others are counted. */
const MOST_NAMED = 3;

/** One deed done to several things: what is the same of all, and the first of them by name. */
function loopLines({ deed, items, mayBeSingle }: CardLoop, view: View): readonly string[] {
  const { language } = view.reader;
  const shown = items.slice(0, MOST_NAMED);
  const count = items.length - shown.length;
  // What was sent is known by its name, wherever it is kept.
  const names = shown
    .map(({ name }) => shownOnLine(name.replace(/^inbox\//u, ""), LOOP_NAME_LENGTH))
    .join(", ");
  const isSame = items.every(({ facts }) => facts.length === 0);
  const more =
    count === 0
      ? ""
      : say(language, mayBeSingle === true ? "cardMorePeople" : "cardMoreNames", { count });
  return [
    `**${shownOnLine(deed.ask[language], view.lineLength)}**`,
    ...deed.facts.flatMap((fact) => quotedLines(fact, view)),
    ...(isSame
      ? [`${names}${more}`]
      : [...shown.flatMap((item) => itemLines(item, view)), more.trim()]
    ).filter((line) => line !== ""),
    ...loopCautions(view),
    ...(deed.note === undefined ? [] : [shownOnLine(deed.note[language], view.lineLength)]),
    ...outsideLines(deed.outside ?? [], language, items.length),
  ];
}

/** Longest name there, in UTF-16 units. */
const LOOP_NAME_LENGTH = 80;

/** All things of a loop, one a line, with what is not the same of them. */
export function allItemLines(
  { items }: CardLoop,
  approval: Approval,
  reader: CardView,
): readonly string[] {
  const { effects = [] } = approval.card;
  const lineLength = Number.POSITIVE_INFINITY;
  const view = { reader, lineLength, effects, approval, granted: new Set<string>() };
  return [...items.flatMap((item) => itemLines(item, view)), ...loopCautions(view)];
}

function itemLines({ name, facts }: CardLoop["items"][number], view: View): readonly string[] {
  return [
    `- ${shownOnLine(name, view.lineLength)}`,
    ...facts.flatMap((fact) => quotedLines(fact, view)),
  ];
}

/** What must be said of any of the things, wherever it stands in the list: folders among files, and names that mislead. */
function loopCautions(view: View): readonly string[] {
  const { reader, effects, approval } = view;
  const lines = effects.flatMap((effect) => [
    ...cautionsOf(effect.details, view),
    ...((effect.files ?? []).some(({ state }) => state.kind !== "file")
      ? fileLines(effect, approval, reader).map((line) => `${pathsOf(effect)}: ${line}`)
      : []),
  ]);
  return [...new Set(lines)];
}

function pathsOf({ details }: CardEffect): string {
  const paths = details.flatMap(({ role, value }) => (role === "path" ? (value ?? []) : []));
  return shownOnLine(paths.join(", "), LOOP_NAME_LENGTH);
}

/** An effect whose action has no words of that kind: its sentence, and what that leaves out by name. */
function plainLines(effect: CardEffect, view: View): readonly string[] {
  const { reader, lineLength, approval } = view;
  const { language } = reader;
  const isOutside = effect.details.some(({ tainted }) => tainted);
  return [
    `**${headLine(say(language, approval.kind === "uncertain" ? "cardUnsure" : "cardDoThis"), view)}**`,
    effectWords(effect, language, lineLength),
    ...toldCautions(effect, view),
    ...(effect.facts ?? []).flatMap((fact) => factLines(fact, view)),
    ...valueLines(approval.card.values ?? [], view),
    ...(isOutside ? outsideLines([{}], language) : []),
  ];
}

/** A card whose effects are not known asks all the same. */
function unnamedLines({ kind, card }: Approval, view: View): readonly string[] {
  const isEffect = kind === "plan" || kind === "value" || kind === "uncertain";
  const key = kind === "uncertain" ? "cardUnsure" : "cardDoThis";
  return [
    ...(isEffect ? [`**${say(view.reader.language, key)}**`] : []),
    ...valueLines(card.values ?? [], view),
  ];
}

/** Several effects: each in one line, with what the line does not tell below. */
function listLines(asked: readonly CardEffect[], view: View): readonly string[] {
  if (asked.length === 0) return [];
  const { reader, approval } = view;
  const { language } = reader;
  const head = `**${headLine(say(language, "cardDoThese", { count: asked.length }), view)}**`;
  return [
    ...(approval.kind === "approval" ? [] : [head]),
    ...asked.flatMap((effect, index) => [
      `${index + 1}. ${itemText(effect, view)}`,
      ...indented([
        ...tellingCautions(effect, view),
        ...(effect.facts ?? []).flatMap((fact) => factLines(fact, view)),
        ...outsideLines(effect.deed?.outside ?? [], language),
        ...fileLines(effect, approval, reader),
        ...keptLines(effect, approval, reader),
      ]),
    ]),
    ...programLines(approval, view),
  ];
}

/** Programs that became known only while the program ran: they are what a press on them keeps. */
function programLines({ card }: Approval, view: View): readonly string[] {
  const programs = (card.values ?? []).filter(({ role }) => role === "code");
  return valueLines(programs, view);
}

function itemText(effect: CardEffect, view: View): string {
  const notes = notesOf(effect, view);
  const words = effectWords(effect, view.reader.language, view.lineLength);
  return notes === "" ? words : `${words} — ${notes}`;
}

/** What happens with the press besides what it is asked for, with the beginning of what is written. */
function alsoLines(effect: CardEffect, view: View): readonly string[] {
  const asked = askedEffects(view.approval).flatMap(({ deed }) => deed?.facts ?? []);
  const isSaid = (text: string): boolean => asked.some(({ value }) => value === text);
  const written = (effect.deed?.facts ?? []).flatMap(({ value = "" }) =>
    value.trim() === "" || isSaid(value) ? [] : [`> ${shownOnLine(value.trim(), TITLE_LENGTH)}`],
  );
  return [say(view.reader.language, "cardAlso", { what: itemText(effect, view) }), ...written];
}

/** How often, and under which condition. */
function notesOf(effect: CardEffect, { reader, granted }: View): string {
  const { language } = reader;
  return [
    ...(granted.has(effect.callId) ? [say(language, "alreadyGranted")] : []),
    ...(effect.conditional ? [say(language, "cardConditional")] : []),
    ...(effect.times > 1 ? [say(language, "cardTimes", { times: effect.times })] : []),
  ].join(", ");
}

/** Of the values that the question names; the others have lines of their own. */
function toldCautions({ details, deed, facts = [] }: CardEffect, view: View): readonly string[] {
  const own = new Set((deed?.facts ?? facts).map(({ param }) => param));
  return cautionsOf(
    details.filter(({ param }) => !own.has(param)),
    view,
  );
}

/** Of the values that the line of an effect names. */
function tellingCautions({ details, facts = [] }: CardEffect, view: View): readonly string[] {
  const own = new Set(facts.map(({ param }) => param));
  return cautionsOf(
    details.filter(({ param }) => !own.has(param)),
    view,
  );
}

function cautionsOf(details: CardEffect["details"], { reader }: View): readonly string[] {
  return details.flatMap(({ role, value }) =>
    value === undefined ? [] : cautionLines(value, role, reader.language),
  );
}

/** Words with a value of others in them, on one line. */
export function shownOnLine(text: string, maxLength: number): string {
  return escapeMarkup(shorten(exactText(text), maxLength).replace(/(?<!\s)\s*\n\s*/g, " ⏎ "));
}

/** A value below the question that it belongs to. */
function quotedLines(fact: CardFact, view: View): readonly string[] {
  const cautions =
    fact.value === undefined ? [] : cautionLines(fact.value, fact.role, view.reader.language);
  return [...valueOfFact(fact, view), ...cautions];
}

function valueOfFact(fact: CardFact, view: View): readonly string[] {
  const { value, role } = fact;
  if (value === undefined) return quote(sourceText(fact, view));
  if (role === "host" && isLongAddress(value)) return quote(addressLink(value));
  const text = shorten(exactText(value), view.lineLength);
  if (!IS_CODE.has(role)) return quote(escapeMarkup(text));
  return [codeOf(text)];
}

/** The most of an address that is read. */
const ADDRESS_LENGTH = 40;

/** True for a plain address of the web that is longer than anybody reads: a link shows where it leads. */
function isLongAddress(value: string): boolean {
  return value.length > ADDRESS_LENGTH && /^https?:\/\/[\w.-]+\/[\w./?=&%#+,:;~-]*$/.test(value);
}

/** Where on its host an address leads, as a link to the whole of it. The host is in the question. */
function addressLink(value: string): string {
  const { pathname, search, hash } = new URL(value);
  const path = `${pathname}${search}${hash}`;
  const words = path.length > ADDRESS_LENGTH ? `${path.slice(0, ADDRESS_LENGTH - 1)}…` : path;
  return `[${escapeMarkup(words)}](${value})`;
}

function codeOf(text: string): string {
  const isShort = text.length <= LINE_CODE_LENGTH && !text.includes("\n");
  return isShort ? codeSpan(text) : codeBlock(text);
}

function quote(markup: string): readonly string[] {
  return markup.split("\n").map((line) => `> ${line}`);
}

/** A value of an action whose entry has no words for it is called by its name. */
function factLines(fact: CardFact, view: View): readonly string[] {
  const { role, param, tainted } = fact;
  const { language } = view.reader;
  const name =
    role === undefined ? escapeMarkup(param.replaceAll("_", " ")) : say(language, `role_${role}`);
  const lines = quotedLines(fact, view);
  const isNamed = !view.effects.some(
    ({ deed, facts }) => deed !== undefined && facts?.includes(fact),
  );
  return [
    ...(isNamed ? [`${name}:`] : []),
    ...lines,
    ...(tainted === true && isNamed
      ? outsideLines([role === undefined ? {} : { role }], language)
      : []),
  ];
}

/** Values that text from outside decided, and where each was read. What is only opened, `count` addresses, stands in the question. */
function outsideLines(
  outside: NonNullable<CardDeed["outside"]>,
  language: CardView["language"],
  count = 1,
): readonly string[] {
  const isInQuestion = outside.length >= count && outside.every(({ role }) => role === "host");
  const lines = outside.map(({ from = "unknown" as const, role, value }) => {
    if (value === undefined || isInQuestion)
      return say(language, role === "host" ? `outsideHost_${from}` : `outside_${from}`);
    const same = outside.filter((each) => (each.from ?? "unknown") === from);
    const all = [...new Set(same.flatMap((each) => each.value ?? []))];
    const shown = all.slice(0, MOST_NAMED).map((each) => shownOnLine(each, LOOP_NAME_LENGTH));
    const left = all.length - shown.length;
    const more = left === 0 ? "" : say(language, "cardMoreNames", { count: left });
    return say(language, `outsideNamed_${from}`, { values: `${shown.join(", ")}${more}` });
  });
  return [...new Set(lines)];
}

/** What a briefing becomes, when a schedule comes due next by the reader's clock, and that its program did not work when it was tried. */
function keptLines(effect: CardEffect, approval: Approval, reader: CardView): readonly string[] {
  const { language, requesterName } = reader;
  const { becomes, tried, watches } = effect;
  const seesValues = requesterName === undefined;
  return [
    ...(becomes === undefined ? [] : becomesLines(becomes, language)),
    ...timesLine(effect, approval, reader),
    ...(becomes === undefined ? watchedLine(watches, reader) : []),
    ...(tried === undefined ? [] : failedLine(tried, { language, seesValues })),
  ];
}

/** What is looked at to know whether a condition holds. */
function watchedLine(
  watches: Localized | undefined,
  { language }: Pick<CardView, "language">,
): readonly string[] {
  if (watches === undefined) return [];
  return [say(language, "cardWatches", { what: shownOnLine(watches[language], TITLE_LENGTH) })];
}

/** Under the line of its effect; quotes and blocks of code stand as they are. */
function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => (/^(?:```|> )/.test(line) ? line : `   ${line}`));
}

/** By which rule a schedule comes, which a briefing tells itself, and when next by the reader's clock. */
function timesLine(
  effect: CardEffect,
  { createdAtMs: nowMs }: Approval,
  reader: CardView,
): readonly string[] {
  const { becomes, rule, comingMs = [] } = effect;
  const { language } = reader;
  const times = comingMs
    .slice(0, 1)
    .map((atMs) => timeMark(dayAndTime(atMs, reader, { nowMs }), atMs))
    .join(" · ");
  const words = [
    ...(rule === undefined || becomes !== undefined ? [] : [escapeMarkup(rule[language])]),
    ...(times === "" ? [] : [say(language, "cardTimesComing", { times })]),
  ];
  return words.length === 0 ? [] : [`🗓️ ${words.join(". ")}`];
}

/** What decides about the files that are taken or written over. */
function fileLines(
  { files = [] }: CardEffect,
  approval: Approval,
  reader: CardView,
): readonly string[] {
  const { language } = reader;
  const changed = approval.card.isChanged === true ? [say(language, "cardChanged")] : [];
  return [...changed, ...files.flatMap((file) => fileLine(file, approval, reader))];
}

function fileLine(
  { touch, state }: SeenFile,
  { card: { isChanged }, createdAtMs }: Approval,
  reader: CardView,
): readonly string[] {
  const { language } = reader;
  const taken = touch === "takes";
  if (state.kind === "none") return taken ? [say(language, "fileNone")] : [];
  if (state.kind === "folder") {
    const files = `${state.files}${state.isCut ? "+" : ""}`;
    return taken ? [say(language, "fileFolder", { files })] : [];
  }
  const time = shortTime(state.changedAtMs, reader, createdAtMs);
  if (isChanged === true) return [say(language, "fileChanged", { time })];
  return taken ? [] : [say(language, "fileReplaced")];
}

function sourceText({ from }: CardFact, view: View): string {
  const { reader, effects, lineLength } = view;
  const { language } = reader;
  if (from === undefined) return say(language, "cardKnownLater");
  const source = effects.find(({ callId }) => callId === from.callId);
  const words: Localized = source?.card ?? from.title;
  const title = shownOnLine(words[language], Math.min(TITLE_LENGTH, lineLength));
  return say(language, view.when === undefined ? "cardResultOf" : "standingResultOf", { title });
}

function valueLines(
  values: NonNullable<CardContent["values"]>,
  { reader, lineLength }: View,
): readonly string[] {
  const { language } = reader;
  return values.flatMap(({ role, value, tainted }) => [
    `${say(language, `role_${role}`)}:`,
    codeOf(shorten(exactText(value), lineLength)),
    ...(tainted ? outsideLines([{ role }], language) : []),
    ...cautionLines(value, role, language),
  ]);
}
