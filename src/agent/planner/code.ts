import { scanProgramString, scanString } from "../../engine/language/lexer-text.ts";

/** A value inside an example's program that a message may replace. */
export interface CodeLiteral {
  /** The text of the string, the digits of the number, or the numbers of a list with commas between. */
  readonly value: string;
  readonly kind: "string" | "number" | "numbers";
  /** As it stands in the program, quotes included. */
  readonly source: string;
  /** The parameter's name when the literal stands after one; absent in the target. */
  readonly key?: string;
  /** The call before it; absent where none is. */
  readonly call?: string;
}

/** A program cut at its literals. Rendering with the literals' own values gives a program of the same structure. */
export interface CodeTemplate {
  readonly literals: readonly CodeLiteral[];
  /** Every `node:action` in order, inside quoted programs too. */
  readonly calls: readonly string[];
  /** The program with `values[i]` in the place of `literals[i]`; absent ones keep their own. */
  readonly render: (values: ReadonlyMap<number, string>) => string;
}

/** Any text as one IBL string in double quotes: it can neither end the string nor be read as a reference. */
export function quoteIbl(text: string): string {
  return JSON.stringify(text).replace(/\$\{|\{\{/gu, "\\$&");
}

const CALL = /\[\s*([A-Za-z_]\w*)\s*:\s*([A-Za-z_]\w*)\s*\]/gu;
const LITERAL =
  /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\[\s*-?\d[\d.]*(?:\s*,\s*-?\d[\d.]*)+\s*\]|(?<=[:=,([]\s*)-?\d+(?:\.\d+)?(?=\s*[,)}\]])/gsu;
const NUMBER = /^-?\d{1,15}(?:\.\d{1,6})?$/u;
const DEEPEST_QUOTE = 3;

type Piece =
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "literal"; readonly index: number }
  | {
      readonly kind: "quoted";
      readonly source: string;
      readonly pieces: readonly Piece[];
      readonly first: number;
      readonly end: number;
    };

/** Cuts a program of ours at its strings and numbers. A string that holds a program is cut again, so its values can be replaced too. */
export function readCode(code: string): CodeTemplate {
  const literals: CodeLiteral[] = [];
  const calls: string[] = [];
  const pieces = cut(code, 1, literals, calls);
  return { literals, calls, render: (values) => renderPieces(pieces, literals, values) };
}

function cut(
  code: string,
  depth: number,
  literals: CodeLiteral[],
  calls: string[],
): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of code.matchAll(LITERAL)) {
    const before = code.slice(from, match.index);
    collectCalls(before, calls);
    pieces.push(
      { kind: "code", text: before },
      literalPiece(match[0], keyBefore(code.slice(0, match.index)), depth, literals, calls),
    );
    from = match.index + match[0].length;
  }
  const rest = code.slice(from);
  collectCalls(rest, calls);
  return [...pieces, { kind: "code", text: rest }];
}

function literalPiece(
  source: string,
  key: string | undefined,
  depth: number,
  literals: CodeLiteral[],
  calls: string[],
): Piece {
  const isString = source.startsWith('"') || source.startsWith("'");
  const program =
    isString && depth < DEEPEST_QUOTE ? scanProgramString(source, 0)?.value : undefined;
  if (program !== undefined && new RegExp(CALL.source, "u").test(program)) {
    const first = literals.length;
    const pieces = cut(program, depth + 1, literals, calls);
    return { kind: "quoted", source, pieces, first, end: literals.length };
  }
  const call = calls.at(-1);
  literals.push({
    ...literalOf(source, isString),
    source,
    ...(key === undefined ? {} : { key }),
    ...(call === undefined ? {} : { call }),
  });
  return { kind: "literal", index: literals.length - 1 };
}

function literalOf(source: string, isString: boolean): Pick<CodeLiteral, "value" | "kind"> {
  if (isString) return { value: scanString(source, 0)?.value ?? "", kind: "string" };
  if (source.startsWith("["))
    return {
      value: source
        .slice(1, -1)
        .trim()
        .split(/\s*,\s*/u)
        .join(", "),
      kind: "numbers",
    };
  return { value: source, kind: "number" };
}

function collectCalls(code: string, calls: string[]): void {
  for (const match of code.matchAll(CALL))
    calls.push(`${match[1] ?? ""}:${match[2] ?? ""}`.toLowerCase());
}

function keyBefore(code: string): string | undefined {
  return /(?:([\w-]+)|"([\w-]+)")\s*[:=]\s*\[?\s*$/u
    .exec(code)
    ?.slice(1)
    .find((name) => name !== undefined);
}

function renderPieces(
  pieces: readonly Piece[],
  literals: readonly CodeLiteral[],
  values: ReadonlyMap<number, string>,
): string {
  return pieces.map((piece) => renderPiece(piece, literals, values)).join("");
}

function renderPiece(
  piece: Piece,
  literals: readonly CodeLiteral[],
  values: ReadonlyMap<number, string>,
): string {
  switch (piece.kind) {
    case "code":
      return piece.text;
    case "quoted": {
      const isReplaced = [...values.keys()].some(
        (index) => index >= piece.first && index < piece.end,
      );
      return isReplaced ? quoteIbl(renderPieces(piece.pieces, literals, values)) : piece.source;
    }
    case "literal": {
      const literal = literals[piece.index];
      return literal === undefined ? "" : renderLiteral(literal, values.get(piece.index));
    }
  }
}

function renderLiteral(literal: CodeLiteral, value: string | undefined): string {
  if (value === undefined) return literal.source;
  switch (literal.kind) {
    case "string":
      return quoteIbl(value);
    case "number":
      return NUMBER.test(value) ? value : literal.source;
    case "numbers": {
      const numbers = value.split(", ");
      return numbers.every((number) => NUMBER.test(number))
        ? `[${numbers.join(", ")}]`
        : literal.source;
    }
  }
}
