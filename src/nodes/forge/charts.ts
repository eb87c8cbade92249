import { AppError, wordsOf } from "../../base/errors.ts";
import { korean } from "../../base/korean-particles.ts";
import { mediaTypeOfBytes } from "../../base/media-type.ts";
import type { Files } from "../../drivers/files/files.ts";
import {
  flagParam,
  type Handlers,
  listParam,
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../engine/execute/action-types.ts";
import {
  failure,
  failureIn,
  type Outcome,
  success,
  type Value,
} from "../../engine/values/outcome.ts";
import { worded } from "../localize.ts";
import { parseChartData } from "./chart-data.ts";
import { type ChartPicture, drawPng, drawSvg } from "./chart-picture.ts";

const NAME_LIMIT = 60; // characters of a file name before its ending

/** `forge:line` (which also answers `chart`) and `forge:bar`. */
export function createChartHandlers(parts: {
  /** Path of the font file that draws Korean; it holds the family NanumGothic. */
  readonly fontPath: string;
  /** Writes a new file into the chat's own folder under `name`, or a name near it that is free; one that is not to be kept stands among those that go with replies. Rejects with an `AppError` when it may not. */
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
  const parsed = parseChartData(call.params["data"] ?? [], names);
  if (!parsed.ok) return failure("bad-data", worded(call, parsed.problem));
  const title = (optionalString(call, "title") ?? "").trim();
  const svg = await drawSvg({
    kind,
    data: parsed.data,
    title,
    xLabel: optionalString(call, "x_label") ?? "",
    yLabel: optionalString(call, "y_label") ?? parsed.data.unit ?? "",
    isHorizontal: kind === "bar" && flagParam(call, "horizontal"),
    isStacked: kind === "bar" && flagParam(call, "stacked"),
    language: call.actor.language,
  });
  call.signal.throwIfAborted();
  const isSvg = optionalString(call, "output_format") === "svg";
  const bytes = isSvg
    ? new TextEncoder().encode(svg)
    : await drawPng(svg, parts.fontPath, call.signal);
  const name = `${fileNameOf(title)}.${isSvg ? "svg" : "png"}`;
  return save(parts, call, name, bytes, isSvg ? "image/svg+xml" : "image/png");
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

/** Bytes at the head of a file that show what it is. */
const HEAD_BYTES = 16;

/** `forge:caption`: a picture of the chat's folder with words of its own, so that both come as one result. */
export function createCaptionHandlers({
  filesOf,
}: {
  readonly filesOf: (chatKey: string) => Files;
}): Handlers {
  return { "forge:caption": (call) => caption(filesOf, call) };
}

async function caption(filesOf: (chatKey: string) => Files, call: ReadyCall): Promise<Outcome> {
  const path = stringParam(call, "picture");
  const bytes = await filesOf(call.actor.chatId).readBytes(path);
  const mediaType = mediaTypeOfBytes(bytes.subarray(0, HEAD_BYTES), {
    claimed: "application/octet-stream",
    name: path,
  });
  if (!mediaType.startsWith("image/"))
    return failureIn(call.actor.language, "not-a-picture", {
      ko: korean`"${path}"은(는) 사진이 아니에요 (${mediaType}).`,
      en: `"${path}" is no picture (${mediaType}).`,
    });
  const text = stringParam(call, "text").trimEnd();
  const value = { kind: "file", path, mediaType, sizeBytes: bytes.byteLength, text } as const;
  return success(value, { tainted: call.tainted });
}
