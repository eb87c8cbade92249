import { randomUUID } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../../base/errors.ts";
import type { ProcessDriver } from "./process.ts";

const FRAME_TIMEOUT_MS = 20_000;

/** The first frame of a piece of video as a JPEG, drawn by ffmpeg in the sandbox; `undefined` where there is none in it. Throws `needs-ffmpeg` where ffmpeg is missing. `workPath` holds files only while it works. */
export async function frameOf(
  video: Uint8Array,
  {
    processes,
    workPath,
    signal,
  }: {
    readonly processes: ProcessDriver;
    readonly workPath: string;
    readonly signal: AbortSignal;
  },
): Promise<Uint8Array | undefined> {
  const folder = join(workPath, randomUUID());
  const [given, drawn] = [join(folder, "video.in"), join(folder, "frame.jpg")];
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await writeFile(given, video, { mode: 0o600 });
    const { exitCode } = await processes.run({
      executable: "ffmpeg",
      // A piece of video may name others: only the file itself is opened (ffmpeg-protocols, "protocol_whitelist").
      args: [
        ...["-nostdin", "-v", "error", "-protocol_whitelist", "file", "-i", given],
        ...["-frames:v", "1", "-q:v", "3", drawn],
      ],
      cwd: folder,
      timeoutMs: FRAME_TIMEOUT_MS,
      signal,
    });
    return exitCode === 0 ? await readFile(drawn) : undefined;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "program-missing") throw error;
    throw new AppError("needs-ffmpeg", {
      en: "A picture of a stream needs ffmpeg, which is not on this machine. Install it (Debian: apt-get install ffmpeg).",
      ko: "영상에서 사진을 뽑으려면 ffmpeg가 필요한데 이 컴퓨터에 없어요. 설치해 주세요 (Debian: apt-get install ffmpeg).",
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
