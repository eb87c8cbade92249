import assert from "node:assert/strict";
import { test } from "node:test";
import { commandAt } from "../support/command-line-here.ts";
import { temporaryHome } from "../support/service.ts";

test("agents are listed, and one is shown by its name or title", async (t) => {
  const home = temporaryHome();
  t.after(() => home.remove());
  const list = await commandAt(home.path, ["agents", "list", "--json"]);
  assert.equal(list.code, 0, list.errors);
  const agents: readonly { readonly id: string }[] = list.json();
  const ids = agents.map((agent) => agent.id);
  assert.equal(ids[0], "system/system");
  assert.ok(ids.includes("research/news"));
  const shown = await commandAt(home.path, ["agents", "show", "뉴스", "담당", "--json"]);
  const { id, nodes }: { readonly id: string; readonly nodes: readonly string[] } = shown.json();
  assert.deepEqual([id, nodes], ["research/news", ["system", "source"]]);
  const none = await commandAt(home.path, ["agents", "show", "nobody"]);
  assert.equal(none.code, 1);
});
