import type { Clock } from "../base/clock.ts";
import { AppError, messageOf } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import type { EmbeddedEmbedder } from "./embedded.ts";
import type { EncodedSearch, EncodedSearchOptions, EncoderState } from "./encoded-search.ts";
import { ExampleIndex } from "./example-index.ts";
import { type Searched, type SearchHit, searchExamples } from "./example-search.ts";
import type { UsageMaterial } from "./material.ts";
import { createBreathe } from "./slices.ts";
import { type BuildProgress, buildUsage, storedEmbedder } from "./usage-build.ts";
import type { ExamplePlace, NewExample, StoredExample, UsageStore } from "./usage-store.ts";

/** What usage examples are made of. */
export interface UsageExamplesParts {
  readonly store: UsageStore;
  readonly clock: Clock;
  /** What data/ holds now. */
  readonly material: () => UsageMaterial;
  /** The digest of a program's canonical form as a person (default: the local owner) would run it; `undefined` for one that does not parse or plan today. */
  readonly digestOf: (code: string, personId?: string) => string | undefined;
  readonly log: Pick<Log, "info" | "warn" | "error">;
  /** Search by a real encoder, where one is set; closed with the examples. */
  readonly encoded?: EncodedSearch;
}

/** A making of the store and what is searched with it. */
interface Prepared {
  readonly material: UsageMaterial;
  readonly embedded: EmbeddedEmbedder;
  readonly searched: Searched;
  readonly version: number;
}

const PAGE_ROWS = 200;

/** How long a making in the background lets others go first. */
const MAKE_AFTER_MS = 5000;

/** The usage examples of a service: kept in the store, made from data/ when that changes, and searched. */
export class UsageExamples {
  readonly #parts: UsageExamplesParts;
  readonly #ending = new AbortController();
  #prepared: Prepared | undefined;
  #preparing: Promise<void> | undefined;
  #later: Promise<void> | undefined;

  constructor(parts: UsageExamplesParts) {
    this.#parts = parts;
  }

  /** The store behind. */
  get store(): UsageStore {
    return this.#parts.store;
  }

  /** The digest of a program's canonical form as it plans today; `undefined` where it does not. */
  programDigest(code: string): string | undefined {
    return this.#parts.digestOf(code);
  }

  /** Changes whenever other examples are searched. */
  get version(): unknown {
    return this.#parts.encoded?.version ?? this.#prepared?.searched.index;
  }

  /** What the encoder is doing; `undefined` where none is set. */
  get encoderState(): EncoderState | undefined {
    return this.#parts.encoded?.state;
  }

  /** True when a search needs no making first. */
  get isMade(): boolean {
    const { store, material } = this.#parts;
    return this.#prepared !== undefined || storedEmbedder(store, material()) !== undefined;
  }

