// Tokens of a turn's prompt over the shipped requests: what every request begins with and a provider keeps, and what a message adds; with
// the shipped catalogue, and with a list of actions that is cut as that of a large catalogue is.
//   node --import tsx bench/prompt.ts
import { createPromptMeter, type PromptMeasure, promptRequests } from "./support/prompt-set.ts";
import { digits, median, percentile, print, printTable } from "./support/rounds.ts";
import { sized } from "./support/short.ts";

/** Rounds of a turn that looks up, acts and answers. */
const ROUNDS = 3;

const requests = promptRequests().slice(0, sized(Number.POSITIVE_INFINITY, 5));
const [whole, cut] = await Promise.all([measureAll(), measureAll(0)]);

async function measureAll(longest?: number): Promise<readonly PromptMeasure[]> {
  const meter = await createPromptMeter(longest);
  try {
    return await Promise.all(requests.map((request) => meter.measure(request)));
  } finally {
    await meter.close();
  }
}

/** Tokens of the turn's prompts that no earlier request began with: of the first turn of all, and of one that finds the beginning in the cache. */
function rowOf(name: string, measures: readonly PromptMeasure[]): readonly string[] {
  const system = measures[0]?.systemTokens ?? Number.NaN;
  const blocks = measures.map(({ blockTokens }) => blockTokens);
  const sent = ROUNDS * (system + median(blocks));
  const cold = system + median(blocks);
  return [
    name,
    String(system),
    String(median(blocks)),
    String(percentile(blocks, 0.95)),
    String(Math.max(...blocks)),
    String(sent),
    `${cold} (${digits((100 * cold) / sent)} %)`,
    `${median(blocks)} (${digits((100 * median(blocks)) / sent)} %)`,
  ];
}

printTable(`${requests.length} requests; a turn of ${ROUNDS} rounds, its words and results apart`, [
  ["actions", "always", "message p50", "p95", "most", "sent", "not cached, cold", "warm"],
  rowOf("all listed", whole),
  rowOf("cut to the message", cut),
]);

const asking = cut.filter(({ request }) => request.needs.length > 0);
const missed = asking.filter(({ missing }) => missing.length > 0);
const share = (100 * (asking.length - missed.length)) / asking.length;
print(`Requests whose actions are all in the cut: ${share.toFixed(1)} % of ${asking.length}.`);
for (const { request, missing } of missed) print(`  ${request.message}: ${missing.join(", ")}`);
