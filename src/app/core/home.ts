import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { AppError, codeOf } from "../../base/errors.ts";
import { korean } from "../../base/korean-particles.ts";
import { OWN_PREFIX } from "../../drivers/files/path.ts";
import { USAGE_DATABASE_NAME } from "../../rag/store/database-name.ts";
import { Sqlite } from "../../store/sqlite.ts";
import { DATABASE_NAME } from "./home-entries.ts";
import { finishSwap, hasSwap } from "./home-swap.ts";

/** Where everything of one installation lies. */
export interface Home {
  readonly path: string;
  readonly databasePath: string;
  readonly filesPath: string;
  /** Overlay of the shipped data/. */
  readonly dataPath: string;
  readonly browserPath: string;
}

/** Something held until `release` or the end of the process, whichever way it ends. */
export interface Hold {
  readonly name: string;
  release(): void;
}

/** The lease under which a backup is put back. Who opens HOME beside it is sent away. */
const RESTORE_LEASE = "restore";

/** The service's own names are left out of backups. */
const COPY_PREFIX = `${OWN_PREFIX}before.`;

/** Makes HOME (mode 0700) where it is missing, and ends a restore that was cut off after its decision. Throws `AppError`: `home-unusable` when it cannot be written, `home-held` while a backup is being restored into it. */
export function openHome(path: string): Home {
  const home = homeAt(path);
  try {
    makeFolder(join(path, "leases"));
    chmodSync(path, 0o700);
    closeFiles(path);
    endRestore(home);
    makeFolder(home.filesPath);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError(
      "home-unusable",
      {
        ko: `"${path}" 폴더를 쓸 수 없어요(${codeOf(error)}). --home이나 IBL_HOME으로 다른 폴더를 정해 주세요.`,
        en: `The folder "${path}" cannot be used (${codeOf(error)}). Choose another with --home or IBL_HOME.`,
      },
      { cause: error },
    );
  }
  return home;
}

/** Files right in HOME that others could read, such as a database put back by hand, are closed to them; SQLite gives its other files the mode of the database. */
function closeFiles(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(path, entry.name);
    const { mode } = statSync(file);
    if ((mode & 0o077) !== 0) chmodSync(file, mode & 0o700);
  }
}

/** Makes a folder with mode 0700, and those above it that are missing. Throws what the system says. Node's own recursion never ends where a system that knows the parent denies it, as /proc does. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error; // made by another process meanwhile
  }
}

/** The places of a HOME; touches nothing. */
export function homeAt(path: string): Home {
  return {
    path,
    databasePath: join(path, DATABASE_NAME),
    filesPath: join(path, "files"),
    dataPath: join(path, "data"),
    browserPath: join(path, "browser"),
  };
}

/** The folder of one chat's files. */
export function chatFolder(home: Home, chatKey: string): string {
  return join(home.filesPath, folderName(chatKey));
}

/** The folder of the copies of one chat's changed files, outside what its programs reach; with "" that of all chats. */
export function keptFolder(home: Home, chatKey: string): string {
  return join(home.path, "kept", folderName(chatKey));
}

/** Where a chat's folder is copied to while a command of the process with this lease runs in it: on the same file system, and in no backup. */
export function copyFolder(home: Home, chatKey: string, lease: string): string {
  return join(home.filesPath, `${COPY_PREFIX}${lease}.${folderName(chatKey)}`);
}

/** The copies that are there now. */
export function copiesIn(
  home: Home,
): readonly { readonly path: string; readonly lease: string; readonly folder: string }[] {
  return readdirSync(home.filesPath).flatMap((name) => {
    const [lease, folder] = name.startsWith(COPY_PREFIX)
      ? name.slice(COPY_PREFIX.length).split(".")
      : [];
    if (lease === undefined || folder === undefined) return [];
    const path = join(home.filesPath, name);
    return [{ path, lease, folder: join(home.filesPath, folder) }];
  });
}

function folderName(chatKey: string): string {
  return chatKey.replace(/[^A-Za-z0-9_-]/g, "_");
}

/** The folder of a person's exports, until they are fetched; with "" that of everyone's. */
export function exportFolder(home: Home, personId: string): string {
  return join(home.path, "exports", personId);
}

