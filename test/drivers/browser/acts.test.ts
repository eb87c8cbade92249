import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type TestContext, test } from "node:test";
import type { PageAct } from "../../../src/drivers/browser/page-act.ts";
import { chooseFrame, framesOf, textOf } from "../../../src/drivers/browser/reading.ts";
import { browserFor, site } from "../support/browser.ts";

/** What forms sent: method, path and body. */
type Sent = readonly string[];

/** A site with these pages; it notes whatever is posted. */
async function pages(
  t: TestContext,
  html: Readonly<Record<string, string>>,
  answer?: (request: IncomingMessage, response: ServerResponse) => boolean,
) {
  const sent: string[] = [];
  const server = await site(t, (request, response) => {
    if (answer?.(request, response) === true) return;
    const { pathname } = new URL(request.url ?? "/", "http://site.test");
    if (request.method !== "POST") {
      response.end(html[pathname] ?? "<title>none</title>");
      return;
    }
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      sent.push(`${pathname} ${decodeURIComponent(Buffer.concat(chunks).toString("utf8"))}`);
      response.end("<title>Thanks</title>Thanks");
    });
  });
  const { browser } = browserFor(t, { allowOrigins: [server.origin] });
  await browser.navigate("c1", `${server.origin}/`);
  return { server, browser, sent: sent as Sent, act: (act: PageAct) => browser.act("c1", act) };
}

const click = (ref: string): PageAct => ({ kind: "click", ref, button: "left", count: 1 });
const type = (ref: string, text: string, more = {}): PageAct => ({
  kind: "type",
  ref,
  text,
  submit: false,
  clear: true,
  ...more,
});

const FORM = `<title>Form</title><form method="post" action="/send">
  <input name="name" aria-label="Name" value="old"><textarea name="words" aria-label="Words"></textarea>
  <input type="date" name="day" aria-label="Day"><input type="checkbox" name="yes" aria-label="Agree">
  <select name="size" aria-label="Size"><option value="s">Small</option><option value="l">Large</option></select>
  <div contenteditable aria-label="Note" role="textbox">draft</div><pre></pre>
  <button>Send</button></form>`;

test("a form is filled in, in both languages, and sent", async (t) => {
  const { act, sent, browser } = await pages(t, { "/": FORM });
  await act(type("Name", "지은"));
  await act(type("Words", `${"길게 ".repeat(100)}끝`));
  await act(type("Words", "!", { clear: false }));
  await act(type("Day", "2026-12-01"));
  await act(type("Note", "note"));
  await act(click("Agree"));
  await act({ kind: "select", ref: "Size", values: ["large"] });
  assert.match((await browser.snapshot("c1")).text, /textbox "Note" \[e\d+\] value "note"/);
  assert.deepEqual(sent, []);
  const done = await act(click("Send"));
  assert.deepEqual([done.title, done.hasMoved], ["Thanks", true]);
  assert.deepEqual(sent, [
    `/send name=지은&words=${"길게 ".repeat(100).replaceAll(" ", "+")}끝!&day=2026-12-01&yes=on&size=l`,
  ]);
});

test("Enter sends a form; a password is typed by nobody but the person", async (t) => {
  const { act, sent } = await pages(t, {
    "/": `${FORM}<input type="password" aria-label="Secret">`,
  });
  await assert.rejects(act(type("Secret", "hunter2")), { code: "secret-field" });
  await act(type("Name", "Ann", { submit: true }));
  assert.equal(sent.length, 1);
});

test("a reference keeps to its element, and one that has gone says so and leads to nothing else", async (t) => {
  const { act, browser, server } = await pages(t, {
    "/": `<button onclick="document.title += '1'">One</button><button id="two" onclick="document.title += '2'">Two</button>
      <button onclick="this.previousElementSibling.remove()">Remove</button>`,
    "/next": "<button onclick=\"document.title = 'wrong'\">Other</button>",
  });
  const refs = async () => (await browser.snapshot("c1")).elements.map(({ ref }) => ref);
  assert.deepEqual(await refs(), ["e1", "e2", "e3"]);
  await act(click("e3"));
  assert.deepEqual(await refs(), ["e1", "e3"]);
  await assert.rejects(act(click("e2")), {
    code: "stale-reference",
    message:
      '"e2" is not on the page any more: it has changed since. Take a new snapshot and use the reference that stands there.',
  });
  await browser.navigate("c1", `${server.origin}/next`);
  assert.deepEqual(await refs(), ["e4"]);
  await assert.rejects(act(click("e1")), { code: "stale-reference" });
  await assert.rejects(act(click("e99")), { code: "stale-reference" });
  assert.equal((await act(click("e4"))).title, "wrong");
});

