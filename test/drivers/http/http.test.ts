import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type TestContext, test } from "node:test";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { isAbort } from "../../../src/base/errors.ts";
import {
  type ClosableFetch,
  createFetch,
  type FetchOptions,
} from "../../../src/drivers/http/http.ts";
import { bodyOf, startUpstream, type Upstream } from "../../support/upstream-server.ts";

const KEY = "hunter2-secret";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

async function upstream(context: TestContext, answer: Answer): Promise<Upstream> {
  const server = await startUpstream(answer);
  context.after(() => server.close());
  return server;
}

function fetchFor(context: TestContext, options: Partial<FetchOptions> = {}): ClosableFetch {
  const fetch = createFetch({ allowOrigins: [], serviceOrigins: {}, ...options });
  context.after(() => fetch.close());
  return fetch;
}

async function openUpstream(context: TestContext, answer: Answer) {
  const server = await upstream(context, answer);
  return { server, fetch: fetchFor(context, { allowOrigins: [server.origin] }) };
}

function text(body: Uint8Array): string {
  return Buffer.from(body).toString("utf8");
}

test("an opened origin is fetched with its status, headers and body, also a 500", async (t) => {
  const { server, fetch } = await openUpstream(t, (_request, response) => {
    response.writeHead(500, { "content-type": "text/plain", "X-Two": ["a", "b"] });
    response.end("broken");
  });
  const answer = await fetch({ url: `${server.origin}/page?q=1` });
  assert.equal(answer.status, 500);
  assert.equal(answer.url, `${server.origin}/page?q=1`);
  assert.equal(answer.headers["content-type"], "text/plain");
  assert.equal(answer.headers["x-two"], "a, b");
  assert.equal(text(answer.body), "broken");
  assert.equal(server.requests[0]?.headers["user-agent"], "ibl-bot (self-hosted chat service)");
});

test("a request carries its method, body, headers and own user agent", async (t) => {
  let sent = "";
  const { server, fetch } = await openUpstream(t, (request, response) => {
    void bodyOf(request).then((body) => {
      sent = body;
      response.end();
    });
  });
  await fetch({
    url: server.origin,
    method: "POST",
    headers: { "Content-Type": "application/json", "User-Agent": "other", Authorization: KEY },
    body: '{"메모":"점심"}',
  });
  assert.equal(sent, '{"메모":"점심"}');
  assert.equal(server.requests[0]?.headers["content-type"], "application/json");
  assert.equal(server.requests[0]?.headers["user-agent"], "other");
  assert.equal(server.requests[0]?.headers.authorization, KEY);
});

test("a literal private address is refused in every spelling, and nothing is sent", async (t) => {
  const server = await upstream(t, (_request, response) => response.end("secret"));
  const fetch = fetchFor(t);
  const hosts = ["127.0.0.1", "2130706433", "0x7f.1", "0", "[::1]", "[::ffff:127.0.0.1]"];
  for (const host of [
    ...hosts,
    "localhost",

    "[64:ff9b::7f00:1]",
    "169.254.169.254",
  ]) {
    await assert.rejects(
      fetch({ url: `http://${host}:${server.port}/?key=${KEY}`, timeoutMs: 2000 }),
      (error: Error & { code?: string }) => {
        assert.equal(error.code, "http-blocked-address", `${host}: ${error.message}`);
        assert.doesNotMatch(error.message, /hunter2/);
        return true;
      },
    );
  }
  assert.equal(server.requests.length, 0);
});

test("a name that leads to a private address is refused where the socket is made", async (t) => {
  const server = await upstream(t, (_request, response) => response.end("secret"));
  let lookups = 0;
  const fetch = fetchFor(t, {
    lookup: () => {
      lookups += 1;
      return Promise.resolve([{ address: "127.0.0.1", family: 4 }]);
    },
  });
  const request = { url: `http://rebinding.test:${server.port}/` };
  await assert.rejects(fetch(request), { code: "http-blocked-address" });
  await assert.rejects(fetch(request), { code: "http-blocked-address" });
  assert.equal(lookups, 2);
  assert.equal(server.requests.length, 0);
});

test("a service's upstream is reached by that service alone, also while its socket is open", async (t) => {
  const server = await upstream(t, (_request, response) => response.end("ok"));
  const origin = `http://upstream.test:${server.port}`;
  const fetch = fetchFor(t, {
    serviceOrigins: { naver: `${origin}/v1` },
    lookup: () => Promise.resolve([{ address: "127.0.0.1", family: 4 }]),
  });
  assert.equal(text((await fetch({ url: `${origin}/v1/a`, service: "naver" })).body), "ok");
  await assert.rejects(fetch({ url: `${origin}/v1/a` }), { code: "http-blocked-address" });
  await assert.rejects(fetch({ url: `${origin}/v1/a`, service: "kakao" }), {
    code: "http-blocked-address",
  });
  assert.equal(server.requests.length, 1);
});

