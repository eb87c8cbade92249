import type { PlannerResult } from "../../../src/agent/planner/result.ts";

/** The first action of the program that would be run, or with `all` of each that would be offered too. */
export function firstActions(result: PlannerResult, which: "sure" | "all"): readonly string[] {
  if (result.kind === "none" || (which === "sure" && result.kind !== "sure")) return [];
  const programs = result.kind === "sure" ? [result] : result.proposals;
  return programs.map(({ code }) => /\[([a-z]+:[a-z_]+)\]/.exec(code)?.[1] ?? "");
}
