import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { fromBufferPromise } from "yauzl";

/** Reads a ZIP by its list of entries, as unpackers do: names to content. Throws for a checksum that does not fit. */
export async function readZip(bytes: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const zip = await fromBufferPromise(bytes);
  const entries = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const content = await buffer(await zip.openReadStreamPromise(entry));
    if (crc32(content) !== entry.crc32) throw new Error(`"${entry.fileName}" is damaged.`);
    entries.set(entry.fileName, content);
  }
  return entries;
}
