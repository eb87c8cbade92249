// Builds a real adbd, the half of adb that runs on a phone, for the tests: Android's daemon of Debian's source package android-platform-tools as a program
// of this machine. It is kept in node_modules/.cache. Needs the packages below; prints the path of the program. Only Node's own modules here.
import { spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const SOURCE = "android-platform-tools";
const VERSION = "29.0.6-28";
const cache = join(root, "node_modules", ".cache", "adbd");
const program = join(cache, `adbd-${VERSION}`);
const work = join(cache, "work");

const PACKAGES = [
  ...[
    "adb",
    "bubblewrap",
    "clang",
    "dpkg-dev",
    "libcap-dev",
    "android-libbase-dev",
    "android-libcutils-dev",
  ],
  ...["android-liblog-dev", "android-libboringssl-dev", "android-platform-system-core-headers"],
];

/** Files of system/core/adb, without their ending. */
const ADB_FILES =
  `adb adb_io adb_listeners adb_trace adb_unique_fd adb_utils fdevent/fdevent fdevent/fdevent_poll
  fdevent/fdevent_epoll services sockets socket_spec sysdeps/errno transport transport_fd transport_local transport_usb types
  sysdeps_unix sysdeps/posix/network daemon/auth daemon/jdwp_service daemon/usb_dummy daemon/file_sync_service daemon/services
  daemon/shell_service shell_service_protocol daemon/main adbconnection/adbconnection_server`.split(
    /\s+/,
  );

const DEFINES =
  `_GNU_SOURCE ADB_HOST=0 ALLOW_ADBD_ROOT=1 ALLOW_ADBD_NO_AUTH ADB_VERSION="29.0.6" PLATFORM_TOOLS_VERSION="29.0.6"
  ANDROID_BASE_UNIQUE_FD_DISABLE_IMPLICIT_CONVERSION=1`.split(/\s+/);

const INCLUDES =
  `adb adb/daemon/include base/include include libcutils/include libasyncio/include libcrypto_utils/include
  diagnose_usb/include adb/adbconnection/include`.split(/\s+/);

if (!existsSync(program)) await build();
process.stdout.write(`${program}\n`);

async function build() {
  const missing = PACKAGES.filter(
    (name) => !/install ok installed/.test(output("dpkg-query", ["-s", name], { mayFail: true })),
  );
  if (missing.length > 0) end(`Packages are missing: apt-get install ${missing.join(" ")}`);
  rmSync(work, { recursive: true, force: true });
  mkdirSync(join(work, "obj"), { recursive: true });
  const source = fetchSource();
  const core = join(source, "system", "core");
  patch(core);
  const auth = join(source, "frameworks", "native", "libs", "adbd_auth");
  const files = [
    ...ADB_FILES.map((name) => join("adb", `${name}.cpp`)),
    "libasyncio/AsyncIO.cpp",
    "diagnose_usb/diagnose_usb.cpp",
    "libcrypto_utils/android_pubkey.c",
    join(auth, "adbd_auth.cpp"),
  ];
  const objects = await compileAll(core, files, [...INCLUDES, join(auth, "include")]);
  const libraries = `/usr/lib/${output("dpkg-architecture", ["-qDEB_HOST_MULTIARCH"]).trim()}/android`;
  const made = join(work, "adbd");
  const linked = ["base", "cutils", "log", "crypto", "cap", "pthread", "resolv", "util"].map(
    (name) => `-l${name}`,
  );
  output("clang++", [
    "-o",
    made,
    ...objects,
    `-L${libraries}`,
    `-Wl,-rpath=${libraries}`,
    ...linked,
  ]);
  renameSync(made, program);
  rmSync(work, { recursive: true, force: true });
}

/** Unpacks the source package; apt has its own lists for it, so that those of the machine stay as they are. */
function fetchSource() {
  for (const folder of ["sources", "lists/partial", "cache/archives/partial"])
    mkdirSync(join(work, "apt", folder), { recursive: true });
  writeFileSync(join(work, "apt", "sources", "source.sources"), deb822Sources());
  writeFileSync(join(work, "apt", "sources", "source.list"), oneLineSources());
  const apt = [
    ...[
      "-o",
      "Dir::Etc::sourcelist=/dev/null",
      "-o",
      `Dir::Etc::sourceparts=${join(work, "apt", "sources")}`,
    ],
    ...[
      "-o",
      `Dir::State::lists=${join(work, "apt", "lists")}`,
      "-o",
      `Dir::Cache=${join(work, "apt", "cache")}`,
    ],
    ...["-o", "APT::Sandbox::User=root"],
  ];
  output("apt-get", [...apt, "update", "-q"]);
  output("apt-get", [...apt, "source", "-q", "--download-only", SOURCE]);
  const found = readdirSync(work).find((name) => name.endsWith(".dsc"));
  if (found !== `${SOURCE}_${VERSION}.dsc`)
    end(`Debian has ${found ?? "no such source package"}; this builds ${VERSION} alone.`);
  output("dpkg-source", ["--no-check", "-x", found, "source"]);
  return join(work, "source");
}

function deb822Sources() {
  const folder = "/etc/apt/sources.list.d";
  const files = existsSync(folder)
    ? readdirSync(folder).filter((name) => name.endsWith(".sources"))
    : [];
  return files
    .map((name) =>
      readFileSync(join(folder, name), "utf8").replace(/^Types:.*$/gm, "Types: deb-src"),
    )
    .join("\n\n");
}

function oneLineSources() {
  const path = "/etc/apt/sources.list";
  return existsSync(path) ? readFileSync(path, "utf8").replace(/^deb(?=\s)/gm, "deb-src") : "";
}

/** It listens where ADBD_LISTEN says, takes a socket that was opened for one whatever an earlier error left behind, and needs no table of who owns which file. */
function patch(core) {
  const setting = 'GetProperty("service.adb.listen_addrs", ';
  replaceIn(
    join(core, "adb", "daemon", "main.cpp"),
    `${setting}"")`,
    `${setting}getenv("ADBD_LISTEN") ? getenv("ADBD_LISTEN") : "")`,
  );
  replaceIn(
    join(core, "adb", "transport_local.cpp"),
    "if (errno == EAFNOSUPPORT || errno == EINVAL || errno == EPROTONOSUPPORT)",
    "if (serverfd < 0 && (errno == EAFNOSUPPORT || errno == EINVAL || errno == EPROTONOSUPPORT))",
  );
  writeFileSync(
    join(work, "owners.h"),
    '#pragma once\n#ifdef __cplusplus\n#include <stdint.h>\nextern "C" void fs_config(const char*, int, const char*, unsigned*, unsigned*, unsigned*, uint64_t*);\n#endif\n',
  );
}

function replaceIn(path, before, after) {
  const text = readFileSync(path, "utf8");
  if (!text.includes(before)) end(`${path} is not what was expected: "${before}" is missing.`);
  writeFileSync(
    path,
    text.replaceAll(before, () => after),
  );
}

/** Compiles as many files at once as there are processors; gives the objects. */
async function compileAll(core, files, folders) {
  const common = [
    "-O0",
    "-w",
    ...DEFINES.map((name) => `-D${name}`),
    `-I${work}`,
    ...folders.map((folder) => `-I${folder}`),
    "-I/usr/include/android",
  ];
  const cpp = [
    "-std=gnu++2a",
    ...["algorithm", "optional", "atomic", "string.h", "owners.h"].flatMap((name) => [
      "-include",
      name,
    ]),
  ];
  const objects = files.map((file) => join(work, "obj", `${file.replaceAll("/", "_")}.o`));
  const waiting = files.map((file, index) => [
    file.endsWith(".c") ? "clang" : "clang++",
    [...(file.endsWith(".c") ? [] : cpp), ...common, "-c", file, "-o", objects[index]],
  ]);
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      await compile(core, ...next);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return objects;
}

function compile(cwd, command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio: ["ignore", 2, 2] });
    child.once("error", (error) => end(error.message));
    child.once("exit", (code) =>
      code === 0 ? resolve() : end(`${command} ${args.at(-3)} failed.`),
    );
  });
}

/** What a program prints; ends this process where it fails. */
function output(command, args, { mayFail = false } = {}) {
  const done = spawnSync(command, args, {
    cwd: existsSync(work) ? work : root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (done.status !== 0 && !mayFail)
    end(`${command} ${args.at(-1)} failed: ${done.stderr ?? done.error?.message}`);
  return done.stdout ?? "";
}

function end(problem) {
  process.stderr.write(`No adbd for the tests: ${problem}\n`);
  process.exit(1);
}
