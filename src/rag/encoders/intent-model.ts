import type { Features } from "../text/features.ts";

/** A text with what it is about: names with shares that sum to one. */
export interface LabelledFeatures {
  readonly features: Features;
  readonly labels: readonly string[];
}

/** Tells what a text is about, by what it learned from labelled ones. */
export interface IntentModel {
  readonly labels: readonly string[];
  /** How sure each label is, in [0, 1], in the order of `labels`; they sum to one. */
  predict(features: Features): Float64Array;
  /** As bytes for `readIntentModel`. */
  save(): Uint8Array;
}

/** Rounds over the texts. */
const ROUNDS = 12;
/** The mean over the last rounds is what was learned: it hangs less on the order of the texts. */
const AVERAGED_ROUNDS = 6;
/** A share that is wrong by less changes nothing. */
const LEAST_CHANGE = 0.001;
const FIRST_STEP = 4;
const STEP_DECAY = 0.35;
const BIAS_STEP = 0.05;
/** A feature that stands in fewer texts is left out. */
const LEAST_TEXTS = 3;
/** How much a feature that no text had takes away from the others: what is mostly strange is hardly told to be about anything. */
const UNKNOWN_SHARE = 0.5;
const SHUFFLE_SEED = 20_261_121;

/**
 * Learns a softmax over sparse features by stochastic gradient descent: the same texts in the same order give the same model.
 * Yields now and then, so that whoever drives it can let others work; the value yielded is the share done, in [0, 1].
 */
export function* learnIntents(
  texts: readonly LabelledFeatures[],
): Generator<number, IntentModel, void> {
  const space = yield* spaceOf(texts);
  const labels = [...new Set(texts.flatMap((text) => text.labels))];
  const examples: Example[] = [];
  for (const { features, labels: own } of texts) {
    const targets = own.map((label) => labels.indexOf(label));
    examples.push({ vector: vectorOf(features, space), targets });
    yield 0;
  }
  const learning = numbersFor(space.size, labels.length);
  const mean = numbersFor(space.size, labels.length);
  const order = examples.map((_, index) => index);
  const random = createRandom(SHUFFLE_SEED);
  for (let round = 0; round < ROUNDS; round += 1) {
    shuffle(order, random);
    const step = FIRST_STEP / (1 + round * STEP_DECAY);
    const ordered = order.flatMap((index) => examples[index] ?? []);
    for (const share of learnRound(learning, ordered, step)) yield (round + share) / ROUNDS;
    if (round >= ROUNDS - AVERAGED_ROUNDS) addTo(mean, learning);
  }
  divide(mean.weights, AVERAGED_ROUNDS);
  divide(mean.biases, AVERAGED_ROUNDS);
  return createIntentModel({ space, labels, weights: mean.weights, biases: mean.biases });
}

function numbersFor(features: number, labels: number): Learning {
  return {
    weights: new Float32Array(features * labels),
    biases: new Float32Array(labels),
    scores: new Float64Array(labels),
  };
}

function* learnRound(
  learning: Learning,
  examples: readonly Example[],
  step: number,
): Generator<number, void, void> {
  for (const [done, example] of examples.entries()) {
    learnOne(learning, example, step);
    if (done % 8 === 0) yield done / examples.length;
  }
}

function addTo(sum: Learning, { weights, biases }: Learning): void {
  for (const [into, from] of [
    [sum.weights, weights],
    [sum.biases, biases],
  ] as const)
    for (let place = 0; place < into.length; place += 1)
      into[place] = (into[place] ?? 0) + (from[place] ?? 0);
}

function divide(sum: Float32Array, by: number): void {
  for (let place = 0; place < sum.length; place += 1) sum[place] = (sum[place] ?? 0) / by;
}

interface Example {
  readonly vector: SparseVector;
  readonly targets: readonly number[];
}

interface Learning {
  readonly weights: Float32Array;
  readonly biases: Float32Array;
  readonly scores: Float64Array;
}

function learnOne(
  { weights, biases, scores }: Learning,
  { vector, targets }: Example,
  step: number,
): void {
  const count = biases.length;
  scoreInto(scores, vector, weights, biases);
  softmax(scores);
  for (const target of targets) scores[target] = (scores[target] ?? 0) - 1 / targets.length;
  const wrong = labelsOffBy(LEAST_CHANGE, scores);
  for (const [feature, value] of vector) {
    const from = feature * count;
    const change = step * value;
    for (const label of wrong)
      weights[from + label] = (weights[from + label] ?? 0) - change * (scores[label] ?? 0);
  }
  for (let label = 0; label < count; label += 1)
    biases[label] = (biases[label] ?? 0) - BIAS_STEP * step * (scores[label] ?? 0);
}

/** The labels whose share was wrong by more than `least`: after the first rounds they are few. */
function labelsOffBy(least: number, off: Float64Array): readonly number[] {
  const labels: number[] = [];
  for (let label = 0; label < off.length; label += 1)
    if (Math.abs(off[label] ?? 0) > least) labels.push(label);
  return labels;
}

type SparseVector = readonly (readonly [number, number])[];

