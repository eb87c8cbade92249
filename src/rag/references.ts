import { createExampleMatcher } from "./example-match.ts";
import { composed, readWords } from "./normalize.ts";

/** A request that was met before, and the program that did it. */
export interface UsageExample {
  readonly intent: string;
  readonly code: string;
}

/** A usage example that resembles a message; `score` is in [0, 1]. */
export interface Reference extends UsageExample {
  readonly score: number;
}

/** Finds usage examples for a message. */
export interface References {
  /** At most `limit` (default 3) with different programs, of which `accept` (default: all) lets through every action, best first. None for a greeting or a short word. */
  find(
    message: string,
    options?: { readonly limit?: number; readonly accept?: (action: string) => boolean },
  ): readonly Reference[];
}

const USUAL_COUNT = 3;

/** An example below this shares too little with the message to be shown. */
const LEAST_SCORE = 0.3;

/** A message shorter than this names nothing to do, in characters. */
const SHORTEST_MESSAGE = 4;

/** Words beyond this are a document's, not a request's. */
const MOST_WORDS = 60;

/** Builds the index over usage examples, in memory. */
export function createReferences(examples: readonly UsageExample[]): References {
  const matcher = createExampleMatcher(examples.map(({ intent }) => ({ text: intent })));
  return {
    find(message, { limit = USUAL_COUNT, accept = () => true } = {}) {
      const text = composed(message).trim();
      if (!saysSomething(text)) return [];
      const isAllowed = (index: number): boolean =>
        actionsIn(examples[index]?.code ?? "").every(accept);
      const found = new Map<string, Reference>();
      for (const match of matcher.search({ text }, limit * 20, { accept: isAllowed })) {
        const example = examples[match.index];
        if (example === undefined || match.score < LEAST_SCORE || found.size === limit) break;
        const { intent, code } = example;
        if (!found.has(code)) found.set(code, { intent, code, score: match.score });
      }
      return [...found.values()];
    },
  };
}

/** The names of the actions that a program calls, as they stand in it. */
export function actionsIn(program: string): readonly string[] {
  return [...program.matchAll(/\[([a-z]+:[a-z0-9_]+)\]/g)].flatMap(([, name]) => name ?? []);
}

/**
 * References as the XML block that stands before a message; empty for none. A program that an attribute in single quotes can hold
 * stands in one, any other in a CDATA section: programs are never escaped, since they are copied as they are read.
 */
export function referencesBlock(references: readonly Reference[]): string {
  if (references.length === 0) return "";
  return [
    `<ibl_references note="${NOTE}">`,
    ...references.map(refElement),
    "</ibl_references>",
  ].join("\n");
}

const NOTE = "Similar requests and their programs. Adapt them to this request; do not copy them.";

function refElement({ intent, code, score }: Reference): string {
  const start = `  <ref intent="${attribute(intent)}"`;
  const end = `score="${score.toFixed(2)}"`;
  if (/^[^'<&\s]*(?: [^'<&\s]+)*$/u.test(code)) return `${start} code='${code}' ${end}/>`;
  return `${start} ${end}><![CDATA[${code.replaceAll("]]>", "]]]]><![CDATA[>")}]]></ref>`;
}

function attribute(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replace(/\s+/gu, " ");
}

function saysSomething(text: string): boolean {
  if ([...text].length < SHORTEST_MESSAGE) return false;
  const words = readWords(text);
  return words.length <= MOST_WORDS && words.some((word) => word.part === "content");
}
