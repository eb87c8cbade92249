import { execFile } from "node:child_process";
import type { EventEmitter } from "node:events";
import { createRequire } from "node:module";
import { connect as connectSocket } from "node:net";
import { homedir } from "node:os";
import { Readable } from "node:stream";
import { AppError, codeOf, messageOf } from "../../base/errors.ts";
import { korean } from "../../base/korean-particles.ts";
import { linkSignals } from "../../base/linked-signal.ts";
import { abortError, orAbort } from "../abort.ts";
import { shellLine } from "./shell-words.ts";

/** Where the adb server is. */
export interface AdbServerOptions {
  /** Of the server on this machine; default 5037, as adb has it. */
  readonly port?: number;
  /** The program that starts it, an absolute path; absent where there is none. */
  readonly adbPath?: string;
}

/** Limits of one request. */
export interface AdbUse {
  readonly signal: AbortSignal;
  /** Default 20,000. */
  readonly timeoutMs?: number;
  /** What is kept of the output; default 4 MiB. */
  readonly maxBytes?: number;
}

/** A phone as the server lists it; `state` is `device` for one that can be used. */
export interface ListedPhone {
  readonly id: string;
  readonly state: string;
}

/** What a program on a phone wrote. */
export interface ShellOutput {
  readonly text: string;
  readonly exitCode: number;
  /** True where it wrote more than was kept. */
  readonly isCut: boolean;
}

/** The adb server of this machine, started when it is first needed. Every request rejects with an `AppError`: `needs-adb`, `phone-timeout`, `phone-unauthorized`, `phone-gone`, `phone-failed`, `file-missing`, `file-too-large`; or with the reason of an abort. */
export interface AdbServer {
  phones(use: AdbUse): Promise<readonly ListedPhone[]>;
  /** Connects to a phone over the network; resolves to its id. Rejects with `phone-unreachable` too. */
  connect(host: string, port: number, use: AdbUse): Promise<string>;
  /** Pairs with a phone that shows this code. Rejects with `pairing-failed` too. */
  pair(host: string, port: number, code: string, use: AdbUse): Promise<void>;
  /** Runs one program of a phone with these words. */
  shell(id: string, words: readonly string[], use: AdbUse): Promise<ShellOutput>;
  /** The bytes that one program writes. */
  bytes(id: string, words: readonly string[], use: AdbUse): Promise<Uint8Array>;
  push(id: string, bytes: Uint8Array, path: string, use: AdbUse): Promise<void>;
  pull(id: string, path: string, use: AdbUse): Promise<Uint8Array>;
}

const DEFAULT_PORT = 5037;
const DEFAULT_TIMEOUT_MS = 20_000;
const DEFAULT_BYTES = 4 * 1024 * 1024;

/** A file is kept with these rights: read by all apps, written by the shell. */
const PUSHED_MODE = 0o644;

/** Stands before the exit code, behind what a program wrote. */
const EXIT_MARK = "\u0004exit=";

/** What is used of the package's client, whose own types lean on a package of promises that is not here. */
interface AdbClient {
  listDevices(): PromiseLike<readonly { readonly id: string; readonly type: string }[]>;
  connect(host: string, port: number): PromiseLike<string>;
  connection(): PromiseLike<{
    readonly parser: {
      readAscii(count: number): PromiseLike<string>;
      readValue(): PromiseLike<Buffer>;
    };
    write(bytes: Buffer): unknown;
    end(): unknown;
  }>;
  getDevice(id: string): {
    shell(line: string): PromiseLike<Readable>;
    push(source: Readable, path: string, mode: number): PromiseLike<EventEmitter>;
    pull(path: string): PromiseLike<Readable>;
    stat(path: string): PromiseLike<{ readonly size: number | bigint }>;
  };
}

