import type { OutgoingFile, OutgoingMessage } from "../platform/chat-adapter.ts";
import { type TelegramError, toDeliveryError } from "./errors.ts";

/** How Telegram shows a file: the methods of the Bot API that send one, sendPhoto to sendDocument. */
export type FileLook = "photo" | "video" | "animation" | "audio" | "document";

/**
 * What apps can show, by its type: videos in MPEG-4 alone (Bot API, sendVideo: "other formats may be sent as Document"), audio in MP3
 * or M4A (sendAudio), and of moving pictures GIF (sendAnimation), as an MPEG-4 without sound cannot be told from one with.
 */
const LOOKS: Readonly<Record<string, FileLook>> = {
  "image/png": "photo",
  "image/jpeg": "photo",
  "image/gif": "animation",
  "video/mp4": "video",
  "audio/mpeg": "audio",
  "audio/mp4": "audio",
};

/** How a file is sent where Telegram takes it so; as a mere file where its message is to leave so. */
export function lookOf({ mediaType }: OutgoingFile, message: OutgoingMessage): FileLook {
  return message.inForm?.asFiles === true ? "document" : (LOOKS[mediaType] ?? "document");
}

/** True for looks that stand side by side in an album; any other stands with its like alone (Bot API, sendMediaGroup). */
export function isMixable(look: FileLook): boolean {
  return look === "photo" || look === "video";
}

/**
 * True where Telegram refused this very message and kept nothing: it may take the same bytes as a file. A picture may have too many
 * pixels, and a file not be what its name says.
 */
export function isRefusedAsShown(error: TelegramError): boolean {
  const isAnswer = error.errorCode === 400 && error.migratedTo === undefined;
  return isAnswer && toDeliveryError(error).kind === "refused";
}

/** Descriptions by which an album is refused for what one of its items is ("messages.sendMultiMedia" of the Telegram API; tdlib/td, Photo.cpp; telegramdesktop/tdesktop, issue 30740). */
const NOT_SHOWN = [
  "photo_invalid_dimensions",
  "image_process_failed",
  "media_invalid",
  "video_content_type_invalid",
];

/** True where an album was refused for what one of its items is. */
export function isItemRefused(error: TelegramError): boolean {
  return NOT_SHOWN.some((words) => error.says(words));
}
