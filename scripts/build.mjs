// Bundles src and the packages that are plain JavaScript into dist/. `--packages FOLDER` says whose node_modules holds them; default the product's.
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { bundle, ENTRIES } from "./bundle.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, "dist");

/** Files whose names hold a digest, and what a build that was cut off left: every other file is replaced by the next build. */
const ONCE = /-[A-Z0-9]{8}\.[cm]js(\.map|\.code)?$|\.part-\d+$/;
const DAY_MS = 86_400_000;

const { values: given } = parseArgs({ options: { packages: { type: "string", default: root } } });
const outputFiles = await bundle(ENTRIES, dist, given).catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});

// What starts the program comes last and whole: a build that was cut off is made again, and never run.
const isStart = ({ path }) => path === join(dist, "ibl-bot.mjs");
mkdirSync(dist, { recursive: true });
for (const file of outputFiles) if (!isStart(file)) put(file);

// Data that is good is kept as it was read.
// An action or operator that has too few examples is an error of the build.
const { buildSeed, missingExamples, prepareShipped } = await import(
  pathToFileURL(join(dist, "usage-seed.mjs")).href
);
prepareShipped(join(root, "data"));
for (const { name, count, least } of missingExamples(join(root, "data"))) {
  process.stderr.write(`${name} has ${count} hand-written examples of ${least}.\n`);
  process.exitCode = 1;
}

// The usage examples of what is shipped: a new HOME has them at once. Where SQLite's vectors have no build there are none.
await buildSeed(join(root, "data")).catch((error) => {
  process.stderr.write(`No usage examples were built: ${error.message}\n`);
});

const lastBuildMs = statSync(join(dist, "ibl-bot.mjs"), { throwIfNoEntry: false })?.mtimeMs ?? 0;
for (const file of outputFiles) if (isStart(file)) put(file);
removeOlderThan(lastBuildMs - DAY_MS);

/**
 * Removes what neither this build nor the one before wrote, which a service that runs may still load: of the build before the files
 * are as old as its start, give or take the time that a build takes.
 */
function removeOlderThan(atMs) {
  const written = new Set(
    outputFiles.flatMap(({ path }) => [basename(path), `${basename(path)}.code`]),
  );
  for (const name of readdirSync(dist)) {
    if (!ONCE.test(name) || written.has(name)) continue;
    const { mtimeMs = Number.POSITIVE_INFINITY } =
      statSync(join(dist, name), { throwIfNoEntry: false }) ?? {};
    if (mtimeMs < atMs) rmSync(join(dist, name), { force: true });
  }
}

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
