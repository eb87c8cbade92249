import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createLog } from "../../base/log.ts";
import { FIRST_SHIPPED_ID } from "../../rag/store/database.ts";
import { type Gap, gapsIn } from "../../rag/training/material.ts";
import { copyDatabase } from "../../store/database.ts";
import { type Library, openLibrary, prepareShipped } from "../core/data-library.ts";
import { makeUsage } from "./usage-making.ts";

/** Folder of the built program. In the sources nothing is built, so no seed lies there. */
const BUILT = fileURLToPath(new URL(".", import.meta.url));

/** What of the data has too few hand-written examples to be found. The build calls it, and fails for any. */
export function missingExamples(dataFolder: string): readonly Gap[] {
  const library = openSilently(dataFolder);
  const written = library.material().examples.filter(({ source }) => source === "shipped");
  library.close();
  return gapsIn(library.catalogue(), written);
}

/** For the build, which prepares what is shipped in one go. */
export { prepareShipped };

/** Makes the usage database of the data that is shipped, beside the built program; done already for the same data, it does nothing. The build calls it. Rejects as `makeUsage` does. */
export async function buildSeed(dataFolder: string): Promise<void> {
  const library = openSilently(dataFolder);
  const name = seedName(library.materialDigest());
  library.close();
  if (existsSync(join(BUILT, name))) return;
  for (const file of readdirSync(BUILT))
    if (SEED.test(file) || isLeftBehind(file)) rmSync(join(BUILT, file), { force: true });
  // Two builds at the same time each make their own.
  const unfinished = join(BUILT, `usage-unfinished-${process.pid}.db`);
  await makeUsage({
    roots: [dataFolder],
    databasePath: ":memory:",
    usagePath: unfinished,
    firstId: FIRST_SHIPPED_ID,
  });
  const packed = `${unfinished}.packed`;
  copyDatabase(unfinished, packed); // a copy is read without files beside it, also where nothing may be written
  rmSync(unfinished);
  renameSync(packed, join(BUILT, name));
}

function openSilently(dataFolder: string): Library {
  const log = createLog({ write: () => undefined, redact: (text) => text, level: "silent" });
  return openLibrary([dataFolder], log, { watch: false });
}

const SEED = /^usage-[0-9a-f]{16}\.db/u;

/** A build takes seconds. */
const LONGEST_BUILD_MS = 3_600_000;

/** What a build that was killed has left; another may be at work on a younger one. */
function isLeftBehind(file: string): boolean {
  if (!file.startsWith("usage-unfinished")) return false;
  const stats = statSync(join(BUILT, file), { throwIfNoEntry: false });
  return stats !== undefined && Date.now() - stats.mtimeMs > LONGEST_BUILD_MS;
}

/** The usage database that was built for data with this digest; `undefined` where none was. */
export function seedOf(digest: string): string | undefined {
  const path = join(BUILT, seedName(digest));
  return existsSync(path) ? path : undefined;
}

/** By its name one sees which data a seed was made of. */
function seedName(digest: string): string {
  return `usage-${digest.slice(0, 16)}.db`;
}
