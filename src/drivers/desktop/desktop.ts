import { randomUUID } from "node:crypto";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../../base/errors.ts";
import { korean } from "../../base/korean-particles.ts";
import { createProcessDriver, type ProcessDriver, type ProcessResult } from "../process/process.ts";
import {
  type Command,
  type DesktopPoint,
  type DesktopRegion,
  keysOf,
  type MouseButton,
  type ScreenCommands,
  type ScrollDirection,
  WAYLAND_COMMANDS,
  X11_COMMANDS,
} from "./commands.ts";
import { noScreen, type ScreenEnvironment, type ScreenSession, sessionOf } from "./session.ts";
import { keyedPieces, keysWith, spareKeys } from "./spare-keys.ts";

/** A window on the screen. */
export interface DesktopWindow extends DesktopRegion {
  readonly id: string;
  readonly title: string;
}

/**
 * The screen of the machine that the service runs on, by the system's own tools. Every request rejects with an `AppError`: `no-screen`,
 * `needs-tool`, `desktop-failed`, `not-on-wayland`, `no-such-key`, `off-screen`; or with the reason of an abort.
 */
export interface Desktop {
  /** A PNG of the screen or of a part of it. */
  screenshot(signal: AbortSignal, region?: DesktopRegion): Promise<Uint8Array>;
  size(signal: AbortSignal): Promise<{ readonly width: number; readonly height: number }>;
  cursor(signal: AbortSignal): Promise<DesktopPoint>;
  windows(signal: AbortSignal): Promise<readonly DesktopWindow[]>;
  clipboard(signal: AbortSignal): Promise<string>;
  move(to: DesktopPoint, signal: AbortSignal): Promise<void>;
  click(
    at: DesktopPoint,
    how: { readonly button: MouseButton; readonly clicks: number },
    signal: AbortSignal,
  ): Promise<void>;
  drag(
    way: { readonly from: DesktopPoint; readonly to: DesktopPoint; readonly button: MouseButton },
    signal: AbortSignal,
  ): Promise<void>;
  scroll(
    how: {
      readonly direction: ScrollDirection;
      /** Clicks of the wheel. */
      readonly amount: number;
      readonly at?: DesktopPoint;
    },
    signal: AbortSignal,
  ): Promise<void>;
  type(text: string, delayMs: number, signal: AbortSignal): Promise<void>;
  /** Presses a key or a chord such as `ctrl+c`. */
  key(chord: string, signal: AbortSignal): Promise<void>;
}

const TOOL_TIMEOUT_MS = 15_000;

/** More windows than a person looks at are not told. */
const MOST_WINDOWS = 40;

interface Screen {
  readonly session: ScreenSession;
  readonly commands: ScreenCommands;
  readonly run: (command: Command, signal: AbortSignal, timeoutMs?: number) => Promise<string>;
}

/** Makes the desktop; nothing runs before it is used. `workPath` is a folder of its own, which holds a picture while it is read. */
export function createDesktop(options: {
  readonly environment: ScreenEnvironment;
  readonly workPath: string;
}): Desktop {
  // The tools are the system's own and have to reach the screen, which no sandbox lets them; their words are ours.
  const processes = createProcessDriver({ bwrapPath: null });
  const open = (): Screen => openScreen(processes, options);
  const all = async (commands: readonly Command[], signal: AbortSignal, timeoutMs?: number) => {
    for (const command of commands) await open().run(command, signal, timeoutMs);
  };
  const at = async (points: readonly DesktopPoint[], signal: AbortSignal): Promise<void> => {
    const { width, height } = await sizeOf(open(), options.workPath, signal);
    for (const { x, y } of points)
      if (x >= width || y >= height) throw offScreen({ width, height });
  };
  return {
    screenshot: async (signal, region) => pictureOf(open(), options.workPath, signal, region),
    size: async (signal) => sizeOf(open(), options.workPath, signal),
    cursor: async (signal) => cursorOf(open(), signal),
    windows: async (signal) => windowsOf(open(), signal),
    clipboard: async (signal) =>
      open().run(open().commands.clipboard(), signal).catch(emptyClipboard),
    async move(to, signal) {
      await at([to], signal);
      await all(open().commands.move(to), signal);
    },
    async click(point, how, signal) {
      await at([point], signal);
      await all(open().commands.click(point, how), signal);
    },
    async drag({ from, to, button }, signal) {
      await at([from, to], signal);
      await all(open().commands.drag(from, to, button), signal);
    },
    scroll: ({ direction, amount, at: point }, signal) =>
      all(open().commands.scroll(direction, amount, point), signal),
    async type(text, delayMs, signal) {
      const isOnKeys = open().session.kind === "wayland" || /^[\x20-\x7e\n\t]*$/.test(text);
      if (!isOnKeys) return typeOnSpareKeys(open(), { text, delayMs }, signal);
      await all(open().commands.type(text, delayMs), signal, typingMs(text, delayMs));
    },
    async key(chord, signal) {
      const keys = keysOf(chord);
      if (keys === undefined) throw noSuchKey(chord);
      await all(open().commands.key(keys), signal);
    },
  };
}

