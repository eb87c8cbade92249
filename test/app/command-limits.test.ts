import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { settleFolders } from "../../src/app/chat-files.ts";
import { chatFolder, copyFolder } from "../../src/app/core/home.ts";
import type { Sender } from "../../src/bots/platform/chat-adapter.ts";
import { Town } from "../support/town.ts";

const ANN: Sender = { id: "1001", name: "Ann", languageTag: "en" };

test("a command that passes its chat's quota says so and leaves the folder as it was, so that the next write fits", async (t) => {
  const town = new Town({ environment: { IBL_FILE_QUOTA_MB: "2" } });
  t.after(() => town.close());
  town.admit(ANN, "owner");
  await town.start();
  const command = (source: string): Promise<readonly string[]> =>
    town.run(ANN, `[system:run_command](${JSON.stringify(source)})`);
  const fill = "for i in $(seq 300); do head -c 100000 /dev/zero > p$i; sleep 0.02; done";
  const write = async (name: string): Promise<string> =>
    (await town.run(ANN, `[system:write]("${name}") {content: "kept"}`)).join("\n");
  await write("a.md");
  const sparse = "truncate -s 1M s1 s2 s3; echo lost > a.md";
  for (const source of [fill, sparse]) {
    const said = (await command(source)).join("\n");
    assert.match(
      said,
      /passed what the chat's folder may hold.*: nothing that it did there was kept/,
    );
    assert.match((await command("ls; cat a.md")).join("\n"), /a\.md\nkept/);
  }
  assert.doesNotMatch(await write("b.md"), /Delete something first/);
});

test("the start puts back a folder that a cut off command filled, says so in the log, and leaves those of living processes alone", async (t) => {
  const town = new Town({ environment: { IBL_FILE_QUOTA_MB: "2" } });
  t.after(() => town.close());
  const { home, lease } = town.parts;
  const leftBy = (name: string, chat: string): string => {
    const [root, copy] = [chatFolder(home, chat), copyFolder(home, chat, name)];
    for (const path of [root, join(copy, "before")]) {
      mkdirSync(path, { recursive: true });
      writeFileSync(join(path, "a.md"), "kept");
    }
    writeFileSync(join(root, "a.md"), "x".repeat(3_000_000));
    return readdirSync(home.filesPath).find((entry) => entry.includes(`.${name}.`)) ?? "";
  };
  leftBy("lease_of_a_dead_process", "telegram:1");
  const living = leftBy(lease.name, "telegram:2");
  await settleFolders(town.parts);
  const folder = chatFolder(home, "telegram:1");
  assert.equal(readFileSync(join(folder, "a.md"), "utf8"), "kept");
  assert.equal(statSync(join(chatFolder(home, "telegram:2"), "a.md")).size, 3_000_000);
  const copies = readdirSync(home.filesPath).filter((entry) => entry.startsWith("."));
  assert.deepEqual(copies, [living]);
  assert.match(town.log.join("\n"), /was cut off; it is as before it/);
});
