import { ENGLISH } from "./english.ts";
import { KOREAN } from "./korean.ts";
import type { Task } from "./task.ts";

/** All of them. */
export const TASKS: readonly Task[] = [...KOREAN, ...ENGLISH];
