import { existsSync } from "node:fs";
import { korean } from "../../base/korean-particles.ts";
import type { Localized } from "../../base/localized.ts";
import { type Handlers, type ReadyCall, stringParam } from "../../engine/execute/action-types.ts";
import { failureIn, type Outcome, success } from "../../engine/values/outcome.ts";
import type { Workflows } from "../../store/workflows.ts";
import { worded } from "../localize.ts";
import { type ChatFiles, chatFilesOf, type FileHandlerParts } from "./files.ts";
import type { KeptFile } from "./kept-files.ts";

/** Dependencies of `createFileUndoHandlers`. */
export interface FileUndoParts extends FileHandlerParts {
  /** The last turn of a person in a chat that had an effect of any kind, without the run of this call; `undefined` where none is known. */
  readonly lastEffectTurn: (call: ReadyCall) => string | undefined;
  /** False where whoever wrote the program had read something from outside, and the person's last message does not ask for it; a restored file may also have been pressed for. */
  readonly isWished: (wish: "undo" | "restore", call: ReadyCall) => boolean;
  readonly workflows: Pick<Workflows, "replacedIn" | "bringBack">;
}

/** What came of taking one change back: `kept` where the file was changed since, or its copy is gone. */
type Result = "done" | "already" | "changed" | "gone";

/** `undo` takes back what the last turn changed in files and the workflows that it saved over others; `restore` brings one file back. What they change is kept as well. */
export function createFileUndoHandlers(parts: FileUndoParts): Handlers {
  return {
    "system:undo": async (call) => undo(parts, call),
    "system:restore": async (call) => restore(parts, call),
  };
}

async function undo(parts: FileUndoParts, call: ReadyCall): Promise<Outcome> {
  const { personId, chatId, language } = call.actor;
  const turn = parts.lastEffectTurn(call);
  const changes = parts.kept.lastTurn(personId, chatId);
  const refusal = refusalOf(parts, call, { latest: changes[0], turn });
  if (refusal !== undefined) return failureIn(language, refusal.code, refusal.words);
  const names = turn === undefined ? [] : parts.workflows.bringBack(personId, turn);
  const files = await undoFiles(parts, call, isOfTurn(changes[0], turn) ? changes : []);
  const lines = [...names.map(workflowWords), ...files.map(({ words }) => words)];
  const text = [...new Set(lines.map((words) => worded(call, words)))].join("\n");
  const results = files.map(({ result }) => result);
  const isDone = names.length > 0 || results.includes("done") || results.every(isAsItWas);
  return isDone ? success(text) : failureIn(language, "changed-since", { ko: text, en: text });
}

async function undoFiles(
  parts: FileUndoParts,
  call: ReadyCall,
  changes: readonly KeptFile[],
): Promise<readonly { readonly result: Result; readonly words: Localized }[]> {
  const files = chatFilesOf(parts, call);
  const done: { readonly result: Result; readonly words: Localized }[] = [];
  for (const change of changes) {
    const isUndone = change.undoneAtMs !== undefined;
    const result = isUndone ? "already" : await takeBack(files, parts, change);
    if (isAsItWas(result)) parts.kept.markUndone(change);
    done.push({ result, words: wordsOf(change.fromPath ?? change.path, result) });
  }
  return done;
}

function refusalOf(
  parts: FileUndoParts,
  call: ReadyCall,
  { latest, turn }: { readonly latest: KeptFile | undefined; readonly turn: string | undefined },
): { readonly code: string; readonly words: Localized } | undefined {
  const { workflows } = parts;
  const hasReplaced =
    turn !== undefined && workflows.replacedIn(call.actor.personId, turn).length > 0;
  if (latest === undefined && !hasReplaced) return { code: "nothing-to-undo", words: NOTHING };
  if (!parts.isWished("undo", call)) return { code: "undo-not-asked", words: NOT_ASKED };
  if (hasReplaced || isOfTurn(latest, turn)) return undefined;
  return { code: "nothing-to-undo", words: NO_FILE };
}

/** Where no turn is known, the latest change counts. */
function isOfTurn(latest: KeptFile | undefined, turn: string | undefined): boolean {
  return turn === undefined || turn === latest?.turn;
}

