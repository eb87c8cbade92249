import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT } from "../support/service.ts";
import { BENCHES, testShortForms } from "./support/short-form.ts";

testShortForms(BENCHES.engine);

test("every bench is started by a test", () => {
  const files = readdirSync(join(ROOT, "bench")).filter((name) => name.endsWith(".ts"));
  assert.deepEqual(Object.values(BENCHES).flat().sort(), files.sort());
});
