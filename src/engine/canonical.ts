import type { Call, Expression, Program, Statement } from "./tree.ts";

/** How a call of the tree is to be written: by the action it resolved to, without the `type` that chose it. */
export type Resolutions = ReadonlyMap<Call, Pick<Call, "node" | "action" | "params">>;

/** The same program with every call named by the action that runs, as approvals show it and digests cover it. */
export function canonicalProgram(program: Program, resolutions: Resolutions): Program {
  return { statements: program.statements.map((statement) => ofStatement(statement, resolutions)) };
}

function ofStatement(statement: Statement, resolutions: Resolutions): Statement {
  return { ...statement, body: ofExpression(statement.body, resolutions) };
}

function ofExpression(expression: Expression, resolutions: Resolutions): Expression {
  const inside = (entry: Expression): Expression => ofExpression(entry, resolutions);
  const body = (statements: readonly Statement[]): readonly Statement[] =>
    statements.map((statement) => ofStatement(statement, resolutions));
  switch (expression.kind) {
    case "call":
      return { ...expression, ...resolutions.get(expression) };
    case "sequence":
      return { ...expression, steps: expression.steps.map(inside) };
    case "parallel":
      return { ...expression, branches: expression.branches.map(inside) };
    case "fallback":
      return { ...expression, options: expression.options.map(inside) };
    case "each":
      return { ...expression, body: body(expression.body) };
    case "if":
      return {
        ...expression,
        branches: expression.branches.map((branch) => ({ ...branch, body: body(branch.body) })),
        otherwise: expression.otherwise === null ? null : body(expression.otherwise),
      };
  }
}
