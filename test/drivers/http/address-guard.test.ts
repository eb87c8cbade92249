import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createOpenOrigins,
  hostOf,
  isPublicAddress,
  parseHttpUrl,
  resolveHost,
} from "../../../src/drivers/http/address-guard.ts";

const PRIVATE = [
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "100.64.0.1",
  "100.127.255.255",
  "127.0.0.1",
  "127.255.255.254",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.8",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.1.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::127.0.0.1",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "::ffff:10.0.0.1",
  "::ffff:0:10.0.0.1",
  "64:ff9b::7f00:1",
  "64:ff9b::192.168.0.1",
  "64:ff9b:1::1",
  "100::1",
  "2001::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "2002:808:808::1",
  "3fff::1",
  "5f00::1",
  "fc00::1",
  "fd12:3456::1",
  "fe80::1",
  "fe80::1%eth0",
  "2606:4700::1111%eth0",
  "fec0::1",
  "ff02::1",
  "",
  "localhost",
  "127.1",
];

const PUBLIC = [
  "8.8.8.8",
  "1.1.1.1",
  "100.63.255.255",
  "100.128.0.1",
  "172.15.255.255",
  "172.32.0.1",
  "149.154.167.220", // api.telegram.org
  "162.159.135.233", // cdn.discordapp.com
  "::ffff:8.8.8.8",
  "64:ff9b::8.8.8.8",
  "2001:200::1",
  "2001:67c:4e8:f004::9", // api.telegram.org
  "2606:4700:4700::1111",
  "2a00:1450:4001:82a::200e",
];

test("every private, local, reserved and embedded address is refused", () => {
  assert.deepEqual(PRIVATE.filter(isPublicAddress), []);
});

test("public addresses are allowed, those of Telegram and Discord among them", () => {
  assert.deepEqual(
    PUBLIC.filter((address) => !isPublicAddress(address)),
    [],
  );
});

test("odd spellings of a loopback address are the loopback address after parsing", () => {
  const spellings = [
    "http://127.1/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0x7f.1/",
    "http://017700000001/",
    "http://0177.0.0.1/",
    "http://127.0.0.1./",
    "http://127。0。0。1/",
    "http://１２７.0.0.1/",
    "http://①②⑦.0.0.1/",
    "http://127.0.0.1%2e/",
  ];
  for (const spelling of spellings) {
    assert.equal(hostOf(parseHttpUrl(spelling)), "127.0.0.1", spelling);
  }
  assert.equal(hostOf(parseHttpUrl("http://[::ffff:127.0.0.1]/")), "::ffff:7f00:1");
});

test("an address that is no plain http or https one is refused without repeating it", () => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ["file:///etc/passwd", /^Only http and https addresses can be fetched; .* "file:"\.$/],
    ["gopher://example.com/", /"gopher:"/],
    ["javascript:alert(1)", /"javascript:"/],
    ["https://user:hunter2@example.com/", /^The address on "https:\/\/example\.com" carries/],
    ["https://user@example.com/", /carries a user name/],
    ["/relative?key=hunter2", /^The web address cannot be read\./],
    ["http://", /cannot be read/],
    ["http://fe80::1%25eth0/", /cannot be read/],
    ["http://[fe80::1%25eth0]/", /cannot be read/],
    [`https://example.com/${"a".repeat(8192)}`, /longer than 8192 characters/],
  ];
  for (const [url, message] of cases) {
    assert.throws(
      () => parseHttpUrl(url),
      (error: Error & { code?: string }) => {
        assert.equal(error.code, "http-bad-url", url);
        assert.match(error.message, message);
        assert.doesNotMatch(error.message, /hunter2/);
        return true;
      },
    );
  }
});

test("one private address among public ones refuses the whole name", async () => {
  const lookup = () =>
    Promise.resolve([
      { address: "93.184.215.14", family: 4 as const },
      { address: "127.0.0.1", family: 4 as const },
    ]);
  const origin = "http://mixed.test";
  await assert.rejects(resolveHost("mixed.test", { lookup, open: false, origin }), {
    code: "http-blocked-address",
    message:
      '"http://mixed.test" leads into a private network or this computer, so I can\'t open it.',
  });
});

test("an opened origin is exact, and a service's origin is open to that service alone", () => {
  const origins = createOpenOrigins({
    allowOrigins: ["http://192.168.0.5:8123"],
    serviceOrigins: { naver: "http://127.0.0.1:9000/base/path" },
  });
  const asked = [
    origins.isOpen("http://192.168.0.5:8123"),
    origins.isOpen("http://192.168.0.5"),
    origins.isOpen("https://192.168.0.5:8123"),
    origins.isOpen("http://127.0.0.1:9000", "naver"),
    origins.isOpen("http://127.0.0.1:9000", "kakao"),
    origins.isOpen("http://127.0.0.1:9000", "__proto__"),
    origins.isOpen("http://127.0.0.1:9000"),
  ];
  assert.deepEqual(asked, [true, false, false, true, false, false, false]);
});
