import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  renameSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { DIMENSIONS } from "../../../src/rag/encoders/encoder.ts";
import { openUsageDatabase } from "../../../src/rag/store/database.ts";
import { UsageStore } from "../../../src/rag/store/example-store.ts";
import { openDatabase } from "../../../src/store/database.ts";
import { BackupPlace, failingAt, modeOf } from "../support/backup-place.ts";

test("everything that is state comes back: files of every kind, times, folders, the overlay and large results", async (t) => {
  const place = new BackupPlace(t);
  const large = Buffer.alloc(2 * 1024 * 1024 + 7, 0xab);
  place.put("files/telegram_1/사진.bin", large);
  place.put("files/telegram_1/run.sh", "#!/bin/sh\n");
  place.put("files/telegram_1/.hidden", "h");
  place.put("data/workflows/mine.yaml", "name: mine\n");
  place.put("service.lock.txt", "not state");
  place.put("browser/profile", "not state");
  mkdirSync(join(place.home, "files", "telegram_1", "empty"));
  chmodSync(join(place.home, "files", "telegram_1", "run.sh"), 0o755);
  const result = await place.backup();
  assert.equal(modeOf(place.file), 0o600);
  assert.deepEqual([result.leftOut, result.unsteady], [[], []]);
  const restored = await place.restore();
  assert.equal(restored.movedTo, undefined);
  assert.deepEqual(Object.keys(place.state(place.other)).sort(), [
    "data/workflows/mine.yaml",
    "files/console_local/memo.md",
    "files/telegram_1/.hidden",
    "files/telegram_1/run.sh",
    "files/telegram_1/사진.bin",
    "ibl-bot.db",
  ]);
  assert.equal(place.read("files/console_local/memo.md"), "우유");
  assert.equal(place.state(place.other)["files/telegram_1/사진.bin"], large.toString("latin1"));
  assert.equal(modeOf(join(place.other, "files/telegram_1/run.sh")), 0o700);
  assert.equal(modeOf(join(place.other, "files/telegram_1/.hidden")), 0o600);
  assert.ok(statSync(join(place.other, "files/telegram_1/empty")).isDirectory());
  const times = [place.home, place.other].map((home) =>
    Math.round(statSync(join(home, "files/console_local/memo.md")).mtimeMs),
  );
  assert.equal(times[0], times[1]);
});

test("links and devices are left out and named; unfinished work is passed over", async (t) => {
  const place = new BackupPlace(t);
  const folder = join(place.home, "files", "console_local");
  writeFileSync(join(place.folder, "secret"), "of the machine");
  symlinkSync(join(place.folder, "secret"), join(folder, "file-link"));
  symlinkSync(place.folder, join(folder, "folder-link"));
  execFileSync("mkfifo", [join(folder, "pipe")]);
  place.put("files/console_local/.ibl-half", "half");
  const { leftOut } = await place.backup();
  assert.deepEqual(leftOut, [
    { path: "files/console_local/file-link", reason: "link" },
    { path: "files/console_local/folder-link", reason: "link" },
    { path: "files/console_local/pipe", reason: "special" },
  ]);
  await place.restore();
  assert.deepEqual(Object.keys(place.state(place.other)).sort(), [
    "files/console_local/memo.md",
    "ibl-bot.db",
  ]);
});

test("a file that is replaced or deleted while it is read is whole or absent", async (t) => {
  const place = new BackupPlace(t);
  const path = join(place.home, "files", "console_local", "big.bin");
  writeFileSync(path, Buffer.alloc(3 * 1024 * 1024, "a"));
  place.put("files/console_local/z-gone.md", "gone");
  let chunks = 0;
  const result = await place.backup({
    faultPoint(name) {
      if (name !== "backup-chunk") return;
      chunks += 1;
      if (chunks !== 2) return;
      writeFileSync(`${path}.new`, Buffer.alloc(3 * 1024 * 1024, "b"));
      renameSync(`${path}.new`, path);
      unlinkSync(join(place.home, "files", "console_local", "z-gone.md"));
    },
  });
  assert.deepEqual(result.unsteady, []);
  await place.restore();
  const content = place.read("files/console_local/big.bin");
  assert.match(content, /^(a+|b+)$/);
  assert.equal(content.length, 3 * 1024 * 1024);
  assert.equal(place.state(place.other)["files/console_local/z-gone.md"], undefined);
});

test("a file that is written to while it is read is read again; one that never rests is named", async (t) => {
  const place = new BackupPlace(t);
  const log = join(place.home, "files", "console_local", "a.log");
  writeFileSync(log, "1\n");
  let writes = 1;
  const writing = (most: number) => (name: string) => {
    if (name !== "backup-chunk" || writes > most) return;
    writes += 1;
    appendFileSync(log, `${writes}\n`);
  };
  assert.deepEqual((await place.backup({ faultPoint: writing(2) })).unsteady, []);
  await place.restore();
  assert.equal(place.read("files/console_local/a.log"), "1\n2\n3\n");
  const restless = await place.backup({ faultPoint: writing(1000), force: true });
  assert.deepEqual(restless.unsteady, ["files/console_local/a.log"]);
  await place.restore({ force: true });
  assert.match(place.read("files/console_local/a.log"), /^1\n2\n3\n/);
});