function openScreen(
  processes: ProcessDriver,
  { environment, workPath }: { readonly environment: ScreenEnvironment; readonly workPath: string },
): Screen {
  const session = sessionOf(environment);
  if (session === undefined) throw noScreen();
  return {
    session,
    commands: session.kind === "x11" ? X11_COMMANDS : WAYLAND_COMMANDS,
    async run([executable, ...args], signal, timeoutMs = TOOL_TIMEOUT_MS) {
      const request = { executable, args, cwd: workPath, env: session.environment };
      const result = await processes
        .run({ ...request, signal, timeoutMs })
        .catch((error: unknown) => {
          throw error instanceof AppError && error.code === "program-missing"
            ? needsTool(executable)
            : error;
        });
      if (result.exitCode === 0) return result.stdout;
      throw failed(executable, result);
    },
  };
}

/**
 * Letters that are on no key are put on spare ones for as long as their piece of text is typed. xdotool does so for each letter by
 * itself, and a program that is slow to hear of it types another letter or none.
 */
async function typeOnSpareKeys(
  screen: Screen,
  { text, delayMs }: { readonly text: string; readonly delayMs: number },
  signal: AbortSignal,
): Promise<void> {
  const spare = spareKeys(await screen.run(["xmodmap", "-pke"], signal)).slice(0, MOST_SPARE_KEYS);
  const timeoutMs = typingMs(text, delayMs);
  if (spare.length === 0) throw noSpareKeys();
  for (const { text: piece, letters } of keyedPieces(text, spare.length)) {
    const used = spare.slice(0, letters.length);
    if (used.length > 0) await screen.run(keysWith(used, letters), signal);
    try {
      // Programs hear of it before the first letter, and have read the last before the keys are spare again.
      await screen.run(["xdotool", "sleep", HEARING_SECONDS], signal);
      for (const command of screen.commands.type(piece, delayMs))
        await screen.run(command, signal, timeoutMs);
      await screen.run(["xdotool", "sleep", HEARING_SECONDS], signal);
    } finally {
      if (used.length > 0) await screen.run(keysWith(used), new AbortController().signal);
    }
  }
}

/** Enough for a line of Korean; what is left stays free for the keyboard's own use. */
const MOST_SPARE_KEYS = 20;
const HEARING_SECONDS = "0.7";

function typingMs(text: string, delayMs: number): number {
  return TOOL_TIMEOUT_MS + text.length * (delayMs + 50);
}

function noSpareKeys(): AppError {
  return new AppError("desktop-failed", {
    en: "The keyboard of this screen has no key left for other letters. Latin letters can be typed.",
    ko: "이 화면의 키보드에는 다른 글자를 놓을 빈 키가 없어요. 영어 글자는 칠 수 있어요.",
  });
}

async function pictureOf(
  screen: Screen,
  workPath: string,
  signal: AbortSignal,
  region?: DesktopRegion,
): Promise<Uint8Array> {
  await mkdir(workPath, { recursive: true, mode: 0o700 });
  const path = join(workPath, `${randomUUID()}.png`);
  try {
    for (const command of screen.commands.screenshot(path, region))
      await screen.run(command, signal);
    return await readFile(path);
  } finally {
    await rm(path, { force: true });
  }
}

