import { createPromptMeter, promptRequests } from "./support/prompt-set.ts";
import { median, percentile, print, printTable } from "./support/rounds.ts";
import { sized } from "./support/short.ts";

/** Tokens of a turn's prompt (system prompt, references, tool definition) over the shipped requests, with the actions cut to what a message needs, against listing all. */
const meter = await createPromptMeter();
const requests = promptRequests().slice(0, sized(Number.POSITIVE_INFINITY, 5));
const cut = await Promise.all(requests.map((request) => meter.measure(request)));
const whole = await Promise.all(requests.map((request) => meter.measure(request, { whole: true })));
await meter.close();

const row = (name: string, measures: typeof cut): readonly string[] => {
  const tokens = measures.map((measure) => measure.tokens);
  const lists = measures.map((measure) => measure.listed.length);
  return [
    name,
    String(median(lists)),
    String(median(tokens)),
    String(percentile(tokens, 0.95)),
    String(Math.max(...tokens)),
  ];
};
printTable(`${requests.length} requests`, [
  ["", "actions p50", "tokens p50", "tokens p95", "most"],
  row("cut to the message", cut),
  row("every action", whole),
]);

const asking = cut.filter(({ request }) => request.needs.length > 0);
const missed = asking.filter(({ missing }) => missing.length > 0);
const share = (100 * (asking.length - missed.length)) / asking.length;
print(`Requests whose actions are all listed: ${share.toFixed(1)} % of ${asking.length}.`);
for (const { request, missing } of missed) print(`  ${request.message}: ${missing.join(", ")}`);
