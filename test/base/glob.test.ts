import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { compilePathGlob, matchesGlob } from "../../src/base/glob.ts";

/** Pieces of a glob, each with the same in a regular expression. */
const GLOB_PIECES: readonly (readonly [string, string])[] = [
  ["a", "a"],
  ["b", "b"],
  ["😀", "😀"],
  ["*", ".*"],
  ["?", "."],
  ["\\*", "\\*"],
  ["\\\\", "\\\\"],
];

test("globs match as the same pattern written as a regular expression", () => {
  const globs = fc.array(fc.constantFrom(...GLOB_PIECES), { maxLength: 8 });
  const letters = fc.array(fc.constantFrom("a", "b", "*", "\\", "😀"), { maxLength: 10 });
  fc.assert(
    fc.property(globs, letters, (pieces, characters) => {
      const text = characters.join("");
      const glob = pieces.map(([piece]) => piece).join("");
      const pattern = pieces.map(([, piece]) => piece).join("");
      assert.equal(matchesGlob(text, glob), new RegExp(`^${pattern}$`, "su").test(text));
    }),
    { numRuns: 5000, seed: 20_260_206 },
  );
});

test("a glob made of stars takes time linear in the text", () => {
  assert.equal(matchesGlob("a".repeat(200_000), `${"*a".repeat(400)}b`), false);
  assert.equal(matchesGlob("a", "a".repeat(1001)), false);
});

/** The same for globs of paths; no two stars meet. */
const PATH_PIECES: readonly (readonly [string, string])[] = [
  ["a", "a"],
  ["/", "/"],
  ["\\", "\\\\"],
  ["[a]", "\\[a\\]"],
  ["*a", "[^/]*a"],
  ["?", "[^/]"],
  ["b**b", "b.*b"],
  ["/**/", "/(?:.*/)?"],
];

test("globs of paths match as the same pattern written as a regular expression", () => {
  const globs = fc.array(fc.constantFrom(...PATH_PIECES), { maxLength: 6 });
  const starts = fc.constantFrom(["", ""] as const, ["**/", "(?:.*/)?"] as const);
  const letters = fc.array(fc.constantFrom("a", "b", "/", "\\", "[a]", "😀"), { maxLength: 10 });
  fc.assert(
    fc.property(starts, globs, letters, (start, pieces, characters) => {
      const path = characters.join("");
      const glob = [start, ...pieces].map(([piece]) => piece).join("");
      const pattern = [start, ...pieces].map(([, piece]) => piece).join("");
      assert.equal(compilePathGlob(glob)(path), new RegExp(`^${pattern}$`, "su").test(path));
    }),
    { numRuns: 5000, seed: 20_260_207 },
  );
});
