import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "puppeteer-core";
import type { Clock } from "../../base/clock.ts";
import { AppError, codeOf } from "../../base/errors.ts";
import type { ChatSession } from "./session.ts";

/** What is kept for one chat. */
interface Slot {
  page: Promise<ChatSession> | undefined;
  /** The last work asked for; settled when it is done. */
  last: Promise<unknown>;
  /** Work running or waiting. */
  users: number;
  /** When work last ended, and until when it is kept without any. */
  usedAtMs: number;
  keptUntilMs: number;
}

/** Keeps one Chromium while it is used, and in it the pages of each chat. Whoever makes it closes it. */
export class BrowserPool {
  readonly #parts;
  /** By chat, the one used longest ago first. */
  readonly #slots = new Map<string, Slot>();
  #chromium: Promise<RunningChromium> | undefined;
  #idle = new AbortController();

  constructor(parts: {
    readonly launch: () => Promise<RunningChromium>;
    readonly openPage: (chromium: RunningChromium) => ChatSession;
    readonly clock: Clock;
    /** The pages of a chat, and Chromium, are closed after so long without work, in milliseconds. */
    readonly idleMs: number;
    /** Above so many chats the one used longest ago is closed. */
    readonly maxPages: number;
  }) {
    this.#parts = parts;
  }

