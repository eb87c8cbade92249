import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { readDataFolder, watchFolders } from "../../src/store/data-files.ts";

test("a folder that is made later is watched from then on", async (t) => {
  const home = mkdtempSync(join(tmpdir(), "ibl-watch-"));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const folder = join(home, "data", "api_registry");
  const changes = { count: 0, next: (): void => undefined };
  const changed = (): Promise<void> =>
    new Promise((resolve) => {
      changes.next = resolve;
    });
  const stop = watchFolders([folder], () => {
    changes.count += 1;
    changes.next();
  });
  const alive = setInterval(() => undefined, 1000); // watching alone keeps no process alive
  t.after(() => {
    clearInterval(alive);
    stop();
  });
  const made = changed();
  mkdirSync(folder, { recursive: true });
  await made;
  const written = changed();
  writeFileSync(join(folder, "a.yaml"), "a: 1\n");
  await written;
  const before = changes.count;
  writeFileSync(join(home, "other.db"), "x");
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.equal(changes.count, before, "files beside the folder are nobody's business");
});

test("files that only a later root has come last, and one of the same name covers the earlier", (t) => {
  const roots = ["one", "two"].map((name) => {
    const root = mkdtempSync(join(tmpdir(), `ibl-root-${name}-`));
    t.after(() => rmSync(root, { recursive: true, force: true }));
    mkdirSync(join(root, "x"));
    return root;
  });
  const [one = "", two = ""] = roots;
  for (const name of ["b", "c"]) writeFileSync(join(one, "x", `${name}.yaml`), "from: one\n");
  for (const name of ["a", "b"]) writeFileSync(join(two, "x", `${name}.yaml`), "from: two\n");
  const { files } = readDataFolder(roots, "x");
  assert.deepEqual(
    files.map(({ file, value }) => [file, value]),
    [
      ["x/b.yaml", { from: "two" }],
      ["x/c.yaml", { from: "one" }],
      ["x/a.yaml", { from: "two" }],
    ],
  );
});
