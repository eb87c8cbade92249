import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { definitionText } from "../agent/tools/support/tool-files.ts";
import { commandAt } from "../support/command-line-here.ts";
import { temporaryHome } from "../support/service.ts";

test("tools of HOME are listed, checked, drawn and run, one as a program through the gate", async (t) => {
  const home = temporaryHome();
  t.after(() => home.remove());
  const folder = join(home.path, "data", "tools");
  mkdirSync(folder, { recursive: true });
  const save = (name: string, ...lines: readonly string[]): void =>
    writeFileSync(join(folder, `${name}.yaml`), definitionText(name, ...lines));
  save("shout", "config: {compute: 'return {value: text.toUpperCase()}'}");
  save(
    "counted",
    "dependencies: [shout]",
    'config: {program: \'[system:tool]("count_text") {text: "$shout.value"}\'}',
    "output_schema: {type: object, properties: {characters: {type: integer}}, required: [characters]}",
  );
  save(
    "above",
    "layer: report",
    "dependencies: [counted]",
    "config: {compute: 'return {value: String(counted.characters)}'}",
  );
  const list = await commandAt(home.path, ["tools", "list", "shout", "--json"]);
  assert.equal(list.code, 0, list.errors);
  const [shout]: readonly Record<string, unknown>[] = list.json();
  assert.deepEqual(
    [shout?.["name"], shout?.["executor"], shout?.["body"]],
    ["shout", "analysis_executor", "compute"],
  );
  const graph = await commandAt(home.path, ["tools", "graph"]);
  assert.match(graph.output, /shout\n {4}└─► counted\n {8}└─► above/);
  assert.equal((await commandAt(home.path, ["tools", "validate"])).code, 0);
  const run = async (name: string): Promise<unknown> => {
    const ran = await commandAt(home.path, ["tools", "run", name, '{"text": "a $b c"}', "--json"]);
    const { value }: { readonly value: unknown } = ran.json();
    return value;
  };
  assert.deepEqual(await run("shout"), { value: "A $B C" });
  assert.equal(((await run("counted")) as { characters: number }).characters, 6);
  assert.deepEqual(await run("above"), { value: "6" });
  save("bad", "version: one");
  const checked = await commandAt(home.path, ["tools", "validate", folder]);
  assert.equal(checked.code, 1);
  assert.match(checked.output, /^tools\/bad\.yaml:2: "version"/m);
  const none = await commandAt(home.path, ["tools", "run", "shout", "[1]"]);
  assert.equal(none.code, 2);
});
