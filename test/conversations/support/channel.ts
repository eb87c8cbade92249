import type { Account } from "../../../src/security/access/people.ts";
import type { ShiftedClock } from "../../support/shifted-clock.ts";
import type { TerminalStreams } from "./service-here.ts";

/** Where conversations are held. */
export type PlatformName = "telegram" | "discord" | "console";

/** Someone in a conversation: who owns the bot, and somebody else. */
export type Who = "owner" | "guest";

/** Where someone speaks: alone with the bot, or in a group that both are in. */
export type Place = "private" | "group";

/** A message as it stands before a reader now: its words without markup, and its buttons. */
export interface Seen {
  readonly id: string;
  readonly text: string;
  /** The same with each absolute time as `{unix seconds}`, where the platform knows it from its words. */
  readonly timed?: string;
  readonly labels: readonly string[];
}

/** A message as its reader sees it: words in light markup, with `{…}` around absolute times and `▓…▓` around what is hidden. */
export interface Marked {
  readonly id: string;
  readonly text: string;
  /** Rows of buttons and menus; a button with a colour ends in `:g`, `:r` or `:b`, and each option of a menu begins with `▾ `. */
  readonly rows: readonly (readonly string[])[];
  readonly edits: number;
  /** Names of files that came with it. */
  readonly files: readonly string[];
  readonly isReply: boolean;
  /** True where others read it too. */
  readonly isPublic: boolean;
  /** Names of the people whom it calls. */
  readonly mentions: readonly string[];
}

/** Something that the bot had a platform do. */
export interface Done {
  readonly kind: "typing" | "message" | "edit" | "edited in vain";
  /** On the machine's own clock, as `performance.now()` says it. */
  readonly atMs: number;
  /** What was sent, where it is text. */
  readonly text: string;
}

/** What a platform does with messages to somebody: they have blocked the bot, they have no longer, or the answer to the next one is lost. */
export type Trouble = "blocked" | "open" | "lost" | "threadless";

/** A file that someone sends. */
export interface SentFile {
  readonly name: string;
  readonly mediaType: string;
  readonly text: string;
  /** Spoken into the chat: `text` stands for the sound. */
  readonly isVoice?: boolean;
}

/** What someone does. `isTwice` has the platform deliver it twice, or the person press twice, where either is possible. */
export interface Act {
  readonly who: Who;
  readonly place: Place;
  readonly isTwice: boolean;
  /** True for a press on the button that was pressed last, as the message showed it before. */
  readonly isLate?: boolean;
}

/** A platform with people on it. It outlasts the service that answers there; the one who opened it closes it. */
export interface Channel {
  readonly name: PlatformName;
  /** Settings of the service for this platform. */
  readonly environment: Readonly<Record<string, string>>;
  readonly clock: ShiftedClock;
  /** A new terminal for a service that is about to start, where it is held at one. */
  openTerminal?(): TerminalStreams;
  /** The account of someone, and the private chat where they are reached. */
  account(who: Who): Account & { readonly chatId: string };
  /** People who only read, where the channel was opened with some. */
  readonly readers?: readonly (Account & { readonly chatId: string; readonly name: string })[];
  /** Resolves when the service hears what is said here. */
  connected(): Promise<void>;
  /** True when the service has taken in what was done here. */
  isTaken(): boolean;
  say(act: Act, text: string): void;
  /** Changes what they wrote last. Throws where the platform cannot do so. */
  edit(act: Act, text: string): void;
  /** Throws where files cannot be sent. */
  sendFile(act: Act, file: SentFile, caption: string): void;
  /** Presses the button with a label on the latest message that has it. */
  press(act: Act, label: string): void;
  /** Everything of the bot in a place, oldest first. */
  seen(who: Who, place: Place): readonly Seen[];
  /** The same with its formatting. */
  marked(who: Who, place: Place): readonly Marked[];
  /** Emoji with which the bot answered messages in a place, oldest first. */
  reactions(who: Who, place: Place): readonly string[];
  /** What only the presser was told since the channel opened, in order. */
  notes(): readonly string[];
  /** What the bot did there, in order. */
  done(): readonly Done[];
  /** The commands that are offered where people type them, as the bot set them. */
  commands(): readonly unknown[];
  /** Throws where the platform cannot do so. */
  trouble(who: Who, how: Trouble): void;
  /** Rejects when the bot broke the platform's rules. */
  close(): Promise<void>;
}

/** A platform of its own server, where what happens can be waited for. */
export interface ServerChannel extends Channel {
  /** Resolves when `look` finds something. Rejects after `timeoutMs`. */
  until<Found>(look: () => Found | undefined | false, timeoutMs: number): Promise<Found>;
}

/** Words without the signs of light markup and with single blanks, so that platforms can be compared. */
export function plainly(text: string): string {
  return text
    .replace(/```[a-z]*/g, "")
    .replace(/\*\*|[`\\]/g, "")
    .replace(/[ \t]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .trim();
}
