import assert from "node:assert/strict";
import { test } from "node:test";
import { createRedactor } from "../../src/base/log.ts";
import { processorMs } from "../support/processor-time.ts";

const redact = createRedactor([]);

test("a bot token of Discord and a token of an interaction are masked wherever they stand", () => {
  const token = `${"MTAwMDAwMDAwMDAwMDAwMDAw"}.${"Gtest1"}.${"not-a-real-token-of-anybody-0123456789"}`;
  assert.equal(redact(`Authorization: Bot ${token}`), "Authorization: Bot [secret]");
  const interaction = `aW50ZXJhY3Rpb246${"MTIzNDU2Nzg5MDEyMzQ1Njc4".repeat(3)}`;
  assert.equal(
    redact(`/interactions/1/${interaction}/callback`),
    "/interactions/1/[secret]/callback",
  );
});

/** Made up, in the makers' formats; put together here so that no scanner takes them for real ones. */
const LETTERS = "0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX2yZ3";
const KEYS: Readonly<Record<string, string>> = {
  "GitHub, classic": `ghp_${LETTERS.slice(0, 36)}`,
  "GitHub, OAuth": `gho_${LETTERS.slice(0, 36)}`,
  "GitHub, server": `ghs_${LETTERS.slice(0, 36)}`,
  "GitHub, user": `ghu_${LETTERS.slice(0, 36)}`,
  "GitHub, fine": `github_pat_${LETTERS.slice(0, 22)}_${LETTERS}${LETTERS.slice(0, 19)}`,
  "AWS, key": `AKIA${"ABCDEFGHIJ234567"}`,
  "AWS, for a time": `ASIA${"ABCDEFGHIJ234567"}`,
  "Slack, bot": `xoxb-${"123456789012-1234567890123"}-${LETTERS.slice(0, 24)}`,
  "Slack, app": `xapp-1-${"A012345678-1234567890123"}-${LETTERS}`,
  Stripe: `sk_live_${LETTERS.slice(0, 24)}`,
  "Stripe, restricted": `rk_test_${LETTERS.slice(0, 24)}`,
  Google: `AIza${LETTERS.slice(0, 35)}`,
  "Google, client": `GOCSPX-${LETTERS.slice(0, 28)}`,
  "Google, access": `ya29.${LETTERS}`,
  OpenAI: `sk-proj-${LETTERS}${LETTERS}`,
  Anthropic: `sk-ant-api03-${LETTERS}${LETTERS}AA`,
  DigitalOcean: `dop_v1_${LETTERS}${LETTERS.slice(0, 24)}`,
  Grafana: `glsa_${LETTERS.slice(0, 32)}_0a1b2c3d`,
  Shopify: `shpat_${LETTERS.slice(0, 32)}`,
  Groq: `gsk_${LETTERS}`,
  xAI: `xai-${LETTERS}${LETTERS}`,
  Vault: `hvs.${LETTERS}${LETTERS}`,
  PyPI: `pypi-AgEIcHlwaS5vcmc${LETTERS}`,
  SendGrid: `SG.${LETTERS.slice(0, 22)}.${LETTERS}abc`,
  "Square, access": `EAAA${LETTERS}${LETTERS.slice(0, 20)}`,
  "Square, application": `sq0csp-${LETTERS}abc`,
  "Mailgun, old": `key-${"0123456789abcdef".repeat(2)}`,
  Mailgun: `${"0123456789abcdef".repeat(2)}-01234567-89abcdef`,
  Tailscale: `tskey-auth-${LETTERS.slice(0, 11)}-${LETTERS.slice(8)}`,
  JWT: `eyJ${"hbGciOiJIUzI1NiJ9"}.eyJ${"zdWIiOiIxMjM0NTY3ODkwIn0"}.${LETTERS}`,
};
const AWS_SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYzEXAMPLEKE";
const BLOCK = `-----BEGIN RSA PRIVATE KEY-----\nMIIEow${LETTERS}\n${LETTERS}\n-----END RSA PRIVATE KEY-----`;

for (const [name, key] of Object.entries(KEYS)) {
  test(`a key of this maker is masked, in words, addresses, JSON and Base64: ${name}`, () => {
    assert.equal(redact(`the key is ${key}, keep it`), "the key is [secret], keep it");
    assert.doesNotMatch(redact(`https://x.example/?key=${key}&a=1`), new RegExp(key.slice(-12)));
    assert.ok(!redact(JSON.stringify({ key, deep: JSON.stringify({ key }) })).includes(key));
    for (const before of ["", ":", "u:", "user:"]) {
      const plain = Buffer.from(`${before}${key}`);
      for (const encoded of [plain.toString("base64"), plain.toString("base64url")])
        assert.equal(redact(`Basic ${encoded} end`), "Basic [secret] end", before);
    }
  });
}

