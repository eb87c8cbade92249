import { visibleText } from "../../base/visible-text.ts";
import { cutText } from "../markup/split-text.ts";
import type { ChatAddress, Sender } from "../platform/chat-adapter.ts";
import type { CommandValue } from "../platform/command-values.ts";
import { TEXT_OPTION } from "./events.ts";
import { type InteractionParts, RESPONSE, respond } from "./interactions.ts";
import type { DiscordInteraction } from "./payloads.ts";

/** Most choices of one answer, and longest name and value of one (docs "Application Commands", Option Choice Structure; "Receiving and Responding", Autocomplete). */
const MOST_CHOICES = 25;
const LONGEST_CHOICE = 100;

/** Gives the values that fit what somebody has typed behind a command so far, at most `limit`. */
export type Suggest = (asked: {
  readonly command: string;
  readonly typed: string;
  readonly sender: Sender;
  readonly chat: ChatAddress;
  readonly limit: number;
}) => readonly CommandValue[];

/** Answers who types into an option of a command with what may stand there. Never rejects. */
export async function offerValues(
  parts: InteractionParts & { readonly suggest?: Suggest },
  interaction: DiscordInteraction,
  place: { readonly chat: ChatAddress; readonly sender: Sender },
): Promise<void> {
  const { name: command = "", options = [] } = interaction.data;
  const typed = String(options.find(({ name }) => name === TEXT_OPTION)?.value ?? "");
  const values = parts.suggest?.({ command, typed, ...place, limit: MOST_CHOICES }) ?? [];
  const choices = values
    .filter(({ value }) => value.length <= LONGEST_CHOICE)
    .map(({ label, value }) => ({ name: cutText(visibleText(label), LONGEST_CHOICE), value }));
  await respond(parts, interaction, { type: RESPONSE.choices, data: { choices } });
}
