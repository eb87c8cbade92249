import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { test } from "node:test";
import { openLibrary } from "../../../src/app/core/data-library.ts";
import { makeUsage } from "../../../src/app/examples/usage-making.ts";
import { createLog } from "../../../src/base/log.ts";
import { openUsageDatabase } from "../../../src/rag/store/database.ts";
import { UsageStore } from "../../../src/rag/store/example-store.ts";
import { storedEmbedder } from "../../../src/rag/usage/build.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { ROOT } from "../../support/service.ts";

test("the examples that are shipped are made in a thread, while the loop is free", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "ibl-bot-making-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const usagePath = join(folder, "usage.db");
  const roots = [join(ROOT, "data"), join(folder, "data")];
  const stages = new Set<string>();
  const before = performance.eventLoopUtilization();
  const made = await makeUsage(
    { roots, databasePath: ":memory:", usagePath },
    { onProgress: ({ stage }) => void stages.add(stage) },
  );
  const { utilization } = performance.eventLoopUtilization(before);
  assert.ok(utilization < 0.5, `The loop was busy for ${utilization} of the time.`);
  assert.deepEqual([...stages], ["read", "learn", "store"]);

  const log = createLog({ write: () => undefined, redact: (text) => text });
  const library = openLibrary(roots, log, { watch: false });
  assert.deepEqual(made, { digest: library.materialDigest(), broken: [] });
  const database = openUsageDatabase(usagePath);
  const store = new UsageStore({ database, clock: new ManualClock() });
  assert.ok((await storedEmbedder(store, made.digest)) !== undefined);
  assert.equal(store.size, library.material().examples.length);
  database.close();
  library.close();
});
