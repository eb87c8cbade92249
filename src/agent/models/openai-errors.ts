import { z } from "zod";
import { parsedJson } from "../../base/json.ts";
import type { ModelError } from "./model-client.ts";
import { errorOfException, errorOfRefusal, type Maker, type RefusalReading } from "./refusal.ts";
import { blockedBy } from "./wire-common.ts";

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

/** Who was asked for an answer that failed, and when, in Unix milliseconds. */
export interface Asked {
  readonly maker: Maker;
  readonly model: string;
  readonly nowMs: number;
}

/** What an exception on the way to the server means; an error in the middle of a stream comes as the SDK's error without a status. */
export function errorOfOpenAi(thrown: unknown, asked: Asked): ModelError {
  const inStream = thrown instanceof Error && "error" in thrown ? thrown.error : undefined;
  return errorInAnswer(inStream, asked) ?? errorOfException(thrown, asked.model);
}

/** What an error means that came as an answer, or in one, and so without a status; `undefined` where it is none. */
export function errorInAnswer(error: unknown, { maker, ...asked }: Asked): ModelError | undefined {
  const parsed = errorSchema.safeParse(error);
  if (!parsed.success) return undefined;
  const kind = kindOf(parsed.data);
  if (WITHHELD.test(kind)) return blockedBy(maker.name, "question", kind);
  const body = JSON.stringify({ error });
  return errorOfRefusal(
    { ...asked, status: statusOf(parsed.data), headers: new Headers(), body },
    maker,
  );
}

/** Codes of errors that stand for a filter (openai 6.49, `ResponseError`). */
const WITHHELD = /^invalid_prompt$|_policy(?:_violation)?$/;

/** Codes of errors in the request itself (openai 6.49, `ResponseError`; openai/codex, codex-api/src/sse/responses.rs). */
const REFUSED = /image|^context_length_exceeded$|^invalid_request/;

/** The status that an error has when it comes as a response. */
function statusOf(error: z.infer<typeof errorSchema>): number {
  if (isSpent(error) || /rate_limit|slow_down/.test(kindOf(error))) return 429;
  return REFUSED.test(kindOf(error)) ? 400 : 500;
}

/** `{error: {message, type, code}}`; some compatible servers give a bare text, the fields without a frame, or all of it in a list. */
function readBody(body: unknown): RefusalReading {
  const [first = body] = Array.isArray(body) ? body : [];
  const framed = z.object({ error: z.unknown() }).safeParse(first).data?.error ?? first;
  if (typeof framed === "string") return { kind: "", message: framed };
  const error = errorSchema.safeParse(framed).data;
  if (error === undefined) return { kind: "", message: "" };
  const { message } = error;
  const retryAfterMs = waitIn(message);
  return {
    kind: kindOf(error),
    message,
    ...(isSpent(error) ? { spent: SPENT } : {}),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/** No waiting helps where the account has no credit; the type says so where the code is another, such as `credit_balance_exhausted` (OpenAI, "Error codes"). */
function isSpent({ code, type }: z.infer<typeof errorSchema>): boolean {
  return code === "insufficient_quota" || type === "insufficient_quota";
}

const UNITS_MS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;

/** The wait that a limit names in its words, "Please try again in 1.5s" or "6m0s", in milliseconds: in a stream there are no headers. */
function waitIn(message: string): number | undefined {
  const [, wait] = /try again in ((?:\d+(?:\.\d+)?(?:ms|s|m|h))+)/i.exec(message) ?? [];
  if (wait === undefined) return undefined;
  const parts = [...wait.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/gi)];
  return parts.reduce((sum, [, count, unit]) => {
    const unitMs = UNITS_MS[unit?.toLowerCase() as keyof typeof UNITS_MS]; // the pattern takes no other
    return sum + Math.ceil(Number(count) * unitMs);
  }, 0);
}

function kindOf({ code, type }: z.infer<typeof errorSchema>): string {
  return typeof code === "string" && code !== "" ? code : (type ?? "");
}

const SPENT = {
  en: "The OpenAI account has no credit left (429 insufficient_quota). Add credit, or choose another provider.",
  ko: "OpenAI 계정의 크레딧을 다 썼어요 (429 insufficient_quota). 크레딧을 채우거나 다른 제공자를 골라 주세요.",
};
