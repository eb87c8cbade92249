import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makeUsage } from "../../src/app/examples/usage-making.ts";
import { filesBelow, ROOT } from "./service.ts";

/** What examples are made of, and the code that makes them. */
const MADE_FROM = ["data", "src/base", "src/engine", "src/rag", "src/store"];

const FOLDER = join(ROOT, "node_modules", ".ibl-bot-tests");

let made: Promise<string> | undefined;

/** A file with the usage examples that are shipped, as the product makes them: nobody may write into it. It takes some 20 s to make, so it is kept until the data or the code changes. */
export function madeExamples(): Promise<string> {
  made ??= makeExamples();
  return made;
}

async function makeExamples(): Promise<string> {
  const path = join(FOLDER, `usage-${digestOfSources()}.db`);
  if (existsSync(path)) return path;
  mkdirSync(FOLDER, { recursive: true });
  const old = readdirSync(FOLDER).filter((name) => name.startsWith("usage-"));
  // Two processes at the same time each make their own.
  const unfinished = join(FOLDER, `unfinished-${process.pid}.db`);
  await makeUsage({
    roots: [join(ROOT, "data")],
    databasePath: ":memory:",
    usagePath: unfinished,
  });
  renameSync(unfinished, path);
  for (const name of old) rmSync(join(FOLDER, name), { force: true });
  return path;
}

function digestOfSources(): string {
  const hash = createHash("sha256");
  for (const folder of MADE_FROM)
    for (const name of filesBelow(join(ROOT, folder))) {
      hash.update(`${folder}/${name}\n`);
      hash.update(readFileSync(join(ROOT, folder, name)));
    }
  return hash.digest("hex").slice(0, 16);
}
