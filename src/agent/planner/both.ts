import { particleOf } from "../../rag/text/korean.ts";
import { readWords } from "../../rag/text/normalize.ts";
import { readTokens } from "./slots.ts";
import type { Token } from "./token.ts";

/** Words that say that each of several things is meant. */
const MARKERS =
  /\s*(?:둘\s?다|셋\s?다|각각|같이|함께|한꺼번에|동시에|한\s?번에)(?=$|[\s에를을])|\b(?:both|each of|at once|at the same time|together)\b\s*/giu;
const KOREAN_HAGO = /하고$/u;
const ENGLISH_AND = /^\s*,?\s*(?:and|&|as\s+well\s+as)\s+$/iu;
/** More things than these are a list to read, not requests. */
const MOST_ITEMS = 4;
/** How many words beside the joining one belong to it, the likeliest first; `Infinity` is all of them. */
const REACHES = [1, Number.POSITIVE_INFINITY, 2, 3];

/** True for a text that says in so many words that each of several things is meant. */
export function saysBoth(text: string): boolean {
  return new RegExp(MARKERS.source, "iu").test(text);
}

/** Where things are named beside each other: 서울이랑 부산, oil and gold; UTF-16 units of what joins them. */
export function findPairs(text: string): readonly (readonly [number, number])[] {
  const tokens = readTokens(text);
  return tokens.flatMap((token, index): (readonly [number, number])[] => {
    const next = tokens[index + 1];
    if (next === undefined) return [];
    if (token.particle === "with") return [[token.bodyEnd, next.start]];
    const surface = text.slice(token.start, token.end);
    if (token.kind === "word" && KOREAN_HAGO.test(surface) && isName(token))
      return [[token.end - 2, next.start]];
    const between = text.slice(token.end, next.start);
    if (/^\s*,\s+$/u.test(between)) return [[token.end, next.start]];
    const after = tokens[index + 2];
    if (after !== undefined && ENGLISH_AND.test(text.slice(token.end, after.start)))
      return [[token.end, after.start]];
    return [];
  });
}

function isName(token: Token): boolean {
  return token.verb && !token.key.startsWith("c:");
}

/**
 * The ways to read a text that names several things beside each other as one request for each of them, likeliest first; none for a
 * text that does not. "서울이랑 부산 날씨" gives "서울 날씨" and "부산 날씨", also "서울" and "부산 날씨".
 */
export function readEach(text: string): readonly (readonly string[])[] {
  const plain = text.replace(MARKERS, (marker) => (/^\s/u.test(marker) ? "" : " ")).trim();
  const pairs = withoutOverlaps(findPairs(plain));
  if (pairs.length === 0 || pairs.length >= MOST_ITEMS) return [];
  const pieces = cutAt(plain, pairs).map((piece) => piece.split(/\s+/u).filter(Boolean));
  const [head = [], ...others] = pieces;
  const tail = others.at(-1) ?? [];
  const middle = others.slice(0, -1).map((piece) => piece.join(" "));
  const readings = REACHES.flatMap((before) =>
    REACHES.flatMap((behind) => {
      const cutHead = Math.max(0, head.length - before);
      const first = head.slice(cutHead).join(" ");
      const last = tail.slice(0, behind).join(" ");
      if (!saysSomething(first) || !saysSomething(last)) return [];
      const rest = tail.slice(behind).join(" ");
      const front = head.slice(0, cutHead).join(" ");
      const ending = particleEnding(last);
      return [
        [
          `${front} ${first}${ending} ${rest}`,
          ...middle.map((item) => `${front} ${item}${ending} ${rest}`),
          `${front} ${last} ${rest}`,
        ].map((one) => one.trim().replace(/\s+/gu, " ")),
      ];
    }),
  );
  const known = new Set<string>();
  return readings.filter((reading) => {
    const key = reading.join("\n");
    return !known.has(key) && known.add(key);
  });
}

function saysSomething(text: string): boolean {
  return readWords(text).some((word) => word.part === "content");
}

function withoutOverlaps(
  pairs: readonly (readonly [number, number])[],
): readonly (readonly [number, number])[] {
  return pairs.filter(([start], index) => index === 0 || start >= (pairs[index - 1]?.[1] ?? 0));
}

function cutAt(text: string, places: readonly (readonly [number, number])[]): readonly string[] {
  const starts = [0, ...places.map(([, end]) => end)];
  return starts.map((start, index) => text.slice(start, places[index]?.[0] ?? text.length));
}

/** What the last of the things is to the request, the others are too (뉴스에서 → 웹에서). */
function particleEnding(word: string): string {
  const read = /[가-힣]$/u.test(word) ? particleOf(word) : undefined;
  return read === undefined ? "" : word.slice(read.body.length);
}
