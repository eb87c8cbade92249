import { nextInProgram } from "./lexer-program.ts";
import { LexerState, type Note } from "./lexer-state.ts";
import { nextInTarget } from "./lexer-target.ts";
import { nextInArray, nextInObject } from "./lexer-values.ts";
import { explainToken, type SyntaxProblem } from "./syntax-errors.ts";
import type { Token } from "./token.ts";

/** Gives the tokens of a prepared program one by one: a pushdown over the contexts top, group, body, target, object and array. */
export class Lexer {
  private readonly state: LexerState;

  constructor(text: string) {
    this.state = new LexerState(text);
  }

  /** The next token, `end` being the last; undefined after it. Throws a `SyntaxProblem` where none can be read. */
  next(): Token | undefined {
    const { state } = this;
    if (state.last?.type === "end") return undefined;
    switch (state.frame.kind) {
      case "object":
        return nextInObject(state);
      case "array":
        return nextInArray(state);
      case "target":
        return nextInTarget(state);
      default:
        return nextInProgram(state);
    }
  }

  /** Why the last token handed out was not taken by the grammar. */
  unexpected(): SyntaxProblem {
    const { previous, last, text } = this.state;
    const end = {
      start: text.length,
      end: text.length,
      data: null,
      value: "",
      type: "end",
    } as const;
    return explainToken(previous, last ?? end);
  }

  /** What was repaired so far, in order of place, one note a kind. */
  notes(): readonly Note[] {
    const { notes } = this.state;
    if (notes.size === 0) return [];
    return [...notes.values()].sort((one, other) => one.start - other.start);
  }
}
