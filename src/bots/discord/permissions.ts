import { escapeMarkup } from "../markup/parse-markup.ts";
import {
  type ChatAddress,
  DeliveryError,
  type FormPermission,
  type OutgoingMessage,
} from "../platform/chat-adapter.ts";
import type { DiscordClient } from "./client.ts";
import { CODE, isRefusedWith } from "./errors.ts";
import type { DiscordChannel } from "./payloads.ts";
import { channelOf } from "./places.ts";

/**
 * What a send or edit that Discord refused for a permission means: it says that one lacks, and not which (docs "JSON Error Codes", 50013).
 * A card is then taken without its embed, then any message without its files; what is refused bare lacks the right to write. Anything else is
 * given as it was thrown.
 */
export async function explainLacking(
  thrown: unknown,
  client: DiscordClient,
  chat: ChatAddress,
  message: OutgoingMessage,
): Promise<unknown> {
  if (!isRefusedWith(thrown, CODE.missingPermissions)) return thrown;
  const place = await nameOf(client, chat);
  const { files = [], tone, inForm } = message;
  const refusedFor = (lacked: FormPermission, instead: OutgoingMessage): DeliveryError => {
    const form = { ...inForm, lacks: { permission: lacked, place } };
    const facts = { cause: thrown, instead: [{ ...instead, inForm: form }] };
    return new DeliveryError("refused", wordsFor(place, lacked), facts);
  };
  if (files.length > 0) return refusedFor("Attach Files", withoutFiles(message));
  if (tone !== undefined && inForm?.lacks?.permission !== "Embed Links")
    return refusedFor("Embed Links", message);
  const permission = chat.threadId === undefined ? "Send Messages" : "Send Messages in Threads";
  return new DeliveryError("gone", wordsFor(place, permission), { cause: thrown });
}

/** The names of the files stand in the place of them. */
function withoutFiles({ files = [], ...words }: OutgoingMessage): OutgoingMessage {
  const names = files.map(({ name, caption }) => caption ?? escapeMarkup(name)).join(", ");
  const lines = [words.text, `📎 ${names} (✗ Attach Files)`];
  return { ...words, text: lines.filter((line) => line !== "").join("\n") };
}

function wordsFor(place: string, permission: string) {
  return {
    en: `The bot lacks the permission "${permission}" in ${place}. Give it in the settings of that server or channel.`,
    ko: `${place}에서 봇에 "${permission}" 권한이 없습니다. 그 서버나 채널의 설정에서 켜 주세요.`,
  };
}

/** What people call a channel; its id where the bot may not look at it. */
async function nameOf(client: DiscordClient, chat: ChatAddress): Promise<string> {
  const id = channelOf(chat);
  const channel = await client.look<DiscordChannel>(`/channels/${id}`).catch(() => undefined);
  return channel?.name === undefined ? id : `#${channel.name}`;
}
