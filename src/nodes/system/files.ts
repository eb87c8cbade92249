import { AppError } from "../../base/errors.ts";
import { dateAndTime, isoInZone } from "../../base/format-time.ts";
import type { JsonObject } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import type { Localized } from "../../base/localized.ts";
import { mediaTypeOfName } from "../../base/media-type.ts";
import {
  ARRIVALS_FOLDER,
  bold,
  escapeMarkup,
  fileSize,
  shownPath,
  timeMark,
} from "../../base/visible-text.ts";
import type { WrittenFile } from "../../drivers/files/change.ts";
import { FileNotFound } from "../../drivers/files/errors.ts";
import type { Files } from "../../drivers/files/files.ts";
import type { BeforeChange } from "../../drivers/files/kept.ts";
import type { PdfText } from "../../drivers/files/pdf-reading.ts";
import { pdfText } from "../../drivers/files/pdf-text.ts";
import type { FileEntry } from "../../drivers/files/walk.ts";
import {
  flagParam,
  type Handlers,
  listParam,
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../engine/execute/action-types.ts";
import { type Outcome, success, type Value } from "../../engine/values/outcome.ts";
import { recordsOfText } from "../../engine/values/text-rows.ts";
import { quotable } from "../emphasis.ts";
import { worded } from "../localize.ts";
import type { FileChange, KeptFile, KeptFiles } from "./kept-files.ts";
import type { TrustedFiles } from "./trusted-files.ts";

/** The folder of the chat that a call belongs to. */
export type FilesOf = (chatKey: string) => Files;

/** A chat's files with the marks of where they came from, and the copies of what is changed. */
export interface ChatFiles extends Files {
  readonly marks: FileMarks;
  /** Keeps what a change of this kind finds. */
  keeping(change: FileChange, facts?: Pick<KeptFile, "fromPath" | "reversal">): BeforeChange;
}

/** Dependencies of `createFileHandlers`. */
export interface FileHandlerParts {
  readonly filesOf: FilesOf;
  readonly trusted: TrustedFiles;
  readonly kept: KeptFiles;
  /** The turn that a call belongs to: what it changed is taken back together. */
  readonly turnOf: (call: ReadyCall) => string;
}

/** The files of the chat that a call belongs to. */
export function chatFilesOf(parts: FileHandlerParts, call: ReadyCall): ChatFiles {
  const { chatId } = call.actor;
  const marks = new FileMarks(parts.trusted, chatId);
  return {
    ...parts.filesOf(chatId),
    marks,
    keeping:
      (change, facts = {}) =>
      async (standing) => {
        const { digest } = standing;
        if (change === "written" && digest !== undefined && digest === standing.afterDigest) return;
        const isOwn = digest !== undefined && marks.isOwnDigest(digest);
        const turn = parts.turnOf(call);
        await parts.kept.keep(call, standing, { change, turn, isOwn, ...facts });
      },
  };
}

/** File actions: everything happens inside the chat's own folder. Refusals of the driver become failures of the step. What is read of files that nobody here wrote is tainted, and so are their names. */
export function createFileHandlers(parts: FileHandlerParts): Handlers {
  const filesFor = (call: ReadyCall): ChatFiles => chatFilesOf(parts, call);
  const write = async (call: ReadyCall): Promise<Outcome> =>
    success(await writtenFile(call, filesFor(call)), { tainted: call.tainted });
  const handlers: Handlers = {
    "system:file": write,
    "system:write": write,
    "system:read": async (call) => read(call, filesFor(call)),
    "system:edit": async (call) => edit(call, filesFor(call)),
    "system:list": async (call) => list(call, filesFor(call)),
    "system:find": async (call) => find(call, filesFor(call)),
    "system:grep": async (call) => grep(call, filesFor(call)),
    "system:copy": async (call) => copy(call, filesFor(call)),
    "system:move": async (call) => move(call, filesFor(call)),
    "system:delete": async (call) => remove(call, filesFor(call)),
  };
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [
      name,
      (call: ReadyCall) =>
        Promise.resolve(handle(call)).catch((error: unknown) => {
          throw withoutMark(error, filesFor(call).marks);
        }),
    ]),
  );
}

/** A missing file whose near names were all given by people here says nothing from outside. */
function withoutMark(error: unknown, marks: FileMarks): unknown {
  if (!(error instanceof FileNotFound) || error.words === undefined) return error;
  if (marks.hasOutsideName(error.near.map((path) => ({ path })))) return error;
  return new AppError(error.code, error.words, { cause: error });
}

