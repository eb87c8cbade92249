import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import type { FaultPoint } from "../../base/edges.ts";
import { AppError, codeOf, isAbort } from "../../base/errors.ts";
import { createIds } from "../../base/ids.ts";
import { USAGE_DATABASE_NAME } from "../../rag/store/database-name.ts";
import { ArchiveWriter, flushPath, type Manifest } from "../../store/archive/archive-writer.ts";
import { copyDatabase } from "../../store/database.ts";
import { refuseTaken } from "../core/given-file.ts";
import { type Home, holdLease, homeAt, isLeaseAlive, openHome } from "../core/home.ts";
import {
  ChangedMeanwhile,
  DATABASE_NAME,
  type Found,
  type LeftOut,
  SETTINGS_NAME,
  STATE_FOLDERS,
  singleFile,
  walkState,
} from "../core/home-entries.ts";

/** How far a long copy is. */
export interface CopyProgress {
  readonly stage: "database" | "files" | "verify" | "restore";
  readonly doneBytes: number;
  readonly totalBytes?: number;
}

/** What a backup is made with. Paths are absolute. */
export interface BackupOptions {
  readonly homePath: string;
  readonly file: string;
  readonly force: boolean;
  readonly withSecrets: boolean;
  /** Of the product. */
  readonly version: string;
  readonly nowMs: number;
  readonly signal: AbortSignal;
  readonly faultPoint: FaultPoint;
  readonly randomBytes: (sizeBytes: number) => Uint8Array;
  readonly onProgress: (progress: CopyProgress) => void;
}

/** What was written. */
export interface BackupResult {
  readonly manifest: Manifest;
  /** Of the backup file. */
  readonly fileBytes: number;
  readonly leftOut: readonly LeftOut[];
  /** Files that went on changing in every one of the tries: they may hold parts of two states. */
  readonly unsteady: readonly string[];
}

/** How often a file that is written to in place is read again, for a state in which it rested. */
const MOST_READS = 3;

/** Writes everything of HOME that is state into one file, mode 0600, whole or not at all, while the service may go on. Throws `AppError`: `home-empty`, `home-held`, `backup-exists`, `disk-full`, `backup-failed`, `aborted`. */
export async function writeBackup(options: BackupOptions): Promise<BackupResult> {
  const { homePath, file } = options;
  if (!existsSync(homePath)) throw emptyHome(homePath);
  refuseInside(options);
  refuseTaken(options, "backup-exists");
  const home = openHome(homePath);
  if (!existsSync(home.databasePath)) throw emptyHome(homePath);
  const lease = holdLease(home, createIds(options.randomBytes)("lease"));
  try {
    sweepParts(home, file);
    return await writeWhole(options, lease.name);
  } catch (error) {
    throw explain(error, file);
  } finally {
    lease.release();
  }
}

/** Under another name first, which tells the lease of its process; the last step gives it its own. */
async function writeWhole(options: BackupOptions, lease: string): Promise<BackupResult> {
  const { file } = options;
  const part = join(dirname(file), `${partPrefix(file)}${lease}`);
  const copy = `${part}.db`;
  try {
    writeFileSync(copy, "", { mode: 0o600, flag: "wx" });
    const result = await fill(options, part, copy);
    refuseTaken(options, "backup-exists");
    options.faultPoint("backup-written");
    renameSync(part, file);
    flushPath(dirname(file));
    return result;
  } finally {
    for (const path of [part, copy]) rmSync(path, { force: true });
  }
}

async function fill(options: BackupOptions, part: string, copy: string): Promise<BackupResult> {
  const { homePath, nowMs, version, withSecrets } = options;
  const writer = await ArchiveWriter.create(part);
  const pack = new Packing(options, writer);
  try {
    pack.start();
    // The database goes first, and what it points to right after: what a run writes beside it later belongs to no row of the copy.
    const schema = copyDatabase(homeAt(homePath).databasePath, copy);
    options.faultPoint("backup-database-copied");
    const database = await singleFile(copy, DATABASE_NAME);
    if (database !== undefined) await pack.add(database);
    await addUsage(homePath, copy, pack);
    for (const folder of STATE_FOLDERS)
      for await (const found of walkState(homePath, folder)) await pack.add(found);
    const settings = withSecrets
      ? await singleFile(join(homePath, SETTINGS_NAME), SETTINGS_NAME)
      : undefined;
    if (settings !== undefined) await pack.add(settings);
    const hasSecrets = settings !== undefined;
    const manifest = await writer.finish({ version, schema, createdAtMs: nowMs, hasSecrets });
    const { leftOut, unsteady } = pack;
    return { manifest, fileBytes: statSync(part).size, leftOut, unsteady };
  } finally {
    await writer.close();
  }
}

/** The usage database, copied where the first one was. */
async function addUsage(homePath: string, copy: string, pack: Packing): Promise<void> {
  const path = join(homePath, USAGE_DATABASE_NAME);
  if (!existsSync(path)) return;
  writeFileSync(copy, "", { mode: 0o600 });
  copyDatabase(path, copy);
  const found = await singleFile(copy, USAGE_DATABASE_NAME);
  if (found !== undefined) await pack.add(found);
}

