import type { Json, JsonObject } from "../../base/json.ts";
import type { Expression, Program, Statement } from "./tree.ts";

/** The tree as plain JSON, without places: what `ibl-bot parse --json` prints under `program`. */
export function programJson(program: Program): JsonObject {
  return { statements: program.statements.map(statementJson) };
}

function statementJson({ kind, variable, onError, body }: Statement): Json {
  return {
    kind,
    ...(variable === undefined ? {} : { variable }),
    ...(onError === undefined ? {} : { onError }),
    body: expressionJson(body),
  };
}

function expressionJson(expression: Expression): Json {
  const { kind } = expression;
  switch (kind) {
    case "call": {
      const { node, action, args, params } = expression;
      return { kind, node, action, args, params };
    }
    case "sequence":
      return { kind, steps: expression.steps.map(expressionJson) };
    case "parallel":
      return { kind, branches: expression.branches.map(expressionJson) };
    case "fallback":
      return { kind, options: expression.options.map(expressionJson) };
    case "if": {
      const branches = expression.branches.map(({ condition, body }) => {
        return { condition, body: body.map(statementJson) };
      });
      return { kind, branches, otherwise: expression.otherwise?.map(statementJson) ?? null };
    }
    case "each": {
      const { variable, source, max, body } = expression;
      const most = max === undefined ? {} : { max };
      return { kind, variable, source, ...most, body: body.map(statementJson) };
    }
  }
}
