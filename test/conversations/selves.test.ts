import { GROUPS } from "./groups.ts";
import { MODELS } from "./models.ts";
import { SELVES } from "./selves.ts";
import { testSame } from "./support/same.ts";

testSame([...SELVES, ...MODELS, ...GROUPS]);
