import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { TurnFile } from "../agent/turn/turn-files.ts";
import { AppError, codeOf } from "../base/errors.ts";
import { korean } from "../base/korean-particles.ts";
import { mediaTypeOfBytes } from "../base/media-type.ts";
import { inboxPath } from "../bots/files/attachment-name.ts";
import type { Parts } from "./open-app.ts";

/** Takes files of this machine into a chat's folder, as if they had been sent there. `paths` are absolute. Throws `AppError`: `bad-arguments` for what is no file, and what the folder refuses. */
export async function takeLocalFiles(
  parts: Parts,
  chatKey: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<readonly TurnFile[]> {
  const taken: TurnFile[] = [];
  for (const path of paths) taken.push(await takeOne(parts, chatKey, path, signal));
  return taken;
}

async function takeOne(
  { intake }: Parts,
  chatKey: string,
  source: string,
  signal: AbortSignal,
): Promise<TurnFile> {
  const { inbox } = intake;
  const name = basename(source);
  const sizeBytes = await sizeOf(source);
  const { head, ...file } = await inbox.receive(chatKey, {
    nameAt: (count) => inboxPath(name, count),
    sizeBytes,
    fill: async (write) => {
      for await (const bytes of createReadStream(source, { signal })) await write(bytes);
    },
    onWhole: () => undefined,
  });
  const mediaType = mediaTypeOfBytes(head, { claimed: "application/octet-stream", name });
  const facts = { ...file, mediaType };
  return { ...facts, content: await inbox.read(chatKey, facts, signal) };
}

async function sizeOf(path: string): Promise<number> {
  try {
    const stats = await stat(path);
    if (stats.isFile()) return stats.size;
    throw new AppError("bad-arguments", {
      ko: korean`"${path}"은(는) 파일이 아닙니다. --file에는 파일 하나를 적고, 여럿이면 --file을 되풀이하세요.`,
      en: `"${path}" is no file; --file takes one, and may be given again.`,
    });
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("bad-arguments", {
      ko: korean`"${path}"을(를) 읽을 수 없습니다(${codeOf(error)}).`,
      en: `"${path}" cannot be read (${codeOf(error)}).`,
    });
  }
}
