import { ApiError, badRequest } from "./telegram-server-errors.ts";
import type { UploadedFile } from "./telegram-server-request.ts";
import { addFile, type ServerState, type StoredFile } from "./telegram-server-state.ts";

/** Photos are at most 10 MB, 10,000 pixels of width and height together, 20 to 1 (Bot API, sendPhoto). */
const LARGEST_PHOTO_BYTES = 10 * 1024 * 1024;
const LARGEST_PHOTO_SIDES = 10_000;
const WIDEST_RATIO = 20;
/** Other files are at most 50 MB (Bot API, sendDocument). */
const LARGEST_FILE_BYTES = 50 * 1024 * 1024;

/** The file a parameter names: an upload by `attach://part`, or one the server has by its id. Keeps an upload's very bytes. */
export function takeUpload(
  state: ServerState,
  kind: StoredFile["kind"],
  reference: string,
  files: ReadonlyMap<string, UploadedFile>,
): StoredFile {
  const upload = files.get(reference.replace(/^attach:\/\//, "")) ?? files.get(kind);
  if (upload === undefined) {
    const known = state.files.get(reference);
    if (known === undefined) throw badRequest("wrong file identifier/HTTP URL specified");
    return known;
  }
  if (upload.bytes.length === 0) throw badRequest("file must be non-empty");
  if (upload.bytes.length > LARGEST_FILE_BYTES) {
    throw new ApiError(413, "Request Entity Too Large");
  }
  return addFile(state, { kind, name: upload.name, bytes: upload.bytes });
}

/** Refuses what Telegram does not take as a photo. */
export function checkPhoto(bytes: Buffer): void {
  if (bytes.length > LARGEST_PHOTO_BYTES) throw new ApiError(413, "Request Entity Too Large");
  const size = pngSize(bytes) ?? jpegSize(bytes);
  if (size === undefined) throw badRequest("IMAGE_PROCESS_FAILED");
  const [width, height] = size;
  const ratio = Math.max(width, height) / Math.max(1, Math.min(width, height));
  if (width + height > LARGEST_PHOTO_SIDES || ratio > WIDEST_RATIO) {
    throw badRequest("PHOTO_INVALID_DIMENSIONS");
  }
}

/** Refuses what is no MPEG-4, as Telegram does ("messages.sendMedia" of the Telegram API). */
export function checkVideo(bytes: Buffer): void {
  if (bytes.subarray(4, 8).toString("latin1") !== "ftyp")
    throw badRequest("VIDEO_CONTENT_TYPE_INVALID");
}

/** Width and height from the IHDR chunk (PNG specification, section 11.2.1). */
function pngSize(bytes: Buffer): [number, number] | undefined {
  const isPng = bytes.length >= 24 && bytes.subarray(0, 8).toString("hex") === "89504e470d0a1a0a";
  return isPng ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] : undefined;
}

/** Width and height from the first start-of-frame segment (ITU-T T.81, B.2.2). */
function jpegSize(bytes: Buffer): [number, number] | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}
