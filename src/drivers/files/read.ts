import { AppError } from "../../base/errors.ts";
import { korean } from "../../base/korean-particles.ts";
import { byteOrderMark, guessText } from "../text-decoding.ts";
import { sizeText } from "./errors.ts";
import type { Folder } from "./folder.ts";
import { joinPath, quotePath, shownName } from "./path.ts";
import { openForReading } from "./write.ts";

/** A file read as text. `isCut` says that the file goes on; `sizeBytes` is the whole file. */
export interface FileText {
  readonly path: string;
  readonly text: string;
  /** The encoding on the disk, such as `utf-8` or `euc-kr`. */
  readonly charset: string;
  readonly sizeBytes: number;
  readonly isCut: boolean;
}

/** How far back a cut looks for the end of a line, in bytes. */
const LINE_SEARCH_BYTES = 4096;

/** The first `maxBytes` of a file as text, cut at the end of a line where there is one. Throws `file-binary` for what is no text. */
export async function readText(
  folder: Folder,
  diskName: string,
  maxBytes: number,
): Promise<FileText> {
  const path = joinPath(folder.path, shownName(diskName));
  const { bytes, sizeBytes } = await readStart(folder, diskName, maxBytes);
  const isCut = sizeBytes > bytes.byteLength;
  const decoded = guessText(isCut ? cutCleanly(bytes) : bytes);
  if (decoded === undefined || decoded.text.includes("\0")) {
    throw new AppError("file-binary", {
      en: `${quotePath(path)} holds ${sizeText(sizeBytes)} that are no text; it may be a picture, a document or a program.`,
      ko: korean`${quotePath(path)}은(는) 글이 아니에요 (${sizeText(sizeBytes)}). 그림이나 문서, 프로그램일 수 있어요.`,
    });
  }
  return { path, ...decoded, sizeBytes, isCut };
}

/** The first `maxBytes` of a file, or all of it. */
export async function readHead(
  folder: Folder,
  diskName: string,
  maxBytes: number,
): Promise<Uint8Array> {
  return (await readStart(folder, diskName, maxBytes)).bytes;
}

/** All bytes of a file. Throws `file-too-large` for one above `maxBytes`. */
export async function readWhole(
  folder: Folder,
  diskName: string,
  maxBytes: number,
): Promise<Uint8Array> {
  const { bytes, sizeBytes } = await readStart(folder, diskName, maxBytes);
  if (sizeBytes <= maxBytes) return bytes;
  const path = quotePath(joinPath(folder.path, shownName(diskName)));
  throw new AppError("file-too-large", {
    en: `${path} has ${sizeText(sizeBytes)}, and at most ${sizeText(maxBytes)} can be used here.`,
    ko: `${path}의 크기는 ${sizeText(sizeBytes)}인데, 여기서는 ${sizeText(maxBytes)}까지 쓸 수 있어요.`,
  });
}

/** The text with `oldText` replaced by `newText`, which must stand in it exactly once. Throws `text-not-found`, `text-not-unique`, or `file-binary` for bytes that are no UTF-8. */
export function replaceOnce(
  bytes: Uint8Array,
  edit: { readonly path: string; readonly oldText: string; readonly newText: string },
): string {
  const path = quotePath(edit.path);
  const text = exactText(bytes, path);
  const count = edit.oldText === "" ? 0 : text.split(edit.oldText).length - 1;
  if (count === 0) {
    throw new AppError("text-not-found", {
      en: `The text to be replaced does not stand in ${path}. Read the file and copy the passage exactly.`,
      ko: `바꿀 글이 ${path}에 없어요. 파일을 읽고 그 부분을 그대로 옮겨 적어 주세요.`,
    });
  }
  if (count > 1) {
    throw new AppError("text-not-unique", {
      en: `The text to be replaced stands ${count} times in ${path}. Give more of the lines around the one that is meant.`,
      ko: `바꿀 글이 ${path}에 ${count}번 나와요. 앞뒤 줄까지 넣어 한 곳만 가리키게 해 주세요.`,
    });
  }
  const start = text.indexOf(edit.oldText);
  return text.slice(0, start) + edit.newText + text.slice(start + edit.oldText.length);
}

/** Unlike a reader, an editor keeps a byte order mark where it stands. */
function exactText(bytes: Uint8Array, quotedPath: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new AppError(
      "file-binary",
      {
        en: `${quotedPath} is not UTF-8 text, so it cannot be edited in place. Read it and write it again.`,
        ko: korean`${quotedPath}은(는) UTF-8 글이 아니어서 그 자리에서 고칠 수 없어요. 읽어서 새로 써 주세요.`,
      },
      { cause: error },
    );
  }
}

async function readStart(
  folder: Folder,
  diskName: string,
  maxBytes: number,
): Promise<{ readonly bytes: Uint8Array; readonly sizeBytes: number }> {
  const handle = await openForReading(folder, diskName);
  try {
    const { size } = await handle.stat();
    const buffer = Buffer.alloc(Math.min(size, maxBytes));
    let length = 0;
    while (length < buffer.length) {
      const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return { bytes: buffer.subarray(0, length), sizeBytes: Math.max(size, length) };
  } finally {
    await handle.close();
  }
}

/** Leaves no half of a character behind: at a line's end where one is near, else at a whole UTF-8 character. */
function cutCleanly(bytes: Uint8Array): Uint8Array {
  if (byteOrderMark(bytes)?.startsWith("utf-16") === true) {
    return bytes.subarray(0, bytes.length - (bytes.length % 2));
  }
  const newline = bytes.lastIndexOf(0x0a);
  if (newline >= 0 && newline >= bytes.length - LINE_SEARCH_BYTES) {
    return bytes.subarray(0, newline + 1);
  }
  let end = bytes.length;
  while (end > 0 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, Math.max(0, end - 1));
}
