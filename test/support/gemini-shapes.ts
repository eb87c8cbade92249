import type { GeminiReply } from "./gemini-server.ts";

/** Token counts of every answer below. */
const USAGE = {
  promptTokenCount: 120,
  cachedContentTokenCount: 100,
  candidatesTokenCount: 7,
  thoughtsTokenCount: 30,
  totalTokenCount: 157,
};

/** An answer with these parts, in the shape that generateContent has. */
export function answering(
  parts: readonly unknown[],
  finishReason = "STOP",
): Extract<GeminiReply, { readonly body: unknown }> {
  return {
    body: {
      candidates: [{ content: { role: "model", parts }, finishReason, index: 0 }],
      usageMetadata: USAGE,
      modelVersion: "gemini-test",
      responseId: "r1",
    },
  };
}

/** An answer in words. */
export function saying(text: string, finishReason = "STOP"): ReturnType<typeof answering> {
  return answering([{ text }], finishReason);
}

/** The part by which the model calls execute_ibl. */
export function callPart(code: string, id?: string, thoughtSignature?: string): unknown {
  return {
    functionCall: { ...(id === undefined ? {} : { id }), name: "execute_ibl", args: { code } },
    ...(thoughtSignature === undefined ? {} : { thoughtSignature }),
  };
}

/** An answer that calls execute_ibl once. */
export function calling(code: string, id = "call-1"): ReturnType<typeof answering> {
  return answering([callPart(code, id, "c2lnbmF0dXJl")]);
}

/** A refusal in the shape of google.rpc.Status. */
export function refusing(
  code: number,
  status: string,
  message: string,
  details: readonly unknown[] = [],
): Extract<GeminiReply, { readonly body: unknown }> {
  return { status: code, body: { error: { code, message, status, details } } };
}

/** 429 that names its wait in the body, as the public API does. */
export function limited(retryDelay: string): ReturnType<typeof refusing> {
  return refusing(
    429,
    "RESOURCE_EXHAUSTED",
    `You exceeded your current quota. Please retry in ${retryDelay}.`,
    [
      {
        "@type": "type.googleapis.com/google.rpc.QuotaFailure",
        violations: [{ quotaId: "GenerateRequestsPerMinutePerProjectPerModel-FreeTier" }],
      },
      { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay },
    ],
  );
}
