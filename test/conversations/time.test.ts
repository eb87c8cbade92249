import { PEOPLE } from "./people.ts";
import { testSame } from "./support/same.ts";
import { TIME } from "./time.ts";

testSame([...TIME, ...PEOPLE]);
