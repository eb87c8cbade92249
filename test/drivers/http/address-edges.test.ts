import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import {
  hostOf,
  isPublicAddress,
  type Lookup,
  parseHttpUrl,
  resolveHost,
} from "../../../src/drivers/http/address-guard.ts";
import { createFetch } from "../../../src/drivers/http/http.ts";
import { startUpstream } from "../../support/upstream-server.ts";

const PUBLIC = [{ address: "93.184.215.14", family: 4 as const }];

const publicLookup: Lookup = () => Promise.resolve(PUBLIC);

/** What the guard says to an address whose names all lead to `lookup`'s answers. */
async function verdict(url: string, lookup: Lookup = publicLookup): Promise<string> {
  try {
    const parsed = parseHttpUrl(url);
    await resolveHost(hostOf(parsed), { lookup, open: false, origin: parsed.origin });
    return "allowed";
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

const ALLOWED = [
  // Telegram: "Making requests" and getFile of the Bot API name this host for both.
  "https://api.telegram.org/bot1:a/getMe",
  "https://api.telegram.org/file/bot1:a/photos/file_1.jpg",
  "https://t.me/durov",
  "https://cdn4.telesco.pe/file/a.jpg",
  // Discord: "API Reference" (base address, image base address) and the gateway's own answer.
  "https://discord.com/api/v10/users/@me",
  "https://cdn.discordapp.com/attachments/1/2/a.png?ex=1&is=2&hm=3",
  "https://media.discordapp.net/attachments/1/2/a.png",
  "https://gateway.discord.gg/?v=10",
  "https://generativelanguage.googleapis.com/v1beta/models",
  "http://93.184.215.14/",
  "https://149.154.167.220/",
  "http://[2606:4700:4700::1111]/",
  "http://[2001:67c:4e8:f004::9]:8443/a",
  "http://[64:ff9b::8.8.8.8]/",
  "https://한국.kr/뉴스",
  "https://xn--3e0b707e.kr/",
  "https://bücher.example/",
  "https://例え.テスト/",
  "https://example.com./with-a-trailing-dot",
  "https://EXAMPLE.com:8443/",
];

test("public hosts are let through: Telegram's and Discord's own, literal addresses, names in any script", async () => {
  const refused: string[] = [];
  for (const url of ALLOWED) {
    const said = await verdict(url);
    if (said !== "allowed") refused.push(`${url}: ${said}`);
  }
  assert.deepEqual(refused, []);
});

const BLOCKED = [
  "http://127.0.0.1/",
  "http://127.0.0.1./",
  "http://127.1/",
  "http://0/",
  "http://0x7f000001/",
  "http://0x7f.0x0.0x0.0x1/",
  "http://0177.0.0.01/",
  "http://2130706433/",
  "http://3232235777/", // 192.168.1.1
  "http://0xa9fea9fe/", // 169.254.169.254
  "http://①⑥⑨.254.169.254/",
  "http://169.254.169.254/latest/meta-data/",
  "http://169.254.170.2/v2/credentials",
  "http://100.100.100.200/latest/meta-data/",
  "http://168.63.129.16/machine?comp=goalstate",
  "http://192.0.0.192/opc/v1/instance/",
  "http://10.0.0.1./",
  "http://172.31.255.254/",
  "http://192.168.0.1/",
  "http://[::]/",
  "http://[::1]/",
  "http://[0:0:0:0:0:0:0:1]/",
  "http://[::ffff:127.0.0.1]/",
  "http://[::ffff:a9fe:a9fe]/",
  "http://[0:0:0:0:0:ffff:7f00:1]/",
  "http://[64:ff9b::10.0.0.1]/",
  "http://[64:ff9b::a9fe:a9fe]/",
  "http://[64:ff9b:1::7f00:1]/",
  "http://[fd00:ec2::254]/",
  "http://[fe80::1]/",
  "http://[2002:7f00:1::]/",
  "http://[::127.0.0.1]/",
];

test("private, link-local and metadata addresses are refused in every spelling that leads there", async () => {
  const through: string[] = [];
  for (const url of BLOCKED) {
    const said = await verdict(url);
    if (said !== "http-blocked-address" && said !== "http-bad-url") through.push(`${url}: ${said}`);
  }
  assert.deepEqual(through, []);
});

const TRICKS = [
  "http://example.com@127.0.0.1/",
  "http://127.0.0.1@example.com/",
  "https://api.telegram.org:pass@10.0.0.1/",
  "http://%31%32%37.0.0.1@example.com/",
  "http://@@127.0.0.1/",
  "//127.0.0.1/",
  "http://127.0.0.1:99999/",
  "http://exa mple.com/",
  "http://[::1%25lo]/",
  "ftp://example.com/",
  "data:text/html,hello",
  "blob:https://example.com/1",
];

test("user names, odd schemes and broken hosts are refused before anything is looked up", async () => {
  for (const url of TRICKS) {
    const lookup: Lookup = () => Promise.reject(new Error(`looked up for ${url}`));
    assert.equal(await verdict(url, lookup), "http-bad-url", url);
  }
});

test("what looks like another part of the address is part of the host, or of none", async () => {
  const hosts = [
    ["http://example.com\\@127.0.0.1/", "example.com"],
    ["http://example.com#@127.0.0.1/", "example.com"],
    ["http://example.com?@127.0.0.1/", "example.com"],
    ["http:\\\\127.0.0.1\\a", "127.0.0.1"],
    ["http:127.0.0.1/", "127.0.0.1"],
    ["http://127。0。0。1/", "127.0.0.1"],
    ["http://ex\nample.com/", "example.com"],
    ["http://LOCALHOST/", "localhost"],
  ] as const;
  for (const [url, host] of hosts) assert.equal(hostOf(parseHttpUrl(url)), host, url);
});

test("an answer of names with one private address among public ones is refused, in either family", async () => {
  const private4 = { address: "10.1.2.3", family: 4 as const };
  const private6 = { address: "fd00::1", family: 6 as const };
  const mapped = { address: "::ffff:127.0.0.1", family: 6 as const };
  for (const bad of [private4, private6, mapped])
    for (const answers of [[...PUBLIC, bad], [bad, ...PUBLIC], [bad]])
      assert.equal(
        await verdict("http://mixed.test/", () => Promise.resolve(answers)),
        "http-blocked-address",
      );
});

test("an answer of names that is no address, or has a zone, is not public", () => {
  for (const address of ["", "example.com", "fe80::1%eth0", "2606:4700::1111%1", "1.2.3", "0x7f.1"])
    assert.equal(isPublicAddress(address), false, address);
});

async function secretServer(t: TestContext) {
  const server = await startUpstream((_request, response) => response.end("secret"));
  t.after(() => server.close());
  return server;
}

test("a name that was public when looked at and is private when the socket is made is refused", async (t) => {
  const server = await secretServer(t);
  let asked = 0;
  const rebinding: Lookup = () => {
    asked += 1;
    return Promise.resolve(asked === 1 ? PUBLIC : [{ address: "127.0.0.1", family: 4 as const }]);
  };
  assert.equal(await verdict("http://rebind.test/", rebinding), "allowed");
  const fetch = createFetch({ allowOrigins: [], serviceOrigins: {}, lookup: rebinding });
  t.after(() => fetch.close());
  await assert.rejects(fetch({ url: `http://rebind.test:${server.port}/` }), {
    code: "http-blocked-address",
  });
  assert.equal(asked, 2);
  assert.equal(server.requests.length, 0);
});

test("a redirect to a name that leads to a private address is refused before it is reached", async (t) => {
  const secret = await secretServer(t);
  const targets = [
    `http://inside.test:${secret.port}/`,
    `http://127.0.0.1:${secret.port}/`,
    `http://[::ffff:127.0.0.1]:${secret.port}/`,
    `http://0x7f.1:${secret.port}/`,
    `//127.1:${secret.port}/`,
  ];
  for (const location of targets) {
    const first = await startUpstream((_request, response) => {
      response.writeHead(302, { location });
      response.end();
    });
    t.after(() => first.close());
    const fetch = createFetch({
      allowOrigins: [first.origin],
      serviceOrigins: {},
      lookup: () => Promise.resolve([{ address: "127.0.0.1", family: 4 as const }]),
    });
    t.after(() => fetch.close());
    await assert.rejects(fetch({ url: first.origin }), { code: "http-blocked-address" }, location);
  }
  assert.equal(secret.requests.length, 0);
});
