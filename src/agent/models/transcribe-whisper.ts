import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AppError } from "../../base/errors.ts";
import { korean } from "../../base/korean-particles.ts";
import type { ProcessDriver, ProcessResult } from "../../drivers/process/process.ts";
import { type Transcriber, TranscriberError } from "./transcriber.ts";

/** Longest run of the converter and of whisper.cpp, in milliseconds: on a small machine it needs about the time that was spoken. */
const CONVERT_TIMEOUT_MS = 120_000;
const LISTEN_TIMEOUT_MS = 600_000;

/** The large models need about 4 GB (whisper.cpp, README, "Memory usage"). */
const MEMORY_BYTES = 6 * 1024 * 1024 * 1024;

/** Work of a process that died is removed after this long, in milliseconds. */
const LEFTOVER_AGE_MS = 60 * 60 * 1000;

/** Formats that whisper-cli reads by itself (whisper.cpp, examples/cli/README: flac, mp3, ogg, wav; its OGG is Vorbis, voice messages are Opus). */
const READ_BY_ITSELF: Readonly<Record<string, string>> = {
  "audio/flac": "flac",
  "audio/mpeg": "mp3",
  "audio/wav": "wav",
};

/** What whisper.cpp writes where nobody speaks. */
const SILENCE = /\[BLANK_AUDIO\]/g;

/** Where whisper.cpp is and works. */
export interface WhisperOptions {
  readonly processes: Pick<ProcessDriver, "run">;
  /** whisper-cli: its absolute path, or its name in the system's folders. */
  readonly program: string;
  /** Absolute path of a model in the ggml format. */
  readonly modelPath: string;
  /** Absolute; each recording gets a folder in it and leaves nothing behind. */
  readonly workPath: string;
}

/** Transcripts of whisper.cpp on this machine. Formats that it does not read need ffmpeg. */
export function createWhisperTranscriber(options: WhisperOptions): Transcriber {
  return {
    name: "whisper.cpp",
    isRemote: false,
    async transcribe({ mediaType, bytes }, signal) {
      signal.throwIfAborted();
      await removeLeftovers(options.workPath);
      const folder = join(options.workPath, randomUUID());
      await mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        const ending = READ_BY_ITSELF[mediaType];
        const file = join(folder, `speech.${ending ?? "in"}`);
        await writeFile(file, bytes, { mode: 0o600 });
        const heard = ending === undefined ? await convert(options, folder, signal) : file;
        return { text: await listen(options, { folder, file: heard, signal }) };
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

async function convert(
  { processes }: WhisperOptions,
  folder: string,
  signal: AbortSignal,
): Promise<string> {
  const file = join(folder, "speech.wav");
  const args = ["-nostdin", "-v", "error", "-i", join(folder, "speech.in")];
  try {
    const result = await processes.run({
      executable: "ffmpeg",
      // 16 kHz, one channel, 16 bits: what whisper.cpp works on (its README, "Quick start").
      args: [...args, "-ar", "16000", "-ac", "1", "-c:a", "pcm_s16le", file],
      cwd: folder,
      timeoutMs: CONVERT_TIMEOUT_MS,
      signal,
    });
    if (result.exitCode === 0) return file;
    throw notDone("ffmpeg", result);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "program-missing") throw error;
    throw new TranscriberError(
      {
        en: "whisper.cpp reads WAV, MP3 and FLAC; for voice messages it needs ffmpeg, which is not on this machine. Install it (Debian: apt-get install ffmpeg).",
        ko: "whisper.cpp는 WAV, MP3, FLAC만 읽어요. 음성 메시지에는 ffmpeg가 필요한데 이 컴퓨터에 없어요. 설치해 주세요 (Debian: apt-get install ffmpeg).",
      },
      { cause: error },
    );
  }
}

async function listen(
  { processes, program, modelPath }: WhisperOptions,
  work: { readonly folder: string; readonly file: string; readonly signal: AbortSignal },
): Promise<string> {
  const result = await processes.run({
    executable: program,
    // -nt no times, -np nothing but the words, -l auto finds the language out.
    args: ["-m", modelPath, "-l", "auto", "-nt", "-np", "-f", work.file],
    cwd: work.folder,
    // Libraries of a build of one's own stand beside the program.
    reads: [modelPath, ...(program.startsWith("/") ? [dirname(program)] : [])],
    timeoutMs: LISTEN_TIMEOUT_MS,
    memoryBytes: MEMORY_BYTES,
    signal: work.signal,
  });
  if (result.exitCode !== 0) throw notDone("whisper.cpp", result);
  const lines = result.stdout.replace(SILENCE, "").split("\n");
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");
}

function notDone(program: string, { timedOut, stderr, exitCode }: ProcessResult): TranscriberError {
  const said = stderr.trim().split("\n").at(-1)?.slice(0, 200) ?? "";
  const why = timedOut ? { en: "it took too long", ko: "너무 오래 걸렸어요" } : undefined;
  const detail = said === "" ? String(exitCode) : said;
  return new TranscriberError({
    en: `${program} could not read the recording: ${why?.en ?? detail}.`,
    ko: korean`${program}이(가) 녹음을 읽지 못했어요: ${why?.ko ?? detail}.`,
  });
}

async function removeLeftovers(workPath: string): Promise<void> {
  await mkdir(workPath, { recursive: true, mode: 0o700 });
  for (const name of await readdir(workPath)) {
    const place = join(workPath, name);
    const stats = await stat(place).catch(() => undefined); // gone meanwhile
    if (stats !== undefined && Date.now() - stats.mtimeMs > LEFTOVER_AGE_MS)
      await rm(place, { recursive: true, force: true });
  }
}
