import { AppError } from "../../base/errors.ts";
import { type AdbServer, type AdbUse, type ListedPhone, unauthorized } from "./server.ts";

/** Limits of one command on a phone. */
export type PhoneUse = Partial<Pick<AdbUse, "timeoutMs" | "maxBytes">>;

/** One phone that can be used, for the time of one call. Every request rejects as those of `AdbServer` do. */
export interface Phone {
  readonly id: string;
  /** What a program of the phone writes. Rejects with `phone-denied` where the phone does not allow it, and with `phone-failed` where the program fails. */
  run(words: readonly string[], use?: PhoneUse): Promise<string>;
  /** As `run`, for a program that may be missing or fail: `undefined` then. */
  tryRun(words: readonly string[], use?: PhoneUse): Promise<string | undefined>;
  /** The screen as a PNG. Rejects with `phone-failed` where it cannot be seen. */
  screen(): Promise<Uint8Array>;
  push(bytes: Uint8Array, path: string): Promise<void>;
  pull(path: string, maxBytes: number): Promise<Uint8Array>;
  /** Resolves after so long; rejects with the reason of an abort. */
  wait(ms: number): Promise<void>;
}

/** The phones of this machine. */
export interface Phones {
  list(signal: AbortSignal): Promise<readonly ListedPhone[]>;
  /** The phone with this id; without one the only phone there is. Rejects with `no-phone`, `no-such-phone`, `several-phones`, `phone-unauthorized`, `phone-gone`. */
  open(id: string | undefined, signal: AbortSignal): Promise<Phone>;
  /** Connects to a phone by its address, pairing first where a code is given; resolves to its id. Rejects with `bad-phone-address`, `phone-unreachable`, `pairing-failed`. */
  connect(
    to: { readonly address: string; readonly code?: string },
    signal: AbortSignal,
  ): Promise<string>;
}

/** Moving a file takes as long as its network needs. */
const MOVE_TIMEOUT_MS = 120_000;
const LARGEST_PUSH_MS = MOVE_TIMEOUT_MS;

/** The first bytes of every PNG (PNG specification, 5.2). */
const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

/** `name-or-IPv4:port`; a colon in the name would be another service of adb. */
const ADDRESS = /^([A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}[A-Za-z0-9])?)(?::(\d{1,5}))?$/;
const DEFAULT_PORT = 5555;

/** The phones that an adb server reaches. */
export function createPhones(server: AdbServer): Phones {
  return {
    list: (signal) => server.phones({ signal }),
    async open(id, signal) {
      const found = choose(await server.phones({ signal }), id);
      return phoneOf(server, found.id, signal);
    },
    async connect({ address, code }, signal) {
      const { host, port } = addressOf(address);
      if (code === undefined) return server.connect(host, port, { signal });
      await server.pair(host, port, code, { signal });
      const paired = await server.phones({ signal });
      return paired.find(({ id }) => id.includes(host))?.id ?? host;
    },
  };
}

function choose(listed: readonly ListedPhone[], id: string | undefined): ListedPhone {
  const ready = listed.filter(({ state }) => state === "device");
  const wanted = id === undefined ? listed : listed.filter((phone) => phone.id === id);
  if (id !== undefined && wanted.length === 0) throw noSuchPhone(id, listed);
  const [first, second] = id === undefined && ready.length > 0 ? ready : wanted;
  if (first === undefined) throw noPhone();
  if (second !== undefined && id === undefined) throw severalPhones(ready);
  if (first.state === "device") return first;
  if (first.state === "unauthorized") throw unauthorized();
  throw new AppError("phone-gone", {
    en: `The phone is listed and does not answer (${first.state}). Unlock it, or unplug it and plug it in again.`,
    ko: `휴대폰이 보이지만 답하지 않아요 (${first.state}). 잠금을 풀거나 뺐다가 다시 꽂아 주세요.`,
  });
}

