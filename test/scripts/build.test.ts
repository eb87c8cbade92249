import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT } from "../support/service.ts";

test("a build that finds no room leaves nothing behind that would be run in its place", (t) => {
  const root = mkdtempSync(join(tmpdir(), "ibl-bot-build-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  cpSync(join(ROOT, "scripts"), join(root, "scripts"), { recursive: true });
  for (const name of ["src", "data", "node_modules", "package.json"])
    symlinkSync(join(ROOT, name), join(root, name));
  // No file may be longer than 8 KiB: the limit that a shell sets stands for a disk that fills up.
  const { status, stderr } = spawnSync(
    "sh",
    ["-c", `trap '' XFSZ; ulimit -f 16; exec "${process.execPath}" scripts/build.mjs`],
    { cwd: root, encoding: "utf8" },
  );
  assert.equal(status, 1, stderr);
  assert.match(stderr, /could not be written: EFBIG/);
  assert.equal(existsSync(join(root, "dist", "ibl-bot.mjs")), false);
  assert.deepEqual(
    readdirSync(join(root, "dist")).filter((name) => name.includes(".part-")),
    [],
  );
});
