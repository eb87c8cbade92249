import { existsSync } from "node:fs";
import { korean } from "../../base/korean-particles.ts";
import type { Localized } from "../../base/localized.ts";
import { type Handlers, type ReadyCall, stringParam } from "../../engine/execute/action-types.ts";
import { failureIn, type Outcome, success } from "../../engine/values/outcome.ts";
import { worded } from "../localize.ts";
import { type ChatFiles, chatFilesOf, type FileHandlerParts } from "./files.ts";
import type { KeptFile } from "./kept-files.ts";

/** What came of taking one change back: `kept` where the file was changed since, or its copy is gone. */
export type FileResult = "done" | "already" | "changed" | "gone";

/** False where whoever wrote the program had read something from outside, and the person's last message does not ask for it; a restored file may also have been pressed for. */
export type IsWished = (wish: "undo" | "restore", call: ReadyCall) => boolean;

/** `restore` brings one file back. What it changes is kept as well. */
export function createRestoreHandlers(
  parts: FileHandlerParts & { readonly isWished: IsWished },
): Handlers {
  return { "system:restore": async (call) => restore(parts, call) };
}

/** Takes changes of files back, in this order; what was changed since is left, unless `isForced`: then it is kept and replaced. */
export async function undoFiles(
  parts: FileHandlerParts,
  call: ReadyCall,
  { changes, isForced }: { readonly changes: readonly KeptFile[]; readonly isForced: boolean },
): Promise<
  readonly { readonly path: string; readonly isBack: boolean; readonly result: FileResult }[]
> {
  const files = chatFilesOf(parts, call);
  const done: { readonly path: string; readonly isBack: boolean; readonly result: FileResult }[] =
    [];
  for (const change of changes) {
    const isUndone = change.undoneAtMs !== undefined;
    const result = isUndone ? "already" : await takeBack({ files, parts, isForced }, change);
    if (isAsItWas(result)) parts.kept.markUndone(change);
    const isBack = change.change === "deleted";
    done.push({ path: change.fromPath ?? change.path, isBack, result });
  }
  return done;
}

function isAsItWas(result: FileResult): boolean {
  return result === "done" || result === "already";
}

async function restore(
  parts: Parameters<typeof createRestoreHandlers>[0],
  call: ReadyCall,
): Promise<Outcome> {
  const { personId, chatId, language } = call.actor;
  const wanted = stringParam(call, "path");
  const path = wanted.normalize("NFC").replace(/^\.\/(?!~|[A-Za-z]:)/, "");
  const change = parts.kept.latestOf(personId, chatId, path);
  const files = chatFilesOf(parts, call);
  if (!parts.isWished("restore", call)) return failureIn(language, "undo-not-asked", NOT_ASKED);
  if (change === undefined)
    return failureIn(language, "nothing-kept", {
      ko: korean`**${path}**의 앞 내용은 남아 있지 않아요.`,
      en: `No earlier copy of **${path}** is kept.`,
    });
  const now = await files.digest(path);
  const isBack =
    change.undoneAtMs !== undefined || (now !== undefined && now === change.beforeDigest);
  const result = isBack ? "already" : await bringBack(files, parts, change, "restore");
  if (isAsItWas(result)) parts.kept.markUndone(change);
  return isAsItWas(result)
    ? success(worded(call, wordsOf(path, result)))
    : failureIn(language, "changed-since", wordsOf(path, result));
}

/** With what a change is taken back, and whether also where the file was changed since. */
interface Undoing {
  readonly files: ChatFiles;
  readonly parts: FileHandlerParts;
  readonly isForced: boolean;
}

/** Takes one change back where what it left still stands there. */
async function takeBack(undoing: Undoing, change: KeptFile): Promise<FileResult> {
  const { files, parts } = undoing;
  switch (change.change) {
    case "moved":
      return moveBack(files, parts, change);
    case "deleted":
      return replaceDeleted(undoing, change);
    case "written":
    case "appended":
      return change.was === "none" ? removeMade(undoing, change) : changeBack(undoing, change);
  }
}

async function replaceDeleted(
  { files, parts, isForced }: Undoing,
  change: KeptFile,
): Promise<FileResult> {
  if (isForced || !(await files.exists(change.path)))
    return bringBack(files, parts, change, "undo");
  const now = await files.digest(change.path);
  return now !== undefined && now === change.beforeDigest ? "already" : "changed";
}

