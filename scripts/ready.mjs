// Installs what is missing and builds what is stale, so that one command works on a fresh clone. Only Node's own modules here.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { keepCode } from "./keep-code.mjs";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The SQLite binding for this Node; see src/store/sqlite.ts. */
const SQLITE =
  Number(process.versions.node.split(".")[0]) >= 22 ? "better-sqlite3-13" : "better-sqlite3";

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
    process.stderr.write("Installing packages…\n");
    const omit = development ? [] : ["--omit=dev"];
    const failure = "Installing the packages failed. Check the network, then try again.";
    run("npm", ["ci", "--no-audit", "--no-fund", "--ignore-scripts", ...omit], failure);
    if (SQLITE === "better-sqlite3") makeSqlite();
  }
  writeFileSync(stampPath, JSON.stringify({ lock, abi, development }));
}

/** Gets the binary of SQLite for a Node that the package brings none for. */
function makeSqlite() {
  process.stderr.write(
    "Getting SQLite for this Node.js: where there is no ready one it is compiled, which takes a minute or two…\n",
  );
  run(
    "npm",
    ["rebuild", "better-sqlite3"],
    "SQLite could not be made. Install a C++ compiler, make and Python, or use Node.js 22 or newer, which needs none.",
  );
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
  if (!existsSync(output) || statSync(output).mtimeMs < newest) build();
  keepCode(root, join(root, "dist"));
}

/** Builds with the packages of development where they are there; else those that are bundled come for the build and go again. */
function build() {
  mkdirSync(join(root, "dist"), { recursive: true });
  const packages = existsSync(join(root, "node_modules", "esbuild")) ? root : fetchBundled();
  const words = ["--packages", packages];
  run(process.execPath, [join(root, "scripts", "build.mjs"), ...words], "Building failed.");
  if (packages !== root) rmSync(packages, { recursive: true, force: true });
}

/** Installs what is bundled, as the lock file says, in a folder of its own; returns it. */
function fetchBundled() {
  const folder = join(root, "node_modules", ".ibl-bot-build");
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const { name, version, devDependencies, overrides, bundled } = manifest;
  const dependencies = Object.fromEntries(bundled.map((one) => [one, devDependencies[one]]));
  const own = { name, version, private: true, dependencies, overrides };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify(own));
  const packages = { ...lock.packages, "": { name, version, dependencies } };
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ ...lock, packages }));
  copyFileSync(join(root, ".npmrc"), join(folder, ".npmrc"));
  process.stderr.write("Fetching what the program is built from…\n");
  const words = ["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder];
  run("npm", words, "Fetching packages failed. Check the network, then try again.", folder);
  return folder;
}

/** Runs a program with its output on standard error; ends this process with a sentence when it fails. */
function run(command, args, failure, folder = root) {
  const result = spawnSync(command, args, { cwd: folder, stdio: ["ignore", 2, 2] });
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
