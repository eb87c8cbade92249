import { readTokens } from "./slots.ts";
import type { Token } from "./token.ts";

/** One way of reading a message. */
export interface MessageReading {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** What is said outside quotes and after no colon: the request itself. */
  readonly request: string;
  /** The request without names, addresses and quoted texts, for comparing words. */
  readonly plainText: string;
  /** The same pieces with the one file name, address or place in it moved to the front; absent when there is none or several. */
  readonly frontTokens?: readonly Token[];
  /** The kinds of values in it. */
  readonly marks: readonly string[];
}

/** Longest text that is also read as it stands when its end is set apart, in UTF-16 units. */
const LONGEST_PLAIN = 600;

/**
 * The ways a composed message can be read: as it stands, and, when a colon or a line break sets the end apart, with that end as
 * one value, standing last or first. The reading to compare words by comes first.
 */
export function readMessage(text: string): readonly MessageReading[] {
  const isLong = text.length > LONGEST_PLAIN;
  const tokens = readTokens(text.slice(0, LONGEST_PLAIN));
  const plain = isLong ? [] : [readingOf(text, tokens)];
  const cut = tailStart(text, tokens);
  if (cut === undefined) return isLong ? [readingOf(text, readTokens(text))] : plain;
  const head = readTokens(text.slice(0, cut.head));
  const tail = tailToken(text, cut.tail);
  return [readingOf(text, [...head, tail]), readingOf(text, [tail, ...head]), ...plain];
}

function readingOf(text: string, tokens: readonly Token[]): MessageReading {
  const said = tokens.filter((token) => token.kind !== "quote");
  const front = moveToFront(tokens, (token) => FRONT_KINDS.has(token.kind));
  const words = said.filter((token) => token.kind === "word");
  return {
    text,
    tokens,
    request: spoken(text, tokens),
    plainText: words.map((token) => text.slice(token.start, token.end)).join(" "),
    marks: tokens.flatMap((token) => MARKS[token.kind] ?? []),
    ...(front === undefined ? {} : { frontTokens: front }),
  };
}

const FRONT_KINDS: ReadonlySet<Token["kind"]> = new Set(["file", "path", "url", "place"] as const);

/** Korean may name the file, the address or the place anywhere: both sides are compared with it in front. `undefined` unless exactly one piece is wanted. */
export function moveToFront<Piece>(
  pieces: readonly Piece[],
  isWanted: (piece: Piece) => boolean,
): readonly Piece[] | undefined {
  const wanted = pieces.filter(isWanted);
  return wanted.length === 1
    ? [...wanted, ...pieces.filter((piece) => !isWanted(piece))]
    : undefined;
}

const MARKS: Readonly<Partial<Record<Token["kind"], readonly string[]>>> = {
  file: ["file"],
  path: ["file"],
  url: ["url"],
  place: ["zone", "text"],
  number: ["number"],
  quote: ["text"],
};

/** The message with quoted texts taken out, its punctuation kept: mood and denial are read from it. */
function spoken(text: string, tokens: readonly Token[]): string {
  let said = "";
  let from = 0;
  const quotes = tokens.filter((token) => token.kind === "quote").sort((a, b) => a.start - b.start);
  for (const quote of quotes) {
    said += `${text.slice(from, quote.start)} `;
    from = quote.bodyEnd;
  }
  return (said + text.slice(from)).trim();
}

/** Where the first line or the part before a colon ends, and where what it introduces begins. */
function tailStart(
  text: string,
  tokens: readonly Token[],
): { readonly head: number; readonly tail: number } | undefined {
  const match = [...text.matchAll(/(?<=[\p{L}\p{N}"”」])\s?[:：](?!\/\/)\s*|\s*\n\s*/gu)].find(
    (mark) =>
      !tokens.some(
        (token) => token.kind !== "word" && token.start < mark.index && mark.index < token.bodyEnd,
      ),
  );
  if (match === undefined || match.index === 0) return undefined;
  const tail = match.index + match[0].length;
  const isClock = /\d$/u.test(text.slice(0, match.index)) && /^\d/u.test(text.slice(tail));
  return tail >= text.length || isClock ? undefined : { head: match.index, tail };
}

function tailToken(text: string, start: number): Token {
  const value = text
    .slice(start)
    .trim()
    .replace(/^["“'‘](.*)["”'’]$/su, "$1");
  return {
    kind: "quote",
    start,
    end: text.length,
    bodyEnd: text.length,
    key: "quote",
    part: "content",
    value,
    verb: false,
    past: false,
    opens: false,
  };
}
