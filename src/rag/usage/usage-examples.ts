import type { Clock } from "../../base/clock.ts";
import { AppError, messageOf } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { EmbeddedEncoder } from "../encoders/embedded.ts";
import type {
  EncodedSearch,
  EncodedSearchOptions,
  EncoderState,
} from "../search/encoded-search.ts";
import { ExampleIndex } from "../search/example-index.ts";
import { type Searched, type SearchHit, searchExamples } from "../search/example-search.ts";
import type {
  ExampleFilter,
  ExamplePlace,
  NewExample,
  StoredExample,
  UsageStore,
} from "../store/example-store.ts";
import { createYield } from "../text/time-slices.ts";
import { type BuildProgress, isMadeFrom, removeOutdated, storedEmbedder } from "./build.ts";

/** How a making is followed and cut off. */
export interface MakeOptions {
  readonly onProgress?: (progress: BuildProgress) => void;
  readonly signal?: AbortSignal;
}

/** A making of the store and what is searched with it. */
interface Prepared {
  readonly digest: string;
  readonly embedded: EmbeddedEncoder;
  readonly searched: Searched;
  readonly version: number;
}

/** Rows read at once: the database answers within a few ms. */
const PAGE_ROWS = 100;

/** Rows removed in one transaction. */
const REMOVED_AT_ONCE = 16;

/** How long a making in the background lets others go first. */
const MAKE_AFTER_MS = 5000;

/** The usage examples of a service: kept in the store, made from data/ when that changes, and searched. */
export class UsageExamples {
  readonly #parts;
  readonly #ending = new AbortController();
  #prepared: Prepared | undefined;
  #preparing: Promise<void> | undefined;
  #later: Promise<void> | undefined;
  #changes = 0;

  constructor(parts: {
    readonly store: UsageStore;
    readonly clock: Clock;
    /** The digest of what data/ holds now. */
    readonly materialDigest: () => string;
    /** Makes the store from that data, in the background. Returns the programs that do not plan. */
    readonly make: (options: MakeOptions) => Promise<{ readonly broken: readonly string[] }>;
    /** The digest of a program's canonical form as a person (default: the local owner) would run it; `undefined` for one that does not parse or plan today. */
    readonly digestOf: (code: string, personId?: string) => string | undefined;
    readonly log: Pick<Log, "info" | "warn" | "error">;
    /** Search by a real encoder, where one is set; closed with the examples. */
    readonly encoded?: EncodedSearch;
  }) {
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
    return this.#parts.encoded?.version ?? this.#changes;
  }

  /** The encoder as people know it; `undefined` where none is set. */
  get encoderName(): string | undefined {
    return this.#parts.encoded?.name;
  }

  /** What the encoder is doing; `undefined` where none is set. */
  get encoderState(): EncoderState | undefined {
    return this.#parts.encoded?.state;
  }

  /** True when a search needs no making first. */
  get isMade(): boolean {
    const { store, materialDigest } = this.#parts;
    return this.#prepared !== undefined || isMadeFrom(store, materialDigest());
  }

  /** Reads a store that is made, so that the first search finds it ready; makes one that is not in a while. */
  warm(): void {
    if (this.isMade) this.#ready().catch(this.#tell);
    else this.makeLater();
  }

  /** Resolves when no making is going on: who writes into the store meanwhile would wait for it, and others with them. */
  async idle(): Promise<void> {
    await this.#preparing?.catch(() => undefined); // it was told
  }

