import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildSync } from "esbuild";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** What `npm start` runs. */
export const SHIPPED = join(ROOT, "scripts", "ibl-bot.mjs");

let program: string | undefined;
let isBuilt = false;

/**
 * The file to start in the place of scripts/ibl-bot.mjs: the built service, whose clock and end a test can order. Node runs it
 * as it runs the product, without a loader; only the edges of the process are of the test.
 */
export function programFile(): string {
  program ??= make();
  return program;
}

/** The built product, in this process. */
export async function builtProgram(): Promise<typeof import("../../src/entry.ts")> {
  ensureBuilt();
  const built = pathToFileURL(join(ROOT, "dist", "ibl-bot.mjs")).href;
  return (await import(built)) as typeof import("../../src/entry.ts"); // what it is built from
}

/** Builds the product where it is stale. */
export function ensureBuilt(): void {
  if (isBuilt) return;
  const code = 'import { buildIfStale } from "./scripts/ready.mjs"; buildIfStale();';
  const { status } = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
    cwd: ROOT,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("The product cannot be built.");
  isBuilt = true;
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
