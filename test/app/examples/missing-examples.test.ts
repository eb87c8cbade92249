import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { missingExamples } from "../../../src/app/examples/usage-seed.ts";
import { ROOT } from "../../support/service.ts";

test("the build finds nothing missing in what is shipped, and names what has too few examples", (t) => {
  const shipped = join(ROOT, "data");
  assert.deepEqual(missingExamples(shipped), []);
  const folder = mkdtempSync(join(tmpdir(), "ibl-data-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(shipped, folder, {
    recursive: true,
    filter: (path) => !path.startsWith(`${join(shipped, "examples")}/`),
  });
  const names = missingExamples(folder).map(({ name }) => name);
  assert.ok(names.includes("??"), names.join());
  assert.ok(names.some((name) => /^[a-z]+:[a-z_]+$/u.test(name)));
});
