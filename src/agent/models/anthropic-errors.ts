import { z } from "zod";
import { parsedJson } from "../../base/json.ts";
import type { ModelError } from "./model-client.ts";
import { errorOfException, errorOfRefusal, type Maker } from "./refusal.ts";

const bodySchema = z.object({
  error: z.object({ type: z.string().catch(""), message: z.string().catch("") }),
});

/** Anthropic; every error has a type and a message (platform.claude.com, "Errors"). */
export const ANTHROPIC: Maker = {
  name: "Anthropic",
  subjectKo: "Anthropic이",
  keyName: "ANTHROPIC_API_KEY",
  read(body) {
    const error = bodySchema.safeParse(parsedJson(body)).data?.error;
    return { kind: error?.type ?? "", message: error?.message ?? "" };
  },
};

/** The status that an error has when it comes as a response; in the middle of a stream it has none (platform.claude.com, "Errors"). */
const STATUSES: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  permission_error: 403,
  not_found_error: 404,
  rate_limit_error: 429,
  overloaded_error: 529,
};

/** What an exception on the way to Anthropic means; an event `error` in a stream comes as the SDK's error with its body. */
export function errorOfAnthropic(thrown: unknown, model: string, nowMs: number): ModelError {
  const inStream = thrown instanceof Error && "error" in thrown ? thrown.error : undefined;
  const parsed = bodySchema.safeParse(inStream);
  if (!parsed.success) return errorOfException(thrown, model);
  const status = STATUSES[parsed.data.error.type] ?? 500;
  const body = JSON.stringify(inStream);
  return errorOfRefusal({ status, headers: new Headers(), body, model, nowMs }, ANTHROPIC);
}
