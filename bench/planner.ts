import { createPlanner } from "../src/agent/planner/planner.ts";
import type { Phrasing } from "../src/rag/store/example-files.ts";
import { NOW_MS, shippedExamples } from "../test/agent/support/planner-examples.ts";
import {
  digits,
  interleave,
  median,
  percentile,
  print,
  printTable,
  times,
} from "./support/rounds.ts";
import { sized } from "./support/short.ts";

/** Planning a message without a model over 1,000 examples, against comparing it with every example's words. */
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

const OPTIONS = { language: "ko", nowMs: NOW_MS, zone: "Asia/Seoul" } as const;

/** The shipped examples, repeated under other actions until there are `count`. */
function manyExamples(count: number): readonly Phrasing[] {
  const shipped = shippedExamples();
  return Array.from({ length: count }, (_unused, index): Phrasing => {
    const example = shipped[index % shipped.length];
    if (example === undefined) throw new Error("There are no shipped examples.");
    const copy = Math.floor(index / shipped.length);
    return copy === 0
      ? example
      : { ...example, code: example.code.replace(/:(\w+)\]/u, `:$1_${copy}]`) };
  });
}

/** The named baseline: how many words a message shares with each example. */
function shareWords(wordsOf: readonly ReadonlySet<string>[], message: string): number {
  const words = message.split(/\s+/);
  let best = 0;
  for (const example of wordsOf)
    best = Math.max(best, words.filter((word) => example.has(word)).length);
  return best;
}

const examples = manyExamples(EXAMPLE_COUNT);
const startedMs = performance.now();
const planner = createPlanner({ examples });
const buildMs = performance.now() - startedMs;
const wordSets = examples.map((example) => new Set(example.intent.split(/\s+/)));

const taken = await interleave(
  [
    {
      name: "plan a message",
      units: MESSAGES.length,
      run: () => MESSAGES.forEach((message) => void planner.plan(message, OPTIONS)),
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
printTable(`${EXAMPLE_COUNT} examples, built in ${digits(buildMs)} ms`, [
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
  planner.plan(message, OPTIONS);
  return { unit, ms: performance.now() - beforeMs };
}).sort((left, right) => right.ms - left.ms);
print(
  `Longest messages of one piece: slowest ${digits(hard[0]?.ms ?? 0)} ms (${JSON.stringify(hard[0]?.unit)}).`,
);
