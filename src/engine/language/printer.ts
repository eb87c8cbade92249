import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import { formulaEnd, isBareKey, opensReference } from "./lexer-text.ts";
import type { Call, Each, Expression, If, Program, Statement } from "./tree.ts";

/**
 * The canonical text of a tree: one statement a line, strings in double quotes, commas and spaces always alike, blocks indented
 * by two spaces. Parsing it gives the same tree, without warnings unless a condition, which stands as written, has one. Arguments
 * that are not text are printed as their JSON text.
 */
export function printProgram(program: Program): string {
  return printStatements(program.statements, "");
}

/** The canonical text of one expression, as it stands in a program. */
export function printExpression(expression: Expression): string {
  return print(expression, "", "sequence");
}

/** The canonical text of one value, as it stands in an object. */
export function printValue(value: Json): string {
  if (typeof value === "string") return printString(value);
  if (typeof value === "number") return printNumber(value);
  if (Array.isArray(value)) return `[${value.map(printValue).join(", ")}]`;
  return isJsonObject(value) ? printObject(value) : String(value);
}

/** What may stand unparenthesised at a place: the operator itself, or only what binds tighter. */
type Level = "sequence" | "parallel" | "primary";

function printStatements(statements: readonly Statement[], indent: string): string {
  return statements
    .map((statement, index) => {
      // Before an object a line break alone would end nothing.
      const end = index > 0 && isObject(statement) ? ";" : "";
      return `${end}${index > 0 ? "\n" : ""}${printStatement(statement, indent)}`;
    })
    .join("");
}

function isObject({ variable, body }: Statement): boolean {
  return variable === undefined && body.kind === "value" && isJsonObject(body.value);
}

function printStatement(statement: Statement, indent: string): string {
  const { variable, variables, onError, body } = statement;
  const head = onError === undefined ? "" : `[on_error: ${onError}] `;
  if (variables !== undefined) return `${indent}${head}${printNamed(variables, body, indent)}`;
  const assignment = variable === undefined ? "" : `$${variable} = `;
  return `${indent}${head}${assignment}${print(body, indent, "sequence")}`;
}

/** Branches are parenthesised, so that nobody need know where one ends. */
function printNamed(variables: readonly string[], body: Expression, indent: string): string {
  const branches = body.kind === "parallel" ? body.branches : [body];
  return branches
    .map((branch, index) => {
      const isValueFirst = branch.kind === "sequence" && branch.steps[0]?.kind === "value";
      const text = print(branch, indent, isValueFirst ? "sequence" : "primary");
      return `$${variables[index] ?? ""} = ${text}`;
    })
    .join(" & ");
}

function print(expression: Expression, indent: string, level: Level): string {
  switch (expression.kind) {
    case "call":
      return printCall(expression);
    case "value":
      return printValue(expression.value);
    case "if":
      return printIf(expression, indent);
    case "each":
      return printEach(expression, indent);
    case "sequence":
      return join(expression.steps, " >> ", indent, "parallel", level === "sequence");
    case "parallel":
      return join(expression.branches, " & ", indent, "primary", level !== "primary");
    case "fallback":
      // Beside "&" it is parenthesised although it binds tighter, so that nobody need know that.
      return join(expression.options, " ?? ", indent, "primary", level !== "primary");
  }
}

function join(
  parts: readonly Expression[],
  operator: string,
  indent: string,
  level: Level,
  isPlain: boolean,
): string {
  const text = parts.map((part) => print(part, indent, level)).join(operator);
  return isPlain ? text : `(${text})`;
}

function printCall({ node, action, args, params }: Call): string {
  const target = args.length === 0 ? "" : `(${args.map(printArg).join(", ")})`;
  const object = Object.keys(params).length === 0 ? "" : ` ${printObject(params)}`;
  return `[${node}:${action}]${target}${object}`;
}

function printArg(arg: Json): string {
  return printString(typeof arg === "string" ? arg : JSON.stringify(arg));
}

function printIf({ branches, otherwise }: If, indent: string): string {
  const heads = branches.map(({ condition, body }, index) => {
    const word = index === 0 ? "if" : "else if";
    return `[${word}: ${condition}] ${printBody(body, indent)}`;
  });
  const last = otherwise === null ? [] : [`[else] ${printBody(otherwise, indent)}`];
  return [...heads, ...last].join(" ");
}

function printEach(each: Each, indent: string): string {
  const { variable, counter, source, max, parallel, body } = each;
  const count = counter === undefined ? "" : `, $${counter}`;
  const most = max === undefined ? "" : `, max: ${max}`;
  const together = parallel === undefined ? "" : ", parallel: true";
  const head = `$${variable}${count} in ${printSource(source, indent)}${most}${together}`;
  return `[each: ${head}] ${printBody(body, indent)}`;
}

function printSource(source: Each["source"], indent: string): string {
  if (typeof source === "string") return source;
  return source.kind === "range"
    ? `${source.from}..${source.to}`
    : print(source, indent, "sequence");
}

function printBody(statements: readonly Statement[], indent: string): string {
  return `{\n${printStatements(statements, `${indent}  `)}\n${indent}}`;
}

function printObject(record: JsonObject): string {
  const pairs = Object.entries(record).map(([key, value]) => {
    return `${isBareKey(key) ? key : printString(key)}: ${printValue(value)}`;
  });
  return `{${pairs.join(", ")}}`;
}

/** A whole number beyond 2^53-1 gets an exponent: written out, it would be read as text. */
function printNumber(value: number): string {
  if (!Number.isFinite(value)) return "null";
  const isLong = Number.isInteger(value) && !Number.isSafeInteger(value);
  return isLong ? value.toExponential() : String(value);
}

const BACKSLASHES = /\\+/g;
/** What must not stand raw in a canonical string: quotes, controls, line separators, marks that turn the reading direction, halves of surrogate pairs. */
const UNSAFE = /["\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Surrogate}]/gu;
const SHORT: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

function printString(text: string): string {
  const doubled = text.replace(BACKSLASHES, (run: string, at: number) => {
    return opensReference(text, at + run.length) ? run : `${run}${run}`;
  });
  return `"${withoutOpenBraces(doubled).replace(UNSAFE, printUnsafe)}"`;
}

/** Braces that never close as an escape: the quote at the end of the string would be read as one in them. */
function withoutOpenBraces(text: string): string {
  return text.replace(/(?<!\\)\$\{/g, (all: string, at: number) =>
    formulaEnd(text, at) === at ? "$\\u007b" : all,
  );
}

function printUnsafe(character: string): string {
  const code = character.charCodeAt(0).toString(16).padStart(4, "0");
  return SHORT.get(character) ?? `\\u${code}`;
}
