import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { serviceFetch } from "../../src/base/service-fetch.ts";
import { startUpstream } from "../support/upstream-server.ts";

async function upstream(t: TestContext, answer: Parameters<typeof startUpstream>[0]) {
  const server = await startUpstream(answer);
  t.after(() => server.close());
  return server;
}

test("an answer comes as it is, with its status and headers", async (t) => {
  const server = await upstream(t, (_request, response) => {
    response.writeHead(404, { "x-kind": "a" });
    response.end("gone");
  });
  const answer = await serviceFetch(`${server.origin}/bot`, { method: "POST", body: "{}" });
  assert.deepEqual(
    [answer.status, answer.ok, answer.headers.get("x-kind"), await answer.text()],
    [404, false, "a", "gone"],
  );
});

test("a redirect is an error, and what it leads to is not asked", async (t) => {
  const other = await upstream(t, (_request, response) => response.end("secret"));
  const server = await upstream(t, (_request, response) => {
    response.writeHead(302, { location: other.origin });
    response.end();
  });
  await assert.rejects(serviceFetch(`${server.origin}/bot123:token/getMe`));
  assert.equal(other.requests.length, 0);
});

test("an answer larger than the limit ends with an error, with and without a declared length", async (t) => {
  for (const declared of [true, false]) {
    const server = await upstream(t, (_request, response) => {
      if (declared) response.setHeader("content-length", "3000");
      response.end("x".repeat(3000));
    });
    const whole = await serviceFetch(server.origin, {}, 3000);
    assert.equal((await whole.text()).length, 3000);
    const cut = await serviceFetch(server.origin, {}, 2999);
    await assert.rejects(cut.text(), /larger than 2999 bytes/);
  }
});

test("an abort ends a request that hangs", async (t) => {
  const server = await upstream(t, () => undefined);
  const stop = new AbortController();
  const asked = serviceFetch(server.origin, { signal: stop.signal });
  stop.abort();
  await assert.rejects(asked, { name: "AbortError" });
});
