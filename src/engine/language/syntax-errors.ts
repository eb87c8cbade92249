import { korean } from "../../base/korean-particles.ts";
import { joined, type Localized } from "../../base/localized.ts";
import type { Span } from "./diagnostics.ts";
import type { Token } from "./token.ts";

/** Why a program cannot be parsed. */
export const SYNTAX_CODES = [
  "empty",
  "unterminated",
  "unknown-operator",
  "trailing-text",
  "expected-call",
  "dangling-operator",
  "leading-operator",
  "second-params",
  "expected-colon",
  "bad-key",
  "mismatched-bracket",
  "reserved-key",
  "reserved-word",
  "unclosed-group",
  "missing-value",
  "unsupported-postfix",
  "bad-target",
  "empty-condition",
  "bad-condition",
  "expected-body",
  "too-long",
  "too-deep",
] as const;

/** One of them. */
export type SyntaxCode = (typeof SYNTAX_CODES)[number];

/** A change to the program that may mend it. `sure` when no other reading is likely. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly sure?: boolean;
  /** There where the program is read as if it were so written; the code of the warning that tells it. */
  readonly readAs?: "other-language" | "nested-call";
}

/** Ends a parse from inside the lexer or the grammar; `parse` turns it into a diagnostic. Offsets count in the prepared text. */
export class SyntaxProblem extends Error {
  readonly code: SyntaxCode;
  readonly words: Localized;
  readonly span: Span;
  readonly fix: Edit | undefined;
  /** How what is meant is written, where there is no such word; what to fill in stands in angle brackets. */
  readonly form: string | undefined;

  constructor(
    code: SyntaxCode,
    span: Span,
    words: Localized,
    options: { readonly fix?: Edit; readonly form?: string } = {},
  ) {
    super(words.en);
    this.name = "SyntaxProblem";
    this.code = code;
    this.words = words;
    this.span = span;
    this.fix = options.fix;
    this.form = options.form;
  }
}

/** What people write for one of the three operators. */
const OPERATOR_MEANT: ReadonlyMap<
  string,
  { readonly meant: ">>" | "&" | "??"; readonly sure: boolean }
> = new Map([
  ["&&", { meant: "&", sure: false }],
  ["＆", { meant: "&", sure: true }],
  [",", { meant: "&", sure: false }],
  ["+", { meant: "&", sure: false }],
  ["|", { meant: ">>", sure: true }],
  ["->", { meant: ">>", sure: true }],
  ["=>", { meant: ">>", sure: true }],
  [">", { meant: ">>", sure: true }],
  [">>>", { meant: ">>", sure: true }],
  ["|>", { meant: ">>", sure: true }],
  ["→", { meant: ">>", sure: true }],
  ["⇒", { meant: ">>", sure: true }],
  ["≫", { meant: ">>", sure: true }],
  ["»", { meant: ">>", sure: true }],
  ["＞＞", { meant: ">>", sure: true }],
  ["||", { meant: "??", sure: true }],
  ["?", { meant: "??", sure: true }],
  ["???", { meant: "??", sure: true }],
  ["？？", { meant: "??", sure: true }],
]);

/** What stood before the token that no rule takes. */
type Position = "start" | "operand" | "assigned" | "source" | "head" | "body" | "complete";

/** The reason why `token` cannot follow `before`, in words of the language. */
export function explainToken(before: Token | null, token: Token): SyntaxProblem {
  const position = positionAfter(before);
  if (token.type === "end" && position === "start") {
    return problem("empty", token, {
      en: "The program is empty: there is no call in it.",
      ko: "프로그램이 비어 있어요. 호출이 하나도 없어요.",
    });
  }
  if (position === "head") return afterBlockHead(token);
  if (position === "source") return noSource(token);
  if (token.type === "else_head" || token.type === "else_if_head") {
    return problem("reserved-word", token, {
      en: '"[else]" belongs right after the body of an "[if: …]".',
      ko: '"[else]"는 "[if: …]"의 본문 바로 뒤에 와야 해요.',
    });
  }
  if (token.type === "unknown_operator" && position === "complete") return unknownOperator(token);
  if (token.type === "operator" || isOperatorLike(token)) return misplacedOperator(position, token);
  if (position === "complete" && before !== null) return afterComplete(before, token);
  return noCall(position, before, token);
}

function positionAfter(before: Token | null): Position {
  switch (before?.type) {
    case undefined:
    case "separator":
    case "group":
    case "on_error":
      return "start";
    case "operator":
      return "operand";
    case "assign":
      return "assigned";
    case "body":
      return "body";
    case "if_head":
    case "else_if_head":
    case "else_head":
    case "each_tail":
      return "head";
    case "each_head":
      return "source";
    default:
      return "complete";
  }
}

