import assert from "node:assert/strict";
import { test } from "node:test";
import { AppError, isAbort } from "../../../src/base/errors.ts";
import { type BrowserParts, createBrowserHandlers } from "../../../src/nodes/interface/browser.ts";
import { failureOf, goodValue, outcomeOf, run } from "../../support/ready-call.ts";

const PAGE = { url: "https://example.com/", title: "Example", status: 200 };

const EMPTY = { url: PAGE.url, title: "", isCut: false, elements: [] };

type Port = BrowserParts["browser"];

function handlersFor(browser: Partial<Port>) {
  const unused = () => Promise.reject(new Error("not expected"));
  const port = { navigate: unused, snapshot: unused, screenshot: unused, withTab: unused };
  return createBrowserHandlers({
    browser: { ...port, hasPage: () => false, closePage: unused, ...browser },
    showPicture: unused,
    saveFile: unused,
  });
}

test("navigate opens the chat's page and gives its title and address, tainted", async () => {
  const calls: unknown[] = [];
  const handlers = handlersFor({
    navigate: (chatId, url, options) => {
      calls.push([chatId, url, options?.waitUntil]);
      return Promise.resolve(PAGE);
    },
  });
  const result = await run(handlers, "interface:navigate", {
    url: "https://example.com",
    wait_for: "networkidle",
  });
  assert.deepEqual(outcomeOf(result), {
    ok: true,
    value: { kind: "text", text: "Example\nhttps://example.com/" },
    tainted: true,
  });
  await run(handlers, "interface:navigate", { url: "https://example.com" });
  assert.deepEqual(calls, [
    ["console:1", "https://example.com", "networkidle"],
    ["console:1", "https://example.com", "load"],
  ]);
});

test("snapshot gives what a reader of the page finds, tainted", async () => {
  const handlers = handlersFor({
    snapshot: (_chatId, { selector } = {}) =>
      Promise.resolve({ ...EMPTY, text: `main of ${selector ?? "the page"}` }),
  });
  const result = await run(handlers, "interface:snapshot", {});
  assert.deepEqual(outcomeOf(result), {
    ok: true,
    value: { kind: "text", text: "main of the page" },
    tainted: true,
  });
  assert.deepEqual(goodValue(await run(handlers, "interface:snapshot", { selector: "#a" })), {
    kind: "text",
    text: "main of #a",
  });
});

test("a page that answers with an error status is a failure", async () => {
  const handlers = handlersFor({ navigate: () => Promise.resolve({ ...PAGE, status: 503 }) });
  assert.deepEqual(
    failureOf(await run(handlers, "interface:navigate", { url: "x" }, { language: "en" })),
    {
      code: "upstream-503",
      message: "https://example.com/ answered HTTP 503.",
      retryable: true,
    },
  );
});

test("without Chromium the person is told who can set it up", async () => {
  const handlers = handlersFor({
    navigate: () => Promise.reject(new AppError("needs-chromium", "No Chromium was found.")),
  });
  const failure = failureOf(await run(handlers, "interface:navigate", { url: "x" }));
  assert.equal(failure.code, "needs-chromium");
  assert.equal(
    failure.message,
    "여기서는 아직 브라우저를 쓸 수 없어요. 봇을 돌리는 분이 준비할 수 있어요.",
  );
});

test("what a browser refuses is a failure; an abort is thrown", async () => {
  const refused = handlersFor({
    snapshot: () => Promise.reject(new AppError("no-page", "Open a page first.")),
  });
  assert.deepEqual(failureOf(await run(refused, "interface:snapshot", {})), {
    code: "no-page",
    message: "Open a page first.",
    retryable: false,
  });
  const empty = handlersFor({ snapshot: () => Promise.resolve({ ...EMPTY, text: " \n" }) });
  assert.equal(failureOf(await run(empty, "interface:snapshot", {})).code, "empty-page");
  const controller = new AbortController();
  controller.abort(new AppError("aborted", "Stopped."));
  const aborted = handlersFor({ snapshot: () => Promise.reject(controller.signal.reason) });
  await assert.rejects(
    run(aborted, "interface:snapshot", {}, { signal: controller.signal }),
    isAbort,
  );
});
