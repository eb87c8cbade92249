import type { Clock } from "../../base/clock.ts";
import { linkSignals } from "../../base/linked-signal.ts";
import { escapeHtml } from "../../base/visible-text.ts";
import type { SearchHit, SearchOptions } from "./example-search.ts";

/** A request that was met before, and the program that did it; `score` is in [0, 1]. */
export interface Reference {
  readonly intent: string;
  readonly code: string;
  readonly score: number;
}

/** For whom references are found: the same scope sees the same examples. */
export interface ReferenceScope {
  readonly personId: string;
  /** Names what `accept` hangs on besides the person. */
  readonly key: string;
  /** An example is found when it lets every action of its program through. */
  readonly accept: (action: string) => boolean;
}

/** Finds usage examples for a message. */
export interface References {
  /** At most three, best first; none for a greeting, small talk or a document, and none while the store is still being made. Never rejects but on abort. */
  find(message: string, scope: ReferenceScope, signal?: AbortSignal): Promise<readonly Reference[]>;
}

/** How long the same message gets the same references. */
const CACHE_MS = 300_000;

/** Messages whose references are remembered. */
const MOST_CACHED = 200;

/** A message is not kept waiting for references longer than this. */
const LONGEST_WAIT_MS = 1000;

interface Cached {
  readonly found: readonly Reference[];
  readonly atMs: number;
  readonly version: unknown;
}

/** References over a search. `version` changes whenever the examples do; `onError` is told what keeps them from being found. */
export function createReferences(parts: {
  readonly search: (text: string, options: SearchOptions) => Promise<readonly SearchHit[]>;
  readonly version: () => unknown;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}): References {
  const cache = new Map<string, Cached>();
  const { search, version, clock, onError } = parts;
  return {
    async find(message, { personId, key, accept }, signal) {
      const name = JSON.stringify([message, personId, key]);
      const known = cache.get(name);
      const isFresh = known !== undefined && clock.now() - known.atMs < CACHE_MS;
      if (isFresh && known.version === version()) return known.found;
      const hits = await soon(search(message, { personId, accept }), clock, signal).catch(
        (error: unknown) => {
          signal?.throwIfAborted();
          onError(error);
          return undefined;
        },
      );
      if (hits === undefined) return [];
      const found = hits.map(({ example, score }) => {
        return { intent: example.intent, code: example.code, score };
      });
      cache.delete(name);
      cache.set(name, { found, atMs: clock.now(), version: version() });
      for (const oldest of cache.keys()) if (cache.size > MOST_CACHED) cache.delete(oldest);
      return found;
    },
  };
}

/** What the work gives, or `undefined` when it takes too long; it goes on then. */
async function soon<Result>(
  work: Promise<Result>,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<Result | undefined> {
  const over = new AbortController();
  const stop = linkSignals([signal, over.signal]);
  const timeout = clock.sleep(LONGEST_WAIT_MS, stop.signal).then(() => undefined);
  timeout.catch(() => undefined); // the work was done before, or the caller's signal tells it
  work.catch(() => undefined); // told below, unless it is too late
  try {
    return await Promise.race([work, timeout]);
  } finally {
    over.abort();
    stop.release();
  }
}

/** Longest block, in UTF-16 units: some 600 tokens. */
const LONGEST_BLOCK = 2400;

/**
 * References as the XML block that stands before a message, the best that fit into 2,400 UTF-16 units; empty for none. A program that an
 * attribute in single quotes can hold stands in one, any other in a CDATA section: programs are never escaped, since they are copied as they are read.
 */
export function referencesBlock(references: readonly Reference[]): string {
  let room = LONGEST_BLOCK;
  const elements = references.map(refElement).filter((element) => {
    if (element.length > room) return false;
    room -= element.length;
    return true;
  });
  if (elements.length === 0) return "";
  return [`<ibl_references note="${NOTE}">`, ...elements, "</ibl_references>"].join("\n");
}

const NOTE = "Similar requests and their programs. Adapt them to this request; do not copy them.";

function refElement({ intent, code, score }: Reference): string {
  const start = `  <ref intent="${attribute(intent)}"`;
  const end = `score="${score.toFixed(2)}"`;
  if (/^[^'<&\s]*(?: [^'<&\s]+)*$/u.test(code)) return `${start} code='${code}' ${end}/>`;
  return `${start} ${end}><![CDATA[${code.replaceAll("]]>", "]]]]><![CDATA[>")}]]></ref>`;
}

function attribute(text: string): string {
  return escapeHtml(text).replace(/[\s\p{Cc}\uFFFE\uFFFF]+/gu, " ");
}
