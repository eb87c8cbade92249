// Runs test files: two processes a processor, since most of them wait for much of their time, each of which takes one file after another (test-worker.mjs).
import { spawn } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism, tmpdir, totalmem, userInfo } from "node:os";
import { isAbsolute, join, relative } from "node:path";
import { root } from "./ready.mjs";

const WORKER = join(root, "scripts", "test-worker.mjs");
/** Tests make much that is soon forgotten: with more room for it, it is collected less often. */
const YOUNG_MEGABYTES = 32;
/** How long a file may go without a test of it ending. */
const TEST_LIMIT_MS = 240_000;
/** How long a process that has no file left may take to end. */
const END_LIMIT_MS = 5_000;
/** Memory for one process and the services that its tests start. */
const BYTES_OF_EACH = 2_000_000_000;
/** A process that has grown beyond this takes no other file. */
const MOST_RSS_BYTES = 1_000_000_000;
/** Where Linux has a file system in memory, and the room that the tests' temporary folders need there. */
const MEMORY_FOLDER = "/dev/shm";
const MEMORY_BYTES = 4_000_000_000;
/** How much of what a file wrote is shown when it fails. */
const MOST_OUTPUT = 20_000;

/** A file that says this on a line of its own shares its process with no other; what follows is the reason. */
const ALONE = /^\/\/ Alone in its process: /m;
/** A file that says this measures time: it comes last, with nothing beside it. */
const UNDISTURBED = /^\/\/ With nothing beside it: /m;
/** Where the seconds of each file in the last run stand: the longest begin first. */
const TIMES = join(root, "node_modules", ".ibl-bot-test-times.json");
/** Folders of long files, for a first run. */
const LONG = [
  "scripts",
  "transcripts",
  "bench",
  "proofs",
  "conversations",
  "linear.test.ts",
  "rag",
  "stories",
  "docs",
  "cli",
  "workflows",
  "app",
];

/** All test files below a folder, relative to the root of the repository. */
export function testFiles(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) =>
      entry.isDirectory()
        ? testFiles(join(folder, entry.name))
        : entry.name.endsWith(".test.ts")
          ? [relative(root, join(folder, entry.name))]
          : [],
    )
    .sort();
}

/** Runs these files and prints what comes of them, with a line for each test when `showTests`; resolves to the exit code. How long each took is written down for the next run, unless `remember` is false. */
export async function runTests(files, { showTests = false, remember = true } = {}) {
  const run = new Run(files, { showTests, remember });
  const stop = () => run.stop();
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  return run.finish();
}

class Run {
  #startedMs = Date.now();
  #total;
  #queue;
  /** Files that come last, one after another. */
  #undisturbed;
  #times = readTimes();
  #showTests;
  #isRemembered;
  #lanes = [];
  #done = 0;
  #counts = { passed: 0, failed: 0, skipped: 0 };
  #failures = [];
  #isStopped = false;
  #temporary = memoryFolder();

  constructor(files, { showTests, remember }) {
    this.#total = files.length;
    const measures = (file) => UNDISTURBED.test(readFileSync(pathOf(file), "utf8"));
    this.#queue = longestFirst(files, this.#times).filter((file) => !measures(file));
    this.#undisturbed = files.filter(measures);
    this.#showTests = showTests;
    this.#isRemembered = remember;
  }

