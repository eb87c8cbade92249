import { entityToken, type Token } from "./token.ts";

const QUOTED =
  /"([^"\n]{1,2000})"|“([^“”]{1,2000})”|‘([^‘’]{1,2000})’|「([^「」]{1,2000})」|『([^『』]{1,2000})』|`([^`\n]{1,2000})`|(?<![\p{L}\p{N}])'([^'\n]{1,2000})'(?![A-Za-z0-9])/gu;

/** Quoted texts, without their quotes. */
export function readQuotes(text: string): readonly Token[] {
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
export function readChunks(text: string, taken: readonly Token[]): readonly Token[] {
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
export function readUrls(text: string, taken: readonly Token[]): readonly Token[] {
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
