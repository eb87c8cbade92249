import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  lstatSync,
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
import { setTimeout as sleep } from "node:timers/promises";
import { isAbort } from "../../../src/base/errors.ts";
import { createFiles } from "../../../src/drivers/files/files.ts";
import {
  type CommandRequest,
  createCommandRunner,
  createProcessDriver,
  type FolderBounds,
  type ProcessDriver,
} from "../../../src/drivers/process/process.ts";

const SECRET = "canary-5f1c";

/** Both ways that a machine may run programs; the confined one is bubblewrap wherever that starts. */
const DRIVERS: readonly (readonly [string, ProcessDriver])[] = [
  ["as the machine allows", createProcessDriver()],
  ["unconfined", createProcessDriver({ bwrapPath: null })],
];

function folder(context: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), "ibl-process-"));
  context.after(() => {
    execFileSync("chmod", ["-R", "u+rwX", path]); // a command may have closed a folder
    rmSync(path, { recursive: true, force: true });
  });
  return path;
}

/** Runs source in a fresh folder. */
async function command(
  context: TestContext,
  driver: ProcessDriver,
  language: CommandRequest["language"],
  source: string,
  options: Partial<CommandRequest> = {},
) {
  return driver.runCommand({ language, source, cwd: folder(context), ...options });
}