/** Makes the client; nothing connects before it is used. */
export function createAdbServer(options: AdbServerOptions = {}): AdbServer {
  const port = options.port ?? DEFAULT_PORT;
  let starting: Promise<void> | undefined;
  const begin = async (): Promise<AdbClient> => {
    starting ??= startServer(options.adbPath, port).finally(() => {
      starting = undefined;
    });
    await starting;
    return createClient(port, options.adbPath ?? "adb");
  };
  const using = <T>(use: AdbUse, work: (client: AdbClient, signal: AbortSignal) => Promise<T>) =>
    within(use, async (signal) => work(await begin(), signal));
  return {
    phones: (use) =>
      using(use, async (client) =>
        (await client.listDevices()).map(({ id, type }) => ({ id, state: type })),
      ),
    connect: (host, at, use) => using(use, (client) => connect(client, host, at)),
    pair: (host, at, code, use) => using(use, (client) => pair(client, `${code}:${host}:${at}`)),
    shell: (id, words, use) =>
      using(use, async (client, signal) => {
        const line = `${shellLine(words)} 2>&1; printf '${EXIT_MARK}%s' $?`;
        const stream = await client.getDevice(id).shell(line);
        return outputOf(await collected(stream, use.maxBytes ?? DEFAULT_BYTES, signal));
      }),
    bytes: (id, words, use) =>
      using(use, async (client, signal) => {
        const stream = await client.getDevice(id).shell(shellLine(words));
        return (await collected(stream, use.maxBytes ?? DEFAULT_BYTES * 4, signal)).bytes;
      }),
    push: (id, bytes, path, use) =>
      using(use, (client) => push(client, id, Readable.from([Buffer.from(bytes)]), path)),
    pull: (id, path, use) =>
      using(use, (client, signal) => pull(client, id, path, { ...use, signal })),
  };
}

/** The package is CommonJS whose names Node's `import` does not see; it loads when first used. */
const load = createRequire(import.meta.url);

function createClient(port: number, bin: string): AdbClient {
  const { Adb } = load("@devicefarmer/adbkit") as typeof import("@devicefarmer/adbkit"); // the package's own types
  return Adb.createClient({ host: "127.0.0.1", port, bin });
}

/** Runs within the time of a request; what the server says is put into words. */
async function within<T>(use: AdbUse, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = linkSignals([use.signal], use.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  try {
    if (use.signal.aborted) throw abortError(use.signal);
    return await orAbort(work(limit.signal), limit.signal, () => undefined);
  } catch (error) {
    if (use.signal.aborted) throw abortError(use.signal);
    throw limit.isTimeUp() ? TIMED_OUT() : explained(error);
  } finally {
    limit.release();
  }
}

/** Starts the server where none answers, without anything of the service's own environment: it outlives the service. */
async function startServer(adbPath: string | undefined, port: number): Promise<void> {
  const answers = await new Promise<boolean>((resolve) => {
    const socket = connectSocket({ host: "127.0.0.1", port });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.on("connect", () => socket.destroy());
  });
  if (answers) return;
  if (adbPath === undefined) throw needsAdb();
  const env = { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: homedir() };
  await new Promise<void>((resolve, reject) => {
    execFile(adbPath, ["-P", String(port), "start-server"], { env }, (error) =>
      error === null ? resolve() : reject(codeOf(error) === "ENOENT" ? needsAdb() : error),
    );
  });
}

async function connect(client: AdbClient, host: string, port: number): Promise<string> {
  try {
    return await client.connect(host, port);
  } catch (error) {
    throw new AppError(
      "phone-unreachable",
      {
        en: `No phone answers at ${host}:${port}. Look up the address under Settings → Developer options → Wireless debugging; a phone that is new here is paired first.`,
        ko: `${host}:${port}에서 휴대폰이 답하지 않아요. 설정 → 개발자 옵션 → 무선 디버깅에서 주소를 확인하고, 처음 쓰는 휴대폰은 먼저 페어링해 주세요.`,
      },
      { cause: error },
    );
  }
}

/** `host:pair:CODE:ADDRESS` (AOSP, packages/modules/adb/SERVICES.TXT); adb before 30 does not know it. */
async function pair(client: AdbClient, order: string): Promise<void> {
  const connection = await client.connection();
  try {
    const request = `host:pair:${order}`;
    connection.write(
      Buffer.from(Buffer.byteLength(request).toString(16).padStart(4, "0") + request),
    );
    const isTaken = (await connection.parser.readAscii(4)) === "OKAY";
    const answer = String(await connection.parser.readValue());
    if (isTaken && /success/i.test(answer)) return;
    throw new AppError("pairing-failed", {
      en: `Pairing did not work (${answer.trim().slice(0, 200)}). Take the address and the six digits that the phone shows now under Wireless debugging → Pair device with pairing code.`,
      ko: `페어링이 안 됐어요 (${answer.trim().slice(0, 200)}). 무선 디버깅 → 페어링 코드로 기기 페어링에 지금 보이는 주소와 숫자 여섯 자리를 알려 주세요.`,
    });
  } finally {
    connection.end();
  }
}

interface Collected {
  readonly bytes: Buffer;
  readonly isCut: boolean;
}

/** Reads a stream to its end, or as much of it as is kept. */
async function collected(
  stream: Readable,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Collected> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  const stop = (): void => void stream.destroy();
  signal.addEventListener("abort", stop, { once: true });
  try {
    for await (const chunk of stream) {
      chunks.push(Buffer.from(chunk));
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) break;
    }
  } finally {
    signal.removeEventListener("abort", stop);
    stream.destroy();
  }
  signal.throwIfAborted();
  const isCut = sizeBytes > maxBytes;
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isCut };
}

