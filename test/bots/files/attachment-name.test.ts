import assert from "node:assert/strict";
import { test } from "node:test";
import fastCheck from "fast-check";
import { inboxPath } from "../../../src/bots/files/attachment-download.ts";
import { parsePath } from "../../../src/drivers/files/path.ts";

test("a name keeps its letters and its ending, and loses what could mean something", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["report.pdf", "inbox/report.pdf"],
    ["2분기 보고서 (최종).PDF", "inbox/2분기_보고서_최종_.pdf"],
    ["../../etc/passwd", "inbox/passwd"],
    ["C:\\Users\\me\\a.txt", "inbox/a.txt"],
    [".env", "inbox/env"],
    [".ibl-part-1", "inbox/ibl-part-1"],
    ["a\u202egnp.exe", "inbox/a_gnp.exe"],
    ['x";rm -rf ~.sh', "inbox/x_rm_-rf_.sh"],
    ["attacker@evil.example", "inbox/attacker_evil.example"],
    ["..", "inbox/file"],
    ["", "inbox/file"],
    ["tar.gz.", "inbox/tar.gz"],
    ["가".repeat(300), `inbox/${"가".repeat(50)}`],
  ];
  for (const [name, path] of cases) assert.equal(inboxPath(name, 1), path, name);
  assert.equal(inboxPath("a.b.txt", 3), "inbox/a.b-3.txt");
});

test("whatever a file is called, its path is one plain name in the inbox", () => {
  fastCheck.assert(
    fastCheck.property(
      fastCheck.string({ unit: "binary", maxLength: 400 }),
      fastCheck.integer({ min: 1, max: 99 }),
      (name, count) => {
        const path = inboxPath(name, count);
        const { names } = parsePath(path);
        assert.deepEqual([names.length, names[0]], [2, "inbox"]);
        assert.doesNotMatch(names[1]!, /[\s"'`@:;/\\]/);
      },
    ),
  );
});
