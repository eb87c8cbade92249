import type { Analysis } from "./analysis.ts";

/** The analyses by the names that definitions give them. */
export const ANALYSES: Readonly<Record<string, Analysis>> = {};
