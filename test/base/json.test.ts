import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { canonicalJson } from "../../src/base/json.ts";

/** The definition: what JSON.stringify writes when every object it meets is handed to it in order. */
function defined(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member !== "object" || member === null || Array.isArray(member)) return member;
    const entries = Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1));
    return Object.assign(Object.create(null), Object.fromEntries(entries));
  });
}

test("canonical JSON is the JSON of the same data with sorted keys", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      assert.equal(canonicalJson(value), defined(value));
      assert.deepEqual(JSON.parse(canonicalJson(value)), JSON.parse(JSON.stringify(value)));
    }),
  );
});

test("the order in which keys were written does not show, few or many", () => {
  for (const count of [2, 16, 17, 40]) {
    const entries = Array.from(
      { length: count },
      (_unused, index) => [`k${index}`, index] as const,
    );
    const forwards = canonicalJson(Object.fromEntries(entries));
    assert.equal(canonicalJson(Object.fromEntries(entries.toReversed())), forwards);
    assert.ok(forwards.startsWith('{"k0":0,"k1":1'), forwards);
  }
});

test("members without a value are left out, and a key called __proto__ is a key", () => {
  assert.equal(canonicalJson({ b: undefined, a: [undefined, 1] }), '{"a":[null,1]}');
  const odd: unknown = JSON.parse('{"b": 1, "__proto__": {"z": 2, "a": 3}}');
  assert.equal(canonicalJson(odd), '{"__proto__":{"a":3,"z":2},"b":1}');
});
