import type { ServerAct } from "../../support/model-server.ts";
import type { Place, PlatformName, SentFile, Who } from "./channel.ts";

/** What happens next. Everything but the act itself may be left out. */
export interface Step {
  /** Default: the owner. */
  readonly by?: Who;
  /** Default: where the conversation is. */
  readonly place?: Place;
  readonly says?: string;
  /** A file, with `says` as its caption. */
  readonly sends?: SentFile;
  /** A button by its label. */
  readonly presses?: string;
  /** Time passes, in ms; what falls due is done. */
  readonly waits?: number;
  /** The service ends and starts again; `killed` ends it without a word. */
  readonly restarts?: "stopped" | "killed";
  /** The platform delivers it twice, or the person presses twice. */
  readonly isTwice?: boolean;
  /** What came of it is not waited for: the next step happens meanwhile. */
  readonly isMeanwhile?: boolean;
  /** What is then to be read where it happened: each is found in what is new or changed there. */
  readonly reads?: readonly RegExp[];
  /** Buttons of the latest message with buttons, in order. */
  readonly buttons?: readonly string[];
  /** What the presser is told beside the chat. */
  readonly notes?: RegExp;
  /** What is then to be read by the other of the two, in private. */
  readonly otherReads?: readonly RegExp[];
  /** Nothing new is to be read. */
  readonly isSilent?: boolean;
  /** Platforms where this step does not happen, since nobody there could do it. */
  readonly notOn?: readonly PlatformName[];
  /** What is otherwise on a platform. */
  readonly insteadOn?: Readonly<Partial<Record<PlatformName, Pick<Step, "reads" | "buttons">>>>;
}

/** A talk between people and the bot: what is done and what is read, the same on every platform. */
export interface Conversation {
  readonly name: string;
  readonly language: "ko" | "en";
  /** Default: in private. On the console a group is the chat at the terminal. */
  readonly place?: Place;
  /** Whether somebody else is there. On the console they write from Telegram to the same service. */
  readonly hasGuest?: boolean;
  /** Whether the guest was let in before. */
  readonly isGuestIn?: boolean;
  /** Answers of the model in order; without them there is no model. */
  readonly model?: readonly ServerAct[];
  /** What is heard in voice messages, in order; without it nothing can write speech down. */
  readonly hears?: readonly string[];
  /** Settings besides. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Files of the owner's chat, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Whether nobody owns the bot yet: a claim comes first. */
  readonly isUnclaimed?: boolean;
  /** What is not the same on a platform, and why; everything else must be. */
  readonly differs?: readonly Difference[];
  readonly steps: readonly Step[];
}

/** A table, or a column as `table.column`, that is not compared on a platform; */
export interface Difference {
  readonly on: PlatformName;
  readonly what: string;
  readonly because: string;
}
