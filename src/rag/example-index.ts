import { actionsIn } from "./programs.ts";
import { createBreathe } from "./slices.ts";
import { DIMENSIONS } from "./usage-database.ts";
import type { ExamplePlace } from "./usage-store.ts";

/** What of an example decides who may see it. */
export interface IndexedExample {
  readonly id: number;
  /** Names of the actions of its program. */
  readonly actions: readonly string[];
  /** Whose it is; absent for everybody's. */
  readonly personId?: string;
  /** True for what people and runs added. */
  readonly isTaught: boolean;
}

/** An example and its cosine with a text, in [-1, 1]. */
export interface Nearness {
  readonly example: IndexedExample;
  readonly cosine: number;
}

/** Which of the examples are wanted. */
export interface NearestOptions {
  readonly limit: number;
  readonly accept: (example: IndexedExample) => boolean;
  /** Ids of examples whose cosine is wanted however far they are. */
  readonly also: ReadonlySet<number>;
  readonly signal?: AbortSignal;
}

/** Rows that are compared before the clock is looked at. */
const ROWS_AT_ONCE = 256;

const FIRST_ROOM = 1024;

/** Embeddings of one embedder in memory, side by side. */
export class ExampleIndex {
  #numbers = new Float32Array(FIRST_ROOM * DIMENSIONS);
  #examples: IndexedExample[] = [];
  readonly #rows = new Map<number, number>();

  /** How many examples there are. */
  get size(): number {
    return this.#examples.length;
  }

  /** Adds an example, or takes the place of the one with its id. */
  put({
    id,
    code,
    personId,
    isTaught,
    embedding,
  }: Omit<ExamplePlace, "embedder" | "intent">): void {
    const row = this.#rows.get(id) ?? this.#examples.length;
    if ((row + 1) * DIMENSIONS > this.#numbers.length) this.#grow();
    this.#numbers.set(embedding, row * DIMENSIONS);
    const actions = [...new Set(actionsIn(code))];
    this.#examples[row] = {
      id,
      actions,
      isTaught,
      ...(personId === undefined ? {} : { personId }),
    };
    this.#rows.set(id, row);
  }

  /** Takes an example out; its row is given to the last one. */
  remove(id: number): void {
    const row = this.#rows.get(id);
    const last = this.#examples.length - 1;
    const moved = this.#examples[last];
    if (row === undefined || moved === undefined) return;
    this.#numbers.copyWithin(row * DIMENSIONS, last * DIMENSIONS, (last + 1) * DIMENSIONS);
    this.#examples[row] = moved;
    this.#rows.set(moved.id, row);
    this.#examples.pop();
    this.#rows.delete(id);
  }

  /** The `limit` nearest of the examples that `accept` lets through, and those of `also` besides, nearest first. Compares all of them, in slices. */
  async nearest(embedding: Float32Array, options: NearestOptions): Promise<readonly Nearness[]> {
    const breathe = createBreathe();
    const query = partsOf(embedding);
    const scored = new Float32Array(ROWS_AT_ONCE);
    const found = new Nearest(options);
    for (let from = 0; from < this.#examples.length; from += ROWS_AT_ONCE) {
      multiply(this.#numbers, from, query, scored);
      for (const [at, example] of this.#examples.slice(from, from + ROWS_AT_ONCE).entries())
        found.offer(example, scored[at] ?? 0);
      const pause = breathe(options.signal);
      if (pause !== undefined) await pause;
    }
    return found.all();
  }

  #grow(): void {
    const larger = new Float32Array(this.#numbers.length * 2);
    larger.set(this.#numbers);
    this.#numbers = larger;
  }
}

/** The numbers of an embedding that are not next to nothing: few, for an embedding of features. */
interface QueryParts {
  readonly places: Int32Array;
  readonly values: Float32Array;
}

/** A number below this changes no cosine by a thousandth. */
const NEXT_TO_NOTHING = 1e-4;

function partsOf(embedding: Float32Array): QueryParts {
  const places = Int32Array.from(
    [...embedding.keys()].filter((place) => Math.abs(embedding[place] ?? 0) > NEXT_TO_NOTHING),
  );
  return { places, values: Float32Array.from(places, (place) => embedding[place] ?? 0) };
}

/** Products of a query with the rows from `first` on, as many as `products` has room for. */
function multiply(
  numbers: Float32Array,
  first: number,
  { places, values }: QueryParts,
  products: Float32Array,
): void {
  const count = places.length;
  for (let row = 0; row < products.length; row += 1) {
    const from = (first + row) * DIMENSIONS;
    let sum = 0;
    for (let at = 0; at < count; at += 1)
      sum += (numbers[from + (places[at] ?? 0)] ?? 0) * (values[at] ?? 0);
    products[row] = sum;
  }
}

/** Collects the best while all are passed by. */
class Nearest {
  readonly #options: NearestOptions;
  readonly #best: Nearness[] = [];
  readonly #others: Nearness[] = [];
  #floor: number;

  constructor(options: NearestOptions) {
    this.#options = options;
    this.#floor = options.limit === 0 ? Number.POSITIVE_INFINITY : -2;
  }

  offer(example: IndexedExample, cosine: number): void {
    const isAsked = this.#options.also.has(example.id);
    const isBetter = cosine > this.#floor;
    if (!(isAsked || isBetter) || !this.#options.accept(example)) return;
    if (isAsked) this.#others.push({ example, cosine });
    if (isBetter) this.#keep({ example, cosine });
  }

  all(): readonly Nearness[] {
    const kept = new Set(this.#best.map(({ example }) => example.id));
    const extra = this.#others.filter(({ example }) => !kept.has(example.id));
    return [...this.#best, ...extra].sort((left, right) => right.cosine - left.cosine);
  }

  #keep(found: Nearness): void {
    const best = this.#best;
    const place = best.findIndex(({ cosine }) => cosine < found.cosine);
    best.splice(place < 0 ? best.length : place, 0, found);
    if (best.length > this.#options.limit) best.pop();
    if (best.length === this.#options.limit) this.#floor = best.at(-1)?.cosine ?? -2;
  }
}
