import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createRedactor } from "../../src/base/log.ts";
import { createMaskStream } from "../../src/base/redact.ts";

const SECRETS = ["hunter2-hunter", "비밀 열쇠 하나", "ter2-and more"];

function masked(pieces: readonly string[]): { readonly early: string; readonly all: string } {
  const stream = createMaskStream(SECRETS);
  const early = pieces.map((piece) => stream.push(piece)).join("");
  return { early, all: early + stream.flush() };
}

test("a secret that is cut anywhere between two pieces never comes out", () => {
  const text = "the key is hunter2-hunter, or 비밀 열쇠 하나 and sk-abcdefghijklmnopqrst";
  for (let cut = 0; cut <= text.length; cut += 1)
    assert.equal(
      masked([text.slice(0, cut), text.slice(cut)]).all,
      "the key is [secret], or [secret] and [secret]",
    );
});

test("keys of many makers, cut anywhere, never come out", () => {
  const key = "0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX2yZ3";
  const text = [
    `a ghp_${key.slice(0, 36)} b AKIA${"ABCDEFGHIJ234567"} : ${key} c`,
    `"secret_access_key": "${key}" d`,
    `-----BEGIN RSA PRIVATE KEY-----\nMII${key}\n-----END RSA PRIVATE KEY----- e`,
    `${Buffer.from(`user:ghp_${key.slice(0, 36)}`).toString("base64")} f`,
  ].join(" ");
  const shown = 'a [secret] b [secret] c "secret_access_key": "[secret]" d [secret] e [secret] f';
  for (let cut = 0; cut <= text.length; cut += 1)
    assert.equal(masked([text.slice(0, cut), text.slice(cut)]).all, shown, String(cut));
  assert.equal(masked([...text]).all, shown);
});

test("words are given out as soon as they cannot become a secret", () => {
  assert.equal(masked(["안녕하세요 반갑"]).early, "안녕하세요 반갑");
  assert.equal(masked(["hello wor"]).early, "hello ");
  assert.equal(masked(["hello Bearer "]).early, "hello ");
});

test("in whatever pieces a text comes, what goes out joined is the masked whole", () => {
  const redact = createRedactor(SECRETS);
  const atom = fc.oneof(
    fc.constantFrom(
      ...SECRETS,
      "hunter2",
      "hun",
      "ter2-",
      "비밀 열쇠",
      "Bearer abcdefghij",
      " ",
      "\n",
    ),
    fc.constantFrom(
      "AIza0123456789012345678901234567890123",
      "12345678:abcdefghijklmnopqrstuvwxyzabcdefgh",
      "secret_key = ",
      "-----BEGIN PRIVATE KEY-----",
      "-----END PRIVATE KEY-----",
      "AKIAABCDEFGHIJ234567",
      "0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX2yZ3",
    ),
    fc.string({ maxLength: 4 }),
  );
  fc.assert(
    fc.property(
      fc.array(atom, { maxLength: 12 }),
      fc.array(fc.nat(7), { minLength: 1, maxLength: 5 }),
      (atoms, steps) => {
        const text = atoms.join("");
        const pieces: string[] = [];
        for (let at = 0, turn = 0; at < text.length; turn += 1) {
          const step = 1 + (steps[turn % steps.length] ?? 0);
          pieces.push(text.slice(at, at + step));
          at += step;
        }
        assert.equal(masked(pieces).all, redact(text));
      },
    ),
    { numRuns: 1000 },
  );
});
