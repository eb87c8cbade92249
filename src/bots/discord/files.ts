import { readFile, stat } from "node:fs/promises";
import type { RawFile } from "discord.js";
import { codeOf } from "../../base/errors.ts";
import { korean } from "../../base/korean-particles.ts";
import type { Localized } from "../../base/localized.ts";
import { visibleText } from "../../base/visible-text.ts";
import { eachAlone } from "../outbox/message-parts.ts";
import {
  DeliveryError,
  type OutgoingFile,
  type OutgoingMessage,
} from "../platform/chat-adapter.ts";
import { chunks } from "./components.ts";
import { CODE, DiscordError } from "./errors.ts";

/** Largest file without Nitro or boosts (docs "API Reference", Uploading Files: 20 MiB since 3 September 2026). */
export const LARGEST_FILE_BYTES = 20 * 1024 * 1024;
/** Largest request (docs "Message Resource", Create Message: 25 MiB), less what stands around the files. */
const LARGEST_TOGETHER_BYTES = 25 * 1024 * 1024 - 64 * 1024;
/** Files of a message (docs "JSON Error Codes", 30015: at most 10 attachments). */
const MOST_TOGETHER = 10;
/** As many files as a message takes, whatever they are. */
export function together(files: readonly OutgoingFile[]): readonly (readonly OutgoingFile[])[] {
  return chunks(files, MOST_TOGETHER);
}

/** The files of a message, read; empty where it has none. What cannot be sent is a `DeliveryError` `refused`, and of several files each may be taken alone. */
export async function filesOf(message: OutgoingMessage): Promise<RawFile[]> {
  const { files = [] } = message;
  try {
    const sizes = await Promise.all(files.map(sizeOf));
    const totalBytes = sizes.reduce((sum, sizeBytes) => sum + sizeBytes, 0);
    if (totalBytes > LARGEST_TOGETHER_BYTES || files.length > MOST_TOGETHER)
      throw new DeliveryError("refused", NOT_TOGETHER);
    return await Promise.all(files.map(readAll));
  } catch (thrown) {
    if (files.length < 2 || !(thrown instanceof DeliveryError)) throw thrown;
    throw new DeliveryError("refused", thrown.words ?? NOT_TOGETHER, {
      cause: thrown,
      instead: eachAlone(message),
    });
  }
}

/** What a failed call means where its files were too large: of several, each may be taken alone. */
export function explainTooLarge(thrown: unknown, message: OutgoingMessage): unknown {
  const { files = [] } = message;
  if (files.length === 0 || !isTooLarge(thrown)) return thrown;
  const alone = files.length > 1 ? { instead: eachAlone(message) } : {};
  const names = files.map(({ name }) => `"${name}"`).join(", ");
  const words = {
    en: `${names}: larger than Discord takes there.`,
    ko: `${names}: 디스코드가 그곳에서 받는 크기보다 커요.`,
  };
  return new DeliveryError("refused", words, { cause: thrown, ...alone });
}

/** A request that is too large (docs "JSON Error Codes", 40005), also by its status alone. */
function isTooLarge(thrown: unknown): boolean {
  if (!(thrown instanceof DiscordError)) return false;
  return thrown.errorCode === CODE.tooLarge || thrown.status === 413;
}

async function sizeOf(file: OutgoingFile): Promise<number> {
  const { size } = await reading(file, () => stat(file.path));
  if (size > LARGEST_FILE_BYTES)
    throw new DeliveryError("refused", {
      en: `"${file.name}" is larger than the 20 MB that Discord takes.`,
      ko: korean`"${file.name}"은(는) 디스코드가 받는 20 MB보다 커요.`,
    });
  return size;
}

async function readAll(file: OutgoingFile): Promise<RawFile> {
  const data = await reading(file, () => readFile(file.path));
  return { name: nameOf(file), data, contentType: file.mediaType };
}

/** The name under which Discord shows a file. */
export function nameOf({ name }: OutgoingFile): string {
  return visibleText(name).replace(/[\p{Cc}"\\/]/gu, "_");
}

async function reading<Result>(
  { name }: OutgoingFile,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read();
  } catch (thrown) {
    const words = {
      en: `"${name}" cannot be read (${codeOf(thrown)}).`,
      ko: korean`"${name}"을(를) 읽을 수 없어요 (${codeOf(thrown)}).`,
    };
    throw new DeliveryError("refused", words, { cause: thrown });
  }
}

const NOT_TOGETHER: Localized = {
  en: "These files are more than Discord takes in one message.",
  ko: "이 파일들은 디스코드가 한 메시지에 받는 것보다 많거나 커요.",
};
