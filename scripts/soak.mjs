// Runs the long forms of the proofs: all of them, or the files given as arguments. They take hours; SOAK tells them.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { buildIfStale, checkNode, install, root } from "./ready.mjs";

checkNode();
install({ withDevelopment: true });
buildIfStale();
const given = process.argv.slice(2);
const files = given.length > 0 ? given : proofs();
const result = spawnSync(
  process.execPath,
  ["--import", "tsx", "--test", "--test-concurrency=2", "--test-reporter=spec", ...files],
  { cwd: root, stdio: "inherit", env: { ...process.env, SOAK: "1" } },
);
process.exit(result.status ?? 1);

function proofs() {
  return readdirSync(join(root, "test", "proofs"))
    .filter((name) => name.endsWith(".test.ts"))
    .sort()
    .map((name) => join("test", "proofs", name));
}
