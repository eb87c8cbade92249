import { parentPort } from "node:worker_threads";
import { ANALYSES } from "./analyses.ts";
import { AnalysisFault } from "./analysis.ts";
import type { AnalysisAnswer, AnalysisOrder } from "./analysis-thread.ts";

// Runs as a thread of its own, so that thousands of texts hold up nobody.
const port = parentPort;
port?.on("message", async (order: AnalysisOrder) => port.postMessage(await answered(order)));

async function answered(order: AnalysisOrder): Promise<AnalysisAnswer> {
  const analysis = ANALYSES[order.analysis];
  if (analysis === undefined) throw new TypeError(`There is no analysis "${order.analysis}".`);
  try {
    const { output, words } = await analysis(order);
    return { output, text: words[order.language] };
  } catch (error) {
    if (!(error instanceof AnalysisFault)) throw error;
    return { code: error.code, problem: error.words[order.language] };
  }
}
