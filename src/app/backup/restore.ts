import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  rmSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { Edges } from "../../base/edges.ts";
import { AppError, codeOf, isAbort } from "../../base/errors.ts";
import { dateAndTime } from "../../base/format-time.ts";
import type { Localized } from "../../base/localized.ts";
import { say } from "../../bots/texts/say.ts";
import type { Config } from "../../config/config.ts";
import { failureIn } from "../../engine/values/outcome.ts";
import { messageKey } from "../../nodes/outbox-port.ts";
import { ArchiveReader, damaged, newerBackup } from "../../store/archive/archive-reader.ts";
import { type ArchiveEntry, flushPath, type Manifest } from "../../store/archive/archive-writer.ts";
import { inTransaction, MIGRATIONS } from "../../store/database.ts";
import { type Home, holdAll, homeAt, openHome } from "../core/home.ts";
import { DATABASE_NAME, isStatePath, SETTINGS_NAME } from "../core/home-entries.ts";
import { beginSwap, commitSwap, dropSwap, isSwapOpen, stateNames } from "../core/home-swap.ts";
import { openStores, type Stores } from "../core/stores.ts";
import { type CopyProgress, isFullDisk } from "./backup.ts";

/** What a restore is made with. Paths are absolute. */
export interface RestoreOptions {
  readonly config: Config;
  readonly edges: Edges;
  readonly file: string;
  readonly force: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: CopyProgress) => void;
}

/** What was put back. */
export interface RestoreResult {
  readonly manifest: Manifest;
  /** Schema of the database now. */
  readonly schema: number;
  readonly state: RestoredState;
  /** Absolute path of the folder with the state that was there before. */
  readonly movedTo?: string;
}

/** Puts everything of a backup into HOME: all of it, or nothing. The file is read and checked to its end before HOME is touched. Throws `AppError`: `backup-missing`, `backup-unknown`, `backup-older`, `backup-newer`, `backup-damaged`, `home-used`, `home-held`, `disk-full`, `restore-failed`, `aborted`. */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreResult> {
  const { file } = options;
  const reader = await ArchiveReader.open(file);
  try {
    const { schema } = reader.manifest;
    if (schema > MIGRATIONS.length) throw newerBackup(file, `schema ${schema}`);
    judgePaths(reader.manifest, options);
    refuseUsed(options, reader.manifest);
    await verify(reader, options);
    return await intoHome(reader, options);
  } catch (error) {
    throw explain(error, options);
  } finally {
    reader.close();
  }
}

/** Every path stays inside, and stands below a folder that came before it: so no entry can be a way out for another. */
function judgePaths({ entries }: Manifest, { file }: RestoreOptions): void {
  const folders = new Set<string>();
  let hasDatabase = false;
  for (const { path, kind } of entries) {
    const parent = path.split("/").slice(0, -1).join("/");
    if (!isStatePath(path, kind) || (parent !== "" && !folders.has(parent)))
      throw new AppError("backup-damaged", {
        ko: `백업 "${file}" 안에 HOME 밖을 가리키거나 있을 수 없는 경로가 있어요: ${JSON.stringify(path)}. 아무것도 바꾸지 않았어요. 이 파일은 쓰지 마세요.`,
        en: `The backup "${file}" holds the path ${JSON.stringify(path)}, which leads out of HOME or belongs to no state. Nothing was changed. Do not use this file.`,
      });
    if (kind === "folder") folders.add(path);
    hasDatabase ||= path === DATABASE_NAME;
  }
  if (!hasDatabase) throw damaged(file);
}

function refuseUsed({ config, force }: RestoreOptions, manifest: Manifest): void {
  const { home } = config;
  if (force || (existsSync(home) && isSwapOpen(home))) return;
  const isUsed = stateNames(home).length > 0;
  const hasSettings = manifest.hasSecrets && existsSync(join(home, SETTINGS_NAME));
  if (!isUsed && !hasSettings) return;
  throw new AppError("home-used", {
    ko: `"${home}" 폴더에는 이미 데이터가 있어요. 아무것도 바꾸지 않았어요. 다른 폴더를 --home으로 주거나, --force를 붙여 주세요. --force는 지금 데이터를 지우지 않고 옆 폴더로 옮겨요.`,
    en: `"${home}" holds a state already. Nothing was changed. Name another folder with --home, or give --force: it moves the present state aside and deletes nothing.`,
  });
}