/** Puts bytes that an action made into the chat's folder under a free name. */
export async function saveResult(
  files: Files,
  name: string,
  bytes: Uint8Array,
  mediaType: string,
): Promise<Extract<Value, { kind: "file" }>> {
  const free = await freeName(files, name);
  const written = await files.write(free, bytes, { overwrite: false });
  return { kind: "file", path: written.path, mediaType, sizeBytes: written.sizeBytes };
}

/** The first of `name`, `name-2`, `name-3` … under which nothing stands; the name has an ending. */
export async function freeName(files: Pick<Files, "exists">, name: string): Promise<string> {
  const dot = name.lastIndexOf(".");
  let free = name;
  for (let count = 2; await files.exists(free); count += 1)
    free = `${name.slice(0, dot)}-${count}${name.slice(dot)}`;
  return free;
}

async function writtenFile(call: ReadyCall, files: ChatFiles): Promise<Value> {
  const path = stringParam(call, "path");
  const content = stringParam(call, "content");
  const isAppended = flagParam(call, "append");
  const written = isAppended
    ? await appended(call, files, { path, content })
    : await files.marks.writing(call, path, () =>
        files.write(path, content, { before: files.keeping("written") }),
      );
  if (!call.tainted && !isAppended) files.marks.vouch(written.path, Buffer.from(content));
  const text = worded(call, writtenWords(written, isAppended, content));
  return {
    kind: "file",
    path: written.path,
    mediaType: mediaTypeOfName(written.path),
    sizeBytes: written.sizeBytes,
    text,
    ...(!written.created && !isAppended && { isReplaced: true }),
  };
}

/** Adds to a file, on a line of its own. */
async function appended(
  call: ReadyCall,
  files: ChatFiles,
  { path, content }: { readonly path: string; readonly content: string },
): Promise<WrittenFile> {
  const isThere = await files.exists(path);
  const isOwn = !call.tainted && (!isThere || (await files.marks.isOwnContent(files, path)));
  const written = await files.marks.writing(call, path, () =>
    files.append(path, content, { onNewLine: true, before: files.keeping("appended") }),
  );
  const digest = isOwn ? await files.digest(written.path) : undefined;
  if (digest !== undefined) files.marks.vouchDigest(written.path, digest);
  return written;
}

function writtenWords(
  { path, created }: WrittenFile,
  isAppended: boolean,
  content: string,
): Localized {
  const name = boldName(path);
  const rows = isAppended ? undefined : rowCount(path, content);
  const quoted = quotable(content);
  const added = quoted === undefined ? "" : `: ${quoted}`;
  if (rows !== undefined) return tableWords({ path, created }, rows);
  if (created) return { ko: `📄 ${name}에 적었어요${added}`, en: `📄 Saved ${name}${added}` };
  if (isAppended)
    return { ko: `📄 ${name} 끝에 더했어요${added}`, en: `📄 Added to ${name}${added}` };
  return {
    ko: korean`📄 ${boldName(path)}을(를) 새로 썼어요. 앞 내용은 남겨 뒀어요.`,
    en: `📄 Replaced ${name}; the old text is kept.`,
  };
}

/** What is said of a file with a table in it. */
function tableWords({ path, created }: Pick<WrittenFile, "path" | "created">, rows: number) {
  const name = boldName(path);
  const count = rows === 1 ? "1 row" : `${rows} rows`;
  return created
    ? { ko: `📄 ${name}에 ${rows}행을 적었어요`, en: `📄 Saved ${name} · ${count}` }
    : {
        ko: `📄 ${name}에 ${rows}행을 새로 썼어요. 앞 내용은 남겨 뒀어요.`,
        en: `📄 Replaced ${name} · ${count}; the old text is kept.`,
      };
}

/** Lines below the names of columns in a table that a file holds; `undefined` where it holds none. */
function rowCount(path: string, content: string): number | undefined {
  return /\.[ct]sv$/i.test(path) ? recordsOfText(content)?.length : undefined;
}

async function read(call: ReadyCall, files: ChatFiles): Promise<Outcome> {
  const path = stringParam(call, "path");
  const isPdf = mediaTypeOfName(path) === "application/pdf";
  const file = isPdf ? await readPdf(call, files, path) : await files.read(path);
  const cut = file.isCut
    ? worded(call, {
        ko: `(앞의 ${file.text.length}자만 보여요)\n`,
        en: `(only the first ${file.text.length} characters)\n`,
      })
    : "";
  const tainted = !(await files.marks.isOwnContent(files, path));
  return success(`${cut}${file.text}`, { tainted });
}