function outputOf({ bytes, isCut }: Collected): ShellOutput {
  const whole = bytes.toString("utf8").replaceAll("\r\n", "\n");
  const at = whole.lastIndexOf(EXIT_MARK);
  if (isCut || at < 0) return { text: whole, exitCode: 0, isCut };
  const exitCode = Number(whole.slice(at + EXIT_MARK.length));
  return { text: whole.slice(0, at), exitCode, isCut };
}

async function push(client: AdbClient, id: string, source: Readable, path: string): Promise<void> {
  const transfer = await client.getDevice(id).push(source, path, PUSHED_MODE);
  await new Promise<void>((resolve, reject) => {
    transfer.on("end", () => resolve());
    transfer.on("error", reject);
  });
}

/** The package ends a transfer before it tells why that failed: what came is compared with what the phone says of the file. */
async function pull(client: AdbClient, id: string, path: string, use: AdbUse): Promise<Uint8Array> {
  const maxBytes = use.maxBytes ?? DEFAULT_BYTES;
  const device = client.getDevice(id);
  const sizeBytes = Number((await device.stat(path)).size);
  if (sizeBytes > maxBytes)
    throw new AppError("file-too-large", {
      en: `"${path}" is larger than the ${Math.floor(maxBytes / 1024 / 1024)} MB that fit here.`,
      ko: korean`"${path}"은(는) 여기에 들어가는 ${Math.floor(maxBytes / 1024 / 1024)} MB보다 커요.`,
    });
  const transfer = await device.pull(path);
  transfer.on("error", () => undefined); // comes after its end
  const { bytes } = await collected(transfer, maxBytes, use.signal);
  if (bytes.byteLength === sizeBytes) return bytes;
  throw new AppError("phone-failed", {
    en: `"${path}" could not be read whole. It may be a folder, or a file that apps alone may read.`,
    ko: korean`"${path}"을(를) 다 읽지 못했어요. 폴더이거나 앱만 읽을 수 있는 파일일 수 있어요.`,
  });
}

/** What the server or a phone said, as a sentence. */
function explained(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const said = messageOf(error);
  if (/unauthorized/i.test(said)) return unauthorized(error);
  if (/offline|not found|closed|no devices/i.test(said)) return gone(error);
  if (/No such file|does not exist|ENOENT|couldn't create/i.test(said))
    return new AppError(
      "file-missing",
      { en: "There is no such file on the phone.", ko: "휴대폰에 그런 파일이 없어요." },
      { cause: error },
    );
  return new AppError(
    "phone-failed",
    {
      en: `The phone could not do it (${said.slice(0, 200)}).`,
      ko: `휴대폰이 하지 못했어요 (${said.slice(0, 200)}).`,
    },
    { cause: error },
  );
}

/** What is said where a phone waits for its owner to allow this computer. */
export function unauthorized(cause?: unknown): AppError {
  const words = {
    en: 'Unlock the phone and press "Allow" where it asks about USB debugging, then ask again.',
    ko: '휴대폰 잠금을 풀고 USB 디버깅을 묻는 창에서 "허용"을 누른 뒤 다시 말해 주세요.',
  };
  return new AppError("phone-unauthorized", words, { cause });
}

function gone(cause: unknown): AppError {
  const words = {
    en: "The phone is no longer connected. Plug it in again, or connect to its address.",
    ko: "휴대폰 연결이 끊겼어요. 다시 꽂거나 휴대폰 주소로 연결해 주세요.",
  };
  return new AppError("phone-gone", words, { cause });
}

function needsAdb(): AppError {
  return new AppError("needs-adb", {
    en: "The program adb is not on this machine. Install it (Debian and Ubuntu: apt-get install adb), or set ADB_PATH.",
    ko: "이 컴퓨터에 adb 프로그램이 없어요. 설치하거나(Debian과 Ubuntu: apt-get install adb) ADB_PATH를 정해 주세요.",
  });
}

const TIMED_OUT = (): AppError =>
  new AppError("phone-timeout", {
    en: "The phone did not answer in time. See whether it is on and unlocked.",
    ko: "휴대폰이 제때 답하지 않았어요. 켜져 있고 잠금이 풀려 있는지 봐 주세요.",
  });
