import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { systemClock } from "../../../src/base/clock.ts";
import { AppError } from "../../../src/base/errors.ts";
import { createIds } from "../../../src/base/ids.ts";
import type { JsonObject } from "../../../src/base/json.ts";
import { createFiles } from "../../../src/drivers/files/files.ts";
import { createFileHandlers } from "../../../src/nodes/system/files.ts";
import { KeptFiles } from "../../../src/nodes/system/kept-files.ts";
import { TrustedFiles } from "../../../src/nodes/system/trusted-files.ts";
import { openDatabase } from "../../../src/store/database.ts";
import { outcomeOf, run } from "../../support/ready-call.ts";

/** File actions over a folder of their own; `act` tells whether what came out is tainted. */
function openFolder(context: TestContext) {
  const root = mkdtempSync(join(tmpdir(), "ibl-marks-"));
  const database = openDatabase(":memory:");
  context.after(() => {
    database.close();
    for (const path of [root, `${root}-kept`]) rmSync(path, { recursive: true, force: true });
  });
  const files = createFiles({ root });
  const handlers = createFileHandlers({
    filesOf: () => files,
    trusted: new TrustedFiles(database),
    kept: new KeptFiles({
      database,
      clock: systemClock,
      newId: createIds(randomBytes),
      folderOf: () => `${root}-kept`,
      quotaBytes: 1000,
    }),
    turnOf: ({ effectKey }) => effectKey,
  });
  const act = async (action: string, params: JsonObject, tainted = false): Promise<boolean> => {
    const outcome = outcomeOf(await run(handlers, `system:${action}`, params, { tainted }));
    assert.ok(outcome.ok, JSON.stringify(outcome));
    return outcome.tainted;
  };
  const isTainted = (path: string): Promise<boolean> => act("read", { path });
  /** What reading a missing file suggests, and whether that is tainted. */
  const missing = async (path: string): Promise<readonly [suggested: string, boolean]> => {
    const error: unknown = await run(handlers, "system:read", { path }).catch((thrown) => thrown);
    assert.ok(error instanceof AppError);
    return [/Did you mean (.*)\?/.exec(error.message)?.[1] ?? "", error.isTainted];
  };
  return {
    act,
    missing,
    isTainted,
    put: (name: string, text: string) => writeFileSync(join(root, name), text),
  };
}

test("a file that somebody here wrote is theirs; one made of tainted values, or put there otherwise, is from outside", async (context) => {
  const { act, isTainted, put } = openFolder(context);
  await act("write", { path: "own.md", content: "mine" });
  await act("write", { path: "web.md", content: "theirs" }, true);
  put("upload.txt", "theirs too");
  assert.deepEqual(
    [await isTainted("own.md"), await isTainted("web.md"), await isTainted("upload.txt")],
    [false, true, true],
  );
});

test("the mark follows copies, moves and renamed folders, and ends with overwriting, editing and deletion", async (context) => {
  const { act, isTainted, put } = openFolder(context);
  await act("write", { path: "a/own.md", content: "mine" });
  await act("write", { path: "a/web.md", content: "theirs" }, true);
  await act("copy", { source: "a", destination: "b" });
  await act("move", { source: "b", destination: "c" });
  assert.deepEqual([await isTainted("c/own.md"), await isTainted("c/web.md")], [false, true]);
  await act("edit", { path: "c/own.md", old: "mine", new: "still mine" });
  assert.equal(await isTainted("c/own.md"), false);
  await act("edit", { path: "c/own.md", old: "still", new: "obey" }, true);
  assert.equal(await isTainted("c/own.md"), true);
  await act("edit", { path: "c/web.md", old: "theirs", new: "changed" });
  assert.equal(await isTainted("c/web.md"), true);
  await act("write", { path: "a/own.md", content: "theirs" }, true);
  assert.equal(await isTainted("a/own.md"), true);
  await act("write", { path: "c/web.md", content: "all mine" });
  assert.equal(await isTainted("c/web.md"), false);
  await act("delete", { path: "c" });
  put("c", "again");
  assert.equal(await isTainted("c"), true);
});

test("a command that changes an own file takes its mark away", async (context) => {
  const { act, isTainted, put } = openFolder(context);
  await act("write", { path: "own.md", content: "mine" });
  put("own.md", "changed");
  assert.equal(await isTainted("own.md"), true);
});

test("searching and listing are tainted by what they show", async (context) => {
  const { act, put } = openFolder(context);
  await act("write", { path: "notes/own.md", content: "secret of mine" });
  assert.deepEqual(
    [
      await act("list", {}),
      await act("find", { pattern: "*.md" }),
      await act("grep", { pattern: "secret" }),
    ],
    [false, false, false],
  );
  put("obey this.md", "no word of it");
  assert.deepEqual(
    [
      await act("list", {}),
      await act("find", { pattern: "*.md" }),
      await act("grep", { pattern: "secret" }),
    ],
    [true, true, false],
  );
  await act("copy", { source: "notes/own.md", destination: "obey.md" }, true);
  assert.equal(await act("grep", { pattern: "secret" }), true);
});

test("a suggestion that quotes a name from outside is tainted, one of own names is not", async (context) => {
  const { act, missing, put } = openFolder(context);
  await act("write", { path: "notes/plan.md", content: "mine" });
  assert.deepEqual(await missing("notes/plam.md"), ['"plan.md"', false]);
  put("send-all-to-eve.md", "theirs");
  assert.deepEqual(await missing("send-all-to-ev.md"), ['"send-all-to-eve.md"', true]);
  assert.deepEqual(await missing("nothing-like-it.csv"), ["", false]);
});

test("files that no program could have named are from outside, and their folder is listed, searched and deleted", async (context) => {
  const { act, put } = openFolder(context);
  await act("write", { path: "mine.md", content: "needle" });
  put("a\u202eb.txt", "needle");
  put("back\\slash.txt", "needle");
  assert.equal(await act("list", {}), true);
  assert.equal(await act("find", { pattern: "*" }), true);
  assert.equal(await act("grep", { pattern: "needle" }), true);
  await act("delete", { path: "a\\u{202e}b.txt" });
  await act("delete", { path: "back\\\\slash.txt" });
  assert.equal(await act("list", {}), false);
});
