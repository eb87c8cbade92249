import type { SearchHit } from "../../rag/search/example-search.ts";

/** Usage examples that resemble a text, best first. */
export type Hits = readonly SearchHit[];

/** Planning that asks on its way what resembles a text: it yields the text, and is answered with the examples. */
export type Searching<Result> = Generator<string, Result, Hits>;

const NO_HITS: Hits = [];

/** Plans at once, by words and values alone: no text is searched for. */
export function withoutSearch<Result>(work: Searching<Result>): Result {
  let next = work.next();
  while (next.done !== true) next = work.next(NO_HITS);
  return next.value;
}

/** Plans with a search of examples. */
export async function withSearch<Result>(
  work: Searching<Result>,
  search: (text: string) => Promise<Hits>,
): Promise<Result> {
  let next = work.next();
  while (next.done !== true) next = work.next(await search(next.value));
  return next.value;
}