test("words name an element only where they name one", async (t) => {
  const { act } = await pages(t, {
    "/": "<button>Delete</button><button>Delete</button><button onclick=\"document.title='ok'\">Delete all</button>",
  });
  await assert.rejects(act(click("Delete")), {
    message:
      'Several things on the page are called "Delete": e1 button "Delete", e2 button "Delete". Say which by its reference.',
  });
  await assert.rejects(act(click("Keep")), { code: "no-element" });
  assert.equal((await act(click("delete ALL"))).title, "ok");
});

test("a link is followed by its address, and no script of the page makes more of it", async (t) => {
  const { act, sent, browser } = await pages(t, {
    "/": `<a href="/next" onclick="fetch('/steal', {method: 'POST', body: 'x'}); return false">Next</a>`,
    "/next": "<title>Next</title>",
  });
  const sight = await browser.look("c1", click("Next"));
  assert.deepEqual([sight.reach, sight.leadsTo], ["reads", undefined]);
  assert.equal((await act(click("Next"))).title, "Next");
  assert.deepEqual(sent, []);
  await browser.withTab("c1", {}, (tab) => tab.page.goBack());
  assert.deepEqual((await browser.snapshot("c1")).elements.length, 1);
});

test("what an act may send is told before it is done", async (t) => {
  const { browser, server } = await pages(t, {
    "/": `${FORM}<a href="https://elsewhere.test/x">Away</a><a href="#">Menu</a><a href="javascript:void 0">Do</a>`,
  });
  const reach = async (act: PageAct) => {
    const sight = await browser.look("c1", act);
    return sight.leadsTo ?? sight.reach;
  };
  assert.deepEqual(
    await Promise.all(
      [
        click("Send"),
        click("Agree"),
        click("Name"),
        click("Menu"),
        click("Do"),
        click("Away"),
        type("Name", "x"),
        type("Name", "x", { submit: true }),
        { kind: "press", key: "Tab" } as const,
        { kind: "press", key: "Enter" } as const,
        { kind: "evaluate", expression: "1" } as const,
      ].map(reach),
    ),
    [
      "sends",
      "fills",
      "fills",
      "sends",
      "sends",
      "https://elsewhere.test/x",
      "fills",
      "sends",
      "fills",
      "sends",
      "sends",
    ],
  );
  const { mark, site: where, element, isSignedIn } = await browser.look("c1", click("Send"));
  assert.deepEqual(
    [where, element, isSignedIn],
    [new URL(server.origin).host, { role: "button", name: "Send" }, false],
  );
  assert.equal((await browser.look("c1", click("Send"))).mark, mark);
  await browser.act("c1", type("Name", "changed"));
  assert.notEqual((await browser.look("c1", click("Send"))).mark, mark);
});

test("who gets a cookie that scripts cannot read for what was sent is signed in there", async (t) => {
  const { act, browser } = await pages(t, { "/": FORM }, (request, response) => {
    if (request.method === "POST") response.setHeader("set-cookie", "session=1; HttpOnly");
    return false;
  });
  await act(click("Send"));
  const sight = await browser.look("c1", { kind: "press", key: "Tab" });
  assert.equal(sight.isSignedIn, true);
});

test("what lies under something else, or is not shown, is not clicked", async (t) => {
  const { act } = await pages(t, {
    "/": `<button>Under</button><div style="position:fixed;inset:0;background:#fff"><button style="width:100%;height:100%">Accept cookies</button></div>
      <button style="position:absolute;left:-900px">Far</button>`,
  });
  await assert.rejects(act(click("Under")), {
    code: "not-clickable",
    message: 'Something lies over it: button "Accept cookies". Close that first, or scroll.',
  });
});

test("dialogs are dismissed and told, and accepted where that was said", async (t) => {
  const { browser, act } = await pages(t, {
    "/": `<button onclick="document.title = [confirm('Really?'), prompt('Name?')].join()">Ask</button>`,
  });
  const first = await act(click("Ask"));
  assert.deepEqual(
    [first.title, first.dialogs],
    [
      "false,",
      [
        { type: "confirm", message: "Really?", answer: "dismissed" },
        { type: "prompt", message: "Name?", answer: "dismissed" },
      ],
    ],
  );
  const second = await browser.act("c1", click("Ask"), { dialog: { accept: true, text: "Ann" } });
  assert.equal(second.title, "true,Ann");
});