function afterBlockHead(token: Token): SyntaxProblem {
  const message = {
    en: 'A block\'s head must be followed by its body: "{", at least one call, "}".',
    ko: '블록 머리 뒤에는 본문이 와야 해요: "{", 호출 하나 이상, "}".',
  };
  return problem("expected-body", token, message);
}

/** Behind the `in` of an `each`. */
function noSource(token: Token): SyntaxProblem {
  const message = {
    en: 'Behind "in" stands what to go through: a variable, a list ["a", "b"], a range 1..5 or a call.',
    ko: '"in" 뒤에는 훑을 것이 와요: 변수, 목록 ["a", "b"], 범위 1..5, 또는 호출.',
  };
  const fix = { start: token.start, end: token.start, text: "$", sure: true };
  const isName = token.type === "text" && /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(token.value);
  return new SyntaxProblem("bad-condition", token, message, isName ? { fix } : {});
}

function isOperatorLike(token: Token): boolean {
  return (
    token.type === "unknown_operator" && OPERATOR_MEANT.has(token.value) && token.value !== ","
  );
}

function misplacedOperator(position: Position, token: Token): SyntaxProblem {
  if (position === "operand") {
    const message = {
      en: `A call must stand between two operators, not "${token.value}" again.`,
      ko: korean`두 연산자 사이에는 호출이 있어야 하는데 "${token.value}"이(가) 또 나왔어요.`,
    };
    const fix = { start: token.start, end: token.end, text: "", sure: true };
    return new SyntaxProblem("expected-call", token, message, { fix });
  }
  const message = {
    en: `"${token.value}" needs a call in front of it.`,
    ko: `"${token.value}" 앞에 호출이 있어야 해요.`,
  };
  const fix = { start: token.start, end: token.end, text: "" };
  return new SyntaxProblem("leading-operator", token, message, { fix });
}

function unknownOperator(token: Token): SyntaxProblem {
  const guess = OPERATOR_MEANT.get(token.value);
  const meant =
    guess === undefined
      ? ""
      : { en: ` Did you mean "${guess.meant}"?`, ko: ` 혹시 "${guess.meant}"인가요?` };
  const message = joined(
    {
      en: `"${token.value}" is not an operator. The operators are ">>" (then), "&" (at the same time) and "??" (otherwise).`,
      ko: korean`"${token.value}"은(는) 연산자가 아니에요. 연산자는 ">>"(그다음), "&"(함께), "??"(안 되면)이에요.`,
    },
    meant,
  );
  const text = guess?.meant ?? ">>";
  const fix = { start: token.start, end: token.end, text, sure: guess?.sure === true };
  return new SyntaxProblem("unknown-operator", token, message, { fix });
}

/** Something follows a whole call, group or block. */
function afterComplete(before: Token, token: Token): SyntaxProblem {
  if (token.type === "object") return secondParams(before, token);
  if (token.type === "text" && token.value.startsWith(".")) {
    const message = {
      en: `"${token.value}" cannot follow a call: name the result with "$x = …" and read "$x.field".`,
      ko: korean`호출 뒤에 "${token.value}"을(를) 붙일 수 없어요. "$x = …"로 결과에 이름을 붙이고 "$x.field"로 읽으세요.`,
    };
    return problem("unsupported-postfix", token, message);
  }
  if (token.type === "group" && (before.data === "target" || before.data === "object"))
    return secondTarget(before, token);
  const isNext = token.type === "call" || token.type === "group" || token.type === "seed_tool";
  const said = token.type === "text" ? `"${shorten(token.value)}"` : undefined;
  const what = {
    en: said ?? "Something",
    ko: said === undefined ? "다른 것이" : korean`${said}이(가)`,
  };
  const message = {
    en: `${what.en} follows the call: calls are joined by ">>", "&" or "??", and a new statement starts on a new line.`,
    ko: `호출 뒤에 ${what.ko} 이어져요. 호출은 ">>", "&", "??"로 잇고, 새 문장은 새 줄에서 시작해요.`,
  };
  const fix = { start: token.start, end: token.start, text: ">> " };
  return new SyntaxProblem("trailing-text", token, message, isNext ? { fix } : {});
}

function secondTarget(before: Token, token: Token): SyntaxProblem {
  const message = {
    en: 'A call takes one target in "(…)", in front of its parameters.',
    ko: '호출의 대상은 "(…)" 하나이고, 매개변수 앞에 써요.',
  };
  const fix = { start: before.start, end: token.end, text: ", ", sure: true };
  return new SyntaxProblem("bad-target", token, message, before.data === "target" ? { fix } : {});
}

