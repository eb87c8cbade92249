import assert from "node:assert/strict";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { test } from "node:test";
import { isAbort } from "../../../src/base/errors.ts";
import type { Upstream } from "../../support/upstream-server.ts";
import { browserFor, site } from "../support/browser.ts";

function pathsOf(server: Upstream): readonly (string | undefined)[] {
  return server.requests.map(({ url }) => url).filter((url) => url !== "/favicon.ico");
}

/**
 * A page that runs `script` and reports by `done(text)`; the page counts as loaded only after that,
 * because one of its pictures is answered then.
 */
function scripted(script: string) {
  const reports: string[] = [];
  let held: ServerResponse | undefined;
  let isDone = false;
  return {
    reports,
    answer(request: IncomingMessage, response: ServerResponse): void {
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://site.test");
      if (pathname === "/hold") {
        held = response;
        if (isDone) held.end();
        return;
      }
      if (pathname === "/done") {
        reports.push(searchParams.get("said") ?? "");
        isDone = true;
        held?.end();
      }
      const done = "const done = (said) => fetch('/done?said=' + encodeURIComponent(said));";
      response.end(
        pathname === "/"
          ? `<img src="/hold"><script>${done}(async () => { ${script} })()</script>`
          : "",
      );
    },
  };
}

test("a page is opened, read with references, pictured and kept between calls", async (t) => {
  const server = await site(t, (request, response) => {
    response.statusCode = request.url === "/missing" ? 404 : 200;
    response.end(
      `<title>시험</title><main><h1>뉴스</h1><a href="/1">기사</a><p id="p">본문 글</p>
       <input aria-label="검색" value="x"><div style="height:20000px"></div></main>`,
    );
  });
  const { browser } = browserFor(t, { allowOrigins: [server.origin] });
  const url = `${server.origin}/`;
  assert.deepEqual(await browser.navigate("c1", url), { url, title: "시험", status: 200 });
  const { elements, ...snapshot } = await browser.snapshot("c1");
  assert.deepEqual(elements, [
    { ref: "e1", role: "link", name: "기사", url: `${server.origin}/1` },
    { ref: "e2", role: "textbox", name: "검색", value: "x" },
  ]);
  assert.deepEqual(snapshot, {
    url,
    title: "시험",
    text: [
      '- heading "뉴스" level 1',
      `- link "기사" [e1] ${server.origin}/1`,
      "- 본문 글",
      '- textbox "검색" [e2] value "x"',
    ].join("\n"),
    isCut: false,
  });
  assert.equal((await browser.snapshot("c1", { selector: "#p" })).text, "- 본문 글");
  for (const selector of ["#absent", "[[["]) {
    await assert.rejects(browser.snapshot("c1", { selector }), { code: "no-element" });
  }
  const { bytes, ...picture } = await browser.screenshot("c1");
  assert.deepEqual(picture, { width: 1280, height: 800, isCut: false });
  assert.equal(Buffer.from(bytes.subarray(1, 4)).toString(), "PNG");
  const { height, isCut } = await browser.screenshot("c1", { fullPage: true });
  assert.deepEqual([height, isCut], [10_000, true]);
  assert.equal((await browser.navigate("c1", `${server.origin}/missing`)).status, 404);
  await browser.closePage("c1");
  await assert.rejects(browser.snapshot("c1"), {
    code: "no-page",
    message: "No page is open in this chat. Open one with navigate first.",
  });
});

test("private addresses are refused by address, by name and after a redirect", async (t) => {
  const inner = await site(t, (_request, response) => response.end("secret"));
  const server = await site(t, (request, response) => {
    const target = new URL(request.url ?? "/", "http://site.test").searchParams.get("to");
    response.writeHead(302, { location: target ?? "/" });
    response.end();
  });
  const { browser } = browserFor(t, {
    allowOrigins: [server.origin],
    lookup: () => Promise.resolve([{ address: "127.0.0.1", family: 4 }]),
  });
  const targets = [
    inner.origin,
    `http://localhost:${inner.port}/`,
    `http://2130706433:${inner.port}/`,
    `http://[::1]:${inner.port}/`,
    `http://[::ffff:127.0.0.1]:${inner.port}/`,
    `http://rebound.test:${inner.port}/?key=hunter2`,
    `https://rebound.test:${inner.port}/?key=hunter2`,
    "http://169.254.169.254/latest/meta-data/",
  ];
  for (const target of targets) {
    const redirect = `${server.origin}/?to=${encodeURIComponent(target)}`;
    for (const url of [target, redirect]) {
      await assert.rejects(browser.navigate("c1", url), (error: Error & { code?: string }) => {
        assert.equal(error.code, "http-blocked-address", `${url}: ${error.message}`);
        assert.doesNotMatch(error.message, /hunter2/);
        return true;
      });
    }
  }
  assert.equal(inner.requests.length, 0);
});

