import { createHash } from "node:crypto";
import type { ModelFor } from "../agent/models/budget.ts";
import { type ReadPicture, withPictures } from "../agent/models/images.ts";
import type { TranscriberFor } from "../agent/models/transcriber.ts";
import type { TurnFile } from "../agent/turn/turn-context.ts";
import { readApart } from "../base/child-task.ts";
import { digestOf } from "../base/digest.ts";
import type { Edges } from "../base/edges.ts";
import { AppError, messageOf } from "../base/errors.ts";
import type { Localized } from "../base/localized.ts";
import type { Log } from "../base/log.ts";
import { isTextType, mediaTypeOfName } from "../base/media-type.ts";
import type { Inbox } from "../bots/files/attachment-download.ts";
import type { LastPicture } from "../bots/files/commands.ts";
import type { ListFiles } from "../bots/files/file-browser.ts";
import { Albums } from "../bots/inbox/update-writer.ts";
import type { Config } from "../config/config.ts";
import { createFiles, type Files } from "../drivers/files/files.ts";
import { fitPicture, isPictureType, type Picture, SHOWN_LIMITS } from "../drivers/files/image.ts";
import { pdfText } from "../drivers/files/pdf-text.ts";
import type { FileEntry } from "../drivers/files/walk.ts";
import type { FileState } from "../engine/execute/file-state.ts";
import {
  chatFolder,
  copiesIn,
  copyFolder,
  type Hold,
  type Home,
  isLeaseAlive,
} from "./core/home.ts";
import { type BudgetParts, openTranscribers } from "./model-clients.ts";
import type { Core } from "./open-core.ts";

/** The files of a chat. */
export type FilesOf = (chatKey: string) => Files;

/** One `Files` for one folder, so that quotas and edits never overlap. `onUsage` is told how much a chat's folder will hold, in bytes, before anything is added. */
export function openChatFiles(
  core: {
    readonly home: Home;
    readonly config: Pick<Config, "quotaBytes">;
    readonly edges: Pick<Edges, "faultPoint">;
    readonly lease: Pick<Hold, "name">;
  },
  onUsage: (chatKey: string, sizeBytes: number) => void,
): FilesOf {
  const known = new Map<string, Files>();
  return (chatKey) => {
    const files =
      known.get(chatKey) ??
      createFiles({
        root: chatFolder(core.home, chatKey),
        quotaBytes: core.config.quotaBytes,
        copyPath: copyFolder(core.home, chatKey, core.lease.name),
        faultPoint: core.edges.faultPoint,
        onUsage: (sizeBytes) => onUsage(chatKey, sizeBytes),
      });
    known.set(chatKey, files);
    return files;
  };
}

/** Settles the folders in which commands ran when their process died: one that holds more than its quota is put back as it was before its command. */
export async function settleFolders(parts: {
  readonly home: Home;
  readonly config: Pick<Config, "quotaBytes">;
  readonly log: Log;
}): Promise<void> {
  const { home, config, log } = parts;
  for (const { path, lease, folder } of copiesIn(home)) {
    if (isLeaseAlive(home, lease)) continue;
    try {
      const { quotaBytes } = config;
      const isPutBack = await createFiles({ root: folder, quotaBytes, copyPath: path }).settle();
      if (isPutBack)
        log.warn({ folder }, "A command filled this folder and was cut off; it is as before it.");
    } catch (error) {
      const facts = { folder, copy: path, problem: messageOf(error) };
      log.error(
        facts,
        "A folder could not be put back as it was before a command; its copy stays.",
      );
    }
  }
}

/** Most entries of a folder that are looked at one by one. */
const MOST_ENTRIES = 1000;

/** Largest file that is told from another by its content: it is read before every effect on it. */
const MOST_DIGESTED_BYTES = 20 * 1024 * 1024;

/** Looks at the files of chats without changing any: what stands at a path, by its content, and of a folder how many files it holds. Refused paths have nothing. */
export function createFileLook(home: Home): (chatKey: string, path: string) => Promise<FileState> {
  return async (chatKey, path) => {
    const files = createFiles({ root: chatFolder(home, chatKey) });
    try {
      const entry = await files.stat(path);
      if (entry.kind === "file") return await fileState(files, entry);
      return entry.kind === "folder" ? await folderState(files, path) : { kind: "none" };
    } catch (error) {
      if (error instanceof AppError) return { kind: "none" };
      throw error;
    }
  };
}

async function fileState(files: Files, entry: FileEntry): Promise<FileState> {
  const { path, sizeBytes, modifiedAtMs: changedAtMs } = entry;
  const mark = await markOf(files, entry);
  return { kind: "file", sizeBytes, mediaType: mediaTypeOfName(path), changedAtMs, mark };
}

/** Of a file that is large or cannot be read its size and time stand for its content. */
async function markOf(files: Files, { path, sizeBytes, modifiedAtMs }: FileEntry): Promise<string> {
  const byTime = `${sizeBytes} ${modifiedAtMs}`;
  if (sizeBytes > MOST_DIGESTED_BYTES) return byTime;
  try {
    return (await files.digest(path)) ?? byTime;
  } catch (error) {
    if (error instanceof AppError) return byTime;
    throw error;
  }
}

async function folderState(files: Files, path: string): Promise<FileState> {
  const found = await files.find("**", { under: path, maxFound: MOST_ENTRIES });
  const inside = found.entries.filter(({ kind }) => kind === "file");
  const facts = found.entries.map((entry) => [entry.path, entry.sizeBytes, entry.modifiedAtMs]);
  return {
    kind: "folder",
    files: inside.length,
    sizeBytes: inside.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    isCut: found.isCut,
    mark: digestOf(facts),
  };
}

