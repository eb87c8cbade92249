import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { commandAt } from "../support/command-line-here.ts";
import { programFile } from "../support/program.ts";
import {
  commandLine,
  filesBelow,
  ROOT,
  ServiceProcess,
  testEnvironment,
} from "../support/service.ts";

interface Place {
  readonly folder: string;
  readonly home: string;
  readonly file: string;
  readonly run: (
    args: readonly string[],
    environment?: Readonly<Record<string, string>>,
    home?: string,
  ) => Promise<Pick<Awaited<ReturnType<typeof commandLine>>, "code" | "output" | "errors">>;
}

/** A HOME of its own with a memo, and a folder for backups. */
async function placeWith(t: TestContext, memo: string): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), "ibl-bot-backup-cli-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const home = join(folder, "home");
  const run: Place["run"] = (args, environment = { IBL_LANGUAGE: "en" }, at = home) =>
    // What a kill is to end is a process of its own.
    (environment["TEST_KILL_AT"] === undefined ? commandAt : commandLine)(at, args, {
      environment,
    });
  await run(["run", `[system:write]("memo.md") {content: "${memo}"}`]);
  return { folder, home, file: join(folder, "a.backup"), run };
}

function memoIn(home: string): string {
  return readFileSync(join(home, "files", "console_local", "memo.md"), "utf8");
}

test("backup and restore say what they did, in JSON and in both languages", async (t) => {
  const { home, file, run, folder } = await placeWith(t, "milk");
  const asked = JSON.parse(
    (await run(["run", '[system:run_command]("rm memo.md")', "--json"])).output,
  );
  const told = await run(["backup", file]);
  assert.equal(told.code, 0, told.errors);
  assert.match(
    told.output,
    /^Backed up to .*a\.backup \(\d+ KiB, 4 entries\)\.\nThe tokens and keys of HOME\/\.env are not in it \(--with-secrets puts them in\)\./,
  );
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const korean = { IBL_LANGUAGE: "ko" };
  const refused = await run(["backup", file], korean);
  assert.equal(refused.code, 1);
  assert.match(refused.errors, /파일이 이미 있어요.*--force를 붙여 주세요/);
  const again = await run(["backup", file, "--force", "--json"]);
  const { createdAt, fileBytes, sizeBytes, schema, ...facts } = JSON.parse(again.output);
  assert.ok(Date.parse(createdAt) > 0 && fileBytes > sizeBytes && schema > 6);
  assert.deepEqual(facts, {
    ok: true,
    file,
    version: "0.1.0",
    withSecrets: false,
    entries: 4,
    leftOut: [],
    unsteady: [],
  });

  const other = join(folder, "other");
  const restored = await run(["restore", file, "--json"], korean, other);
  assert.equal(restored.code, 0, restored.errors);
  const result = JSON.parse(restored.output);
  assert.deepEqual(result.state, { approvals: 1, schedules: 0, people: 1, unsent: 0, inFlight: 0 });
  assert.deepEqual(
    [result.ok, result.home, result.backupSchema, result.movedTo],
    [true, other, schema, undefined],
  );
  assert.equal(memoIn(other), "milk");
  const approved = await run(["approvals", "approve", asked.approval.id], korean, other);
  assert.equal(approved.code, 0, approved.errors);
  assert.equal(existsSync(join(other, "files", "console_local", "memo.md")), false);
  assert.equal(memoIn(home), "milk");

  const used = await run(["restore", file], korean, other);
  assert.equal(used.code, 1);
  assert.match(used.errors, /이미 데이터가 있어요\. 아무것도 바꾸지 않았어요\./);
  const forced = await run(["restore", file, "--force"], korean, other);
  assert.equal(forced.code, 0, forced.errors);
  assert.match(
    forced.output,
    /복원했어요[\s\S]*기다리는 승인 1개[\s\S]*전에 있던 데이터는 지우지 않고 옮겼어요: .*before-restore-/,
  );
});

test("a file must be named, and just one", async (t) => {
  const { run, file } = await placeWith(t, "milk");
  for (const args of [["backup"], ["restore"], ["backup", file, file]]) {
    const result = await run([...args, "--json"]);
    assert.equal(result.code, 2);
    assert.equal(JSON.parse(result.output).error.code, "bad-arguments");
  }
});