test("no script on a page gets past the proxy, whatever it tries", async (t) => {
  const inner = await site(t, (_request, response) => response.end("secret"));
  const udp = createSocket("udp4");
  const packets: Buffer[] = [];
  udp.on("message", (packet) => packets.push(packet));
  udp.bind(0, "127.0.0.1");
  await once(udp, "listening");
  t.after(() => udp.close());
  const { port: udpPort } = udp.address();
  const hosts = JSON.stringify(
    ["127.0.0.1", "localhost", "[::1]", "rebound.test"].map((host) => `${host}:${inner.port}`),
  );
  const page = scripted(`
    const tried = [];
    const settle = (promise) => Promise.race([promise.then(() => 'ok', () => 'failed'),
      new Promise((resolve) => setTimeout(resolve, 3000, 'late'))]);
    for (const host of ${hosts}) {
      for (const scheme of ['http', 'https']) {
        tried.push(await settle(fetch(scheme + '://' + host + '/fetch', { mode: 'cors' }).then((r) => r.text())));
        tried.push(await settle(new Promise((ok, no) => { const i = new Image(); i.onload = ok; i.onerror = no; i.src = scheme + '://' + host + '/img'; })));
      }
      tried.push(await settle(new Promise((ok, no) => { const w = new WebSocket('ws://' + host + '/ws'); w.onopen = ok; w.onerror = no; })));
      navigator.sendBeacon('http://' + host + '/beacon', 'x');
      const frame = document.createElement('iframe'); frame.src = 'http://' + host + '/frame'; document.body.append(frame);
      await settle(new Promise((ok) => { frame.onload = ok; }));
    }
    const peer = new RTCPeerConnection({ iceServers: [
      { urls: 'stun:127.0.0.1:${udpPort}' }, { urls: 'stun:localhost:${udpPort}' },
      { urls: ['turn:127.0.0.1:${inner.port}?transport=tcp', 'turns:127.0.0.1:${inner.port}?transport=tcp',
        'turn:localhost:${inner.port}?transport=tcp', 'turn:127.0.0.1:${udpPort}'], username: 'a', credential: 'b' }] });
    peer.createDataChannel('x');
    await peer.setLocalDescription(await peer.createOffer());
    await settle(new Promise((ok) => { peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && ok(); }));
    let quic = 'none';
    try { const w = new WebTransport('https://127.0.0.1:${udpPort}/'); quic = await settle(w.ready); } catch { quic = 'refused'; }
    const popup = window.open('http://127.0.0.1:${inner.port}/popup');
    await settle(new Promise((ok) => setInterval(() => popup?.closed !== false && ok(), 10)));
    try { location.href = 'file:///etc/passwd'; } catch {}
    try { window.open('file:///etc/passwd'); } catch {}
    done(JSON.stringify({ ok: tried.filter((x) => x === 'ok').length, quic: quic === 'ok', popup: popup?.closed === false }));
  `);
  const server = await site(t, page.answer);
  const { browser } = browserFor(t, {
    allowOrigins: [server.origin],
    lookup: () => Promise.resolve([{ address: "127.0.0.1", family: 4 }]),
  });
  const visited = await browser.navigate("c1", `${server.origin}/`, { timeoutMs: 60_000 });
  assert.deepEqual(page.reports, ['{"ok":0,"quic":false,"popup":false}']);
  assert.equal(visited.url, `${server.origin}/`);
  assert.deepEqual(pathsOf(inner), []);
  assert.equal(inner.connectionCount(), 0);
  assert.deepEqual(packets, []);
});

