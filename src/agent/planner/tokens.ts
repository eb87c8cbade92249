import { isGreeting } from "../../rag/text/concepts.ts";
import { bareParticle, type ParticleRole, particleOf } from "../../rag/text/korean.ts";
import { readWords, splitCompound, type Word } from "../../rag/text/normalize.ts";
import { LONGEST_PLACE_WORDS, zoneOfPlace } from "../../scheduler/timing/place-zones.ts";

/** Reads a composed text into pieces in order. Never throws. */
export function readTokens(text: string): readonly Token[] {
  const found = [...readQuotes(text)];
  found.push(...readUrls(text, found));
  found.push(...readChunks(text, found));
  found.sort((a, b) => a.start - b.start);
  const tokens: Token[] = [];
  let from = 0;
  for (const entity of found) {
    if (entity.start < from) continue;
    tokens.push(...wordTokens(text, from, entity.start));
    const whole = withParticle(text, entity);
    tokens.push(whole);
    from = whole.end;
  }
  tokens.push(...wordTokens(text, from, text.length));
  return joinNumbers(joinPlaces(tokens, text), text).map((token, index, all) => ({
    ...token,
    part: partAt(token, index, all),
    opens: index > 0 && /[.!?:：。…;\n]/u.test(text.slice(all[index - 1]?.end ?? 0, token.start)),
  }));
}

function partAt(token: Token, index: number, all: readonly Token[]): Token["part"] {
  if (namesNeighbour(token, [all[index - 1], all[index + 1]])) return "function";
  return index > 0 && token.part === "polite" && isGreeting(token.key) ? "content" : token.part;
}

/** True for a word that only says what stands beside it: the "file" of "the file x.md". */
function namesNeighbour(token: Token, neighbours: readonly (Token | undefined)[]): boolean {
  const kinds = NAMED_KINDS.get(token.key);
  return (
    kinds !== undefined &&
    neighbours.some((neighbour) => neighbour !== undefined && kinds.includes(neighbour.kind))
  );
}

const NAMED_KINDS: ReadonlyMap<string, readonly TokenKind[]> = new Map([
  ["c:file", ["file", "path"]],
  ["c:page", ["url"]],
]);

/** A particle may stand apart from a closing quote. */
function withParticle(text: string, token: Token): Token {
  const after = text.slice(token.end, token.end + 24);
  const match = /^(?<gap>\s?)(?<run>\p{Script=Hangul}+)/u.exec(after);
  const run = match?.groups?.["run"] ?? "";
  const gap = match?.groups?.["gap"] ?? "";
  const role = gap === "" || token.kind === "quote" ? bareParticle(run) : undefined;
  if (role === undefined) return token;
  return { ...token, end: token.end + gap.length + run.length, particle: role };
}

function wordTokens(text: string, from: number, to: number): readonly Token[] {
  if (to <= from) return [];
  const gap = text.slice(from, to);
  return readWords(gap)
    .flatMap((word) => splitCompound(gap, word))
    .map((word) => ({
      ...word,
      kind: /^\p{N}/u.test(word.key) ? ("number" as const) : ("word" as const),
      start: word.start + from,
      end: word.end + from,
      bodyEnd: word.bodyEnd + from,
      value: gap.slice(word.start, word.bodyEnd),
      opens: false,
    }))
    .flatMap(splitList);
}

/** Numbers with commas between but no thousands (10,20,15) are several. */
function splitList(token: Token): readonly Token[] {
  if (token.kind !== "number" || !token.value.includes(",")) return [token];
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/u.test(token.value)) return [token];
  return [...token.value.matchAll(/[^,]+/gu)].map((match) => {
    const start = token.start + match.index;
    const end = start + match[0].length;
    return { ...token, start, end, bodyEnd: end, key: match[0], value: match[0] };
  });
}

const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ..."md txt pdf png jpg jpeg gif webp svg csv tsv json yaml yml xml html doc docx xls xlsx ppt pptx hwp hwpx zip mp3 wav mp4 mov py js ts sh log ics epub"
    .split(" ")
    .map((extension): [string, string] => [extension, extension]),
  ["마크다운", "md"],
  ["markdown", "md"],
  ["텍스트", "txt"],
  ["엑셀", "xlsx"],
  ["excel", "xlsx"],
  ["피디에프", "pdf"],
]);

/** The file name extension that a word names ("PDF", 마크다운), without its dot; `undefined` for other words. */
export function extensionOf(token: Token): string | undefined {
  return EXTENSIONS.get(token.value.toLowerCase());
}

const QUOTED =
  /"([^"\n]{1,2000})"|“([^“”]{1,2000})”|‘([^‘’]{1,2000})’|「([^「」]{1,2000})」|『([^『』]{1,2000})』|`([^`\n]{1,2000})`|(?<![\p{L}\p{N}])'([^'\n]{1,2000})'(?![A-Za-z0-9])/gu;

