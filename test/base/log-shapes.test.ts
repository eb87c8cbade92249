import assert from "node:assert/strict";
import { test } from "node:test";
import { createRedactor } from "../../src/base/log.ts";

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

test("names with dots are no tokens", () => {
  for (const text of [
    "www.a-rather-long-host-name-of-nobody.example.com",
    "1.2.3",
    "module.exports.something",
  ])
    assert.equal(redact(text), text);
});
