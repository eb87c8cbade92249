import { BENCHES, testShortForms } from "./support/short-form.ts";

testShortForms(BENCHES.light);
