import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { holdLease, holdService, openHome } from "../../../src/app/core/home.ts";
import { MIGRATIONS, openDatabase } from "../../../src/store/database.ts";
import { Sqlite } from "../../../src/store/sqlite.ts";
import { BackupPlace, failingAt } from "../support/backup-place.ts";

for (const path of [
  "../evil",
  "files/../../evil",
  "/evil",
  "files//evil",
  "files/./evil",
  "files/a\0b",
  "evil",
  "leases/evil",
  "service.lock",
  "files/never-made/evil",
  "ibl-bot.db/evil",
  "browser",
  "ibl-bot.db-wal",
]) {
  test(`a backup with the path ${JSON.stringify(path)} is refused before anything is touched`, async (t) => {
    const place = new BackupPlace(t);
    await place.craft(["files/", "files/good.md", path]);
    await assert.rejects(place.restore(), {
      code: "backup-damaged",
      message: `The backup "${place.file}" holds the path ${JSON.stringify(path)}, which leads out of HOME or belongs to no state. Nothing was changed. Do not use this file.`,
    });
    assert.deepEqual(place.beside(), ["a.backup"]);
  });
}

test("a file that is at once a folder for others is refused", async (t) => {
  const place = new BackupPlace(t);
  await place.craft(["files/", "files/a", "files/a/b"]);
  await assert.rejects(place.restore(), { code: "backup-damaged" });
  assert.equal(existsSync(place.other), false);
});

test("a backup made by hand with good paths is restored", async (t) => {
  const place = new BackupPlace(t);
  await place.craft(["files/", "files/a.md", "data/", "data/workflows/"]);
  await place.restore();
  assert.equal(place.read("files/a.md"), "evil");
});

test("an altered or cut file changes nothing, not even with --force", async (t) => {
  const place = new BackupPlace(t);
  await place.backup();
  openHome(place.other);
  place.put("files/console_local/mine.md", "mine", place.other);
  const before = place.state(place.other);
  const whole = readFileSync(place.file);
  const altered = Buffer.from(whole);
  const at = altered.indexOf(Buffer.from("우유"));
  altered[at] = altered[at]! ^ 1;
  writeFileSync(place.file, altered);
  await assert.rejects(place.restore({ force: true }), {
    code: "backup-damaged",
    message: `The backup "${place.file}" is damaged or cut short. Nothing was changed. Try another copy of it, or an earlier backup.`,
  });
  writeFileSync(place.file, whole);
  truncateSync(place.file, whole.length - 5000);
  await assert.rejects(place.restore({ force: true }), { code: "backup-damaged" });
  assert.deepEqual(place.state(place.other), before);
});

test("a HOME in use is refused without --force; with it, the old state is moved aside whole", async (t) => {
  const place = new BackupPlace(t);
  await place.backup();
  openHome(place.other);
  openDatabase(join(place.other, "ibl-bot.db")).close();
  place.put("files/console_local/mine.md", "mine", place.other);
  place.put(".env", "IBL_LANGUAGE=en\n", place.other);
  const before = place.state(place.other);
  await assert.rejects(place.restore(), { code: "home-used" });
  assert.deepEqual(place.state(place.other), before);
  const { movedTo } = await place.restore({ force: true });
  const aside = basename(movedTo!);
  assert.match(aside, /^before-restore-\d{4}-\d\d-\d\dT[\d-]+Z$/);
  const { ".env": settings, ...old } = before;
  assert.equal(place.read(".env"), settings, "without secrets in the backup, the settings stay");
  for (const [path, content] of Object.entries(old))
    assert.equal(place.state(place.other)[`${aside}/${path}`], content, path);
  assert.equal(place.read("files/console_local/memo.md"), "우유");
  assert.equal(existsSync(join(place.other, "files/console_local/mine.md")), false);
});

test("a HOME with nothing but settings is as good as empty, unless the backup brings its own", async (t) => {
  const place = new BackupPlace(t);
  place.put(".env", "IBL_LANGUAGE=ko\n");
  place.put(".env", "IBL_LANGUAGE=en\n", place.other);
  await place.backup();
  assert.equal((await place.restore()).movedTo, undefined);
  assert.equal(place.read(".env"), "IBL_LANGUAGE=en\n");
  const third = join(place.folder, "third");
  place.put(".env", "IBL_LANGUAGE=en\n", third);
  await place.backup({ withSecrets: true, force: true });
  await assert.rejects(place.restore({ home: third }), { code: "home-used" });
  const { movedTo } = await place.restore({ home: third, force: true });
  assert.equal(place.read(".env", third), "IBL_LANGUAGE=ko\n");
  assert.equal(place.read(".env", movedTo), "IBL_LANGUAGE=en\n");
});

test("a HOME that a service or a command holds is refused, and served on", async (t) => {
  const place = new BackupPlace(t);
  await place.backup();
  for (const hold of [
    (): { release(): void } => holdService(openHome(place.other)),
    () => holdLease(openHome(place.other), "lease_abc"),
  ]) {
    const held = hold();
    await assert.rejects(place.restore({ force: true }), {
      code: "home-held",
      message: /Stop the service and other commands/,
    });
    held.release();
  }
  await place.restore({ force: true });
});

test("while a backup is put back, no command and no second restore gets in", async (t) => {
  const place = new BackupPlace(t);
  await place.backup();
  const refusals: unknown[] = [];
  await place.restore({
    faultPoint(name) {
      if (name !== "restore-staged") return;
      for (const attempt of [
        () => holdLease(openHome(place.other), "lease_abc"),
        () => holdService(openHome(place.other)),
      ])
        try {
          attempt();
        } catch (error) {
          refusals.push((error as { code: string }).code);
        }
    },
  });
  assert.deepEqual(refusals, ["home-held", "home-held"]);
  holdLease(openHome(place.other), "lease_abc").release();
});

