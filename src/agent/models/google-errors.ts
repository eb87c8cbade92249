import { z } from "zod";
import { parsedJson } from "../../base/json.ts";
import type { ModelError } from "./model-client.ts";
import { errorOfException, errorOfRefusal, type Maker, type RefusalReading } from "./refusal.ts";

/** google.rpc.Status in JSON, as the Gemini API sends it (ai.google.dev, "Troubleshooting guide"). */
const statusSchema = z.object({
  error: z.object({
    message: z.string().catch(""),
    status: z.string().catch(""),
    details: z.array(z.looseObject({ "@type": z.string().catch("") })).catch([]),
  }),
});

const quotaSchema = z.object({ violations: z.array(z.object({ quotaId: z.string().catch("") })) });

type Details = z.infer<typeof statusSchema>["error"]["details"];

/** Google, which sells by key; a wrong key is 400 with the reason API_KEY_INVALID, a blocked one 403 (ai.google.dev, "Troubleshooting guide"). */
export const GOOGLE: Maker = {
  name: "Google",
  subjectKo: "Google이",
  keyName: "GEMINI_API_KEY",
  read: readStatus,
};

/** What an exception on the way to Gemini means; in the middle of a stream the SDK puts the body of an error behind some words of its own. */
export function errorOfGoogle(thrown: unknown, model: string, nowMs: number): ModelError {
  const status = thrown instanceof Error && "status" in thrown ? thrown.status : undefined;
  if (!(thrown instanceof Error) || typeof status !== "number")
    return errorOfException(thrown, model);
  const body = thrown.message.slice(Math.max(0, thrown.message.indexOf("{")));
  const refusal = { status, headers: new Headers(), body, model, nowMs };
  return errorOfRefusal(refusal, GOOGLE);
}

function readStatus(body: string, model: string): RefusalReading {
  const error = statusSchema.safeParse(parsedJson(body)).data?.error;
  if (error === undefined) return { kind: "", message: "" };
  const { message, status, details } = error;
  const retryAfterMs = retryDelayOf(details);
  return {
    kind: status,
    message,
    isKeyRefused: details.some((detail) => detail["reason"] === "API_KEY_INVALID"),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(isDailyQuota(details) ? { spent: dailyWords(model) } : {}),
  };
}

function dailyWords(model: string) {
  return {
    en: `The daily quota of the model "${model}" is used up (429). Try again tomorrow, or use a key with a larger quota.`,
    ko: `"${model}" 모델의 하루 사용량을 다 썼습니다 (429). 내일 다시 하거나 한도가 더 큰 키를 써 주세요.`,
  };
}

function isDailyQuota(details: Details): boolean {
  return details.some(
    (detail) =>
      quotaSchema
        .safeParse(detail)
        .data?.violations.some(({ quotaId }) => quotaId.includes("PerDay")) === true,
  );
}

/** Google names the wait in the body, as `google.rpc.RetryInfo` with a duration such as "45.837906927s". */
function retryDelayOf(details: Details): number | undefined {
  const delay = details.find((detail) => detail["@type"].endsWith("google.rpc.RetryInfo"))?.[
    "retryDelay"
  ];
  const seconds = typeof delay === "string" ? /^(\d+(?:\.\d+)?)s$/.exec(delay)?.[1] : undefined;
  return seconds === undefined ? undefined : Math.ceil(Number(seconds) * 1000);
}
