import { basename, dirname, join } from "node:path";
import type { FaultPoint } from "../../base/edges.ts";
import { AppError, codeOf } from "../../base/errors.ts";
import { appendFile, editFile, removePath, type WrittenFile, writeFile } from "./change.ts";
import { type Folder, visibleNames, withFolder } from "./folder.ts";
import { createQueue, type Jail, withExisting } from "./jail.ts";
import { type BeforeChange, bringBack, type KeptEntry } from "./kept.ts";
import { OWN_PREFIX, parseShownPath } from "./path.ts";
import { createQuota, type Usage } from "./quota.ts";
import { type FileText, readHead, readText, readWhole } from "./read.ts";
import { digestOfFile, type Receipt, type Received, receiveFile } from "./receive.ts";
import { type ReversibleWork, reversible, settle } from "./reversible.ts";
import {
  type FoundFiles,
  type FoundLines,
  findFiles,
  type GrepOptions,
  grepFiles,
} from "./search.ts";
import { copyPath, movePath, type Transferred } from "./transfer.ts";
import { describe, entryOf, type FileEntry } from "./walk.ts";

/** How one chat's folder is set up. */
export interface FilesOptions {
  /** The folder on the disk; made with mode 0700 when first used. One `Files` for one root, or quotas and edits may overlap. */
  readonly root: string;
  /** Most bytes of all files together; default no limit. */
  readonly quotaBytes?: number;
  /** Told how much the folder will hold, in bytes, before anything is added. */
  readonly onUsage?: (sizeBytes: number) => void;
  /** Where the folder is copied to during `reversible`: outside of it, on the same file system; default beside it. */
  readonly copyPath?: string;
  /** Called at each commit point of a write; default nothing. */
  readonly faultPoint?: FaultPoint;
}

/** What stands in a folder: folders first, then by name. `total` counts all that can be named, `entries` has at most 1,000; `unreadable` counts names that are no UTF-8. */
export interface FolderListing {
  readonly path: string;
  readonly entries: readonly FileEntry[];
  readonly total: number;
  readonly unreadable: number;
}

/**
 * One chat's files. Every path is relative to the folder and written with "/"; one that leaves it is refused
 * with `path-outside`, links and odd names with `path-not-allowed`. Nothing follows a link, whoever makes it
 * and whenever. Writes are whole or not at all. Failures are `AppError`s: `file-not-found` (with near names),
 * `file-exists`, `file-is-folder`, `file-not-folder`, `file-binary`, `file-too-large`, `file-denied`,
 * `quota-exceeded`, `disk-full`, `text-not-found`, `text-not-unique`, `bad-pattern`, `file-failed`.
 */
export interface Files {
  /** The text of a file, at most `maxBytes` of it (default 1 MiB). */
  read(path: string, options?: { readonly maxBytes?: number }): Promise<FileText>;
  /** All bytes of a file of at most `maxBytes` (default 20 MiB). */
  readBytes(path: string, options?: { readonly maxBytes?: number }): Promise<Uint8Array>;
  /** The first `maxBytes` of a file of any size, or all of it. */
  readHead(path: string, maxBytes: number): Promise<Uint8Array>;
  /** Writes a file, making its folders; `overwrite` (default true) replaces one that exists. */
  write(
    path: string,
    content: string | Uint8Array,
    options?: { readonly overwrite?: boolean; readonly before?: BeforeChange },
  ): Promise<WrittenFile>;
  /**
   * Takes in a file that comes piece by piece and gives it the first free of the names that `receipt` has for it. Other changes go on
   * meanwhile. Nothing stands under a name before all of it is on the disk; what was cut off is removed with the next change.
   */
  receive(receipt: Receipt): Promise<Received>;
  /** SHA-256 of a file in hexadecimal; undefined where there is none. */
  digest(path: string): Promise<string | undefined>;
  /** Adds to the end of a file, with `onNewLine` (default false) behind a line break where the last line has none, making it where it is missing. */
  append(
    path: string,
    content: string | Uint8Array,
    options?: { readonly onNewLine?: boolean; readonly before?: BeforeChange },
  ): Promise<WrittenFile>;
  /** Replaces a passage that stands exactly once in a UTF-8 file of at most 5 MiB. */
  edit(
    path: string,
    oldText: string,
    newText: string,
    options?: { readonly before?: BeforeChange },
  ): Promise<WrittenFile>;
  /** Lists a folder; default the whole chat's. */
  list(path?: string): Promise<FolderListing>;
  /** Finds by a pattern of `*`, `?`, `**` and `{a,b}`; without "/" it is about names in any folder. At most `maxFound` (default 200, most 1,000). */
  find(
    pattern: string,
    options?: { readonly under?: string; readonly maxFound?: number },
  ): Promise<FoundFiles>;
  /** Finds lines that hold a text. */
  grep(pattern: string, options?: GrepOptions & { readonly under?: string }): Promise<FoundLines>;
  /** Copies a file or folder; into `destination` where that is a folder. Files are replaced only with `overwrite`, folders never. */
  copy(
    source: string,
    destination: string,
    options?: { readonly overwrite?: boolean; readonly before?: BeforeChange },
  ): Promise<Transferred>;
  /** Moves or renames, by the rules of `copy`. */
  move(
    source: string,
    destination: string,
    options?: { readonly overwrite?: boolean; readonly before?: BeforeChange },
  ): Promise<Transferred>;
  /** Removes a file, link or folder with all in it, and counts what was removed; the chat's folder itself is refused. */
  remove(
    path: string,
    options?: { readonly before?: BeforeChange },
  ): Promise<{ readonly path: string; readonly removed: number }>;
  /** Puts back what `before` kept at a place: a folder where nothing stands, a file also over another. */
  bringBack(path: string, kept: KeptEntry): Promise<void>;
  stat(path: string): Promise<FileEntry>;
  exists(path: string): Promise<boolean>;
  usage(): Promise<Usage>;
  /** Runs work on the whole folder that can be taken back. No other change is made meanwhile; a file that is being received goes on, and takes its name after. Rejects as the work does, or with `program-failed` where the folder cannot be copied beforehand. */
  reversible<T>(work: ReversibleWork<T>): Promise<T>;
  /** Ends what a process left that died over `reversible`. Gives true where the folder was put back as it was before: where that had been begun, or it holds more than it may. */
  settle(): Promise<boolean>;
}

