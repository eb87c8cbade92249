import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openLibrary } from "../../../src/app/core/data-library.ts";
import { openTools } from "../../../src/app/core/tools.ts";
import { createLog } from "../../../src/base/log.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { ROOT, temporaryHome } from "../../support/service.ts";

const LOG = createLog({ write: () => undefined, redact: (text) => text, level: "silent" });

function library(home: string, hasTools: boolean) {
  const registry = { registry: openTools({ clock: new ManualClock() }) };
  const options = { watch: false, ...(hasTools ? registry : {}) };
  return openLibrary([join(ROOT, "data"), home], LOG, options);
}

test("the same data is prepared once in a process, other data and other tools anew", () => {
  const home = temporaryHome();
  try {
    const first = library(home.path, true);
    assert.equal(library(home.path, true).askingWords(), first.askingWords());
    assert.equal(library(home.path, true).actionSearch(), first.actionSearch());
    const bare = library(home.path, false);
    assert.notEqual(bare.askingWords(), first.askingWords());
    assert.ok(first.catalogue().actions.has("system:tool:calculate"));
    assert.ok(!bare.catalogue().actions.has("system:tool:calculate"));
    mkdirSync(join(home.path, "workflows"));
    writeFileSync(join(home.path, "workflows", "mine.yaml"), "title: Mine\n");
    assert.ok(library(home.path, true).workflows().has("mine"));
    assert.ok(!first.workflows().has("mine"));
    assert.ok(first.reload());
    assert.ok(first.workflows().has("mine"));
  } finally {
    home.remove();
  }
});
