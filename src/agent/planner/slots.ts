import { isGreeting } from "../../rag/text/concepts.ts";
import { bareParticle } from "../../rag/text/korean.ts";
import { readWords, splitCompound } from "../../rag/text/normalize.ts";
import { readChunks, readQuotes, readUrls } from "./entities.ts";
import { joinNumbers, joinPlaces } from "./joins.ts";
import { entityToken, type Token, type TokenKind } from "./token.ts";

/** Stands for value number `index` in a phrasing; from the private use area, so no message holds one that means anything. */
export function slotMark(index: number): string {
  return String.fromCharCode(SLOT_MARKS + index);
}

const SLOT_MARKS = 0xe000;
const MOST_SLOTS = 16;

/** Reads a composed text into pieces in order. Never throws. With `marks`, private-use characters are slots; without, they are nothing. */
export function readTokens(
  text: string,
  options: { readonly marks: boolean } = { marks: false },
): readonly Token[] {
  const found = [...(options.marks ? readMarks(text) : []), ...readQuotes(text)];
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

function readMarks(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const slot = text.charCodeAt(index) - SLOT_MARKS;
    if (slot >= 0 && slot < MOST_SLOTS)
      tokens.push(entityToken("slot", index, index + 1, String(slot)));
  }
  return tokens;
}

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