  async finish() {
    const count = Math.min(mostProcesses(), this.#queue.length);
    await Promise.all(Array.from({ length: count }, () => this.#work()));
    this.#queue = this.#undisturbed;
    await this.#work();
    if (this.#temporary !== undefined) rmSync(this.#temporary, { recursive: true, force: true });
    if (this.#isStopped) print("Interrupted.");
    this.#summary();
    if (this.#isRemembered) writeFileSync(TIMES, JSON.stringify(this.#times));
    if (this.#isStopped) return 130;
    return this.#failures.length > 0 || this.#counts.passed === 0 ? 1 : 0;
  }

  /** Ends every process, and what these have started. */
  stop() {
    this.#isStopped = true;
    for (const lane of this.#lanes) lane.kill();
  }

  /** Takes files until there are none. */
  async #work() {
    let lane;
    while (this.#queue.length > 0 && !this.#isStopped) {
      const file = this.#queue.shift();
      const isAlone = ALONE.test(readFileSync(pathOf(file), "utf8"));
      if (isAlone || !lane?.isFit) {
        await this.#end(lane);
        lane = this.#open();
      }
      await this.#runFile(lane, file);
      if (isAlone) lane.isFit = false;
    }
    await this.#end(lane);
  }

  #open() {
    const lane = new Lane(this.#temporary);
    this.#lanes.push(lane);
    return lane;
  }

  async #end(lane) {
    if (lane === undefined) return;
    await lane.end();
    this.#lanes = this.#lanes.filter((entry) => entry !== lane);
  }

  async #runFile(lane, file) {
    const startedMs = Date.now();
    const counts = { passed: 0, failed: 0, skipped: 0 };
    const onTest = ({ name, outcome, durationMs, error }) => {
      counts[outcome] += 1;
      if (outcome === "failed") this.#fail(`${file} › ${name}`, error === undefined ? [] : [error]);
      else if (this.#showTests)
        print(`${outcome === "passed" ? "✔" : "–"} ${name} (${Math.round(durationMs)} ms)`);
    };
    const { errors, cpuSeconds } = await lane.run(file, onTest, this.#showTests);
    if (this.#isStopped) return;
    if (errors.length === 0 && counts.passed + counts.failed + counts.skipped === 0)
      errors.push("ran no test");
    if (errors.length > 0) {
      counts.failed += 1;
      this.#fail(file, errors);
    }
    if (counts.failed > 0 && !this.#showTests && lane.output !== "")
      print(indented(`${file} wrote:\n${lane.output}`));
    this.#done += 1;
    const seconds = (Date.now() - startedMs) / 1000;
    this.#times[file] = Number(seconds.toFixed(1));
    for (const key of Object.keys(counts)) this.#counts[key] += counts[key];
    this.#progress(file, counts, seconds, cpuSeconds);
  }

  #fail(name, errors) {
    this.#failures.push({ name, errors });
    print([`✖ ${name}`, ...errors.map(indented)].join("\n"));
  }

  #progress(file, { passed, failed, skipped }, seconds, cpuSeconds) {
    const place = `[${String(this.#done).padStart(String(this.#total).length)}/${this.#total} ${clock(Date.now() - this.#startedMs)}]`;
    const tests = [`${passed} passed`];
    if (failed > 0) tests.push(`${failed} failed`);
    if (skipped > 0) tests.push(`${skipped} skipped`);
    print(
      `${place} ${failed > 0 ? "✖" : "✔"} ${file} (${tests.join(", ")}, ${seconds.toFixed(1)} s, of the processor ${cpuSeconds.toFixed(1)})`,
    );
  }

  #summary() {
    if (this.#failures.length > 0 && !this.#showTests) {
      print("\nWhat failed:");
      for (const { name, errors } of this.#failures)
        print([`✖ ${name}`, ...errors.map(indented)].join("\n"));
    }
    const { passed, failed, skipped } = this.#counts;
    print(`\n${this.#done} of ${this.#total} files in ${clock(Date.now() - this.#startedMs)}`);
    print(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  }
}

/** Two a processor, as far as there is memory for them and for what they start. */
function mostProcesses() {
  const byMemory = Math.floor(totalmem() / BYTES_OF_EACH);
  return Math.max(1, Math.min(2 * availableParallelism(), byMemory));
}

/** A folder in memory for what tests write and read again, where there is room: each commit would wait for a disk. What tsx has translated stays where it is. */
function memoryFolder() {
  if (process.env.TMPDIR !== undefined || process.platform !== "linux") return undefined;
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    if (bavail * bsize < MEMORY_BYTES) return undefined;
    const folder = mkdtempSync(join(MEMORY_FOLDER, "ibl-bot-tests-"));
    const translated = `tsx-${userInfo().uid}`;
    mkdirSync(join(tmpdir(), translated), { recursive: true });
    symlinkSync(join(tmpdir(), translated), join(folder, translated));
    return folder;
  } catch {
    return undefined;
  }
}

/** One process that runs test files. */
class Lane {
  #child;
  #exit;
  /** What takes a message about the file that runs. */
  #onMessage = () => undefined;
  #isShown = false;
  /** Whether it can take another file. */
  isFit = true;
  /** What it wrote since its file began: the end of it. */
  output = "";

  constructor(temporary) {
    const reporter = ["--test-reporter", WORKER, "--test-reporter-destination", "stdout"];
    const room = `--max-semi-space-size=${YOUNG_MEGABYTES}`;
    this.#child = spawn(process.execPath, [room, "--import", "tsx", ...reporter, WORKER], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      env: { ...process.env, ...(temporary !== undefined && { TMPDIR: temporary }) },
      detached: true, // a group of its own, so that `kill` ends what it has started too
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream.setEncoding("utf8").on("data", (text) => {
        this.output = (this.output + text).slice(-MOST_OUTPUT);
        if (this.#isShown) process.stdout.write(text);
      });
    this.#child.on("message", (message) => this.#onMessage(message));
    this.#exit = new Promise((resolve) => {
      this.#child.once("exit", (code, signal) => {
        this.isFit = false;
        resolve(signal ?? `exit code ${code}`);
      });
    });
  }

  /** Runs a file; resolves to what failed besides its tests, and the processor time it took. */
  async run(file, onTest, isShown) {
    this.output = "";
    this.#isShown = isShown;
    let running = "";
    const late = new AbortController();
    const limit = setTimeout(() => {
      late.abort();
      this.kill();
    }, TEST_LIMIT_MS);
    const ended = new Promise((resolve) => {
      this.#onMessage = (message) => {
        if (message.type === "begun") running = `, in "${message.name}"`;
        else if (message.type === "test") {
          limit.refresh();
          onTest(message);
        } else {
          if (message.rssBytes > MOST_RSS_BYTES || message.errors.length > 0) this.isFit = false;
          resolve(message);
        }
      };
    });
    const died = this.#exit.then((how) => ({
      errors: [
        late.signal.aborted
          ? `took more than ${TEST_LIMIT_MS / 1000} s${running}`
          : `its process ended (${how})${running}`,
      ],
      cpuSeconds: 0,
    }));
    this.#child.send({ file: pathOf(file) }, () => undefined);
    const end = await Promise.race([ended, died]);
    clearTimeout(limit);
    return end;
  }

  /** Lets it end, so that what its files made is removed; kills it when it does not. */
  async end() {
    if (this.#child.connected) this.#child.send({}, () => undefined);
    const limit = setTimeout(() => this.kill(), END_LIMIT_MS);
    await this.#exit;
    clearTimeout(limit);
  }

  kill() {
    try {
      process.kill(-this.#child.pid, "SIGKILL");
    } catch {
      // It has ended.
    }
  }
}

function longestFirst(files, times) {
  const guess = (file) => {
    const place = LONG.indexOf(file.split(/[/\\]/)[1]);
    return place < 0 ? 0 : 100 - place;
  };
  const seconds = (file) => times[file] ?? guess(file);
  return [...files].sort((one, other) => seconds(other) - seconds(one));
}

function pathOf(file) {
  return isAbsolute(file) ? file : join(root, file);
}

function readTimes() {
  try {
    return JSON.parse(readFileSync(TIMES, "utf8"));
  } catch {
    return {};
  }
}

function clock(ms) {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function indented(text) {
  return text.replace(/^/gm, "    ");
}

function print(text) {
  process.stdout.write(`${text}\n`);
}
