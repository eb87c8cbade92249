import type { Catalogue } from "../../engine/catalogue/catalogue.ts";
import {
  type ExampleShelf,
  type Phrasing,
  phrasingsOf,
  stepPhrasings,
} from "../../rag/store/example-files.ts";
import { Gradual } from "../../rag/text/time-slices.ts";
import { readCode } from "./code.ts";
import { type Cues, learnCues } from "./frames/cues.ts";
import { signaturesOf } from "./frames/signatures.ts";
import { readTokens } from "./tokens.ts";
import { createVocabulary, type ReadPhrasing, type Vocabulary } from "./words.ts";

/** What the examples teach of how people ask. */
export interface AskingWords {
  /** The words that programs are asked for with. */
  readonly vocabulary: Vocabulary;
  /** The words that each action is asked for with. */
  readonly cues: Cues;
}

/** Phrasings read between two pauses. */
const AT_ONCE = 32;

/** Reads all that data/ holds of how people ask, ahead of time in slices, or at once when it is needed. */
export function learnAsking(catalogue: Catalogue, shelf: ExampleShelf): Gradual<AskingWords> {
  return new Gradual(learn(catalogue, shelf));
}

function* learn(catalogue: Catalogue, shelf: ExampleShelf): Generator<void, AskingWords, void> {
  const requests = yield* readAll(phrasingsOf(catalogue, shelf.whole));
  const steps = yield* readAll(stepPhrasings(shelf));
  return {
    vocabulary: createVocabulary([...requests, ...steps]),
    cues: learnCues(signaturesOf(catalogue.actions), requests),
  };
}

function* readAll(phrasings: readonly Phrasing[]): Generator<void, readonly ReadPhrasing[], void> {
  const read: ReadPhrasing[] = [];
  for (const phrasing of phrasings) if (read.push(readPhrasing(phrasing)) % AT_ONCE === 0) yield;
  return read;
}

function readPhrasing({ intent, code }: Phrasing): ReadPhrasing {
  const { literals, calls } = readCode(code);
  const values = literals.map(({ value }) => value.toLowerCase()).join("\n");
  const words = readTokens(intent).filter(
    ({ kind, part, value }) =>
      kind === "word" && part === "content" && !values.includes(value.toLowerCase()),
  );
  return { code, calls, keys: words.map(({ key }) => key) };
}
