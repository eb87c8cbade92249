import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Clock } from "../../../src/base/clock.ts";
import { browserFor, chromiumsIn, site } from "../support/browser.ts";

test("Chromium gets none of the service's environment, no open port, and leaves nothing behind", async (t) => {
  const server = await site(t, (_request, response) => response.end("<title>ok</title>"));
  const { browser, profileRoot } = browserFor(t, { allowOrigins: [server.origin] });
  mkdirSync(join(profileRoot, "chromium-999999999-dead"));
  await browser.navigate("c1", server.origin);
  const running = chromiumsIn(profileRoot);
  assert.ok(running.length > 0);
  for (const { pid, commandLine } of running) {
    assert.doesNotMatch(commandLine, /--remote-debugging-port=[1-9]/);
    const environment = readFileSync(`/proc/${pid}/environ`, "latin1");
    assert.doesNotMatch(environment, /NODE_TEST_CONTEXT/); // which the runner of this test has set
  }
  assert.equal(browser.isSandboxed(), process.getuid?.() !== 0);
  assert.equal(readdirSync(profileRoot).includes("chromium-999999999-dead"), false);
  await browser.close();
  assert.deepEqual(readdirSync(profileRoot), []);
  assert.deepEqual(chromiumsIn(profileRoot), []);
});

test("a Chromium that was killed is started again", async (t) => {
  const server = await site(t, (_request, response) => response.end("<title>ok</title>"));
  const { browser, profileRoot } = browserFor(t, { allowOrigins: [server.origin] });
  await browser.navigate("c1", server.origin);
  for (const { pid } of chromiumsIn(profileRoot)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // its parent has taken it along
    }
  }
  const lost = await browser.snapshot("c1").catch((error: { code?: string }) => error.code);
  assert.ok(["browser-failed", "no-page"].includes(String(lost)), String(lost));
  assert.equal((await browser.navigate("c1", server.origin)).title, "ok");
});

test("Chromium is closed after its time without use", async (t) => {
  const server = await site(t, (_request, response) => response.end("<title>ok</title>"));
  const wakes: (() => void)[] = [];
  const clock: Clock = {
    now: () => 0,
    sleep: (_delayMs, signal) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
        wakes.push(resolve);
      }),
  };
  const { browser, profileRoot } = browserFor(t, { allowOrigins: [server.origin], clock });
  await browser.navigate("c1", server.origin);
  await browser.navigate("c1", server.origin);
  assert.equal(wakes.length, 2);
  wakes[0]!(); // the first wait was called off by the second use
  assert.equal((await browser.snapshot("c1")).title, "ok");
  wakes.at(-1)!();
  while (chromiumsIn(profileRoot).length > 0) await new Promise(setImmediate);
  await assert.rejects(browser.snapshot("c1"), { code: "no-page" });
});

test("without a Chromium it says how to get one", async (t) => {
  const executablePath = "/no/such/chromium";
  const { browser } = browserFor(t, { executablePath });
  await assert.rejects(browser.navigate("c1", "https://example.test/"), {
    code: "needs-chromium",
    message:
      'There is no Chromium at the configured place "/no/such/chromium". Install it (Debian and Ubuntu: apt-get install chromium), or set CHROMIUM_PATH to the program.',
  });
  const { browser: broken } = browserFor(t, { executablePath: "/bin/false" });
  await assert.rejects(broken.navigate("c1", "https://example.test/"), { code: "browser-failed" });
});
