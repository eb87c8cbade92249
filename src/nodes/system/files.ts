import { AppError } from "../../base/errors.ts";
import { mediaTypeOfName } from "../../base/media-type.ts";
import { korean } from "../../base/particles.ts";
import type { Files } from "../../drivers/files.ts";
import type { PdfText } from "../../drivers/pdf-reading.ts";
import { pdfText } from "../../drivers/pdf-text.ts";
import {
  flagParam,
  type Handlers,
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../engine/action.ts";
import { type Outcome, success, type Value } from "../../engine/outcome.ts";
import { worded } from "../wording.ts";
import { FileMarks } from "./file-marks.ts";
import type { TrustedFiles } from "./trusted-files.ts";

/** The folder of the chat that a call belongs to. */
export type FilesOf = (chatKey: string) => Files;

/** A chat's files with the marks of where they came from. */
interface ChatFiles extends Files {
  readonly marks: FileMarks;
}

/** File actions: everything happens inside the chat's own folder. Refusals of the driver become failures of the step. What is read of files that nobody here wrote is tainted, and so are their names. */
export function createFileHandlers(parts: {
  readonly filesOf: FilesOf;
  readonly trusted: TrustedFiles;
}): Handlers {
  const filesFor = (call: ReadyCall): ChatFiles => {
    const { chatId } = call.actor;
    return { ...parts.filesOf(chatId), marks: new FileMarks(parts.trusted, chatId) };
  };
  const write = async (call: ReadyCall): Promise<Outcome> =>
    success(await writtenFile(call, filesFor(call)), { tainted: call.tainted });
  return {
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
}

/** Puts bytes that an action made into the chat's folder under a free name. */
export async function saveResult(
  files: Files,
  name: string,
  bytes: Uint8Array,
  mediaType: string,
): Promise<Extract<Value, { kind: "file" }>> {
  const dot = name.lastIndexOf(".");
  let free = name;
  for (let count = 2; await files.exists(free); count += 1)
    free = `${name.slice(0, dot)}-${count}${name.slice(dot)}`;
  const written = await files.write(free, bytes, { overwrite: false });
  return { kind: "file", path: written.path, mediaType, sizeBytes: written.sizeBytes };
}

async function writtenFile(call: ReadyCall, files: ChatFiles): Promise<Value> {
  const path = stringParam(call, "path");
  const content = stringParam(call, "content");
  const written = await files.marks.writing(call, path, () => files.write(path, content));
  if (!call.tainted) files.marks.vouch(written.path, Buffer.from(content));
  const text = worded(call, {
    ko: `"${written.path}"에 저장했습니다 (${written.sizeBytes}바이트${written.created ? "" : ", 앞의 내용을 바꿈"}).`,
    en: `Saved "${written.path}" (${written.sizeBytes} bytes${written.created ? "" : ", replacing what was there"}).`,
  });
  return {
    kind: "file",
    path: written.path,
    mediaType: mediaTypeOfName(written.path),
    sizeBytes: written.sizeBytes,
    text,
  };
}

async function read(call: ReadyCall, files: ChatFiles): Promise<Outcome> {
  const path = stringParam(call, "path");
  const isPdf = mediaTypeOfName(path) === "application/pdf";
  const file = isPdf ? await readPdf(call, files, path) : await files.read(path);
  const cut = file.isCut
    ? worded(call, {
        ko: `(앞의 ${file.text.length}자만 보입니다)\n`,
        en: `(only the first ${file.text.length} characters)\n`,
      })
    : "";
  const tainted = !(await files.marks.isOwnContent(files, path));
  return success(`${cut}${file.text}`, { tainted });
}

async function readPdf(call: ReadyCall, files: ChatFiles, path: string): Promise<PdfText> {
  const pdf = await pdfText(await files.readBytes(path), { signal: call.signal });
  if (pdf.text !== "") return pdf;
  throw new AppError("pdf-no-text", {
    en: `None of the ${pdf.pages} pages of this PDF has text; they may be pictures of pages.`,
    ko: `이 PDF의 ${pdf.pages}쪽 어디에도 글이 없습니다. 쪽을 찍은 그림일 수 있습니다.`,
  });
}

async function edit(call: ReadyCall, files: ChatFiles): Promise<Outcome> {
  const path = stringParam(call, "path");
  const isOwn = !call.tainted && (await files.marks.isOwnContent(files, path));
  const written = await files.marks.writing(call, path, () =>
    files.edit(path, stringParam(call, "old"), stringParam(call, "new")),
  );
  if (isOwn) files.marks.vouch(written.path, await files.readBytes(written.path));
  return success(
    worded(call, {
      ko: korean`"${written.path}"을(를) 고쳤습니다.`,
      en: `Changed "${written.path}".`,
    }),
  );
}

async function list(call: ReadyCall, files: ChatFiles): Promise<Outcome> {
  const listing = await files.list(optionalString(call, "path") ?? "");
  const items = listing.entries.map((entry) => ({
    path: entry.path,
    kind: entry.kind,
    size: entry.sizeBytes,
    changed: new Date(entry.modifiedAtMs).toISOString(),
  }));
  const lines = listing.entries.map(
    (entry) =>
      `- ${entry.kind === "folder" ? `📁 ${entry.path}/` : `${entry.path} (${sizeText(entry.sizeBytes)})`}`,
  );
  const more =
    listing.total > items.length
      ? [
          worded(call, {
            ko: `… 그 밖에 ${listing.total - items.length}개`,
            en: `… and ${listing.total - items.length} more`,
          }),
        ]
      : [];
  const none = worded(call, { ko: "파일이 없습니다.", en: "No files." });
  const text = lines.length === 0 ? none : [...lines, ...more].join("\n");
  return success({ kind: "list", items, text }, { tainted: files.marks.hasOutsideName(items) });
}

async function find(call: ReadyCall, files: ChatFiles): Promise<Outcome> {
  const found = await files.find(stringParam(call, "pattern"));
  const items = found.entries.map((entry) => ({
    path: entry.path,
    kind: entry.kind,
    size: entry.sizeBytes,
  }));
  const none = worded(call, { ko: "맞는 파일이 없습니다.", en: "No file matches." });
  const text = items.length === 0 ? none : items.map((item) => `- ${item.path}`).join("\n");
  return success({ kind: "list", items, text }, { tainted: files.marks.hasOutsideName(items) });
}

async function grep(call: ReadyCall, files: ChatFiles): Promise<Outcome> {
  const only = optionalString(call, "files");
  const found = await files.grep(
    stringParam(call, "pattern"),
    only === undefined ? {} : { files: only },
  );
  const items = found.lines.map((line) => ({ path: line.path, line: line.line, text: line.text }));
  const none = worded(call, { ko: "그 말이 있는 파일이 없습니다.", en: "No file has that." });
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
  });
  files.marks.moved(call, source, path, { keeps: true });
  return success(
    worded(call, { ko: korean`"${path}"(으)로 복사했습니다.`, en: `Copied to "${path}".` }),
  );
}

async function move(call: ReadyCall, files: ChatFiles): Promise<Outcome> {
  const source = stringParam(call, "source");
  const { path } = await files.move(source, stringParam(call, "destination"), {
    overwrite: flagParam(call, "overwrite"),
  });
  files.marks.moved(call, source, path, { keeps: false });
  return success(
    worded(call, { ko: korean`"${path}"(으)로 옮겼습니다.`, en: `Moved to "${path}".` }),
  );
}

async function remove(call: ReadyCall, files: ChatFiles): Promise<Outcome> {
  const { path, removed } = await files.remove(stringParam(call, "path"));
  files.marks.forget(path);
  const count = removed > 1 ? ` (${removed})` : "";
  return success(
    worded(call, {
      ko: korean`"${path}"을(를) 지웠습니다${count}.`,
      en: `Deleted "${path}"${count}.`,
    }),
  );
}

function sizeText(sizeBytes: number): string {
  if (sizeBytes < 1024) return `${sizeBytes} B`;
  return sizeBytes < 1024 * 1024
    ? `${(sizeBytes / 1024).toFixed(1)} KB`
    : `${(sizeBytes / 1024 / 1024).toFixed(1)} MB`;
}
