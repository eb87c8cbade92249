import { readFile, stat } from "node:fs/promises";
import { codeOf } from "../base/errors.ts";
import { DeliveryError, type OutgoingMessage } from "./adapter.ts";
import { componentsOf } from "./discord-components.ts";
import { fitDiscordMarkdown, toDiscordMarkdown } from "./discord-markup.ts";
import { scanLines } from "./markup.ts";

/** Longest content of a message in UTF-16 units (docs "Create Message", content: up to 2000 characters). */
export const MAX_CONTENT_LENGTH = 2000;
/** Longest description of an embed (docs "Message Resource", Embed Limits). */
const MAX_DESCRIPTION_LENGTH = 4096;
/** Largest file without Nitro or boosts (docs "API Reference", Uploading Files: 20 MiB since 3 September 2026). */
export const LARGEST_FILE_BYTES = 20 * 1024 * 1024;
/** No previews of addresses in the text (docs "Message Resource", Message Flags: SUPPRESS_EMBEDS). */
const SUPPRESS_EMBEDS = 4;
/** The edge of a card. */
const CARD_COLOUR = 0x5865f2;

/** What shows of a message: fields of "Create Message" and "Edit Message" alike. */
export interface DiscordLook {
  readonly content: string;
  readonly embeds: readonly { readonly description: string; readonly color: number }[];
  readonly components: readonly object[];
  readonly allowed_mentions: { readonly parse: readonly string[] };
  readonly flags: number;
}

/** Length of a text as Discord counts it: after its Markdown is written out. */
export function discordLength(markup: string): number {
  return toDiscordMarkdown(markup).length;
}

/**
 * A message as Discord shows it, in Markdown that mentions nobody. With buttons it is a card: its first line is the text, which
 * notifications show, and the rest an embed. `isCard` says that it was one before an edit.
 */
export function lookOf(message: OutgoingMessage, isCard = false): DiscordLook {
  const components = componentsOf(message);
  const [title, body] =
    isCard || components.length > 0 ? titleAndBody(message.text) : [message.text, ""];
  const description = fitDiscordMarkdown(body, MAX_DESCRIPTION_LENGTH);
  const hasBody = body.trim() !== "";
  return {
    content: fitDiscordMarkdown(title, MAX_CONTENT_LENGTH),
    embeds: hasBody ? [{ description, color: CARD_COLOUR }] : [],
    components,
    allowed_mentions: { parse: [] },
    flags: hasBody ? 0 : SUPPRESS_EMBEDS,
  };
}

/** A text that begins with a fence has no title. */
function titleAndBody(text: string): readonly [string, string] {
  const [first] = scanLines(text);
  if (first === undefined || first.kind !== "text") return ["", text];
  return [text.slice(0, first.end), text.slice(first.end + 1)];
}

/** The file of a message, read; a size or a path that cannot be sent is a `DeliveryError` `refused`. */
export async function filesOf({
  file,
}: OutgoingMessage): Promise<
  { readonly name: string; readonly data: Buffer; readonly contentType: string }[] | undefined
> {
  if (file === undefined) return undefined;
  const name = file.name.replace(/[\p{Cc}"\\/]/gu, "_");
  try {
    const { size } = await stat(file.path);
    if (size > LARGEST_FILE_BYTES)
      throw new DeliveryError("refused", {
        en: `"${file.name}" is larger than the 20 MB that Discord takes.`,
        ko: `"${file.name}"은(는) 디스코드가 받는 20 MB보다 큽니다.`,
      });
    return [{ name, data: await readFile(file.path), contentType: file.mediaType }];
  } catch (thrown) {
    if (thrown instanceof DeliveryError) throw thrown;
    throw new DeliveryError(
      "refused",
      {
        en: `"${file.name}" cannot be read (${codeOf(thrown)}).`,
        ko: `"${file.name}"을(를) 읽을 수 없습니다 (${codeOf(thrown)}).`,
      },
      { cause: thrown },
    );
  }
}
