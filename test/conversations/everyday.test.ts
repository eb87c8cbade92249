import { EVERYDAY } from "./everyday.ts";
import { testSame } from "./support/same.ts";

testSame(EVERYDAY);
