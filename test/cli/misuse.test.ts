import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { withAdvice } from "../../src/app/backup/database-trouble.ts";
import { AppError } from "../../src/base/errors.ts";
import { commandLineHere } from "../support/command-line-here.ts";
import { SHIPPED } from "../support/program.ts";
import { ROOT, testEnvironment } from "../support/service.ts";

const folder = mkdtempSync(join(tmpdir(), "ibl-bot-misuse-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const home = join(folder, "home");

const told = (argv: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  commandLineHere(folder, argv, { IBL_HOME: home, LANG: "ko_KR.UTF-8", TZ: "UTC", ...environment });

test("the times of an expression may be asked for in a place as people name it", async () => {
  const asked = ["schedule", "next", "0 9 * * *", "--from", "2026-11-22T00:00:00Z", "-n", "1"];
  for (const [tz, time] of [
    ["뉴욕", "2026-11-22T09:00:00-05:00"],
    ["paris", "2026-11-22T09:00:00+01:00"],
    ["asia/seoul", "2026-11-23T09:00:00+09:00"],
  ] as const) {
    const { code, output, errors } = await told([...asked, "--tz", tz]);
    assert.deepEqual([code, output.trim()], [0, time], errors);
  }
  const nowhere = await told([...asked, "--tz", "+09:00", "--json"]);
  assert.equal(nowhere.code, 2);
  assert.equal(JSON.parse(nowhere.output).error.code, "bad-timing");
});

test("a wrong option is named as it was written, in the reader's language", async () => {
  const cases: readonly (readonly [readonly string[], RegExp, RegExp])[] = [
    [["run", "--bogus"], /^"--bogus" 옵션은 없어요/, /^There is no option "--bogus"\./],
    [
      ["run", "x", "--yes=3"],
      /^"--yes" 옵션에는 값을 적지 않아요/,
      /^The option "--yes" takes no value/,
    ],
    [["status", "--home"], /^"--home" 옵션에는 값을/, /^The option "--home" needs a value/],
    [["schedule", "next", "@daily", "-n"], /^"-n" 옵션에는 값을/, /^The option "-n" needs a value/],
    [["--home", "", "status"], /^--home에 폴더 이름이 비어/, /^--home needs the name of a folder/],
  ];
  for (const [argv, korean, english] of cases) {
    const [ko, en] = await Promise.all([told(argv), told(argv, { LANG: "C" })]);
    assert.deepEqual([ko.code, en.code, ko.output], [2, 2, ""], argv.join(" "));
    assert.match(ko.errors, korean);
    assert.match(en.errors, english);
  }
  assert.equal(existsSync(join(folder, "var")), false);
});

test("help may be asked for as a word, of one command too", async () => {
  const [word, option] = await Promise.all([told(["help", "run"]), told(["run", "--help"])]);
  assert.deepEqual([word.code, word.output], [0, option.output]);
  assert.match((await told(["help", "schedule", "next"])).output, /schedule next EXPR/);
});

test("--json prints one JSON value even of the version, and where no command is named", async () => {
  const version = await told(["--version", "--json"]);
  assert.match(JSON.parse(version.output).version, /^\d+\.\d+\.\d+$/);
  const none = await told(["--json"]);
  assert.equal(none.code, 2);
  assert.equal(JSON.parse(none.output).error.code, "bad-arguments");
});

test("a folder that cannot be HOME is refused at once, in the reader's language", async () => {
  const file = join(folder, "a-file");
  writeFileSync(file, "");
  // /proc knows its parent and denies that it exists.
  for (const path of [file, "/proc/no-such-place"]) {
    const { code, errors } = await told(["run", "[system:time]", "--home", path]);
    assert.equal(code, 1);
    assert.match(errors, /폴더를 쓸 수 없어요\(\w+\)\. --home이나 IBL_HOME으로/);
  }
});

test("what was repaired in a program is told in words", async () => {
  const { errors } = await told(["parse", "```\n[system:time]\n```"]);
  assert.equal(
    errors.trim(),
    "⚠️ 1번째 줄 1번째 글자: 프로그램을 둘러싼 코드 블록 표시를 떼어 냈어요. (code-fence)",
  );
});

test("a program that cannot be read is exit 2 also where the settings are wrong", async () => {
  const { code } = await told(["parse", "[system:"], { IBL_FILE_QUOTA_MB: "none" });
  assert.equal(code, 2);
});

test("what waits after a question tells how it is answered", async () => {
  const { code, errors } = await told(["run", '[system:ask_user]("무엇을 적을까요?")']);
  assert.equal(code, 3, errors);
  assert.match(errors, /답을 기다려요: ibl-bot approvals answer ap_\w+ TEXT/);
  assert.equal((await told(["run", '[system:run_command]("ls")'])).code, 3);
  const { output } = await told(["approvals", "list"], { IBL_TIME_ZONE: "Asia/Seoul" });
  assert.match(output, /\+09:00까지/);
});

test("who says hello is greeted, and who agrees in words while a card waits is told to press", async () => {
  const hello = await told(["ask", "안녕하세요"]);
  assert.deepEqual([hello.code, hello.output.slice(0, 6)], [0, "안녕하세요."]);
  assert.equal((await told(["ask", "승인"])).output.includes("글로는 승인되지 않아요"), true);
});

test("an export that fails leaves the file that was there", async () => {
  const file = join(folder, "mine.zip");
  writeFileSync(file, "what was there");
  assert.equal((await told(["export", "Nobody", file, "--force"])).code, 1);
  assert.equal(readFileSync(file, "utf8"), "what was there");
  assert.equal((await told(["export", "person_local", file, "--force"])).code, 0);
  assert.equal(readFileSync(file).subarray(0, 2).toString(), "PK");
  const place = join(folder, "place");
  mkdirSync(place);
  const onFolder = await told(["export", "person_local", place, "--force"]);
  assert.match(onFolder.errors, /^파일이 아니에요/);
  const below = await told(["export", "person_local", join(file, "x.zip")]);
  assert.match(below.errors, /쓰지 못했어요\(E\w+\)/);
  assert.match((await told(["backup", join(file, "x")])).errors, /백업하지 못했어요\(ENOTDIR\)/);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes(".part-")),
    [],
  );
});

test("a result that finds no room is not called a success", () => {
  const full = openSync("/dev/full", "w");
  const { status, stderr } = spawnSync(
    process.execPath,
    [SHIPPED, "parse", "[system:time]", "--home", home],
    { cwd: ROOT, env: testEnvironment({}), stdio: ["ignore", full, "pipe"], encoding: "utf8" },
  );
  assert.deepEqual([status, stderr], [1, "결과를 다 쓰지 못했어요(ENOSPC).\n"]);
});

test("a damaged, held or unreadable database is told with what to do next, and left as it is", async () => {
  const broken = join(folder, "broken");
  mkdirSync(broken);
  const database = join(broken, "ibl-bot.db");
  writeFileSync(database, "this is no database, and long enough to be taken for one".repeat(100));
  const before = readFileSync(database);
  const damaged = await told(["run", "[system:time]", "--home", broken]);
  assert.equal(damaged.code, 1);
  assert.match(damaged.errors, /손상되어.*SQLITE_NOTADB.*ibl-bot restore/);
  assert.deepEqual(readFileSync(database), before);
  rmSync(database);
  mkdirSync(database);
  const { output } = await told(["doctor", "--json", "--home", broken]);
  const { error } = JSON.parse(output) as { error: { code: string; message: string } };
  assert.equal(error.code, "database-trouble");
  assert.match(error.message, /cannot be opened or written \(SQLITE_CANTOPEN\w*\)/);
});

test("a missing or empty database beside what people had is refused, and nothing is made", async () => {
  const used = join(folder, "used");
  const inUsed = (command: string) => told([...command.split(" "), "--home", used]);
  assert.equal((await inUsed("run [system:write]('a.md') {content:'a'}")).code, 0);
  const database = join(used, "ibl-bot.db");
  writeFileSync(database, "");
  for (const command of ["start", "run [system:time]"]) {
    const lost = await inUsed(command);
    assert.equal(lost.code, 1);
    assert.match(lost.errors, /ibl-bot\.db.*없거나 비어 있는데.*files.*ibl-bot restore/);
    assert.doesNotMatch(lost.output, /claim/);
  }
  assert.equal(readFileSync(database).length, 0);
  rmSync(database);
  assert.equal((await inUsed("run [system:time]")).code, 1);
  assert.equal(existsSync(database), false);
  for (const name of ["files", "spill", "exports", "usage.db"])
    rmSync(join(used, name), { recursive: true, force: true });
  assert.equal((await inUsed("run [system:time]")).code, 0, "an empty HOME is a new one");
});

test("a full disk is told apart from other trouble", () => {
  const of = (code: string) => withAdvice(Object.assign(new Error("x"), { code }));
  const codes = ["ENOSPC", "SQLITE_FULL", "SQLITE_BUSY", "SQLITE_IOERR_READ"].map(codeOfThrown);
  assert.deepEqual(codes, ["disk-full", "disk-full", "database-trouble", "database-trouble"]);
  const other = new Error("other");
  assert.equal(withAdvice(other), other);

  function codeOfThrown(code: string): string {
    const advised = of(code);
    return advised instanceof AppError ? advised.code : "none";
  }
});
