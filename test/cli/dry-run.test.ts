import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { TriedProgram } from "../../src/security/approvals/dry-run-result.ts";
import { commandAt } from "../support/command-line-here.ts";
import { temporaryHome } from "../support/service.ts";

test("check --dry-run tries the reads of a program, does nothing else, and its exit tells whether they worked", async (t) => {
  const home = temporaryHome();
  t.after(() => home.remove());
  const check = (code: string, ...options: readonly string[]) =>
    commandAt(home.path, ["check", "--dry-run", code, ...options]);
  const good = await check('[system:list] >> [system:write]("list.md")');
  assert.equal(good.code, 0, good.errors);
  assert.match(good.output, /🧪 방금 해 봤어요 ✓\n⏸️ 하지 않음: "list\.md" 파일에 쓰기/);
  assert.equal(existsSync(join(home.path, "files", "console_local", "list.md")), false);
  const bad = await check('[system:read]("none.md")', "--json");
  const { ok, dryRun } = JSON.parse(bad.output) as { ok: boolean; dryRun: TriedProgram };
  assert.deepEqual([bad.code, ok, dryRun.kind], [1, true, "failed"]);
});
