import type { Call, Expression, Program, Statement } from "../language/tree.ts";

/** How a call of the tree is to be written: by the action it resolved to, without the `type` that chose it. */
export type Resolutions = ReadonlyMap<Call, Pick<Call, "node" | "action" | "params">>;

/** The same program with every call named by the action that runs, as approvals show it and digests cover it. */
export function canonicalProgram(program: Program, resolutions: Resolutions): Program {
  return { statements: ofStatements(program.statements, resolutions) };
}

function ofStatements(
  statements: readonly Statement[],
  resolutions: Resolutions,
): readonly Statement[] {
  return statements.map((statement) => {
    return { ...statement, body: ofExpression(statement.body, resolutions) };
  });
}

function ofExpressions(
  expressions: readonly Expression[],
  resolutions: Resolutions,
): readonly Expression[] {
  return expressions.map((expression) => ofExpression(expression, resolutions));
}

function ofExpression(expression: Expression, resolutions: Resolutions): Expression {
  switch (expression.kind) {
    case "call":
      return { ...expression, ...resolutions.get(expression) };
    case "sequence":
      return { ...expression, steps: ofExpressions(expression.steps, resolutions) };
    case "parallel":
      return { ...expression, branches: ofExpressions(expression.branches, resolutions) };
    case "fallback":
      return { ...expression, options: ofExpressions(expression.options, resolutions) };
    case "each":
      return { ...expression, body: ofStatements(expression.body, resolutions) };
    case "if": {
      const { branches, otherwise } = expression;
      return {
        ...expression,
        branches: branches.map((branch) => {
          return { ...branch, body: ofStatements(branch.body, resolutions) };
        }),
        otherwise: otherwise === null ? null : ofStatements(otherwise, resolutions),
      };
    }
  }
}
