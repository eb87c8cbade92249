import assert from "node:assert/strict";
import { test } from "node:test";
import { retryAfterOf } from "../../src/base/retry-after.ts";

const NOW_MS = Date.parse("2026-11-21T09:00:00Z");

const CASES: readonly (readonly [Readonly<Record<string, string>>, number | undefined])[] = [
  [{}, undefined],
  [{ "retry-after": "7" }, 7_000],
  [{ "retry-after": "0" }, 0],
  [{ "retry-after": "0.25" }, 250],
  [{ "retry-after-ms": "1500", "retry-after": "7" }, 1_500],
  [{ "retry-after-ms": "soon", "retry-after": "7" }, 7_000],
  [{ "retry-after": "Sat, 21 Nov 2026 09:00:30 GMT" }, 30_000],
  [{ "retry-after": "Sat, 21 Nov 2026 08:00:00 GMT" }, 0],
  [{ "retry-after": "-5x" }, undefined],
];

for (const [headers, waitMs] of CASES)
  test(`${JSON.stringify(headers)} asks to wait ${waitMs ?? "for no said time"}`, () => {
    assert.equal(retryAfterOf(new Headers(headers), NOW_MS), waitMs);
  });