/** The way of files from a message to a turn. */
export interface Intake {
  readonly listFiles: ListFiles;
  readonly lastPicture: LastPicture;
  readonly albums: Albums;
  readonly inbox: Inbox;
  readonly transcriberFor: TranscriberFor | undefined;
}

/** Files and folders of a chat that one list looks at. */
const MOST_LISTED = 1000;

/** Largest picture that is read, and most text of a file that is. */
const MOST_PICTURE_BYTES = 20 * 1024 * 1024;
const MOST_TEXT_BYTES = 256 * 1024;
const MOST_AUDIO_BYTES = 100 * 1024 * 1024;

/** Pictures made ready are remembered, since every round of a turn shows them again. */
const REMEMBERED_PICTURES = 6;

/** Joins the way of files. */
export function openIntake(
  core: Core,
  { filesOf, budget }: { readonly filesOf: FilesOf; readonly budget: BudgetParts },
): Intake {
  const { attachments, updates } = core.stores;
  const inbox = inboxOf(filesOf);
  return {
    inbox,
    albums: new Albums({ updates, clock: core.edges.clock }),
    transcriberFor: openTranscribers(core, budget),
    async listFiles(chatKey) {
      const { entries, isCut } = await filesOf(chatKey).find("*", { maxFound: MOST_LISTED });
      return { files: entries.filter(({ kind }) => kind === "file"), isCut };
    },
    async lastPicture(chatKey, signal) {
      const file = attachments.lastPicture(chatKey);
      if (file === undefined) return undefined;
      const { path, mediaType, sizeBytes, digest } = file;
      const facts = { path, mediaType, sizeBytes, digest };
      return { ...facts, content: await inbox.read(chatKey, facts, signal) };
    },
  };
}

/** The same models, which see the pictures of the chat that they are asked in. */
export function withFiles(modelFor: ModelFor | undefined, filesOf: FilesOf): ModelFor | undefined {
  return modelFor === undefined ? undefined : withPictures(modelFor, pictureReader(filesOf));
}

function inboxOf(filesOf: FilesOf): Inbox {
  return {
    receive: (chatKey, receipt) => filesOf(chatKey).receive(receipt),
    digest: (chatKey, path) => filesOf(chatKey).digest(path),
    bytes: (chatKey, path) => filesOf(chatKey).readBytes(path, { maxBytes: MOST_AUDIO_BYTES }),
    async read(chatKey, file, signal) {
      try {
        return await contentOf(filesOf(chatKey), file, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof AppError) return unread(error.words ?? messageOf(error));
        throw error;
      }
    },
  };
}

async function contentOf(
  files: Files,
  { path, mediaType }: Omit<TurnFile, "content">,
  signal: AbortSignal,
): Promise<TurnFile["content"]> {
  if (isPictureType(mediaType)) {
    const bytes = await files.readBytes(path, { maxBytes: MOST_PICTURE_BYTES });
    const picture = await fitPicture({ mediaType, bytes }, SHOWN_LIMITS, signal);
    return picture === undefined
      ? unread({
          ko: "사진이 깨졌거나 픽셀이 너무 많아요.",
          en: "The picture is broken, or has too many pixels.",
        })
      : { kind: "picture" };
  }
  if (mediaType.startsWith("image/"))
    return unread({
      ko: `${mediaType} 형식의 사진은 볼 수 없어요. JPEG나 PNG로 보내 주세요.`,
      en: `Pictures of the type ${mediaType} cannot be shown. Send it as JPEG or PNG.`,
    });
  if (mediaType === "application/pdf") {
    const { text, isCut, pages } = await pdfText(await files.readBytes(path), { signal });
    return text === ""
      ? unread({
          ko: `${pages}쪽 어디에도 글이 없어요. 쪽을 찍은 그림일 수 있어요.`,
          en: `None of its ${pages} pages has text; they may be pictures of pages.`,
        })
      : { kind: "text", text, isCut };
  }
  if (!isTextType(mediaType))
    return unread({
      ko: `${mediaType} 형식은 읽을 수 없어요.`,
      en: `Files of the type ${mediaType} cannot be read.`,
    });
  const { text, isCut } = await files.read(path, { maxBytes: MOST_TEXT_BYTES });
  if (mediaType !== "text/html") return { kind: "text", text, isCut };
  const work = { sort: "page", task: "text", given: text } as const;
  return { kind: "text", text: await readApart<string>(work, { signal }), isCut };
}

function unread(why: Localized | string): TurnFile["content"] {
  return { kind: "unread", why: typeof why === "string" ? { ko: why, en: why } : why };
}

function pictureReader(filesOf: FilesOf): ReadPicture {
  const ready = new Map<string, Picture>();
  return async (chatKey, { mediaType, file }, signal) => {
    const picture =
      ready.get(file.digest) ?? (await readPicture(filesOf(chatKey), { mediaType, file }, signal));
    if (picture === undefined) return undefined;
    ready.delete(file.digest);
    ready.set(file.digest, picture);
    for (const digest of [...ready.keys()].slice(0, -REMEMBERED_PICTURES)) ready.delete(digest);
    const dataBase64 = Buffer.from(picture.bytes).toString("base64");
    return { mediaType: picture.mediaType, dataBase64 };
  };
}

async function readPicture(
  files: Files,
  { mediaType, file }: Parameters<ReadPicture>[1],
  signal: AbortSignal,
): Promise<Picture | undefined> {
  try {
    const bytes = await files.readBytes(file.path, { maxBytes: MOST_PICTURE_BYTES });
    const digest = createHash("sha256").update(bytes).digest("hex");
    if (digest !== file.digest) return undefined;
    return await fitPicture({ mediaType, bytes }, SHOWN_LIMITS, signal);
  } catch (error) {
    if (error instanceof AppError) return undefined; // it was deleted or moved; the model is told
    throw error;
  }
}
