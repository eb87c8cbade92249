import { createHmac } from "node:crypto";

/** The `webhook-signature` of a request under a secret of the form `whsec_…`, as a sender makes it (Standard Webhooks 1.0.0, "Signature scheme"). */
export function signWebhook(
  secret: string,
  {
    id,
    sentAtMs,
    body,
  }: { readonly id: string; readonly sentAtMs: number; readonly body: Uint8Array },
): string {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const hmac = createHmac("sha256", key)
    .update(`${id}.${Math.floor(sentAtMs / 1000)}.`)
    .update(body);
  return `v1,${hmac.digest("base64")}`;
}