/** How many processes on the machine have this text among their arguments. */
function processesWith(text: string): number {
  return readdirSync("/proc").filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/cmdline`, "latin1").split("\0").includes(text);
    } catch {
      return false; // it has just ended
    }
  }).length;
}

/** Waits until what was killed has ended; fails for what goes on. */
async function endsSoon(mark: string): Promise<void> {
  const untilMs = performance.now() + 5000;
  while (processesWith(mark) > 0 && performance.now() < untilMs) await sleep(10);
  assert.equal(processesWith(mark), 0);
}

for (const [name, driver] of DRIVERS) {
  test(`${name}: shell, Python and Node run in their folder and say what they wrote`, async (t) => {
    const cwd = folder(t);
    writeFileSync(join(cwd, "in.txt"), "점심");
    const shell = await driver.runCommand({
      language: "shell",
      source: 'cat in.txt; echo oops >&2; echo "$0 $#"; exit 3',
      cwd,
    });
    assert.deepEqual(
      [shell.exitCode, shell.stdout, shell.stderr, shell.timedOut, shell.truncated],
      [3, "점심/usr/bin/bash 0\n", "oops\n", false, false],
    );
    const python = await driver.runCommand({
      language: "python",
      source: "import sys; open('out.txt','w').write(sys.stdin.read()); print('저장')",
      stdin: "저녁",
      cwd,
    });
    assert.deepEqual([python.exitCode, python.stdout, python.stderr], [0, "저장\n", ""]);
    const node = await driver.runCommand({
      language: "node",
      source: "console.log(require('node:fs').readFileSync('out.txt','utf8'))",
      cwd,
    });
    assert.deepEqual([node.exitCode, node.stdout, node.stderr], [0, "저녁\n", ""]);
    assert.equal(node.sandbox, await driver.sandbox());
  });

  test(`${name}: arguments reach the program as they are, with no shell between`, async (t) => {
    const args = ["a b", "$HOME", "`id`", "; touch x", "*", "'\"", "--", "-n"];
    const cwd = folder(t);
    const result = await driver.run({ executable: "printf", args: ["%s\\n", ...args], cwd });
    assert.equal(result.stdout, `${args.join("\n")}\n`);
    assert.deepEqual(readdirSync(cwd), []);
  });

  test(`${name}: nothing of the service's environment is passed on`, async (t) => {
    const cwd = folder(t);
    const result = await driver.run({ executable: "env", args: [], cwd, env: { EXTRA: "1" } });
    const names = result.stdout.match(/^\w+(?==)/gm)?.sort();
    const ours = ["EXTRA", "HOME", "LANG", "PATH"];
    const shown = names?.filter((variable) => variable !== "IBL_RUN_ID" && variable !== "PWD");
    assert.deepEqual(shown, ours); // while the runner of this test has set NODE_TEST_CONTEXT, and more
    assert.match(result.stdout, new RegExp(`^HOME=${cwd}$`, "m"));
  });

  test(`${name}: after its time a program and all that it started are ended`, async (t) => {
    const mark = `6${process.pid}${name.length}`;
    const source = `trap '' TERM; sleep ${mark} & (setsid sleep ${mark} &) ; nohup sleep ${mark} & wait; sleep ${mark}`;
    const result = await command(t, driver, "shell", source, { timeoutMs: 400 });
    assert.equal(result.timedOut, true);
    assert.notEqual(result.exitCode, 0);
    assert.equal(processesWith(mark), 0);
    assert.ok(result.durationMs < 4000, `${result.durationMs} ms`);
  });

  test(`${name}: what a program leaves behind ends with it`, async (t) => {
    const mark = `7${process.pid}${name.length}`;
    const source = `sleep ${mark} & setsid sleep ${mark} & (setsid sleep ${mark} >/dev/null 2>&1 &) ; echo done`;
    const result = await command(t, driver, "shell", source);
    assert.deepEqual([result.exitCode, result.stdout, result.timedOut], [0, "done\n", false]);
    await endsSoon(mark); // the kernel ends a whole namespace after its first process has told how it went
  });

  test(`${name}: an abort ends the program at once and is thrown`, async (t) => {
    const mark = `8${process.pid}${name.length}`;
    const controller = new AbortController();
    const cwd = folder(t);
    const source = `trap '' TERM; echo started > started; while :; do sleep ${mark}; done`;
    const running = driver.runCommand({
      language: "shell",
      source,
      cwd,
      signal: controller.signal,
    });
    while (processesWith(mark) === 0) await new Promise(setImmediate);
    const abortedAtMs = performance.now();
    controller.abort();
    await assert.rejects(running, (error) => isAbort(error));
    assert.ok(performance.now() - abortedAtMs < 10_000);
    assert.equal(processesWith(mark), 0);
    await assert.rejects(
      driver.runCommand({ language: "shell", source, cwd, signal: controller.signal }),
      (error) => isAbort(error),
    );
  });

  test(`${name}: long output keeps its beginning and end, and says what was left out`, async (t) => {
    const source = "print('시작'); print('가' * 100000); print('끝')";
    const result = await command(t, driver, "python", source, { maxOutputBytes: 1000 });
    assert.equal(result.exitCode, 0);
    assert.equal(result.truncated, true);
    assert.match(result.stdout, /^시작\n가+\n\[299\d{3} bytes left out\]\n가+\n끝\n$/);
    assert.ok(Buffer.byteLength(result.stdout) < 1100);
  });

  test(`${name}: a flood of output is stopped`, async (t) => {
    const result = await command(t, driver, "shell", "yes", { timeoutMs: 30_000 });
    assert.deepEqual([result.flooded, result.truncated, result.timedOut], [true, true, false]);
    assert.ok(Buffer.byteLength(result.stdout) < 66_000);
  });

  test(`${name}: memory above the limit is refused to the program`, async (t) => {
    const result = await command(t, driver, "python", "x = bytearray(300_000_000)", {
      memoryBytes: 128 * 1024 * 1024,
    });
    assert.equal(result.memoryLimited, true);
    assert.equal(result.exitCode, 1);
    assert.match(result.stderr, /MemoryError/);
  });

  test(`${name}: a missing program and a broken call say what is wrong`, async (t) => {
    const cwd = folder(t);
    await assert.rejects(driver.run({ executable: "no-such-program", args: [], cwd }), {
      code: "program-missing",
      message:
        'There is no program "no-such-program" on this machine. Install it (looked in /usr/local/bin:/usr/bin:/bin), or use another one.',
    });
    for (const executable of ["./run.sh", "../bin/sh", "", "/no/such/program"]) {
      await assert.rejects(driver.run({ executable, args: [], cwd }), { code: "program-missing" });
    }
    await assert.rejects(driver.run({ executable: "env", args: ["a\0b"], cwd }), {
      code: "program-failed",
    });
    await assert.rejects(driver.run({ executable: "env", args: [], cwd: "relative" }), {
      code: "program-failed",
    });
    await assert.rejects(command(t, driver, "shell", "#".repeat(130_000)), {
      code: "source-too-long",
    });
  });

  test(`${name}: a program that reads nothing is not hurt by much input`, async (t) => {
    const stdin = "x".repeat(5_000_000);
    const result = await command(t, driver, "shell", "exit 0", { stdin });
    assert.equal(result.exitCode, 0);
  });
}

