import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { test } from "node:test";
import { AdmissionQueue } from "../../../src/bots/dispatch/admission-queue.ts";

test("work begins in the order in which it asked", async () => {
  const admissionQueue = new AdmissionQueue();
  const begun: number[] = [];
  await Promise.all(
    [1, 2, 3].map(async (number) => {
      await admissionQueue.pass(`chat ${number}`);
      begun.push(number);
    }),
  );
  assert.deepEqual(begun, [1, 2, 3]);
});

test("who asks whether a chat has begun lets that chat begin, and waits for it alone", async () => {
  const admissionQueue = new AdmissionQueue();
  const order: string[] = [];
  const pass = async (chat: string): Promise<void> => {
    await admissionQueue.pass(chat);
    order.push(`${chat} began`);
  };
  const ask = async (chat: string): Promise<void> => {
    await admissionQueue.begunIn(chat);
    order.push(`${chat} answered`);
  };
  await Promise.all([pass("a"), pass("b"), pass("c"), ask("b"), ask("d")]);
  assert.deepEqual(order, ["d answered", "b began", "a began", "b answered", "c began"]);
});

test("what arrives while many begin is taken in between them", async (t) => {
  const begun: string[] = [];
  const server = createServer((socket) => {
    socket.on("data", () => begun.push("arrived"));
    socket.unref();
  }).listen(0, "127.0.0.1");
  t.after(() => server.close());
  await once(server, "listening");
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  const client = connect(address.port, "127.0.0.1");
  t.after(() => client.destroy());
  await once(client, "connect");
  const admissionQueue = new AdmissionQueue();
  const works = Array.from({ length: 50 }, async (_, number) => {
    await admissionQueue.pass(`chat ${number}`);
    if (number === 0) client.write("x");
    workInOnePiece(4);
    begun.push("began");
  });
  await Promise.all(works);
  const at = begun.indexOf("arrived");
  assert.ok(at > 0 && at < 25, `it came after ${at}`);
});

function workInOnePiece(lastsMs: number): void {
  const untilMs = performance.now() + lastsMs;
  let nowMs = performance.now();
  while (nowMs < untilMs) nowMs = performance.now();
}
