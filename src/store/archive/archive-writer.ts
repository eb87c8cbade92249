import { createHash } from "node:crypto";
import { closeSync, fsyncSync, openSync } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { z } from "zod";

/** Name of the first entry of a backup, by which even a cut one is known. It is empty. */
export const MARKER_NAME = "ibl-bot-backup";

/** Name of the last entry of a backup. */
export const MANIFEST_NAME = "manifest.json";

/** Layout of a backup file. Its ZIP comment is this number and the SHA-256 of the manifest. */
export const FORMAT_VERSION = 2;

const ENTRY = z.object({
  path: z.string(),
  kind: z.enum(["file", "folder"]),
  mode: z.int().nonnegative(),
  modifiedAtMs: z.int().nonnegative(),
  sizeBytes: z.int().nonnegative(),
  sha256: z.string(),
  index: z.int().nonnegative(),
});

/** One file or folder of a backup. `path` is relative, with "/" between its names; `mode` has the owner's three bits only; `sha256` is of the content, as 64 lower-case hex digits; `index` is the place of the content among the entries of the ZIP. A folder has neither content nor size. */
export type ArchiveEntry = Readonly<z.infer<typeof ENTRY>>;

/** Reads what a backup says of itself. */
export const MANIFEST = z.object({
  product: z.literal("ibl-bot"),
  version: z.string(),
  schema: z.int().nonnegative(),
  createdAtMs: z.int().nonnegative(),
  hasSecrets: z.boolean(),
  sizeBytes: z.int().nonnegative(),
  entries: z.array(ENTRY),
});

/** What a backup says of itself. `version` is the product's, `schema` the database's; `sizeBytes` is of all entries together; of the entries a folder comes before what is in it. */
export type Manifest = Readonly<z.infer<typeof MANIFEST>>;

/** An entry before its content was read. */
export type EntryFacts = Pick<ArchiveEntry, "path" | "kind" | "mode" | "modifiedAtMs">;

/** What the writer cannot know of the whole. */
export type ManifestFacts = Pick<Manifest, "version" | "schema" | "createdAtMs" | "hasSecrets">;

/** Writes a backup: a ZIP of files that are not compressed, with a manifest at its end. One chunk is in memory at a time. Throws the system's errors (`ENOSPC` for a full disk). The file is good only after `finish`; whoever opened it closes it. */
export class ArchiveWriter {
  readonly #zip: ZipWriter;
  readonly #entries: ArchiveEntry[] = [];
  #zipEntries = 1;
  #sizeBytes = 0;

  private constructor(zip: ZipWriter) {
    this.#zip = zip;
  }

  /** Makes the file, mode 0600; it must not exist. */
  static async create(path: string): Promise<ArchiveWriter> {
    const zip = await ZipWriter.create(path);
    await zip.addText(MARKER_NAME, "", { mtime: new Date(0), compress: false });
    return new ArchiveWriter(zip);
  }

  /** Bytes of all entries so far. */
  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** Adds a folder. */
  addFolder(facts: EntryFacts): void {
    this.#entries.push({ ...facts, sizeBytes: 0, sha256: "", index: 0 });
  }

  /** Adds a file: its size and digest are those of the chunks that `read` gave. When `read` throws, the file is not in the backup and another may be added. */
  async addFile(facts: EntryFacts, read: () => AsyncIterable<Uint8Array>): Promise<void> {
    const chunks = read()[Symbol.asyncIterator]();
    const first = await chunks.next();
    const hash = createHash("sha256");
    let failure: unknown;
    const content = async function* (): AsyncGenerator<Uint8Array> {
      try {
        for (let next = first; next.done !== true; next = await chunks.next()) {
          hash.update(next.value);
          yield next.value;
        }
      } catch (error) {
        failure = error; // what was begun stays in the ZIP as an entry that the manifest does not name
      } finally {
        await chunks.return?.();
      }
    };
    const index = this.#zipEntries;
    this.#zipEntries += 1;
    const { mode, modifiedAtMs } = facts;
    const options = { mtime: new Date(modifiedAtMs), mode, compress: false };
    const sizeBytes = await this.#zip.add(facts.path, content(), options);
    if (failure !== undefined) throw failure;
    this.#entries.push({ ...facts, sizeBytes, sha256: hash.digest("hex"), index });
    this.#sizeBytes += sizeBytes;
  }

