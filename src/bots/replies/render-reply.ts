import type { BrokenOff, Reply, Report, Suggestion } from "../../agent/turn/assistant.ts";
import { AppError, wordsOf } from "../../base/errors.ts";
import type { MomentReader } from "../../base/format-time.ts";
import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import type { Language } from "../../base/localized.ts";
import { formatDiagnostic } from "../../engine/language/diagnostics.ts";
import { textOf } from "../../engine/values/outcome.ts";
import type { Envelope } from "../../runs/result-envelope.ts";
import type { RunResult } from "../../runs/run-result.ts";
import { accountText } from "../../runs/run-summary.ts";
import type { Approval } from "../../security/approvals/approvals.ts";
import { answerText, severalOff } from "../answers/answer-text.ts";
import { type Comparison, compared } from "../answers/comparison-answer.ts";
import { type AboutPerson, courtesyWords } from "../answers/courtesies.ts";
import { followUps, otherTimes, switchedOff } from "../answers/follow-ups.ts";
import { answerMarkup, hasTable } from "../markup/markdown.ts";
import { codeBlock, escapeMarkup } from "../markup/parse-markup.ts";
import { csvOf, type Table } from "../markup/tables.ts";
import {
  type AttachedTable,
  answerWithSheets,
  headMarkup,
  type SheetPage,
  tablesToDraw,
} from "../markup/wide-tables.ts";
import { say } from "../texts/say.ts";
import { modelTrouble } from "./model-failure.ts";
import { stoppedSentence } from "./step-words.ts";

/** A reply in words: what to send, which cards go with it, and which files of the chat's folder. */
export interface Wording {
  readonly text: string;
  /** What each of several results says; the text where nothing else is said of them. */
  readonly parts?: readonly string[];
  readonly approvals: readonly Approval[];
  readonly files: readonly { readonly path: string; readonly mediaType: string }[];
  /** What may be asked next. */
  readonly suggests?: readonly Suggestion[];
  /** What its reader may have as rows. */
  readonly table?: Table;
  /** Tables and lists that stand beside the words, in order. */
  readonly sheets: readonly AttachedTable[];
}

/** Who reads a reply, and when. */
export interface ReplyReader extends MomentReader {
  readonly nowMs: number;
  /** True for an owner, who can mend what goes wrong. Default: false. */
  readonly isOwner?: boolean;
  /** What a greeting may name. Default: nothing is known. */
  readonly about?: () => AboutPerson;
}

/** Puts a reply into the person's language. Without a page all of it is words. */
export function wordReply(reply: Reply, reader: ReplyReader, page?: SheetPage): Wording {
  const { language } = reader;
  const beside = { approvals: [], files: [], sheets: [] };
  switch (reply.kind) {
    case "answer":
      if (reply.brokenOff !== undefined)
        return { ...beside, ...brokenOffWords(reply.brokenOff, reader), files: reply.files ?? [] };
      return {
        ...worded(reply.text, page),
        ...drawnTable(reply.text, page),
        approvals: reply.approvals,
        files: reply.files ?? [],
      };
    case "proposals":
      return { ...beside, text: "", approvals: [reply.approval] };
    case "courtesy": {
      const about = reader.about?.() ?? {};
      return { ...beside, ...courtesyWords(reply.courtesy, about, language) };
    }
    case "not-yet":
      if (reply.needsModel === true && reader.isOwner === true)
        return { ...beside, ...needsModel(language) };
      return { ...beside, text: reply.words[language], suggests: reply.suggests };
    case "none": {
      const { question, suggests: answers = [] } = reply;
      if (question !== undefined) return { ...beside, text: question, suggests: answers };
      return { ...beside, ...notUnderstood(language) };
    }
    case "report":
      return { ...beside, ...reportWords(reply, language, page), approvals: reply.approvals };
    case "run":
      return wordRun(reply, reader, page);
  }
}

