import type { Attachment } from "./adapter.ts";
import { CUSTOM_ID } from "./discord-components.ts";
import { senderOf } from "./discord-events.ts";
import type { DiscordInteraction } from "./discord-payloads.ts";
import type { AdapterMemory } from "./platform-notes.ts";

/** A form that stays open longer comes back without the files. */
const KEPT_MS = 60 * 60 * 1000;

/** The files of messages that people were asked a question about; kept, since a form holds no files, and given to that person alone. */
export class AboutFiles {
  readonly #memory: AdapterMemory;

  constructor(memory: AdapterMemory) {
    this.#memory = memory;
  }

  /** Keeps files until the form of this interaction comes back; the custom id of the form. */
  keep(interaction: DiscordInteraction, attachments: readonly Attachment[]): string {
    if (attachments.length === 0) return CUSTOM_ID.about;
    const name = nameOf(interaction, interaction.id);
    this.#memory.set(name, JSON.stringify(attachments), KEPT_MS);
    return `${CUSTOM_ID.about}:${interaction.id}`;
  }

  /** The files of the form that came back. */
  of(interaction: DiscordInteraction): readonly Attachment[] {
    const id = interaction.data.custom_id?.slice(CUSTOM_ID.about.length + 1) ?? "";
    const text = id === "" ? undefined : this.#memory.get(nameOf(interaction, id));
    return text === undefined ? [] : (JSON.parse(text) as readonly Attachment[]); // written by keep only
  }
}

/** Who sends the form names the files too: a custom id could be made up. */
function nameOf(interaction: DiscordInteraction, id: string): string {
  return `about:${senderOf(interaction)?.id ?? ""}:${id}`;
}