async function verify(reader: ArchiveReader, options: RestoreOptions): Promise<void> {
  const totalBytes = reader.manifest.sizeBytes;
  let doneBytes = 0;
  for (const entry of reader.manifest.entries) {
    if (entry.kind !== "file") continue;
    for await (const bytes of reader.content(entry)) {
      options.signal.throwIfAborted();
      doneBytes += bytes.byteLength;
      options.onProgress({ stage: "verify", doneBytes, totalBytes });
    }
  }
}

async function intoHome(reader: ArchiveReader, options: RestoreOptions): Promise<RestoreResult> {
  const { config } = options;
  const isNew = !existsSync(config.home);
  const home = openHome(config.home);
  const hold = holdAll(home);
  if (hold === undefined) throw heldHome(config.home);
  let isDone = false;
  try {
    refuseUsed(options, reader.manifest);
    const result = await swapIn(reader, options, home);
    isDone = true;
    return result;
  } finally {
    if (!isDone) dropSwap(home.path);
    hold.release();
    if (isNew && !isDone && !isSwapOpen(home.path)) rmSync(home.path, { recursive: true });
  }
}

async function swapIn(
  reader: ArchiveReader,
  options: RestoreOptions,
  home: Home,
): Promise<RestoreResult> {
  const { config, edges, signal } = options;
  const { manifest } = reader;
  const path = beginSwap(home.path, edges.clock.now());
  await unpack(reader, options, path);
  const state = settleRestored({ path, config, edges, takenAtMs: manifest.createdAtMs });
  flushPath(join(path, DATABASE_NAME));
  flushPath(path);
  signal.throwIfAborted();
  edges.faultPoint("restore-staged");
  const old = commitSwap(home.path, edges.faultPoint);
  return {
    manifest,
    schema: MIGRATIONS.length,
    state,
    ...(old === undefined ? {} : { movedTo: join(home.path, old) }),
  };
}

async function unpack(reader: ArchiveReader, options: RestoreOptions, root: string): Promise<void> {
  const totalBytes = reader.manifest.sizeBytes;
  const folders: string[] = [];
  let doneBytes = 0;
  for (const entry of reader.manifest.entries) {
    const place = join(root, entry.path);
    if (entry.kind === "folder") {
      mkdirSync(place, { mode: 0o700 });
      folders.push(place);
      continue;
    }
    await unpackFile(reader, entry, place, (bytes) => {
      options.signal.throwIfAborted();
      doneBytes += bytes;
      options.edges.faultPoint("restore-chunk");
      options.onProgress({ stage: "restore", doneBytes, totalBytes });
    });
  }
  for (const folder of folders) flushPath(folder);
}

