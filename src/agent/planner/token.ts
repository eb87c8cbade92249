import type { ParticleRole } from "../../rag/text/korean.ts";
import type { Word } from "../../rag/text/normalize.ts";

/** What a piece of a message is, apart from plain words. `slot` marks the place of a value in an example's phrasing. */
export type TokenKind =
  | "word"
  | "quote"
  | "url"
  | "file"
  | "path"
  | "glob"
  | "number"
  | "place"
  | "slot";

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
