import { z } from "zod";
import { type Transcriber, TranscriberError } from "./transcriber.ts";
import { postRecording, unreadableAnswer } from "./transcriber-remote.ts";

/** Largest upload (help.openai.com, "Audio API FAQ": 25 MiB a request). */
const LARGEST_BYTES = 25 * 1024 * 1024 - 64 * 1024;

/** Endings that the API tells formats by (OpenAI API reference, "Create transcription", file). */
const ENDINGS: Readonly<Record<string, string>> = {
  "audio/flac": "flac",
  "audio/mp4": "m4a",
  "audio/mpeg": "mp3",
  "audio/ogg": "ogg",
  "audio/wav": "wav",
  "audio/webm": "webm",
  "video/mp4": "mp4",
  "video/webm": "webm",
};

const answerSchema = z.object({
  text: z.string(),
  usage: z.unknown().optional(),
});

/** Servers tell seconds instead of tokens, or nothing. */
const usageSchema = z.object({ input_tokens: z.number(), output_tokens: z.number() });

/** Transcripts of OpenAI, or of a server that speaks like it. `baseUrl` ends before `/audio/transcriptions`. */
export function createOpenAiTranscriber(options: {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly model: string;
}): Transcriber {
  const { apiKey, baseUrl, model } = options;
  return {
    name: `openai/${model}`,
    isRemote: true,
    async transcribe({ mediaType, bytes }, signal) {
      const ending = ENDINGS[mediaType];
      if (ending === undefined) throw unknownFormat(mediaType);
      if (bytes.byteLength > LARGEST_BYTES) throw tooLong();
      const body = new FormData();
      body.set("file", new Blob([Uint8Array.from(bytes)], { type: mediaType }), `speech.${ending}`);
      body.set("model", model);
      body.set("response_format", "json");
      const request = {
        provider: "OpenAI",
        keySetting: "OPENAI_API_KEY",
        address: `${baseUrl.replace(/\/+$/, "")}/audio/transcriptions`,
        headers: { authorization: `Bearer ${apiKey}` },
        body,
      };
      const answer = answerSchema.safeParse(await postRecording(request, signal));
      if (!answer.success) throw unreadableAnswer("OpenAI");
      const usage = usageSchema.safeParse(answer.data.usage);
      return {
        text: answer.data.text.trim(),
        ...(usage.success
          ? {
              usage: {
                inputTokens: usage.data.input_tokens,
                outputTokens: usage.data.output_tokens,
              },
            }
          : {}),
      };
    },
  };
}

function unknownFormat(mediaType: string): TranscriberError {
  return new TranscriberError({
    en: `OpenAI does not take recordings of the type ${mediaType}. Send MP3, M4A, OGG, WAV, FLAC or WebM.`,
    ko: `OpenAI는 ${mediaType} 형식의 녹음을 받지 않아요. MP3, M4A, OGG, WAV, FLAC, WebM으로 보내 주세요.`,
  });
}

function tooLong(): TranscriberError {
  return new TranscriberError({
    en: "The recording is larger than the 25 MB that OpenAI takes. Send it in parts.",
    ko: "녹음이 OpenAI가 받는 25 MB보다 커요. 나누어 보내 주세요.",
  });
}