/** Quoted texts, without their quotes. */
function readQuotes(text: string): readonly Token[] {
  return [...text.matchAll(QUOTED)].map((match) => {
    const value = match.slice(1).find((group) => group !== undefined) ?? "";
    return entityToken("quote", match.index, match.index + match[0].length, value);
  });
}

const TOP_DOMAINS = new Set(
  "com net org io kr jp cn uk us de fr co dev app ai me info biz tv edu gov xyz site shop blog news".split(
    " ",
  ),
);
const CHUNK = /[^\s"'“”‘’「」『』`<>|,;!?()[\]{}\ue000-\ue00f]+/gu;

/** Bare domains, file names, paths and patterns, one at most in each run without spaces; places already `taken` are left alone. */
function readChunks(text: string, taken: readonly Token[]): readonly Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(CHUNK)) {
    const start = match.index;
    const end = start + match[0].length;
    if (taken.some((other) => start < other.end && end > other.start)) continue;
    const token =
      readDomain(match[0], start) ?? readFile(match[0], start) ?? readPattern(match[0], start);
    if (token !== undefined) tokens.push(token);
  }
  return tokens;
}

/** Addresses with their scheme; they may hold signs that end any other run. */
function readUrls(text: string, taken: readonly Token[]): readonly Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(
    /https?:\/\/[^\s\p{Script=Hangul}"'“”‘’「」『』`<>\ue000-\ue00f]+/giu,
  )) {
    const address = match[0].replace(/[.,:;!?)\]}]+$/u, "");
    if (taken.some((other) => other.start < match.index && match.index < other.end)) continue;
    tokens.push(entityToken("url", match.index, match.index + address.length, address));
  }
  return tokens;
}

function readDomain(chunk: string, start: number): Token | undefined {
  const bare =
    /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+([a-z]{2,5})(?:\/[^\s\p{Script=Hangul}]*)?/iu.exec(
      chunk,
    );
  if (bare === null || !TOP_DOMAINS.has((bare[1] ?? "").toLowerCase())) return undefined;
  const address = bare[0].replace(/[.,:]+$/u, "");
  return entityToken("url", start, start + address.length, `https://${address}`);
}

/** The last `.ext` of a run decides; what follows it may only be Hangul (a particle or the next word). */
function readFile(chunk: string, start: number): Token | undefined {
  const name =
    /^([\p{L}\p{N}_./~-][\p{L}\p{N}_./~+-]*\.[A-Za-z][A-Za-z0-9]{0,5})(?=$|[.:\p{Script=Hangul}])/u.exec(
      chunk,
    )?.[1];
  if (name === undefined || /^[.\d]+[A-Za-z]$/u.test(name) || /\.\.$/u.test(name)) return undefined;
  if (/^(?:[A-Za-z]\.)+[A-Za-z]$/u.test(name)) return undefined;
  return entityToken("file", start, start + name.length, name);
}

function readPattern(chunk: string, start: number): Token | undefined {
  const glob = /^[\p{L}\p{N}_./?-]*\*(?:[A-Za-z0-9_./?*-]|\p{Script=Hangul}+(?=[*.?]))*/u.exec(
    chunk,
  )?.[0];
  if (glob !== undefined) return entityToken("glob", start, start + glob.length, glob);
  const path = /^[\p{L}\p{N}_.~-]*(?:\/[\p{L}\p{N}_.~-]*)+/u.exec(chunk)?.[0];
  if (path === undefined || path.length < 2) return undefined;
  const body = path.replace(/\/(?:로|으로|에|에서|를|의)$/u, "/");
  return entityToken("path", start, start + body.length, body);
}

/** Joins the words of a place's name into one piece that stands for its zone. */
function joinPlaces(tokens: readonly Token[], text: string): readonly Token[] {
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
function joinNumbers(tokens: readonly Token[], text: string): readonly Token[] {
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

/** The piece with its counter, `undefined` when it is no number. */
function numberToken(token: Token, counter: Token | undefined): Token | undefined {
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

/** What a piece of a message is, apart from plain words. */
export type TokenKind = "word" | "quote" | "url" | "file" | "path" | "glob" | "number" | "place";

/** One piece of a message. Offsets are UTF-16 units into the composed message; `bodyEnd` stands before a Korean particle. */
export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  readonly bodyEnd: number;
  /** The word's key, or what the piece stands for (`place:Asia/Tokyo`). */
  readonly key: string;
  readonly part: Word["part"];
  /** What fills a slot: the quoted text, the address, the digits, the zone. */
  readonly value: string;
  readonly particle?: ParticleRole;
  readonly verb: boolean;
  readonly past: boolean;
  /** True when a sentence or a line ended before it. */
  readonly opens: boolean;
}

/** A piece that is no plain word; it counts as content and has no particle yet. */
export function entityToken(kind: TokenKind, start: number, end: number, value: string): Token {
  return {
    kind,
    start,
    end,
    bodyEnd: end,
    key: kind,
    part: "content",
    value,
    verb: false,
    past: false,
    opens: false,
  };
}
