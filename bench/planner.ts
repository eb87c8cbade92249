import {
  plannedAtOnce,
  shippedExamples,
  shippedWords,
} from "../test/agent/support/planner-examples.ts";
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
