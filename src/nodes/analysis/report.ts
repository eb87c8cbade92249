import { AppError, wordsOf } from "../../base/errors.ts";
import type { JsonObject } from "../../base/json.ts";
import { inBoth, type Localized } from "../../base/localized.ts";
import type { Actor } from "../../engine/execute/action-types.ts";
import { failure, type Outcome, type Value } from "../../engine/values/outcome.ts";
import { drawPng } from "../forge/chart-picture.ts";
import {
  type DrawnReport,
  dashboardSections,
  drawReport,
  reportHtml,
  type Section,
  sectionsOf,
  stackedSvg,
} from "./report-page.ts";
import { textIn } from "./words.ts";

type FileValue = Extract<Value, { kind: "file" }>;

/** Dependencies of reports. */
export interface ReportParts {
  /** Path of the font file that draws Korean in pictures. */
  readonly fontPath: string;
  /** Writes a new file into the chat's own folder under a name near this one. Rejects with an `AppError` when it may not. */
  readonly saveFile: (
    call: ReportCall,
    name: string,
    bytes: Uint8Array,
    mediaType: string,
  ) => Promise<FileValue>;
  /** Prints a page as PDF; `undefined` where there is no Chromium. */
  readonly printPage: (call: ReportCall, html: string) => Promise<Uint8Array | undefined>;
}

/** For whom a report is made. */
export interface ReportCall {
  readonly actor: Actor;
  readonly tainted: boolean;
  readonly signal: AbortSignal;
}

/** What a report came to. */
export interface Report {
  readonly output: JsonObject;
  readonly text: string;
  readonly file: FileValue;
}

type Failed = Extract<Outcome, { ok: false }>;

const MOST_PICTURES = 4;

/** The report of the analyses that were made: a PDF, a page or a picture of its charts. */
export function writeReport(
  parts: ReportParts,
  input: JsonObject,
  call: ReportCall,
): Promise<Report | Failed> {
  const title = titleOf(textIn(input, "title"), { ko: "리뷰 분석 보고서", en: "Review report" });
  return write(
    parts,
    { title, sections: sectionsOf(input), format: textIn(input, "format") },
    call,
  );
}

/** A page with the key figures of a table. */
export function writeDashboard(
  parts: ReportParts,
  output: JsonObject,
  call: ReportCall,
): Promise<Report | Failed> {
  const title = { ko: "대시보드", en: "Dashboard" };
  return write(parts, { title, sections: dashboardSections(output), format: "html" }, call);
}

function titleOf(title: string, absent: Localized): Localized {
  return title === "" ? absent : { ko: title, en: title };
}

async function write(
  parts: ReportParts,
  {
    title,
    sections,
    format,
  }: { readonly title: Localized; readonly sections: readonly Section[]; readonly format: string },
  call: ReportCall,
): Promise<Report | Failed> {
  const { language } = call.actor;
  const drawn = await drawReport(title, sections, language);
  call.signal.throwIfAborted();
  try {
    const file =
      format === "png" ? await picture(parts, drawn, call) : await page(parts, drawn, format, call);
    const text = format === "png" ? `**${drawn.title}**` : wordsOfReport(drawn);
    const output = {
      title: drawn.title,
      path: file.path,
      format: file.path.split(".").at(-1) ?? "",
      sections: drawn.sections.map(({ heading, lines, method }) => ({ heading, lines, method })),
    };
    return { output, text, file };
  } catch (error) {
    if (call.signal.aborted || !(error instanceof AppError)) throw error;
    return failure(error.code, wordsOf(error, language));
  }
}

async function picture(
  parts: ReportParts,
  drawn: DrawnReport,
  call: ReportCall,
): Promise<FileValue> {
  const svg = stackedSvg(drawn, MOST_PICTURES);
  if (svg === undefined) throw new AppError("no-data", NO_CHART);
  const bytes = await drawPng(svg, parts.fontPath, call.signal);
  return parts.saveFile(call, `${fileName(drawn)}.png`, bytes, "image/png");
}

/** A PDF unless a page is asked for; a page where nothing prints. */
async function page(
  parts: ReportParts,
  drawn: DrawnReport,
  format: string,
  call: ReportCall,
): Promise<FileValue> {
  const html = reportHtml(drawn, call.actor.language);
  const pdf = format === "html" ? undefined : await parts.printPage(call, html);
  if (pdf !== undefined)
    return parts.saveFile(call, `${fileName(drawn)}.pdf`, pdf, "application/pdf");
  return parts.saveFile(
    call,
    `${fileName(drawn)}.html`,
    new TextEncoder().encode(html),
    "text/html",
  );
}

function fileName({ title }: DrawnReport): string {
  const plain = title
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  return plain === "" ? "report" : plain.slice(0, 60);
}

function wordsOfReport({ title, sections }: DrawnReport): string {
  const lines = sections.flatMap(({ lines: own }) => own.slice(0, 4)).slice(0, 8);
  return [`**${title}**`, ...lines.map((line) => `- ${line}`)].join("\n");
}

const NO_CHART = inBoth(
  (language) => ({ ko: "그릴 것이 없어요.", en: "There is nothing to draw." })[language],
);
