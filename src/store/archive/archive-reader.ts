import { createHash } from "node:crypto";
import { AppError, codeOf } from "../../base/errors.ts";
import type { Database, Statement } from "../database.ts";
import { Sqlite } from "../sqlite.ts";
import {
  APPLICATION_ID,
  ARCHIVE_TABLES,
  type ArchiveEntry,
  CHUNK_BYTES,
  damaged,
  FORMAT_VERSION,
  type Manifest,
  parseManifest,
  sealEntry,
  sha256Of,
} from "./archive-format.ts";

interface EntryRow {
  readonly id: number;
  readonly path: string;
  readonly kind: string;
  readonly mode: number;
  readonly modified_at_ms: number;
  readonly size_bytes: number;
  readonly sha256: string;
}

/** An open backup file whose manifest and list of entries are whole. Its paths are as they stand: whoever writes them judges them. Whoever opened it closes it. */
export class ArchiveReader {
  readonly manifest: Manifest;
  readonly #path: string;
  readonly #database: Database;
  readonly #after: Statement<[number], EntryRow>;
  readonly #chunk: Statement<[number, number], { readonly bytes: Uint8Array }>;

  /** Throws `AppError`: `backup-missing`, `backup-unknown` for a file that is no backup, `backup-newer`, `backup-damaged`. */
  constructor(path: string) {
    this.#path = path;
    this.#database = openFile(path);
    try {
      this.#guard(() => checkShape(this.#database, path));
      this.#after = this.#database.prepare(
        "SELECT * FROM entries WHERE id > ? ORDER BY id LIMIT 1",
      );
      this.#chunk = this.#database.prepare(
        "SELECT bytes FROM chunks WHERE entry_id = ? AND sequence = ?",
      );
      this.manifest = this.#guard(() => this.#readManifest());
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  /** Every entry, in the order they were added: a folder before what is in it. Throws `backup-damaged`. */
  *entries(): Generator<ArchiveEntry & { readonly id: number }> {
    let id = 0;
    for (;;) {
      const row = this.#guard(() => this.#after.get(id));
      if (row === undefined) return;
      id = row.id;
      yield { ...this.#entryOf(row), id };
    }
  }

  /** The content of a file, a chunk at a time; other work gets its turn between two. Throws `backup-damaged` at the end of content that is not what was written. */
  async *content(entry: ArchiveEntry & { readonly id: number }): AsyncGenerator<Uint8Array> {
    const hash = createHash("sha256");
    let sizeBytes = 0;
    for (let sequence = 0; ; sequence += 1) {
      const bytes = this.#guard(() => this.#chunk.get(entry.id, sequence)?.bytes);
      if (bytes === undefined) break;
      hash.update(bytes);
      sizeBytes += bytes.byteLength;
      yield bytes;
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (sizeBytes !== entry.sizeBytes || hash.digest("hex") !== entry.sha256)
      throw damaged(this.#path);
  }

  close(): void {
    this.#database.close();
  }

  #readManifest(): Manifest {
    const row = this.#database
      .prepare<[], { readonly json: string; readonly sha256: string }>(
        "SELECT json, sha256 FROM manifest",
      )
      .get();
    const manifest = row === undefined ? undefined : parseManifest(row.json);
    if (row === undefined || manifest === undefined || sha256Of(row.json) !== row.sha256)
      throw damaged(this.#path);
    const seal = createHash("sha256");
    let count = 0;
    for (const entry of this.entries()) {
      sealEntry(seal, entry);
      count += 1;
    }
    if (count !== manifest.entryCount || seal.digest("hex") !== manifest.entriesSha256)
      throw damaged(this.#path);
    return manifest;
  }

  #entryOf(row: EntryRow): ArchiveEntry {
    const { path, kind, mode, size_bytes: sizeBytes, sha256 } = row;
    if (kind !== "file" && kind !== "folder") throw damaged(this.#path);
    return { path, kind, mode, modifiedAtMs: row.modified_at_ms, sizeBytes, sha256 };
  }

  #guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (codeOf(error).startsWith("SQLITE_")) throw damaged(this.#path, error);
      throw error;
    }
  }
}

function openFile(path: string): Database {
  try {
    return new Sqlite(path, { readonly: true, fileMustExist: true });
  } catch (error) {
    throw new AppError(
      "backup-missing",
      {
        ko: `백업 파일을 열 수 없습니다: "${path}". 경로와 읽기 권한을 확인해 주세요.`,
        en: `The backup "${path}" cannot be opened. Check its path, and that you may read it.`,
      },
      { cause: error },
    );
  }
}

/** A file made by hand may hold views and triggers, or rows that fill the memory: nothing but the three tables is read. */
function checkShape(database: Database, path: string): void {
  if (!isOurs(database)) throw unknownFile(path);
  database.pragma("trusted_schema = OFF");
  database.pragma("cell_size_check = ON");
  const format = Number(database.pragma("user_version", { simple: true }));
  if (format > FORMAT_VERSION) throw newerBackup(path, `format ${format}`);
  const made = database
    .prepare<[], { readonly sql: string }>(
      "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name",
    )
    .all()
    .map(({ sql }) => sql);
  if (JSON.stringify(made) !== JSON.stringify(ARCHIVE_TABLES)) throw damaged(path);
  const tooLong = database
    .prepare("SELECT 1 FROM chunks WHERE length(bytes) > ? LIMIT 1")
    .get(CHUNK_BYTES);
  if (tooLong !== undefined) throw damaged(path);
}

function isOurs(database: Database): boolean {
  try {
    return Number(database.pragma("application_id", { simple: true })) === APPLICATION_ID;
  } catch (error) {
    if (codeOf(error) === "SQLITE_NOTADB") return false;
    throw error;
  }
}

function unknownFile(path: string): AppError {
  return new AppError("backup-unknown", {
    ko: `"ibl-bot backup"이 만든 파일이 아닙니다: "${path}"`,
    en: `"${path}" is not a file that "ibl-bot backup" has written.`,
  });
}

/** The error for a backup that this version cannot read; `what` names what is newer. */
export function newerBackup(path: string, what: string): AppError {
  return new AppError("backup-newer", {
    ko: `더 새로운 버전이 만든 백업입니다(${what}): "${path}". 아무것도 바꾸지 않았습니다. ibl-bot을 그 버전 이상으로 올린 다음(git pull) 다시 복원해 주세요.`,
    en: `The backup "${path}" was made by a newer version (${what}). Nothing was changed. Update ibl-bot to that version or later (git pull), then restore again.`,
  });
}
