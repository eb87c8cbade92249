import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** What `npm start` runs. */
export const SHIPPED = join(ROOT, "scripts", "ibl-bot.mjs");

let program: string | undefined;

/**
 * The file to start in the place of scripts/ibl-bot.mjs: the built service, whose clock and end a test can order. Node runs it
 * as it runs the product, without a loader; only the edges of the process are of the test.
 */
export function programFile(): string {
  program ??= make();
  return program;
}

/** Builds the product where it is stale. */
export function ensureBuilt(): void {
  const code = 'import { buildIfStale } from "./scripts/ready.mjs"; buildIfStale();';
  const { status } = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
    cwd: ROOT,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("The product cannot be built.");
}

function make(): string {
  ensureBuilt();
  const folder = mkdtempSync(join(tmpdir(), "ibl-bot-program-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const outfile = join(folder, "process-main.mjs");
  buildSync({
    entryPoints: [join(ROOT, "test", "support", "process-main.ts")],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    define: { PRODUCT_ROOT: JSON.stringify(ROOT) },
    logLevel: "warning",
  });
  return outfile;
}
