import assert from "node:assert/strict";
import { test } from "node:test";
import { partsAt } from "../support/parts.ts";
import { temporaryHome } from "../support/service.ts";

test("every action of the catalogue has a handler, and every example plans", async (t) => {
  const home = temporaryHome();
  const parts = partsAt(home.path, { IBL_TIME_ZONE: "Asia/Seoul" });
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
  const actor = parts.admission.actor(owner, "console:local");
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