function secondParams(before: Token, token: Token): SyntaxProblem {
  if (before.type !== "close" || before.data !== "object") {
    return problem("trailing-text", token, {
      en: "Parameters follow a call, not a group.",
      ko: "매개변수는 묶음이 아니라 호출 뒤에 써요.",
    });
  }
  const fix = { start: before.start, end: token.end, text: ", ", sure: true };
  const message = {
    en: "A call takes its parameters in one pair of braces.",
    ko: "호출의 매개변수는 한 쌍의 중괄호에 모두 써요.",
  };
  return new SyntaxProblem("second-params", token, message, { fix });
}

/** A call was to start here. */
function noCall(position: Position, before: Token | null, token: Token): SyntaxProblem {
  const isOver = token.type === "end" || token.type === "separator" || token.type === "close";
  if (isOver && position === "operand" && before !== null) {
    const message = {
      en: `"${before.value}" needs a call after it.`,
      ko: `"${before.value}" 뒤에 호출이 있어야 해요.`,
    };
    const fix = { start: before.start, end: before.end, text: "" };
    return new SyntaxProblem("dangling-operator", before, message, { fix });
  }
  if (isOver && position === "assigned") {
    const message = { en: 'A call is missing after "=".', ko: '"=" 뒤에 호출이 빠졌어요.' };
    return new SyntaxProblem("missing-value", token, message);
  }
  if (isOver && position === "body") {
    return problem("expected-body", token, {
      en: "A block's body needs at least one call.",
      ko: "블록의 본문에는 호출이 하나 이상 있어야 해요.",
    });
  }
  if (token.type === "on_error") {
    const message = {
      en: '"[on_error: …]" stands first in its statement.',
      ko: '"[on_error: …]"는 문장 맨 앞에 써요.',
    };
    return new SyntaxProblem("expected-call", token, message);
  }
  const foreign = foreignWord(token);
  if (foreign !== undefined) return foreign;
  const written = shorten(token.value);
  const found = /^["'`“‘]/.test(written) ? written : `"${written}"`;
  const message = {
    en: `A call must stand here: [node:action]("target") {name: value}${written === "" ? "" : `, not ${found}`}.`,
    ko: `여기에는 ${written === "" ? "" : korean`${found}이(가) 아니라 `}호출이 와야 해요: [node:action]("target") {name: value}.`,
  };
  return new SyntaxProblem("expected-call", token, message);
}

/** Words of other languages for what is done otherwise here. */
const FOREIGN_WORDS: readonly (readonly [RegExp, Localized, string])[] = [
  [
    /^(?:while|until|loop|do)\b/i,
    {
      en: "There is no loop without an end: [each:] goes through a list or a range.",
      ko: "끝이 없는 반복은 없어요. [each:]로 목록이나 범위를 훑어요.",
    },
    "[each: $i in 1..<times>] { <calls> }",
  ],
  [
    /^(?:def|function|func|fn|lambda|class)\b/i,
    {
      en: "There are no functions: a program that is used again is saved as a workflow.",
      ko: "함수는 없어요. 다시 쓸 프로그램은 워크플로우로 저장해요.",
    },
    '[system:save_workflow]("<name>") {pipeline: "<program>"}, then [system:run]("<name>")',
  ],
  [
    /^(?:break|continue|next)\b/i,
    {
      en: "A loop goes through its whole list: what to leave out is said before it, or in the body by a condition.",
      ko: "반복은 목록을 끝까지 훑어요. 뺄 것은 앞에서 걸러 내거나 본문에서 조건으로 정해요.",
    },
    '[each: $x in <list> >> [system:filter]("<condition>") >> [system:take](<count>)] { [if: not (<condition to leave it out>)] { <calls> } }',
  ],
  [
    /^(?:time\.)?(?:sleep|wait|delay|setTimeout)\b/i,
    {
      en: "A program does not wait for a time: what comes later is scheduled.",
      ko: "프로그램은 시간을 기다리지 않아요. 나중에 할 일은 예약해요.",
    },
    '[system:schedule]("<name>") {after: "<10m>", pipeline: "<program>"}',
  ],
];

/** The problem of a block that there is not, such as `[while: …]`; none for any other name. */
export function foreignBlock(word: string, { start, end }: Span): SyntaxProblem | undefined {
  return word === "while" || word === "until"
    ? foreignWord({ value: word, start, end })
    : undefined;
}

function foreignWord({
  value,
  start,
  end,
}: Span & Pick<Token, "value">): SyntaxProblem | undefined {
  const found = FOREIGN_WORDS.find(([written]) => written.test(value));
  if (found === undefined) return undefined;
  const [, words, form] = found;
  return new SyntaxProblem("expected-call", { start, end }, words, { form });
}

function problem(code: SyntaxCode, span: Span, words: Localized): SyntaxProblem {
  return new SyntaxProblem(code, { start: span.start, end: span.end }, words);
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
