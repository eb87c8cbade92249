import type { Clock } from "../../base/clock.ts";
import type { Database } from "../../store/database.ts";

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