test("a HOME that a running service holds is not restored into, and the service goes on", async (t) => {
  const { home, file, run } = await placeWith(t, "milk");
  const service = new ServiceProcess(home, { IBL_LANGUAGE: "en" });
  t.after(() => service.kill());
  await service.ready();
  assert.equal((await run(["backup", file])).code, 0);
  const refused = await run(["restore", file, "--force", "--json"]);
  assert.equal(refused.code, 1);
  assert.equal(JSON.parse(refused.output).error.code, "home-held");
  service.type('/ibl [system:read]("memo.md")\n');
  await service.prints(/milk/);
  service.endInput();
  assert.equal(await service.ended(), 0);
  assert.equal((await run(["restore", file, "--force"])).code, 0);
});

test("killed at any point, a restore leaves the old state or brings the new one, never parts of both", async (t) => {
  const { folder, home: origin, file, run } = await placeWith(t, "old");
  await run(["run", '[system:todo]("old thing")']);
  await run(["backup", file]);
  await run([
    "run",
    '[system:write]("memo.md") {content: "new"}; [system:write]("later.md") {content: "new"}; [system:todo]("new thing")',
  ]);
  for (const [point, expected] of [
    ["restore-chunk:2", "new"],
    ["restore-staged:1", "new"],
    ["restore-decided:1", "old"],
    ["restore-moved-out:1", "old"],
    ["restore-moved-in:1", "old"],
  ] as const) {
    const home = join(folder, point);
    cpSync(origin, home, { recursive: true });
    const killed = await run(["restore", file, "--force"], { TEST_KILL_AT: point }, home);
    assert.equal(killed.code, "SIGKILL", point);
    const todos = await run(["run", "[system:todo]", "--json"], {}, home);
    assert.equal(/new thing/.test(todos.output), expected === "new", `${point} ${todos.output}`);
    assert.match(todos.output, /old thing/, point);
    assert.equal(memoIn(home), expected, point);
    const later = join(home, "files", "console_local", "later.md");
    assert.equal(existsSync(later), expected === "new", point);
    const aside = readdirSync(home).filter((name) => name.startsWith("before-restore-"));
    const old = aside.map((name) => memoIn(join(home, name)));
    assert.deepEqual(old, expected === "new" ? [] : ["new"], point);
    const parts = readdirSync(home).filter((name) => name.startsWith("restore."));
    assert.deepEqual(parts, [], point);
  }
});

test("a killed backup leaves no file of that name, and the next one cleans up", async (t) => {
  const { folder, file, run } = await placeWith(t, "milk");
  const killed = await run(["backup", file], { TEST_KILL_AT: "backup-chunk:1" });
  assert.equal(killed.code, "SIGKILL");
  assert.equal(existsSync(file), false);
  assert.equal(filesBelow(folder).filter((path) => path.startsWith(".a.backup.part-")).length, 2);
  assert.equal((await run(["backup", file])).code, 0);
  assert.deepEqual(
    filesBelow(folder).filter((path) => !path.startsWith("home")),
    ["a.backup"],
  );
});

/** Runs a command where no file may grow beyond a number of KiB, as on a disk that is full. */
function limited(
  home: string,
  args: readonly string[],
  limitKiB: number,
): { code: number | null; json: { error: { code: string } } } {
  const words = [process.execPath, programFile(), ...args, "--json", "--home", home];
  const line = `ulimit -f ${limitKiB} && exec ${words.map((word) => `'${word}'`).join(" ")}`;
  const { status, stdout } = spawnSync("bash", ["-c", line], {
    cwd: ROOT,
    env: testEnvironment({}),
    encoding: "utf8",
  });
  return { code: status, json: JSON.parse(stdout) };
}

test("where the system lets no more be written, backup and restore say so and leave nothing", async (t) => {
  const { folder, home, file, run } = await placeWith(t, "milk");
  writeFileSync(join(home, "files", "console_local", "big.bin"), Buffer.alloc(4 * 1024 * 1024, 7));
  const failed = limited(home, ["backup", file], 2048);
  assert.deepEqual([failed.code, failed.json.error.code], [1, "disk-full"]);
  assert.deepEqual(
    filesBelow(folder).filter((path) => !path.startsWith("home")),
    [],
  );
  assert.equal((await run(["backup", file])).code, 0);
  const other = join(folder, "other");
  const refused = limited(other, ["restore", file], 2048);
  assert.deepEqual([refused.code, refused.json.error.code], [1, "disk-full"]);
  assert.equal(existsSync(other), false);
});
