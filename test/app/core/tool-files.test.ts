import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openToolFiles, openTools } from "../../../src/app/core/tools.ts";
import { createLog } from "../../../src/base/log.ts";
import { definitionText } from "../../agent/tools/support/tool-files.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { temporaryHome } from "../../support/service.ts";

test("a definition that is saved is loaded by itself and said in the log; a broken one is told with its line and changes nothing", async (t) => {
  const home = temporaryHome();
  const folder = join(home.path, "tools");
  mkdirSync(folder, { recursive: true });
  let heard = (): void => undefined;
  const lines: { readonly msg: string; readonly level: unknown; readonly line?: number }[] = [];
  const log = createLog({
    write(line) {
      lines.push(JSON.parse(line));
      heard();
    },
    redact: (text) => text,
    level: "info",
  });
  const registry = openTools({ clock: new ManualClock() });
  const files = openToolFiles([home.path], registry, log, { watch: true, handlers: [] });
  const awake = setInterval(() => undefined, 1000); // the watcher keeps no process alive
  t.after(() => {
    clearInterval(awake);
    files.close();
    home.remove();
  });
  const said = async (pattern: RegExp): Promise<(typeof lines)[number]> => {
    for (;;) {
      const found = lines.find(({ msg }) => pattern.test(msg));
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        heard = resolve;
      });
    }
  };
  const save = (text: string): void => writeFileSync(join(folder, "my_new_tool.yaml"), text);
  save(definitionText("my_new_tool"));
  await said(/^Tool reloaded: my_new_tool$/);
  assert.equal(files.discovery.getSpec("my_new_tool")?.version, "1.0.0");
  assert.ok(registry.getDefinitions().some(({ tool }) => tool === "my_new_tool"));
  save(definitionText("my_new_tool", "layer: nowhere"));
  const told = await said(/"layer" must be one of/);
  assert.equal(told.line, 3);
  assert.equal(files.set().get("my_new_tool")?.layer, "analysis");
  save("name: [");
  await said(/^The file is no YAML: /);
  assert.equal(files.problems().length, 1);
  assert.ok(registry.has("my_new_tool"));
  rmSync(join(folder, "my_new_tool.yaml"));
  await said(/^Tool removed: my_new_tool$/);
  assert.ok(!registry.has("my_new_tool"));
  assert.deepEqual(files.problems(), []);
});
