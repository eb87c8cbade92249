import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { ServiceProcess, temporaryHome } from "../support/service.ts";
import { startTelegramServer } from "../support/telegram-server.ts";
import { startUpstream } from "../support/upstream-server.ts";

const TOKEN = "4242:AAsecret-token_of-nobody-at-all-really";
const ANN = { id: 1, firstName: "안나", languageCode: "ko" };
const PASSWORD = "hunter2-of-anna";

/** A shop behind a login: its invoice is a file, its order a form. */
function shop() {
  const orders: string[] = [];
  const logins: string[] = [];
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const { pathname } = new URL(request.url ?? "/", "http://shop.test");
    response.setHeader("content-type", "text/html; charset=utf-8");
    if (pathname === "/") {
      response.end(
        `<title>Login</title><style>input{display:block;width:600px;height:100px}</style><form method="post" action="/login"><input name="user" aria-label="Name">
         <input type="password" name="password" aria-label="Password"><button>Log in</button></form>`,
      );
      return;
    }
    if (pathname === "/login") {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        logins.push(Buffer.concat(chunks).toString("utf8"));
        response.writeHead(303, { location: "/account", "set-cookie": "session=anna; HttpOnly" });
        response.end();
      });
      return;
    }
    if (request.headers.cookie?.includes("session=anna") !== true) {
      response.statusCode = 403;
      response.end("<title>Log in first</title>");
      return;
    }
    if (pathname === "/invoice") {
      response.setHeader("content-disposition", 'attachment; filename="invoice.pdf"');
      response.end("%PDF-1.4 invoice of anna");
      return;
    }
    if (request.method === "POST") orders.push(pathname);
    response.end(
      `<title>Account</title><a href="/invoice">Invoice</a><form method="post" action="/order"><button>Order</button></form>`,
    );
  };
  return { orders, logins, answer };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

test("a person logs in on the page of the service, has an invoice fetched, and allows acts at the site", async (t) => {
  const { orders, logins, answer } = shop();
  const site = await startUpstream(answer);
  const telegram = await startTelegramServer({ token: TOKEN });
  const home = temporaryHome();
  const port = await freePort();
  const service = new ServiceProcess(home.path, {
    TELEGRAM_BOT_TOKEN: TOKEN,
    TELEGRAM_API_ROOT: telegram.url,
    IBL_ALLOW_ORIGINS: site.origin,
    IBL_WEBHOOK_PORT: String(port),
  });
  t.after(async () => {
    await service.stop();
    await telegram.close();
    await site.close();
    home.remove();
  });
  const own = () => telegram.messages(ANN.id).filter(({ from }) => from.isBot === true);
  const shown = (pattern: RegExp, isNew = 0) =>
    telegram.waitFor(() => own().filter(({ text }) => pattern.test(text))[isNew], 60_000);
  let pressedId = 0;
  const button = (label: RegExp) =>
    telegram.waitFor(
      () =>
        own().findLast(
          ({ messageId, buttons }) =>
            messageId > pressedId && buttons.flat().some(({ text }) => label.test(text)),
        ),
      60_000,
    );
  const press = async (label: RegExp): Promise<void> => {
    const message = await button(label);
    const found = message.buttons.flat().find(({ text }) => label.test(text));
    assert.ok(found !== undefined);
    pressedId = message.messageId;
    telegram.press(ANN, message.messageId, found.text);
  };
  telegram.user(ANN);
  const [, code = ""] = await service.prints(/\/claim ([A-Z0-9]{4}-[A-Z0-9]{4})/);
  await service.ready();
  telegram.say(ANN, `/claim ${code}`);
  await shown(/주인/);

  // The link goes to the person alone; what is typed there goes to the site alone.
  telegram.say(ANN, `/ibl [interface:login]("${site.origin}/")`);
  const [, link = ""] = /(http:\S+\/screen\/[\w-]+)/.exec((await shown(/🔑/)).text) ?? [];
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${link}${path}`, {
      ...init,
      headers: { "content-type": "application/json", ...init.headers },
    });
  const isOpen = () =>
    call("").then(
      ({ ok }) => ok,
      () => false, // it listens from its next look on
    );
  while (!(await isOpen())) await new Promise(setImmediate);
  const started = await call("/start", { method: "POST" });
  const cookie = (started.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  assert.equal((await call("/start", { method: "POST" })).status, 404);
  assert.equal((await call("/picture")).status, 404);
  const picture = await call("/picture", { headers: { cookie } });
  assert.equal(picture.headers.get("content-type"), "image/jpeg");
  const type = async (body: object): Promise<void> => {
    const { status } = await call("/input", {
      method: "POST",
      headers: { cookie },
      body: JSON.stringify(body),
    });
    assert.equal(status, 204);
  };
  await type({ kind: "tap", x: 0.2, y: 0.08 });
  await type({ kind: "text", text: "anna" });
  await type({ kind: "key", key: "Tab" });
  await type({ kind: "text", text: PASSWORD });
  await type({ kind: "key", key: "Enter" });
  while (logins.length === 0) await new Promise(setImmediate);
  await type({ kind: "done" });
  assert.equal((await call("")).status, 404);
  assert.deepEqual(logins, [`user=anna&password=${PASSWORD}`]);
  await press(/^로그인했어요$/);

  // Reading and files need no card.
  telegram.say(
    ANN,
    `/ibl [interface:navigate]("${site.origin}/account") >> [interface:click]("Invoice")`,
  );
  const folder = join(home.path, "files", "telegram_1");
  await telegram.waitFor(() => existsSync(join(folder, "invoice.pdf")), 60_000);
  assert.equal(readFileSync(join(folder, "invoice.pdf"), "utf8"), "%PDF-1.4 invoice of anna");

  // What may send something asks, with a picture; a press may stand for the site.
  const order = '/ibl [interface:click]("Order")';
  telegram.say(ANN, order);
  const card = await button(/^누르기$/);
  assert.match(card.text, /127\.0\.0\.1:\d+에서 Order/);
  assert.equal(card.file?.kind, "photo");
  assert.deepEqual(orders, []);
  await press(/^누르기$/);
  await telegram.waitFor(() => orders.length === 1, 60_000);
  telegram.say(ANN, order);
  await press(/늘 허락$/);
  await telegram.waitFor(() => orders.length === 2, 60_000);
  telegram.say(ANN, order);
  await telegram.waitFor(() => orders.length === 3, 60_000);

  telegram.say(ANN, "/approvals allowed");
  assert.match((await shown(/묻지 않고 하는 일/)).text, /127\.0\.0\.1:\d+.*누르고 쓰기/);
  await press(/^1번 거두기$/);
  await shown(/묻지 않고 하는 일은 없어요/);
  telegram.say(ANN, order);
  await button(/^누르기$/);
  assert.equal(orders.length, 3);
  const said = own()
    .map(({ text }) => text)
    .join("\n");
  assert.doesNotMatch(said + service.printed, new RegExp(PASSWORD));
});
