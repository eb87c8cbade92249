import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { AppError, codeOf } from "../base/errors.ts";
import { Sqlite } from "../store/sqlite.ts";

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

/** Makes HOME (mode 0700) where it is missing. Throws `AppError` `home-unusable` when it cannot be written. */
export function openHome(path: string): Home {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    chmodSync(path, 0o700);
    for (const folder of ["files", "leases"])
      mkdirSync(join(path, folder), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new AppError(
      "home-unusable",
      `The folder "${path}" cannot be used (${codeOf(error)}). Choose another with --home or IBL_HOME.`,
      { cause: error },
    );
  }
  return {
    path,
    databasePath: join(path, "ibl-bot.db"),
    filesPath: join(path, "files"),
    dataPath: join(path, "data"),
    browserPath: join(path, "browser"),
  };
}

/** The folder of one chat's files. */
export function chatFolder(home: Home, chatKey: string): string {
  return join(home.filesPath, chatKey.replace(/[^A-Za-z0-9_-]/g, "_"));
}

/** Settings of the `.env` files, the first path winning; missing files are empty. Throws `AppError` `bad-config` for one that cannot be read. */
export function readEnvFiles(paths: readonly string[]): Readonly<Record<string, string>> {
  const settings: Record<string, string> = {};
  for (const path of [...paths].reverse()) {
    if (!existsSync(path)) continue;
    try {
      for (const [name, value] of Object.entries(parseEnv(readFileSync(path, "utf8"))))
        if (value !== undefined) settings[name] = value;
    } catch (error) {
      throw new AppError(
        "bad-config",
        `The settings file "${path}" cannot be read (${codeOf(error)}).`,
        { cause: error },
      );
    }
  }
  return settings;
}

/** Takes the place of the one service of this HOME. Throws `AppError` `home-held` when another process has it. */
export function holdService(home: Home): Hold {
  const hold = tryHold(join(home.path, "service.lock"), "service");
  if (hold === undefined)
    throw new AppError(
      "home-held",
      `Another ibl-bot already serves "${home.path}". Stop it first, or use another folder with --home.`,
    );
  return hold;
}

/** Makes a lease that says on every run that this process lives. */
export function holdLease(home: Home, name: string): Hold {
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
