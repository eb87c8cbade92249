import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT, testEnvironment } from "../support/service.ts";

const BENCHES = readdirSync(join(ROOT, "bench")).filter((name) => name.endsWith(".ts"));

for (const name of BENCHES)
  test(`bench/${name} runs in its short form and prints its figures`, {
    timeout: 240_000,
  }, async () => {
    const bench = spawn(process.execPath, ["--import", "tsx", join("bench", name), "--short"], {
      cwd: ROOT,
      env: testEnvironment({}),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    let errors = "";
    bench.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    bench.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors += text;
    });
    const [code] = (await once(bench, "close")) as [number | null];
    assert.equal(code, 0, `${output}\n${errors}`);
    assert.doesNotMatch(output, /NaN|undefined/);
    assert.ok((output.match(/\d/g) ?? []).length > 10, output);
  });
