// How the product is bundled: what build.mjs writes to dist, and what tests try in a folder of their own.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What is started: the program, and the files that it runs in threads and processes of their own. */
export const ENTRIES = {
  "ibl-bot": join(root, "src", "entry.ts"),
  "usage-seed": join(root, "src", "app", "examples", "usage-seed.ts"),
  "usage-worker": join(root, "src", "app", "examples", "usage-worker.ts"),
  "checkpoint-worker": join(root, "src", "store", "checkpoint-worker.ts"),
  "script-worker": join(root, "src", "nodes", "system", "compute", "script-worker.ts"),
  "analysis-worker": join(root, "src", "nodes", "analysis", "analysis-worker.ts"),
  "reading-worker": join(root, "src", "app", "reading-worker.ts"),
  "transformers-worker": join(root, "src", "rag", "encoders", "transformers-worker.ts"),
};

/** Packages with binaries, and heavy ones that load when first used, stay outside. */
const OUTSIDE = [
  "better-sqlite3",
  "better-sqlite3-13",
  "puppeteer-core",
  "@devicefarmer/adbkit",
  "sqlite-vec",
  "quickjs-wasi",
  "@google/genai",
  "@huggingface/transformers",
  "@resvg/resvg-js",
  "echarts",
  "exifreader",
  "linkedom",
  "@mozilla/readability",
  "feedsmith",
  "node-cron",
  "grammy",
  "@grammyjs/files",
  "@grammyjs/runner",
  "discord.js",
  "@discordjs/ws",
  "unpdf",
];

/** The files of a bundle, each with its `path` below `outdir` and its `contents`; nothing is written. Rejects where a package would lose its names. */
export async function bundle(entryPoints, outdir) {
  const { outputFiles, metafile } = await build({
    write: false,
    metafile: true,
    entryPoints,
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    external: OUTSIDE,
    sourcemap: true,
    logLevel: "warning",
    // Bundled CommonJS packages ask for Node's own modules through `require`.
    banner: {
      js: 'import { createRequire as createRequireForBundle } from "node:module"; const require = createRequireForBundle(import.meta.url);',
    },
  });
  // What a CommonJS package exports has names when Node loads it, and none when it is bundled: who imports it later gets a default export alone.
  for (const [path, { entryPoint = "", exports }] of Object.entries(metafile.outputs))
    if (exports.length === 1 && exports[0] === "default")
      throw new Error(
        `${entryPoint} (${path}) is CommonJS: scripts/bundle.mjs has to leave it outside.`,
      );
  return outputFiles;
}
