import type { Clock } from "../../src/base/clock.ts";
import { dayIn } from "../../src/base/format-time.ts";
import { Budgets } from "../../src/security/limits/budgets.ts";
import { Rates } from "../../src/security/limits/rate-limits.ts";
import type { Database } from "../../src/store/database.ts";

/** Rates and budgets that limit nothing. */
export function unlimited(parts: {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: (prefix: string) => string;
}) {
  const dayOf = (atMs: number) => dayIn("UTC", atMs);
  return { rates: new Rates(parts), budgets: new Budgets({ ...parts, dayOf }) };
}
