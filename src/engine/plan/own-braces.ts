import type { Catalogue } from "../catalogue/catalogue.ts";
import type { Call, Each, Expression, If, Literal, Program, Statement } from "../language/tree.ts";
import { bindCall } from "./bind.ts";
import { takesParam } from "./mend-call.ts";
import { resolveCall } from "./resolve.ts";

/**
 * The program with braces on a line of their own as the value that they are, where they cannot be the parameters of the call before
 * them: it only reads, is whole without them, and takes none of their names. Pure.
 */
export function withOwnBraces(program: Program, catalogue: Catalogue): Program {
  return { statements: program.statements.flatMap((statement) => split(statement, catalogue)) };
}

/** One statement or, with the braces behind its last call, two. */
function split(written: Statement, catalogue: Catalogue): readonly Statement[] {
  const statement = { ...written, body: withBodies(written.body, catalogue) };
  const value = ownValue(statement.body, catalogue);
  if (value === undefined) return [statement];
  const before = { ...statement, body: withoutBraces(statement.body) };
  return [before, { kind: "statement", body: value, span: value.span }];
}

/** The braces behind the last call of an expression, where they are a value. */
function ownValue(expression: Expression, catalogue: Catalogue): Literal | undefined {
  const call = lastCall(expression);
  if (call?.ownLine === undefined) return undefined;
  const bare = withoutBraces(call) as Call; // a call stays a call
  const resolution = resolveCall(catalogue, bare);
  if (!resolution.ok || resolution.definition.effect !== "read") return undefined;
  const { definition, usesType } = resolution;
  if (Object.keys(call.ownLine.value as object).some((name) => takesParam(definition, bare, name)))
    return undefined;
  const { problems } = bindCall(definition, bare, { hasPrevious: call !== expression, usesType });
  return problems.length === 0 ? call.ownLine : undefined;
}

function lastCall(expression: Expression): Call | undefined {
  if (expression.kind === "call") return expression;
  const last = expression.kind === "sequence" ? expression.steps.at(-1) : undefined;
  return last === undefined ? undefined : lastCall(last);
}

/** An expression whose last call has no braces on a line of their own. */
function withoutBraces(expression: Expression): Expression {
  if (expression.kind === "sequence") {
    const last = expression.steps.slice(-1).map(withoutBraces);
    return { ...expression, steps: [...expression.steps.slice(0, -1), ...last] };
  }
  if (expression.kind !== "call") return expression;
  const { ownLine, ...call } = expression;
  const own = Object.keys((ownLine?.value ?? {}) as object);
  const params = Object.entries(call.params).filter(([name]) => !own.includes(name));
  const [start, end] = [call.span.start, ownLine?.span.start ?? call.span.end];
  return { ...call, params: Object.fromEntries(params), span: { start, end } };
}

/** An expression with the same done in the bodies of its blocks, whose last statement alone may be a value. */
function withBodies(expression: Expression, catalogue: Catalogue): Expression {
  const inBody = (body: readonly Statement[]): readonly Statement[] =>
    body.flatMap((statement, index) =>
      index === body.length - 1
        ? split(statement, catalogue)
        : [{ ...statement, body: withBodies(statement.body, catalogue) }],
    );
  switch (expression.kind) {
    case "each":
      return inEach(expression, inBody);
    case "if":
      return inIf(expression, inBody);
    case "sequence":
      return { ...expression, steps: expression.steps.map((step) => withBodies(step, catalogue)) };
    default:
      return expression;
  }
}

type InBody = (body: readonly Statement[]) => readonly Statement[];

function inEach(block: Each, inBody: InBody): Each {
  return { ...block, body: inBody(block.body) };
}

function inIf(block: If, inBody: InBody): If {
  const { branches, otherwise } = block;
  return {
    ...block,
    branches: branches.map((branch) => ({ ...branch, body: inBody(branch.body) })),
    otherwise: otherwise === null ? null : inBody(otherwise),
  };
}
