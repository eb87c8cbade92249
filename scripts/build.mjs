// Bundles src and the packages that are plain JavaScript into dist/ibl-bot.mjs, which halves the time to start.
// Packages with binaries, and heavy ones that load when first used, stay outside.
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
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
  "discord.js",
  "@discordjs/ws",
  "unpdf",
];

const dist = join(root, "dist");
const { outputFiles, metafile } = await build({
  write: false,
  metafile: true,
  entryPoints: {
    "ibl-bot": join(root, "src", "entry.ts"),
    "usage-seed": join(root, "src", "app", "usage-seed.ts"),
    "usage-worker": join(root, "src", "app", "usage-worker.ts"),
    "checkpoint-worker": join(root, "src", "store", "checkpoint-worker.ts"),
    "reading-worker": join(root, "src", "app", "reading-worker.ts"),
    "transformers-worker": join(root, "src", "rag", "transformers-worker.ts"),
  },
  outdir: dist,
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
for (const [path, { entryPoint = "", exports }] of Object.entries(metafile.outputs)) {
  if (exports.length !== 1 || exports[0] !== "default") continue;
  process.stderr.write(
    `${entryPoint} (${path}) is CommonJS: scripts/build.mjs has to leave it outside.\n`,
  );
  process.exit(1);
}

// What starts the program comes last and whole: a build that was cut off is made again, and never run.
const isStart = ({ path }) => path === join(dist, "ibl-bot.mjs");
mkdirSync(dist, { recursive: true });
for (const file of outputFiles) if (!isStart(file)) put(file);

// An action or operator that has too few examples is an error of the build.
const { buildSeed, missingExamples } = await import(
  pathToFileURL(join(dist, "usage-seed.mjs")).href
);
for (const { name, count, least } of missingExamples(join(root, "data"))) {
  process.stderr.write(`${name} has ${count} hand-written examples of ${least}.\n`);
  process.exitCode = 1;
}

// The usage examples of what is shipped: a new HOME has them at once. Where SQLite's vectors have no build there are none.
await buildSeed(join(root, "data")).catch((error) => {
  process.stderr.write(`No usage examples were built: ${error.message}\n`);
});

for (const file of outputFiles) if (isStart(file)) put(file);

/** Writes one file whole, or leaves the one that was there. */
function put({ path, contents }) {
  const part = `${path}.part-${process.pid}`;
  try {
    writeFileSync(part, contents);
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    process.stderr.write(`"${path}" could not be written: ${error.message}\n`);
    process.exit(1);
  }
}
