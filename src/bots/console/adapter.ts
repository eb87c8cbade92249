import type { Clock } from "../../base/clock.ts";
import type { Language } from "../../base/localized.ts";
import {
  type ChatAdapter,
  type ChatAddress,
  type ChatEvent,
  DeliveryError,
} from "../platform/chat-adapter.ts";
import { KeyedQueue } from "../platform/keyed-queue.ts";
import { createPipeSurface } from "./pipe.ts";
import {
  CONSOLE_WORDS,
  type ConsoleInput,
  type ConsoleOutput,
  type ConsoleSurface,
} from "./surface.ts";
import { createTerminalSurface } from "./terminal.ts";

/** Nothing limits a message on a screen; this bounds the work of drawing one. */
const MAX_TEXT_LENGTH = 1_000_000;

/** What the console chat is made of. */
export interface ConsoleOptions {
  readonly input: ConsoleInput;
  readonly output: ConsoleOutput;
  /** True when both streams are a terminal that takes control sequences (TERM is not "dumb"); otherwise nothing can be pressed. */
  readonly isTerminal: boolean;
  /** Default "local". */
  readonly chatId?: string;
  /** Id and name of the person at the console; default "local". */
  readonly senderId?: string;
  /** Default false, and false where there is no terminal. The caller passes true unless NO_COLOR is set to something (no-color.org). */
  readonly useColour?: boolean;
  /** Language of the console's own words. */
  readonly language: Language;
  readonly newId: (prefix: string) => string;
  readonly clock: Clock;
  /** Called once, after `onEvent` has resolved for the last event, when the person leaves or the input has ended. */
  readonly onEnd: () => void;
}

/** The chat where the process was started: one start and one stop, which gives the terminal back and waits for `onEvent`. */
export function createConsoleAdapter(options: ConsoleOptions): ChatAdapter {
  const { chatId = "local", newId } = options;
  const chat: ChatAddress = { platform: "console", chatId, isPrivate: true };
  const queue = new KeyedQueue();
  let receive: (event: ChatEvent) => Promise<void> = async () => {};
  /** Hands events over one at a time, in order; settles as the receiver does for this one. */
  const deliver = (event: ChatEvent): Promise<void> => queue.add(chatId, () => receive(event));
  const messageOfPress = new Map<string, string>();
  let hasEnded = false;
  const onEnd = (): void => {
    if (hasEnded) return;
    hasEnded = true;
    void queue.drained().then(options.onEnd);
  };
  const surface = createSurface(options, {
    onEnd,
    onMessage: (text) => deliver(messageEvent(options, chat, text)),
    onPress(messageId, data) {
      const pressId = newId("press");
      messageOfPress.set(pressId, messageId);
      return deliver(pressEvent(options, chat, { messageId, data, pressId }));
    },
  });
  const assertHere = (address: ChatAddress): void => {
    if (address.platform === "console" && address.chatId === chatId) return;
    throw new DeliveryError("gone", {
      en: `This console shows the chat "${chatId}" alone.`,
      ko: `이 콘솔은 "${chatId}" 대화만 보여 줘요.`,
    });
  };
  return {
    platform: "console",
    maxTextLength: MAX_TEXT_LENGTH,
    async start(onEvent) {
      receive = onEvent;
      // A terminal that was closed, or a reader that went away, ends the chat and not the process; writes after `stop` may still fail.
      options.input.on("error", onEnd);
      options.output.on("error", onEnd);
      surface.start();
    },
    async stop() {
      surface.stop();
      await queue.drained();
    },
    async send(address, message) {
      assertHere(address);
      const messageId = newId("msg");
      await surface.write(messageId, message, false);
      return { messageId };
    },
    async edit(address, messageId, message) {
      assertHere(address);
      await surface.write(messageId, message, true);
    },
    async acknowledge(pressId, note) {
      surface.acknowledge(messageOfPress.get(pressId), note);
      messageOfPress.delete(pressId);
    },
    async typing() {
      surface.typing();
    },
    columns: () => surface.columns(),
  };
}

interface SurfaceEvents {
  readonly onMessage: (text: string) => Promise<void>;
  readonly onPress: (messageId: string, data: string) => Promise<void>;
  readonly onEnd: () => void;
}

function createSurface(options: ConsoleOptions, on: SurfaceEvents): ConsoleSurface {
  const { input, output, clock, language, isTerminal, useColour = false } = options;
  const words = CONSOLE_WORDS[language];
  const { onMessage, onEnd } = on;
  return isTerminal
    ? createTerminalSurface({ input, output, words, useColour, clock, ...on })
    : createPipeSurface({ input, output, words, onMessage, onEnd });
}

function messageEvent(options: ConsoleOptions, chat: ChatAddress, text: string): ChatEvent {
  const { newId, clock } = options;
  return {
    kind: "message",
    updateId: newId("update"),
    chat,
    sender: senderOf(options),
    text,
    messageId: newId("msg"),
    sentAtMs: clock.now(),
    isAddressed: true,
  };
}

function pressEvent(
  options: ConsoleOptions,
  chat: ChatAddress,
  press: { readonly messageId: string; readonly data: string; readonly pressId: string },
): ChatEvent {
  const { newId } = options;
  return { kind: "press", updateId: newId("update"), chat, sender: senderOf(options), ...press };
}

function senderOf({ senderId = "local", language }: ConsoleOptions) {
  return { id: senderId, name: senderId, languageTag: language };
}