async function readPdf(call: ReadyCall, files: ChatFiles, path: string): Promise<PdfText> {
  const pages = listParam(call, "pages").map(Number);
  const pdf = await pdfText(await files.readBytes(path), { signal: call.signal, pages });
  if (pdf.text !== "") return pdf;
  throw new AppError("pdf-no-text", {
    en: `None of the ${pdf.pages} pages of this PDF has text; they may be pictures of pages.`,
    ko: `이 PDF의 ${pdf.pages}쪽 어디에도 글이 없어요. 쪽을 찍은 그림일 수 있어요.`,
  });
}

async function edit(call: ReadyCall, files: ChatFiles): Promise<Outcome> {
  const path = stringParam(call, "path");
  const isOwn = !call.tainted && (await files.marks.isOwnContent(files, path));
  const written = await files.marks.writing(call, path, () =>
    files.edit(path, stringParam(call, "old"), stringParam(call, "new"), {
      before: files.keeping("written"),
    }),
  );
  if (isOwn) files.marks.vouch(written.path, await files.readBytes(written.path));
  return success(
    worded(call, {
      ko: korean`✏️ ${boldName(written.path)}을(를) 고쳤어요.`,
      en: `✏️ Changed ${boldName(written.path)}.`,
    }),
  );
}

async function list(call: ReadyCall, files: ChatFiles): Promise<Outcome> {
  const path = optionalString(call, "path") ?? "";
  const listing = await files.list(path);
  const arrived = listing.entries.some((entry) => isArrivals(entry))
    ? await files.list(ARRIVALS_FOLDER)
    : undefined;
  const entries = [
    ...listing.entries.filter((entry) => !isArrivals(entry)),
    ...(arrived?.entries ?? []),
  ];
  const total = listing.total + (arrived === undefined ? 0 : arrived.total - 1);
  const items = entries.map((entry) => entryItem(call, entry));
  const lines = entries.map((entry) => entryLine(call, entry));
  const count = total - items.length;
  const more =
    count > 0 ? [worded(call, { ko: `… ${count}개 더`, en: `… and ${count} more` })] : [];
  const none = worded(call, { ko: "파일이 없어요.", en: "No files yet." });
  const text = lines.length === 0 ? none : [...lines, ...more].join("\n");
  return success({ kind: "list", items, text }, { tainted: files.marks.hasOutsideName(items) });
}

/** A file or folder as a step that follows gets it; its time is by the person's clock. */
function entryItem({ actor }: ReadyCall, entry: FileEntry): { readonly path: string } & JsonObject {
  const { path, kind, sizeBytes: size, modifiedAtMs } = entry;
  return { path, kind, size, modified: isoInZone(modifiedAtMs, actor.zone) };
}

/** The same for a reader. */
function entryLine({ actor }: ReadyCall, entry: FileEntry): string {
  const { path, kind, sizeBytes, modifiedAtMs } = entry;
  const name = escapeMarkup(shownPath(path));
  if (kind === "folder") return `📁 ${name}`;
  const facts = [fileSize(sizeBytes), timeMark(dateAndTime(modifiedAtMs, actor), modifiedAtMs)];
  return `📄 ${name} (${facts.join(", ")})`;
}

function isArrivals({ path, kind }: { readonly path: string; readonly kind: string }): boolean {
  return kind === "folder" && path === ARRIVALS_FOLDER;
}

/** The name of a file as it stands out in an answer. */
function boldName(path: string): string {
  return bold(shownPath(path));
}

async function find(call: ReadyCall, files: ChatFiles): Promise<Outcome> {
  const found = await files.find(stringParam(call, "pattern"));
  const items = found.entries.map((entry) => entryItem(call, entry));
  const none = worded(call, { ko: "맞는 파일이 없어요.", en: "No file matches." });
  const text =
    items.length === 0 ? none : found.entries.map((entry) => entryLine(call, entry)).join("\n");
  return success({ kind: "list", items, text }, { tainted: files.marks.hasOutsideName(items) });
}

async function grep(call: ReadyCall, files: ChatFiles): Promise<Outcome> {
  const only = optionalString(call, "files");
  const found = await files.grep(
    stringParam(call, "pattern"),
    only === undefined ? {} : { files: only },
  );
  const items = found.lines.map((line) => ({ path: line.path, line: line.line, text: line.text }));
  const none = worded(call, { ko: "그 말이 있는 파일이 없어요.", en: "No file has that." });
  const lines = items.map((item) => `- ${item.path}:${item.line} ${item.text}`);
  const text = lines.length === 0 ? none : lines.join("\n");
  const tainted =
    files.marks.hasOutsideName(items) || (await files.marks.hasOutsideContent(files, items));
  return success({ kind: "list", items, text }, { tainted });
}

