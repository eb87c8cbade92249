// Has V8 keep the code of the built program beside it, so that a start does not compile it anew.
import { spawnSync } from "node:child_process";
import {
  accessSync,
  constants,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What is run for it: a program, and a service that answers and ends with its input. */
const RUNS = [
  { words: ["run", "[system:time]()"], input: "" },
  { words: ["start"], input: "지금 몇 시야?\nwhat time is it?\n" },
];
const LIMIT_MS = 120_000;

/** Keeps the code of the program in `dist`, a folder of the product at `root`, once for this build and this Node: another cannot use it. Where nothing may be written, all works at the speed of compiling. */
export function keepCode(root, dist) {
  const stamp = join(dist, "kept-code.json");
  const made = JSON.stringify([
    process.version,
    process.arch,
    statSync(join(dist, "ibl-bot.mjs")).mtimeMs,
  ]);
  if (textOf(stamp) === made || !mayWrite(dist)) return;
  const home = mkdtempSync(join(tmpdir(), "ibl-bot-build-"));
  const program = `require(${JSON.stringify(join(dist, "load.cjs"))}).keepCode();
    import(${JSON.stringify(join(dist, "ibl-bot.mjs"))}).then(({ runProcess }) => runProcess(${JSON.stringify(root)}));`;
  try {
    for (const { words, input } of RUNS)
      spawnSync(process.execPath, ["-e", program, "ibl-bot", ...words, "--home", home], {
        cwd: home,
        env: {},
        input,
        timeout: LIMIT_MS,
        stdio: ["pipe", "ignore", "ignore"],
      });
    writeFileSync(stamp, made);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function textOf(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function mayWrite(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