/** Throws `AppError` `database-lost` where the database is missing or empty although HOME was in use: a new one would make a bot without an owner over other people's files. */
export function checkDatabase(home: Home): void {
  const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (sizeOf(home.databasePath) > 0) return;
  const left = [
    ...[`${DATABASE_NAME}-wal`, USAGE_DATABASE_NAME].filter(
      (name) => sizeOf(join(home.path, name)) > 0,
    ),
    ...["files", "spill", "exports"].filter((name) => hasEntries(join(home.path, name))),
  ];
  if (left.length === 0) return;
  throw new AppError("database-lost", {
    ko: korean`데이터베이스 "${home.databasePath}"이(가) 없거나 비어 있는데, "${home.path}" 폴더는 쓰던 것이에요(${left.join(", ")}). 바꾼 것은 없어요. 백업이 있으면 "ibl-bot restore 백업파일 --force"로 되돌리세요. 새로 시작하려면 이 폴더를 다른 곳으로 옮기거나 --home으로 다른 폴더를 정해 주세요.`,
    en: `The database "${home.databasePath}" is missing or empty, but the folder "${home.path}" was in use (${left.join(", ")}). Nothing was changed. With a backup, "ibl-bot restore BACKUP --force" puts it back. To begin anew, move this folder away or choose another with --home.`,
  });
}

function hasEntries(path: string): boolean {
  return existsSync(path) && readdirSync(path).length > 0;
}

/** Takes the place of the one service of this HOME. Throws `AppError` `home-held` when another process has it. */
export function holdService(home: Home): Hold {
  const hold = tryHold(servicePath(home), "service");
  if (hold === undefined)
    throw new AppError("home-held", {
      ko: `다른 ibl-bot이 이미 "${home.path}" 폴더로 서비스하고 있어요. 먼저 끝내거나 --home으로 다른 폴더를 쓰세요.`,
      en: `Another ibl-bot already serves "${home.path}". Stop it first, or use another folder with --home.`,
    });
  return hold;
}

function servicePath(home: Home): string {
  return join(home.path, "service.lock");
}

/** True while some process serves this HOME. */
export function isServiceAlive(home: Home): boolean {
  if (!existsSync(servicePath(home))) return false;
  const hold = tryHold(servicePath(home), "service");
  hold?.release();
  return hold === undefined;
}

/** Makes a lease that says on every run that this process lives. Throws `AppError` `home-held` while a backup is being restored. */
export function holdLease(home: Home, name: string): Hold {
  const lease = takeLease(home, name);
  // The lease first, then the look; a restore does it the other way round, so that one of the two sees the other.
  if (!isLeaseAlive(home, RESTORE_LEASE)) return lease;
  lease.release();
  throw restoring(home);
}

/** Takes the whole of HOME for a restore: no service, no command and no other restore may be at work in it. `undefined` when one is. */
export function holdAll(home: Home): Hold | undefined {
  const service = tryHold(servicePath(home), "service");
  if (service === undefined) return undefined;
  const restore = isLeaseAlive(home, RESTORE_LEASE) ? undefined : takeLease(home, RESTORE_LEASE);
  const release = (): void => {
    restore?.release();
    service.release();
  };
  const others = readdirSync(join(home.path, "leases")).filter((name) => name !== RESTORE_LEASE);
  if (restore !== undefined && !others.some((name) => isLeaseAlive(home, name)))
    return { name: RESTORE_LEASE, release };
  release();
  return undefined;
}

function endRestore(home: Home): void {
  if (!hasSwap(home.path)) return;
  if (isLeaseAlive(home, RESTORE_LEASE)) throw restoring(home);
  const hold = takeLease(home, RESTORE_LEASE);
  try {
    finishSwap(home.path);
  } finally {
    hold.release();
  }
}

function restoring(home: Home): AppError {
  return new AppError("home-held", {
    ko: `"${home.path}" 폴더에 백업을 복원하는 중이에요. 끝난 다음 다시 해 주세요.`,
    en: `A backup is being restored into "${home.path}". Try again when it has ended.`,
  });
}

function takeLease(home: Home, name: string): Hold {
  const path = join(home.path, "leases", name);
  const hold = tryHold(path, name);
  if (hold === undefined)
    throw new AppError("home-unusable", `The lease "${name}" is already held.`);
  return {
    name,
    release() {
      hold.release();
      rmSync(path, { force: true });
    },
  };
}

/** True while the process that holds a lease lives. A dead one's file is taken away. */
export function isLeaseAlive(home: Home, name: string): boolean {
  const path = join(home.path, "leases", name);
  if (!/^[a-z0-9_]+$/.test(name) || !existsSync(path)) return false;
  const hold = tryHold(path, name);
  if (hold === undefined) return true;
  hold.release();
  rmSync(path, { force: true });
  return false;
}

/** Takes away the leases of dead processes. */
export function sweepLeases(home: Home): void {
  for (const name of readdirSync(join(home.path, "leases"))) isLeaseAlive(home, name);
}

/** Holds an exclusive lock on a small SQLite file: the system lets go of it when the process ends, also by SIGKILL, so no lock outlives its owner. */
function tryHold(path: string, name: string): Hold | undefined {
  const file = new Sqlite(path, { timeout: 0 });
  try {
    file.pragma("locking_mode = EXCLUSIVE");
    file.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    file.close();
    if (codeOf(error).startsWith("SQLITE_BUSY")) return undefined;
    throw error;
  }
  return { name, release: () => file.close() };
}
