import { digestOf } from "../../base/digest.ts";
import { type Diagnostic, diagnose, type Warning } from "../language/diagnostics.ts";
import { printProgram } from "../language/printer.ts";
import type { Call, Expression, Program, Statement } from "../language/tree.ts";
import { withAskingWhenReached } from "./asks-when-reached.ts";
import { PlanBuilder, type PlanRequest } from "./builder.ts";
import { type Report, reportOf, withManyWaiting } from "./effects-report.ts";
import { type FieldFault, fieldFaults } from "./field-check.ts";
import { withOwnBraces } from "./own-braces.ts";
import type { PlannedStatement } from "./planned-tree.ts";

/** A program that may run: every call resolved, every problem absent. Frozen in meaning by its digest. */
export interface Plan {
  /** Canonical text. */
  readonly program: string;
  readonly statements: readonly PlannedStatement[];
  readonly report: Report;
  readonly warnings: readonly Warning[];
  /** SHA-256 over canonical program, the programs it runs, report, constants, person and chat. */
  readonly digest: string;
}

/** A plan, or everything that is wrong with the program: at least one problem. */
export type PlanResult =
  | { readonly ok: true; readonly plan: Plan }
  | { readonly ok: false; readonly problems: readonly Diagnostic[] };

/** Resolves, binds and checks a whole program before anything runs. All problems are reported at once. Pure. */
export function planProgram(request: PlanRequest): PlanResult {
  const read = withOwnBraces(request.program, request.catalogue);
  const builder = new PlanBuilder({ ...request, program: read });
  const statements = builder.build();
  if (builder.problems.length > 0) return { ok: false, problems: builder.problems };
  const faults = fieldFaults(statements).map((fault) => problemOf(fault, request.source));
  if (faults.length > 0) return { ok: false, problems: faults };
  const program = printProgram(canonicalProgram(read, builder.resolutions));
  const { actions } = request.catalogue;
  const effects = withManyWaiting(
    builder.effects,
    ({ node, action }) => actions.get(`${node}:${action}`)?.approvalBeyond,
  );
  const isUnattended = request.situations?.includes("unattended") === true;
  const report = reportOf(withAskingWhenReached(effects, statements, isUnattended));
  const digest = digestOf({
    program,
    inner: builder.innerPrograms,
    report,
    owner: request.owner,
    constants: request.constants ?? {},
  });
  return { ok: true, plan: { program, statements, report, warnings: builder.warnings, digest } };
}

/** A path that leads nowhere, where it first stands. */
function problemOf({ text, words, meant }: FieldFault, source: string): Diagnostic {
  const start = Math.max(0, source.indexOf(text));
  const end = start + text.length;
  const correction =
    meant === undefined || !source.startsWith(text, start)
      ? {}
      : { correction: `${source.slice(0, start)}${meant}${source.slice(end)}` };
  return diagnose(source, { start, end }, { code: "no-such-field", words, ...correction });
}

/** How a call of the tree is to be written: by the action it resolved to, without the `type` that chose it. */
type Resolutions = ReadonlyMap<Call, Pick<Call, "node" | "action" | "params">>;

/** The same program with every call named by the action that runs, as approvals show it and digests cover it. */
function canonicalProgram(program: Program, resolutions: Resolutions): Program {
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
    case "value":
      return expression;
    case "sequence":
      return { ...expression, steps: ofExpressions(expression.steps, resolutions) };
    case "parallel":
      return { ...expression, branches: ofExpressions(expression.branches, resolutions) };
    case "fallback":
      return { ...expression, options: ofExpressions(expression.options, resolutions) };
    case "each": {
      const { source } = expression;
      const isRun = typeof source !== "string" && source.kind !== "range";
      return {
        ...expression,
        source: isRun ? ofExpression(source, resolutions) : source,
        body: ofStatements(expression.body, resolutions),
      };
    }
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
