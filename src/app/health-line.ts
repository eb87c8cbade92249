/** One line of `doctor` and of the first-run screen. */
export interface HealthLine {
  readonly name: string;
  readonly state: "ok" | "missing" | "problem";
  readonly detail: string;
  /** What to do about it. */
  readonly next?: string;
}
