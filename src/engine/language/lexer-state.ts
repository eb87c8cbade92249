import { korean } from "../../base/korean-particles.ts";
import { joined, type Localized } from "../../base/localized.ts";
import type { Span } from "./diagnostics.ts";
import { bracesEnd, type ScannedString, scanString } from "./lexer-text.ts";
import { type Edit, SyntaxProblem } from "./syntax-errors.ts";
import type { FrameKind, Token } from "./token.ts";

/** Most tokens of a program, counted as the grammar in docs/language.md spells them: `[a:b]` has five. */
const MAX_TOKENS = 40_000;
/** Longest braces in a text that may hold its own quotes, in UTF-16 units, and most of them. */
const MAX_NESTED = 500;
const MAX_NESTED_COUNT = 20;
/** Deepest nesting of `(`, `[` and `{`; the brackets of a call or block head are not counted. */
const MAX_DEPTH = 32;

/** One open bracket and what may follow inside it. */
export interface Frame {
  readonly kind: FrameKind;
  /** Offset of the opening bracket. */
  readonly open: number;
  /** In objects, arrays and targets: a further entry, the value of a key just read, or a comma. */
  expects: "entry" | "value" | "comma";
  /** Keys seen so far; made when the first one is. */
  keys: Set<string> | undefined;
  /** The looser-than-`>>` operator used since the last `>>` or separator. */
  joinedBy: "&" | "??" | undefined;
  /** True in the parentheses of one of the seed's tools, where named arguments are the rule. */
  readonly ofSeedTool: boolean;
}

/** A repair worth telling: where it happened first and how often. Offsets count in the prepared text. */
export interface Note {
  readonly code: string;
  readonly start: number;
  count: number;
}

const CLOSER: Readonly<Record<FrameKind, string>> = {
  top: "",
  group: ")",
  body: "}",
  head: "]",
  target: ")",
  object: "}",
  array: "]",
};

/** Where the lexer stands: the text, the stack of contexts, the last two tokens, and what it repaired. */
export class LexerState {
  readonly text: string;
  at = 0;
  last: Token | null = null;
  /** The token before `last`. */
  previous: Token | null = null;
  frame: Frame;
  readonly notes = new Map<string, Note>();
  /** Where the statement starts that is read just now, and whether an operator stands in it. */
  statement = { start: 0, hasOperator: false };
  #nestedCount = 0;
  /** Where `return` was read as a name for what it returns. */
  readonly returns: number[] = [];
  private readonly stack: Frame[] = [];
  private tokenCount = 0;

  constructor(text: string) {
    this.text = text;
    this.frame = newFrame("top", 0, false);
  }

  /** Hands a token out; `weight` is how many of the language's tokens it stands for. */
  emit(token: Token, weight = 1): Token {
    this.count(weight, token);
    if (startsStatement(this.last)) this.statement = { start: token.start, hasOperator: false };
    if (token.type === "operator") this.statement.hasOperator = true;
    this.previous = this.last;
    this.last = token;
    this.at = token.end;
    return token;
  }

  /** Counts tokens that are taken but not handed out, such as commas. */
  count(weight: number, span: Span): void {
    this.tokenCount += weight;
    if (this.tokenCount <= MAX_TOKENS) return;
    const message = {
      en: `A program may have at most ${MAX_TOKENS} tokens; this one has more.`,
      ko: `프로그램은 토큰이 ${MAX_TOKENS}개까지인데, 이 프로그램은 그보다 많아요.`,
    };
    throw new SyntaxProblem("too-long", span, message);
  }

  /** Opens a context at its bracket, `kind` naming both it and the token. */
  open(kind: Exclude<FrameKind, "top" | "head">, at: number): Token {
    this.enter(kind, at);
    const value = this.text.charAt(at);
    return this.emit({ type: kind, value, start: at, end: at + 1, data: null });
  }

  /** Enters the context of a bracket. */
  enter(kind: Exclude<FrameKind, "top">, at: number): void {
    if (this.stack.length === MAX_DEPTH) {
      const message = {
        en: `Brackets may be nested at most ${MAX_DEPTH} deep.`,
        ko: `괄호는 ${MAX_DEPTH}겹까지만 쓸 수 있어요.`,
      };
      throw new SyntaxProblem("too-deep", { start: at, end: at + 1 }, message);
    }
    const ofSeedTool = kind === "target" && this.last?.type === "seed_tool";
    this.stack.push(this.frame);
    this.frame = newFrame(kind, at, ofSeedTool);
  }

  /** Leaves the innermost context. */
  leave(): void {
    const outer = this.stack.pop();
    if (outer !== undefined) this.frame = outer;
  }

  /** Closes the innermost context at its bracket. */
  close(at: number): Token {
    const { kind } = this.frame;
    this.leave();
    if (this.frame.expects === "value") this.frame.expects = "comma";
    const value = this.text.charAt(at);
    return this.emit({ type: "close", value, start: at, end: at + 1, data: kind });
  }

  /** Records a repair. */
  note(code: string, start: number): void {
    const known = this.notes.get(code);
    if (known === undefined) this.notes.set(code, { code, start, count: 1 });
    else known.count += 1;
  }

