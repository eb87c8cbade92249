/** An action that a text resembles, with how much, in [0, 1]. */
export interface Resembled {
  readonly action: string;
  readonly score: number;
}

/** Planning that asks on its way which actions a text resembles: it yields the text, and is answered with the actions, best first. */
export type Searching<Result> = Generator<string, Result, readonly Resembled[]>;

/** Plans at once, by words and values alone: no text is searched for. */
export function withoutSearch<Result>(work: Searching<Result>): Result {
  let next = work.next();
  while (next.done !== true) next = work.next([]);
  return next.value;
}

/** Plans with a search of examples. */
export async function withSearch<Result>(
  work: Searching<Result>,
  search: (text: string) => Promise<readonly Resembled[]>,
): Promise<Result> {
  let next = work.next();
  while (next.done !== true) next = work.next(await search(next.value));
  return next.value;
}
