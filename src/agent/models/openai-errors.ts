import { z } from "zod";
import { parsedJson } from "../../base/json.ts";
import type { ModelError } from "./model-client.ts";
import { errorOfException, errorOfRefusal, type Maker, type RefusalReading } from "./refusal.ts";

const errorSchema = z.object({
  message: z.string().catch(""),
  type: z.string().nullish().catch(null),
  code: z.union([z.string(), z.number()]).nullish().catch(null),
});

/** OpenAI, or the server that stands in its place. */
export function makerOf(baseUrl: string | undefined): Maker {
  const host = baseUrl === undefined ? undefined : new URL(baseUrl).host;
  return {
    name: host === undefined ? "OpenAI" : `The server ${host}`,
    subjectKo: host === undefined ? "OpenAI가" : `${host} 서버가`,
    keyName: "OPENAI_API_KEY",
    read: (body) => readBody(parsedJson(body)),
  };
}

/** What an exception on the way to the server means; an error in the middle of a stream comes as the SDK's error without a status. */
export function errorOfOpenAi(
  thrown: unknown,
  {
    maker,
    model,
    nowMs,
  }: { readonly maker: Maker; readonly model: string; readonly nowMs: number },
): ModelError {
  const inStream = thrown instanceof Error && "error" in thrown ? thrown.error : undefined;
  const parsed = errorSchema.safeParse(inStream);
  if (!parsed.success) return errorOfException(thrown, model);
  const status = kindOf(parsed.data).includes("rate_limit") ? 429 : 500;
  const body = JSON.stringify({ error: inStream });
  return errorOfRefusal({ status, headers: new Headers(), body, model, nowMs }, maker);
}

/** `{error: {message, type, code}}`; some compatible servers give a bare text, the fields without a frame, or all of it in a list. */
function readBody(body: unknown): RefusalReading {
  const [first = body] = Array.isArray(body) ? body : [];
  const framed = z.object({ error: z.unknown() }).safeParse(first).data?.error ?? first;
  if (typeof framed === "string") return { kind: "", message: framed };
  const error = errorSchema.safeParse(framed).data;
  if (error === undefined) return { kind: "", message: "" };
  const kind = kindOf(error);
  // No waiting helps where the account has no credit (ChatGPTNextWeb/NextChat, issue 3123).
  const isSpent = kind === "insufficient_quota";
  return { kind, message: error.message, ...(isSpent ? { spent: SPENT } : {}) };
}

function kindOf({ code, type }: z.infer<typeof errorSchema>): string {
  return typeof code === "string" && code !== "" ? code : (type ?? "");
}

const SPENT = {
  en: "The OpenAI account has no credit left (429 insufficient_quota). Add credit, or choose another provider.",
  ko: "OpenAI 계정의 크레딧을 다 썼습니다 (429 insufficient_quota). 크레딧을 채우거나 다른 제공자를 골라 주세요.",
};