/** Which features are known, and how rare each is. */
interface FeatureSpace {
  readonly size: number;
  readonly places: ReadonlyMap<string, number>;
  readonly rarities: Float32Array;
}

function* spaceOf(texts: readonly LabelledFeatures[]): Generator<number, FeatureSpace, void> {
  const counts = new Map<string, number>();
  for (const { features } of texts) {
    for (const name of features.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
    yield 0;
  }
  const names = [...counts].filter(([, count]) => count >= LEAST_TEXTS);
  const most = Math.log(1 + texts.length);
  return {
    size: names.length,
    places: new Map(names.map(([name], place) => [name, place])),
    rarities: Float32Array.from(
      names.map(([, count]) => Math.log(1 + texts.length / count) / most),
    ),
  };
}

/** The known features at unit length, or shorter where there are unknown ones beside them. */
function vectorOf(features: Features, { places, rarities }: FeatureSpace): SparseVector {
  const known: [number, number][] = [];
  let square = 0;
  let all = 0;
  for (const [name, weight] of features) {
    const place = places.get(name);
    const value = weight * (place === undefined ? 1 : (rarities[place] ?? 0));
    all += value * value;
    if (place === undefined) continue;
    square += value * value;
    known.push([place, value]);
  }
  const length = Math.sqrt(square + UNKNOWN_SHARE * (all - square)) || 1;
  return known.map(([place, value]) => [place, value / length]);
}

function scoreInto(
  scores: Float64Array,
  vector: SparseVector,
  weights: Float32Array,
  biases: Float32Array,
): void {
  const count = biases.length;
  scores.set(biases);
  for (const [feature, value] of vector) {
    const from = feature * count;
    for (let label = 0; label < count; label += 1)
      scores[label] = (scores[label] ?? 0) + (weights[from + label] ?? 0) * value;
  }
}

function softmax(scores: Float64Array): void {
  let most = Number.NEGATIVE_INFINITY;
  for (const score of scores) most = Math.max(most, score);
  let sum = 0;
  for (let index = 0; index < scores.length; index += 1) {
    const share = Math.exp((scores[index] ?? 0) - most);
    scores[index] = share;
    sum += share;
  }
  for (let index = 0; index < scores.length; index += 1) scores[index] = (scores[index] ?? 0) / sum;
}

function createIntentModel({
  space,
  labels,
  weights,
  biases,
}: {
  readonly space: FeatureSpace;
  readonly labels: readonly string[];
  readonly weights: Float32Array;
  readonly biases: Float32Array;
}): IntentModel {
  return {
    labels,
    predict(features) {
      const scores = new Float64Array(labels.length);
      scoreInto(scores, vectorOf(features, space), weights, biases);
      softmax(scores);
      return scores;
    },
    save() {
      const head = Buffer.from(JSON.stringify({ labels, names: [...space.places.keys()] }));
      const size = Buffer.alloc(4);
      size.writeUInt32LE(head.length);
      const numbers = [space.rarities, biases, weights].map((array) =>
        Buffer.from(array.buffer, array.byteOffset, array.byteLength),
      );
      return Buffer.concat([size, head, ...numbers]);
    },
  };
}

/** Names that are read before others get their turn. */
const NAMES_AT_ONCE = 2000;

/** The model that `save` wrote; `undefined` for bytes of another make. Yields now and then, as `learnIntents` does. */
export function* readIntentModel(
  bytes: Uint8Array,
): Generator<void, IntentModel | undefined, void> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length < 4) return undefined;
  const start = 4 + buffer.readUInt32LE(0);
  if (start > buffer.length) return undefined;
  const head = JSON.parse(buffer.toString("utf8", 4, start)) as SavedHead; // written by savedModel, under the digest of what it was made of
  yield;
  const { labels, names } = head;
  const counts = [names.length, labels.length, names.length * labels.length];
  if (buffer.length !== start + 4 * counts.reduce((sum, count) => sum + count, 0)) return undefined;
  const numbers = new Float32Array(new Uint8Array(buffer.subarray(start)).buffer);
  yield;
  const [rarities, biases, weights] = cutNumbers(numbers, counts);
  if (rarities === undefined || biases === undefined || weights === undefined) return undefined;
  const places = new Map<string, number>();
  for (const [place, name] of names.entries()) {
    places.set(name, place);
    if (place % NAMES_AT_ONCE === 0) yield;
  }
  return createIntentModel({
    space: { size: names.length, places, rarities },
    labels,
    weights,
    biases,
  });
}

interface SavedHead {
  readonly labels: readonly string[];
  readonly names: readonly string[];
}

function cutNumbers(numbers: Float32Array, counts: readonly number[]): readonly Float32Array[] {
  let from = 0;
  return counts.map((count) => {
    from += count;
    return numbers.subarray(from - count, from);
  });
}

/** Numbers in [0, 1) that look random and are the same for the same seed (Park and Miller's generator). */
export function createRandom(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function shuffle(list: number[], random: () => number): void {
  for (let index = list.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    const held = list[index] ?? 0;
    list[index] = list[other] ?? 0;
    list[other] = held;
  }
}
