import type { Report } from "../engine/plan/effects-report.ts";

/** Whether nothing but reading can come of a program: all of it reads, nothing is kept for later, and no code in it is known only while it runs. Pure. */
export function onlyReads({ effects }: Report): boolean {
  return effects.every(
    ({ effect, later, details }) =>
      effect === "read" &&
      !later &&
      details.every(({ role, value }) => role !== "code" || value !== undefined),
  );
}