  /** Seals the file and writes it through to the disk; nothing can be added after. */
  async finish(facts: ManifestFacts): Promise<Manifest> {
    const manifest: Manifest = {
      product: "ibl-bot",
      ...facts,
      sizeBytes: this.#sizeBytes,
      entries: this.#entries,
    };
    const json = JSON.stringify(manifest);
    const mtime = new Date(facts.createdAtMs);
    await this.#zip.addText(MANIFEST_NAME, json, { mtime, compress: false });
    const sha256 = createHash("sha256").update(json).digest("hex");
    await this.#zip.finish(`${FORMAT_VERSION} ${sha256}`);
    return manifest;
  }

  close(): Promise<void> {
    return this.#zip.close();
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

/** What a ZIP file says of one entry beside its name and content. */
interface ZipEntryOptions {
  readonly mtime: Date;
  /** Rights of a file, as `stat` gives them. Default 0600. */
  readonly mode?: number;
  /** Default true. */
  readonly compress?: boolean;
}

/** A regular file (POSIX `S_IFREG`). */
const REGULAR_FILE = 0o100000;

/** Writes a ZIP file entry by entry, one chunk in memory at a time. The file is whole after `finish`; whoever opened it closes it. */
export class ZipWriter {
  readonly #zip = new ZipFile();
  readonly #written: Promise<void>;

  private constructor(target: NodeJS.WritableStream) {
    this.#written = pipeline(this.#zip.outputStream, target);
    // Told to whoever adds, finishes or closes.
    this.#written.catch(() => undefined);
  }

  /** Makes the file, mode 0600; it must not exist. */
  static async create(path: string): Promise<ZipWriter> {
    const handle = await open(path, "wx", 0o600);
    return new ZipWriter(handle.createWriteStream({ flush: true }));
  }

  /** Adds one entry; `name` has "/" between its folders. Returns its size unpacked. Throws what `content` throws, and the system's errors; nothing can be added after. */
  async add(
    name: string,
    content: AsyncIterable<Uint8Array>,
    { mtime, mode = 0o600, compress = true }: ZipEntryOptions,
  ): Promise<number> {
    let sizeBytes = 0;
    const counted = async function* (): AsyncGenerator<Uint8Array> {
      for await (const bytes of content) {
        sizeBytes += bytes.byteLength;
        yield bytes;
      }
    };
    const source = Readable.from(counted(), { objectMode: false });
    // ZIP has "/" alone between names (PKWARE APPNOTE 4.4.17.1): a backslash is a letter of a name here.
    const entryName = name.replaceAll("\\", "%5C");
    this.#zip.addReadStream(source, entryName, { mtime, mode: REGULAR_FILE | mode, compress });
    try {
      await Promise.race([finished(source), this.#written]);
    } finally {
      source.destroy();
    }
    return sizeBytes;
  }

  /** Adds one entry of text. */
  addText(name: string, text: string, options: ZipEntryOptions): Promise<number> {
    return this.add(name, Readable.from([Buffer.from(text)]), options);
  }

  /** Writes the list of entries, with an ASCII comment on the whole, through to the disk; nothing can be added after. */
  async finish(comment = ""): Promise<void> {
    this.#zip.end({ comment, forceZip64Format: false });
    await this.#written;
  }

  /** Lets go of the file, whole or not. */
  async close(): Promise<void> {
    // yazl's output is a PassThrough; its types say less.
    (this.#zip.outputStream as Readable).destroy();
    await this.#written.catch(() => undefined);
  }
}
