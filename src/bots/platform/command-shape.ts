import type { Localized } from "../../base/localized.ts";

/** What is offered while somebody types: the person's own things, or what the bot makes of the words. */
export type SuggestedKind =
  | "when"
  | "reminder"
  | "todo"
  | "memory"
  | "file"
  | "briefing"
  | "contact"
  | "place"
  | "assistant"
  | "program";

/** What follows a command. Default: any text. */
export interface OptionShape {
  readonly name: string;
  readonly korean: string;
  readonly description: Localized;
  /** The value of `user` is the platform's id of an account, where the platform lets one be chosen. */
  readonly type?: "text" | "boolean" | "user";
  /** Default false. */
  readonly isRequired?: boolean;
  readonly suggests?: SuggestedKind;
  readonly choices?: readonly { readonly value: string; readonly label: Localized }[];
}

/** One thing that a command can do. */
export interface SubcommandShape {
  readonly name: string;
  readonly korean: string;
  readonly description: Localized;
  readonly options?: readonly OptionShape[];
}

/** A command as platforms with menus show it: with subcommands, or with options of its own. */
export interface CommandShape extends SubcommandShape {
  readonly subcommands?: readonly SubcommandShape[];
}

/** Values of options by their names; a boolean is `true` or `false`. */
export type OptionValues = Readonly<Record<string, string>>;
