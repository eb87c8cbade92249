import assert from "node:assert/strict";
import { processorMs } from "./processor-time.ts";

/** Some work over a text that a stranger may choose. */
export interface LinearCase {
  readonly name: string;
  /** A text of about so many UTF-16 units. */
  readonly make: (length: number) => string;
  readonly work: (text: string) => unknown;
  /** The longest text that the work is given, in UTF-16 units. */
  readonly largest: number;
}

/** Twice the input may take 2.6 times as long, so eight times the input as many times; three doublings at once tell what is noise. */
const MOST_GROWTH = 2.6 ** 3;
const EIGHTH = 1 / 8;

/** What takes less is over before a clock can tell how it grows. */
const LEAST_MS = 500;

/** The longest that any of it may take, in ms of processor time. */
const MOST_MS = 1500;

/** What else the process does, such as collecting garbage, falls into some rounds: the quickest one tells. */
const ROUNDS = 10;

/** Fails unless the work over the largest text takes at most 2.6 times as long for each doubling since an eighth of it, and is short. */
export async function assertLinear({ name, make, work, largest }: LinearCase): Promise<void> {
  const [part, whole] = [make(largest * EIGHTH), make(largest)];
  await processorMs(() => work(part));
  let [partMs, wholeMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS; round += 1) {
    wholeMs = Math.min(wholeMs, await processorMs(() => work(whole)));
    if (wholeMs <= LEAST_MS) return;
    partMs = Math.min(partMs, await processorMs(() => work(part)));
    if (wholeMs <= MOST_MS && wholeMs <= MOST_GROWTH * partMs) return;
  }
  assert.fail(
    `${name}: ${partMs.toFixed(0)} ms for ${part.length}, ${wholeMs.toFixed(0)} ms for ${whole.length}`,
  );
}

/** A text made of one piece again and again. */
export function repeated(unit: string): (length: number) => string {
  return (length) => unit.repeat(Math.ceil(length / unit.length));
}

/** A text of numbered lines. */
export function numbered(
  line: (index: number) => string,
  joint = "\n",
): (length: number) => string {
  return (length) => {
    const lines: string[] = [];
    let written = 0;
    for (let index = 0; written < length; index += 1) {
      lines.push(line(index));
      written += (lines.at(-1)?.length ?? 0) + joint.length;
    }
    return lines.join(joint).slice(0, length);
  };
}