test("dialogs do not hold a page up, and a page that does not want to be left is left", async (t) => {
  const server = await site(t, (_request, response) =>
    response.end(
      "<script>onbeforeunload = () => 'stay'; alert(1); prompt('x'); document.title = String(confirm('x'));</script>",
    ),
  );
  const { browser } = browserFor(t, { allowOrigins: [server.origin] });
  assert.equal((await browser.navigate("c1", `${server.origin}/1`)).title, "false");
  assert.equal((await browser.navigate("c1", `${server.origin}/2`)).url, `${server.origin}/2`);
});

test("a download, another scheme and credentials are refused", async (t) => {
  const server = await site(t, (_request, response) => {
    response.setHeader("content-disposition", "attachment; filename=a.bin");
    response.end("x".repeat(1000));
  });
  const { browser, profileRoot } = browserFor(t, { allowOrigins: [server.origin] });
  await assert.rejects(browser.navigate("c1", `${server.origin}/a.bin`), {
    code: "browser-download",
    message: `"${server.origin}" sent a file to be downloaded, not a page. Fetch it instead of opening it.`,
  });
  const files = readdirSync(profileRoot, { recursive: true }).map(String);
  assert.deepEqual(
    files.filter((name) => /a\.bin|crdownload/.test(name)),
    [],
  );
  for (const url of [
    "file:///etc/passwd",
    "chrome://version",
    "javascript:alert(1)",
    "data:text/html,x",
    "view-source:http://example.com",
    "about:blank",
    `http://a:b@127.0.0.1:${server.port}/`,
  ]) {
    await assert.rejects(browser.navigate("c1", url), { code: "http-bad-url" }, url);
  }
});

test("a page that hangs, is too big, or cannot be reached says which", async (t) => {
  const server = await site(t, (request, response) => {
    if (request.url === "/hang") return;
    const chunk = "x".repeat(64 * 1024);
    const write = (): void => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on("drain", write);
    write();
  });
  const { browser } = browserFor(t, { allowOrigins: [server.origin], maxBytes: 1_000_000 });
  await assert.rejects(browser.navigate("c1", `${server.origin}/hang`, { timeoutMs: 500 }), {
    code: "browser-timeout",
    message: `"${server.origin}" was not open after 0.5 s. Try again, or wait for "domcontentloaded" only.`,
  });
  await assert.rejects(browser.navigate("c1", `${server.origin}/endless`), {
    code: "http-too-large",
  });
  await server.close();
  await assert.rejects(browser.navigate("c1", `${server.origin}/`), {
    code: "http-unreachable",
    message: `"${server.origin}" refused the connection. Check the address and port.`,
  });
});

test("an abort ends a visit at once, and the chat can go on", async (t) => {
  const server = await site(t, (request, response) => {
    if (request.url !== "/hang") response.end("<title>ok</title>");
  });
  const { browser } = browserFor(t, { allowOrigins: [server.origin] });
  await browser.navigate("c1", `${server.origin}/`);
  const controller = new AbortController();
  const { signal } = controller;
  const visit = browser.navigate("c1", `${server.origin}/hang`, { signal });
  while (!pathsOf(server).includes("/hang")) await new Promise(setImmediate);
  const abortedAtMs = performance.now();
  controller.abort();
  await assert.rejects(visit, (error) => isAbort(error));
  assert.ok(performance.now() - abortedAtMs < 10_000);
  await assert.rejects(browser.navigate("c1", `${server.origin}/late`, { signal }), (error) =>
    isAbort(error),
  );
  assert.equal((await browser.navigate("c1", `${server.origin}/`)).title, "ok");
  assert.equal(pathsOf(server).includes("/late"), false);
});

test("two chats see nothing of each other's cookies", async (t) => {
  const server = await site(t, (request, response) => {
    response.setHeader("set-cookie", "who=first; Path=/");
    response.end(`<title>${request.headers.cookie ?? "nobody"}</title>`);
  });
  const { browser } = browserFor(t, { allowOrigins: [server.origin] });
  const titleFor = async (chatId: string) => (await browser.navigate(chatId, server.origin)).title;
  assert.deepEqual(
    [await titleFor("c1"), await titleFor("c1"), await titleFor("c2")],
    ["nobody", "who=first", "nobody"],
  );
});
