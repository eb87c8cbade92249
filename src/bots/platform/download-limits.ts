import { type ByteSink, DeliveryError } from "./chat-adapter.ts";

/** Hands bytes on while they are within a limit. */
export interface CountedSink {
  readonly sink: ByteSink;
  readonly tookBytes: () => number;
}

/** Counts what comes and refuses what is too much before it is handed on. */
export function countedSink(sink: ByteSink, maxBytes: number): CountedSink {
  let took = 0;
  return {
    tookBytes: () => took,
    async sink(bytes) {
      took += bytes.byteLength;
      if (took > maxBytes) throw tooLarge(maxBytes);
      await sink(bytes);
    },
  };
}

/** The refusal of a file of more than `maxBytes`. */
export function tooLarge(maxBytes: number): DeliveryError {
  const size = `${Math.floor(maxBytes / 1024 / 1024)} MB`;
  return new DeliveryError("refused", {
    en: `The file is larger than the ${size} that can be fetched here. Send a smaller one, or parts of it.`,
    ko: `파일이 여기서 받을 수 있는 ${size}보다 커요. 더 작게 줄이거나 나누어 보내 주세요.`,
  });
}

/** A file ended before its end; another try may bring all of it. */
export function cutShort(cause?: unknown): DeliveryError {
  return new DeliveryError(
    "unknown",
    { en: "The file did not arrive whole.", ko: "파일이 다 오지 않았어요." },
    { cause },
  );
}

/** A file took longer than it may. */
export function tooSlow(timeoutMs: number): DeliveryError {
  const seconds = Math.round(timeoutMs / 1000);
  return new DeliveryError("unknown", {
    en: `The file did not arrive within ${seconds} s.`,
    ko: `${seconds}초 안에 파일이 다 오지 않았어요.`,
  });
}