async function copy(call: ReadyCall, files: ChatFiles): Promise<Outcome> {
  const source = stringParam(call, "source");
  const { path } = await files.copy(source, stringParam(call, "destination"), {
    overwrite: flagParam(call, "overwrite"),
    before: files.keeping("written"),
  });
  files.marks.moved(call, source, path, { keeps: true });
  return success(
    worded(call, {
      ko: korean`📄 ${boldName(path)}(으)로 복사했어요.`,
      en: `📄 Copied to ${boldName(path)}.`,
    }),
  );
}

async function move(call: ReadyCall, files: ChatFiles): Promise<Outcome> {
  const source = stringParam(call, "source");
  const { path } = await files.move(source, stringParam(call, "destination"), {
    overwrite: flagParam(call, "overwrite"),
    before: files.keeping("moved", { fromPath: source }),
  });
  files.marks.moved(call, source, path, { keeps: false });
  return success(
    worded(call, {
      ko: korean`📄 ${boldName(path)}(으)로 옮겼어요.`,
      en: `📄 Moved to ${boldName(path)}.`,
    }),
  );
}

async function remove(call: ReadyCall, files: ChatFiles): Promise<Outcome> {
  const { path, removed } = await files.remove(stringParam(call, "path"), {
    before: files.keeping("deleted"),
  });
  files.marks.forget(path);
  const count = removed > 1 ? ` (${removed})` : "";
  return success(
    worded(call, {
      ko: korean`🗑 ${boldName(path)}을(를) 지웠어요${count}.`,
      en: `🗑 Deleted ${boldName(path)}${count}.`,
    }),
  );
}

/** What one chat's file actions note and ask about where files came from. */
class FileMarks {
  readonly #trusted: TrustedFiles;
  readonly #chatKey: string;

  constructor(trusted: TrustedFiles, chatKey: string) {
    this.#trusted = trusted;
    this.#chatKey = chatKey;
  }

  /** Writes a file. One made of tainted values loses its mark before it changes, so that a crash leaves none. */
  async writing<T>(call: ReadyCall, path: string, write: () => Promise<T>): Promise<T> {
    if (call.tainted) this.forget(path);
    return write();
  }

  /** Vouches for a file. */
  vouch(path: string, bytes: Uint8Array): void {
    this.#trusted.put(this.#chatKey, path, bytes);
  }

  /** Vouches for a file whose content has this SHA-256. */
  vouchDigest(path: string, digest: string): void {
    this.#trusted.putDigest(this.#chatKey, path, digest);
  }

  /** True for content that somebody here wrote, by its SHA-256. */
  isOwnDigest(digest: string): boolean {
    return this.#trusted.hasDigest(this.#chatKey, digest);
  }

  /** Takes back what was vouched for at a path and below. */
  forget(path: string): void {
    this.#trusted.forget(this.#chatKey, path);
  }

  /** Notes a copy or a move; a name from outside has no mark. */
  moved(call: ReadyCall, from: string, to: string, options: { readonly keeps: boolean }): void {
    if (!call.tainted) {
      this.#trusted.moved(this.#chatKey, from, to, options);
      return;
    }
    this.forget(to);
    if (!options.keeps) this.forget(from);
  }

  /** Notes that an entry stands under another name, with its marks. */
  renamed(from: string, to: string): void {
    this.#trusted.moved(this.#chatKey, from, to, { keeps: false });
  }

  /** True for a file whose content somebody here wrote; false for one too large to look at. */
  async isOwnContent(files: Pick<Files, "readBytes">, path: string): Promise<boolean> {
    try {
      return this.#trusted.hasContent(this.#chatKey, await files.readBytes(path));
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  /** True when any of these names is from outside. */
  hasOutsideName(items: readonly { readonly path: string }[]): boolean {
    return items.some(({ path }) => !this.#trusted.hasName(this.#chatKey, path));
  }

  /** True when the content of any of these files is from outside. */
  async hasOutsideContent(
    files: Pick<Files, "readBytes">,
    items: readonly { readonly path: string }[],
  ): Promise<boolean> {
    for (const path of new Set(items.map((item) => item.path)))
      if (!(await this.isOwnContent(files, path))) return true;
    return false;
  }
}
