// Installs what is missing and builds what is stale, so that one command works on a fresh clone. Only Node's own modules here.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The SQLite binding for this Node; see src/store/sqlite.ts. */
const SQLITE =
  Number(process.versions.node.split(".")[0]) >= 24 ? "better-sqlite3-13" : "better-sqlite3";

/** Stops with a sentence when Node is too old for the packages. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  process.stderr.write(`ibl-bot needs Node.js 20.19 or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}

/** Installs the packages when they are not those of the lock file, or when they were built for another Node. Tools of development that are there stay there. */
export function install({ withDevelopment }) {
  const stampPath = join(root, "node_modules", ".ibl-bot-stamp");
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  const abi = process.versions.modules;
  const stamp = readStamp(stampPath);
  if (stamp.lock === lock && stamp.abi === abi && (stamp.development || !withDevelopment)) return;
  const development = withDevelopment || existsSync(join(root, "node_modules", "tsx"));
  if (!isInstalled(development)) {
    process.stderr.write(
      "Installing packages (one native module is compiled, which takes a minute or two)…\n",
    );
    const omit = development ? [] : ["--omit=dev"];
    run(
      "npm",
      ["ci", "--no-audit", "--no-fund", ...omit],
      "Installing the packages failed. Check the network, then try again.",
    );
  }
  writeFileSync(stampPath, JSON.stringify({ lock, abi, development }));
}

/** Builds dist when any source is newer, or data/, from which the shipped usage examples are made. */
export function buildIfStale() {
  const output = join(root, "dist", "ibl-bot.mjs");
  const newest = Math.max(
    newestIn(join(root, "src")),
    newestIn(join(root, "data")),
    statSync(join(root, "package-lock.json")).mtimeMs,
    statSync(join(root, "scripts", "build.mjs")).mtimeMs,
    statSync(join(root, "scripts", "bundle.mjs")).mtimeMs,
  );
  if (existsSync(output) && statSync(output).mtimeMs >= newest) return;
  mkdirSync(join(root, "dist"), { recursive: true });
  run(process.execPath, [join(root, "scripts", "build.mjs")], "Building failed.");
}

/** Runs a program with its output on standard error; ends this process with a sentence when it fails. */
function run(command, args, failure) {
  const result = spawnSync(command, args, { cwd: root, stdio: ["ignore", 2, 2] });
  if (result.status === 0) return;
  process.stderr.write(`${failure}\n`);
  process.exit(result.status ?? 1);
}

function readStamp(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return {};
  }
}

/** True when the packages of the lock file are there already, compiled for this Node: someone ran npm by hand. */
function isInstalled(development) {
  const probe = spawnSync(
    process.execPath,
    ["-e", `new (require("${SQLITE}"))(":memory:").close()`],
    { cwd: root, stdio: "ignore" },
  );
  if (probe.status !== 0) return false;
  const omit = development ? [] : ["--omit=dev"];
  return (
    spawnSync("npm", ["ls", "--all", "--silent", ...omit], { cwd: root, stdio: "ignore" })
      .status === 0
  );
}

function newestIn(folder) {
  let newest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    newest = Math.max(newest, entry.isDirectory() ? newestIn(path) : statSync(path).mtimeMs);
  }
  return newest;
}
