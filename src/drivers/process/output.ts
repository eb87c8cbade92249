/** Collects one output stream of a program within a bound: its beginning and its end are kept, what lies between is left out and said. */
export interface OutputBuffer {
  push(chunk: Buffer): void;
  /** All bytes that came, kept or not. */
  totalBytes(): number;
  isCut(): boolean;
  text(): string;
}

/** Makes a buffer that keeps at most `maxBytes`. */
export function createOutputBuffer(maxBytes: number): OutputBuffer {
  const headBytes = Math.ceil(maxBytes / 2);
  const tailBytes = maxBytes - headBytes;
  const head: Buffer[] = [];
  let tail = Buffer.alloc(0);
  let headSize = 0;
  let total = 0;
  return {
    push(chunk) {
      total += chunk.length;
      const part = chunk.subarray(0, headBytes - headSize);
      head.push(part);
      headSize += part.length;
      tail = lastBytes(tail, chunk.subarray(part.length), tailBytes);
    },
    totalBytes: () => total,
    isCut: () => total > maxBytes,
    text() {
      const start = Buffer.concat(head);
      if (total <= maxBytes) return Buffer.concat([start, tail]).toString("utf8");
      const left = total - headSize - tail.length;
      return `${trimEnd(start)}\n[${left} bytes left out]\n${trimStart(tail)}`;
    },
  };
}

function lastBytes(kept: Buffer, added: Buffer, maxBytes: number): Buffer<ArrayBuffer> {
  const fresh = added.subarray(Math.max(0, added.length - maxBytes));
  const old = kept.subarray(Math.max(0, kept.length + fresh.length - maxBytes));
  return Buffer.concat([old, fresh]);
}

/** A cut goes through the middle of a character at most once on each side. */
function trimEnd(bytes: Buffer): string {
  return bytes.toString("utf8").replace(/\ufffd$/, "");
}

function trimStart(bytes: Buffer): string {
  return bytes.toString("utf8").replace(/^\ufffd{1,3}/, "");
}
