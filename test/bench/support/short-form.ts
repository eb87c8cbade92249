import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT, testEnvironment } from "../../support/service.ts";

/** The benches by the test file that starts them: a file has one time limit, and together they take minutes. */
export const BENCHES = {
  load: ["load.ts"],
  stop: ["stop.ts"],
  updates: ["updates.ts"],
  light: ["light.ts"],
  search: ["planner.ts", "prompt.ts", "rag.ts", "turn-tokens.ts", "understanding.ts"],
  engine: ["briefings.ts", "parse.ts", "scheduler.ts", "start.ts", "steps.ts", "tasks.ts"],
} as const;

/** Declares a test a bench: its short form ends well and prints figures. */
export function testShortForms(names: readonly string[]): void {
  for (const name of names)
    test(`bench/${name} runs in its short form and prints its figures`, () => runShort(name));
}

async function runShort(name: string): Promise<void> {
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
}