test("settings are in it only when they are asked for", async (t) => {
  const place = new BackupPlace(t);
  place.put(".env", "GEMINI_API_KEY=key-of-a-test-0001\n");
  const without = await place.backup();
  assert.equal(without.manifest.hasSecrets, false);
  await place.restore();
  assert.equal(place.state(place.other)[".env"], undefined);
  const { manifest } = await place.backup({ withSecrets: true, force: true });
  assert.equal(manifest.hasSecrets, true);
  await place.restore({ force: true });
  assert.equal(place.read(".env"), "GEMINI_API_KEY=key-of-a-test-0001\n");
  assert.equal(modeOf(join(place.other, ".env")), 0o600);
});

test("what was deleted from the database is not in the backup", async (t) => {
  const place = new BackupPlace(t);
  const database = openDatabase(join(place.home, "ibl-bot.db"));
  const secret = "forgotten-words-of-a-person";
  database
    .prepare(
      "INSERT INTO memories (person_id, content, keywords, category, tainted, created_at_ms) VALUES ('p', ?, '', '', 0, 0)",
    )
    .run(secret.repeat(50));
  database.exec("DELETE FROM memories");
  database.close();
  await place.backup();
  const content = execFileSync("cat", [place.file], { maxBuffer: 64 * 1024 * 1024 });
  assert.equal(content.includes(secret), false);
});

test("an existing file is not replaced without --force, also when it appears at the end", async (t) => {
  const place = new BackupPlace(t);
  writeFileSync(place.file, "mine");
  await assert.rejects(place.backup(), { code: "backup-exists" });
  assert.equal(place.beside().join(), "a.backup");
  unlinkSync(place.file);
  const late = place.backup({
    faultPoint: (name) => name === "backup-database-copied" && writeFileSync(place.file, "mine"),
  });
  await assert.rejects(late, { code: "backup-exists" });
  assert.equal(place.read("a.backup", place.folder), "mine");
  assert.deepEqual(place.beside(), ["a.backup"]);
  await place.backup({ force: true });
  await place.restore();
  await assert.rejects(place.backup({ file: place.folder, force: true }), {
    code: "backup-exists",
  });
});

for (const [point, times] of [
  ["backup-database-copied", 1],
  ["backup-chunk", 1],
  ["backup-chunk", 2],
  ["backup-written", 1],
] as const) {
  test(`a full disk at ${point} ${times} is said, and leaves nothing behind`, async (t) => {
    const place = new BackupPlace(t);
    await assert.rejects(place.backup({ faultPoint: failingAt(point, "ENOSPC", times) }), {
      code: "disk-full",
      message: `There is no room on the disk to write "${place.file}" (ENOSPC). Nothing was left behind. Free some space, or back up to another disk; the size of the database is needed on top.`,
    });
    assert.deepEqual(place.beside(), []);
  });
}

test("a full disk leaves the backup that was there as it was", async (t) => {
  const place = new BackupPlace(t);
  await place.backup();
  place.put("files/console_local/new.md", "new");
  const before = place.read("a.backup", place.folder);
  const faultPoint = failingAt("backup-chunk", "SQLITE_FULL", 2);
  await assert.rejects(place.backup({ force: true, faultPoint }), { code: "disk-full" });
  assert.equal(place.read("a.backup", place.folder), before);
  assert.deepEqual(place.beside(), ["a.backup"]);
});

test("an abort ends a backup and leaves nothing behind", async (t) => {
  const place = new BackupPlace(t);
  const stop = new AbortController();
  const faultPoint = (name: string): void => {
    if (name === "backup-chunk") stop.abort(new Error("asked to end"));
  };
  await assert.rejects(
    place.backup({ faultPoint, signal: stop.signal }),
    /asked to end|did not succeed/,
  );
  assert.deepEqual(place.beside(), []);
});

test("what a killed backup left is removed by the next one to the same file", async (t) => {
  const place = new BackupPlace(t);
  for (const name of [".a.backup.part-1", ".a.backup.part-1.db", ".b.backup.part-1"])
    writeFileSync(join(place.folder, name), "");
  await place.backup();
  assert.deepEqual(place.beside(), [".b.backup.part-1", "a.backup"]);
});

test("nothing to back up, a place among the state, and a folder that is missing are said", async (t) => {
  const place = new BackupPlace(t);
  await assert.rejects(place.backup({ homePath: place.other }), { code: "home-empty" });
  assert.deepEqual(place.beside(), []);
  await assert.rejects(place.backup({ file: join(place.home, "files", "x.backup") }), {
    code: "backup-inside",
  });
  await assert.rejects(place.backup({ file: join(place.folder, "no", "x.backup") }), {
    code: "backup-failed",
    message: /\(ENOENT\).*Check that its folder is there/,
  });
});

test("what was taught and learned comes back, and what was learned since is moved aside with the rest", async (t) => {
  const place = new BackupPlace(t);
  const teach = (home: string, intent: string): void => {
    const database = openUsageDatabase(join(home, "usage.db"));
    const store = new UsageStore({ database, clock: place.clock });
    const example = { intent, code: "[system:time]", source: "manual", digest: "d" } as const;
    store.add(example, new Float32Array(DIMENSIONS), "e");
    database.close();
  };
  const taught = (home: string): readonly string[] => {
    const database = openUsageDatabase(join(home, "usage.db"));
    const store = new UsageStore({ database, clock: place.clock });
    const intents = store.list({}, { limit: 10 }).map(({ intent }) => intent);
    database.close();
    return intents;
  };
  teach(place.home, "before");
  await place.backup();
  teach(place.home, "since");
  const { movedTo } = await place.restore({ home: place.home, force: true });
  assert.deepEqual(taught(place.home), ["before"]);
  assert.deepEqual(taught(movedTo!), ["before", "since"]);
});