/** Why a turn got no further, what was done, and how it goes on: a press asks for the rest alone, so that nothing is done twice. */
function brokenOffWords(
  { error, account }: BrokenOff,
  { language, zone, isOwner = false }: ReplyReader,
): Pick<Wording, "text" | "suggests"> {
  const goOn = say(language, "goOn");
  const { words, suggests } = modelTrouble(error, { language, zone, isOwner }, goOn);
  const done = account === "" ? [] : [escapeMarkup(account)];
  return { text: [words[language], ...done].join("\n\n"), suggests };
}

/** A run in words: what was asked is answered where its words are known. */
function wordRun(
  { result, made, correction }: Extract<Reply, { kind: "run" }>,
  reader: ReplyReader,
  page: SheetPage | undefined,
): Wording {
  const wording = wordResult(result, reader.language, page);
  const approvals = [...wording.approvals, ...(correction === undefined ? [] : [correction])];
  // The corrected program says what was wrong.
  if (correction !== undefined && result.kind === "refused")
    return { ...wording, approvals, text: "" };
  const unclear = made === undefined ? undefined : unclearWords(result, reader.language);
  if (unclear !== undefined) return { ...wording, ...unclear };
  if (result.kind !== "finished") return { ...wording, approvals };
  const off = switchedOff(result.envelope, reader.language);
  if (made === undefined) return { ...wording, approvals, suggests: off };
  const other =
    comparisonWords(result.envelope, { ...made, language: reader.language }, page) ??
    modelLacking(result.envelope, made, reader);
  if (other !== undefined) return { ...wording, approvals, ...other };
  const text = answerText(result.envelope, { ...reader, ...made }) ?? wording.text;
  const suggests = [
    ...otherTimes(result.envelope, made),
    ...followUps(result.envelope, made, { ...reader, isOwner: reader.isOwner === true }),
    ...off,
  ];
  return { ...wording, approvals, suggests, text };
}

/** What is said where the program that was made of a message cannot be what it asked for. */
function unclearWords(
  result: RunResult,
  language: Language,
): Pick<Wording, "text" | "suggests"> | undefined {
  if (result.kind === "refused" || isUnfit(result)) return notUnderstood(language);
  if (failedWith(result, "bad-data")) return { text: say(language, "noNumbers"), suggests: [] };
  if (!isTimeUnclear(result)) return undefined;
  return { text: say(language, "whenUnclear"), suggests: [] };
}

/** Nothing ran as a value of a call did not fit: what a program of the message's words lacks is for its author, not for whoever wrote the words. */
function isUnfit(result: RunResult): boolean {
  if (result.kind !== "finished" || result.envelope.ok) return false;
  const [only, second] = result.envelope.statements;
  const error = second === undefined ? only?.error : undefined;
  return error?.code === "bad-parameters" && /^\[\w+:\w+\]: /u.test(error.message);
}

/** True where a program that was made of words has a time that is none: what is wrong with it is said in the form of programs. */
function isTimeUnclear(result: RunResult): boolean {
  if (result.kind === "denied") return result.obstacle?.code === "bad-timing";
  return failedWith(result, "bad-timing");
}

function failedWith(result: RunResult, code: string): boolean {
  if (result.kind !== "finished") return false;
  return result.envelope.statements.some(({ error }) => error?.code === code);
}

/** A comparison: its conclusion, and the table as a picture where it is drawn, else as lines. */
function comparisonWords(
  envelope: Envelope,
  asked: Parameters<typeof compared>[1],
  page: SheetPage | undefined,
): Pick<Wording, "text" | "sheets" | "table"> | undefined {
  const comparison = compared(envelope, asked);
  if (comparison === undefined) return undefined;
  const { text, lines, table } = comparison;
  if (page?.isDrawn(0) !== true) return { text: [text, ...lines].join("\n"), sheets: [], table };
  return { text, table, sheets: [{ kind: "picture", caption: "", index: 0, table }] };
}

