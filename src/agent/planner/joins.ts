import { bareParticle, particleOf } from "../../rag/text/korean.ts";
import { LONGEST_PLACE_WORDS, zoneOfPlace } from "../../scheduler/timing/place-zones.ts";
import { entityToken, type Token } from "./token.ts";

/** Joins the words of a place's name into one piece that stands for its zone. */
export function joinPlaces(tokens: readonly Token[], text: string): readonly Token[] {
  const joined: Token[] = [];
  let index = 0;
  while (index < tokens.length) {
    const place = placeAt(tokens, index, text);
    const token = tokens[index];
    if (place !== undefined) joined.push(place.token);
    else if (token !== undefined) joined.push(token);
    index += place?.length ?? 1;
  }
  return joined;
}

function placeAt(
  tokens: readonly Token[],
  from: number,
  text: string,
): { readonly token: Token; readonly length: number } | undefined {
  for (let length = LONGEST_PLACE_WORDS; length >= 1; length -= 1) {
    const token = placeToken(tokens.slice(from, from + length), text);
    if (token !== undefined) return { token, length: Math.min(length, tokens.length - from) };
  }
  return undefined;
}

function placeToken(words: readonly Token[], text: string): Token | undefined {
  const first = words[0];
  const last = words.at(-1);
  if (first === undefined || last === undefined) return undefined;
  if (words.some((word) => word.kind !== "word")) return undefined;
  const body = placeBody(text.slice(first.start, last.end));
  const zone = body === undefined ? undefined : zoneOfPlace(body);
  if (body === undefined || zone === undefined) return undefined;
  const bodyEnd = first.start + body.length;
  const particle = bareParticle(text.slice(bodyEnd, last.end));
  const place = entityToken("place", first.start, last.end, zone);
  return {
    ...place,
    bodyEnd,
    key: `place:${zone}`,
    ...(particle === undefined ? {} : { particle }),
  };
}

/** The place's name within a run of words: whole, without its particle, or without a closing 야, 이야 or 's. */
function placeBody(surface: string): string | undefined {
  const candidates = [
    surface,
    particleOf(surface)?.body,
    surface.replace(/(?:이야|야|은요|는요|요|['’]s)$/u, ""),
  ];
  return candidates.find(
    (candidate) => candidate !== undefined && zoneOfPlace(candidate) !== undefined,
  );
}

const COUNTERS = new Set(
  "개 건 번 번째 줄 명 장 초 분 시 시간 일 주 달 월 년 원 퍼센트 달러 가지 편 곳 곡 위 문장 문단".split(
    " ",
  ),
);
const NUMBER_WORDS = new Map<string, string>([
  ...["한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉", "열"].map(
    (word, index): [string, string] => [word, String(index + 1)],
  ),
  ...["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"].map(
    (word, index): [string, string] => [word, String(index + 1)],
  ),
]);

/** Joins a number with the counter after it (5개, 세 건); number words count only with a counter, English ones from two. */
export function joinNumbers(tokens: readonly Token[], text: string): readonly Token[] {
  const joined: Token[] = [];
  let index = 0;
  while (index < tokens.length) {
    const token = tokens[index];
    const next = tokens[index + 1];
    if (token === undefined) break;
    const counter =
      next?.kind === "word" && isCounter(text.slice(next.start, next.end)) ? next : undefined;
    const number = numberToken(token, counter);
    joined.push(number ?? token);
    index += number !== undefined && counter !== undefined ? 2 : 1;
  }
  return joined;
}

/** The piece with its counter, `undefined` when it is no number. In a phrasing the mark of a value takes the counter written to it. */
function numberToken(token: Token, counter: Token | undefined): Token | undefined {
  if (token.kind === "slot") {
    return counter?.start === token.end ? { ...token, end: counter.end } : undefined;
  }
  const digits = digitsOf(token, counter !== undefined);
  if (digits === undefined) return undefined;
  return {
    ...(counter ?? token),
    kind: "number",
    start: token.start,
    bodyEnd: token.bodyEnd,
    key: `number:${digits}`,
    part: "content",
    value: digits,
  };
}

function digitsOf(token: Token, isCounted: boolean): string | undefined {
  if (token.kind === "number") return token.value.replace(/(?<=\d),(?=\d{3})/gu, "");
  return token.kind === "word" ? numberWord(token, isCounted) : undefined;
}

function isCounter(surface: string): boolean {
  return COUNTERS.has(
    surface.replace(/(?<=.)(?:만|을|를|에|은|이|씩|정도|부터|까지|으로|로)$/u, ""),
  );
}

function numberWord(token: Token, isCounted: boolean): string | undefined {
  const digits = NUMBER_WORDS.get(token.value.toLowerCase());
  if (digits === undefined || isCounted) return digits;
  return /^[a-z]/iu.test(token.value) && digits !== "1" ? digits : undefined;
}