  /** Makes the store in a while, when whatever began just now has been seen to; once, however often it is asked. */
  makeLater(): void {
    this.#later ??= this.#parts.clock
      .sleep(MAKE_AFTER_MS, this.#ending.signal)
      .then(() => this.#ready())
      .then(() => undefined)
      .catch((error: unknown) => {
        if (!this.#ending.signal.aborted)
          this.#parts.log.error({ problem: messageOf(error) }, "No usage examples could be made.");
      });
  }

  /** The examples that resemble a text, best first. Waits for the first making; while data/ is read again, those of before answer. */
  async search(text: string, options: EncodedSearchOptions = {}): Promise<readonly SearchHit[]> {
    const { searched } = await this.#ready();
    const { encoded } = this.#parts;
    if (encoded === undefined) return searchExamples(searched, text, options);
    return encoded.search(searched, text, options);
  }

  /** Makes the store from data/ again, whether data/ has changed or not. Rejects with `AppError` `no-examples`, or on abort. */
  async generate(
    options: {
      readonly onProgress?: (progress: BuildProgress) => void;
      readonly signal?: AbortSignal;
    } = {},
  ): Promise<{ readonly broken: readonly string[] }> {
    await this.#preparing;
    const { store, material, digestOf } = this.#parts;
    const current = material();
    const built = await buildUsage(store, current, { ...options, digestOf });
    await this.#load(current, built.embedder);
    return { broken: built.broken };
  }

  /** Adds an example that a person or a run gives. Throws `AppError` `example-broken` for a program that does not plan, `example-known` for one that is there with the same intent. */
  async add(example: Omit<NewExample, "digest" | "build">): Promise<StoredExample> {
    const digest = this.#parts.digestOf(example.code, example.personId);
    if (digest === undefined)
      throw new AppError("example-broken", {
        ko: "이 프로그램은 지금 문법이나 액션에 맞지 않아 예시로 둘 수 없습니다. ibl-bot check 로 확인해 주세요.",
        en: "This program does not plan, so it is no example. Look at it with ibl-bot check.",
      });
    const { store } = this.#parts;
    const known = store
      .withIntent(example.intent, example.personId)
      .find((other) => other.digest === digest);
    if (known !== undefined)
      throw new AppError("example-known", {
        ko: `같은 예시가 이미 있습니다(${known.id}번).`,
        en: `The same example is there already (number ${known.id}).`,
      });
    const { embedded } = await this.#ready();
    const embedding = embedded.embedNow({ text: example.intent, code: example.code });
    const id = store.add({ ...example, digest }, embedding, embedded.id);
    const stored = id === undefined ? undefined : store.get(id);
    if (stored === undefined) throw new TypeError("A row that was just added is there.");
    await this.#refresh();
    return stored;
  }

  /** Removes examples; search does not find them from then on. */
  async remove(ids: readonly number[]): Promise<void> {
    this.#parts.store.remove(ids);
    await this.#refresh();
  }

  /** The examples whose programs do not parse or plan today. */
  async broken(): Promise<readonly StoredExample[]> {
    const { store, digestOf } = this.#parts;
    const breathe = createBreathe();
    const found: StoredExample[] = [];
    for (let after = 0; ; ) {
      const page = store.list({}, { after, limit: PAGE_ROWS });
      for (const example of page) {
        if (digestOf(example.code, example.personId) === undefined) found.push(example);
        await breathe(this.#ending.signal);
      }
      after = page.at(-1)?.id ?? 0;
      if (page.length < PAGE_ROWS) return found;
    }
  }

  /** Resolves when the encoder, if one is set, has embedded what there is, or has failed; `onState` is told what it does meanwhile. */
  async encoded(onState?: (state: EncoderState) => void): Promise<EncoderState | undefined> {
    await this.#ready();
    return this.#parts.encoded?.settled(onState);
  }

  /** Lets go of what goes on in the background. */
  async close(): Promise<void> {
    this.#ending.abort(new AppError("aborted", "The service is stopping."));
    await Promise.allSettled([this.#later, this.#preparing, this.#parts.encoded?.close()]);
  }

  async #ready(): Promise<Prepared> {
    const material = this.#parts.material();
    if (this.#prepared?.material !== material) {
      this.#preparing ??= this.#prepare(material).finally(() => {
        this.#preparing = undefined;
      });
      if (this.#prepared === undefined) await this.#preparing;
      else this.#preparing.catch(() => undefined); // it was logged
    }
    if (this.#prepared?.version !== this.#parts.store.version) await this.#refresh();
    if (this.#prepared === undefined) throw new TypeError("What was prepared is there.");
    return this.#prepared;
  }

  async #prepare(material: UsageMaterial): Promise<void> {
    const { store, digestOf, log } = this.#parts;
    const { signal } = this.#ending;
    const known = storedEmbedder(store, material);
    if (known !== undefined) return this.#load(material, known);
    const { embedder, broken } = await buildUsage(store, material, { digestOf, signal });
    for (const code of broken)
      log.warn({ code }, "An example in data/ does not plan; it is left out.");
    log.info({ examples: material.examples.length }, "The usage examples were made anew.");
    return this.#load(material, embedder);
  }

  /** Reads all places into memory; vectors of other embedders are made anew. */
  async #load(material: UsageMaterial, embedded: EmbeddedEmbedder): Promise<void> {
    const { store } = this.#parts;
    const version = store.version;
    const index = new ExampleIndex();
    for await (const place of this.#places()) index.put(ownPlace(place, embedded));
    const searched = { store, index, embedder: embedded, embedded };
    this.#prepared = { material, embedded, searched, version };
    this.#parts.encoded?.follow({ version: index, build: material.digest });
  }

  /** Takes over what other processes, or this one, have added and removed. */
  async #refresh(): Promise<void> {
    const prepared = this.#prepared;
    if (prepared === undefined) return;
    await this.#load(prepared.material, prepared.embedded);
  }

  async *#places(): AsyncGenerator<ExamplePlace> {
    const breathe = createBreathe();
    for (let after = 0; ; ) {
      const page = this.#parts.store.places(after, PAGE_ROWS);
      for (const place of page) {
        yield place;
        await breathe(this.#ending.signal);
      }
      after = page.at(-1)?.id ?? after;
      if (page.length < PAGE_ROWS) return;
    }
  }
}

function ownPlace(place: ExamplePlace, embedded: EmbeddedEmbedder): ExamplePlace {
  if (place.embedder === embedded.id) return place;
  return { ...place, embedding: embedded.embedNow({ text: place.intent, code: place.code }) };
}
