import assert from "node:assert/strict";
import { test } from "node:test";
import { type Hop, nextHop } from "../../../src/drivers/http/http-redirect.ts";

function hop(changes: Partial<Hop>): Hop {
  const url = new URL("https://shop.test/a");
  return { url, method: "GET", headers: {}, body: undefined, open: false, ...changes };
}

function redirect(location: string, statusCode = 302) {
  return { statusCode, headers: { location } };
}

test("an https request that carries a key is not led to http, not even on the same host", () => {
  for (const headers of [
    { authorization: "k" },
    { cookie: "k" },
    { "x-naver-client-secret": "k" },
  ]) {
    assert.throws(() => nextHop(hop({ headers }), redirect("http://shop.test/b")), {
      code: "http-redirects",
      message:
        '"https://shop.test" redirects to "http://shop.test", which is not encrypted, and the request carries a key. Use the https address.',
    });
  }
});

test("an https request without a key may be led to http", () => {
  const next = nextHop(hop({ headers: { accept: "text/html" } }), redirect("http://shop.test/b"));
  assert.equal(next?.url.href, "http://shop.test/b");
});

test("headers go on within the origin, and only harmless ones beyond it", () => {
  const headers = { authorization: "k", accept: "text/html", "x-session": "k" };
  assert.deepEqual(nextHop(hop({ headers }), redirect("/b"))?.headers, headers);
  assert.deepEqual(nextHop(hop({ headers }), redirect("https://shop.test:444/b"))?.headers, {
    accept: "text/html",
  });
});

test("an answer without a usable location is the answer", () => {
  assert.equal(nextHop(hop({}), { statusCode: 302, headers: {} }), undefined);
  assert.equal(nextHop(hop({}), { statusCode: 300, headers: { location: "/b" } }), undefined);
  assert.equal(
    nextHop(hop({}), { statusCode: 302, headers: { location: ["/b", "/c"] } }),
    undefined,
  );
});