const DEFAULT_TEXT_BYTES = 1024 * 1024;
const DEFAULT_BYTES = 20 * 1024 * 1024;
const MOST_LISTED = 1000;

/** Makes the driver of one chat's folder; touches the disk only when used. */
export function createFiles(options: FilesOptions): Files {
  const { root } = options;
  const jail: Jail = {
    root,
    quota: createQuota(root, options.quotaBytes, options.onUsage),
    faultPoint: options.faultPoint ?? (() => undefined),
    copyPath: options.copyPath ?? join(dirname(root), `${OWN_PREFIX}before-${basename(root)}`),
    receiving: new Set(),
    exclusive: createQueue(root),
  };
  return {
    read: (path, { maxBytes = DEFAULT_TEXT_BYTES } = {}) =>
      withExisting(jail, path, (folder, diskName) => readText(folder, diskName, maxBytes)),
    readBytes: (path, { maxBytes = DEFAULT_BYTES } = {}) =>
      withExisting(jail, path, (folder, diskName) => readWhole(folder, diskName, maxBytes)),
    readHead: (path, maxBytes) =>
      withExisting(jail, path, (folder, diskName) => readHead(folder, diskName, maxBytes)),
    write: (path, content, { overwrite = true, ...told } = {}) =>
      jail.exclusive(() => writeFile(jail, path, { bytes: bytesOf(content), overwrite, ...told })),
    receive: (receipt) => receiveFile(jail, receipt),
    digest: (path) => digestOfFile(jail, path),
    append: (path, content, told = {}) =>
      jail.exclusive(() => appendFile(jail, path, { bytes: bytesOf(content), ...told })),
    edit: (path, oldText, newText, told = {}) =>
      jail.exclusive(() => editFile(jail, path, { oldText, newText, ...told })),
    list: async (path = "") => withFolder(root, parseShownPath(path).names, {}, list),
    find: async (pattern, { under = "", ...limits } = {}) =>
      withFolder(root, searchedIn(under, pattern), {}, (folder) =>
        findFiles(folder, pattern, limits),
      ),
    grep: async (pattern, { under = "", ...limits } = {}) =>
      withFolder(root, searchedIn(under, limits.files ?? ""), {}, (folder) =>
        grepFiles(folder, pattern, limits),
      ),
    copy: (source, destination, { overwrite = false, ...told } = {}) =>
      jail.exclusive(() => copyPath(jail, { source, destination, overwrite, ...told })),
    move: (source, destination, { overwrite = false, ...told } = {}) =>
      jail.exclusive(() => movePath(jail, { source, destination, overwrite, ...told })),
    remove: (path, { before } = {}) => jail.exclusive(() => removePath(jail, path, before)),
    bringBack: (path, kept) => jail.exclusive(() => bringBack(jail, path, kept)),
    stat: (path) => stat(jail, path),
    exists: (path) => exists(jail, path),
    usage: () => jail.quota.usage(),
    reversible: (work) => reversible(jail, work),
    settle: () => jail.exclusive(() => settle(jail, () => jail.quota.isOver())),
  };
}

async function list(folder: Folder): Promise<FolderListing> {
  const names = await visibleNames(folder);
  const described = await Promise.all(names.map((name) => entryOf(folder, name)));
  const collator = new Intl.Collator("ko", { numeric: true });
  const entries = described
    .filter((entry) => entry !== undefined)
    .sort((a, b) => rankOf(a) - rankOf(b) || collator.compare(a.name, b.name));
  return {
    path: folder.path,
    entries: entries.slice(0, MOST_LISTED),
    total: entries.length,
    unreadable: described.length - entries.length,
  };
}

function rankOf(entry: FileEntry): number {
  return entry.kind === "folder" ? 0 : 1;
}

async function stat(jail: Jail, path: string): Promise<FileEntry> {
  if (parseShownPath(path).names.length === 0) {
    return withFolder(jail.root, [], {}, async ({ handle }) =>
      describe("", "", await handle.stat()),
    );
  }
  return withExisting(jail, path, async (folder, diskName) => {
    const entry = await entryOf(folder, diskName);
    if (entry !== undefined) return entry;
    throw new AppError("file-not-found", {
      en: "The file has just been removed.",
      ko: "파일이 방금 지워졌어요.",
    });
  });
}

async function exists(jail: Jail, path: string): Promise<boolean> {
  try {
    await stat(jail, path);
    return true;
  } catch (error) {
    if (codeOf(error) === "file-not-found" || codeOf(error) === "file-not-folder") return false;
    throw error;
  }
}

/** The folder to be searched; the pattern is about what lies below it and is held to the same rules. */
function searchedIn(under: string, pattern: string): readonly string[] {
  parseShownPath(pattern);
  return parseShownPath(under).names;
}

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === "string" ? Buffer.from(content) : content;
}