test("a sandbox has no network, no other folders, no processes of the machine, and leaves it as it is", async (t) => {
  const [, driver] = DRIVERS[0]!;
  const outside = folder(t);
  writeFileSync(join(outside, "secret.txt"), SECRET);
  // Nothing here tries to change the machine: "w" only asks whether it could.
  const source = `
    ls / | tr '\\n' ' '; echo
    cat ${outside}/secret.txt 2>&1
    ls /root /home /var /etc/passwd /sys 2>&1 | head -5
    for path in /usr /etc /proc/sys/kernel /proc/sys/kernel/core_pattern /proc/sysrq-trigger /; do
      test -w $path && echo "can write $path"
    done
    grep -c . /proc/net/dev
    grep '^Cap' /proc/self/status
    ls -d /proc/[0-9]* | wc -l
    touch mine && echo wrote mine`;
  const result = await command(t, driver, "shell", source);
  if (result.sandbox === "none") {
    assert.equal(await driver.sandbox(), "none"); // said, so that whoever shows the result can say it
    return;
  }
  assert.doesNotMatch(result.stdout, new RegExp(SECRET));
  assert.doesNotMatch(result.stdout, /can write/);
  assert.doesNotMatch(result.stdout, /^Cap\w+:\s*0*[1-9a-f]/m);
  assert.match(result.stdout, /^3$/m, "two lines of heading and the loopback");
  assert.match(result.stdout, /^wrote mine$/m);
  assert.ok(Number(result.stdout.match(/^(\d+)\nwrote/m)?.[1]) < 8);
});

test("a bubblewrap that does not start is told as none", async (t) => {
  for (const bwrapPath of ["/usr/bin/false", "/no/such/bwrap"]) {
    const driver = createProcessDriver({ bwrapPath });
    assert.equal(await driver.sandbox(), "none");
    assert.equal((await command(t, driver, "shell", "echo ok")).stdout, "ok\n");
  }
});

test("in a sandbox no space can be reserved without being written", async (t) => {
  const driver = createProcessDriver();
  if ((await driver.sandbox()) === "none" || process.arch !== "x64")
    return t.skip("no bubblewrap that takes a filter");
  const source = `
import ctypes, fcntl, os, struct
f = os.open("f", os.O_CREAT | os.O_RDWR)
libc = ctypes.CDLL(None, use_errno=True)
libc.fallocate.argtypes = [ctypes.c_int, ctypes.c_int, ctypes.c_long, ctypes.c_long]
print("fallocate", libc.fallocate(f, 1, 0, 1 << 20), ctypes.get_errno())
for request in (0x40305828, 0x4030582a, 0x40305839):
  try: fcntl.ioctl(f, request, struct.pack("=hhiqqiI16x", 0, 0, 0, 0, 1 << 20, 0, 0)); print("taken")
  except OSError as error: print("ioctl", error.errno)
print("io_uring", libc.syscall(425, 1, 0), ctypes.get_errno())
os.posix_fallocate(f, 0, 1 << 20)
print("written", os.fstat(f).st_size)
`;
  const { stdout, stderr } = await command(t, driver, "python", source);
  // By number: EOPNOTSUPP is 95, ENOSYS 38.
  const said = ["fallocate -1 95", "ioctl 95", "ioctl 95", "ioctl 95", "io_uring -1 38"];
  assert.deepEqual(stdout.trim().split("\n"), [...said, "written 1048576"], stderr);
  return undefined;
});

