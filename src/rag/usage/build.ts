import { AppError } from "../../base/errors.ts";
import { createEmbeddedEncoder, type EmbeddedEncoder } from "../encoders/embedded.ts";
import { learnIntents, readIntentModel } from "../encoders/intent-model.ts";
import type { MaterialExample, UsageStore } from "../store/example-store.ts";
import { unpacked } from "../text/packed-features.ts";
import { createYield, runInSlices } from "../text/time-slices.ts";
import { type ReadExamples, readTrainingTexts, type UsageMaterial } from "../training/material.ts";

/** How far the making of the store is. */
export interface BuildProgress {
  readonly stage: "read" | "learn" | "store";
  /** In [0, 1]. */
  readonly share: number;
}

/** What a making of the store needs besides the data. */
export interface BuildOptions {
  /** The digest of a program's canonical form; `undefined` for one that does not parse or plan today. */
  readonly digestOf: (code: string) => string | undefined;
  readonly onProgress?: (progress: BuildProgress) => void;
  readonly signal?: AbortSignal;
}

/** What was wrong with the data of a making. */
export interface Built {
  /** Programs that do not plan; they are left out. */
  readonly broken: readonly string[];
}

/** Rows written in one transaction. */
const ROWS_AT_ONCE = 16;

/** True when the store was made from data with this digest. */
export function isMadeFrom(store: UsageStore, digest: string): boolean {
  return store.builds.includes(digest);
}

/** The embedder of this data from the store, read in slices, or `undefined` when the store was made from other data. */
export async function storedEmbedder(
  store: UsageStore,
  digest: string,
): Promise<EmbeddedEncoder | undefined> {
  const bytes = store.model(digest);
  const model = bytes === undefined ? undefined : await runInSlices(readIntentModel(bytes));
  return model === undefined ? undefined : createEmbeddedEncoder(model, embedderId(digest));
}

/** Learns from the data and puts its examples in the place of those of the making before, in slices; until it has ended the store is as it was, and a making that was cut off is taken up by the next. What people and runs added stays. */
export async function buildUsage(
  store: UsageStore,
  material: UsageMaterial,
  options: BuildOptions,
): Promise<Built> {
  const { signal, onProgress } = options;
  const programs = await digestsOf(material.examples, options);
  const sound = material.examples.filter(({ code }) => programs.get(code) !== undefined);
  const broken = [...programs].flatMap(([code, digest]) => (digest === undefined ? [code] : []));
  if (sound.length === 0)
    throw new AppError("no-examples", {
      ko: "data/ 폴더에 쓸 수 있는 예시가 없어요.",
      en: "There is no usable example in data/.",
    });
  const slices = signal === undefined ? {} : { signal };
  const training = await runInSlices(readTrainingTexts(sound, material.smallTalk), {
    ...slices,
    onStep: (share) => onProgress?.({ stage: "read", share }),
  });
  const model = await runInSlices(learnIntents(training), {
    ...slices,
    onStep: (share) => onProgress?.({ stage: "learn", share }),
  });
  const embedder = createEmbeddedEncoder(model, embedderId(material.digest));
  await writeExamples(store, { material, sound, training, programs, embedder }, options);
  store.setModel(material.digest, model.save());
  await removeOutdated(store, material.digest, signal);
  return { broken };
}

function embedderId(digest: string): string {
  return `embedded:${digest.slice(0, 16)}`;
}

async function digestsOf(
  examples: readonly MaterialExample[],
  { digestOf, signal }: BuildOptions,
): Promise<ReadonlyMap<string, string | undefined>> {
  const breathe = createYield();
  const digests = new Map<string, string | undefined>();
  for (const { code } of examples) {
    if (digests.has(code)) continue;
    digests.set(code, digestOf(code));
    await breathe(signal);
  }
  return digests;
}

async function writeExamples(
  store: UsageStore,
  made: {
    readonly material: UsageMaterial;
    readonly sound: readonly MaterialExample[];
    /** Of the sound ones. */
    readonly training: ReadExamples;
    readonly programs: ReadonlyMap<string, string | undefined>;
    readonly embedder: EmbeddedEncoder;
  },
  { signal, onProgress }: BuildOptions,
): Promise<void> {
  const { material, sound, training, programs, embedder } = made;
  const breathe = createYield();
  for (let from = 0; from < sound.length; from += ROWS_AT_ONCE) {
    store.together(() => {
      for (const [at, example] of sound.slice(from, from + ROWS_AT_ONCE).entries()) {
        const { intent, code, source } = example;
        const digest = programs.get(code) ?? "";
        const own = training.own[from + at];
        const features = own === undefined ? undefined : unpacked(own, training.names);
        const embedding = embedder.embedNow({ text: intent, code }, features);
        store.add({ intent, code, source, digest, build: material.digest }, embedding, embedder.id);
      }
    });
    onProgress?.({ stage: "store", share: from / sound.length });
    await breathe(signal);
  }
}

/** Removes what any making of data/ but `build` has left, in slices. */
export async function removeOutdated(
  store: UsageStore,
  build: string,
  signal?: AbortSignal,
): Promise<void> {
  const breathe = createYield();
  store.dropOtherModels(build);
  const ids = store.outdated(build);
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
    store.remove(ids.slice(from, from + ROWS_AT_ONCE));
    await breathe(signal);
  }
}
