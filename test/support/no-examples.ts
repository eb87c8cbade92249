import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLibrary } from "../../src/app/core/data-library.ts";
import { systemClock } from "../../src/base/clock.ts";
import { learnIntents } from "../../src/rag/encoders/intent-model.ts";
import { openUsageDatabase } from "../../src/rag/store/database.ts";
import { USAGE_DATABASE_NAME } from "../../src/rag/store/database-name.ts";
import { UsageStore } from "../../src/rag/store/example-store.ts";
import { readTrainingTexts } from "../../src/rag/training/material.ts";
import { RecordingLog } from "./recording-log.ts";
import { ROOT } from "./service.ts";

const LEARNED = [
  { intent: "what time is it", code: "[system:time]", source: "shipped" },
  { intent: "what is to be done", code: "[system:todo]", source: "shipped" },
] as const;

let made: string | undefined;

/** A file of usage examples that counts as made from what is shipped and holds none: whoever looks for nothing in them need not have them made, which takes 15 s of a thread. */
export function noExamples(): string {
  made ??= make();
  return made;
}

function make(): string {
  const folder = mkdtempSync(join(tmpdir(), "ibl-bot-examples-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, USAGE_DATABASE_NAME);
  const library = openLibrary([join(ROOT, "data")], new RecordingLog(), { watch: false });
  const database = openUsageDatabase(path);
  const store = new UsageStore({ database, clock: systemClock });
  const model = resultOf(learnIntents(resultOf(readTrainingTexts(LEARNED, ["hello"]))));
  store.setModel(library.materialDigest(), model.save());
  database.close();
  library.close();
  return path;
}

function resultOf<Result>(work: Generator<unknown, Result, void>): Result {
  for (;;) {
    const next = work.next();
    if (next.done === true) return next.value;
  }
}
