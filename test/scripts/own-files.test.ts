import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { ROOT } from "../support/service.ts";

/** What others than the owner of the process may do with anything below a folder, by path. */
function openToOthers(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => ({ name, stats: statSync(join(folder, name)) }))
    .filter(({ stats }) => (stats.mode & 0o077) !== 0 && (stats.isFile() || stats.isDirectory()))
    .map(({ name, stats }) => `${name} ${(stats.mode & 0o777).toString(8)}`);
}

/** The shipped program as a shell of most systems starts it, where new files may be read by all. */
function start(t: TestContext, home: string) {
  const command = 'umask 022; exec "$0" scripts/ibl-bot.mjs start --home "$1"';
  const child = spawn("sh", ["-c", command, process.execPath, home], { cwd: ROOT });
  t.after(() => child.kill("SIGKILL"));
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += String(chunk);
  });
  return {
    child,
    async said(words: string): Promise<void> {
      const signal = AbortSignal.timeout(60_000);
      while (!output.includes(words)) await once(child.stdout, "data", { signal });
    },
  };
}

test("everything below HOME is its owner's alone while the shipped service runs", async (t) => {
  const home = mkdtempSync(join(tmpdir(), "ibl-own-"));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  writeFileSync(join(home, ".env"), "");
  chmodSync(join(home, ".env"), 0o644);
  const { child, said } = start(t, home);
  child.stdin.write('/ibl [system:write]("d/a.md") {content: "one"}\n');
  await said("d/a.md");
  child.stdin.write('/ibl [system:write]("d/a.md") {content: "two"}\n');
  child.stdin.write('/ibl [system:time]("Asia/Seoul") {format: "iso"}\n');
  await said("+09:00");
  const names = readdirSync(home);
  assert.deepEqual(
    ["ibl-bot.db", "ibl-bot.db-wal", "ibl-bot.db-shm", "files"].filter((n) => !names.includes(n)),
    [],
  );
  assert.deepEqual(openToOthers(home), []);
  child.stdin.end();
  await once(child, "exit");
  assert.deepEqual(openToOthers(home), []);
});
