import { englishStem } from "./english.ts";
import { REQUEST_THEMES } from "./request-themes.ts";
import { TALK_THEMES } from "./talk-themes.ts";

const THEMES = [...REQUEST_THEMES, ...TALK_THEMES];

/** Words that only count together, at most. */
const MOST_JOINED = 5;

const ENGLISH_WORD = /[a-z0-9&/;-]+(?:['’][a-z]+)?/gu;

/** The themes that a text touches, in the order of the tables. Pure. */
export function themesOf(text: string): readonly string[] {
  const lower = text.toLowerCase();
  const places = new Set([...inKorean(lower.replace(/\s+/gu, "")), ...inEnglish(lower)]);
  return [...places].sort((left, right) => left - right).map((place) => THEMES[place]?.[0] ?? "");
}

function inKorean(text: string): readonly number[] {
  return [...text].flatMap((syllable, from) =>
    (KOREAN.get(syllable) ?? []).flatMap(({ word, place }) =>
      text.startsWith(word, from) ? [place] : [],
    ),
  );
}

function inEnglish(text: string): readonly number[] {
  const stems = [...text.matchAll(ENGLISH_WORD)].map(([word]) => stemOf(word));
  return stems.flatMap((_stem, from) =>
    Array.from({ length: MOST_JOINED }, (_unused, more) =>
      stems.slice(from, from + more + 1).join(" "),
    ).flatMap((words) => ENGLISH.get(words) ?? []),
  );
}

function stemOf(word: string): string {
  return englishStem(word.replace("’", "'"));
}

interface KoreanWord {
  readonly word: string;
  readonly place: number;
}

/** Korean words by their first syllable. */
const KOREAN: ReadonlyMap<string, readonly KoreanWord[]> = gathered(
  THEMES.flatMap(([, korean], place) =>
    korean.split(" ").map((word) => [word.slice(0, 1), { word, place }] as const),
  ),
);

/** Places of themes by the stems of a word, or of words that only count together. */
const ENGLISH: ReadonlyMap<string, readonly number[]> = gathered(
  THEMES.flatMap(([, , english], place) =>
    english.split(" ").map((words) => [words.split("_").map(stemOf).join(" "), place] as const),
  ),
);

function gathered<Value>(
  pairs: readonly (readonly [string, Value])[],
): ReadonlyMap<string, readonly Value[]> {
  const lists = new Map<string, Value[]>();
  for (const [key, value] of pairs) {
    const list = lists.get(key);
    if (list === undefined) lists.set(key, [value]);
    else list.push(value);
  }
  return lists;
}
