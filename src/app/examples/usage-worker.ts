import { AgentRegistry } from "../../agent/roster/roster.ts";
import { systemClock } from "../../base/clock.ts";
import { createLog } from "../../base/log.ts";
import { doInWorker } from "../../base/worker.ts";
import { openUsageDatabase } from "../../rag/store/database.ts";
import { UsageStore } from "../../rag/store/example-store.ts";
import { type BuildProgress, buildUsage } from "../../rag/usage/build.ts";
import { openDatabase } from "../../store/database.ts";
import { Workflows } from "../../store/workflows.ts";
import { openLibrary } from "../core/data-library.ts";
import { programDigest } from "../core/program-digest.ts";
import { openToolFiles, openTools } from "../core/tools.ts";
import type { MadeUsage, UsageOrder } from "./usage-making.ts";

doInWorker(make);

/** Makes the examples of a usage database anew from data/. */
async function make(
  { roots, databasePath, usagePath, firstId = 1 }: UsageOrder,
  tell: (progress: BuildProgress) => void,
): Promise<MadeUsage> {
  const log = createLog({ write: () => undefined, redact: (text) => text, level: "silent" }); // the service told it when it read the same files
  const registry = openTools({ clock: systemClock });
  openToolFiles(roots, registry, log, { watch: false });
  const library = openLibrary(roots, log, { watch: false, registry });
  const database = openDatabase(databasePath);
  const usage = openUsageDatabase(usagePath);
  try {
    const stores = {
      agentRegistry: new AgentRegistry(() => library.agents()),
      workflows: new Workflows({
        database,
        clock: systemClock,
        shipped: () => library.workflows(),
      }),
    };
    const { broken } = await buildUsage(
      new UsageStore({ database: usage, clock: systemClock, firstId }),
      library.material(),
      {
        digestOf: (code) => programDigest({ library, stores }, code),
        onProgress: inPercents(tell),
      },
    );
    return { digest: library.materialDigest(), broken };
  } finally {
    usage.close();
    database.close();
    library.close();
  }
}

/** Passes on what is at least one per cent more than before. */
function inPercents(tell: (progress: BuildProgress) => void): (progress: BuildProgress) => void {
  let told = "";
  return (progress) => {
    const now = `${progress.stage} ${Math.floor(progress.share * 100)}`;
    if (now === told) return;
    told = now;
    tell(progress);
  };
}
