import type { Clock } from "../../base/clock.ts";
import { AppError, messageOf } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import {
  EMBEDDED_AT_ONCE,
  EmbedderError,
  type Encoder,
  type EncoderSource,
  type LoadProgress,
} from "../encoders/encoder.ts";
import type { EncodingScope, EncodingStore, UnencodedExample } from "../store/encoding-store.ts";
import { intentToSend, withoutPrivate } from "../text/generalise.ts";
import { type Breathe, createYield } from "../text/time-slices.ts";
import { ExampleIndex } from "./example-index.ts";
import {
  type Searched,
  type SearchHit,
  type SearchOptions,
  searchExamples,
} from "./example-search.ts";

/** How a search by an encoder is made. */
export interface EncodedSearchOptions extends SearchOptions {
  /** Longest wait for the encoder; past it the embedded embedder answers. Default 700. */
  readonly encoderWaitMs?: number;
}

/** What an encoder is doing. While it is not `ready` the embedded embedder answers. */
export type EncoderState =
  /** Nothing has wanted it yet. */
  | { readonly kind: "idle" }
  | { readonly kind: "loading"; readonly progress?: LoadProgress }
  | { readonly kind: "embedding"; readonly made: number; readonly total: number }
  | { readonly kind: "ready" }
  /** It is tried again by itself. */
  | { readonly kind: "resting"; readonly problem: EmbedderError }
  | { readonly kind: "failed"; readonly problem: EmbedderError };

const USUAL_WAIT_MS = 700;

/** How long an encoder that failed is left alone; twice as long after each further failure. */
const FIRST_REST_MS = 60_000;
const LONGEST_REST_MS = 3_600_000;

/** Progress is logged this often. */
const LOG_EVERY_MS = 2000;

const PAGE_ROWS = 100;

/** Which examples are searched. */
export interface ExampleSet {
  /** Another one whenever examples were added or removed. */
  readonly version: unknown;
  /** The making of data/ that they come from. */
  readonly build: string;
}

/** Vectors of an encoder, all of one, over all examples of a set. */
interface Ready {
  readonly version: unknown;
  readonly index: ExampleIndex;
  readonly encoder: Encoder;
}

/**
 * Search by an encoder. It is loaded when examples are there to be searched, and embeds in the background what it has not embedded
 * yet; only then, and at once, it takes the place of the embedded one. When it fails that one is back, and the encoder is tried again
 * after a minute, then two, up to an hour, if what failed may pass.
 */
export class EncodedSearch {
  readonly #parts;
  readonly #ending = new AbortController();
  readonly #listeners = new Set<(state: EncoderState) => void>();
  #state: EncoderState = { kind: "idle" };
  #wanted: ExampleSet | undefined;
  #ready: Ready | undefined;
  #encoder: Encoder | undefined;
  #running: Promise<void> | undefined;
  #restMs = FIRST_REST_MS;
  #loggedMs = 0;

  constructor(parts: {
    readonly source: EncoderSource;
    readonly encodings: EncodingStore;
    readonly clock: Clock;
    readonly log: Pick<Log, "info" | "warn" | "error">;
  }) {
    this.#parts = parts;
  }

  /** The encoder as people know it. */
  get name(): string {
    return this.#parts.source.name;
  }

  /** What it is doing. */
  get state(): EncoderState {
    return this.#state;
  }

  /** The vectors that are searched; `undefined` while the embedded embedder answers. */
  get version(): unknown {
    return this.#current()?.index;
  }

  /** From now on these examples are searched: embeds what is missing, in the background. */
  follow(wanted: ExampleSet): void {
    this.#wanted = wanted;
    this.#start(undefined);
  }

