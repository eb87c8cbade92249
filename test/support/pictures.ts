import { Resvg } from "@resvg/resvg-js";
import type { Attachment } from "../../src/bots/platform/chat-adapter.ts";
import type { RecordingAdapter } from "./recording-adapter.ts";

/** A PNG of one colour. */
export function pngOf(width: number, height: number, colour = "#c00"): Buffer {
  const size = `width="${width}" height="${height}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect ${size} fill="${colour}"/></svg>`;
  return new Resvg(svg).render().asPng();
}

/** Lets the platform have a file, and gives what a message says of it. */
export function attachmentOf(
  adapter: RecordingAdapter,
  bytes: Uint8Array,
  facts: Partial<Attachment> = {},
): Attachment {
  const ref = facts.ref ?? `ref-${adapter.files.size + 1}`;
  adapter.files.set(ref, bytes);
  return {
    kind: "document",
    name: "file",
    mediaType: "application/octet-stream",
    sizeBytes: bytes.byteLength,
    ...facts,
    ref,
  };
}