/** A file that was made goes; a folder that was copied stays, since nothing tells whether it is as it was made. */
async function removeMade(
  { files, isForced }: Undoing,
  { path, afterDigest }: KeptFile,
): Promise<FileResult> {
  if (!(await files.exists(path))) return "already";
  const now = await files.digest(path);
  if (now === undefined || (!isForced && now !== afterDigest)) return "changed";
  await files.remove(path, { before: files.keeping("deleted", { reversal: "undo" }) });
  files.marks.forget(path);
  return "done";
}

async function changeBack(
  { files, parts, isForced }: Undoing,
  change: KeptFile,
): Promise<FileResult> {
  const now = await files.digest(change.path);
  if (now !== undefined && now === change.beforeDigest) return "already";
  const isAsLeft = now !== undefined && now === change.afterDigest;
  const isAppended = change.change === "appended";
  if (!isAsLeft && (!isForced || isAppended)) return "changed";
  return isAppended ? cutBack(files, change) : bringBack(files, parts, change, "undo");
}

async function bringBack(
  files: ChatFiles,
  { kept }: FileHandlerParts,
  change: KeptFile,
  reversal: "undo" | "restore",
): Promise<FileResult> {
  const { path, was } = change;
  const place = kept.placeOf(change);
  if (was === "none" || !existsSync(place)) return "gone";
  if (was === "folder" && (await files.exists(path))) return "changed";
  await files.bringBack(path, { place, was, before: files.keeping("written", { reversal }) });
  markAgain(files, change);
  return "done";
}

/** Takes off the end what was added to it. */
async function cutBack(files: ChatFiles, change: KeptFile): Promise<FileResult> {
  const bytes = await files.readBytes(change.path, { maxBytes: Number.MAX_SAFE_INTEGER });
  await files.write(change.path, bytes.subarray(0, change.sizeBytes), {
    before: files.keeping("written", { reversal: "undo" }),
  });
  markAgain(files, change);
  return "done";
}

/** What was moved goes back under its old name, and what it replaced comes back. */
async function moveBack(
  files: ChatFiles,
  parts: FileHandlerParts,
  change: KeptFile,
): Promise<FileResult> {
  const { path, fromPath, was } = change;
  if (fromPath === undefined || (await files.exists(fromPath))) return "changed";
  if (!(await files.exists(path))) return "changed";
  const before = files.keeping("moved", { fromPath: path, reversal: "undo" });
  await files.move(path, fromPath, { before });
  files.marks.renamed(path, fromPath);
  return was === "none" ? "done" : bringBack(files, parts, change, "undo");
}

function markAgain(files: ChatFiles, { path, isOwn, beforeDigest }: KeptFile): void {
  if (isOwn && beforeDigest !== undefined) files.marks.vouchDigest(path, beforeDigest);
  else files.marks.forget(path);
}

/** What is told where a program asks to take back on its own what a person did not ask for. */
export const NOT_ASKED: Localized = {
  ko: "바깥의 글을 읽은 뒤라 제 판단으로는 되돌리지 않아요. “되돌려줘”나 “(파일 이름) 되살려줘”라고 직접 말해 주세요.",
  en: "Something from outside was read, so I take nothing back on my own. Say “undo”, or “restore” with the name of the file, yourself.",
};

function wordsOf(path: string, result: FileResult): Localized {
  switch (result) {
    case "done":
      return { ko: `↩️ 되돌렸어요: **${path}**`, en: `↩️ Undone: **${path}** is as it was` };
    case "already":
      return {
        ko: korean`**${path}**은(는) 이미 되돌려져 있어요.`,
        en: `**${path}** is as it was already.`,
      };
    case "changed":
      return {
        ko: korean`**${path}**은(는) 그 뒤에 바뀌어서 그대로 뒀어요.`,
        en: `**${path}** was changed since then, so I left it as it is.`,
      };
    case "gone":
      return {
        ko: korean`**${path}**의 앞 내용은 이제 남아 있지 않아요.`,
        en: `The earlier copy of **${path}** is no longer kept.`,
      };
  }
}
