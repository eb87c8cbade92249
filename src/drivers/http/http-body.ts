import { type Readable, Transform, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createUnzip, constants as zlib } from "node:zlib";
import { AppError } from "../../base/errors.ts";
import { korean } from "../../base/korean-particles.ts";

/** Most content codings undone on one answer; a longer chain is only ever an attack. */
const MOST_CODINGS = 2;

/** Reads a body to its end, undoing gzip, deflate and br. Fails with `http-too-large` once more than `maxBytes` were sent or came out of the decompression, and reads no further. */
export async function readBody(
  body: Readable,
  options: {
    readonly contentEncoding: string | undefined;
    readonly maxBytes: number;
    readonly origin: string;
  },
): Promise<Uint8Array> {
  const { maxBytes, origin } = options;
  const chunks: Uint8Array[] = [];
  const sink = new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  const stages = decoders(options.contentEncoding, origin).flatMap((decoder) => [
    decoder,
    createMeter(maxBytes, origin),
  ]);
  await pipeline([body, createMeter(maxBytes, origin), ...stages, sink]);
  return Buffer.concat(chunks);
}

/** The failure of an answer above its limit, with the limit as people write it. */
export function tooLarge(origin: string, maxBytes: number): AppError {
  return new AppError("http-too-large", {
    en: `"${origin}" sent more than the ${sizeText(maxBytes)} allowed for this answer, so reading was stopped. Ask for a smaller page or file.`,
    ko: `"${origin}"의 답이 한도인 ${sizeText(maxBytes)}를 넘어 읽기를 멈췄습니다. 더 작은 페이지나 파일을 요청해 주세요.`,
  });
}

function createMeter(maxBytes: number, origin: string): Transform {
  let sizeBytes = 0;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > maxBytes) done(tooLarge(origin, maxBytes));
      else done(null, chunk);
    },
  });
}

/** Codings are undone last to first (RFC 9110, section 8.4). */
function decoders(contentEncoding: string | undefined, origin: string): readonly Transform[] {
  const names = (contentEncoding ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity");
  if (names.length > MOST_CODINGS) throw unknownCoding(origin);
  return names.reverse().map((name) => createDecoder(name, origin));
}

/** A stream cut short gives what it has, as browsers do. */
function createDecoder(name: string, origin: string): Transform {
  switch (name) {
    case "gzip":
    case "x-gzip":
    case "deflate":
      return createUnzip({ finishFlush: zlib.Z_SYNC_FLUSH });
    case "br":
      return createBrotliDecompress({ finishFlush: zlib.BROTLI_OPERATION_FLUSH });
    default:
      throw unknownCoding(origin);
  }
}

function unknownCoding(origin: string): AppError {
  return new AppError("http-unreachable", {
    en: `"${origin}" compressed its answer in a way that was not asked for, so it cannot be read. Try another address.`,
    ko: korean`"${origin}"이(가) 요청하지 않은 방식으로 답을 압축해 읽을 수 없습니다. 다른 주소를 써 보세요.`,
  });
}

function sizeText(sizeBytes: number): string {
  const mebibytes = sizeBytes / 1024 / 1024;
  return mebibytes >= 1 ? `${Number(mebibytes.toFixed(1))} MiB` : `${sizeBytes} bytes`;
}