test("a runner keeps to its folder", async (t) => {
  const cwd = folder(t);
  const runner = createCommandRunner({ folder: join(cwd, "made", "when-needed") });
  const result = await runner.run("shell", "pwd");
  assert.equal(result.stdout, `${join(cwd, "made", "when-needed")}\n`);
});

const MIB = 1024 * 1024;

/** A folder of 20 MiB and its bounds, measured as the service does. */
function bounded(context: TestContext) {
  const root = join(folder(context), "chat");
  const files = createFiles({ root, quotaBytes: 20 * MIB });
  const bounds: FolderBounds = {
    usage: () => files.usage(),
    quotaBytes: 20 * MIB,
    mostEntries: 500,
    reversible: (options) => files.reversible(options),
  };
  return { root, files, bounds };
}

/** Makes what a folder may hold before a command: text, a large file, names and kinds of every sort. */
const STANDING = `
printf 'as it was\\n' > notes.txt; head -c 3145728 /dev/urandom > large; ln notes.txt linked; ln -s /nowhere dangling
mkdir -p deep/er closed; echo x > deep/er/x; echo y > closed/y; printf z > "$(printf 'odd\\377\\nname')"; mkfifo pipe
echo secret > locked; chmod 400 locked; chmod 555 closed`;

/** Files of 16 MiB that take no space and no time. */
const SPARSE = 'for n in range(12):\n  with open(f"s{n}", "wb") as f: f.truncate(16 << 20)';

/** Ways to pass a quota, each within what one file may take. */
const FILLERS: readonly (readonly [string, CommandRequest["language"], string])[] = [
  [
    "reserving space for several files",
    "python",
    `import os
for n in range(12):
  f = os.open(f"f{n}", os.O_CREAT | os.O_RDWR); os.posix_fallocate(f, 0, 16 << 20)`,
  ],
  ["making several sparse files", "python", SPARSE],
  [
    "writing from several processes",
    "shell",
    "for i in 1 2 3 4; do dd if=/dev/zero of=d$i bs=1M count=15 status=none & done; wait",
  ],
  [
    "growing and overwriting what stands there",
    "python",
    `
import os
for name in ("notes.txt", "large"):
  with open(name, "r+b") as f: f.write(b"overwritten"); f.truncate(16 << 20)
os.rename("large", "moved"); os.remove("dangling"); os.chmod("locked", 0o600)
open("locked", "w").write("changed"); os.chmod("closed", 0o755); os.remove("closed/y")`,
  ],
  [
    "a process that left its command",
    "shell",
    "setsid sh -c 'sleep 0.2; truncate -s 15M t1 t2 t3; sleep 20' >/dev/null 2>&1 & sleep 1",
  ],
  [
    "hiding under the names of the service's own files",
    "shell",
    "truncate -s 15M .ibl-part-1 .ibl-part-2 .ibl-trash-3",
  ],
];

/** Everything in a folder: names, kinds, modes, times, content and links. */
function standing(root: string): readonly string[] {
  const names = readdirSync(root, { recursive: true, encoding: "latin1" });
  return names
    .map((name) => {
      const path = Buffer.concat([Buffer.from(`${root}/`), Buffer.from(name, "latin1")]);
      const stats = lstatSync(path);
      const content = stats.isFile() ? readFileSync(path, "hex") : "";
      const digest = createHash("sha256").update(content).digest("hex");
      const time = stats.isDirectory() ? 0 : stats.mtimeMs;
      return [name, stats.mode, stats.size, stats.nlink, time, digest].join(" ");
    })
    .sort();
}

