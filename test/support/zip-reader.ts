import { crc32, inflateRawSync } from "node:zlib";

/** Reads a ZIP by its list of entries, as unpackers do: names to content. Throws for a checksum that does not fit. */
export function readZip(bytes: Buffer): ReadonlyMap<string, Buffer> {
  const end = bytes.length - 22;
  if (bytes.readUInt32LE(end) !== 0x06054b50) throw new Error("The end of a ZIP is missing.");
  const entries = new Map<string, Buffer>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) throw new Error("The list of entries is broken.");
    const [checksum, packedBytes, sizeBytes] = [16, 20, 24].map((offset) =>
      bytes.readUInt32LE(at + offset),
    ) as [number, number, number];
    const nameLength = bytes.readUInt16LE(at + 28);
    const local = bytes.readUInt32LE(at + 42);
    const name = bytes.toString("utf8", at + 46, at + 46 + nameLength);
    if (bytes.readUInt32LE(local + 14) !== checksum)
      throw new Error(`"${name}" has two checksums.`);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = inflateRawSync(bytes.subarray(start, start + packedBytes));
    if (content.length !== sizeBytes || crc32(content) !== checksum)
      throw new Error(`"${name}" is damaged.`);
    entries.set(name, content);
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}