function phoneOf(server: AdbServer, id: string, signal: AbortSignal): Phone {
  const run = async (words: readonly string[], use: PhoneUse = {}): Promise<string> => {
    const { text, exitCode } = await server.shell(id, words, { signal, ...use });
    const problem = problemIn(text, exitCode);
    if (problem !== undefined) throw problem;
    return text;
  };
  return {
    id,
    run,
    tryRun: (words, use) =>
      run(words, use).catch((error: unknown) => {
        if (error instanceof AppError && REFUSALS.has(error.code)) return undefined;
        throw error;
      }),
    async screen() {
      const bytes = await server.bytes(id, ["screencap", "-p"], { signal });
      if (PNG_START.equals(bytes.subarray(0, PNG_START.length))) return bytes;
      throw new AppError("phone-failed", {
        en: "The phone gave no picture of its screen. See whether it is on and unlocked.",
        ko: "휴대폰이 화면 사진을 주지 않았어요. 켜져 있고 잠금이 풀려 있는지 봐 주세요.",
      });
    },
    push: (bytes, path) => server.push(id, bytes, path, { signal, timeoutMs: LARGEST_PUSH_MS }),
    pull: (path, maxBytes) =>
      server.pull(id, path, { signal, maxBytes, timeoutMs: MOVE_TIMEOUT_MS }),
    wait: (ms) => pause(ms, signal),
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
}

/** What a program may fail with where another way is tried. */
const REFUSALS = new Set(["phone-denied", "phone-failed"]);

const FAILED = /^(?:Error|Exception|\[?ERROR|usage:)/i;

function problemIn(text: string, exitCode: number): AppError | undefined {
  if (text.startsWith("Row: ")) return undefined; // what stands in rows is what others wrote
  if (/\bSecurityException\b|Permission Denial|Operation not allowed/.test(text.slice(0, 4000)))
    return new AppError("phone-denied", {
      en: 'The phone does not let me do that yet. Say "grant the phone permissions"; some phones also want "USB debugging (Security settings)" in the developer options.',
      ko: '휴대폰이 아직 허락하지 않아요. "휴대폰 권한 허용해줘"라고 해 주세요. 개발자 옵션의 "USB 디버깅(보안 설정)"도 켜야 하는 휴대폰이 있어요.',
    });
  const lines = text.trim().split("\n");
  // `am` says what it starts before it says that it could not.
  const told = lines[0]?.startsWith("Starting: ") === true ? lines.slice(1) : lines.slice(0, 1);
  const isFailed = exitCode !== 0 || told.some((line) => FAILED.test(line));
  const said = (told.find((line) => FAILED.test(line)) ?? lines[0] ?? "").slice(0, 200);
  if (!isFailed) return undefined;
  return new AppError(
    "phone-failed",
    {
      en: `The phone could not do it${said === "" ? "" : ` (${said})`}.`,
      ko: `휴대폰이 하지 못했어요${said === "" ? "" : ` (${said})`}.`,
    },
    { isTainted: true },
  );
}

function addressOf(address: string): { readonly host: string; readonly port: number } {
  const [, host, port = String(DEFAULT_PORT)] = ADDRESS.exec(address.trim()) ?? [];
  if (host !== undefined && Number(port) > 0 && Number(port) < 65_536)
    return { host, port: Number(port) };
  throw new AppError("bad-phone-address", {
    en: "The address of a phone looks like 192.168.0.5:37123; it stands under Settings → Developer options → Wireless debugging.",
    ko: "휴대폰 주소는 192.168.0.5:37123처럼 생겼고, 설정 → 개발자 옵션 → 무선 디버깅에 있어요.",
  });
}

/** What is said where no phone is connected. */
function noPhone(): AppError {
  return new AppError("no-phone", {
    en: 'No phone is connected: turn on USB debugging (Settings → Developer options) and plug it into the computer I run on, or turn on wireless debugging and say "connect the phone 192.168.0.5:37123".',
    ko: '연결된 휴대폰이 없어요. 설정 → 개발자 옵션에서 USB 디버깅을 켜고 제가 도는 컴퓨터에 꽂거나, 무선 디버깅을 켜고 "휴대폰 192.168.0.5:37123 연결해줘"라고 해 주세요.',
  });
}

function noSuchPhone(id: string, listed: readonly ListedPhone[]): AppError {
  if (listed.length === 0) return noPhone();
  const names = listed.map((phone) => phone.id).join(", ");
  return new AppError("no-such-phone", {
    en: `There is no phone "${id.slice(0, 100)}". Connected: ${names}.`,
    ko: `"${id.slice(0, 100)}" 휴대폰이 없어요. 연결된 것: ${names}.`,
  });
}

function severalPhones(ready: readonly ListedPhone[]): AppError {
  const names = ready.map((phone) => phone.id).join(", ");
  return new AppError("several-phones", {
    en: `Several phones are connected (${names}). Say which one with device_id.`,
    ko: `휴대폰이 여러 대 연결되어 있어요 (${names}). 어느 것인지 device_id로 알려 주세요.`,
  });
}
