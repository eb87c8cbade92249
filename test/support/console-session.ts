import { env } from "node:process";
import { PassThrough } from "node:stream";
import type { TestContext } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "../../src/base/clock.ts";
import { type ConsoleOptions, createConsoleAdapter } from "../../src/bots/console/adapter.ts";
import type {
  ChatAdapter,
  ChatAddress,
  ChatEvent,
  OutgoingMessage,
} from "../../src/bots/platform/chat-adapter.ts";
import { createTerminalScreen, withoutSequences } from "./terminal-screen.ts";

/** The chat of every session. */
export const CONSOLE_CHAT: ChatAddress = { platform: "console", chatId: "local", isPrivate: true };

/** A clock that stands until it is moved. */
export interface StandingClock extends Clock {
  /** Moves on by `durationMs` and wakes who slept that long. */
  advance(durationMs: number): void;
}

/** A console adapter on streams in memory, started, with what it told and what it showed. */
export interface ConsoleSession {
  readonly adapter: ChatAdapter;
  readonly clock: StandingClock;
  readonly events: readonly ChatEvent[];
  /** How often the adapter said that the person left. */
  readonly ends: () => number;
  /** Raw modes that were set, in order. */
  readonly rawModes: readonly boolean[];
  /** Sends keys or bytes in one piece and lets the adapter work. */
  type(keys: string | Uint8Array): Promise<void>;
  /** Ends the input. */
  endInput(): Promise<void>;
  send(message: OutgoingMessage): Promise<string>;
  edit(messageId: string, message: OutgoingMessage): Promise<void>;
  /** The screen, rows joined with newlines. */
  screen(): string;
  /** Output since the last call, control sequences left out. */
  shown(): string;
  /** All output as it was written. */
  raw(): string;
}

/** Starts a session at 1,700,000,000,000 ms. Ids are `prefix_1`, `prefix_2` … over all prefixes. */
export async function openConsole(
  options: Partial<Pick<ConsoleOptions, "isTerminal" | "useColour" | "language">> & {
    readonly columns?: number;
    readonly onEvent?: (event: ChatEvent) => Promise<void>;
  } = {},
): Promise<ConsoleSession> {
  env["TERM"] = "xterm-256color"; // readline asks the process, not its output, what the terminal can do
  const { columns = 60, onEvent = async () => {}, ...given } = options;
  const rawModes: boolean[] = [];
  const input = Object.assign(new PassThrough(), {
    setRawMode: (isRaw: boolean) => rawModes.push(isRaw),
  });
  const output = Object.assign(new PassThrough(), { columns });
  const screen = createTerminalScreen(columns);
  const clock = createStandingClock();
  const events: ChatEvent[] = [];
  let raw = "";
  let readTo = 0;
  let ends = 0;
  let ids = 0;
  output.setEncoding("utf8").on("data", (text: string) => {
    raw += text;
    screen.write(text);
  });
  const adapter = createConsoleAdapter({
    input,
    output,
    isTerminal: true,
    language: "ko",
    ...given,
    clock,
    newId: (prefix) => {
      ids += 1;
      return `${prefix}_${ids}`;
    },
    onEnd: () => {
      ends += 1;
    },
  });
  await adapter.start(async (event) => {
    events.push(event);
    await onEvent(event);
  });
  return {
    adapter,
    clock,
    events,
    rawModes,
    ends: () => ends,
    async type(keys) {
      input.write(keys);
      await settled();
    },
    async endInput() {
      input.end();
      await settled();
    },
    async send(message) {
      const { messageId } = await adapter.send(CONSOLE_CHAT, message);
      await settled();
      return messageId;
    },
    async edit(messageId, message) {
      await adapter.edit(CONSOLE_CHAT, messageId, message);
      await settled();
    },
    screen: () => screen.text(),
    shown() {
      const text = withoutSequences(raw.slice(readTo));
      readTo = raw.length;
      return text;
    },
    raw: () => raw,
  };
}

/** A session that is stopped at the end of the test. */
export async function openConsoleFor(
  context: TestContext,
  options: Parameters<typeof openConsole>[0] = {},
): Promise<ConsoleSession> {
  const session = await openConsole(options);
  context.after(() => session.adapter.stop());
  return session;
}

/** A message with one row of buttons, each a label and its data. */
export function card(
  text: string,
  ...buttons: readonly (readonly [string, string])[]
): OutgoingMessage {
  return { text, buttons: [buttons.map(([label, data]) => ({ label, data }))] };
}

/** What a terminal sends for a paste. */
export function pasteOf(text: string): string {
  return `\x1b[200~${text}\x1b[201~`;
}

/** The texts of the messages that were told, and `press …` with the data of each press. */
export function textsOf(session: ConsoleSession): string[] {
  return session.events.map((event) =>
    event.kind === "message" ? event.text : `press ${event.data}`,
  );
}

/** Streams in memory hand on what they hold within these turns of the event loop. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
}

function createStandingClock(): StandingClock {
  let nowMs = 1_700_000_000_000;
  const sleepers = new Map<() => void, number>();
  return {
    now: () => nowMs,
    sleep: (delayMs, signal) =>
      new Promise((resolve, reject) => {
        sleepers.set(resolve, nowMs + delayMs);
        signal?.addEventListener("abort", () => {
          sleepers.delete(resolve);
          reject(signal.reason);
        });
      }),
    advance(durationMs) {
      nowMs += durationMs;
      for (const [wake, dueMs] of sleepers) {
        if (dueMs > nowMs) continue;
        sleepers.delete(wake);
        wake();
      }
    },
  };
}
