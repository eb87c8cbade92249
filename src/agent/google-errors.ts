import { z } from "zod";
import { codeOf } from "../base/errors.ts";
import { joined, type Localized } from "../base/words.ts";
import { ModelError } from "./model.ts";

/** Google could not take the request as it stands; sending it again changes nothing. */
export class RequestRefused extends ModelError {}

/** An HTTP answer that is not a success. */
export interface Refusal {
  readonly status: number;
  /** The header `Retry-After`, when there was one. */
  readonly retryAfter: string | null;
  readonly body: string;
  /** The model that was asked. */
  readonly model: string;
  /** Now, in Unix milliseconds; for a `Retry-After` that names a date. */
  readonly nowMs: number;
}

/** Longest piece of Google's own words in an error, in UTF-16 units: they may quote the prompt. */
const MAX_QUOTE_LENGTH = 200;

/** google.rpc.Status in JSON, as the Gemini API sends it (ai.google.dev, "Troubleshooting guide"). */
const statusSchema = z.object({
  error: z.object({
    message: z.string().catch(""),
    status: z.string().catch(""),
    details: z.array(z.looseObject({ "@type": z.string().catch("") })).catch([]),
  }),
});

const quotaSchema = z.object({ violations: z.array(z.object({ quotaId: z.string().catch("") })) });

type Status = z.infer<typeof statusSchema>["error"];

/** What a refusal means for the one who waits for an answer. */
export function errorOfRefusal(refusal: Refusal): ModelError {
  const { status, model } = refusal;
  const google = statusOf(refusal.body);
  const label = google.status === "" ? String(status) : `${status} ${google.status}`;
  const quote = google.message === "" ? "." : `: ${shorten(google.message)}`;
  if (status === 429) return rateLimited(refusal, google);
  if (isKeyRefused(status, google)) {
    return new ModelError("model-auth", {
      en: `Google refused the API key (${label}). Check GEMINI_API_KEY.`,
      ko: `Google이 API 키를 거부했습니다 (${label}). GEMINI_API_KEY를 확인해 주세요.`,
    });
  }
  if (status === 404) {
    return new ModelError("model-unavailable", {
      en: `Google does not offer the model "${model}" (${label}). Choose another model.`,
      ko: `Google에 "${model}" 모델이 없습니다 (${label}). 다른 모델을 골라 주세요.`,
    });
  }
  if (status >= 500 || status === 408) {
    return new ModelError(
      "model-unavailable",
      {
        en: `The model "${model}" cannot answer at the moment (${label})${quote}`,
        ko: `"${model}" 모델이 지금은 답할 수 없습니다 (${label})${quote}`,
      },
      {
        retryable: true,
        retryAfterMs: retryAfterOf(refusal, google),
      },
    );
  }
  return new RequestRefused("model-unavailable", {
    en: `Google did not take the request for the model "${model}" (${label})${quote}`,
    ko: `Google이 "${model}" 모델에 보낸 요청을 받지 않았습니다 (${label})${quote}`,
  });
}

/** What an exception on the way to Google or back means. */
export function errorOfException(
  thrown: unknown,
  { model, nowMs }: Pick<Refusal, "model" | "nowMs">,
): ModelError {
  if (thrown instanceof ModelError) return thrown;
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  if (cause instanceof ModelError) return cause;
  // An error in the middle of a stream: the SDK puts the body into the message.
  if (thrown instanceof Error && "status" in thrown && typeof thrown.status === "number")
    return errorOfRefusal({
      status: thrown.status,
      retryAfter: null,
      body: thrown.message,
      model,
      nowMs,
    });
  if (thrown instanceof SyntaxError) {
    return new ModelError(
      "model-bad-answer",
      {
        en: `The answer of the model "${model}" is not JSON.`,
        ko: `"${model}" 모델의 답이 JSON이 아닙니다.`,
      },
      {
        retryable: true,
      },
    );
  }
  // undici says only "fetch failed"; the reason is its cause.
  const code = [codeOf(cause), codeOf(thrown)].find((name) => name !== "internal");
  const label = code === undefined ? "" : ` (${code})`;
  return new ModelError(
    "model-unavailable",
    {
      en: `The model "${model}" could not be reached${label}.`,
      ko: `"${model}" 모델에 닿을 수 없습니다${label}.`,
    },
    {
      retryable: true,
    },
  );
}

function rateLimited(refusal: Refusal, google: Status): ModelError {
  const retryAfterMs = retryAfterOf(refusal, google);
  if (isDailyQuota(google)) {
    return new ModelError(
      "model-rate-limited",
      {
        en: `The daily quota of the model "${refusal.model}" is used up (429). Try again tomorrow, or use a key with a larger quota.`,
        ko: `"${refusal.model}" 모델의 하루 사용량을 다 썼습니다 (429). 내일 다시 하거나 한도가 더 큰 키를 써 주세요.`,
      },
      { retryAfterMs },
    );
  }
  const wait = retryAfterMs === undefined ? "" : waitWords(retryAfterMs);
  return new ModelError(
    "model-rate-limited",
    joined(
      {
        en: `The model "${refusal.model}" takes no more requests for now (429).`,
        ko: `"${refusal.model}" 모델이 지금은 요청을 더 받지 않습니다 (429).`,
      },
      wait,
    ),
    { retryable: true, retryAfterMs },
  );
}

function waitWords(retryAfterMs: number): Localized {
  const seconds = Math.ceil(retryAfterMs / 1000);
  return { en: ` It asks to wait ${seconds} s.`, ko: ` ${seconds}초 기다려 달라고 합니다.` };
}

/** A wrong key is 400 with the reason API_KEY_INVALID, a blocked one 403 (ai.google.dev, "Troubleshooting guide"). */
function isKeyRefused(status: number, google: Status): boolean {
  return (
    status === 401 ||
    status === 403 ||
    google.details.some((detail) => detail["reason"] === "API_KEY_INVALID")
  );
}

function isDailyQuota(google: Status): boolean {
  return google.details.some(
    (detail) =>
      quotaSchema
        .safeParse(detail)
        .data?.violations.some(({ quotaId }) => quotaId.includes("PerDay")) === true,
  );
}

/** Google names the wait in the body, as `google.rpc.RetryInfo` with a duration such as "45.837906927s"; proxies use the header, in seconds or as a date (RFC 9110, 10.2.3). */
function retryAfterOf(refusal: Refusal, google: Status): number | undefined {
  const delay = google.details.find((detail) => detail["@type"].endsWith("google.rpc.RetryInfo"))?.[
    "retryDelay"
  ];
  const seconds = typeof delay === "string" ? /^(\d+(?:\.\d+)?)s$/.exec(delay)?.[1] : undefined;
  if (seconds !== undefined) return Math.ceil(Number(seconds) * 1000);
  if (refusal.retryAfter === null) return undefined;
  if (/^\d+$/.test(refusal.retryAfter)) return Number(refusal.retryAfter) * 1000;
  const atMs = Date.parse(refusal.retryAfter);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - refusal.nowMs);
}

function statusOf(body: string): Status {
  const nothing: Status = { message: "", status: "", details: [] };
  try {
    return statusSchema.safeParse(JSON.parse(body)).data?.error ?? nothing;
  } catch (error) {
    if (error instanceof SyntaxError) return nothing;
    throw error;
  }
}

function shorten(message: string): string {
  const line = message.replace(/\s+/g, " ").trim();
  return line.length <= MAX_QUOTE_LENGTH ? line : `${line.slice(0, MAX_QUOTE_LENGTH)}…`;
}
