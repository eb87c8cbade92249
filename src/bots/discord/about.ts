import type { AdapterMemory } from "../platform/adapter-state.ts";
import type { Attachment, Quoted } from "../platform/chat-adapter.ts";
import { attachedToChosen } from "./attachments.ts";
import { CUSTOM_ID } from "./components.ts";
import { fieldValue, senderOf } from "./events.ts";
import type { DiscordInteraction } from "./payloads.ts";
import { shownText, UNNAMED } from "./quotes.ts";

/** A form that stays open longer comes back without the files, and without who wrote the message. */
const KEPT_MS = 60 * 60 * 1000;

interface Kept {
  readonly author: string;
  readonly attachments: readonly Attachment[];
}

/** Messages that people ask about by a form: the form holds the words, and what it cannot hold is kept, for who opened it alone. */
export class AskedAbout {
  readonly #memory: AdapterMemory;

  constructor(memory: AdapterMemory) {
    this.#memory = memory;
  }

  /** The message that was chosen from its menu: its words for the form, and the custom id of the form. */
  open(interaction: DiscordInteraction): { readonly quoted: string; readonly customId: string } {
    const { data, id } = interaction;
    const chosen = data.resolved?.messages?.[data.target_id ?? ""];
    const author = chosen?.author;
    const kept: Kept = {
      author: author?.global_name ?? author?.username ?? UNNAMED,
      attachments: attachedToChosen(interaction),
    };
    this.#memory.set(nameOf(interaction, id), JSON.stringify(kept), KEPT_MS);
    return {
      quoted: chosen === undefined ? "" : shownText(chosen),
      customId: `${CUSTOM_ID.about}:${id}`,
    };
  }

  /** What the form that came back is about. */
  of(interaction: DiscordInteraction): {
    readonly quoted?: Quoted;
    readonly attachments: readonly Attachment[];
  } {
    const id = interaction.data.custom_id?.slice(CUSTOM_ID.about.length + 1) ?? "";
    const noted = this.#memory.get(nameOf(interaction, id));
    const { author, attachments }: Kept =
      noted === undefined ? { author: UNNAMED, attachments: [] } : (JSON.parse(noted) as Kept); // written by open only
    const text = fieldValue(interaction, CUSTOM_ID.quoted).trim();
    return { attachments, ...(text === "" ? {} : { quoted: { text, author } }) };
  }
}

/** Who sends the form names what was kept too: a custom id could be made up. */
function nameOf(interaction: DiscordInteraction, id: string): string {
  return `about:${senderOf(interaction)?.id ?? ""}:${id}`;
}