test("a secret of AWS is masked beside its name or its key", () => {
  for (const [text, masked] of [
    [`AWS_SECRET_ACCESS_KEY=${AWS_SECRET}`, "AWS_SECRET_ACCESS_KEY=[secret]"],
    [`"SecretAccessKey": "${AWS_SECRET}"`, '"SecretAccessKey": "[secret]"'],
    [`aws_secret_access_key = ${AWS_SECRET}\n`, "aws_secret_access_key = [secret]\n"],
    [`AKIAABCDEFGHIJ234567,${AWS_SECRET}`, "[secret]"],
  ] as const)
    assert.equal(redact(text), masked);
});

test("the password of an address and a key of Azure are masked, and what stands around them stays", () => {
  const account = `${LETTERS}${LETTERS}012345==`;
  for (const [text, masked] of [
    ["postgres://user:p4ss-w0rd@db.example/shop", "postgres://user:[secret]@db.example/shop"],
    ["redis://:hunter2@cache:6379/0", "redis://:[secret]@cache:6379/0"],
    ["mongodb+srv://a:b%40c@x.example", "mongodb+srv://a:[secret]@x.example"],
    ["https://me:pw@host.example/x?y=1", "https://me:[secret]@host.example/x?y=1"],
    [
      `AccountName=a;AccountKey=${account};EndpointSuffix=x`,
      "AccountName=a;AccountKey=[secret];EndpointSuffix=x",
    ],
  ] as const) {
    assert.equal(redact(text), masked);
    assert.equal(redact(masked), masked);
  }
});

test("a private key is masked as a whole, also without its end, in JSON and in Base64", () => {
  assert.equal(redact(`before\n${BLOCK}\nafter`), "before\n[secret]\nafter");
  assert.equal(JSON.parse(redact(JSON.stringify({ key: BLOCK, next: 1 }))).next, 1);
  assert.equal(redact(JSON.stringify({ key: BLOCK })), '{"key":"[secret]"}');
  assert.ok(!redact(BLOCK.slice(0, 80)).includes("MIIEow"));
  assert.equal(redact(Buffer.from(BLOCK).toString("base64")), "[secret]");
});

test("a registered secret is masked in Base64 too", () => {
  const own = createRedactor(["hunter2-hunter"]);
  for (const before of ["", "a", "ab"])
    assert.equal(
      own(Buffer.from(`${before}hunter2-hunter:xyz0123`).toString("base64")),
      "[secret]",
    );
});

test("ordinary words, numbers, addresses and digests are no keys", () => {
  for (const text of [
    "the task-force-of-the-city-council met; the secret key to success is patience and a long breath",
    "github_pattern_matching_library and ghost_writers_of_the_nineteenth_century",
    "AKIARA is a town; ASIA is a continent; EURASIAN-CONTINENTAL",
    "sk_live is a prefix, xoxb- too, and -----BEGIN CERTIFICATE----- is public",
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "/usr/share/doc/a-rather-long-path/of-something/nobody-has-ever-seen.txt",
    "2026-11-23T00:00:00.000Z 01012345678 110-123-456789 4111 1111 1111 1111",
    "내 비밀 열쇠는 서랍에 있어요, token 은 토큰이고 key 는 열쇠입니다",
    Buffer.from("the quick brown fox jumps over the lazy dog and away").toString("base64"),
    "http://localhost:8080/@ann and https://example.com:443/a@b, mailto:ann@example.com",
    "https://example.com/a:b@c and ann: see http://example.com, ben@example.com",
    "AccountKey=none, the key-holder of the key-signing party; EAAAAA said the sheep; sq0 is a prefix",
    "123e4567-e89b-12d3-a456-426614174000",
    "https://example.com/watch?v=dQw4w9WgXcQ&list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf",
  ])
    assert.equal(redact(text), text);
});

test("masking takes time in proportion to the text", async () => {
  const words = [
    LETTERS,
    "-----BEGIN RSA PRIVATE KEY-----",
    "secret_key= ",
    "AKIA",
    "eyJhbGciOiJIUzI1.",
    "bearer ",
    "a://b:c",
    "a://b:",
    "0123456789abcdef",
  ];
  for (const word of words) {
    const once = await processorMs(() => redact(word.repeat(200_000 / word.length)));
    const twice = await processorMs(() => redact(word.repeat(400_000 / word.length)));
    assert.ok(twice < Math.max(3 * once, 200), `${word}: ${once} ms, then ${twice} ms`);
  }
});

test("names with dots are no tokens", () => {
  for (const text of [
    "www.a-rather-long-host-name-of-nobody.example.com",
    "1.2.3",
    "module.exports.something",
  ])
    assert.equal(redact(text), text);
});
