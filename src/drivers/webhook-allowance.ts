/** How much may come to a webhook: whoever has the secret of one must not fill the disk with it. */
export interface WebhookAllowance {
  /** Counts a request to a target, and gives 0; or, where it is one too many, counts nothing and gives after how many milliseconds it may come again. */
  take(target: string, sizeBytes: number, nowMs: number): number;
}

interface Limit {
  readonly spanMs: number;
  readonly requests: number;
  readonly sizeBytes: number;
}

interface Taken {
  readonly atMs: number;
  readonly sizeBytes: number;
}

const HOUR_MS = 3_600_000;

/** What a build server or a form sends stays far below; a body has at most 256 KB, so one always fits in the end. */
const LIMITS: readonly Limit[] = [
  { spanMs: 60_000, requests: 30, sizeBytes: Number.POSITIVE_INFINITY },
  { spanMs: HOUR_MS, requests: 300, sizeBytes: 8 * 1024 * 1024 },
];

/** An allowance of which nothing is used: 30 requests in a minute, 300 and 8 MB in an hour, for each target. */
export function createWebhookAllowance(): WebhookAllowance {
  const takenBy = new Map<string, readonly Taken[]>();
  return {
    take(target, sizeBytes, nowMs) {
      const taken = (takenBy.get(target) ?? []).filter(
        ({ atMs }) => atMs > nowMs - HOUR_MS && atMs <= nowMs,
      );
      const waitMs = Math.max(...LIMITS.map((limit) => waitFor(limit, taken, sizeBytes, nowMs)));
      takenBy.set(target, waitMs > 0 ? taken : [...taken, { atMs: nowMs, sizeBytes }]);
      return waitMs;
    },
  };
}

/** Until the latest one that leaves no room for another is out of the span. */
function waitFor(limit: Limit, taken: readonly Taken[], sizeBytes: number, nowMs: number): number {
  let requests = 1;
  let totalBytes = sizeBytes;
  for (const before of [...taken].reverse()) {
    if (before.atMs <= nowMs - limit.spanMs) return 0;
    requests += 1;
    totalBytes += before.sizeBytes;
    if (requests > limit.requests || totalBytes > limit.sizeBytes)
      return before.atMs + limit.spanMs - nowMs;
  }
  return 0;
}
