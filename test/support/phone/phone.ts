import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { freshState, type PhoneState } from "./state.ts";

const run = promisify(execFile);
const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(dirname(here)));

/** Programs of Android that `command.mjs` stands for. */
const PROGRAMS =
  "getprop dumpsys df cmd wm pm monkey am input ime settings screencap uiautomator content".split(
    " ",
  );

/** A real adbd of this machine, in a file system of its own, and an adb server that knows it. */
export interface TestPhone {
  /** How the server calls it. */
  readonly id: string;
  /** Of the adb server. */
  readonly port: number;
  /** What is on the phone now. */
  state(): PhoneState;
  /** Changes what is on it. */
  change(change: (state: PhoneState) => void): void;
  /** What was done to it, a line of words each. */
  done(): readonly (readonly string[])[];
  /** A path of its shared storage (`/sdcard`) on this machine. */
  storage(name: string): string;
  /** Unplugs it: its adbd ends. */
  unplug(): Promise<void>;
  close(): Promise<void>;
}

/** Starts both; the first use builds adbd, and fails with the reason where that cannot be done. */
export async function openPhone(): Promise<TestPhone> {
  const adbd = await builtAdbd();
  const folder = mkdtempSync(join(tmpdir(), "phone-"));
  const at = (name: string): string => join(folder, name);
  for (const name of ["bin", "sdcard/Download", "state"]) mkdirSync(at(name), { recursive: true });
  cpSync(join(here, "command.mjs"), at("bin/command.mjs"));
  chmodSync(at("bin/command.mjs"), 0o755);
  for (const name of PROGRAMS) symlinkSync("command.mjs", at(`bin/${name}`));
  writeFileSync(at("state/phone.json"), JSON.stringify(freshState()));
  writeFileSync(at("state/log"), "");
  cpSync(join(here, "screen.png"), at("state/screen.png"));
  const phonePort = await freePort();
  const port = await freePort();
  const daemon = startAdbd(adbd, folder, phonePort);
  const id = `127.0.0.1:${phonePort}`;
  const adb = (...words: string[]) =>
    run("adb", ["-P", String(port), ...words], { env: { PATH: "/usr/bin:/bin", HOME: folder } });
  await listening(phonePort, daemon);
  await adb("start-server");
  await adb("connect", id);
  await adb("-s", id, "wait-for-device");
  const state = (): PhoneState => JSON.parse(readFileSync(at("state/phone.json"), "utf8"));
  const unplug = async (): Promise<void> => {
    if (daemon.exitCode !== null || daemon.signalCode !== null) return;
    const ended = once(daemon, "exit");
    daemon.kill("SIGKILL");
    await ended;
    for (;;) if (!(await adb("devices")).stdout.includes(`${id}\tdevice`)) return;
  };
  return {
    id,
    port,
    state,
    change(change) {
      const changed = state();
      change(changed);
      writeFileSync(at("state/phone.json"), JSON.stringify(changed));
    },
    done: () =>
      readFileSync(at("state/log"), "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    storage: (name) => join(at("sdcard"), name),
    unplug,
    async close() {
      await unplug();
      await adb("kill-server");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function builtAdbd(): Promise<string> {
  const { stdout } = await run(process.execPath, [join(root, "scripts", "adbd.mjs")]);
  return stdout.trim();
}

/** In a file system of its own: what it writes is in the folder of the test, and `/sdcard` and `/data/local/tmp` are where a phone has them. */
function startAdbd(adbd: string, folder: string, port: number): ChildProcess {
  const node = dirname(process.execPath);
  const [bin, state, sdcard] = ["bin", "state", "sdcard"].map((name) => join(folder, name));
  const sandbox = [
    ...[
      "--ro-bind",
      "/usr",
      "/usr",
      "--symlink",
      "usr/bin",
      "/bin",
      "--symlink",
      "usr/lib",
      "/lib",
    ],
    ...["--symlink", "usr/lib64", "/lib64", "--ro-bind", "/etc", "/etc", "--proc", "/proc"],
    ...[
      "--dev",
      "/dev",
      "--tmpfs",
      "/data",
      "--dir",
      "/data/local/tmp",
      "--bind",
      sdcard,
      "/sdcard",
    ],
    ...["--ro-bind", adbd, "/adbd", "--ro-bind", bin, "/phone", "--bind", state, "/state"],
    ...["--ro-bind", node, "/node", "--die-with-parent", "--unshare-pid"],
  ].map(String);
  return spawn("bwrap", [...sandbox, "/adbd"], {
    stdio: ["ignore", "ignore", "ignore"],
    env: {
      PATH: "/phone:/node:/usr/bin:/bin",
      HOME: "/data/local/tmp",
      LANG: "C.UTF-8",
      ADBD_LISTEN: `tcp:localhost:${port}`,
      PHONE_STATE: "/state/phone.json",
      PHONE_LOG: "/state/log",
      PHONE_SCREEN: "/state/screen.png",
    },
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** Resolves when something listens there; rejects when the daemon ends first. */
async function listening(port: number, daemon: ChildProcess): Promise<void> {
  for (;;) {
    if (daemon.exitCode !== null) throw new Error(`adbd ended with ${daemon.exitCode}.`);
    const socket = connect({ host: "127.0.0.1", port });
    const isUp = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    });
    socket.destroy();
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
