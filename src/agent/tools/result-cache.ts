import type { ToolResult } from "./tool.ts";

/** Runs whose results are kept at the same time; those of the run that was used longest ago go first. */
const MOST_RUNS = 2;

/** What tools have made in a run, so that each makes it once. Work that goes on is shared; what failed is forgotten. */
export class ResultCache<Failed> {
  readonly #runs = new Map<string, Map<string, Promise<ToolResult | Failed>>>();

  /** The result under a key of a run, made by `make` where there is none. */
  async get(
    runId: string,
    key: string,
    make: () => Promise<ToolResult | Failed>,
  ): Promise<ToolResult | Failed> {
    const results = this.#runs.get(runId) ?? new Map<string, Promise<ToolResult | Failed>>();
    this.#runs.delete(runId);
    this.#runs.set(runId, results);
    const [oldest] = this.#runs.keys();
    if (this.#runs.size > MOST_RUNS && oldest !== undefined) this.#runs.delete(oldest);
    const known = results.get(key);
    if (known !== undefined) return known;
    const made = make();
    results.set(key, made);
    const forget = (): void => void results.delete(key);
    made.then((result) => isResult(result) || forget(), forget);
    return made;
  }
}

function isResult(result: unknown): boolean {
  return typeof result === "object" && result !== null && "output" in result;
}
