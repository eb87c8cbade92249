import assert from "node:assert/strict";
import { createServer, request as httpRequest } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer } from "node:net";
import { type TestContext, test } from "node:test";
import { type BrowserProxy, startBrowserProxy } from "../../../src/drivers/browser/proxy.ts";
import { createOpenOrigins, type Lookup } from "../../../src/drivers/http/address-guard.ts";
import { startUpstream } from "../../support/upstream-server.ts";

async function proxyFor(
  context: TestContext,
  options: {
    readonly allowOrigins?: readonly string[];
    readonly lookup?: Lookup;
    readonly maxBytes?: number;
    readonly connectionMs?: number;
  } = {},
): Promise<BrowserProxy> {
  const proxy = await startBrowserProxy({
    origins: createOpenOrigins({
      allowOrigins: options.allowOrigins ?? [],
      serviceOrigins: {},
    }),
    lookup: options.lookup ?? (() => Promise.resolve([{ address: "127.0.0.1", family: 4 }])),
    maxBytes: options.maxBytes ?? 1_000_000,
    connectionMs: options.connectionMs ?? 10_000,
  });
  context.after(() => proxy.close());
  return proxy;
}

interface Answer {
  readonly status: number | undefined;
  readonly body: string;
}

/** One request in the form that a browser sends to a proxy. */
function ask(proxy: BrowserProxy, path: string, headers = {}, method = "GET"): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: "127.0.0.1", port: proxy.port, method, path, headers });
    request.on("error", reject);
    request.on("response", (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        body += chunk;
      });
      response.on("error", reject);
      response.on("end", () => resolve({ status: response.statusCode, body }));
    });
    request.end(method === "POST" ? "sent" : undefined);
  });
}

/** Opens a tunnel, sends `text`, and gives all that comes back until the end. */
function tunnel(proxy: BrowserProxy, authority: string, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(proxy.port, "127.0.0.1");
    let received = "";
    socket.setEncoding("latin1");
    socket.on("data", (chunk) => {
      if (received === "" && String(chunk).startsWith("HTTP/1.1 200")) socket.write(text);
      received += chunk;
    });
    socket.on("error", () => resolve(received));
    socket.on("close", () => resolve(received));
    socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
  });
}

test("a request to an opened origin goes through, without what was said to the proxy alone", async (t) => {
  const upstream = await startUpstream((request, response) => {
    request.resume();
    response.setHeader("set-cookie", ["a=1", "b=2"]);
    response.end(`${request.method} ${request.url}`);
  });
  t.after(() => upstream.close());
  const proxy = await proxyFor(t, { allowOrigins: [upstream.origin] });
  proxy.begin({ toOpenOrigin: true });
  const headers = { "proxy-authorization": "secret", "x-kept": "1", host: "other.test" };
  const answer = await ask(proxy, `${upstream.origin}/a?b=1`, headers, "POST");
  assert.deepEqual(answer, { status: 200, body: "POST /a?b=1" });
  const [received] = upstream.requests;
  assert.equal(received?.headers["proxy-authorization"], undefined);
  assert.equal(received?.headers["x-kept"], "1");
  assert.equal(received?.headers.host, `127.0.0.1:${upstream.port}`);
});

test("private hosts are refused by address and by name, on both ways, and the reason is kept", async (t) => {
  const upstream = await startUpstream((_request, response) => response.end("secret"));
  t.after(() => upstream.close());
  const proxy = await proxyFor(t);
  proxy.begin({ toOpenOrigin: true });
  for (const host of ["127.0.0.1", "2130706433", "[::1]", "[::ffff:7f00:1]", "named.test"]) {
    const authority = `${host}:${upstream.port}`;
    const answer = await ask(proxy, `http://${authority}/`);
    assert.equal(answer.status, 403, host);
    assert.match(answer.body, /leads into a private network/);
    assert.equal(proxy.refusalOf(`http://${authority}/x`)?.code, "http-blocked-address", host);
    proxy.begin({ toOpenOrigin: true });
    assert.match(await tunnel(proxy, authority, "GET / HTTP/1.1\r\n\r\n"), /^HTTP\/1\.1 403/, host);
    assert.equal(proxy.refusalOf(`https://${authority}/x`)?.code, "http-blocked-address", host);
  }
  assert.equal(upstream.requests.length, 0);
});

