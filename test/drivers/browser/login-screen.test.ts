import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { LINK_MS, LoginScreens } from "../../../src/drivers/browser/login-screen.ts";
import { startUpstream } from "../../support/upstream-server.ts";
import { browserFor, site } from "../support/browser.ts";

const PAGE = `<title>Login</title><style>input{display:block;width:600px;height:100px}</style>
  <form method="post"><input name="user"><input type="password" name="password"><button>Log in</button></form>`;

/** A login page of a site, and the service's page for it. */
async function screens(t: TestContext) {
  const sent: string[] = [];
  const login = await site(t, (request, response) => {
    if (request.method !== "POST") return void response.end(PAGE);
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      sent.push(Buffer.concat(chunks).toString("utf8"));
      response.end("<title>In</title>");
    });
  });
  const { browser } = browserFor(t, { allowOrigins: [login.origin] });
  await browser.navigate("c1", `${login.origin}/`);
  const clock = { now: () => time };
  let time = 1_000_000;
  const logins = new LoginScreens({ browser, clock });
  const server = await startUpstream((request, response) => {
    void logins.answer(request, response).then((isOurs) => {
      if (!isOurs) response.end("other");
    });
  });
  t.after(() => server.close());
  const link = `${server.origin}${logins.open("c1", "en")}`;
  const call = (path: string, cookie = "", init: RequestInit = {}) =>
    fetch(`${link}${path}`, {
      ...init,
      headers: { "content-type": "application/json", cookie, ...init.headers },
    });
  const begin = async (): Promise<string> => {
    const { headers } = await call("/start", "", { method: "POST" });
    return headers.get("set-cookie")?.split(";")[0] ?? "";
  };
  const input = async (cookie: string, body: object, headers = {}) => {
    const init = { method: "POST", body: JSON.stringify(body), headers };
    return (await call("/input", cookie, init)).status;
  };
  const pass = (ms: number): void => {
    time += ms;
  };
  return { browser, sent, logins, call, begin, input, pass };
}

test("a person sees the screen and types into it, and is signed in there", async (t) => {
  const { browser, sent, begin, input, call } = await screens(t);
  assert.match(await (await call("")).text(), /<title>Log in<\/title>/);
  const cookie = await begin();
  const picture = await call("/picture", cookie);
  assert.equal(picture.headers.get("content-type"), "image/jpeg");
  for (const body of [
    { kind: "tap", x: 0.2, y: 0.08 },
    { kind: "text", text: "안나" },
    { kind: "key", key: "Tab" },
    { kind: "text", text: "secret" },
    { kind: "key", key: "Enter" },
  ])
    assert.equal(await input(cookie, body), 204);
  await browser.withTab("c1", {}, ({ page }) => page.waitForFunction("document.title === 'In'"));
  assert.deepEqual(sent.map(decodeURIComponent), ["user=안나&password=secret"]);
  assert.equal((await browser.look("c1", { kind: "press", key: "Tab" })).isSignedIn, true);
  assert.equal(await input(cookie, { kind: "done" }), 204);
  assert.equal((await call("", cookie)).status, 404);
});

test("the link is for one person, for a while, and for no other page", async (t) => {
  const { begin, input, call, pass, logins } = await screens(t);
  assert.equal((await call("/picture")).status, 404);
  const cookie = await begin();
  assert.equal(await begin(), "");
  assert.equal((await call("/picture", "screen=x")).status, 404);
  const tap = { kind: "tap", x: 0.2, y: 0.08 };
  assert.equal(await input("", tap), 404);
  assert.equal(await input(cookie, tap, { "sec-fetch-site": "cross-site" }), 404);
  assert.equal(await input(cookie, tap, { "content-type": "text/plain" }), 400);
  assert.equal(await input(cookie, { kind: "tap", x: 7, y: 0 }), 400);
  const many = await Promise.all(Array.from({ length: 20 }, () => call("")));
  assert.ok(many.some(({ status }) => status === 429));
  pass(LINK_MS);
  assert.equal((await call("", cookie)).status, 404);
  assert.equal(logins.isWanted, false);
});