/** Puts what is found into the file, and remembers what could not be. */
class Packing {
  readonly leftOut: LeftOut[] = [];
  readonly unsteady: string[] = [];
  readonly #options: BackupOptions;
  readonly #writer: ArchiveWriter;

  constructor(options: BackupOptions, writer: ArchiveWriter) {
    this.#options = options;
    this.#writer = writer;
  }

  start(): void {
    const { homePath, onProgress } = this.#options;
    const totalBytes = statSync(homeAt(homePath).databasePath).size;
    onProgress({ stage: "database", doneBytes: 0, totalBytes });
  }

  async add(found: Found): Promise<void> {
    this.#options.signal.throwIfAborted();
    if (found.kind === "left-out") this.leftOut.push(found.leftOut);
    else if (found.kind === "folder") this.#writer.addFolder(found.facts);
    else await this.#addFile(found, MOST_READS);
  }

  async #addFile(found: Extract<Found, { kind: "file" }>, readsLeft: number): Promise<void> {
    const { facts } = found;
    try {
      await this.#writer.addFile(facts, () => this.#watched(found, readsLeft === 0));
    } catch (error) {
      if (error instanceof ChangedMeanwhile) await this.#addFile(found, readsLeft - 1);
      else if (["EACCES", "EPERM"].includes(codeOf(error)))
        this.leftOut.push({ path: facts.path, reason: "unreadable" });
      else if (codeOf(error) === "ELOOP") this.leftOut.push({ path: facts.path, reason: "link" });
      else if (codeOf(error) !== "ENOENT") throw error;
    }
  }

  /** The content of a file; in the last try a change is noted and no longer an error. */
  async *#watched(
    { facts, read }: Extract<Found, { kind: "file" }>,
    isLast: boolean,
  ): AsyncGenerator<Uint8Array> {
    let readBytes = 0;
    try {
      for await (const bytes of read()) {
        this.#options.signal.throwIfAborted();
        readBytes += bytes.byteLength;
        yield bytes;
        this.#options.faultPoint("backup-chunk");
        const doneBytes = this.#writer.sizeBytes + readBytes;
        this.#options.onProgress({ stage: "files", doneBytes });
      }
    } catch (error) {
      if (!(isLast && error instanceof ChangedMeanwhile)) throw error;
      this.unsteady.push(facts.path);
    }
  }
}

/** A backup among the state would be a part of the next one, and of itself. */
function refuseInside({ homePath, file }: BackupOptions): void {
  const [first = ""] = relative(homePath, file).split(sep);
  if (!STATE_FOLDERS.some((folder) => folder === first)) return;
  throw new AppError("backup-inside", {
    ko: `"${file}" 경로는 백업할 폴더 안에 있어요. "${homePath}" 밖의 경로를 적어 주세요. 다른 디스크라면 더 좋아요.`,
    en: `"${file}" lies in a folder that is backed up. Give a path outside "${homePath}", best on another disk.`,
  });
}

function emptyHome(homePath: string): AppError {
  return new AppError("home-empty", {
    ko: `"${homePath}" 폴더에는 백업할 것이 없어요. 데이터가 있는 폴더를 --home 또는 IBL_HOME으로 알려 주세요.`,
    en: `"${homePath}" holds nothing to back up. Name the folder that holds the state with --home or IBL_HOME.`,
  });
}

function partPrefix(file: string): string {
  return `.${basename(file)}.part-`;
}

/** Removes what backups of this HOME to the same file left when they were killed. */
function sweepParts(home: Home, file: string): void {
  const folder = dirname(file);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(partPrefix(file))) continue;
    const lease = name.slice(partPrefix(file).length).replace(/\.db$/, "");
    if (!isLeaseAlive(home, lease)) rmSync(join(folder, name), { force: true });
  }
}

function explain(error: unknown, file: string): unknown {
  if (error instanceof AppError || isAbort(error)) return error;
  const code = codeOf(error);
  if (isFullDisk(code))
    return new AppError(
      "disk-full",
      {
        ko: `디스크에 자리가 없어 "${file}" 파일을 쓰지 못했어요(${code}). 남긴 것은 없어요. 자리를 비우거나 다른 디스크에 백업해 주세요. 데이터베이스 크기만큼 더 필요해요.`,
        en: `There is no room on the disk to write "${file}" (${code}). Nothing was left behind. Free some space, or back up to another disk; the size of the database is needed on top.`,
      },
      { cause: error },
    );
  return new AppError(
    "backup-failed",
    {
      ko: `"${file}" 파일로 백업하지 못했어요(${code}). 남긴 것은 없어요. 폴더가 있는지, 쓸 수 있는지 확인해 주세요.`,
      en: `The backup to "${file}" did not succeed (${code}). Nothing was left behind. Check that its folder is there and can be written.`,
    },
    { cause: error },
  );
}

/** Whether an error's code says that the disk, a quota or a limit on the size of files leaves no room. */
export function isFullDisk(code: string): boolean {
  return ["ENOSPC", "EDQUOT", "EFBIG", "SQLITE_FULL", "SQLITE_IOERR_WRITE"].includes(code);
}
