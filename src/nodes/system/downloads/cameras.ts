import type { Clock } from "../../../base/clock.ts";
import type { Fetch, FetchResponse } from "../../../base/fetch.ts";
import { isoInZone } from "../../../base/format-time.ts";
import type { Localized } from "../../../base/localized.ts";
import { mediaTypeOfBytes } from "../../../base/media-type.ts";
import { responseText } from "../../../drivers/http/http-text.ts";
import {
  type Handlers,
  type ReadyCall,
  stringParam,
} from "../../../engine/execute/action-types.ts";
import type { Outcome } from "../../../engine/values/outcome.ts";
import { askUpstream, type FailureOutcome, failed } from "../../api/upstream.ts";
import { worded } from "../../localize.ts";
import { webAddress } from "../../web-address.ts";
import type { FileHandlerParts } from "../files.ts";
import { keptFile } from "./downloads.ts";

/** Largest picture or piece of a stream, in bytes. */
const LARGEST_BYTES = 20 * 1024 * 1024;
/** A list of streams names a list of pieces, which names the pieces (RFC 8216, 4.3). */
const MOST_LISTS = 3;

const NO_PICTURE: Localized = {
  ko: "그 주소에서 사진을 얻지 못했어요. 카메라의 사진이나 HLS 영상(.m3u8) 주소를 주세요.",
  en: "No picture can be had from that address. Give that of a camera's picture or HLS stream (.m3u8).",
};

interface CameraParts extends FileHandlerParts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** The first frame of a piece of video as a JPEG; `undefined` where it has none. */
  readonly frameOf: (video: Uint8Array, signal: AbortSignal) => Promise<Uint8Array | undefined>;
}

/** `cctv_capture`: the picture that a camera shows now, from its picture or its HLS stream. */
export function createCameraHandlers(parts: CameraParts): Handlers {
  return { "source:cctv_capture": (call) => capture(parts, call) };
}

async function capture(parts: CameraParts, call: ReadyCall): Promise<Outcome> {
  const found = await shownAt(parts.fetch, call, stringParam(call, "url"));
  if ("ok" in found) return found;
  const { body } = found;
  const type = pictureType(body);
  const bytes = type !== undefined ? body : await parts.frameOf(body, call.signal);
  if (bytes === undefined) return failed("no-picture", worded(call, NO_PICTURE));
  const moment = isoInZone(parts.clock.now(), call.actor.zone).slice(0, 19).replace(/\D/gu, "");
  return keptFile(parts, call, {
    bytes,
    name: `camera-${moment}`,
    ending: (type ?? "jpeg").replace("jpeg", "jpg"),
    said: { ko: "📷 지금 화면", en: "📷 What it shows now" },
  });
}

/** The picture at an address, or the newest piece of the stream there. Every address is asked through the guard. */
async function shownAt(
  fetch: Fetch,
  call: ReadyCall,
  given: string,
): Promise<FetchResponse | FailureOutcome> {
  let url = webAddress(given);
  for (let count = 0; count <= MOST_LISTS && url !== undefined; count += 1) {
    const asking = { fetch, call, name: new URL(url).host };
    const answer = await askUpstream(asking, { url, maxBytes: LARGEST_BYTES });
    if (!answer.ok) return answer;
    const text = answer.response.body.byteLength < 200_000 ? responseText(answer.response) : "";
    if (!text.startsWith("#EXTM3U")) return answer.response;
    url = nextOf(text, url);
  }
  return failed("no-picture", worded(call, NO_PICTURE));
}

/** The address that a list leads to: its newest piece, or the first of its streams. */
function nextOf(list: string, url: string): string | undefined {
  const lines = list.split(/\r?\n/u).filter((line) => line !== "" && !line.startsWith("#"));
  const next = /#EXTINF/u.test(list) ? lines.at(-1) : lines[0];
  return next !== undefined && URL.canParse(next, url) ? new URL(next, url).href : undefined;
}

/** `png`, `jpeg` … of a picture by its first bytes. */
function pictureType(bytes: Uint8Array): string | undefined {
  const type = mediaTypeOfBytes(bytes.subarray(0, 1024), { claimed: "", name: "" });
  return type.startsWith("image/") ? type.slice("image/".length) : undefined;
}
