import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";

/** What a ZIP file says of one entry beside its name and content. */
export interface ZipEntryOptions {
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
