import { constants } from "node:buffer";
import { createHash } from "node:crypto";
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { AppError } from "../../base/errors.ts";
import {
  type ArchiveEntry,
  FORMAT_VERSION,
  MANIFEST,
  MANIFEST_NAME,
  MARKER_NAME,
  type Manifest,
} from "./archive-writer.ts";

/** Where the name of the first entry begins (PKWARE APPNOTE 4.3.7). */
const NAME_OFFSET = 30;

/** An open backup file whose manifest is whole. Its paths are as they stand: whoever writes them judges them. Whoever opened it closes it. */
export class ArchiveReader {
  readonly manifest: Manifest;
  readonly #path: string;
  readonly #zip: ZipFile;
  readonly #zipEntries: readonly Entry[];

  private constructor(
    path: string,
    zip: ZipFile,
    zipEntries: readonly Entry[],
    manifest: Manifest,
  ) {
    this.#path = path;
    this.#zip = zip;
    this.#zipEntries = zipEntries;
    this.manifest = manifest;
  }

  /** Throws `AppError`: `backup-missing`, `backup-unknown` for a file that is no backup, `backup-older` for one in the former layout, `backup-newer`, `backup-damaged`. */
  static async open(path: string): Promise<ArchiveReader> {
    checkStart(path);
    let zip: ZipFile | undefined;
    try {
      zip = await openPromise(path, { autoClose: false });
      const [, format = "", sha256 = ""] = /^(\d{1,9}) ([0-9a-f]{64})$/.exec(zip.comment) ?? [];
      if (Number(format) > FORMAT_VERSION) throw newerBackup(path, `format ${format}`);
      const zipEntries: Entry[] = [];
      for await (const entry of zip.eachEntry()) zipEntries.push(entry);
      const manifest = await readManifest(zip, zipEntries.at(-1), sha256);
      if (manifest === undefined) throw damaged(path);
      return new ArchiveReader(path, zip, zipEntries, manifest);
    } catch (error) {
      zip?.close();
      throw error instanceof AppError ? error : damaged(path, error);
    }
  }

  /** The content of a file, a chunk at a time. Throws `backup-damaged`, at its end where it is not what was written. */
  async *content({ index, sizeBytes, sha256 }: ArchiveEntry): AsyncGenerator<Uint8Array> {
    const found = this.#zipEntries[index];
    if (found === undefined || !isStored(found) || found.uncompressedSize !== sizeBytes)
      throw damaged(this.#path);
    const hash = createHash("sha256");
    try {
      for await (const bytes of await this.#zip.openReadStreamPromise(found)) {
        hash.update(bytes);
        yield bytes;
      }
    } catch (error) {
      throw damaged(this.#path, error);
    }
    if (hash.digest("hex") !== sha256) throw damaged(this.#path);
  }

  close(): void {
    this.#zip.close();
  }
}

async function readManifest(
  zip: ZipFile,
  entry: Entry | undefined,
  sha256: string,
): Promise<Manifest | undefined> {
  if (entry?.fileName !== MANIFEST_NAME || !isStored(entry)) return undefined;
  if (entry.uncompressedSize > constants.MAX_STRING_LENGTH) return undefined;
  const bytes = await buffer(await zip.openReadStreamPromise(entry));
  if (createHash("sha256").update(bytes).digest("hex") !== sha256) return undefined;
  const manifest = MANIFEST.parse(JSON.parse(bytes.toString()));
  // Nothing is compressed, so what comes out is never more than the file holds, also where entries overlap.
  const sizeBytes = manifest.entries.reduce((sum, each) => sum + each.sizeBytes, 0);
  return sizeBytes === manifest.sizeBytes && sizeBytes <= zip.fileSize ? manifest : undefined;
}

function isStored(entry: Entry): boolean {
  return entry.compressionMethod === 0 && !entry.isEncrypted();
}

/** Throws where a file is missing, or does not begin as a backup does. */
function checkStart(path: string): void {
  const start = Buffer.alloc(NAME_OFFSET + MARKER_NAME.length);
  try {
    // To open a pipe would wait for whoever writes into it.
    if (!statSync(path).isFile()) throw new TypeError("It is not a file.");
    const handle = openSync(path, "r");
    try {
      readSync(handle, start);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    throw new AppError(
      "backup-missing",
      {
        ko: `백업 파일을 열 수 없어요: "${path}". 경로와 읽기 권한을 확인해 주세요.`,
        en: `The backup "${path}" cannot be opened. Check its path, and that you may read it.`,
      },
      { cause: error },
    );
  }
  if (start.toString("latin1", NAME_OFFSET) === MARKER_NAME) return;
  // Documentation of SQLite, "Database File Format", 1.3.
  if (start.toString("latin1").startsWith("SQLite format 3\0"))
    throw new AppError("backup-older", {
      ko: `"${path}" 파일은 백업이 ZIP 파일이 되기 전 형식의 백업이거나 데이터베이스예요. 아무것도 바꾸지 않았어요. 그 백업을 만든 버전으로 복원하고, 올린 다음 다시 백업해 주세요.`,
      en: `"${path}" is a backup from before backups were ZIP files, or a database. Nothing was changed. Restore it with the version that made it, update, then back up again.`,
    });
  throw new AppError("backup-unknown", {
    ko: `"ibl-bot backup"이 만든 파일이 아니에요: "${path}"`,
    en: `"${path}" is not a file that "ibl-bot backup" has written.`,
  });
}

/** The error for a file that is not what was once written. */
export function damaged(path: string, cause?: unknown): AppError {
  return new AppError(
    "backup-damaged",
    {
      ko: `백업 파일이 손상되었거나 잘려 있어요: "${path}". 아무것도 바꾸지 않았어요. 다른 사본이나 더 이전의 백업으로 다시 시도해 주세요.`,
      en: `The backup "${path}" is damaged or cut short. Nothing was changed. Try another copy of it, or an earlier backup.`,
    },
    { cause },
  );
}

/** The error for a backup that this version cannot read; `what` names what is newer. */
export function newerBackup(path: string, what: string): AppError {
  return new AppError("backup-newer", {
    ko: `더 새로운 버전이 만든 백업이에요(${what}): "${path}". 아무것도 바꾸지 않았어요. ibl-bot을 그 버전 이상으로 올린 다음(git pull) 다시 복원해 주세요.`,
    en: `The backup "${path}" was made by a newer version (${what}). Nothing was changed. Update ibl-bot to that version or later (git pull), then restore again.`,
  });
}
