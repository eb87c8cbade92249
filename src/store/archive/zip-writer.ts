import { once } from "node:events";
import { type FileHandle, open } from "node:fs/promises";
import { crc32, createDeflateRaw } from "node:zlib";
import { AppError } from "../../base/errors.ts";

/** Most that the format holds without its 64-bit extension (PKWARE APPNOTE 4.4.1.4: four-byte sizes and offsets, two-byte counts). */
const MOST_BYTES = 0xffff_ffff;
const MOST_ENTRIES = 0xffff;

/** Signatures, and the version that reads deflated entries (PKWARE APPNOTE 4.3.7, 4.3.12, 4.3.16, 4.4.3). */
const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_RECORD = 0x06054b50;
const NEEDS_VERSION = 20;

/** Names are UTF-8 (PKWARE APPNOTE 4.4.4, bit 11); method 8 is deflate (4.4.5). */
const UTF8_FLAG = 1 << 11;
const DEFLATED = 8;

/** A regular file that its owner may read and write, as Unix programs read it from the upper half (made by: 3, Unix; APPNOTE 4.4.2). */
const MADE_BY_UNIX = (3 << 8) | NEEDS_VERSION;
const OWNER_FILE = (0o100600 << 16) >>> 0;

/** What the format says of one entry. */
interface Entry {
  readonly name: Buffer;
  readonly offset: number;
  readonly time: number;
  readonly date: number;
  readonly checksum: number;
  readonly packedBytes: number;
  readonly sizeBytes: number;
}

/** Writes a ZIP file, one chunk in memory at a time. The file is whole after `finish`; whoever opened it closes it. Throws `AppError` `export-too-large` beyond 4 GiB or 65,535 entries. */
export class ZipWriter {
  readonly #file: FileHandle;
  readonly #entries: Entry[] = [];
  readonly #stamp: { readonly time: number; readonly date: number };
  #offset = 0;

  private constructor(file: FileHandle, nowMs: number) {
    this.#file = file;
    this.#stamp = stampOf(nowMs);
  }

  /** Makes the file, mode 0600; it must not exist. */
  static async create(path: string, nowMs: number): Promise<ZipWriter> {
    return new ZipWriter(await open(path, "wx", 0o600), nowMs);
  }

  /** Bytes written so far. */
  get sizeBytes(): number {
    return this.#offset;
  }

