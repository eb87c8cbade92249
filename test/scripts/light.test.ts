import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Child, childrenCpuMs, scriptsOf } from "../../bench/support/processes.ts";
import { median } from "../../bench/support/rounds.ts";
import { ensureBuilt, SHIPPED } from "../support/program.ts";
import { ROOT } from "../support/service.ts";

/** What a start may cost lies well above what docs/benchmarks.md has: a busy machine passes, and loading all for a word does not. */
const MOST = { packages: 60, programMib: 26, versionTimes: 3, runTimes: 24, idleTimes: 6 };

const BARE = ["--input-type=module", "--eval", ""];
const STAY = 'process.stdout.write("ready\\n"); setInterval(() => {}, 60_000);';

test("an installation keeps the packages with binaries alone", () => {
  const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
    // npm documentation, package-lock.json
    readonly packages: Record<string, { dev?: boolean; devOptional?: boolean; os?: unknown }>;
  };
  const kept = Object.entries(lock.packages)
    // Of those for one system each, one is installed.
    .filter(([path, { dev, devOptional, os }]) => path !== "" && !(dev || devOptional || os))
    .map(([path]) => path);
  assert.ok(kept.length <= MOST.packages, kept.join("\n"));
});

test("the program is small, and no source maps lie beside it", () => {
  ensureBuilt();
  const dist = join(ROOT, "dist");
  const files = scriptsOf(dist);
  const mib = files.reduce((sum, name) => sum + statSync(join(dist, name)).size, 0) / 1024 ** 2;
  assert.ok(files.length > 20 && mib <= MOST.programMib, `${mib} MiB in ${files.length} files`);
  for (const name of files)
    assert.equal(
      /sourceMappingURL=(?!data)[\w-]+\.map/u.test(readFileSync(join(dist, name), "latin1")),
      false,
      name,
    );
});

test("what starts for a moment costs little more than Node itself, in processor time of the same run", async (t) => {
  ensureBuilt();
  const home = mkdtempSync(join(tmpdir(), "ibl-light-"));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const kinds = {
    bare: BARE,
    version: [SHIPPED, "--version"],
    run: [SHIPPED, "run", "[system:time]()", "--home", home],
  };
  const taken = { bare: [] as number[], version: [] as number[], run: [] as number[] };
  for (let round = 0; round < 4; round += 1)
    for (const name of ["bare", "version", "run"] as const) {
      const before = childrenCpuMs();
      // The system counts in steps of ten milliseconds.
      for (let time = 0; time < 3; time += 1) await new Child(kinds[name]).ended();
      if (round > 0) taken[name].push((childrenCpuMs() - before) / 3);
    }
  const bare = median(taken.bare);
  const found = JSON.stringify(taken);
  assert.ok(median(taken.version) <= MOST.versionTimes * bare, found);
  assert.ok(median(taken.run) <= MOST.runTimes * bare, found);
});

test("a service that nobody writes to holds a few times what Node itself does", async (t) => {
  ensureBuilt();
  const home = mkdtempSync(join(tmpdir(), "ibl-light-"));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const bare = new Child(["--input-type=module", "--eval", STAY]);
  t.after(() => bare.stop("SIGKILL"));
  const service = new Child([SHIPPED, "start", "--home", home], {
    TELEGRAM_BOT_TOKEN: "1:light",
    TELEGRAM_API_ROOT: "http://127.0.0.1:9",
  });
  t.after(() => service.stop("SIGKILL"));
  await Promise.all([bare.prints(/^ready$/mu), service.prints(/"msg":"ready"/u)]);
  const [own, nodes] = [service.residentMib(), bare.residentMib()];
  assert.ok(own <= MOST.idleTimes * nodes, `${own} MiB, bare Node ${nodes} MiB`);
});
