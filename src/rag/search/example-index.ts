import { DIMENSIONS } from "../encoders/encoder.ts";
import type { ExamplePlace } from "../store/example-store.ts";
import { actionsIn } from "../text/called-actions.ts";
import { type Breathe, createYield } from "../text/time-slices.ts";

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
  /** That of the search it belongs to. Default: one of its own. */
  readonly breathe?: Breathe;
}

/** Rows of a block. Within one, numbers of the same place lie side by side, since a text has few places that matter. */
const BLOCK_ROWS = 256;

/** Numbers of an embedding are kept as so many parts of its largest one: a quarter of the bytes, and no cosine changes by a hundredth. */
const PARTS = 127;

/** Rows side by side: their numbers, and what each row's parts are worth. */
interface Block {
  readonly parts: Int8Array;
  readonly worth: Float32Array;
}

/** Embeddings of one embedder in memory. */
export class ExampleIndex {
  readonly #blocks: Block[] = [];
  readonly #examples: IndexedExample[] = [];
  /** Lists of actions, each once: few programs call others than all the rest do. */
  readonly #actions = new Map<string, readonly string[]>();
  readonly #rows = new Map<number, number>();
  /** In order; `undefined` when they have changed. */
  #ids: readonly number[] | undefined;

  /** How many examples there are. */
  get size(): number {
    return this.#examples.length;
  }

  /** An example; `undefined` for one that is not here. */
  get(id: number): IndexedExample | undefined {
    const row = this.#rows.get(id);
    return row === undefined ? undefined : this.#examples[row];
  }

  /** The first and the last id of every so many examples, by id. */
  idRanges(count: number): readonly (readonly [number, number])[] {
    this.#ids ??= [...this.#rows.keys()].sort((left, right) => left - right);
    const ids = this.#ids;
    return Array.from({ length: Math.ceil(ids.length / count) }, (_unused, at) => {
      const last = Math.min((at + 1) * count, ids.length) - 1;
      return [ids[at * count] ?? 0, ids[last] ?? 0] as const;
    });
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
    this.#examples[row] = {
      id,
      actions: this.#actionsOf(code),
      isTaught,
      ...(personId === undefined ? {} : { personId }),
    };
    this.#rows.set(id, row);
    this.#ids = undefined;
    const worth =
      embedding.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / PARTS || 1;
    this.#write(row, worth, (place) => Math.round((embedding[place] ?? 0) / worth));
  }

  /** Makes an example everybody's. */
  share(id: number): void {
    const row = this.#rows.get(id);
    const example = this.get(id);
    if (row === undefined || example === undefined) return;
    const { personId: _own, ...shared } = example;
    this.#examples[row] = shared;
  }

  /** Takes an example out; its row is given to the last one. */
  remove(id: number): void {
    const row = this.#rows.get(id);
    const last = this.#examples.length - 1;
    const moved = this.#examples[last];
    if (row === undefined || moved === undefined) return;
    const from = this.#block(last);
    const at = last % BLOCK_ROWS;
    this.#write(row, from.worth[at] ?? 0, (place) => from.parts[place * BLOCK_ROWS + at] ?? 0);
    this.#examples[row] = moved;
    this.#rows.set(moved.id, row);
    this.#examples.pop();
    this.#rows.delete(id);
    this.#ids = undefined;
  }

  /** The `limit` nearest of the examples that `accept` lets through, and those of `also` besides, nearest first. Compares all of them, in slices. */
  async nearest(embedding: Float32Array, options: NearestOptions): Promise<readonly Nearness[]> {
    const { breathe = createYield() } = options;
    const query = partsOf(embedding);
    const products = new Float32Array(BLOCK_ROWS);
    const found = new Nearest(options);
    for (const [number, block] of this.#blocks.entries()) {
      multiply(block, query, products);
      const from = number * BLOCK_ROWS;
      for (const [at, example] of this.#examples.slice(from, from + BLOCK_ROWS).entries())
        found.offer(example, products[at] ?? 0);
      const pause = breathe(options.signal);
      if (pause !== undefined) await pause;
    }
    return found.all();
  }

  #actionsOf(code: string): readonly string[] {
    const actions = [...new Set(actionsIn(code))];
    const key = actions.join(" ");
    const known = this.#actions.get(key) ?? key.split(" ").filter((name) => name !== "");
    this.#actions.set(key, known);
    return known;
  }

  #block(row: number): Block {
    const number = Math.floor(row / BLOCK_ROWS);
    const block = this.#blocks[number] ?? {
      parts: new Int8Array(BLOCK_ROWS * DIMENSIONS),
      worth: new Float32Array(BLOCK_ROWS),
    };
    this.#blocks[number] = block;
    return block;
  }

  #write(row: number, worth: number, partAt: (place: number) => number): void {
    const block = this.#block(row);
    const at = row % BLOCK_ROWS;
    block.worth[at] = worth;
    for (let place = 0; place < DIMENSIONS; place += 1)
      block.parts[place * BLOCK_ROWS + at] = partAt(place);
  }
}

/** A number below this changes no cosine by a thousandth. */
const NEXT_TO_NOTHING = 1e-4;

/** The numbers of an embedding that are not next to nothing: few, for an embedding of features. */
function partsOf(embedding: Float32Array) {
  const places = Int32Array.from(
    [...embedding.keys()].filter((place) => Math.abs(embedding[place] ?? 0) > NEXT_TO_NOTHING),
  );
  return { places, values: Float32Array.from(places, (place) => embedding[place] ?? 0) };
}

/** Products of a query with the rows of a block. */
function multiply(
  { parts, worth }: Block,
  { places, values }: ReturnType<typeof partsOf>,
  products: Float32Array,
): void {
  products.fill(0);
  for (let at = 0; at < places.length; at += 1) {
    const from = (places[at] ?? 0) * BLOCK_ROWS;
    const value = values[at] ?? 0;
    for (let row = 0; row < BLOCK_ROWS; row += 1)
      products[row] = (products[row] ?? 0) + (parts[from + row] ?? 0) * value;
  }
  for (let row = 0; row < BLOCK_ROWS; row += 1)
    products[row] = (products[row] ?? 0) * (worth[row] ?? 0);
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