  /** As `searchExamples`, by the encoder where it is ready for the examples of `base`, those last followed. */
  async search(
    base: Searched,
    text: string,
    options: EncodedSearchOptions,
  ): Promise<readonly SearchHit[]> {
    const ready = this.#current();
    if (ready === undefined) return searchExamples(base, text, options);
    const waitMs = options.encoderWaitMs ?? USUAL_WAIT_MS;
    const embedder = this.#asked(ready.encoder, waitMs);
    try {
      return await searchExamples({ ...base, index: ready.index, embedder }, text, options);
    } catch (error) {
      options.signal?.throwIfAborted();
      this.#ending.signal.throwIfAborted();
      if (!(error instanceof EmbedderError)) throw error;
      if (error.code !== "embedder-slow" && this.#ready === ready) this.#start(error);
      return searchExamples(base, text, options);
    }
  }

  /** Resolves when the encoder is ready, or has failed for now or for good; `onState` is told what it does meanwhile. */
  async settled(onState: (state: EncoderState) => void = () => undefined): Promise<EncoderState> {
    for (;;) {
      const state = this.#state;
      if (state.kind === "ready" || state.kind === "failed" || state.kind === "resting")
        return state;
      onState(state);
      await new Promise<void>((resolve) => {
        const heard = (): void => {
          this.#listeners.delete(heard);
          resolve();
        };
        this.#listeners.add(heard);
      });
    }
  }

  /** Gives up what is being done, and unloads the encoder. */
  async close(): Promise<void> {
    this.#ending.abort(new AppError("aborted", "The service is stopping."));
    await this.#running;
    await this.#unload();
  }

  #current(): Ready | undefined {
    return this.#ready?.version === this.#wanted?.version ? this.#ready : undefined;
  }

  #start(problem: EmbedderError | undefined): void {
    if (this.#ending.signal.aborted || this.#state.kind === "failed") return;
    if (problem === undefined && this.#isDone()) return;
    this.#running ??= this.#run(problem);
  }

  /** Loads and embeds until the newest examples are ready, resting after each failure; ends early on one that does not pass. */
  async #run(first: EmbedderError | undefined): Promise<void> {
    let problem = first;
    while (!this.#isDone() || problem !== undefined) {
      if (problem !== undefined && !(await this.#rest(problem))) break;
      problem = await this.#prepare();
    }
    this.#running = undefined;
  }

  #isDone(): boolean {
    return this.#ending.signal.aborted || this.#ready?.version === this.#wanted?.version;
  }

  /** False where there is nothing to wait for. */
  async #rest(problem: EmbedderError): Promise<boolean> {
    const { log, clock } = this.#parts;
    this.#ready = undefined;
    await this.#unload();
    const facts = { embedder: this.name, code: problem.code, problem: problem.message };
    if (!problem.isPassing) {
      log.error(facts, "The encoder cannot be used; the embedded one goes on.");
      this.#tell({ kind: "failed", problem });
      return false;
    }
    const restMs = this.#restMs;
    log.warn(
      { ...facts, againInSeconds: restMs / 1000 },
      "The encoder fails for now; the embedded one goes on.",
    );
    this.#restMs = Math.min(restMs * 2, LONGEST_REST_MS);
    this.#tell({ kind: "resting", problem });
    return clock.sleep(restMs, this.#ending.signal).then(
      () => true,
      () => false,
    );
  }