test("redirects are followed within an opened origin, relative ones and Korean paths too", async (t) => {
  const { server, fetch } = await openUpstream(t, (request, response) => {
    if (request.url === "/start") {
      response.writeHead(302, { location: Buffer.from("/뉴스?q=1", "utf8").toString("latin1") });
      response.end("moved");
      return;
    }
    response.end("news");
  });
  const answer = await fetch({ url: `${server.origin}/start` });
  assert.equal(text(answer.body), "news");
  assert.equal(answer.url, `${server.origin}/%EB%89%B4%EC%8A%A4?q=1`);
});

test("a redirect to a private address that is not open is refused before it is reached", async (t) => {
  const inner = await upstream(t, (_request, response) => response.end("secret"));
  for (const target of [
    inner.origin,
    `http://localhost:${inner.port}`,
    `//127.1:${inner.port}/x`,
    `http://[::1]:${inner.port}`,
  ]) {
    const { server, fetch } = await openUpstream(t, (_request, response) => {
      response.writeHead(302, { location: target });
      response.end();
    });
    await assert.rejects(fetch({ url: server.origin }), { code: "http-blocked-address" });
  }
  assert.equal(inner.requests.length, 0);
});

test("a redirect to another scheme or with credentials is refused", async (t) => {
  for (const location of ["file:///etc/passwd", "ftp://example.com/", "http://a:b@127.0.0.1/"]) {
    const { server, fetch } = await openUpstream(t, (_request, response) => {
      response.writeHead(301, { location });
      response.end();
    });
    await assert.rejects(fetch({ url: server.origin }), { code: "http-bad-url" });
  }
});

test("redirects without end stop at the limit, and a limit of 0 gives the redirect itself", async (t) => {
  const { server, fetch } = await openUpstream(t, (request, response) => {
    response.writeHead(302, { location: `${request.url}x` });
    response.end();
  });
  await assert.rejects(fetch({ url: `${server.origin}/?key=${KEY}` }), {
    code: "http-redirects",
    message: `"${server.origin}" redirected more than 5 times. Use the final address directly.`,
  });
  assert.equal(server.requests.length, 6);
  const answer = await fetch({ url: `${server.origin}/`, maxRedirects: 0 });
  assert.deepEqual([answer.status, answer.headers["location"]], [302, "/x"]);
});

test("keys and cookies stay behind when a redirect leaves the origin", async (t) => {
  const other = await upstream(t, (_request, response) => response.end("other"));
  const first = await upstream(t, (_request, response) => {
    response.writeHead(302, { location: other.origin });
    response.end();
  });
  const fetch = fetchFor(t, { allowOrigins: [first.origin, other.origin] });
  const headers = { Authorization: KEY, Cookie: KEY, "X-Api-Key": KEY, "Accept-Language": "ko" };
  await fetch({ url: first.origin, headers });
  const [received] = other.requests;
  assert.equal(JSON.stringify(received?.headers).includes(KEY), false);
  assert.equal(received?.headers["accept-language"], "ko");
});

test("a body is never handed to another origin by a redirect", async (t) => {
  const other = await upstream(t, (_request, response) => response.end());
  const first = await upstream(t, (_request, response) => {
    response.writeHead(307, { location: other.origin });
    response.end();
  });
  const fetch = fetchFor(t, { allowOrigins: [first.origin, other.origin] });
  await assert.rejects(fetch({ url: first.origin, method: "POST", body: KEY }), {
    code: "http-redirects",
    message: `"${first.origin}" wants the data that was sent to go to "${other.origin}" instead. Send it there directly if you trust that host.`,
  });
  assert.equal(other.requests.length, 0);
});

test("a POST becomes a GET without its body after 303, and stays one after 308", async (t) => {
  const { server, fetch } = await openUpstream(t, (request, response) => {
    if (request.url !== "/end") {
      response.writeHead(request.url === "/303" ? 303 : 308, { location: "/end" });
      response.end();
      return;
    }
    void bodyOf(request).then((body) => response.end(`${request.method} ${body}`));
  });
  const post = (path: string) =>
    fetch({
      url: server.origin + path,
      method: "POST",
      headers: { "content-type": "text/plain" },
      body: "b",
    });
  assert.equal(text((await post("/303")).body), "GET ");
  assert.equal(text((await post("/308")).body), "POST b");
  assert.equal(server.requests[1]?.headers["content-type"], undefined);
});

test("a body of 50 MB is stopped early, with and without a declared length", async (t) => {
  const sizeBytes = 50 * 1024 * 1024;
  let writtenBytes = 0;
  const { server, fetch } = await openUpstream(t, (request, response) => {
    if (request.url === "/declared") response.setHeader("content-length", sizeBytes);
    const chunk = Buffer.alloc(64 * 1024, "x");
    const write = (): void => {
      while (writtenBytes < sizeBytes && !response.destroyed) {
        writtenBytes += chunk.length;
        if (!response.write(chunk)) break;
      }
    };
    response.on("drain", write);
    write();
  });
  for (const path of ["/chunked", "/declared"]) {
    writtenBytes = 0;
    await assert.rejects(fetch({ url: server.origin + path }), {
      code: "http-too-large",
      message: `"${server.origin}" sent more than the 5 MiB allowed for this answer, so reading was stopped. Ask for a smaller page or file.`,
    });
    assert.ok(writtenBytes < 20 * 1024 * 1024, `${path}: ${writtenBytes} bytes were written`);
  }
});

