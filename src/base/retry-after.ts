/** Digits, with a fraction where a maker sends one. */
const NUMBER = /^\d+(?:\.\d+)?$/;

/**
 * How long an answer asks to wait, in milliseconds; `undefined` where it does not say. Read are `retry-after-ms` (OpenAI,
 * Anthropic), then `Retry-After` in seconds or as a date (RFC 9110, 10.2.3), which is taken from `nowMs`, Unix milliseconds.
 */
export function retryAfterOf(headers: Pick<Headers, "get">, nowMs: number): number | undefined {
  const inMs = headers.get("retry-after-ms");
  if (inMs !== null && NUMBER.test(inMs)) return Math.ceil(Number(inMs));
  const wait = headers.get("retry-after");
  if (wait === null) return undefined;
  if (NUMBER.test(wait)) return Math.ceil(Number(wait) * 1000);
  const atMs = Date.parse(wait);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}
