import type { Clock } from "../../base/clock.ts";
import { type Database, inTransaction } from "../../store/database.ts";

/** How much may come to a webhook: whoever has the secret of one must not fill the disk with it. */
export interface WebhookAllowance {
  /** Counts a request to the webhook of a schedule, and gives 0; or, where it is one too many, counts nothing and gives after how many milliseconds it may come again. */
  take(scheduleId: string, sizeBytes: number, nowMs: number): number;
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

/** Owner of the table webhook_requests: 30 requests in a minute, 300 and 8 MB in an hour, for each webhook; a restart changes nothing. */
export function createWebhookAllowance({
  database,
}: {
  readonly database: Database;
}): WebhookAllowance {
  // Of a clock that was set back, what lies ahead counts no more.
  const forget = database.prepare<[string, number, number]>(
    "DELETE FROM webhook_requests WHERE schedule_id = ? AND (at_ms <= ? OR at_ms > ?)",
  );
  const find = database.prepare<[string], Taken>(
    "SELECT at_ms AS atMs, size_bytes AS sizeBytes FROM webhook_requests WHERE schedule_id = ? ORDER BY at_ms, id",
  );
  const note = database.prepare<[string, number, number]>(
    "INSERT INTO webhook_requests (schedule_id, at_ms, size_bytes) VALUES (?, ?, ?)",
  );
  return {
    take: (scheduleId, sizeBytes, nowMs) =>
      inTransaction(database, () => {
        forget.run(scheduleId, nowMs - HOUR_MS, nowMs);
        const taken = find.all(scheduleId);
        const waitMs = Math.max(...LIMITS.map((limit) => waitFor(limit, taken, sizeBytes, nowMs)));
        if (waitMs === 0) note.run(scheduleId, nowMs, sizeBytes);
        return waitMs;
      }),
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

/** Secrets by which requests to webhooks are signed. */
export interface WebhookSecrets {
  /** A new secret for a schedule, `whsec_` and base64; the one before holds no more. */
  renew(scheduleId: string): string;
  /** The secret that holds; `undefined` for a schedule without one. */
  of(scheduleId: string): string | undefined;
}

/** Bytes of a secret, within the 24 to 64 that Standard Webhooks names (spec/standard-webhooks.md, "Signature scheme"). */
const SECRET_BYTES = 32;

/** Owner of the table webhook_secrets. */
export function createWebhookSecrets(parts: {
  readonly database: Database;
  readonly clock: Clock;
  readonly randomBytes: (sizeBytes: number) => Uint8Array;
}): WebhookSecrets {
  const { database, clock, randomBytes } = parts;
  const put = database.prepare<[string, string, number]>(
    `INSERT INTO webhook_secrets (schedule_id, secret, created_at_ms) VALUES (?, ?, ?)
     ON CONFLICT (schedule_id) DO UPDATE SET secret = excluded.secret, created_at_ms = excluded.created_at_ms`,
  );
  const get = database.prepare<[string], { readonly secret: string }>(
    "SELECT secret FROM webhook_secrets WHERE schedule_id = ?",
  );
  return {
    renew(scheduleId) {
      const secret = `whsec_${Buffer.from(randomBytes(SECRET_BYTES)).toString("base64")}`;
      put.run(scheduleId, secret, clock.now());
      return secret;
    },
    of: (scheduleId) => get.get(scheduleId)?.secret,
  };
}
