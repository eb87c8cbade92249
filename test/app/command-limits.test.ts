import assert from "node:assert/strict";
import { test } from "node:test";
import type { Sender } from "../../src/bots/platform/chat-adapter.ts";
import { Town } from "../support/town.ts";

const ANN: Sender = { id: "1001", name: "Ann", languageTag: "en" };

test("a command that passes its chat's quota is stopped and says so, and the next write is refused until something is deleted", async (t) => {
  const town = new Town({ environment: { IBL_FILE_QUOTA_MB: "2" } });
  t.after(() => town.close());
  town.admit(ANN, "owner");
  await town.start();
  const command = (source: string): Promise<readonly string[]> =>
    town.run(ANN, `[system:run_command](${JSON.stringify(source)})`);
  const fill = "for i in $(seq 300); do head -c 100000 /dev/zero > p$i; sleep 0.02; done";
  assert.match((await command(fill)).join("\n"), /was stopped: it filled the chat's folder/);
  assert.match(
    (await town.run(ANN, '[system:write]("a.md") {content: "a"}')).join("\n"),
    /already holds .* of its 2(\.0)? Mi?B\. Delete something first/,
  );
  const quick = await command("cp p1 q && echo done");
  assert.match(quick.join("\n"), /nothing can be added until something is deleted/);
  assert.doesNotMatch((await command("rm -f p* q && echo done")).join("\n"), /more than its quota/);
  assert.doesNotMatch(
    (await town.run(ANN, '[system:write]("a.md") {content: "a"}')).join("\n"),
    /Delete something first/,
  );
});
