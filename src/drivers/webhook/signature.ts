import { createHmac, timingSafeEqual } from "node:crypto";

/** The headers of a request that say who sent it and when, in the form of Standard Webhooks 1.0.0. */
export interface SignedHeaders {
  readonly id: string | undefined;
  /** Unix seconds. */
  readonly timestamp: string | undefined;
  /** One or more of `v1,` and a base64 HMAC-SHA256, with spaces between. */
  readonly signature: string | undefined;
}

/** What a signed request is known by, or why it is none. */
export type Verified =
  | { readonly ok: true; readonly id: string; readonly sentAtMs: number }
  | { readonly ok: false; readonly problem: "unsigned" | "too-old" | "wrong-signature" };

/** How far a timestamp may be from the clock; the time that libraries of Standard Webhooks allow (spec/standard-webhooks.md leaves it open). */
const TOLERANCE_MS = 5 * 60 * 1000;

/** The id goes into keys, and must not hold the dot that divides what is signed. */
const ID = /^[\w-]{1,128}$/;

/** Checks a request against a secret (`whsec_` and base64). The signature is over id, timestamp and the body as it came, with dots between. */
export function verifyWebhook(
  secret: string,
  headers: SignedHeaders,
  request: { readonly body: Uint8Array; readonly nowMs: number },
): Verified {
  const { id, timestamp, signature } = headers;
  const isSigned = id !== undefined && ID.test(id) && /^\d{1,12}$/.test(timestamp ?? "");
  if (!isSigned || signature === undefined) return { ok: false, problem: "unsigned" };
  const sentAtMs = Number(timestamp) * 1000;
  if (Math.abs(request.nowMs - sentAtMs) > TOLERANCE_MS) return { ok: false, problem: "too-old" };
  const expected = hmacOf(secret, `${id}.${timestamp}.`, request.body);
  const isGenuine = signature.split(" ").some((entry) => isSame(entry, expected));
  return isGenuine ? { ok: true, id, sentAtMs } : { ok: false, problem: "wrong-signature" };
}

function hmacOf(secret: string, head: string, body: Uint8Array): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return createHmac("sha256", key).update(head).update(body).digest();
}

function isSame(entry: string, expected: Buffer): boolean {
  if (!entry.startsWith("v1,")) return false;
  const given = Buffer.from(entry.slice(3), "base64");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
