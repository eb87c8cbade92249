import assert from "node:assert/strict";
import { test } from "node:test";
import { openDatabase } from "../../src/store/database.ts";
import { Workflows } from "../../src/store/workflows.ts";
import { ManualClock } from "../support/manual-clock.ts";

const BEFORE = { pipeline: "[system:time]" };
const AFTER = { pipeline: "[system:list]" };

test("what a turn saved over another is known, for each person alone", () => {
  const clock = new ManualClock();
  const workflows = new Workflows({
    database: openDatabase(":memory:"),
    clock,
    shipped: () => new Map(),
  });
  workflows.save("ann", "daily", BEFORE, { isTainted: true, isHeld: true, turn: "one" });
  workflows.save("ben", "daily", BEFORE, { isTainted: false, turn: "one" });
  assert.deepEqual(workflows.replacedIn("ann", "one"), []);
  workflows.save("ann", "daily", AFTER, { isTainted: false, turn: "two" });
  workflows.save("ann", "daily", BEFORE, { isTainted: false, turn: "two" });
  workflows.save("ann", "new", AFTER, { isTainted: false, turn: "two" });
  workflows.save("ben", "daily", AFTER, { isTainted: false, turn: "two" });
  assert.deepEqual(workflows.replacedIn("ann", "two"), ["daily"]);
  assert.deepEqual(workflows.get("ben", "daily")?.definition, AFTER);
});