function isAsItWas(result: Result): boolean {
  return result === "done" || result === "already";
}

async function restore(parts: FileUndoParts, call: ReadyCall): Promise<Outcome> {
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

/** Takes one change back where what it left still stands there. */
async function takeBack(files: ChatFiles, parts: FileUndoParts, change: KeptFile): Promise<Result> {
  switch (change.change) {
    case "moved":
      return moveBack(files, parts, change);
    case "deleted":
      return replaceDeleted(files, parts, change);
    case "written":
    case "appended":
      return change.was === "none" ? removeMade(files, change) : changeBack(files, parts, change);
  }
}

async function replaceDeleted(
  files: ChatFiles,
  parts: FileUndoParts,
  change: KeptFile,
): Promise<Result> {
  if (!(await files.exists(change.path))) return bringBack(files, parts, change, "undo");
  const now = await files.digest(change.path);
  return now !== undefined && now === change.beforeDigest ? "already" : "changed";
}

/** A file that was made goes; a folder that was copied stays, since nothing tells whether it is as it was made. */
async function removeMade(files: ChatFiles, { path, afterDigest }: KeptFile): Promise<Result> {
  if (!(await files.exists(path))) return "already";
  const now = await files.digest(path);
  if (now === undefined || now !== afterDigest) return "changed";
  await files.remove(path, { before: files.keeping("deleted", { reversal: "undo" }) });
  files.marks.forget(path);
  return "done";
}

async function changeBack(
  files: ChatFiles,
  parts: FileUndoParts,
  change: KeptFile,
): Promise<Result> {
  const now = await files.digest(change.path);
  if (now !== undefined && now === change.beforeDigest) return "already";
  if (now === undefined || now !== change.afterDigest) return "changed";
  return change.change === "appended"
    ? cutBack(files, change)
    : bringBack(files, parts, change, "undo");
}

async function bringBack(
  files: ChatFiles,
  { kept }: FileUndoParts,
  change: KeptFile,
  reversal: "undo" | "restore",
): Promise<Result> {
  const { path, was } = change;
  const place = kept.placeOf(change);
  if (was === "none" || !existsSync(place)) return "gone";
  if (was === "folder" && (await files.exists(path))) return "changed";
  await files.bringBack(path, { place, was, before: files.keeping("written", { reversal }) });
  markAgain(files, change);
  return "done";
}

/** Takes off the end what was added to it. */
async function cutBack(files: ChatFiles, change: KeptFile): Promise<Result> {
  const bytes = await files.readBytes(change.path, { maxBytes: Number.MAX_SAFE_INTEGER });
  await files.write(change.path, bytes.subarray(0, change.sizeBytes), {
    before: files.keeping("written", { reversal: "undo" }),
  });
  markAgain(files, change);
  return "done";
}

/** What was moved goes back under its old name, and what it replaced comes back. */
async function moveBack(files: ChatFiles, parts: FileUndoParts, change: KeptFile): Promise<Result> {
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

const NOTHING: Localized = {
  ko: "되돌릴 파일 변경이 없어요.",
  en: "There is no change of a file to take back.",
};

const NOT_ASKED: Localized = {
  ko: "바깥의 글을 읽은 뒤라 제 판단으로는 되돌리지 않아요. “되돌려줘”나 “(파일 이름) 되살려줘”라고 직접 말해 주세요.",
  en: "Something from outside was read, so I take nothing back on my own. Say “undo”, or “restore” with the name of the file, yourself.",
};

const NO_FILE: Localized = {
  ko: "방금 한 일은 파일을 바꾼 일이 아니어서 되돌릴 수 없어요. 파일 하나를 앞 내용으로 돌리려면 이름을 말해 주세요.",
  en: "What was done last changed no file, so I cannot take it back. To get a file back as it was, name it.",
};

function workflowWords(name: string): Localized {
  return {
    ko: `↩️ 되돌렸어요: 워크플로우 **${name}**`,
    en: `↩️ Undone: the workflow **${name}** is as it was`,
  };
}

function wordsOf(path: string, result: Result): Localized {
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
