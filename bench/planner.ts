import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createMessagePlanner } from "../src/agent/planner/message-planner.ts";
import {
  plannedAtOnce,
  shippedExamples,
  shippedWords,
} from "../test/agent/support/planner-examples.ts";
import { shippedCatalogue } from "../test/support/catalogue.ts";
import { readLabelled } from "../test/support/labelled.ts";
import { openUsage, shippedMaterial } from "../test/support/usage-examples.ts";
import {
  cpuMs,
  digits,
  interleave,
  median,
  percentile,
  print,
  printTable,
  times,
} from "./support/rounds.ts";
import { sized } from "./support/short.ts";

/** What search and planning together may take of the processor and of memory. */
const BOUNDS = { planMs: 30, indexMb: 25, makeMs: 5000 } as const;

/** Planning a message by its words and values, against comparing it with every example's words. */
const EXAMPLE_COUNT = sized(1000, 50);

const MESSAGES = [
  "지금 몇 시야",
  "AI 뉴스 찾아서 news.md로 저장해줘",
  "오늘 기분이 좋다",
  "search the web for cheap flights to Osaka next week",
  "매일 아침 8시에 삼성전자 주가 알려줘",
];

/** Pieces that are hard on a matcher when a long message is made of them alone. */
const HARD_UNITS = [
  "a",
  "가",
  "/",
  "*.",
  "줘서고",
  "시실",
  "라고",
  "1,",
  '"',
  "“",
  "\\",
  "a-",
  "a.b/",
  "뉴스 ",
  "news.md ",
  "메모: ",
  "\n",
];
const LONG_MESSAGE = sized(4900, 100);

/** The named baseline: how many words a message shares with each example. */
function shareWords(wordsOf: readonly ReadonlySet<string>[], message: string): number {
  const words = message.split(/\s+/);
  let best = 0;
  for (const example of wordsOf)
    best = Math.max(best, words.filter((word) => example.has(word)).length);
  return best;
}

const examples = shippedExamples().slice(0, EXAMPLE_COUNT);
const startedMs = performance.now();
shippedWords().get();
const buildMs = performance.now() - startedMs;
const wordSets = examples.map((example) => new Set(example.intent.split(/\s+/)));

const taken = await interleave(
  [
    {
      name: "plan a message",
      units: MESSAGES.length,
      run: () => MESSAGES.forEach((message) => void plannedAtOnce(message)),
    },
    {
      name: "shared words, every example",
      units: MESSAGES.length,
      run: () => MESSAGES.forEach((message) => void shareWords(wordSets, message)),
    },
  ],
  { rounds: 60, limitMs: 15_000 },
);
const base = median(taken.get("shared words, every example") ?? []);
printTable(`${EXAMPLE_COUNT} examples, words learned in ${digits(buildMs)} ms`, [
  ["", "p50 ms", "p95 ms", "to the baseline"],
  ...[...taken].map(([name, values]) => [
    name,
    digits(median(values)),
    digits(percentile(values, 0.95)),
    times(median(values), base),
  ]),
]);

const hard = HARD_UNITS.map((unit) => {
  const message = unit.repeat(Math.floor(LONG_MESSAGE / unit.length));
  const beforeMs = performance.now();
  plannedAtOnce(message);
  return { unit, ms: performance.now() - beforeMs };
}).sort((left, right) => right.ms - left.ms);
print(
  `Longest messages of one piece: slowest ${digits(hard[0]?.ms ?? 0)} ms (${JSON.stringify(hard[0]?.unit)}).`,
);

await measureWhole();

/** Search and planning as a service does them, in processor time; and the store of what is shipped, made anew, with what is kept of it in memory. */
async function measureWhole(): Promise<void> {
  const asked = ["tune", "report"].flatMap((set) => readLabelled(set)).map(({ text }) => text);
  const material = shippedMaterial();
  const emptyMb = await keptMb();
  const makingMs = cpuMs();
  const usage = openUsage(
    sized(material, { ...material, examples: material.examples.slice(0, 100), smallTalk: [] }),
  );
  await usage.examples.search("news");
  const madeMs = cpuMs() - makingMs;
  const indexMb = (await keptMb()) - emptyMb;
  const planner = createMessagePlanner({
    words: shippedWords,
    catalogue: shippedCatalogue,
    search: (text, options) => usage.examples.search(text, options),
    onError: (error) => {
      throw error;
    },
  });
  const now = Date.parse("2026-07-15T01:00:00Z");
  const spentMs: number[] = [];
  for (const text of asked.slice(0, sized(asked.length, 10))) {
    const language = /\p{Script=Hangul}/u.test(text) ? "ko" : "en";
    const options = { language, nowMs: now, zone: "Asia/Seoul", workflows: [] } as const;
    const beganMs = cpuMs();
    await planner.plan(text, options, { personId: "bench" });
    spentMs.push(cpuMs() - beganMs);
  }
  await usage.close();
  const planMs = percentile(spentMs, 0.95);
  printTable("Search and planning", [
    ["", "measured", "bound", "of the bound"],
    ["p95, ms of the processor", digits(planMs), `${BOUNDS.planMs}`, times(planMs, BOUNDS.planMs)],
    ["index kept, MB", digits(indexMb), `${BOUNDS.indexMb}`, times(indexMb, BOUNDS.indexMb)],
    [
      "made anew, ms of the processor",
      digits(madeMs),
      `${BOUNDS.makeMs}`,
      times(madeMs, BOUNDS.makeMs),
    ],
  ]);
}

/** What is kept in memory after all else was collected. Memory outside the heap is given back a moment after what held it. */
async function keptMb(): Promise<number> {
  setFlagsFromString("--expose-gc");
  for (let round = 0; round < 2; round += 1) {
    runInNewContext("gc")();
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}
