// Bundles src and the packages that are plain JavaScript into dist/ibl-bot.mjs, which halves the time to start.
// Packages with binaries, and heavy ones that load when first used, stay outside.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const OUTSIDE = [
  "better-sqlite3",
  "better-sqlite3-13",
  "puppeteer-core",
  "sqlite-vec",
  "@google/genai",
  "@huggingface/transformers",
  "@resvg/resvg-js",
  "echarts",
  "linkedom",
  "@mozilla/readability",
  "feedsmith",
  "node-cron",
  "grammy",
  "@grammyjs/files",
  "@grammyjs/runner",
  "unpdf",
];

await build({
  entryPoints: {
    "ibl-bot": join(root, "src", "entry.ts"),
    "transformers-worker": join(root, "src", "rag", "transformers-worker.ts"),
  },
  outdir: join(root, "dist"),
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