for (const [name, bwrap] of [
  ["as the machine allows", {}],
  ["unconfined", { bwrapPath: null }],
] as const) {
  test(`${name}: a command that fills its folder is stopped, and what it did there is taken back`, async (t) => {
    const { root, files, bounds } = bounded(t);
    const runner = createCommandRunner({ folder: root, bounds, ...bwrap });
    // In pieces of 1 MiB, as fast as a slow disk takes them.
    const fill = "for i in $(seq 4000); do head -c 1048576 /dev/zero > part-$i; sleep 0.01; done";
    const result = await runner.run("shell", fill, { timeoutMs: 60_000 });
    assert.deepEqual([result.passed, result.overQuotaBytes], ["folder", undefined]);
    assert.deepEqual(await files.usage(), { sizeBytes: 0, entries: 0 });
    await files.write("more.txt", "x");
    assert.equal((await runner.run("shell", "rm more.txt")).exitCode, 0);
    assert.deepEqual(await files.usage(), { sizeBytes: 0, entries: 0 });
  });

  test(`${name}: many empty files and deleted ones that are held open count too`, async (t) => {
    const { root, bounds } = bounded(t);
    const runner = createCommandRunner({ folder: root, bounds, ...bwrap });
    const many = "for i in $(seq 100000); do : > e-$i; done; sleep 10";
    assert.equal((await runner.run("shell", many)).passed, "folder");
    const hidden =
      "exec 3> hidden; rm hidden; while head -c 1048576 /dev/zero >&3; do sleep 0.01; done; sleep 10";
    const limits = { memoryBytes: 16 * MIB };
    assert.equal((await runner.run("shell", `rm -f e-*; ${hidden}`, limits)).passed, "memory");
  });

  test(`${name}: all processes of a command together keep the memory limit`, async (t) => {
    const { root, bounds } = bounded(t);
    const runner = createCommandRunner({ folder: root, bounds, ...bwrap });
    const one = "python3 -c 'import time; x = bytearray(100 << 20); time.sleep(20)'";
    const result = await runner.run("shell", `${`${one} & `.repeat(4)} wait`, {
      memoryBytes: 256 * MIB,
    });
    assert.equal(result.passed, "memory");
    assert.ok(result.durationMs < 15_000, `${result.durationMs} ms`);
  });

  test(`${name}: one file never passes what is left of the quota, even reserved at once`, async (t) => {
    const { root, files, bounds } = bounded(t);
    const runner = createCommandRunner({ folder: root, bounds, ...bwrap });
    const reserve =
      "import os; f = os.open('big', os.O_CREAT | os.O_RDWR); os.posix_fallocate(f, 0, 200 << 20)";
    const result = await runner.run("python", reserve);
    assert.notEqual(result.exitCode, 0);
    assert.ok((await files.usage()).sizeBytes <= 20 * MIB);
    assert.equal(result.overQuotaBytes, undefined);
  });

  for (const [way, language, source] of FILLERS)
    test(`${name}: ${way} does not pass the quota, and what stood there stays`, async (t) => {
      const { root, files, bounds } = bounded(t);
      const runner = createCommandRunner({ folder: root, bounds, ...bwrap });
      await runner.run("shell", STANDING);
      const before = standing(root);
      const result = await runner.run(language, source);
      assert.equal(result.passed, "folder", JSON.stringify(result));
      assert.equal(result.overQuotaBytes, undefined);
      assert.deepEqual(standing(root), before);
      assert.ok((await files.usage()).sizeBytes <= 20 * MIB);
      assert.deepEqual(readdirSync(join(root, "..")), ["chat"], "no copy is left");
      assert.equal((await runner.run("shell", "cat notes.txt")).stdout, "as it was\n");
    });

  test(`${name}: what a command did before it failed or ran out of time stays where it fits`, async (t) => {
    const { root, bounds } = bounded(t);
    const runner = createCommandRunner({ folder: root, bounds, ...bwrap });
    assert.equal((await runner.run("shell", "echo a > a; exit 3")).exitCode, 3);
    const late = await runner.run("shell", "echo b > b; sleep 20", { timeoutMs: 300 });
    assert.deepEqual([late.timedOut, late.passed], [true, undefined]);
    assert.deepEqual(readdirSync(root), ["a", "b"]);
  });

  test(`${name}: a command that is stopped by hand past the quota leaves the folder as it was`, async (t) => {
    const { root, bounds } = bounded(t);
    const runner = createCommandRunner({ folder: root, bounds, ...bwrap });
    await runner.run("shell", STANDING);
    const before = standing(root);
    const source = `${SPARSE}\nprint("full", flush=True)\nimport time; time.sleep(20)`;
    const stop = new AbortController();
    const ended = runner.run("python", source, { signal: stop.signal }).catch(() => undefined);
    for (let round = 0; round < 2000 && !readdirSync(root).includes("s11"); round += 1)
      await sleep(2);
    stop.abort();
    await ended;
    assert.deepEqual(standing(root), before);
  });

  test(`${name}: space that is reserved behind the end of a file counts`, async (t) => {
    const { root, bounds } = bounded(t);
    const runner = createCommandRunner({ folder: root, bounds, ...bwrap });
    const result = await runner.run("shell", ": > behind; fallocate -n -l 64M behind");
    const isRefused = result.exitCode !== 0 && result.passed === undefined;
    if (isRefused) assert.equal(statSync(join(root, "behind")).blocks, 0);
    else assert.deepEqual([result.passed, readdirSync(root)], ["folder", []]);
  });

  test(`${name}: in a folder over its quota a command may delete, not add`, async (t) => {
    const { root, files, bounds } = bounded(t);
    const runner = createCommandRunner({ folder: root, bounds, ...bwrap });
    const full = createCommandRunner({ folder: root });
    await full.run("shell", "truncate -s 15M a b");
    const grown = await runner.run("shell", "truncate -s 1M c");
    assert.deepEqual([grown.passed, grown.overQuotaBytes], ["folder", 10 * MIB]);
    const smaller = await runner.run("shell", "truncate -s 14M a");
    assert.deepEqual([smaller.passed, smaller.overQuotaBytes], [undefined, 9 * MIB]);
    const gone = await runner.run("shell", "rm b");
    assert.deepEqual([gone.passed, gone.overQuotaBytes], [undefined, undefined]);
    assert.equal((await files.usage()).sizeBytes, 14 * MIB);
  });

  test(`${name}: a command that starts too many processes is stopped and says so`, async (t) => {
    const runner = createCommandRunner({ folder: folder(t), ...bwrap });
    const mark = `9${process.pid}${name.length}`;
    const source = `for i in $(seq 600); do sleep ${mark} & done; wait`;
    const result = await runner.run("shell", source, { timeoutMs: 60_000 });
    const isHeldByKernel = process.getuid?.() !== 0 && result.sandbox !== "none";
    if (!isHeldByKernel) assert.equal(result.passed, "processes");
    assert.notEqual(result.exitCode, 0);
    assert.equal(processesWith(mark), 0);
  });

  test(`${name}: memory that processes share counts once`, async (t) => {
    const { root, bounds } = bounded(t);
    const runner = createCommandRunner({ folder: root, bounds, ...bwrap });
    const forks = `
import os, time
x = bytearray(100 << 20)
for _ in range(5):
    if os.fork() == 0:
        time.sleep(1)
        os._exit(0)
for _ in range(5): os.wait()
print("shared")
`;
    const result = await runner.run("python", forks, { memoryBytes: 256 * MIB });
    assert.deepEqual([result.passed, result.stdout], [undefined, "shared\n"]);
  });
}