test("compressed answers are read, and a compression bomb counts by what comes out", async (t) => {
  const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024));
  const bodies: Record<string, [string, Buffer]> = {
    "/gzip": ["gzip", gzipSync("압축")],
    "/br": ["br", brotliCompressSync("압축")],
    "/both": ["gzip, br", brotliCompressSync(gzipSync("압축"))],
    "/bomb": ["gzip", bomb],
    "/twice": ["gzip, gzip", gzipSync(bomb)],
    "/chain": ["gzip, gzip, gzip", gzipSync(bomb)],
    "/damaged": ["gzip", Buffer.from("not gzip at all")],
  };
  const { server, fetch } = await openUpstream(t, (request, response) => {
    const [encoding, body] = bodies[request.url ?? ""]!;
    response.writeHead(200, { "content-encoding": encoding });
    response.end(body);
  });
  for (const path of ["/gzip", "/br", "/both"]) {
    assert.equal(text((await fetch({ url: server.origin + path })).body), "압축", path);
  }
  for (const [path, code] of [
    ["/bomb", "http-too-large"],
    ["/twice", "http-too-large"],
    ["/chain", "http-unreachable"],
    ["/damaged", "http-unreachable"],
  ]) {
    await assert.rejects(fetch({ url: `${server.origin}${path}` }), { code }, path);
  }
});

test("an upstream that hangs, or drips a byte at a time, ends with the time-out", async (t) => {
  const { server, fetch } = await openUpstream(t, (request, response) => {
    if (request.url !== "/drip") return;
    const drip = setInterval(() => response.write("."), 10);
    response.on("close", () => clearInterval(drip));
  });
  for (const path of ["/hang", "/drip"]) {
    await assert.rejects(fetch({ url: `${server.origin}${path}?key=${KEY}`, timeoutMs: 200 }), {
      code: "http-timeout",
      message: `"${server.origin}" did not answer completely within 0.2 s. Try again later.`,
    });
  }
});

test("a name server that never answers ends with the time-out", async (t) => {
  const fetch = fetchFor(t, { lookup: () => new Promise(() => undefined) });
  await assert.rejects(fetch({ url: "http://slow.test/", timeoutMs: 50 }), {
    code: "http-timeout",
  });
});

test("the caller's abort is thrown as an abort, whatever its reason", async (t) => {
  const { server, fetch } = await openUpstream(t, (_request, response) => response.write("part"));
  for (const reason of [undefined, new Error("stopped by a person")]) {
    const controller = new AbortController();
    const pending = fetch({ url: server.origin, signal: controller.signal });
    controller.abort(reason);
    await assert.rejects(pending, (error) => isAbort(error));
    await assert.rejects(fetch({ url: server.origin, signal: controller.signal }), (error) =>
      isAbort(error),
    );
  }
});

test("an unknown name, a closed port and a broken-off answer say what is wrong", async (t) => {
  const { server, fetch } = await openUpstream(t, (_request, response) => {
    response.writeHead(200, { "content-length": 100 });
    response.write("part", () => response.destroy());
  });
  await assert.rejects(fetch({ url: server.origin }), {
    code: "http-unreachable",
    message: `"${server.origin}" closed the connection before its answer was complete. Try again later.`,
  });
  await server.close();
  await assert.rejects(fetch({ url: server.origin }), {
    code: "http-unreachable",
    message: `"${server.origin}" refused the connection. Check the address and port.`,
  });
  const notFound = Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" });
  const offline = fetchFor(t, { lookup: () => Promise.reject(notFound) });
  await assert.rejects(offline({ url: `https://nowhere.test/?key=${KEY}` }), {
    code: "http-unreachable",
    message:
      '"https://nowhere.test" cannot be found: no address is known for that name. Check its spelling and the network.',
  });
});

test("a header that steers the connection or breaks its line is refused", async (t) => {
  const fetch = fetchFor(t);
  for (const headers of [
    { Host: "internal" },
    { "Content-Length": "5" },
    { "Transfer-Encoding": "chunked" },
    { "X-A": "a\r\nHost: internal" },
    { "X-A": "한글" },
    { "X A": "a" },
  ]) {
    await assert.rejects(fetch({ url: "http://example.test/", headers }), {
      code: "http-bad-header",
    });
  }
});

test("HEAD has no body, whatever length and encoding it announces", async (t) => {
  const { server, fetch } = await openUpstream(t, (_request, response) => {
    response.writeHead(200, { "content-length": 99_999_999, "content-encoding": "gzip" });
    response.end();
  });
  const answer = await fetch({ url: server.origin, method: "HEAD" });
  assert.deepEqual([answer.status, answer.body.length], [200, 0]);
});

test("after close every request fails", async (t) => {
  const { server, fetch } = await openUpstream(t, (_request, response) => response.end());
  await fetch.close();
  await assert.rejects(fetch({ url: server.origin }), { code: "http-unreachable" });
});