test("files come with the act that led to them, and nothing comes by itself", async (t) => {
  const { act, browser, server } = await pages(
    t,
    {
      "/": `<a href="/invoice">Invoice</a><button onclick="location.href='/invoice'">Get</button>
        <a href="/push">Push</a>`,
      "/push": "<script>setTimeout(() => location.href = '/invoice', 400)</script>",
    },
    (request, response) => {
      if (request.url !== "/invoice") return false;
      response.setHeader("content-disposition", 'attachment; filename="../in~voice.pdf"');
      response.end("%PDF-1.4 invoice");
      return true;
    },
  );
  for (const name of ["Invoice", "Get"]) {
    const { files, hasMoved } = await act(click(name));
    assert.deepEqual(
      files.map((file) => [file.name, Buffer.from(file.bytes).toString()]),
      [["_invoice.pdf", "%PDF-1.4 invoice"]],
      name,
    );
    assert.equal(hasMoved, false);
  }
  await assert.rejects(browser.navigate("c1", `${server.origin}/invoice`), {
    code: "browser-download",
  });
});

test("a page opens others only while a person acts, and each is a tab", async (t) => {
  const { act, browser } = await pages(t, {
    "/": `<button onclick="window.open('/pop')">Open</button>`,
    "/pop": "<title>Pop</title>",
  });
  const { opened, title } = await act(click("Open"));
  assert.deepEqual([opened, title], [["t2"], "Pop"]);
  await browser.withTab("c1", {}, (_tab, session) => session.switchTo("t1"));
  await assert.rejects(
    browser.withTab("c1", {}, (_tab, session) => session.switchTo("t9")),
    { message: 'There is no tab "t9". Open are: t1, t2.' },
  );
  await browser.withTab("c1", {}, (_tab, session) => session.closeTab("t2"));
  assert.deepEqual(
    await browser.withTab("c1", {}, (tab, session) => [tab.id, session.tabs.length]),
    ["t1", 1],
  );
});

test("a file is put into a form", async (t) => {
  const { browser, act } = await pages(t, {
    "/": `<input type="file" aria-label="File" onchange="this.files[0].text().then((x) => document.title = this.files[0].name + x)">`,
  });
  const bytes = Buffer.from("내용");
  await act({ kind: "upload", ref: "File", name: "보고서.txt", bytes });
  await browser.withTab("c1", {}, ({ page }) => page.waitForFunction("document.title !== ''"));
  assert.equal((await browser.snapshot("c1")).title, "보고서.txt내용");
});

test("things are dragged, hovered over and moved by keys; scripts give their value", async (t) => {
  const { browser, act } = await pages(t, {
    "/": `<button draggable="true" ondragstart="event.dataTransfer.setData('text', 'card')">Card</button>
      <button ondragover="event.preventDefault()" ondrop="document.title = event.dataTransfer.getData('text')" style="width:200px;height:200px">Box</button>
      <button onmouseover="this.textContent = 'Hovered'">Rest</button><input aria-label="In" value="abc">`,
  });
  assert.equal((await act({ kind: "drag", ref: "Card", target: "Box" })).title, "card");
  await act({ kind: "hover", ref: "Rest" });
  assert.match((await browser.snapshot("c1")).text, /Hovered/);
  await act(click("In"));
  await act({ kind: "press", key: "Control+A" });
  await act({ kind: "press", key: "Backspace" });
  await act({ kind: "press", key: "x" });
  const { value } = await act({
    kind: "evaluate",
    expression: "({ value: document.querySelector('input').value, list: [1] })",
  });
  assert.deepEqual(value, { value: "x", list: [1] });
  await assert.rejects(act({ kind: "evaluate", expression: "nothing.there" }), {
    code: "script-failed",
  });
  await assert.rejects(act({ kind: "press", key: "Hyper+Q" }), { code: "no-key" });
});

test("a part of a page that has no name of its own is read whole, and a frame is worked in once it is chosen", async (t) => {
  const { browser, act } = await pages(t, {
    "/": `<div id="part"><input aria-label="In"><button>Go</button></div>
      <iframe name="inner" src="/inner"></iframe>`,
    "/inner": `<title>inner</title><p>In the frame</p><button onclick="document.body.append('done')">Do</button>`,
  });
  const names = async (selector?: string) => {
    const options = selector === undefined ? {} : { selector };
    return (await browser.snapshot("c1", options)).elements.map(({ name }) => name);
  };
  assert.deepEqual(await names("#part"), ["In", "Go"]);
  assert.deepEqual(await names(), ["In", "Go", "Do"]);
  await browser.withTab("c1", {}, (tab) => chooseFrame(tab, { name: "inner" }));
  assert.deepEqual(await names(), ["Do"]);
  await act(click("Do"));
  const { text } = await browser.withTab("c1", {}, (tab) => textOf(tab, { mostLength: 100 }));
  assert.match(text, /In the frame[\s\S]*done/);
  assert.deepEqual(
    await browser.withTab("c1", {}, (tab) =>
      framesOf(tab).map(({ name, isChosen }) => [name, isChosen]),
    ),
    [["inner", true]],
  );
});
