import { korean } from "../../base/korean-particles.ts";
import { mediaTypeOfBytes } from "../../base/media-type.ts";
import type { Files } from "../../drivers/files/files.ts";
import { type Handlers, type ReadyCall, stringParam } from "../../engine/execute/action-types.ts";
import { failureIn, type Outcome, success } from "../../engine/values/outcome.ts";

/** Bytes at the head of a file that show what it is. */
const HEAD_BYTES = 16;

/** `forge:caption`: a picture of the chat's folder with words of its own, so that both come as one result. */
export function createCaptionHandlers({
  filesOf,
}: {
  readonly filesOf: (chatKey: string) => Files;
}): Handlers {
  return { "forge:caption": (call) => caption(filesOf, call) };
}

async function caption(filesOf: (chatKey: string) => Files, call: ReadyCall): Promise<Outcome> {
  const path = stringParam(call, "picture");
  const bytes = await filesOf(call.actor.chatId).readBytes(path);
  const mediaType = mediaTypeOfBytes(bytes.subarray(0, HEAD_BYTES), {
    claimed: "application/octet-stream",
    name: path,
  });
  if (!mediaType.startsWith("image/"))
    return failureIn(call.actor.language, "not-a-picture", {
      ko: korean`"${path}"은(는) 사진이 아닙니다 (${mediaType}).`,
      en: `"${path}" is no picture (${mediaType}).`,
    });
  const text = stringParam(call, "text").trimEnd();
  const value = { kind: "file", path, mediaType, sizeBytes: bytes.byteLength, text } as const;
  return success(value, { tainted: call.tainted });
}
