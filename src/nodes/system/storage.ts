import { bold, sizeWords } from "../../base/visible-text.ts";
import type { FileEntry } from "../../drivers/files/walk.ts";
import {
  type Handlers,
  numberParam,
  optionalString,
  type ReadyCall,
} from "../../engine/execute/action-types.ts";
import { type Outcome, success } from "../../engine/values/outcome.ts";
import { worded } from "../localize.ts";
import type { FilesOf } from "./files.ts";

/** Most files that are counted. */
const MOST_COUNTED = 1000;

interface StorageParts {
  readonly filesOf: FilesOf;
  /** Of each chat's folder. */
  readonly quotaBytes: number;
}

/** What takes up room in a chat's folder: `fs_query`, `summary` and `volumes`. */
export function createStorageHandlers({ filesOf, quotaBytes }: StorageParts): Handlers {
  const all = async (call: ReadyCall): Promise<readonly FileEntry[]> => {
    const under = optionalString(call, "path");
    const options = { maxFound: MOST_COUNTED, ...(under === undefined ? {} : { under }) };
    const { entries } = await filesOf(call.actor.chatId).find("*", options);
    return entries.filter(({ kind }) => kind === "file");
  };
  return {
    "system:fs_query": async (call) => found(call, await all(call)),
    "system:summary": async (call) => summed(call, await all(call)),
    "system:volumes": async (call) => {
      const { sizeBytes, entries } = await filesOf(call.actor.chatId).usage();
      const [used, most] = [sizeWords(sizeBytes), sizeWords(quotaBytes)];
      const text = worded(call, {
        ko: `💾 이 대화의 폴더: 파일 ${entries}개, ${most} 가운데 ${used}를 썼어요.`,
        en: `💾 The folder of this chat: ${entries} files, ${used} of ${most} used.`,
      });
      return success({
        kind: "list",
        items: [{ files: entries, used: sizeBytes, quota: quotaBytes }],
        text,
      });
    },
  };
}

/** The largest files that fit: by a part of the name, by the ending, by the least size. */
function found(call: ReadyCall, files: readonly FileEntry[]): Outcome {
  const term = optionalString(call, "search_term")?.toLowerCase() ?? "";
  const ending = optionalString(call, "extension")?.toLowerCase().replace(/^\./u, "");
  const least = numberParam(call, "min_size_mb", 0) * 1024 * 1024;
  const rows = files
    .filter(
      ({ name, sizeBytes }) =>
        name.toLowerCase().includes(term) &&
        sizeBytes >= least &&
        (ending === undefined || endingOf(name) === ending),
    )
    .sort((one, other) => other.sizeBytes - one.sizeBytes)
    .slice(0, numberParam(call, "limit", 20));
  const items = rows.map(({ path, sizeBytes, modifiedAtMs }) => ({
    path,
    kind: "file",
    size: sizeBytes,
    modified: new Date(modifiedAtMs).toISOString(),
  }));
  const none = { ko: "그런 파일이 없어요.", en: "There is no such file." };
  const lines = rows.map(({ path, sizeBytes }) => `- ${bold(path)} (${sizeWords(sizeBytes)})`);
  const text = lines.length === 0 ? worded(call, none) : lines.join("\n");
  return success({ kind: "list", items, text }, { tainted: rows.length > 0 });
}

function endingOf(name: string): string {
  return name.includes(".") ? (name.split(".").at(-1)?.toLowerCase() ?? "") : "";
}

/** How much each kind of file and each folder holds, the most first. */
function summed(call: ReadyCall, files: readonly FileEntry[]): Outcome {
  const folderOf = ({ path }: FileEntry): string =>
    path.includes("/") ? `${path.slice(0, path.indexOf("/"))}/` : "/";
  const items = [
    ...sumsBy(files, (file) => endingOf(file.name) || "-").map((row) => ({ by: "type", ...row })),
    ...sumsBy(files, folderOf).map((row) => ({ by: "folder", ...row })),
  ];
  const lines = items.map(({ by, name, count, size }) => {
    const mark = by === "folder" ? "📁 " : "";
    const told = { ko: `${count}개, ${sizeWords(size)}`, en: `${count} files, ${sizeWords(size)}` };
    return `- ${mark}${bold(name)}: ${worded(call, told)}`;
  });
  const none = { ko: "파일이 없어요.", en: "There are no files." };
  const text = lines.length === 0 ? worded(call, none) : lines.join("\n");
  return success({ kind: "list", items, text }, { tainted: files.length > 0 });
}

function sumsBy(
  files: readonly FileEntry[],
  keyOf: (file: FileEntry) => string,
): readonly { readonly name: string; readonly count: number; readonly size: number }[] {
  const sums = new Map<string, { count: number; size: number }>();
  for (const file of files) {
    const sum = sums.get(keyOf(file)) ?? { count: 0, size: 0 };
    sums.set(keyOf(file), { count: sum.count + 1, size: sum.size + file.sizeBytes });
  }
  return [...sums]
    .map(([name, sum]) => ({ name, ...sum }))
    .sort((one, other) => other.size - one.size)
    .slice(0, 20);
}
