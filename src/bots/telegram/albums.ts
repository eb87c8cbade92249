import type { InputFile, RawApi } from "grammy";
import type { Localized } from "../../base/localized.ts";
import { eachAlone } from "../outbox/message-parts.ts";
import { DeliveryError, type OutgoingFile } from "../platform/chat-adapter.ts";
import { refusedFor, TelegramError, TOO_LARGE } from "./errors.ts";
import {
  checkCaption,
  checkedSize,
  inputFile,
  LARGEST_PHOTO_BYTES,
  UPLOAD_TIMEOUT_FACTOR,
} from "./files.ts";
import { type FileLook, isItemRefused, isMixable, lookOf } from "./looks.ts";
import {
  type CallParts,
  inItsForm,
  type Rendered,
  replyOf,
  type SendTarget,
  type SentMessage,
  threadOf,
} from "./rendering.ts";

/** Items of an album (Bot API, sendMediaGroup, media: 2-10 items). */
const MOST_IN_ALBUM = 10;

/** A message with several files. */
export interface AlbumTarget extends SendTarget {
  readonly files: readonly OutgoingFile[];
}

/**
 * Photos and videos together, audio with audio and documents with documents (Bot API, sendMediaGroup), as many as an album takes; a
 * moving picture is in no album (tdlib/telegram-bot-api, issue 315). What comes first stays first.
 */
export function together(files: readonly OutgoingFile[]): readonly (readonly OutgoingFile[])[] {
  const kinds = [...new Set(files.map(kindOf))];
  return kinds.flatMap((kind) =>
    chunks(
      files.filter((file) => kindOf(file) === kind),
      kind === "animation" ? 1 : MOST_IN_ALBUM,
    ),
  );
}

function kindOf(file: OutgoingFile): FileLook | "shown" {
  const look = lookOf(file, { text: "" });
  return isMixable(look) ? "shown" : look;
}

/**
 * Sends files as an album, in order; its words stand with the first item, which apps show under all of them as long as no other item
 * has any (docs of teloxide, SendMediaGroup). An album has no buttons: sendMediaGroup takes no reply_markup. Where Telegram does not
 * take the files together it may take each alone.
 */
export async function sendAlbum(
  parts: CallParts,
  target: AlbumTarget,
): Promise<readonly [SentMessage, ...SentMessage[]]> {
  const { message } = target;
  checkCaption(message);
  if (!(await isTaken(parts, target)))
    throw new DeliveryError("refused", NOT_TOGETHER, { instead: eachAlone(message) });
  try {
    const [first, ...others] = await inItsForm(parts, message, (caption) =>
      upload(parts, target, caption),
    );
    if (first !== undefined) return [first, ...others];
  } catch (thrown) {
    if (!(thrown instanceof TelegramError && isNotTogether(thrown))) throw thrown;
    throw refusedFor(thrown, eachAlone(message));
  }
  throw new TelegramError("no-answer", METHOD, "something other than the Bot API answered");
}

const METHOD = "sendMediaGroup";

/** False for what can be told before anything leaves; how much a request may hold is not said, so that it is no more than one file. */
async function isTaken(
  { maxFileBytes }: CallParts,
  { message, files }: AlbumTarget,
): Promise<boolean> {
  if (message.buttons !== undefined || together(files).length > 1) return false;
  let totalBytes = 0;
  for (const file of files) {
    const mostBytes = lookOf(file, message) === "photo" ? LARGEST_PHOTO_BYTES : maxFileBytes;
    try {
      totalBytes += await checkedSize(file, mostBytes);
    } catch (thrown) {
      if (!(thrown instanceof DeliveryError)) throw thrown;
      return false;
    }
  }
  return totalBytes <= maxFileBytes;
}

/** With one item that it cannot take, Telegram sends none of them ("Group send failed", tdlib/td, issue 1990). */
function isNotTogether(error: TelegramError): boolean {
  return error.errorCode === TOO_LARGE || error.says("group send failed") || isItemRefused(error);
}

function upload(
  { client, timeoutMs }: CallParts,
  { chatId, chat, files, message }: AlbumTarget,
  { text, ...mode }: Rendered,
): Promise<readonly SentMessage[]> {
  const place = { chat_id: chatId, ...threadOf(chat), ...replyOf(message) };
  const words = (index: number) => (index > 0 || text === "" ? {} : { caption: text, ...mode });
  return client.call(
    METHOD,
    (raw, signal) => {
      const items = files.map((file, index) => ({
        look: lookOf(file, message),
        item: { media: inputFile(client, file), ...words(index) },
      }));
      return raw.sendMediaGroup({ ...place, media: mediaOf(items) }, signal);
    },
    { timeoutMs: timeoutMs * UPLOAD_TIMEOUT_FACTOR },
  );
}

interface Item {
  readonly look: FileLook;
  readonly item: { readonly media: InputFile; readonly caption?: string };
}

/** What is of several kinds leaves as documents. */
function mediaOf(items: readonly Item[]): Parameters<RawApi["sendMediaGroup"]>[0]["media"] {
  if (items.every(({ look }) => isMixable(look)))
    return items.map(({ look, item }) =>
      look === "video" ? { type: "video", ...item } : { type: "photo", ...item },
    );
  if (items.every(({ look }) => look === "audio"))
    return items.map(({ item }) => ({ type: "audio", ...item }));
  return items.map(({ item }) => ({ type: "document", ...item }));
}

function chunks(
  files: readonly OutgoingFile[],
  size: number,
): readonly (readonly OutgoingFile[])[] {
  const count = Math.ceil(files.length / size);
  return Array.from({ length: count }, (_, index) => files.slice(index * size, (index + 1) * size));
}

const NOT_TOGETHER: Localized = {
  en: "Telegram does not take these files together.",
  ko: "텔레그램은 이 파일들을 함께 받지 않아요.",
};