  /** Makes the store in a while, when whatever began just now has been seen to; once, however often it is asked. */
  makeLater(): void {
    this.#later ??= this.#parts.clock
      .sleep(MAKE_AFTER_MS, this.#ending.signal)
      .then(() => this.#ready())
      .then(() => undefined)
      .catch(this.#tell);
  }

  /** The examples that resemble a text, best first. Waits for the first making; while data/ is read again, those of before answer. */
  async search(text: string, options: EncodedSearchOptions = {}): Promise<readonly SearchHit[]> {
    const { searched } = await this.#ready();
    const { encoded } = this.#parts;
    if (encoded === undefined) return searchExamples(searched, text, options);
    return encoded.search(searched, text, options);
  }

  /** Makes the store from data/ again, whether data/ has changed or not. Rejects with `AppError` `no-examples`, or on abort. */
  async generate(options: MakeOptions = {}): Promise<{ readonly broken: readonly string[] }> {
    await this.idle();
    const digest = this.#parts.materialDigest();
    const made = this.#parts.make(options);
    await this.#underway(made.then(() => this.#load(digest)));
    return made;
  }

  /** Adds an example that a person or a run gives. Throws `AppError` `example-broken` for a program that does not plan, `example-known` for one that is there with the same intent. */
  async add(example: Omit<NewExample, "digest" | "build">): Promise<StoredExample> {
    const digest = this.#parts.digestOf(example.code, example.personId);
    if (digest === undefined)
      throw new AppError("example-broken", {
        ko: "이 프로그램은 지금 문법이나 액션에 맞지 않아 예시로 둘 수 없어요. ibl-bot check 로 확인해 주세요.",
        en: "This program does not plan, so it is no example. Look at it with ibl-bot check.",
      });
    const { store } = this.#parts;
    const known = store
      .withIntent(example.intent, example.personId)
      .find((other) => other.digest === digest);
    if (known !== undefined)
      throw new AppError("example-known", {
        ko: `같은 예시가 이미 있어요(${known.id}번).`,
        en: `The same example is there already (number ${known.id}).`,
      });
    const { embedded } = await this.#ready();
    const embedding = embedded.embedNow({ text: example.intent, code: example.code });
    const id = store.add({ ...example, digest }, embedding, embedded.id);
    const stored = id === undefined ? undefined : store.get(id);
    if (stored === undefined) throw new TypeError("A row that was just added is there.");
    await this.#place({ ...stored, isTaught: true, embedding });
    return stored;
  }

  /** Removes examples; search does not find them from then on. */
  async remove(ids: readonly number[]): Promise<void> {
    const breathe = createYield();
    for (let from = 0; from < ids.length; from += REMOVED_AT_ONCE) {
      const some = ids.slice(from, from + REMOVED_AT_ONCE);
      this.#parts.store.remove(some);
      for (const id of some) this.#prepared?.searched.index.remove(id);
      await breathe(this.#ending.signal);
    }
    this.#changed();
  }

  /** Makes an example everybody's, learned from these runs. */
  share(id: number, origins: readonly string[]): void {
    this.#parts.store.confirm(id, origins, undefined);
    this.#prepared?.searched.index.share(id);
    this.#changed();
  }

  /** Of these examples (default all) those whose programs do not parse or plan today. */
  async broken(filter: ExampleFilter = {}): Promise<readonly StoredExample[]> {
    const { store, digestOf } = this.#parts;
    const breathe = createYield();
    const found: StoredExample[] = [];
    const plans = new Map<string, boolean>(); // many examples say the same program
    for (let after = 0; ; ) {
      const page = store.list(filter, { after, limit: PAGE_ROWS });
      for (const example of page) {
        const { code, personId } = example;
        const key = JSON.stringify([code, personId]);
        if (!plans.has(key)) plans.set(key, digestOf(code, personId) !== undefined);
        if (plans.get(key) !== true) found.push(example);
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

  /** Stops the background work. */
  async close(): Promise<void> {
    this.#ending.abort(new AppError("aborted", "The service is stopping."));
    await Promise.allSettled([this.#later, this.#preparing, this.#parts.encoded?.close()]);
  }

  readonly #tell = (error: unknown): void => {
    if (!this.#ending.signal.aborted)
      this.#parts.log.error({ problem: messageOf(error) }, "No usage examples could be made.");
  };

  async #ready(): Promise<Prepared> {
    const digest = this.#parts.materialDigest();
    if (this.#prepared?.digest !== digest) {
      const preparing = this.#preparing ?? this.#underway(this.#prepare(digest));
      if (this.#prepared === undefined) await preparing;
      else preparing.catch(this.#tell);
    }
    // While a store is being made, its version changes all the time.
    if (this.#preparing === undefined && this.#prepared?.version !== this.#parts.store.version)
      await this.#refresh();
    if (this.#prepared === undefined) throw new TypeError("What was prepared is there.");
    return this.#prepared;
  }

  #underway(work: Promise<void>): Promise<void> {
    const preparing = work.finally(() => {
      this.#preparing = undefined;
    });
    this.#preparing = preparing;
    return preparing;
  }

  async #prepare(digest: string): Promise<void> {
    const { store, make, log } = this.#parts;
    if (!isMadeFrom(store, digest)) {
      const { broken } = await make({ signal: this.#ending.signal });
      for (const code of broken)
        log.warn({ code }, "An example in data/ does not plan; it is left out.");
      log.info({ examples: store.size }, "The usage examples were made anew.");
    } else await removeOutdated(store, digest, this.#ending.signal);
    await this.#load(digest);
  }

  /** Takes over what other processes have added and removed. */
  async #refresh(): Promise<void> {
    if (this.#prepared !== undefined) await this.#load(this.#prepared.digest);
  }

  /** Reads all places into memory; vectors of other embedders are made anew. Rejects when the store was made from other data meanwhile. */
  async #load(digest: string): Promise<void> {
    const { store } = this.#parts;
    const version = store.version;
    const embedded =
      this.#prepared?.digest === digest
        ? this.#prepared.embedded
        : await storedEmbedder(store, digest);
    if (embedded === undefined) throw new AppError("data-changed", "data/ has changed meanwhile.");
    const index = new ExampleIndex();
    for await (const place of this.#places(digest)) index.put(ownPlace(place, embedded));
    const searched = { store, index, embedder: embedded, embedded };
    this.#prepared = { digest, embedded, searched, version };
    this.#changed();
  }

  /** Lets an example that was just added be found. */
  async #place(place: ExamplePlace): Promise<void> {
    const { embedded, searched } = await this.#ready();
    searched.index.put(ownPlace(place, embedded));
    this.#changed();
  }

  /** From now on other examples are searched. */
  #changed(): void {
    this.#changes += 1;
    const build = this.#prepared?.digest;
    if (build !== undefined) this.#parts.encoded?.follow({ version: this.#changes, build });
  }

  async *#places(digest: string): AsyncGenerator<ExamplePlace> {
    const breathe = createYield();
    for (let after = 0; ; ) {
      const page = this.#parts.store.places(digest, after, PAGE_ROWS);
      for (const place of page) {
        yield place;
        await breathe(this.#ending.signal);
      }
      after = page.at(-1)?.id ?? after;
      if (page.length < PAGE_ROWS) return;
    }
  }
}

function ownPlace(place: ExamplePlace, embedded: EmbeddedEncoder): ExamplePlace {
  if (place.embedder === embedded.id) return place;
  return { ...place, embedding: embedded.embedNow({ text: place.intent, code: place.code }) };
}