  /** One try; resolves to what went wrong. */
  async #prepare(): Promise<EmbedderError | undefined> {
    const wanted = this.#wanted;
    if (wanted === undefined) return undefined;
    try {
      const encoder = await this.#loaded();
      const scope = { embedder: encoder.id, build: wanted.build };
      await this.#encodeMissing(encoder, scope);
      const index = await this.#readIndex(scope);
      if (wanted.version !== this.#wanted?.version) return undefined;
      this.#ready = { version: wanted.version, index, encoder };
      this.#restMs = FIRST_REST_MS;
      this.#tell({ kind: "ready" });
      return undefined;
    } catch (error) {
      if (this.#ending.signal.aborted) return undefined;
      return problemOf(error, this.name);
    }
  }

  async #loaded(): Promise<Encoder> {
    if (this.#encoder !== undefined) {
      this.#tell({ kind: "embedding", made: 0, total: 0 });
      return this.#encoder;
    }
    const { source, log } = this.#parts;
    this.#tell({ kind: "loading" });
    this.#encoder = await source.open(this.#ending.signal, (progress) => {
      this.#tell({ kind: "loading", progress });
      if (this.#isTimeToLog())
        log.info(
          {
            embedder: source.name,
            file: progress.file,
            loadedMegabytes: megabytes(progress.loadedBytes),
            totalMegabytes: megabytes(progress.totalBytes),
          },
          "The encoder is being loaded.",
        );
    });
    return this.#encoder;
  }

  /** Embeds what is missing, a batch after the other, each kept at once: who is cut off goes on here. */
  async #encodeMissing(encoder: Encoder, scope: EncodingScope): Promise<void> {
    const { encodings, log } = this.#parts;
    const breathe = createYield();
    const total = encodings.missingCount(scope);
    let made = 0;
    let batch = encodings.missing(scope, 0, EMBEDDED_AT_ONCE);
    for (let last = batch.at(-1); last !== undefined; last = batch.at(-1)) {
      this.#tell({ kind: "embedding", made, total });
      if (this.#isTimeToLog())
        log.info({ embedder: encoder.id, made, total }, "Examples are being embedded.");
      await this.#encode(encoder, batch, breathe);
      made += batch.length;
      batch = encodings.missing(scope, last.id, EMBEDDED_AT_ONCE);
    }
    if (made > 0) log.info({ embedder: encoder.id, made }, "The examples were embedded.");
  }

  async #encode(
    encoder: Encoder,
    batch: readonly UnencodedExample[],
    breathe: Breathe,
  ): Promise<void> {
    const texts = batch.map((example) => ({
      text: encoder.isRemote ? intentToSend(example) : example.intent,
    }));
    const vectors = await encoder.embed(texts, this.#ending.signal);
    const ids = batch.map(({ id }) => id);
    this.#parts.encodings.put(ids, vectors, encoder.id);
    await breathe(this.#ending.signal);
  }

  async #readIndex(scope: EncodingScope): Promise<ExampleIndex> {
    const index = new ExampleIndex();
    const breathe = createYield();
    for (let after = 0; ; ) {
      const page = this.#parts.encodings.encoded(scope, after, PAGE_ROWS);
      for (const place of page) {
        index.put(place);
        await breathe(this.#ending.signal);
      }
      after = page.at(-1)?.id ?? after;
      if (page.length < PAGE_ROWS) return index;
    }
  }

  /** The encoder for one question: within the time, and with private words masked where they would leave the machine. */
  #asked(encoder: Encoder, waitMs: number): Encoder {
    const { clock } = this.#parts;
    return {
      ...encoder,
      embed: async (texts, signal) => {
        const over = new AbortController();
        const late = clock.sleep(waitMs, over.signal).then(
          () => "late" as const,
          () => "late" as const,
        );
        const sent = texts.map(({ text }) => ({
          text: encoder.isRemote ? withoutPrivate(text) : text,
        }));
        const work = encoder.embed(sent, signal);
        work.catch(() => undefined); // told below, unless it is too late
        try {
          const vectors = await Promise.race([work, late]);
          if (vectors === "late") throw tooSlow(this.name, waitMs);
          return vectors;
        } catch (error) {
          signal?.throwIfAborted();
          throw problemOf(error, this.name);
        } finally {
          over.abort();
        }
      },
    };
  }

  async #unload(): Promise<void> {
    const encoder = this.#encoder;
    this.#encoder = undefined;
    await encoder?.close();
  }

  #isTimeToLog(): boolean {
    const nowMs = this.#parts.clock.now();
    if (nowMs - this.#loggedMs < LOG_EVERY_MS) return false;
    this.#loggedMs = nowMs;
    return true;
  }

  #tell(state: EncoderState): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener(state);
  }
}

function problemOf(error: unknown, name: string): EmbedderError {
  if (error instanceof EmbedderError) return error;
  return new EmbedderError(
    "embedder-crashed",
    {
      en: `The encoder "${name}" failed: ${messageOf(error)}`,
      ko: `"${name}" 임베딩이 실패했어요: ${messageOf(error)}`,
    },
    { isPassing: true, cause: error },
  );
}

function tooSlow(name: string, waitMs: number): EmbedderError {
  return new EmbedderError(
    "embedder-slow",
    {
      en: `The encoder "${name}" did not answer within ${waitMs} ms.`,
      ko: `"${name}" 임베딩이 ${waitMs}밀리초 안에 답하지 않았어요.`,
    },
    { isPassing: true },
  );
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}
