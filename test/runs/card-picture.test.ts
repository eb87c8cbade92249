import assert from "node:assert/strict";
import { test } from "node:test";
import { success } from "../../src/engine/values/outcome.ts";
import { GateWorld, words } from "../agent/support/gate-world.ts";

/** A world whose pictures are named after the call and what is known of it. */
function pictured(): GateWorld {
  return new GateWorld(
    {},
    {
      pictureOf: async ({ definition, params }) => {
        const path = `/${definition.action}/${Object.values(params).join(" ")}.png`;
        return { path, name: "screen.png", mediaType: "image/png" };
      },
    },
  );
}

test("the card of a plan shows what its first asking effect acts on", async () => {
  const world = pictured();
  const asked = await world.run('[system:time]\n[system:delete]("a.md")\n[system:delete]("b.md")');
  assert.equal(words(asked), "waiting: plan");
  assert.equal(world.cardOf(asked).card.picture?.path, "/delete/a.md.png");
});

test("the card of a step that waits for its values shows what it acts on then", async () => {
  const world = pictured();
  world.acts["system:list"] = () => success("c.md", { tainted: true });
  const asked = await world.run('$name = [system:list]\n[system:write]("$name") {content: "x"}');
  assert.equal(words(asked), "waiting: value");
  assert.equal(world.cardOf(asked).card.picture?.path, "/write/x c.md.png");
});
