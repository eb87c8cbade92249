// With nothing beside it: callers are answered within a second, measured by the clock.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { connect } from "node:net";
import { type TestContext, test } from "node:test";
import {
  openWebhookServer,
  verifyWebhook,
  type WebhookRequest,
} from "../../../src/drivers/webhook/server.ts";
import { holdSlowly } from "../../support/slow-callers.ts";
import { signWebhook } from "../../support/webhook-signature.ts";

const SECRET = `whsec_${Buffer.from("a secret of thirty-two bytes ....").toString("base64")}`;
const SECRETS: Readonly<Record<string, string>> = { sched_1: SECRET, sched_3: SECRET };
const NOW_MS = Date.parse("2026-11-23T00:00:00Z");

/** A request, as far as it differs from one that is taken in. */
interface Sent {
  readonly target?: string;
  readonly id?: string;
  readonly sentAtMs?: number;
  readonly signature?: string;
  readonly method?: string;
}

async function openListener(context: TestContext, requestTimeoutMs?: number) {
  const received: WebhookRequest[] = [];
  const clock = { nowMs: NOW_MS };
  const taken: string[] = [];
  let waitMs = 0;
  const server = await openWebhookServer({
    host: "127.0.0.1",
    port: 0,
    now: () => clock.nowMs,
    secretOf: (target) => (target.startsWith("sched_") ? SECRETS[target] : undefined),
    take(target, sizeBytes) {
      taken.push(`${target} ${sizeBytes}`);
      return waitMs;
    },
    receive: (request) => received.push(request),
    ...(requestTimeoutMs === undefined ? {} : { requestTimeoutMs }),
  });
  context.after(() => server.close());
  const send = (text: string, facts: Sent = {}): Promise<Response> => {
    const { target = "sched_1", id = "msg_1", sentAtMs = clock.nowMs, method = "POST" } = facts;
    const body = Buffer.from(text);
    const signature = facts.signature ?? signWebhook(SECRET, { id, sentAtMs, body });
    return fetch(`http://127.0.0.1:${server.port}/hooks/${target}`, {
      method,
      headers: {
        "content-type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": String(Math.floor(sentAtMs / 1000)),
        "webhook-signature": signature,
      },
      ...(method === "POST" ? { body } : {}),
    });
  };
  const post = async (text: string, facts: Sent = {}): Promise<number> =>
    (await send(text, facts)).status;
  const allow = (afterMs: number): void => {
    waitMs = afterMs;
  };
  return { clock, send, post, received, taken, allow, port: server.port };
}

/** What comes back for bytes that are written to a socket as they are, until the other side closes it. */
async function exchange(port: number, text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.setEncoding("utf8");
  socket.write(text);
  let answered = "";
  for await (const chunk of socket) answered += String(chunk);
  return answered;
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

test("another way than POST is told which one is taken", async (context) => {
  const { send } = await openListener(context);
  const answer = await send("", { method: "PUT" });
  assert.deepEqual([answer.status, answer.headers.get("allow")], [405, "POST"]);
});

test("a request whose head or body does not come is cut off, and the next one is taken in", async (context) => {
  const { post, received, port } = await openListener(context, 200);
  const head = "POST /hooks/sched_1 HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n";
  const [slowBody, slowHead] = await Promise.all([
    exchange(port, `${head}\r\n{`),
    exchange(port, head),
  ]);
  assert.match(slowBody, /^HTTP\/1\.1 408 /);
  assert.match(slowHead, /^HTTP\/1\.1 408 /);
  assert.deepEqual(received, []);
  assert.equal(await post("{}"), 202);
});

test("of one that sends without end, the size of which nobody knows, no more is read than is taken", async (context) => {
  const { received, port } = await openListener(context);
  const piece = `10000\r\n${"x".repeat(65_536)}\r\n`;
  const head = "POST /hooks/sched_1 HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n";
  assert.match(await exchange(port, `${head}${piece.repeat(5)}`), /^HTTP\/1\.1 413 /);
  assert.deepEqual(received, []);
});

test("one that is too many is not taken, and told when to come again; who has no secret uses nothing up", async (context) => {
  const { send, post, received, taken, allow } = await openListener(context);
  assert.equal(await post("{}"), 202);
  allow(39_001);
  const refused = await send("{}", { id: "msg_2" });
  assert.deepEqual([refused.status, refused.headers.get("retry-after")], [429, "40"]);
  assert.equal(await post("{}", { signature: "v1,AAAA" }), 401);
  assert.equal(received.length, 1);
  assert.deepEqual(taken, ["sched_1 2", "sched_1 2"]);
});

test("a signature is the base64 HMAC-SHA256 of id, seconds and body with dots between, one of several", () => {
  const key = Buffer.from("a secret of thirty-two bytes ....");
  const expected = createHmac("sha256", key).update("msg_1.1795392000.{}").digest("base64");
  const body = Buffer.from("{}");
  const sentAtMs = 1_795_392_000_000;
  const headers = {
    id: "msg_1",
    timestamp: "1795392000",
    signature: `v1,AAAA v1a,BBBB v1,${expected}`,
  };
  assert.deepEqual(verifyWebhook(SECRET, headers, { body, nowMs: sentAtMs }), {
    ok: true,
    id: "msg_1",
    sentAtMs,
  });
  const dotted = verifyWebhook(SECRET, { ...headers, id: "a.b" }, { body, nowMs: sentAtMs });
  assert.deepEqual(dotted, { ok: false, problem: "unsigned" });
});

for (const [what, text] of [
  ["heads", "POST /hooks/sched_1 HTTP/1.1\r\nhost: x\r\n"],
  ["bodies", "POST /hooks/sched_1 HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"],
] as const) {
  test(`200 callers whose ${what} never end do not keep a genuine request out`, async (context) => {
    const { post, port } = await openListener(context);
    await holdSlowly(context, { port, count: 200, text });
    const startedMs = performance.now();
    assert.equal(await post("{}"), 202);
    assert.ok(performance.now() - startedMs < 1000);
  });
}

test("callers that come again and again from one address do not keep another address out", async (context) => {
  const { post, port } = await openListener(context);
  const text = "POST /hooks/sched_1 HTTP/1.1\r\n";
  await holdSlowly(context, { port, count: 200, text, from: "127.0.0.2", isPersistent: true });
  const startedMs = performance.now();
  assert.equal(await post("{}"), 202);
  assert.ok(performance.now() - startedMs < 1000);
});
