import type { Features } from "../text/features.ts";
import type { PackedFeatures } from "../text/packed-features.ts";

/** A text with what it is about. */
export interface LabelledFeatures {
  readonly features: PackedFeatures;
  readonly labels: readonly string[];
}

/** Texts to learn from, and the names of their features. */
export interface TrainingTexts {
  readonly texts: readonly LabelledFeatures[];
  readonly names: readonly string[];
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
const ROUNDS = 8;
/** The mean over the last rounds is what was learned: it hangs less on the order of the texts. */
const AVERAGED_ROUNDS = 4;
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
export function* learnIntents(training: TrainingTexts): Generator<number, IntentModel, void> {
  const { texts, names } = training;
  const space = spaceOf(training);
  const known = Int32Array.from(names, (name) => space.places.get(name) ?? UNKNOWN);
  const labels = [...new Set(texts.flatMap((text) => text.labels))];
  const examples: Example[] = [];
  for (const { features, labels: own } of texts) {
    const targets = own.map((label) => labels.indexOf(label));
    const places = features.places.map((place) => known[place] ?? UNKNOWN);
    examples.push({ vector: vectorOf({ places, weights: features.weights }, space), targets });
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
  divide(mean.biases, AVERAGED_ROUNDS);
  return createIntentModel({ space, labels, ...inSteps(mean.weights), biases: mean.biases });
}

function numbersFor(features: number, labels: number): Learning {
  return {
    weights: new Float32Array(features * labels),
    biases: new Float32Array(labels),
    scores: new Float64Array(labels),
    off: new Int32Array(labels),
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
  /** Room for the labels whose shares were wrong. */
  readonly off: Int32Array;
}

function learnOne(
  { weights, biases, scores, off }: Learning,
  { vector, targets }: Example,
  step: number,
): void {
  const count = biases.length;
  scoreInto(scores, vector, { weights, biases, step: 1 });
  softmax(scores);
  for (const target of targets) scores[target] = (scores[target] ?? 0) - 1 / targets.length;
  const wrong = labelsOffBy(LEAST_CHANGE, scores, off);
  for (let at = 0; at < vector.features.length; at += 1) {
    const from = (vector.features[at] ?? 0) * count;
    const own = { weights, from, change: step * (vector.values[at] ?? 0) };
    correct(own, scores, off, wrong);
  }
  for (let label = 0; label < count; label += 1)
    biases[label] = (biases[label] ?? 0) - BIAS_STEP * step * (scores[label] ?? 0);
}

/** Takes from one feature's weights what the first `count` labels of `off` were wrong by. */
function correct(
  { weights, from, change }: { weights: Float32Array; from: number; change: number },
  shares: Float64Array,
  off: Int32Array,
  count: number,
): void {
  for (let place = 0; place < count; place += 1) {
    const label = off[place] ?? 0;
    weights[from + label] = (weights[from + label] ?? 0) - change * (shares[label] ?? 0);
  }
}

/** Puts the labels whose share was wrong by more than `least` into `into`, and returns their number: after the first rounds they are few. */
function labelsOffBy(least: number, shares: Float64Array, into: Int32Array): number {
  let count = 0;
  for (let label = 0; label < shares.length; label += 1) {
    if (Math.abs(shares[label] ?? 0) <= least) continue;
    into[count] = label;
    count += 1;
  }
  return count;
}

/** Places of features, and their numbers in the same order. */
interface SparseVector {
  readonly features: Int32Array;
  readonly values: Float64Array;
}

/** Which features are known, and how rare each is. */
interface FeatureSpace {
  readonly size: number;
  readonly places: ReadonlyMap<string, number>;
  readonly rarities: Float32Array;
}

/** The place of a feature that the model does not know. */
const UNKNOWN = -1;

function spaceOf({ texts, names }: TrainingTexts): FeatureSpace {
  const counts = new Int32Array(names.length);
  for (const { features } of texts)
    for (const place of features.places) counts[place] = (counts[place] ?? 0) + 1;
  const known = [...names.entries()].filter(([place]) => (counts[place] ?? 0) >= LEAST_TEXTS);
  const most = Math.log(1 + texts.length);
  return {
    size: known.length,
    places: new Map(known.map(([, name], place) => [name, place])),
    rarities: Float32Array.from(
      known,
      ([place]) => Math.log(1 + texts.length / (counts[place] ?? 1)) / most,
    ),
  };
}

/** The features by their places among the known ones. */
function placed(features: Features, { places }: FeatureSpace): PackedFeatures {
  return {
    places: Int32Array.from(features.keys(), (name) => places.get(name) ?? UNKNOWN),
    weights: Float64Array.from(features.values()),
  };
}

/** The known features at unit length, or shorter where there are unknown ones beside them. */
function vectorOf({ places, weights }: PackedFeatures, { rarities }: FeatureSpace): SparseVector {
  const values = weights.map((weight, at) => weight * (rarities[places[at] ?? UNKNOWN] ?? 1));
  let known = 0;
  let square = 0;
  let all = 0;
  for (const [at, value] of values.entries()) {
    const place = places[at] ?? UNKNOWN;
    all += value * value;
    if (place === UNKNOWN) continue;
    square += value * value;
    places[known] = place;
    values[known] = value;
    known += 1;
  }
  const length = Math.sqrt(square + UNKNOWN_SHARE * (all - square)) || 1;
  const own = values.subarray(0, known).map((value) => value / length);
  return { features: places.slice(0, known), values: own };
}

/** What was learned: a weight is so many steps. */
interface Weights {
  readonly weights: Float32Array | Int16Array;
  readonly biases: Float32Array;
  readonly step: number;
}

function scoreInto(
  scores: Float64Array,
  { features, values }: SparseVector,
  learned: Weights,
): void {
  scores.set(learned.biases);
  for (let at = 0; at < features.length; at += 4)
    addFour(scores, { features, values, at }, learned);
}

/** Four features at a time: each score is read and written a quarter as often. Past the last feature a value is 0. */
function addFour(
  scores: Float64Array,
  { features, values, at }: SparseVector & { readonly at: number },
  { weights, step }: Weights,
): void {
  const count = scores.length;
  const first = rowOf(features, at) * count;
  const second = rowOf(features, at + 1) * count;
  const third = rowOf(features, at + 2) * count;
  const fourth = rowOf(features, at + 3) * count;
  const one = (values[at] ?? 0) * step;
  const two = (values[at + 1] ?? 0) * step;
  const three = (values[at + 2] ?? 0) * step;
  const four = (values[at + 3] ?? 0) * step;
  for (let label = 0; label < count; label += 1)
    scores[label] =
      (scores[label] ?? 0) +
      (weights[first + label] ?? 0) * one +
      (weights[second + label] ?? 0) * two +
      (weights[third + label] ?? 0) * three +
      (weights[fourth + label] ?? 0) * four;
}

function rowOf(features: Int32Array, at: number): number {
  return features[at] ?? 0;
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

/** Sums over the averaged rounds as means, in steps of a 32,767th of the largest: half the bytes, and no share changes by a thousandth. */
function inSteps(sums: Float32Array): Pick<LearnedNumbers, "weights" | "step"> {
  let most = 0;
  for (const sum of sums) most = Math.max(most, Math.abs(sum));
  const step = most / LARGEST_STEPS || 1;
  return {
    weights: Int16Array.from(sums, (sum) => Math.round(sum / step)),
    step: step / AVERAGED_ROUNDS,
  };
}

const LARGEST_STEPS = 32_767;

interface LearnedNumbers extends Weights {
  readonly space: FeatureSpace;
  readonly labels: readonly string[];
  readonly weights: Int16Array;
}

function createIntentModel({ space, labels, ...learned }: LearnedNumbers): IntentModel {
  return {
    labels,
    predict(features) {
      const scores = new Float64Array(labels.length);
      scoreInto(scores, vectorOf(placed(features, space), space), learned);
      softmax(scores);
      return scores;
    },
    save() {
      const { weights, biases, step } = learned;
      const saved: SavedHead = { labels, names: [...space.places.keys()], step };
      const head = Buffer.from(JSON.stringify(saved));
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
  const { labels, names, step } = head;
  const weightsFrom = start + 4 * (names.length + labels.length);
  if (buffer.length !== weightsFrom + 2 * names.length * labels.length) return undefined;
  const numbers = new Float32Array(ownBytes(buffer, start, weightsFrom));
  const weights = new Int16Array(ownBytes(buffer, weightsFrom, buffer.length));
  yield;
  const places = new Map<string, number>();
  for (const [place, name] of names.entries()) {
    places.set(name, place);
    if (place % NAMES_AT_ONCE === 0) yield;
  }
  return createIntentModel({
    space: { size: names.length, places, rarities: numbers.subarray(0, names.length) },
    labels,
    weights,
    biases: numbers.subarray(names.length),
    step,
  });
}

interface SavedHead {
  readonly labels: readonly string[];
  readonly names: readonly string[];
  readonly step: number;
}

/** A copy of some bytes, which keeps nothing else alive. */
function ownBytes(buffer: Buffer, from: number, to: number): ArrayBuffer {
  return new Uint8Array(buffer.subarray(from, to)).buffer;
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