/** The first table of an answer that is shown as a picture. */
function drawnTable(markdown: string, page: SheetPage | undefined): Pick<Wording, "table"> {
  const wide = page === undefined ? undefined : tablesToDraw(markdown, page.columns)[0];
  return wide === undefined || page?.isDrawn(wide.index) !== true ? {} : { table: wide.table };
}

/** The comparison that a reply is; `undefined` for any other. */
export function comparisonIn(reply: Reply, language: Language): Comparison | undefined {
  if (reply.kind !== "run" || reply.made === undefined) return undefined;
  const { result, made } = reply;
  return result.kind === "finished" ? compared(result.envelope, { ...made, language }) : undefined;
}

/** That nothing was made of the words, and what there is to ask for. */
function notUnderstood(language: Language): Pick<Wording, "text" | "suggests"> {
  const label = say(language, "whatICanDo");
  return { text: say(language, "plannerNone"), suggests: [{ label, says: label }] };
}

/** What an owner is told of work for a language model, where there is none. */
function needsModel(language: Language): Pick<Wording, "text" | "suggests"> {
  const label = say(language, "connectModel");
  return { text: say(language, "needsModel"), suggests: [{ label, says: label }] };
}

/** That a program failed for want of a language model: owners can connect one, and for everybody else it cannot be done yet. */
function modelLacking(
  { statements }: Envelope,
  { code }: { readonly code: string },
  { language, isOwner = false }: ReplyReader,
): Pick<Wording, "text" | "suggests"> | undefined {
  if (!statements.some(({ error }) => error?.code === "needs-model")) return undefined;
  if (isOwner) return needsModel(language);
  const [, text] = /^\[system:translate\]\("([^"\\]*)"\)/u.exec(code) ?? [];
  if (text === undefined) return { ...notUnderstood(language), text: say(language, "notYet") };
  const says = say(language, "searchTranslation", { text });
  return {
    text: say(language, "notYetTranslate"),
    suggests: [{ label: say(language, "searchInstead"), says }],
  };
}

/** What went wrong as a sentence for a person: our own errors are written for people, all others are for the log. */
export function wordError(error: unknown, language: Language): string {
  return error instanceof AppError
    ? escapeMarkup(wordsOf(error, language))
    : say(language, "internalError");
}

type Words = Pick<Wording, "text" | "sheets">;

function worded(markdown: string, page: SheetPage | undefined): Words {
  if (page === undefined) return { text: answerMarkup(markdown), sheets: [] };
  return answerWithSheets(markdown, page);
}

/** What a program says stays as it is, unless a table tells that it is Markdown. */
function programWords(text: string, page: SheetPage | undefined): Words {
  return hasTable(text) ? worded(text, page) : { text, sheets: [] };
}

/** The Markdown that a reply shows, whose wide tables are read best as pictures; empty where it shows none. */
export function markdownOf(reply: Reply): string {
  if (reply.kind === "answer") return reply.text;
  if (reply.kind === "report") return reply.outcome?.ok === true ? textOf(reply.outcome.value) : "";
  if (reply.kind !== "run" || reply.result.kind !== "finished") return "";
  const { text } = reply.result.envelope;
  return hasTable(text) ? text : "";
}

/** What a colleague brings; while it waits its cards say so. */
function reportWords(
  { agent, outcome }: Report,
  language: Language,
  page: SheetPage | undefined,
): Words {
  if (outcome === undefined) return { text: "", sheets: [] };
  const name = escapeMarkup(agent.title[language]);
  if (!outcome.ok) {
    const told = { agent: name, text: escapeMarkup(outcome.failure.message) };
    return { text: say(language, "reportBad", told), sheets: [] };
  }
  const { text, sheets } = worded(textOf(outcome.value), page);
  return { text: say(language, "reportGood", { agent: name, text }), sheets };
}