async function sizeOf(screen: Screen, workPath: string, signal: AbortSignal) {
  if (screen.session.kind === "x11") {
    const [width = 0, height = 0] = (await screen.run(["xdotool", "getdisplaygeometry"], signal))
      .trim()
      .split(/\s+/)
      .map(Number);
    return { width, height };
  }
  // A picture says it in its first bytes (PNG specification, 11.2.2).
  const picture = Buffer.from(await pictureOf(screen, workPath, signal));
  return { width: picture.readUInt32BE(16), height: picture.readUInt32BE(20) };
}

async function cursorOf(screen: Screen, signal: AbortSignal): Promise<DesktopPoint> {
  if (screen.session.kind === "wayland") throw notOnWayland();
  const values = shellValues(await screen.run(["xdotool", "getmouselocation", "--shell"], signal));
  return { x: Number(values.get("X")), y: Number(values.get("Y")) };
}

/** Windows that can be seen and have a title, by xdotool: it needs no manager of windows. */
async function windowsOf(screen: Screen, signal: AbortSignal): Promise<readonly DesktopWindow[]> {
  if (screen.session.kind === "wayland") throw notOnWayland();
  const search: Command = ["xdotool", "search", "--onlyvisible", "--name", "."];
  const found = await screen.run(search, signal).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "desktop-failed") return ""; // there is none
    throw error;
  });
  const ids = found.split("\n").filter((line) => /^\d+$/.test(line));
  const windows: DesktopWindow[] = [];
  for (const id of ids.slice(0, MOST_WINDOWS)) {
    const title = (await screen.run(["xdotool", "getwindowname", id], signal)).trim();
    const shown = await screen.run(["xdotool", "getwindowgeometry", "--shell", id], signal);
    const values = shellValues(shown);
    const number = (name: string): number => Number(values.get(name) ?? 0);
    const [x, y, width, height] = [number("X"), number("Y"), number("WIDTH"), number("HEIGHT")];
    if (title !== "") windows.push({ id, title, x, y, width, height });
  }
  return windows;
}

/** `X=1` a line, as `--shell` prints it. */
function shellValues(output: string): ReadonlyMap<string, string> {
  return new Map(
    [...output.matchAll(/^([A-Z]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]),
  );
}

/** A clipboard that holds no text is said to fail. */
function emptyClipboard(error: unknown): string {
  if (error instanceof AppError && error.code === "desktop-failed") return "";
  throw error;
}

function needsTool(name: string): AppError {
  return new AppError("needs-tool", {
    en: `The program ${name} is not on this computer; install it (Debian and Ubuntu: apt-get install ${packageOf(name)}).`,
    ko: `이 컴퓨터에 ${name} 프로그램이 없어요. 설치해 주세요 (Debian과 Ubuntu: apt-get install ${packageOf(name)}).`,
  });
}

/** Debian packages whose name is not that of the program. */
const PACKAGES: Readonly<Record<string, string>> = {
  "wl-paste": "wl-clipboard",
  xmodmap: "x11-xserver-utils",
};

function packageOf(name: string): string {
  return PACKAGES[name] ?? name;
}

function failed(name: string, { stderr, timedOut }: ProcessResult): AppError {
  const told = timedOut ? "time" : (stderr.trim().split("\n").at(-1) ?? "").slice(0, 200);
  return new AppError("desktop-failed", {
    en: `The screen could not be used (${name}: ${told}).`,
    ko: `화면을 쓰지 못했어요 (${name}: ${told}).`,
  });
}

function notOnWayland(): AppError {
  return new AppError("not-on-wayland", {
    en: "Wayland tells no program where the pointer or the windows are. Take a screenshot instead.",
    ko: "Wayland에서는 포인터와 창의 위치를 알 수 없어요. 화면 사진을 찍어서 봐 주세요.",
  });
}

function noSuchKey(chord: string): AppError {
  return new AppError("no-such-key", {
    en: `"${chord.slice(0, 40)}" is no key: such as enter, esc, f5, ctrl+c, alt+Tab.`,
    ko: korean`"${chord.slice(0, 40)}"은(는) 키가 아니에요. enter, esc, f5, ctrl+c, alt+Tab처럼 써 주세요.`,
  });
}

function offScreen({
  width,
  height,
}: {
  readonly width: number;
  readonly height: number;
}): AppError {
  return new AppError("off-screen", {
    en: `That point is not on the screen, which is ${width} × ${height}.`,
    ko: `그 자리는 화면 밖이에요. 화면은 ${width} × ${height}예요.`,
  });
}
