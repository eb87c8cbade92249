import { APPROVALS } from "./approvals.ts";
import { EVERYDAY } from "./everyday.ts";
import { GROUPS } from "./groups.ts";
import { MODELS } from "./models.ts";
import { PEOPLE } from "./people.ts";
import { SELVES } from "./selves.ts";
import { TIME } from "./time.ts";

/** Every conversation. */
export const ALL = [...EVERYDAY, ...APPROVALS, ...TIME, ...PEOPLE, ...SELVES, ...MODELS, ...GROUPS];