/** That something was stopped, and what was done and what was not. */
function stoppedText(
  { account }: Extract<RunResult, { kind: "stopped" }>,
  language: Language,
): string {
  const sentence = stoppedSentence(account, language);
  if (sentence !== undefined) return `${say(language, "stopped")} ${escapeMarkup(sentence)}`;
  const list = escapeMarkup(accountText(account, language));
  return [say(language, "stopped"), ...(list === "" ? [] : [list])].join("\n");
}

/** Puts the result of a run into words; a waiting run says nothing, its card does. */
export function wordResult(result: RunResult, language: Language, page?: SheetPage): Wording {
  const plain = (text: string): Wording => ({ text, approvals: [], files: [], sheets: [] });
  switch (result.kind) {
    case "waiting":
      return { ...plain(""), approvals: result.approvals };
    case "refused":
      return plain(
        [
          say(language, "refusedProgram"),
          ...result.problems.map((problem) => codeBlock(formatDiagnostic(problem, language))),
        ].join("\n"),
      );
    case "denied":
      return deniedWords(result, language);
    case "stopped":
      return plain(stoppedText(result, language));
    case "finished": {
      const { envelope } = result;
      const long = page === undefined ? undefined : resultSheet(envelope, page);
      const { text, sheets } =
        long === undefined
          ? programWords(severalOff(envelope, { language }) ?? envelope.text, page)
          : { ...long, sheets: [long.sheet] };
      return {
        text:
          isToldAlready(envelope) || isMerePicture(envelope)
            ? ""
            : text === ""
              ? say(language, "doneEmpty")
              : text,
        ...partsOf(envelope),
        approvals: [],
        files: envelope.files.map(({ path, mediaType }) => ({ path, mediaType })),
        sheets,
      };
    }
  }
}

/** What each statement gave that is shown, where there are several. */
function partsOf({ statements, text }: Envelope): Pick<Wording, "parts"> {
  const texts = statements.map((each) => each.text ?? each.error?.message ?? "");
  const isAll = statements.length > 1 && texts.every((each) => each !== "");
  return isAll && texts.join("\n\n") === text ? { parts: texts } : {};
}

/** Why a program did not begin; what could only fail is answered with what can be done instead. */
function deniedWords(
  { message, obstacle }: Extract<RunResult, { kind: "denied" }>,
  language: Language,
): Wording {
  const beside = { approvals: [], files: [], sheets: [] };
  if (obstacle === undefined)
    return { ...beside, text: say(language, "deniedProgram", { message }) };
  const suggests = obstacle.nearest.map(({ label, ...meaning }) => ({
    ...meaning,
    label: label[language],
  }));
  return { ...beside, text: message, suggests };
}

/** True where all that a program did was tell the reader something, which has arrived: to say that it was sent would say it twice. */
function isToldAlready({ ok, statements, value, text }: Envelope): boolean {
  const end = statements.at(-1);
  const isAll = statements.length === 1 || text === end?.text;
  const last = isAll ? end?.steps.at(-1) : undefined;
  const tells = last?.node === "system" && /^(?:notify_user|send_notify)$/u.test(last.action);
  return ok && tells && isJsonObject(value) && value["state"] === "delivered";
}

/** True where all that there is to say is the name of a picture, which is shown. */
function isMerePicture({ files, text }: Envelope): boolean {
  const [only, ...others] = files;
  const isOne = only !== undefined && others.length === 0;
  return isOne && only.mediaType.startsWith("image/") && text === only.path;
}

/** A list of more than so many entries is a file. */
const MOST_ENTRIES = 50;

/** Entries that stand in the words then. */
const HEAD_ENTRIES = 10;

/** Longest entry there, in characters. */
const LONGEST_ENTRY = 200;

/**
 * A long list that a program gave, as a file, and the words with it: in place of a mere listing its first entries and how many there
 * are; words of an action's own stay. Records are CSV, plain entries text, all else JSON. Undefined where the list is short, or told whole in words. Pure.
 */