/** Checked once more while it is written: the file may have changed since it was verified. */
async function unpackFile(
  reader: ArchiveReader,
  entry: ArchiveEntry,
  place: string,
  onBytes: (sizeBytes: number) => void,
): Promise<void> {
  const handle = openSync(place, "wx", 0o600);
  try {
    for await (const bytes of reader.content(entry)) {
      for (let done = 0; done < bytes.byteLength; ) done += writeSync(handle, bytes, done);
      onBytes(bytes.byteLength);
    }
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  chmodSync(place, 0o600 | (entry.mode & 0o700));
  const modifiedAtS = entry.modifiedAtMs / 1000;
  utimesSync(place, modifiedAtS, modifiedAtS);
}

function heldHome(path: string): AppError {
  return new AppError("home-held", {
    ko: `다른 ibl-bot이 "${path}" 폴더를 쓰고 있어요. 아무것도 바꾸지 않았어요. 서비스와 다른 명령을 끝낸 다음 다시 복원해 주세요.`,
    en: `Another ibl-bot is at work in "${path}". Nothing was changed. Stop the service and other commands, then restore again.`,
  });
}

function explain(error: unknown, { file, config }: RestoreOptions): unknown {
  const code = codeOf(error);
  if (code === "database-newer") return newerBackup(file, "schema");
  if (error instanceof AppError || isAbort(error)) return error;
  if (isFullDisk(code))
    return new AppError(
      "disk-full",
      {
        ko: `"${config.home}" 폴더가 있는 디스크에 자리가 없어요(${code}). 아무것도 바꾸지 않았어요. 자리를 비운 다음 다시 복원해 주세요.`,
        en: `There is no room on the disk of "${config.home}" (${code}). Nothing was changed. Free some space, then restore again.`,
      },
      { cause: error },
    );
  if (code.startsWith("SQLITE_")) return damaged(file, error);
  return new AppError(
    "restore-failed",
    {
      ko: `"${config.home}" 폴더에 복원하지 못했어요(${code}). 지금 데이터는 그대로예요. HOME에 쓸 수 있는지, 그 안의 폴더가 따로 마운트되어 있지 않은지 확인해 주세요.`,
      en: `Nothing was restored into "${config.home}" (${code}); its state is as it was. Check that HOME can be written, and that no folder in it is a mount of its own.`,
    },
    { cause: error },
  );
}

/** What waits in a state that was restored. */
interface RestoredState {
  readonly approvals: number;
  readonly schedules: number;
  readonly people: number;
  /** Messages that will be sent, cards aside. */
  readonly unsent: number;
  /** Runs that were in flight, and ask before each further effect. */
  readonly inFlight: number;
}

/**
 * Brings the database of a restored state up to date, and to a state that repeats nothing blindly: after the backup was taken
 * the service went on, so what was in flight may have happened since. Effects of such runs ask; their messages are taken back
 * until then; other messages that waited go out behind a notice that they may have arrived before.
 * Throws `AppError` `database-newer`, and SQLite's errors.
 */
function settleRestored(parts: {
  readonly path: string;
  readonly config: Config;
  readonly edges: Edges;
  readonly takenAtMs: number;
}): RestoredState {
  const { config, edges } = parts;
  const home = homeAt(parts.path);
  const stores = openStores({
    config,
    edges,
    home,
    library: { workflows: () => new Map(), agents: () => [] },
  });
  const { database } = stores;
  try {
    const state = inTransaction(database, () => settle(stores, config, parts.takenAtMs));
    database.pragma("wal_checkpoint(TRUNCATE)");
    return state;
  } finally {
    database.close();
  }
}

/** What colleagues had not answered may have been done since the backup was taken. */
const CUT_OFF: Localized = {
  en: "The backup was taken before this was done, and it may have been done since. Ask again if it is still needed.",
  ko: "백업이 이 일을 마치기 전에 만들어졌고, 그 뒤에 이미 했을 수도 있어요. 아직 필요하면 다시 부탁해 주세요.",
};

function settle(stores: Stores, config: Config, takenAtMs: number): RestoredState {
  const { approvals, delegations, people, runs, schedules, standing, table } = stores;
  const decided = approvals.unsettled().flatMap((approval) => approval.runId ?? []);
  const inFlight = runs.markRestored(decided);
  // What was withdrawn since the backup would hold again.
  standing.endAll("restored");
  delegations.endOpen(failureIn(config.language, "restored", CUT_OFF));
  const keys = runs
    .openEffects()
    .flatMap((key) => [messageKey("message", key), messageKey("notice", key)]);
  table.dropUnsent(keys);
  const waiting = table.chatsWaiting();
  for (const { chatKey } of waiting) announce(stores, config, chatKey, takenAtMs);
  return {
    approvals: approvals.waiting().length,
    schedules: schedules.list().filter((schedule) => schedule.state === "active").length,
    people: people.all().length,
    unsent: waiting.reduce((sum, { count }) => sum + count, 0),
    inFlight,
  };
}

function announce(stores: Stores, config: Config, chatKey: string, takenAtMs: number): void {
  const reader = stores.people.get(stores.updates.personIn(chatKey) ?? "") ?? config;
  const text = say(reader.language, "restoredMessages", { time: dateAndTime(takenAtMs, reader) });
  const [platform = ""] = chatKey.split(":");
  const key = `restored:${takenAtMs}:${chatKey}`;
  stores.table.addInFront({ key, platform, chatKey, class: "briefing", message: { text } });
}