  /** Runs work on a chat's page, for one chat one after another; the page is opened where there is none. */
  async withPage<T>(chatId: string, work: (chat: ChatSession) => Promise<T>): Promise<T> {
    const slot = this.#slotOf(chatId);
    this.#idle.abort();
    slot.users += 1;
    this.#closeIdle();
    const turn = slot.last.then(async () => work(await this.#pageOf(slot)));
    slot.last = turn.catch(() => undefined); // the one who asked is told
    try {
      return await turn;
    } finally {
      slot.users -= 1;
      slot.usedAtMs = this.#parts.clock.now();
      this.#rest();
    }
  }

  /** Whether a chat has a page now. */
  hasPage(chatId: string): boolean {
    return this.#slots.get(chatId)?.page !== undefined;
  }

  /** Keeps a chat's pages so long from now, though nothing is done there: a person is asked about them. */
  keep(chatId: string, forMs: number): void {
    const slot = this.#slots.get(chatId);
    if (slot !== undefined) slot.keptUntilMs = this.#parts.clock.now() + forMs;
  }

  /** Closes a chat's page and forgets all that it held. */
  async closePage(chatId: string): Promise<void> {
    const slot = this.#slots.get(chatId);
    if (slot !== undefined) await closeSlot(slot);
  }

  /** Closes everything; it starts anew when used again. */
  async close(): Promise<void> {
    this.#idle.abort();
    const running = this.#chromium;
    this.#chromium = undefined;
    await Promise.all([...this.#slots.values()].map(closeSlot));
    await running?.then((chromium) => chromium.close()).catch(() => undefined); // it never started
  }

  #slotOf(chatId: string): Slot {
    const slot = this.#slots.get(chatId) ?? {
      page: undefined,
      last: Promise.resolve(),
      users: 0,
      usedAtMs: this.#parts.clock.now(),
      keptUntilMs: 0,
    };
    this.#slots.delete(chatId);
    this.#slots.set(chatId, slot);
    return slot;
  }

  #pageOf(slot: Slot): Promise<ChatSession> {
    if (slot.page !== undefined) return slot.page;
    this.#closeOldest();
    const opening = this.#running().then(this.#parts.openPage);
    slot.page = opening;
    opening.catch(() => {
      if (slot.page === opening) slot.page = undefined;
    });
    return opening;
  }

  #closeIdle(): void {
    const nowMs = this.#parts.clock.now();
    for (const slot of this.#slots.values()) {
      const endsAtMs = Math.max(slot.usedAtMs + this.#parts.idleMs, slot.keptUntilMs);
      if (slot.users === 0 && slot.page !== undefined && endsAtMs < nowMs) void closeSlot(slot);
    }
  }

  #closeOldest(): void {
    const open = [...this.#slots.values()].filter(({ page }) => page !== undefined);
    if (open.length < this.#parts.maxPages) return;
    const oldest = open.find(({ users }) => users === 0);
    if (oldest !== undefined) void closeSlot(oldest);
  }

  #running(): Promise<RunningChromium> {
    if (this.#chromium !== undefined) return this.#chromium;
    const started = this.#parts.launch();
    this.#chromium = started;
    const forget = (): void => {
      if (this.#chromium !== started) return;
      this.#chromium = undefined;
      for (const slot of this.#slots.values()) void closeSlot(slot);
      void started.then((chromium) => chromium.close()).catch(() => undefined); // its profile goes too
    };
    started.then(({ browser }) => browser.once("disconnected", forget), forget);
    return started;
  }

  /** Starts the time without work, unless there is work. */
  #rest(): void {
    const isWorking = [...this.#slots.values()].some(({ users }) => users > 0);
    if (isWorking || this.#chromium === undefined) return;
    this.#idle = new AbortController();
    const keptForMs = [...this.#slots.values()].map(({ page, keptUntilMs }) =>
      page === undefined ? 0 : keptUntilMs - this.#parts.clock.now(),
    );
    const idleMs = Math.max(this.#parts.idleMs, ...keptForMs);
    this.#parts.clock.sleep(idleMs, this.#idle.signal).then(
      () => this.close(),
      () => undefined, // there is work again
    );
  }
}

async function closeSlot(slot: Slot): Promise<void> {
  const { page } = slot;
  slot.page = undefined;
  await page?.then((chat) => chat.close()).catch(() => undefined); // it never opened
}

/** The port of discard, where nothing listens: whatever is not a chat's own page has no way out. */
const NO_PROXY = "http://127.0.0.1:9";

const LAUNCH_TIMEOUT_MS = 30_000;

/** Longest answer to one command of ours; a page that hangs its process ends here. */
const COMMAND_TIMEOUT_MS = 45_000;

/** Prefix of profile folders; the process that made one stands in its name. */
const PROFILE_PREFIX = "chromium-";

/** A running Chromium with an empty profile of its own. */
interface RunningChromium {
  readonly browser: Browser;
  /** Ends Chromium and removes its profile. */
  close(): Promise<void>;
}

/** True where Chromium must run without its own sandbox, because it refuses to use it as root (chromium, `--no-sandbox`). */
export function runsAsRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Starts Chromium without a window, talking over a pipe that no other program can reach; it ends with this process. */
export async function launchChromium(options: {
  readonly executablePath: string;
  readonly profileRoot: string;
}): Promise<RunningChromium> {
  await removeOldProfiles(options.profileRoot);
  const prefix = join(options.profileRoot, `${PROFILE_PREFIX}${process.pid}-`);
  const profile = await mkdtemp(prefix);
  const removeProfile = (): Promise<void> =>
    rm(profile, { recursive: true, force: true, maxRetries: 3 });
  try {
    const { launch } = await import("puppeteer-core");
    const browser = await launch({
      executablePath: options.executablePath,
      headless: true,
      pipe: true,
      userDataDir: profile,
      args: [...launchArguments()],
      env: { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: profile, LANG: "C.UTF-8" }, // not ours: it holds tokens
      handleSIGINT: false, // the service ends itself in order
      handleSIGTERM: false,
      handleSIGHUP: false,
      waitForInitialPage: false,
      timeout: LAUNCH_TIMEOUT_MS,
      protocolTimeout: COMMAND_TIMEOUT_MS,
      defaultViewport: { width: 1280, height: 800 },
    });
    return {
      browser,
      close: async () => {
        await browser.close().catch(() => browser.process()?.kill("SIGKILL"));
        await removeProfile();
      },
    };
  } catch (error) {
    await removeProfile();
    throw new AppError(
      "browser-failed",
      {
        en: "Chromium is installed but did not start. Run it once by hand to see why; in a container it may need user namespaces.",
        ko: "Chromium이 설치되어 있지만 시작되지 않았어요. 직접 한 번 실행해 이유를 확인해 주세요. 컨테이너에서는 사용자 네임스페이스가 필요할 수 있어요.",
      },
      { cause: error },
    );
  }
}

/** Every switch that keeps traffic inside the proxy of its page, and Chromium quiet and small. */
function launchArguments(): readonly string[] {
  return [
    ...(runsAsRoot() ? ["--no-sandbox"] : []),
    `--proxy-server=${NO_PROXY}`,
    "--proxy-bypass-list=<-loopback>", // loopback would else go around it: Chromium, net/docs/proxy.md, "implicit bypass rules"
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1", // names are the proxy's to look up
    "--disable-quic",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp", // RFC 8828, section 5.2, mode 4
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp", // its name in older versions
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-extensions",
    "--disable-sync",
    "--no-first-run",
    "--no-pings",
  ];
}

/** A process that was killed leaves its profile behind. */
async function removeOldProfiles(profileRoot: string): Promise<void> {
  await mkdir(profileRoot, { recursive: true, mode: 0o700 });
  for (const name of await readdir(profileRoot)) {
    const owner = name.match(/^chromium-(\d+)-/)?.[1];
    if (owner === undefined || isRunning(Number(owner))) continue;
    await rm(join(profileRoot, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== "ESRCH";
  }
}