test("a visit that began on the public web cannot reach an opened private origin", async (t) => {
  const upstream = await startUpstream((_request, response) => response.end("secret"));
  t.after(() => upstream.close());
  const proxy = await proxyFor(t, { allowOrigins: [upstream.origin] });
  proxy.begin({ toOpenOrigin: false });
  assert.equal((await ask(proxy, `${upstream.origin}/`)).status, 403);
  const authority = `127.0.0.1:${upstream.port}`;
  assert.match(await tunnel(proxy, authority, "GET / HTTP/1.1\r\n\r\n"), /^HTTP\/1\.1 403/);
  assert.equal(upstream.requests.length, 0);
});

test("a tunnel carries bytes both ways to an opened origin, with either scheme", async (t) => {
  const echo = createTcpServer((socket) => {
    socket.once("data", (chunk) => socket.end(`echo ${chunk}`));
  });
  await new Promise<void>((resolve) => echo.listen(0, "127.0.0.1", resolve));
  t.after(() => echo.close());
  const { port } = echo.address() as AddressInfo;
  for (const scheme of ["http", "https"]) {
    const proxy = await proxyFor(t, { allowOrigins: [`${scheme}://127.0.0.1:${port}`] });
    proxy.begin({ toOpenOrigin: true });
    assert.equal(
      await tunnel(proxy, `127.0.0.1:${port}`, "hello"),
      "HTTP/1.1 200 Connection established\r\n\r\necho hello",
    );
  }
});

test("what is no request for the web is refused: other schemes, credentials, its own paths", async (t) => {
  const proxy = await proxyFor(t);
  proxy.begin({ toOpenOrigin: true });
  for (const path of [
    "/",
    "ftp://example.com/",
    "https://example.com/",
    "http://a:b@example.com/",
  ]) {
    assert.equal((await ask(proxy, path)).status, 403, path);
  }
  for (const authority of ["example.com", "a@b:443", "example.com:443/x", "example.com:999999"]) {
    assert.match(await tunnel(proxy, authority, ""), /^HTTP\/1\.1 403/, authority);
  }
});

test("one visit loads no more than its limit, however it is split", async (t) => {
  const upstream = await startUpstream((_request, response) => response.end("x".repeat(60_000)));
  t.after(() => upstream.close());
  const proxy = await proxyFor(t, { allowOrigins: [upstream.origin], maxBytes: 100_000 });
  proxy.begin({ toOpenOrigin: true });
  assert.equal((await ask(proxy, `${upstream.origin}/1`)).body.length, 60_000);
  await assert.rejects(ask(proxy, `${upstream.origin}/2`));
  assert.equal(proxy.refusalOf(upstream.origin)?.code, "http-too-large");
  proxy.begin({ toOpenOrigin: true });
  assert.equal((await ask(proxy, `${upstream.origin}/3`)).body.length, 60_000);
});

test("a connection ends after its longest life, though bytes still drip", async (t) => {
  const upstream = await startUpstream((_request, response) => {
    const drip = setInterval(() => response.write("."), 10);
    response.on("close", () => clearInterval(drip));
  });
  t.after(() => upstream.close());
  const proxy = await proxyFor(t, { allowOrigins: [upstream.origin], connectionMs: 150 });
  proxy.begin({ toOpenOrigin: true });
  await assert.rejects(ask(proxy, `${upstream.origin}/`));
  const received = await tunnel(
    proxy,
    `127.0.0.1:${upstream.port}`,
    "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
  );
  assert.match(received, /^HTTP\/1\.1 200 Connection established/);
});

test("a name that cannot be found and a closed port are told apart", async (t) => {
  const notFound = Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" });
  const lost = await proxyFor(t, { lookup: () => Promise.reject(notFound) });
  lost.begin({ toOpenOrigin: false });
  assert.equal((await ask(lost, "http://nowhere.test/")).status, 403);
  assert.match(lost.refusalOf("http://nowhere.test/")?.message ?? "", /cannot be found/);
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  const proxy = await proxyFor(t, { allowOrigins: [`http://127.0.0.1:${port}`] });
  proxy.begin({ toOpenOrigin: true });
  await ask(proxy, `http://127.0.0.1:${port}/`);
  assert.match(
    proxy.refusalOf(`http://127.0.0.1:${port}/`)?.message ?? "",
    /refused the connection/,
  );
});
