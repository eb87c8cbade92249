import assert from "node:assert/strict";
import { test } from "node:test";
import { cautionLines } from "../../../src/bots/approvals/cautions.ts";

/** `pаypal` with a Cyrillic а. */
const LOOKALIKE = "p\u0430ypal.com";

test("a word of letters that look alike is named wherever it decides what an effect does, in a command too", () => {
  for (const role of ["recipient", "path", "host", "command", "code"] as const) {
    const [line = ""] = cautionLines(`curl http://${LOOKALIKE}`, role, "en");
    assert.equal(line, "⚠️ letters of several alphabets that look alike: Latin, Cyrillic", role);
  }
  assert.deepEqual(cautionLines("curl http://paypal.com # 페이팔", "command", "ko"), []);
  assert.deepEqual(cautionLines(LOOKALIKE, undefined, "en"), []);
});