  /** Adds one entry; `name` has "/" between its folders. Returns its size unpacked. */
  async add(name: string, content: AsyncIterable<Uint8Array>): Promise<number> {
    const offset = this.#offset;
    const entry = { name: Buffer.from(name), offset, ...this.#stamp };
    await this.#write(headerOf({ ...entry, checksum: 0, packedBytes: 0, sizeBytes: 0 }));
    const startsAt = this.#offset;
    const { checksum, sizeBytes } = await this.#pack(content);
    const whole = { ...entry, checksum, sizeBytes, packedBytes: this.#offset - startsAt };
    refuseBeyond(sizeBytes <= MOST_BYTES && this.#offset <= MOST_BYTES);
    // What is known only now takes the place of the zeros.
    const header = headerOf(whole);
    await this.#file.write(header, 0, header.length, offset);
    this.#entries.push(whole);
    refuseBeyond(this.#entries.length <= MOST_ENTRIES);
    return sizeBytes;
  }

  /** Adds one entry of text. */
  addText(name: string, text: string): Promise<number> {
    return this.add(
      name,
      (async function* () {
        yield Buffer.from(text);
      })(),
    );
  }

  /** Writes the list of entries; nothing can be added after. */
  async finish(): Promise<void> {
    const offset = this.#offset;
    for (const entry of this.#entries) await this.#write(listingOf(entry));
    await this.#write(endOf(this.#entries.length, this.#offset - offset, offset));
    await this.#file.sync();
  }

  /** Lets go of the file. */
  close(): Promise<void> {
    return this.#file.close();
  }

  async #pack(content: AsyncIterable<Uint8Array>) {
    const deflate = createDeflateRaw();
    const written = this.#drain(deflate);
    // A failure is told by the loop below, which then has somebody listening.
    written.catch(() => undefined);
    let checksum = 0;
    let sizeBytes = 0;
    try {
      for await (const bytes of content) {
        checksum = crc32(bytes, checksum);
        sizeBytes += bytes.byteLength;
        if (!deflate.write(bytes)) await Promise.race([once(deflate, "drain"), written]);
      }
      deflate.end();
      await written;
    } finally {
      deflate.destroy();
    }
    return { checksum, sizeBytes };
  }

  async #drain(packed: AsyncIterable<Buffer>): Promise<void> {
    for await (const bytes of packed) await this.#write(bytes);
  }

  async #write(bytes: Uint8Array): Promise<void> {
    await this.#file.write(bytes, 0, bytes.byteLength, this.#offset);
    this.#offset += bytes.byteLength;
  }
}

function refuseBeyond(fits: boolean): void {
  if (fits) return;
  throw new AppError("export-too-large", {
    ko: "내보낼 데이터가 ZIP 파일 하나에 담을 수 있는 크기(4 GB, 파일 65,535개)를 넘습니다. 파일을 정리하거나 파일 폴더를 직접 복사해 주세요.",
    en: "This is more than one ZIP file can hold (4 GB, 65,535 files). Delete some files, or copy the folder of the files yourself.",
  });
}

/** Signature, version, flags, method, time, date, checksum, sizes, length of the name, of nothing, and the name. */
function headerOf({ name, time, date, checksum, packedBytes, sizeBytes }: Entry): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(LOCAL_HEADER, 0);
  writeCommon(header, 4, { time, date, checksum, packedBytes, sizeBytes });
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function listingOf(entry: Entry): Buffer {
  const listing = Buffer.alloc(46);
  listing.writeUInt32LE(CENTRAL_HEADER, 0);
  listing.writeUInt16LE(MADE_BY_UNIX, 4);
  writeCommon(listing, 6, entry);
  listing.writeUInt16LE(entry.name.length, 28);
  listing.writeUInt32LE(OWNER_FILE, 38);
  listing.writeUInt32LE(entry.offset, 42);
  return Buffer.concat([listing, entry.name]);
}

function writeCommon(
  target: Buffer,
  at: number,
  { time, date, checksum, packedBytes, sizeBytes }: Omit<Entry, "name" | "offset">,
): void {
  target.writeUInt16LE(NEEDS_VERSION, at);
  target.writeUInt16LE(UTF8_FLAG, at + 2);
  target.writeUInt16LE(DEFLATED, at + 4);
  target.writeUInt16LE(time, at + 6);
  target.writeUInt16LE(date, at + 8);
  target.writeUInt32LE(checksum, at + 10);
  target.writeUInt32LE(packedBytes > MOST_BYTES ? 0 : packedBytes, at + 14);
  target.writeUInt32LE(sizeBytes > MOST_BYTES ? 0 : sizeBytes, at + 18);
}

function endOf(count: number, listBytes: number, offset: number): Buffer {
  refuseBeyond(offset + listBytes <= MOST_BYTES);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END_RECORD, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(listBytes, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}

/** MS-DOS time and date, two seconds a unit, years from 1980 (PKWARE APPNOTE 4.4.6); in UTC. */
function stampOf(nowMs: number): { readonly time: number; readonly date: number } {
  const now = new Date(Math.max(nowMs, Date.UTC(1980, 0, 1)));
  const time =
    (now.getUTCHours() << 11) | (now.getUTCMinutes() << 5) | Math.floor(now.getUTCSeconds() / 2);
  const date =
    ((now.getUTCFullYear() - 1980) << 9) | ((now.getUTCMonth() + 1) << 5) | now.getUTCDate();
  return { time, date };
}
