import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { type TestContext, test } from "node:test";
import { openWebhookServer, type WebhookRequest } from "../../src/drivers/webhook-server.ts";
import { signWebhook, verifyWebhook } from "../../src/drivers/webhook-signature.ts";

const SECRET = `whsec_${Buffer.from("a secret of thirty-two bytes ....").toString("base64")}`;
const NOW_MS = Date.parse("2026-11-23T00:00:00Z");

async function openListener(context: TestContext) {
  const received: WebhookRequest[] = [];
  const server = await openWebhookServer({
    host: "127.0.0.1",
    port: 0,
    now: () => NOW_MS,
    secretOf: (target) => (target === "sched_1" ? SECRET : undefined),
    receive: (request) => received.push(request),
  });
  context.after(() => server.close());
  const post = async (
    text: string,
    facts: {
      readonly target?: string;
      readonly sentAtMs?: number;
      readonly signature?: string;
      readonly method?: string;
    } = {},
  ): Promise<number> => {
    const { target = "sched_1", sentAtMs = NOW_MS, method = "POST" } = facts;
    const body = Buffer.from(text);
    const signature = facts.signature ?? signWebhook(SECRET, { id: "msg_1", sentAtMs, body });
    const answer = await fetch(`http://127.0.0.1:${server.port}/hooks/${target}`, {
      method,
      headers: {
        "content-type": "application/json",
        "webhook-id": "msg_1",
        "webhook-timestamp": String(Math.floor(sentAtMs / 1000)),
        "webhook-signature": signature,
      },
      ...(method === "POST" ? { body } : {}),
    });
    return answer.status;
  };
  return { post, received };
}

test("a signed request is taken in with its id, time and body", async (context) => {
  const { post, received } = await openListener(context);
  assert.equal(await post('{"build": "한글"}'), 202);
  assert.deepEqual(received, [
    {
      target: "sched_1",
      id: "msg_1",
      sentAtMs: NOW_MS,
      contentType: "application/json",
      text: '{"build": "한글"}',
    },
  ]);
});

test("what is unsigned, stale, from the future, changed or for nobody is refused alike, and too much is not read", async (context) => {
  const { post, received } = await openListener(context);
  const stale = NOW_MS - 5 * 60_000 - 1000;
  assert.equal(await post("{}", { signature: "v1,AAAA" }), 401);
  assert.equal(await post("{}", { signature: "" }), 401);
  assert.equal(await post("{}", { sentAtMs: stale }), 401);
  assert.equal(await post("{}", { sentAtMs: NOW_MS + 5 * 60_000 + 1000 }), 401);
  const other = signWebhook(SECRET, { id: "msg_1", sentAtMs: NOW_MS, body: Buffer.from("{ }") });
  assert.equal(await post("{}", { signature: other }), 401);
  assert.equal(await post("{}", { target: "sched_2" }), 401);
  assert.equal(await post("{}", { method: "GET" }), 405);
  assert.equal(await post("{}", { target: "../x" }), 404);
  assert.equal(await post("x".repeat(256 * 1024 + 1)), 413);
  assert.deepEqual(received, []);
  assert.equal(await post("x".repeat(256 * 1024)), 202);
});

test("a signature is the base64 HMAC-SHA256 of id, seconds and body with dots between, one of several", () => {
  const key = Buffer.from("a secret of thirty-two bytes ....");
  const expected = createHmac("sha256", key).update("msg_1.1795392000.{}").digest("base64");
  const body = Buffer.from("{}");
  const sentAtMs = 1_795_392_000_000;
  const signature = signWebhook(SECRET, { id: "msg_1", sentAtMs, body });
  assert.equal(signature, `v1,${expected}`);
  const headers = {
    id: "msg_1",
    timestamp: "1795392000",
    signature: `v1,AAAA v1a,BBBB ${signature}`,
  };
  assert.deepEqual(verifyWebhook(SECRET, headers, { body, nowMs: sentAtMs }), {
    ok: true,
    id: "msg_1",
    sentAtMs,
  });
  const dotted = verifyWebhook(SECRET, { ...headers, id: "a.b" }, { body, nowMs: sentAtMs });
  assert.deepEqual(dotted, { ok: false, problem: "unsigned" });
});
