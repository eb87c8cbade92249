import { createHash, type Hash } from "node:crypto";
import { closeSync, fsyncSync, openSync } from "node:fs";
import type { Database, Statement } from "../database.ts";
import { Sqlite } from "../sqlite.ts";
import {
  APPLICATION_ID,
  ARCHIVE_TABLES,
  type ArchiveEntry,
  FORMAT_VERSION,
  type Manifest,
  sealEntry,
  sha256Of,
} from "./archive-format.ts";

/** An entry before its content was read. */
export type EntryFacts = Pick<ArchiveEntry, "path" | "kind" | "mode" | "modifiedAtMs">;

/** What the writer cannot know of the whole. */
export type ManifestFacts = Pick<Manifest, "version" | "schema" | "createdAtMs" | "hasSecrets">;

/** Writes a backup file entry by entry, one chunk in memory at a time. Throws SQLite's errors (`SQLITE_FULL` for a full disk). The file is good only after `finish`; whoever opened it closes it. */
export class ArchiveWriter {
  readonly #path: string;
  readonly #database: Database;
  readonly #insertEntry: Statement<[number, string, string, number, number, number, string]>;
  readonly #insertChunk: Statement<[number, number, Uint8Array]>;
  readonly #dropChunks: Statement<[number]>;
  readonly #seal: Hash = createHash("sha256");
  #count = 0;
  #sizeBytes = 0;

  /** `path` names an empty file that nobody else writes. */
  constructor(path: string) {
    this.#path = path;
    this.#database = new Sqlite(path);
    // Half a file is thrown away, so no journal need outlive the process; `finish` writes it through to the disk.
    this.#database.pragma("journal_mode = MEMORY");
    this.#database.pragma("synchronous = OFF");
    this.#database.pragma("locking_mode = EXCLUSIVE");
    this.#database.pragma(`application_id = ${APPLICATION_ID}`);
    this.#database.pragma(`user_version = ${FORMAT_VERSION}`);
    for (const sql of ARCHIVE_TABLES) this.#database.exec(sql);
    this.#insertEntry = this.#database.prepare(
      "INSERT INTO entries (id, path, kind, mode, modified_at_ms, size_bytes, sha256) VALUES (?, ?, ?, ?, ?, ?, ?)",
    );
    this.#insertChunk = this.#database.prepare(
      "INSERT INTO chunks (entry_id, sequence, bytes) VALUES (?, ?, ?)",
    );
    this.#dropChunks = this.#database.prepare("DELETE FROM chunks WHERE entry_id = ?");
  }

  /** Bytes of all entries so far. */
  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** Adds a folder. */
  addFolder(facts: EntryFacts): void {
    this.#add({ ...facts, sizeBytes: 0, sha256: "" });
  }

  /** Adds a file: its size and digest are those of the chunks that `read` gave, each at most 1 MiB. When `read` throws, the file is not in the backup and another may be added. */
  async addFile(facts: EntryFacts, read: () => AsyncIterable<Uint8Array>): Promise<void> {
    const hash = createHash("sha256");
    const id = this.#count + 1;
    let sequence = 0;
    let sizeBytes = 0;
    try {
      for await (const bytes of read()) {
        this.#insertChunk.run(id, sequence, bytes);
        hash.update(bytes);
        sequence += 1;
        sizeBytes += bytes.byteLength;
      }
    } catch (error) {
      this.#dropChunks.run(id);
      throw error;
    }
    this.#add({ ...facts, sizeBytes, sha256: hash.digest("hex") });
  }

  /** Seals the file and writes it through to the disk; nothing can be added after. */
  finish(facts: ManifestFacts): Manifest {
    const manifest: Manifest = {
      product: "ibl-bot",
      ...facts,
      entryCount: this.#count,
      sizeBytes: this.#sizeBytes,
      entriesSha256: this.#seal.digest("hex"),
    };
    const json = JSON.stringify(manifest);
    this.#database
      .prepare("INSERT INTO manifest (json, sha256) VALUES (?, ?)")
      .run(json, sha256Of(json));
    this.close();
    flushPath(this.#path);
    return manifest;
  }

  close(): void {
    this.#database.close();
  }

  #add(entry: ArchiveEntry): void {
    this.#count += 1;
    this.#sizeBytes += entry.sizeBytes;
    const { path, kind, mode, modifiedAtMs, sizeBytes, sha256 } = entry;
    this.#insertEntry.run(this.#count, path, kind, mode, modifiedAtMs, sizeBytes, sha256);
    sealEntry(this.#seal, entry);
  }
}

/** Writes a file, or the names in a folder, through to the disk. */
export function flushPath(path: string): void {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