test("a backup of an older schema is brought up to date", async (t) => {
  const place = new BackupPlace(t);
  const path = join(place.home, "ibl-bot.db");
  const old = new BackupPlace(t);
  const early = openDatabase(`${path}.old`, MIGRATIONS.slice(0, 6));
  early
    .prepare(
      "INSERT INTO people (id, role, name, language, zone, created_at_ms) VALUES ('p_old', 'member', 'Old', 'ko', 'UTC', 1)",
    )
    .run();
  early.close();
  writeFileSync(join(old.home, "ibl-bot.db"), readFileSync(`${path}.old`));
  await old.backup();
  const { manifest, schema } = await old.restore();
  assert.equal(manifest.schema, 6);
  assert.equal(schema, MIGRATIONS.length);
  const database = new Sqlite(join(old.other, "ibl-bot.db"));
  assert.equal(database.pragma("user_version", { simple: true }), MIGRATIONS.length);
  assert.deepEqual(database.prepare("SELECT name FROM people WHERE id = 'p_old'").get(), {
    name: "Old",
  });
  database.close();
});

test("a backup of a newer schema is refused with what to do, whether or not its manifest says so", async (t) => {
  const place = new BackupPlace(t);
  await place.craft([], { schema: MIGRATIONS.length + 1 });
  const refusal = { code: "backup-newer", message: /was made by a newer version.*Update ibl-bot/ };
  await assert.rejects(place.restore(), refusal);
  const database = new Sqlite(join(place.home, "ibl-bot.db"));
  database.pragma(`user_version = ${MIGRATIONS.length + 1}`);
  database.close();
  await place.backup({ force: true });
  await assert.rejects(place.restore(), refusal);
  await place.craft([]);
  await assert.rejects(place.restore(), refusal);
  assert.deepEqual(place.beside(), ["a.backup"]);
});

test("a database that is none is refused, and nothing stays", async (t) => {
  const place = new BackupPlace(t);
  writeFileSync(join(place.home, "ibl-bot.db"), "x".repeat(5000));
  await place.craft([]);
  await assert.rejects(place.restore(), { code: "backup-damaged" });
  assert.deepEqual(place.beside(), ["a.backup"]);
});

test("a full disk in the middle leaves the old state, and no part of the new one", async (t) => {
  const place = new BackupPlace(t);
  await place.backup();
  const fresh = place.restore({ faultPoint: failingAt("restore-chunk", "ENOSPC", 2) });
  await assert.rejects(fresh, { code: "disk-full" });
  assert.equal(existsSync(place.other), false);
  const before = place.state();
  const used = place.restore({
    home: place.home,
    force: true,
    faultPoint: failingAt("restore-chunk", "ENOSPC", 2),
  });
  await assert.rejects(used, { code: "disk-full", message: /Nothing was changed/ });
  assert.deepEqual(place.state(), before);
});

test("when the old state cannot be moved aside, it is put back", async (t) => {
  const place = new BackupPlace(t);
  await place.backup();
  const before = place.state();
  for (const times of [1, 2]) {
    const faultPoint = failingAt("restore-moved-out", "EBUSY", times);
    await assert.rejects(place.restore({ home: place.home, force: true, faultPoint }), {
      code: "restore-failed",
      message: /\(EBUSY\); its state is as it was/,
    });
    assert.deepEqual(place.state(), before);
  }
});

test("an abort before the decision changes nothing", async (t) => {
  const place = new BackupPlace(t);
  await place.backup();
  const before = place.state();
  const stop = new AbortController();
  const faultPoint = (name: string): void => {
    if (name === "restore-chunk") stop.abort(new Error("asked to end"));
  };
  const ended = place.restore({ home: place.home, force: true, faultPoint, signal: stop.signal });
  await assert.rejects(ended);
  assert.deepEqual(place.state(), before);
});

test("a file that is changed after it was checked is found out while it is written", async (t) => {
  const place = new BackupPlace(t);
  await place.backup();
  mkdirSync(place.other);
  const rewrite = (name: string): void => {
    if (name !== "restore-chunk") return;
    const bytes = readFileSync(place.file);
    const at = bytes.indexOf("우유");
    if (at >= 0) bytes.write("쥬스", at);
    writeFileSync(place.file, bytes);
  };
  await assert.rejects(place.restore({ faultPoint: rewrite }), { code: "backup-damaged" });
  assert.deepEqual(place.state(place.other), {});
});

test("what stood for schedules stands no more: it may have been withdrawn since", async (t) => {
  const place = new BackupPlace(t);
  const database = openDatabase(join(place.home, "ibl-bot.db"));
  database
    .prepare(
      `INSERT INTO standing_approvals
         (id, person_id, schedule_id, binding, targets_json, most_a_day, givers_json, approval_id, created_at_ms, expires_at_ms)
       VALUES ('stand_a', 'person_a', 'sched_a', 'd', '[]', 1, '[]', 'ap_a', 0, 9e12)`,
    )
    .run();
  database.close();
  await place.backup();
  await place.restore();
  const restored = openDatabase(join(place.other, "ibl-bot.db"));
  const because = restored.prepare("SELECT ended_because FROM standing_approvals").pluck().get();
  restored.close();
  assert.equal(because, "restored");
});
