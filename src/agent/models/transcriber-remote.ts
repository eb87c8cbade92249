import { isAbort } from "../../base/errors.ts";
import { korean } from "../../base/korean-particles.ts";
import { linkSignals } from "../../base/linked-signal.ts";
import { retryAfterOf } from "../../base/retry-after.ts";
import { serviceFetch } from "../../base/service-fetch.ts";
import { TranscriberError } from "./transcriber.ts";

/** One request to a provider of transcripts. */
export interface RemoteRequest {
  /** As people know it, such as "OpenAI". */
  readonly provider: string;
  /** The setting that holds its key. */
  readonly keySetting: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: FormData | string;
}

/** Longest wait for a transcript. */
const TIMEOUT_MS = 120_000;

/** Posts a recording and gives the JSON of the answer, unchecked. Rejects with a `TranscriberError` that names neither key nor address. */
export async function postRecording(request: RemoteRequest, signal: AbortSignal): Promise<unknown> {
  const { provider, address, headers, body } = request;
  const limit = linkSignals([signal], TIMEOUT_MS);
  try {
    const response = await serviceFetch(address, {
      method: "POST",
      headers,
      body,
      signal: limit.signal,
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw refusalOf(request, response);
    }
    return await response.json();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TranscriberError) throw error;
    if (isAbort(error) && !limit.isTimeUp()) throw error;
    throw new TranscriberError(
      {
        en: `${provider} did not answer.`,
        ko: `${provider}에서 답이 오지 않았습니다.`,
      },
      { retryable: !limit.isTimeUp(), cause: error },
    );
  } finally {
    limit.release();
  }
}

/** The answer is not what the provider's documentation says. */
export function unreadableAnswer(provider: string): TranscriberError {
  return new TranscriberError({
    en: `The answer of ${provider} cannot be read.`,
    ko: `${provider}의 답을 읽을 수 없습니다.`,
  });
}

function refusalOf({ provider, keySetting }: RemoteRequest, response: Response): TranscriberError {
  const { status } = response;
  if (status === 401 || status === 403)
    return new TranscriberError({
      en: `${provider} refused the API key (${status}). Check ${keySetting}.`,
      ko: korean`${provider}이(가) API 키를 거부했습니다 (${status}). ${keySetting}을(를) 확인해 주세요.`,
    });
  if (status === 413)
    return new TranscriberError({
      en: `The recording is too long for ${provider}. Send it in parts.`,
      ko: `녹음이 ${provider}에 너무 깁니다. 나누어 보내 주세요.`,
    });
  const retryAfterMs = retryAfterOf(response.headers, Date.now());
  return new TranscriberError(
    {
      en: `${provider} did not take the recording (${status}).`,
      ko: korean`${provider}이(가) 녹음을 받지 않았습니다 (${status}).`,
    },
    {
      retryable: status === 429 || status >= 500,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    },
  );
}
