import { APPROVALS } from "./approvals.ts";
import { testSame } from "./support/same.ts";

testSame(APPROVALS);