function resultSheet(
  { value, text }: { readonly value: Json; readonly text: string },
  page: { readonly language: Language; readonly columns: number },
): { readonly text: string; readonly sheet: AttachedTable } | undefined {
  const entries = entriesOf(value);
  if (entries === undefined || entries.length <= MOST_ENTRIES) return undefined;
  const { language } = page;
  const count = entries.length;
  const listing = textOf(
    isJsonObject(value) ? { kind: "object", data: value } : { kind: "list", items: entries },
  );
  const at = text.indexOf(listing);
  // Words with a line for each of them say it all.
  if (at === -1 && text.split("\n").length >= count) return undefined;
  const sheet: AttachedTable = {
    kind: "file",
    caption: say(language, "resultFile", { count }),
    ...fileOf(entries),
  };
  const note = say(language, "resultWhole", { count, shown: HEAD_ENTRIES });
  if (at === -1) return { text: `${text}\n\n${say(language, "resultBelow", { count })}`, sheet };
  const head = [...fieldLines(value), headOf(entries, page.columns), "", note].join("\n");
  return { text: text.slice(0, at) + head + text.slice(at + listing.length), sheet };
}

/** The list that a value is, or the only one in it. */
function entriesOf(value: Json): readonly Json[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isJsonObject(value)) return undefined;
  const lists = Object.values(value).filter((each) => Array.isArray(each));
  const [only] = lists;
  return lists.length === 1 ? only : undefined;
}

function fileOf(
  entries: readonly Json[],
): Pick<Extract<AttachedTable, { kind: "file" }>, "ending" | "content"> {
  if (entries.every(isFlat))
    return { ending: "csv", content: csvOf([namesOf(entries), ...rowsOf(entries)]) };
  if (entries.every(isPlain))
    return { ending: "txt", content: `${entries.map(wordOf).join("\n")}\n` };
  return { ending: "json", content: `${JSON.stringify(entries, null, 2)}\n` };
}

function headOf(entries: readonly Json[], columns: number): string {
  const head = entries.slice(0, HEAD_ENTRIES);
  if (!head.every(isFlat))
    return head
      .map((entry) => `- ${shortened(isPlain(entry) ? wordOf(entry) : JSON.stringify(entry))}`)
      .join("\n");
  const names = namesOf(head);
  const isRight = names.map((name) => head.every((entry) => typeof entry[name] === "number"));
  const rows = rowsOf(head).map((row) => row.map(shortened));
  return headMarkup({ names: names.map(shortened), isRight, rows }, columns, HEAD_ENTRIES);
}

/** What stands beside the only list of an object. */
function fieldLines(value: Json): readonly string[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, field]) =>
    Array.isArray(field)
      ? []
      : [
          `- ${shortened(name)}: ${shortened(isPlain(field) ? wordOf(field) : JSON.stringify(field))}`,
        ],
  );
}

function shortened(text: string): string {
  const letters = Array.from(text.replace(/\s+/g, " "));
  const short =
    letters.length <= LONGEST_ENTRY ? letters : [...letters.slice(0, LONGEST_ENTRY - 1), "…"];
  return escapeMarkup(short.join(""));
}

function namesOf(entries: readonly JsonObject[]): readonly string[] {
  return [...new Set(entries.flatMap((entry) => Object.keys(entry)))];
}

function rowsOf(entries: readonly JsonObject[]): readonly (readonly string[])[] {
  const names = namesOf(entries);
  return entries.map((entry) => names.map((name) => wordOf(entry[name] ?? null)));
}

/** A record of plain values. */
function isFlat(value: Json): value is JsonObject {
  return isJsonObject(value) && Object.values(value).every(isPlain);
}

function isPlain(value: Json): boolean {
  return value === null || typeof value !== "object";
}

function wordOf(value: Json): string {
  return value === null ? "" : String(value);
}