  /** Where the string at `at` ends; `undefined` for one that is never closed. */
  stringEnd(at: number): number | undefined {
    const plain = scanString(this.text, at);
    return plain && (this.#withNestedQuotes(at, plain, "${") ?? plain).end;
  }

  /** Reads the string at `at`, noting its repairs; `opener` opens what is no mere text in it. */
  readString(at: number, opener: "${" | "{" = "${"): ScannedString {
    const plain = scanString(this.text, at);
    const nested = plain && this.#withNestedQuotes(at, plain, opener);
    const scanned = nested ?? plain;
    if (scanned === undefined) {
      const quote = this.text.startsWith('"""', at) ? '"""' : this.text.charAt(at);
      const message = {
        en: `The string that opens here with ${quote} is never closed.`,
        ko: `여기서 ${quote}로 시작한 문자열이 닫히지 않았어요.`,
      };
      throw new SyntaxProblem("unterminated", { start: at, end: at + quote.length }, message);
    }
    if (nested !== undefined) this.note("nested-quotes", at);
    if (scanned.smart) this.note("smart-quotes", at);
    if (scanned.unknownEscape >= 0) this.note("unknown-escape", scanned.unknownEscape);
    return scanned;
  }

  /** The string at `at` where its own quotes stand in braces inside it, as in `"${p["price"]}"`: they are read as the other ones. */
  #withNestedQuotes(at: number, plain: ScannedString, opener: string): ScannedString | undefined {
    const quote = this.text.charAt(at);
    const isPlain = /["']/.test(quote) && !this.text.startsWith(quote, at + 1);
    if (!isPlain || !this.text.slice(at, plain.end).includes(opener)) return undefined;
    const other = quote === '"' ? "'" : '"';
    let text = this.text;
    let scanned = plain;
    for (let braces = bracesPast(text, at, scanned.end, opener); braces !== undefined; ) {
      this.#nestedCount += 1;
      const inner = text.slice(braces.start, braces.end);
      const isLong = inner.length > MAX_NESTED || this.#nestedCount > MAX_NESTED_COUNT;
      if (isLong || !OPENS_TEXT.test(inner) || inner.includes(other)) return undefined;
      text = `${text.slice(0, braces.start)}${inner.replaceAll(quote, other)}${text.slice(braces.end)}`;
      const next = scanString(text, at);
      if (next === undefined) return undefined;
      scanned = next;
      braces = bracesPast(text, braces.end, scanned.end, opener);
    }
    return scanned === plain ? undefined : scanned;
  }

  /** The text ended inside the innermost context. */
  unterminated(): SyntaxProblem {
    const { kind, open } = this.frame;
    const closer = CLOSER[kind];
    const opener = this.text.charAt(open);
    const code = kind === "group" ? "unclosed-group" : "unterminated";
    const hidden = hiddenBy(this.text.slice(this.at), closer);
    const message = joined(
      {
        en: `The "${opener}" that opens here is never closed with "${closer}".`,
        ko: korean`여기서 연 "${opener}"을(를) "${closer}"로 닫지 않았어요.`,
      },
      hidden,
    );
    const end = this.text.trimEnd().length;
    const fix = kind === "group" ? { fix: { start: end, end, text: closer } } : {};
    return new SyntaxProblem(code, { start: open, end: open + 1 }, message, fix);
  }

  /** A closing bracket stands where another, or none, belongs. */
  mismatched(at: number): SyntaxProblem {
    const found = this.text.charAt(at);
    const span = { start: at, end: at + 1 };
    const { kind, open } = this.frame;
    if (kind === "top") {
      const fix: Edit = { start: at, end: at + 1, text: "" };
      return new SyntaxProblem(
        "mismatched-bracket",
        span,
        {
          en: `"${found}" closes nothing here.`,
          ko: korean`"${found}"이(가) 닫을 것이 여기에 없어요.`,
        },
        {
          fix,
        },
      );
    }
    const closer = CLOSER[kind];
    const opener = this.text.charAt(open);
    const message = {
      en: `"${found}" stands where the "${opener}" opened before it must be closed with "${closer}".`,
      ko: korean`앞에서 연 "${opener}"을(를) "${closer}"로 닫아야 할 자리에 "${found}"이(가) 있어요.`,
    };
    const fix: Edit = { start: at, end: at, text: closer };
    return new SyntaxProblem("mismatched-bracket", span, message, { fix });
  }
}

/** True behind what a statement follows. */
export function startsStatement(last: Token | null): boolean {
  return last === null || last.type === "separator" || last.type === "body";
}

/** Says so when the closer stands in a comment, as in `{color: #fff}`. */
function hiddenBy(rest: string, closer: string): Localized | "" {
  const comment = /#|\/\//.exec(rest)?.index ?? rest.length;
  const isHidden = rest.indexOf(closer, comment) >= 0;
  return isHidden ? HIDDEN : "";
}

const HIDDEN: Localized = {
  en: ' "#" and "//" start a comment: put text that has them in quotes.',
  ko: ' "#"과 "//"는 주석을 시작해요. 이 글자가 든 글은 따옴표로 묶으세요.',
};

function newFrame(kind: FrameKind, open: number, ofSeedTool: boolean): Frame {
  return { kind, open, expects: "entry", keys: undefined, joinedBy: undefined, ofSeedTool };
}

/** Braces in which a quote stands where a text begins, and no line ends. */
const OPENS_TEXT =
  /^\$?\{[^"'\n\\]*[\p{L}\p{N}_$\])}][^"'\n\\]*(?<=[[({,:+=<>?]\s*|\s)["'][^\n\\]*$/u;

/** The first braces from `at` on that open before `end` and close behind it. */
function bracesPast(text: string, at: number, end: number, opener: string): Span | undefined {
  for (let from = at; ; ) {
    const start = text.indexOf(opener, from);
    if (start < 0 || start >= end) return undefined;
    const open = start + opener.length - 1;
    const close = bracesEnd(text, open);
    if (close >= end) return { start, end: close };
    from = Math.max(close, open + 1);
  }
}
