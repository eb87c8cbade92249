// Runs the tests: all of them, or the files given as arguments.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { buildIfStale, checkNode, install, root } from "./ready.mjs";

checkNode();
install({ withDevelopment: true });
buildIfStale();
const given = process.argv.slice(2);
const files = given.length > 0 ? given : testFiles(join(root, "test"));
const result = spawnSync(
  process.execPath,
  ["--import", "tsx", "--test", "--test-concurrency=2", "--test-timeout=240000", ...files],
  { cwd: root, stdio: "inherit" },
);
process.exit(result.status ?? 1);

function testFiles(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) =>
      entry.isDirectory()
        ? testFiles(join(folder, entry.name))
        : entry.name.endsWith(".test.ts")
          ? [relative(root, join(folder, entry.name))]
          : [],
    )
    .sort();
}
