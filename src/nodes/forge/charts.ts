import { AppError, wordsOf } from "../../base/errors.ts";
import type { Json } from "../../base/json.ts";
import {
  flagParam,
  type Handlers,
  listParam,
  optionalString,
  type ReadyCall,
} from "../../engine/execute/action-types.ts";
import { failure, type Outcome, success, type Value } from "../../engine/values/outcome.ts";
import { worded } from "../localize.ts";
import { rowsOfText } from "../text-rows.ts";
import { parseChartData } from "./chart-data.ts";
import { type ChartPicture, drawPng, drawSvg } from "./chart-picture.ts";

const NAME_LIMIT = 60; // characters of a file name before its ending

/** `forge:line` (which also answers `chart`) and `forge:bar`. */
export function createChartHandlers(parts: {
  /** Path of the font file that draws Korean; it holds the family NanumGothic. */
  readonly fontPath: string;
  /** Writes a new file into the chat's own folder under `name`, or a name near it that is free. Rejects with an `AppError` when it may not. */
  readonly saveFile: (
    call: ReadyCall,
    name: string,
    bytes: Uint8Array,
    mediaType: string,
  ) => Promise<Value>;
}): Handlers {
  return {
    "forge:line": (call) => makeChart(parts, call, "line"),
    "forge:bar": (call) => makeChart(parts, call, "bar"),
  };
}

async function makeChart(
  parts: Parameters<typeof createChartHandlers>[0],
  call: ReadyCall,
  kind: ChartPicture["kind"],
): Promise<Outcome> {
  const names = listParam(call, "series_names").filter((entry) => typeof entry === "string");
  const parsed = parseChartData(rowsGiven(listParam(call, "data")), names);
  if (!parsed.ok) return failure("bad-data", worded(call, parsed.problem));
  const title = (optionalString(call, "title") ?? "").trim();
  const svg = await drawSvg({
    kind,
    data: parsed.data,
    title,
    xLabel: optionalString(call, "x_label") ?? "",
    yLabel: optionalString(call, "y_label") ?? "",
    isHorizontal: kind === "bar" && flagParam(call, "horizontal"),
    isStacked: kind === "bar" && flagParam(call, "stacked"),
  });
  call.signal.throwIfAborted();
  const isSvg = optionalString(call, "output_format") === "svg";
  const bytes = isSvg
    ? new TextEncoder().encode(svg)
    : await drawPng(svg, parts.fontPath, call.signal);
  const name = `${fileNameOf(title)}.${isSvg ? "svg" : "png"}`;
  return save(parts, call, name, bytes, isSvg ? "image/svg+xml" : "image/png");
}

/** A single text, as a file's content arrives, is read as the table it holds. */
function rowsGiven(data: readonly Json[]): readonly Json[] {
  const [only] = data;
  return (data.length === 1 && typeof only === "string" ? rowsOfText(only) : undefined) ?? data;
}

async function save(
  parts: Parameters<typeof createChartHandlers>[0],
  call: ReadyCall,
  name: string,
  bytes: Uint8Array,
  mediaType: string,
): Promise<Outcome> {
  try {
    return success(await parts.saveFile(call, name, bytes, mediaType), { tainted: call.tainted });
  } catch (error) {
    if (call.signal.aborted || !(error instanceof AppError)) throw error;
    return failure(error.code, wordsOf(error, call.actor.language));
  }
}

/** A plain file name made of the title: letters, digits and marks that no file system minds, never empty and never a dot file. */
function fileNameOf(title: string): string {
  const plain = title
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}._ -]+/gu, " ")
    .trim()
    .replace(/\s+/g, "-")
    .replace(/^[.-]+|[.-]+$/g, "");
  const short = Array.from(plain)
    .slice(0, NAME_LIMIT)
    .join("")
    .replace(/[.-]+$/, "");
  return short === "" ? "chart" : short;
}
