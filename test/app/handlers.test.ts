import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { openParts } from "../../src/app/parts.ts";
import { createLog } from "../../src/base/log.ts";
import { parseConfig } from "../../src/config.ts";
import { ROOT, temporaryHome } from "../support/service.ts";
import { ShiftedClock } from "../support/shifted-clock.ts";

test("every action of the catalogue has a handler, and every example plans", async (t) => {
  const home = temporaryHome();
  const parts = openParts({
    config: parseConfig({ IBL_HOME: home.path, IBL_TIME_ZONE: "Asia/Seoul" }, ROOT),
    edges: {
      clock: new ShiftedClock(),
      faultPoint: () => undefined,
      randomBytes: (size) => randomBytes(size),
    },
    log: createLog({ write: () => undefined, redact: (text) => text }),
    root: ROOT,
    watch: false,
  });
  t.after(async () => {
    await parts.close();
    home.remove();
  });
  const definitions = [...parts.library.catalogue().actions.values()];
  assert.deepEqual(
    definitions
      .filter((definition) => parts.handlerOf(definition) === undefined)
      .map(({ node, action }) => `${node}:${action}`),
    [],
  );
  const owner = parts.people.owners()[0]!;
  const actor = parts.door.actor(owner, "console:local");
  const problems = definitions.flatMap((definition) =>
    definition.examples.flatMap(({ code }) => {
      const planned = parts.gate.compile(code, actor);
      return planned.ok
        ? []
        : [`${code}: ${planned.problems.map((problem) => problem.message).join(" ")}`];
    }),
  );
  assert.deepEqual(problems, []);
  assert.deepEqual(parts.library.problems(), []);
});
