import { type Memories, type MemoryRow, wordKeys } from "./memories.ts";
import { recalled } from "./recall.ts";
import { topicsOf } from "./topics.ts";

/** Most memories that are looked through for a message, the newest. */
const MOST_LOOKED_AT = 500;
const MOST_WORDS = 30;

/** Most memories whose words are held against those of a message. */
const MOST_NEAR = 60;

/** A shared word says more than a shared subject. */
const WORD_WEIGHT = 2;

/**
 * Memories that a model may need for a message, the most useful first: those that the message asks for, then those that share words or
 * subjects with it, the rarer the more, then the newest. One from outside only where the message is about it in its own words.
 */
export function fittingMemories(
  memories: Pick<Memories, "withAny" | "latest">,
  personId: string,
  message: string,
): readonly MemoryRow[] {
  const asked = recalled(memories, personId, message, { bar: "most", limit: MOST_LOOKED_AT });
  const words = [...new Set(wordKeys(message))].slice(0, MOST_WORDS);
  const topics = [...topicsOf(message)];
  const near = memories.withAny(personId, words, MOST_NEAR);
  const newest = memories.latest(personId, MOST_LOOKED_AT);
  const isNear = new Set(near.map(({ number }) => number));
  const all = new Map([...near, ...newest].map((row) => [row.number, row])).values();
  const rows = [...all].sort(newestFirst).map((row) => {
    const text = `${row.content} ${row.keywords}`;
    const keys = new Set(isNear.has(row.number) ? wordKeys(text) : []);
    const about = topicsOf(text);
    return {
      row,
      words: words.filter((word) => keys.has(word)),
      topics: topics.filter((topic) => about.has(topic)),
    };
  });
  const wordWeights = rarity(rows.map((each) => each.words));
  const topicWeights = rarity(rows.map((each) => each.topics));
  const least = words.length < 3 ? 1 : 2;
  const scored = rows
    .filter((each) => each.row.tainted === 0 || each.words.length >= least)
    .map((each) => ({
      row: each.row,
      score: WORD_WEIGHT * sumOf(each.words, wordWeights) + sumOf(each.topics, topicWeights),
    }))
    .sort((left, right) => right.score - left.score); // of equal ones the newest stays first
  return [
    ...new Map(
      [...asked, ...scored.map(({ row }) => row)].map((row) => [row.number, row]),
    ).values(),
  ];
}

function newestFirst(left: MemoryRow, right: MemoryRow): number {
  return right.created_at_ms - left.created_at_ms || right.row_id - left.row_id;
}

/** How much each of what rows share with a message tells: the rarer, the more. */
function rarity<Key>(shared: readonly (readonly Key[])[]): ReadonlyMap<Key, number> {
  const counts = new Map<Key, number>();
  for (const key of shared.flat()) counts.set(key, (counts.get(key) ?? 0) + 1);
  return new Map([...counts].map(([key, count]) => [key, Math.log(1 + shared.length / count)]));
}

function sumOf<Key>(keys: readonly Key[], weights: ReadonlyMap<Key, number>): number {
  return keys.reduce((sum, key) => sum + (weights.get(key) ?? 0), 0);
}
