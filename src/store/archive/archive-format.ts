import { createHash, type Hash } from "node:crypto";
import { z } from "zod";
import { AppError } from "../../base/errors.ts";

/** Marks a SQLite file as a backup of ours (SQLite documentation, PRAGMA application_id): "iblb" in ASCII. */
export const APPLICATION_ID = 0x69626c62;

/** Layout of the file, kept in its `user_version`. */
export const FORMAT_VERSION = 1;

/** Largest piece of an entry in one row: what is held in memory at a time. */
export const CHUNK_BYTES = 1024 * 1024;

/** The tables of a backup file, exactly as `sqlite_schema` gives them back. An entry's bytes are its chunks in the order of `sequence`, from 0. */
export const ARCHIVE_TABLES: readonly string[] = [
  "CREATE TABLE chunks (entry_id INTEGER NOT NULL, sequence INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (entry_id, sequence)) STRICT",
  "CREATE TABLE entries (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, mode INTEGER NOT NULL, modified_at_ms INTEGER NOT NULL, size_bytes INTEGER NOT NULL, sha256 TEXT NOT NULL) STRICT",
  "CREATE TABLE manifest (json TEXT NOT NULL, sha256 TEXT NOT NULL) STRICT",
];

/** One file or folder of a backup. `path` is relative, with "/" between its names; `mode` has the owner's three bits only. */
export interface ArchiveEntry {
  readonly path: string;
  readonly kind: "file" | "folder";
  readonly mode: number;
  /** Unix milliseconds. */
  readonly modifiedAtMs: number;
  /** 0 for a folder. */
  readonly sizeBytes: number;
  /** Of the content, as 64 lower-case hex digits; "" for a folder. */
  readonly sha256: string;
}

const MANIFEST = z.object({
  product: z.literal("ibl-bot"),
  version: z.string(),
  schema: z.int().nonnegative(),
  createdAtMs: z.int().nonnegative(),
  hasSecrets: z.boolean(),
  entryCount: z.int().nonnegative(),
  sizeBytes: z.int().nonnegative(),
  entriesSha256: z.string(),
});

/** What a backup says of itself. `version` is the product's, `schema` the database's; `sizeBytes` is of all entries together; `entriesSha256` seals the list of entries. */
export type Manifest = Readonly<z.infer<typeof MANIFEST>>;

/** Reads a manifest; `undefined` for a text that is none. */
export function parseManifest(json: string): Manifest | undefined {
  try {
    return MANIFEST.safeParse(JSON.parse(json)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** SHA-256 of a text, as 64 lower-case hex digits. */
export function sha256Of(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Adds an entry to the digest that seals the list; entries go in the order of their ids. */
export function sealEntry(hash: Hash, entry: ArchiveEntry): void {
  const { path, kind, mode, modifiedAtMs, sizeBytes, sha256 } = entry;
  hash.update(`${JSON.stringify([path, kind, mode, modifiedAtMs, sizeBytes, sha256])}\n`);
}

/** The error for a file that is not what was once written. */
export function damaged(path: string, cause?: unknown): AppError {
  return new AppError(
    "backup-damaged",
    {
      ko: `백업 파일이 손상되었거나 잘려 있습니다: "${path}". 아무것도 바꾸지 않았습니다. 다른 사본이나 더 이전의 백업으로 다시 시도해 주세요.`,
      en: `The backup "${path}" is damaged or cut short. Nothing was changed. Try another copy of it, or an earlier backup.`,
    },
    { cause },
  );
}
