import { stat } from "node:fs/promises";
import type { InputFile, RawApi } from "grammy";
import { codeOf } from "../../base/errors.ts";
import { korean } from "../../base/korean-particles.ts";
import { visibleText } from "../../base/visible-text.ts";
import { visibleLength } from "../markup/parse-markup.ts";
import { messageWords } from "../outbox/message-parts.ts";
import {
  DeliveryError,
  type OutgoingFile,
  type OutgoingMessage,
} from "../platform/chat-adapter.ts";
import type { CallSignal, TelegramClient } from "./client.ts";
import { refusedFor, TelegramError } from "./errors.ts";
import { type FileLook, isRefusedAsShown, lookOf } from "./looks.ts";
import {
  type CallParts,
  inItsForm,
  keyboardOf,
  otherwise,
  type Rendered,
  replyOf,
  type SendTarget,
  type SentMessage,
  threadOf,
} from "./rendering.ts";

/** Longest text beside a file in UTF-16 units after entity parsing (Bot API, sendDocument, caption). */
export const MAX_CAPTION_LENGTH = 1024;
/** Largest picture that Telegram shows as a photo (Bot API, sendPhoto). */
export const LARGEST_PHOTO_BYTES = 10 * 1024 * 1024;
/** Largest file a bot may send (Bot API, sendDocument). */
export const LARGEST_FILE_BYTES = 50 * 1024 * 1024;
/** Likewise with a server of one's own in local mode; in another mode it refuses what it does not take (README of tdlib/telegram-bot-api: "Upload files up to 2000 MB"). */
export const LARGEST_LOCAL_FILE_BYTES = 2000 * 1024 * 1024;
/** An upload may take this much longer than a call without a file. */
export const UPLOAD_TIMEOUT_FACTOR = 4;

/** A message with a file. */
export interface FileTarget extends SendTarget {
  readonly file: OutgoingFile;
}

/** Sends a file with its text as caption, as what apps can show of it or as a document; what Telegram does not take so it may take as a document. */
export async function sendFile(
  parts: CallParts,
  target: FileTarget,
): Promise<readonly [SentMessage]> {
  const { file, message } = target;
  checkCaption(message);
  const sizeBytes = await checkedSize(file, parts.maxFileBytes);
  const look = lookOf(file, message);
  const isTooLarge = look === "photo" && sizeBytes > LARGEST_PHOTO_BYTES;
  if (look === "document" || isTooLarge) return [await upload(parts, target, "document")];
  try {
    return [await upload(parts, target, look)];
  } catch (thrown) {
    if (!(thrown instanceof TelegramError && isRefusedAsShown(thrown))) throw thrown;
    throw refusedFor(thrown, [otherwise(message, { asFiles: true })]);
  }
}

/** Throws where a message says more than Telegram takes beside a file. */
export function checkCaption(message: OutgoingMessage): void {
  if (visibleLength(messageWords(message)) <= MAX_CAPTION_LENGTH) return;
  throw new DeliveryError("refused", {
    en: `Beside a file Telegram takes at most ${MAX_CAPTION_LENGTH} characters of text; send the text as a message of its own.`,
    ko: `텔레그램은 파일에 글을 ${MAX_CAPTION_LENGTH}자까지만 붙일 수 있어요. 글은 따로 보내 주세요.`,
  });
}

/** The size of a file in bytes; rejects with a `DeliveryError` where it is too large or cannot be read. */
export async function checkedSize(file: OutgoingFile, maxFileBytes: number): Promise<number> {
  const sizeBytes = await sizeOf(file);
  if (sizeBytes > maxFileBytes) {
    const most = `${maxFileBytes / 1024 / 1024} MB`;
    throw new DeliveryError("refused", {
      en: `"${file.name}" is larger than the ${most} a bot may send.`,
      ko: korean`"${file.name}"은(는) 봇이 보낼 수 있는 ${most}보다 커요.`,
    });
  }
  return sizeBytes;
}

function upload(parts: CallParts, target: FileTarget, look: FileLook): Promise<SentMessage> {
  const timeoutMs = parts.timeoutMs * UPLOAD_TIMEOUT_FACTOR;
  const { method, send } = UPLOADS[look];
  return inItsForm(parts, target.message, (caption) => {
    const file = inputFile(parts.client, target.file);
    const isAsFile = target.message.inForm?.asFiles === true;
    const content: Upload = { fields: fieldsOf(target, caption), file, isAsFile };
    return parts.client.call(method, (raw, signal) => send(raw, content, signal), { timeoutMs });
  });
}

/** What was refused as a video would be found to be one again (Bot API, sendDocument). */
const UNDETECTED = { disable_content_type_detection: true };

interface Upload {
  readonly isAsFile: boolean;
  readonly fields: ReturnType<typeof fieldsOf>;
  readonly file: InputFile;
}

interface Method {
  readonly method: string;
  readonly send: (raw: RawApi, upload: Upload, signal: CallSignal) => Promise<SentMessage>;
}

const UPLOADS: Readonly<Record<FileLook, Method>> = {
  photo: {
    method: "sendPhoto",
    send: (raw, { fields, file: photo }, signal) => raw.sendPhoto({ ...fields, photo }, signal),
  },
  video: {
    method: "sendVideo",
    send: (raw, { fields, file: video }, signal) => raw.sendVideo({ ...fields, video }, signal),
  },
  animation: {
    method: "sendAnimation",
    send: (raw, { fields, file: animation }, signal) =>
      raw.sendAnimation({ ...fields, animation }, signal),
  },
  audio: {
    method: "sendAudio",
    send: (raw, { fields, file: audio }, signal) => raw.sendAudio({ ...fields, audio }, signal),
  },
  document: {
    method: "sendDocument",
    send: (raw, { fields, file: document, isAsFile }, signal) =>
      raw.sendDocument({ ...fields, document, ...(isAsFile ? UNDETECTED : {}) }, signal),
  },
};

function fieldsOf({ chatId, chat, message }: FileTarget, { text, ...mode }: Rendered) {
  const caption = text === "" ? {} : { caption: text, ...mode };
  const look = { ...keyboardOf(message), ...replyOf(message) };
  return { chat_id: chatId, ...threadOf(chat), ...caption, ...look };
}

/** A file as grammY takes it: it writes the name unquoted into a header that Telegram cuts at ";" (core/payload.js; tdlib/td, HttpReader.cpp). */
export function inputFile(client: TelegramClient, file: OutgoingFile): InputFile {
  return client.file(file.path, visibleText(file.name).replace(/[\p{Cc}";/\\]/gu, "_"));
}

async function sizeOf(file: OutgoingFile): Promise<number> {
  try {
    return (await stat(file.path)).size;
  } catch (thrown) {
    throw new DeliveryError(
      "refused",
      {
        en: `"${file.name}" cannot be read (${codeOf(thrown)}).`,
        ko: korean`"${file.name}"을(를) 읽을 수 없어요 (${codeOf(thrown)}).`,
      },
      {
        cause: thrown,
      },
    );
  }
}
