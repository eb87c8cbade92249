import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { commandAt } from "../support/command-line-here.ts";
import { temporaryHome } from "../support/service.ts";
import { readZip } from "../support/zip-reader.ts";

test("the command line tells how the service is, and writes everything of a person", async (t) => {
  const home = temporaryHome();
  t.after(() => home.remove());
  await commandAt(home.path, ["run", '[source:save_memory]("오미자차")']);
  const status = (await commandAt(home.path, ["status", "--json"])).json() as {
    readonly ok: boolean;
    readonly startedAtMs?: number;
    readonly own: { readonly kept: Readonly<Record<string, number>> };
    readonly service: { readonly people: number };
    readonly keepDays: Readonly<Record<string, number>>;
  };
  assert.deepEqual([status.ok, status.startedAtMs, status.service.people], [true, undefined, 1]);
  assert.deepEqual([status.own.kept["memories"], status.own.kept["runs"]], [1, 1]);
  assert.deepEqual(status.keepDays, { messages: 90, transport: 30, done: 90 });

  const file = join(home.path, "mine.zip");
  const made = await commandAt(home.path, ["export", "person_local", file]);
  assert.equal(made.code, 0, made.errors);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const zip = await readZip(readFileSync(file));
  assert.match(zip.get("data/memories.json")?.toString() ?? "", /오미자차/);
  assert.match(zip.get("README.txt")?.toString() ?? "", /님의 데이터/);

  const again = await commandAt(home.path, ["export", "person_local", file]);
  assert.deepEqual([again.code, /이미 있어요/.test(again.errors)], [1, true]);
  const nobody = await commandAt(home.path, ["export", "Nobody", join(home.path, "b.zip")]);
  assert.match(nobody.errors, /"Nobody"라는 사람은 없어요[\s\S]*person_local/);
});
