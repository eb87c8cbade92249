import { digestOf } from "../../base/digest.ts";
import type { Diagnostic, Warning } from "../language/diagnostics.ts";
import { printProgram } from "../language/printer.ts";
import { PlanBuilder, type PlanRequest } from "./builder.ts";
import { canonicalProgram } from "./canonical.ts";
import { type Report, reportOf } from "./effects-report.ts";
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
  const builder = new PlanBuilder(request);
  const statements = builder.build();
  if (builder.problems.length > 0) return { ok: false, problems: builder.problems };
  const program = printProgram(canonicalProgram(request.program, builder.resolutions));
  const report = reportOf(builder.effects);
  const digest = digestOf({
    program,
    inner: builder.innerPrograms,
    report,
    owner: request.owner,
    constants: request.constants ?? {},
  });
  return { ok: true, plan: { program, statements, report, warnings: builder.warnings, digest } };
}
